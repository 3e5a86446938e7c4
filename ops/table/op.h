// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/dtype.h"
#include "core/export.h"

namespace tenorite {

// Every elementwise operation, in the order of ops/table/op_table.def.
enum class Op : uint16_t {
#define TENORITE_UFUNC(name, functor, nin, nout, identity, family, loops, ulp, \
                       doc)                                                    \
  name,
#define TENORITE_INTERNAL TENORITE_UFUNC
#include "ops/table/op_table.def"
#undef TENORITE_INTERNAL
#undef TENORITE_UFUNC
  kCount
};
inline constexpr int kNumOps = static_cast<int>(Op::kCount);

enum class Identity : uint8_t {
  None,
  Zero,
  One,
  MinusOne,
  NegInf,
  Reorderable
};

inline constexpr int kMaxInputs = 3;
inline constexpr int kMaxOutputs = 2;

// Where Python finds an operation: tenorite, tenorite.special, or nowhere.
enum class Home : uint8_t { Top, Special, Internal };

// The operand dtypes of one inner loop.
struct LoopTypes {
  DType in[kMaxInputs];
  DType out[kMaxOutputs];
};

// A row of the op table.
struct OpInfo {
  const char* name;
  int nin;
  int nout;
  Identity identity;
  const char* loop_text;
  double ulp;
  const char* doc;
  Home home;
  std::span<const LoopTypes> loops;  // in NumPy's order of ufunc.types
};
TENORITE_EXPORT const OpInfo& info(Op op);

// Number of loops and the i-th loop of a row's loop text, at compile time:
// groups of letters, each "letters" or "letters:PATTERN" (see op_table.def).
struct LoopLetters {
  char operand[kMaxInputs + kMaxOutputs];  // inputs, then outputs
};
constexpr char real_part_letter(char c) {
  return c == 'F' ? 'f' : c == 'D' ? 'd' : c;
}
constexpr int count_loops(const char* text) {
  int n = 0;
  for (bool pattern = false; *text; ++text) {
    if (*text == ' ')
      pattern = false;
    else if (*text == ':')
      pattern = true;
    else if (!pattern)
      ++n;
  }
  return n;
}
constexpr LoopLetters loop_letters(const char* text, int index, int operands) {
  for (const char* group = text; *group;) {
    const char* end = group;
    while (*end && *end != ' ') ++end;
    const char* colon = group;
    while (colon != end && *colon != ':') ++colon;
    int letters = static_cast<int>(colon - group);
    if (index < letters) {
      LoopLetters result{};
      char t = group[index];
      for (int k = 0; k < operands; ++k) {
        char p = colon == end ? 'T' : colon[1 + k];
        result.operand[k] = p == 'T' ? t : p == 'R' ? real_part_letter(t) : p;
      }
      return result;
    }
    index -= letters;
    group = *end ? end + 1 : end;
  }
  return {};
}

}  // namespace tenorite
