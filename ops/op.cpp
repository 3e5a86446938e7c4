// SPDX-License-Identifier: Apache-2.0
#include "ops/op.h"

#include <vector>

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
#include "ops/op_table.def"
#undef TENORITE_INTERNAL
#undef TENORITE_SPECIAL
#undef TENORITE_UFUNC
};

struct Table {
  std::vector<LoopTypes> loops;
  OpInfo info[kNumOps];

  Table() {
    size_t total = 0;
    for (const Row& row : kRows) total += count_loops(row.loops);
    loops.reserve(total);
    for (int op = 0; op < kNumOps; ++op) {
      const Row& row = kRows[op];
      size_t first = loops.size();
      for (int i = 0; i < count_loops(row.loops); ++i) {
        LoopLetters letters = loop_letters(row.loops, i, row.nin + row.nout);
        LoopTypes types{};
        for (int k = 0; k < row.nin; ++k)
          types.in[k] = dtype_of_letter(letters.operand[k]);
        for (int k = 0; k < row.nout; ++k)
          types.out[k] = dtype_of_letter(letters.operand[row.nin + k]);
        loops.push_back(types);
      }
      info[op] = {row.name,
                  row.nin,
                  row.nout,
                  row.identity,
                  row.loops,
                  row.ulp,
                  row.doc,
                  row.home,
                  {loops.data() + first, loops.size() - first}};
    }
  }
};

}  // namespace

const OpInfo& info(Op op) {
  static const Table& table = *new Table;
  return table.info[static_cast<int>(op)];
}

}  // namespace tenorite
