// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

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

// Whether a loop can be one of several of LoopKind::kBoxes.
bool fits_box(const ElementwiseLoop& loop);
// How many of as many arrays and axes the parameters of a launch hold, beside
// others.
int most_boxes(int arrays, int ndim, int other_bytes);

// Launches of LoopKind::kBoxes, each of as many boxes as its parameters hold;
// made once for boxes that come again over other memory.
class BoxLaunches {
 public:
  BoxLaunches(const ElementwiseVariant& variant,
              std::span<const ElementwiseLoop* const> loops);

  // `data`: of the arrays of the first loop, then of the next one.
  void run(char* const* data, const CompiledKernel& compiled,
           const LaunchArguments& values, StreamId stream) const;
  int count() const { return static_cast<int>(launches_.size()); }

 private:
  struct Launch {
    int boxes;
    uint32_t blocks;
    std::vector<char> parameter;  // but for the data
  };
  int arrays_, offset_, box_bytes_;
  std::vector<Launch> launches_;
};

}  // namespace tenorite::jit
