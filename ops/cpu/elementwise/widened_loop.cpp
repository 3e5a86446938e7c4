// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/elementwise/widened_loop.h"

#include <algorithm>

namespace tenorite::cpu {

void run_on_wide(CpuLoop loop, const NarrowOperands& operands, char** data,
                 const int64_t* strides, int64_t n, unsigned* error) {
  constexpr int64_t kBlock = 512;  // numbers that are converted at a time
  constexpr int kMost = kMaxOutputs + kMaxInputs;
  alignas(64) char block[kMost][kBlock * sizeof(double)];
  const CpuLoop widen = cast_loop(operands.narrow, operands.wide);
  const CpuLoop narrow = cast_loop(operands.wide, operands.narrow);
  const auto size = static_cast<int64_t>(itemsize(operands.wide));
  unsigned none = 0;
  for (int64_t i = 0; i < n; i += kBlock) {
    const int64_t m = std::min(kBlock, n - i);
    char* part[kMost];
    int64_t steps[kMost];
    for (int k = 0; k < operands.operands; ++k) {
      part[k] = data[k] + i * strides[k];
      steps[k] = strides[k];
      if (!operands.is_narrow[k]) continue;
      const bool is_input = k >= operands.outputs;
      const bool is_scalar = is_input && strides[k] == 0;
      char* pair[] = {block[k], part[k]};
      const int64_t pair_steps[] = {size, strides[k]};
      if (is_input && (i == 0 || !is_scalar))
        widen(pair, pair_steps, is_scalar ? 1 : m, &none);
      part[k] = block[k];
      steps[k] = is_scalar ? 0 : size;
    }
    loop(part, steps, m, error);
    for (int k = 0; k < operands.outputs; ++k) {
      if (!operands.is_narrow[k]) continue;
      char* pair[] = {data[k] + i * strides[k], block[k]};
      const int64_t pair_steps[] = {strides[k], size};
      narrow(pair, pair_steps, m, &none);
    }
  }
}

}  // namespace tenorite::cpu
