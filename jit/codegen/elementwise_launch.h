// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

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

// Of a launch; what a driver takes on every device, less a little.
inline constexpr int kMaxParameterBytes = 4000;

// Whether a loop can be one of several of LoopKind::kBoxes.
bool fits_box(const ElementwiseLoop& loop);
// The bytes of a box of as many arrays and axes in a launch's parameters.
int box_bytes(int arrays, int ndim);
// The same for a variant of boxes: in as many launches as they need, which it
// returns.
int launch_boxes(const ElementwiseVariant& variant,
                  std::span<const ElementwiseLoop* const> loops,
                  const CompiledKernel& compiled, const LaunchArguments& values,
                  StreamId stream);

}  // namespace tenorite::jit
