// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <optional>

#include "core/float_state.h"
#include "core/interrupt.h"
#include "ops/cpu/cpu_ops.h"
#include "ops/cpu/elementwise/float_checks.h"
#include "ops/cpu/elementwise/float_classes.h"
#include "ops/cpu/elementwise/loop.h"
#include "ops/cpu/reduce/fold_loops.h"
#include "ops/device/errors.h"

namespace tenorite::cpu {
namespace {

constexpr int64_t kBlock = 256;
constexpr int64_t kMaxItem = 16;

// The target is read and written once per occurrence, in its own dtype.
class OneByOne {
 public:
  explicit OneByOne(const AtPlan& plan)
      : loop_(loops_of(plan.op)[plan.loop]),
        check_(FloatCheck::of(plan.op, plan.loop)),
        wanted_(check_.is_none() ? 0 : float_state().reported) {
    size_ = itemsize(plan.target_dtype);
    const LoopTypes& types = info(plan.op).loops[plan.loop];
    if (plan.target_dtype != types.in[0])
      load_ = cast_loop(plan.target_dtype, types.in[0]);
    if (plan.target_dtype != types.out[0])
      store_ = cast_loop(types.out[0], plan.target_dtype);
  }

  FloatErrors wanted() const { return wanted_; }
  FloatRule rule() const { return check_.rule(); }

  // The floating-point errors of it.
  FloatErrors step(char* target, char* value, unsigned* error) {
    const int64_t strides[3] = {};
    alignas(16) char in[kMaxItem], out[kMaxItem];
    char* data[3] = {target, target, value};
    if (load_) {
      data[1] = in;
      char* cast[2] = {in, target};
      load_(cast, strides, 1, error);
    }
    // A check looks at operands after the loop.
    if (store_ || wanted_) data[0] = out;
    const FloatErrors found =
        check_.run(loop_, data, strides, 1, error, wanted_);
    if (store_) {
      char* cast[2] = {target, out};
      store_(cast, strides, 1, error);
    } else if (wanted_) {
      std::memcpy(target, out, size_);
    }
    return found;
  }

 private:
  CpuLoop loop_;
  const FloatCheck& check_;
  const FloatErrors wanted_;
  size_t size_;
  CpuLoop load_ = nullptr;
  CpuLoop store_ = nullptr;
};

// NumPy has loops with an index of these operations, which bear their names.
const char* name_in_messages(const AtPlan& plan) {
  const bool is_complex = kind(plan.target_dtype) == 'c';
  switch (plan.op) {
    case Op::add:
    case Op::subtract:
    case Op::multiply:
      return plan.direct ? info(plan.op).name : "at";
    case Op::divide:
    case Op::floor_divide:
      return plan.direct && !is_complex ? info(plan.op).name : "at";
    default:
      return "at";
  }
}

// The targets of one block, before anything is done to them.
class Kept {
 public:
  Kept(DType dtype, const AtBlock& block)
      : dtype_(dtype), block_(block), size_(itemsize(dtype)) {
    for (int64_t i = 0; i < block.n; ++i)
      std::memcpy(items_[i], target(i), size_);
  }
  // Backwards, since targets may be equal.
  void restore() const {
    for (int64_t i = block_.n - 1; i >= 0; --i)
      std::memcpy(target(i), items_[i], size_);
  }
  bool has_nonfinite_targets() const {
    for (int64_t i = 0; i < block_.n; ++i)
      if (has_nonfinite(dtype_, target(i), 0, 1)) return true;
    return false;
  }

 private:
  char* target(int64_t i) const {
    return block_.target + block_.offset[i] * block_.scale;
  }

  const DType dtype_;
  const AtBlock& block_;
  const size_t size_;
  char items_[kBlock][kMaxItem];
};

// A block by the fused loop. Where its flags are not NumPy's and something may
// be wrong, once more one by one.
FloatErrors run_fused(const AtPlan& plan, AtLoop fused, OneByOne& op,
                      const AtBlock& block, unsigned* error) {
  const FloatErrors wanted = op.wanted();
  if (!wanted) {
    fused(block, error);
    return 0;
  }
  const FloatRule rule = op.rule();
  if (rule <= FloatRule::kFlags) {
    clear_float_flags();
    fused(block, error);
    return rule == FloatRule::kFlags ? float_flags() & wanted : 0;
  }
  const Kept kept(plan.target_dtype, block);
  clear_float_flags();
  fused(block, error);
  const FloatErrors flags = float_flags() & wanted;
  const bool suspect = rule == FloatRule::kValues ? flags != 0
                       : rule == FloatRule::kScan ? kept.has_nonfinite_targets()
                                                  : true;
  if (!suspect) return 0;
  kept.restore();
  FloatErrors found = 0;
  for (int64_t i = 0; i < block.n; ++i)
    found |= op.step(block.target + block.offset[i] * block.scale,
                     const_cast<char*>(block.values) + i * block.value_stride,
                     error);
  return found;
}

}  // namespace

void at(const AtPlan& plan) {
  OneByOne op(plan);
  AtLoop fused = nullptr;
  if (plan.target_dtype == info(plan.op).loops[plan.loop].in[0])
    fused = fold_loops_of(plan.op, plan.loop).at;
  const PlannedOperand& value = plan.value;
  bool array = !plan.unary && !value.scalar;
  CpuLoop convert = array && value.dtype != value.loop_dtype
                        ? cast_loop(value.dtype, value.loop_dtype)
                        : nullptr;
  int64_t size = static_cast<int64_t>(itemsize(value.loop_dtype));
  alignas(16) char buffer[kBlock * kMaxItem];
  std::copy(value.value.bytes, value.value.bytes + kMaxItem, buffer);
  unsigned error = 0;
  FloatErrors found = 0;
  for (int64_t first = 0; first < plan.n; first += kBlock) {
    if (first % (kBlock * 1024) == 0 && first > 0) look_for_signals();
    int64_t n = std::min(kBlock, plan.n - first);
    char* values = buffer;
    int64_t step = 0;
    if (array) {
      values = value.data + first * value.strides[0];
      step = value.strides[0];
    }
    if (convert) {
      char* data[2] = {buffer, values};
      int64_t strides[2] = {size, step};
      convert(data, strides, n, &error);
      values = buffer;
      step = size;
    }
    const int64_t* offset = plan.offset + first;
    if (fused) {
      found |=
          run_fused(plan, fused, op,
                    {plan.target, offset, plan.scale, values, step, n}, &error);
      continue;
    }
    for (int64_t i = 0; i < n; ++i)
      found |= op.step(plan.target + offset[i] * plan.scale, values + i * step,
                       &error);
  }
  TENORITE_CHECK(!(error & kNegativeIntegerPower), ValueError, "%s",
                 kNegativeIntegerPowerText);
  found_float_errors(name_in_messages(plan), found);
}

}  // namespace tenorite::cpu
