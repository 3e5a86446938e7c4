// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/interrupt.h"
#include "ops/cpu/cpu_ops.h"
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
  explicit OneByOne(const AtPlan& plan) : loop_(loops_of(plan.op)[plan.loop]) {
    const LoopTypes& types = info(plan.op).loops[plan.loop];
    if (plan.target_dtype != types.in[0])
      load_ = cast_loop(plan.target_dtype, types.in[0]);
    if (plan.target_dtype != types.out[0])
      store_ = cast_loop(types.out[0], plan.target_dtype);
  }

  void step(char* target, char* value, unsigned* error) {
    const int64_t strides[3] = {};
    alignas(16) char in[kMaxItem], out[kMaxItem];
    char* data[3] = {target, target, value};
    if (load_) {
      data[1] = in;
      char* cast[2] = {in, target};
      load_(cast, strides, 1, error);
    }
    if (store_) data[0] = out;
    loop_(data, strides, 1, error);
    if (store_) {
      char* cast[2] = {target, out};
      store_(cast, strides, 1, error);
    }
  }

 private:
  CpuLoop loop_;
  CpuLoop load_ = nullptr;
  CpuLoop store_ = nullptr;
};

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
    if (fused) {
      fused({plan.target, plan.offset + first, values, step, n}, &error);
      continue;
    }
    for (int64_t i = 0; i < n; ++i)
      op.step(plan.target + plan.offset[first + i], values + i * step, &error);
  }
  TENORITE_CHECK(!(error & kNegativeIntegerPower), ValueError, "%s",
                 kNegativeIntegerPowerText);
}

}  // namespace tenorite::cpu
