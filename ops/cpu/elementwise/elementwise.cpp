// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cmath>
#include <cstdlib>

#include "core/error.h"
#include "core/float_state.h"
#include "core/thread_pool.h"
#include "ops/cpu/cpu_ops.h"
#include "ops/cpu/elementwise/execute.h"
#include "ops/cpu/elementwise/float_checks.h"
#include "ops/cpu/elementwise/masked_move.h"
#include "ops/cpu/elementwise/tile_iterator.h"
#include "ops/device/errors.h"
#include "ops/plan/registry.h"

namespace tenorite::cpu {
namespace {

// Converted operands are staged in blocks of this many elements, so that all
// of them stay in the first-level cache.
constexpr int64_t kStagedElements = 512;
// Long rows are cut into pieces that threads can share.
constexpr int64_t kRowElements = 16384;
// An innermost axis shorter than this is not worth a call per row.
constexpr int64_t kShortAxis = 16;
// Elements of a row between two cache lines of a transposed operand: so many
// lines stay cached until the next row has used their neighbours.
constexpr int64_t kTransposedElements = 64;

// Runs one unit: converts, skips what the mask leaves out, and calls the loop.
class Runner {
 public:
  Runner(const ElementwisePlan& plan, CpuLoop loop, bool convert,
         const FloatCheck& check)
      : loop_(loop),
        check_(check),
        nout_(plan.nout),
        operands_(plan.nout + plan.nin),
        masked_(plan.masked) {
    for (int k = 0; k < operands_; ++k) {
      const PlannedOperand& operand = plan.operand[k];
      if (operand.scalar) continue;
      if (operand.dtype == operand.loop_dtype) {
        if (packs(plan, operand)) pack(k, itemsize(operand.dtype));
        continue;
      }
      if (!convert) continue;
      staged_ = true;
      cast_[k] = k < nout_ ? cast_loop(operand.loop_dtype, operand.dtype)
                           : cast_loop(operand.dtype, operand.loop_dtype);
      itemsize_[k] = itemsize(operand.loop_dtype);
      cast_check_[k] =
          k < nout_ ? &FloatCheck::of_cast(operand.loop_dtype, operand.dtype)
                    : &FloatCheck::of_cast(operand.dtype, operand.loop_dtype);
    }
    if (staged_ || !check.is_none()) wanted_ = float_state().reported;
    const size_t size = itemsize(plan.out(0).dtype);
    if (masked_ && !staged_ && loop == move_loop(size))
      masked_move_ = masked_move_loop(size);
  }

  bool in_small_units() const { return staged_ || masked_; }

  // The floating-point errors of it.
  FloatErrors run(char** data, const int64_t* strides, int64_t n,
                  unsigned* error) const {
    if (!masked_) return run_all(data, strides, n, error);
    const char* mask = data[operands_];
    int64_t mask_stride = strides[operands_];
    if (masked_move_) {
      masked_move_(
          {data[0], strides[0], data[1], strides[1], mask, mask_stride, n});
      return 0;
    }
    FloatErrors found = 0;
    for (int64_t i = 0; i < n;) {
      while (i < n && !mask[i * mask_stride]) ++i;
      int64_t first = i;
      while (i < n && mask[i * mask_stride]) ++i;
      if (first == i) break;
      char* part[kMaxOperands];
      for (int k = 0; k < operands_; ++k)
        part[k] = data[k] + first * strides[k];
      found |= run_all(part, strides, i - first, error);
    }
    return found;
  }

 private:
  // Whether elements are brought together, since a loop that takes them one by
  // one would have branches that processors guess: 4 ns each.
  static bool packs(const ElementwisePlan& plan,
                    const PlannedOperand& operand) {
    switch (plan.op) {
      case Op::maximum:
      case Op::minimum:
      case Op::fmax:
      case Op::fmin:
      case Op::clip:
        break;
      default:
        return false;
    }
    const auto size = static_cast<int64_t>(itemsize(operand.dtype));
    const int64_t stride = plan.ndim ? operand.strides[plan.ndim - 1] : 0;
    return kind(operand.dtype) == 'f' && size >= 4 && stride != size &&
           stride != 0;
  }
  void pack(int k, size_t size) {
    staged_ = true;
    cast_[k] = move_loop(size);
    itemsize_[k] = static_cast<int64_t>(size);
    cast_check_[k] = &FloatCheck::none();
  }

  FloatErrors run_all(char** data, const int64_t* strides, int64_t n,
                      unsigned* error) const {
    if (staged_) return run_staged(data, strides, n, error);
    return check_.run(loop_, data, strides, n, error, wanted_);
  }

