// SPDX-License-Identifier: Apache-2.0
// What the launches of an elementwise loop's kernels share.
#pragma once

#include <cstring>

#include "core/cuda/check.h"
#include "ops/cuda/elementwise/loop.h"
#include "ops/plan/plan.h"

namespace tenorite::cuda {

template <class Args>
void launch(void (*kernel)(Args), int64_t blocks, size_t shared, Args& args,
            cudaStream_t stream) {
  void* parameters[] = {&args};
  note_launch("an elementwise operation");
  TENORITE_CUDA_TRY(cudaLaunchKernel(reinterpret_cast<const void*>(kernel),
                                     dim3(static_cast<uint32_t>(blocks)),
                                     dim3(kThreads), parameters, shared,
                                     stream));
}

inline void set_scalar(ScalarBytes& to, const PlannedOperand& operand) {
  std::memcpy(to.bytes, operand.value.bytes, sizeof(to.bytes));
}

// Each runs one kernel of a loop over a plan, in several launches where one
// cannot count so far. The strided one takes aligned operands of the loop's
// dtypes only.
void launch_strided(const ElementwisePlan& plan, const StridedLoop& loop,
                    cudaStream_t stream);
void launch_converting(const ElementwisePlan& plan, const ConvertingLoop& loop,
                       cudaStream_t stream);

}  // namespace tenorite::cuda
