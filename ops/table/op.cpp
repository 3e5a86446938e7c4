// SPDX-License-Identifier: Apache-2.0
#include "ops/table/op.h"

#include <array>

namespace tenorite {
namespace {

struct Row {
  const char* name;
  int nin, nout;
  Identity identity;
  const char* loops;
  double ulp;
  const char* doc;
  Home home;
};

constexpr Row kRows[] = {
#define TENORITE_UFUNC(name, functor, nin, nout, identity, family, loops, ulp, \
                       doc)                                                    \
  {#name, nin, nout, Identity::identity, loops, ulp, doc, Home::Top},
#define TENORITE_SPECIAL(name, functor, nin, nout, identity, family, loops, \
                         ulp, doc)                                          \
  {#name, nin, nout, Identity::identity, loops, ulp, doc, Home::Special},
#define TENORITE_INTERNAL(name, functor, nin, nout, identity, family, loops, \
                          ulp, doc)                                          \
  {#name, nin, nout, Identity::identity, loops, ulp, doc, Home::Internal},
#include "ops/table/op_table.def"
#undef TENORITE_INTERNAL
#undef TENORITE_SPECIAL
#undef TENORITE_UFUNC
};

constexpr size_t count_all_loops() {
  size_t n = 0;
  for (const Row& row : kRows) n += static_cast<size_t>(count_loops(row.loops));
  return n;
}

// Every row's loops, one row after the other.
constexpr auto kLoops = [] {
  std::array<LoopTypes, count_all_loops()> all{};
  size_t n = 0;
  for (const Row& row : kRows)
    for (int i = 0; i < count_loops(row.loops); ++i) {
      const LoopLetters letters =
          loop_letters(row.loops, i, row.nin + row.nout);
      LoopTypes& types = all[n++];
      for (int k = 0; k < row.nin; ++k)
        types.in[k] = dtype_of_letter(letters.operand[k]);
      for (int k = 0; k < row.nout; ++k)
        types.out[k] = dtype_of_letter(letters.operand[row.nin + k]);
    }
  return all;
}();

// Made by the compiler: every call of an operation asks for its row.
constexpr auto kInfo = [] {
  std::array<OpInfo, kNumOps> all{};
  size_t first = 0;
  for (size_t op = 0; op < all.size(); ++op) {
    const Row& row = kRows[op];
    const auto n = static_cast<size_t>(count_loops(row.loops));
    all[op] = {row.name,     row.nin,   row.nout,
               row.identity, row.loops, row.ulp,
               row.doc,      row.home,  {kLoops.data() + first, n}};
    first += n;
  }
  return all;
}();

}  // namespace

const OpInfo& info(Op op) { return kInfo[static_cast<size_t>(op)]; }

}  // namespace tenorite