  FloatErrors run_staged(char** data, const int64_t* strides, int64_t n,
                         unsigned* error) const {
    FloatErrors found = 0;
    alignas(64) char stage[kMaxInputs + kMaxOutputs][kStagedElements * 16];
    char* staged[kMaxOperands];
    int64_t steps[kMaxOperands];
    for (int k = 0; k < operands_; ++k) {
      staged[k] = cast_[k] ? stage[k] : data[k];
      steps[k] = cast_[k] ? itemsize_[k] : strides[k];
      if (!cast_[k] || k < nout_) continue;
      bool one = strides[k] == 0;
      char* pair[] = {stage[k], data[k]};
      const int64_t pair_strides[] = {itemsize_[k], strides[k]};
      found |= cast_check_[k]->run(cast_[k], pair, pair_strides, one ? 1 : n,
                                   error, wanted_);
      if (one) steps[k] = 0;
    }
    found |= check_.run(loop_, staged, steps, n, error, wanted_);
    for (int k = 0; k < nout_; ++k) {
      if (!cast_[k]) continue;
      char* pair[] = {data[k], stage[k]};
      const int64_t pair_strides[] = {strides[k], itemsize_[k]};
      found |=
          cast_check_[k]->run(cast_[k], pair, pair_strides, n, error, wanted_);
    }
    return found;
  }

  CpuLoop loop_;
  const FloatCheck& check_;
  FloatErrors wanted_ = 0;
  int nout_, operands_;
  bool masked_;
  bool staged_ = false;
  MaskedMoveLoop masked_move_ = nullptr;
  CpuLoop cast_[kMaxOperands] = {};
  const FloatCheck* cast_check_[kMaxOperands];  // of those with a cast
  int64_t itemsize_[kMaxOperands];
};

// The axis along which a transposed operand lies in memory, or -1.
int transposed_axis(const ElementwisePlan& plan) {
  int last = plan.ndim - 1;
  if (plan.shape[last] <= 4 * kTransposedElements) return -1;
  for (int k = 0; k < plan.nout + plan.nin; ++k) {
    const PlannedOperand& operand = plan.operand[k];
    if (operand.scalar || std::abs(operand.strides[last]) < 64) continue;
    int best = last;
    for (int axis = 0; axis < last; ++axis)
      if (operand.strides[axis] != 0 && plan.shape[axis] >= 4 &&
          std::abs(operand.strides[axis]) < std::abs(operand.strides[best]))
        best = axis;
    if (best != last && std::abs(operand.strides[best]) < 64) return best;
  }
  return -1;
}

Walk choose_tiles(const ElementwisePlan& plan, bool small_units) {
  int last = plan.ndim - 1;
  int64_t row = small_units ? kStagedElements : kRowElements;
  if (plan.ndim < 2) return walk_of(plan, last, row);
  if (plan.shape[last] < kShortAxis) {
    int longest = static_cast<int>(
        std::max_element(plan.shape, plan.shape + last) - plan.shape);
    if (plan.shape[longest] > plan.shape[last])
      return walk_of(plan, longest, kStagedElements, last, plan.shape[last]);
  }
  int axis = transposed_axis(plan);
  if (axis >= 0)
    return walk_of(plan, last, kTransposedElements, axis, kRowElements);
  // Short rows go by many, since a step to the next unit costs more than one
  // to the next row.
  if (plan.shape[last] < row / 4)
    return walk_of(plan, last, row, last - 1, row / plan.shape[last]);
  return walk_of(plan, last, row);
}

}  // namespace

FloatErrors execute(const ElementwisePlan& plan, CpuLoop loop, bool convert,
                    int64_t grain, const FloatCheck& check) {
  if (plan.size == 0) return 0;
  Runner runner(plan, loop, convert && plan.converts, check);
  unsigned error = 0;
  FloatErrors float_errors = 0;
  if (plan.ndim == 0 || (plan.ndim == 1 && plan.size <= kStagedElements)) {
    char* data[kMaxOperands];
    int64_t strides[kMaxOperands];
    for (int k = 0; k < plan.nout + plan.nin + plan.masked; ++k) {
      data[k] = first_element(plan.operand[k]);
      strides[k] = plan.ndim ? stride_of(plan.operand[k], 0) : 0;
    }
    float_errors = runner.run(data, strides, plan.size, &error);
  } else {
    const Walk walk = choose_tiles(plan, runner.in_small_units());
    std::atomic<unsigned> errors{0}, all_float_errors{0};
    int64_t unit_grain = std::max<int64_t>(1, grain / walk.elements_per_unit());
    parallel_for(walk.units(), unit_grain, [&](int64_t begin, int64_t end) {
      unsigned bits = 0;
      FloatErrors float_bits = 0;
      walk.run(begin, end, [&](char** data, int64_t n, int64_t repeats) {
        for (; repeats > 0; --repeats) {
          float_bits |= runner.run(data, walk.inner_strides(), n, &bits);
          for (int k = 0; k < walk.operands(); ++k)
            data[k] += walk.repeat_strides()[k];
        }
      });
      if (bits) errors |= bits;
      if (float_bits) all_float_errors |= float_bits;
    });
    error = errors;
    float_errors = all_float_errors;
  }
  TENORITE_CHECK(!(error & kNegativeIntegerPower), ValueError, "%s",
                 kNegativeIntegerPowerText);
  return float_errors;
}

void elementwise(const ElementwisePlan& plan) {
  const CpuLoop* loops = loops_of(plan.op);
  if (!loops) throw_missing(plan.device, info(plan.op).name);
  const FloatErrors errors =
      execute(plan, loops[plan.loop], true, grain_of(plan.op, plan.loop),
              FloatCheck::of(plan.op, plan.loop));
  if (errors) [[unlikely]]
    found_float_errors(info(plan.op).name, errors);
}

}  // namespace tenorite::cpu
