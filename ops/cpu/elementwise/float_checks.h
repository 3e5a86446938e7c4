// SPDX-License-Identifier: Apache-2.0
// NumPy's floating-point errors of loops, found from the processor's flags and,
// where those may be wrong, from the elements; see docs/design/errstate.md.
#pragma once

#include <cstdint>

#include "core/warning.h"
#include "ops/cpu/elementwise/float_flags.h"
#include "ops/cpu/elementwise/loop.h"

namespace tenorite::cpu {

// What the flags say of a loop.
enum class FloatRule : uint8_t {
  kNone,      // nothing: it has no errors
  kFlags,     // what NumPy says
  kValues,    // never too little: elements decide where one is set
  kScan,      // at times too little: results that are not finite are looked for
  kDivisors,  // nothing, of integers: divisors of zero are looked for
};

// One loop: which errors there are to be found, and the dtypes of operands.
// There is one of each loop for good.
class FloatCheck {
 public:
  constexpr FloatCheck() = default;
  static const FloatCheck& none();
  static const FloatCheck& of(Op op, int loop);
  static const FloatCheck& of_cast(DType from, DType to);

  FloatRule rule() const { return rule_; }
  bool is_none() const { return rule_ == FloatRule::kNone; }
  // Whether elements are looked at after the loop, inputs too.
  bool reads_inputs() const { return rule_ > FloatRule::kFlags; }

  // Runs the loop and returns those errors of the elements that are wanted, of
  // those alone for which the mask, if there is one, holds.
  FloatErrors run(CpuLoop loop, char** data, const int64_t* strides, int64_t n,
                  unsigned* error, FloatErrors wanted,
                  const char* mask = nullptr, int64_t mask_stride = 0) const {
    if (is_none() || !wanted) {
      loop(data, strides, n, error);
      return 0;
    }
    if (rule_ != FloatRule::kFlags || mask)
      return run_and_look(loop, data, strides, n, error, wanted, mask,
                          mask_stride);
    clear_float_flags();
    loop(data, strides, n, error);
    return float_flags() & wanted;
  }

 private:
  FloatCheck(Op op, const LoopTypes& types);
  FloatCheck(DType from, DType to);
  friend struct FloatChecks;

  bool overwrites_inputs(char* const* data) const;
  FloatErrors run_and_look(CpuLoop loop, char** data, const int64_t* strides,
                           int64_t n, unsigned* error, FloatErrors wanted,
                           const char* mask, int64_t mask_stride) const;
  FloatErrors run_in_pieces(CpuLoop loop, char** data, const int64_t* strides,
                            int64_t n, unsigned* error, FloatErrors wanted,
                            const char* mask, int64_t mask_stride) const;
  bool has_suspects(char* const* data, const int64_t* strides, int64_t n) const;
  FloatErrors look(char* const* data, const int64_t* strides, int64_t n,
                   FloatErrors wanted, const char* mask,
                   int64_t mask_stride) const;

  FloatRule rule_ = FloatRule::kNone;
  // Of what an infinite result of finite inputs is: a division by zero, or
  // that only where the last input is zero (kDivisor), or the first (kBase).
  enum class Pole : uint8_t { kNever, kAlways, kDivisor, kBase };
  Pole pole_ = Pole::kNever;
  uint8_t nin_ = 0, nout_ = 0;
  DType dtype_[kMaxOutputs + kMaxInputs]{};  // outputs first
};

}  // namespace tenorite::cpu
