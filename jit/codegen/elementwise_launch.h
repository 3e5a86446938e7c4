// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jit/codegen/elementwise_plan.h"
#include "jit/codegen/kernel_call.h"

namespace tenorite::jit {

struct ElementwiseOptions {
  StreamId stream;
  int block;   // threads of a block where each has one element
  bool heavy;  // of the body
};

// Queues a compiled variant for a loop: in one launch, or in several where
// offsets would not fit 31 bits. `values` are what stands behind the loop's
// own arguments.
void launch_elementwise(const ElementwiseVariant& variant,
                        const ElementwiseLoop& loop,
                        const CompiledKernel& compiled,
                        const LaunchArguments& values,
                        const ElementwiseOptions& options);

}  // namespace tenorite::jit
