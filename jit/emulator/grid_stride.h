// SPDX-License-Identifier: Apache-2.0
// Kernels that are nothing but a grid-stride loop:
//
//   for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
//        i += gridDim.x * blockDim.x) ...
#pragma once

#include <optional>
#include <string>

#include "jit/emulator/raw_text.h"

namespace tenorite::jit {

// Token numbers: the ) of the loop's head, and the last token of what it
// repeats.
struct GridStride {
  size_t head, last;
  std::string index, bound;
};

// Whether a call of the kernel can stand for neighbouring threads: they share
// nothing but the loop, which has no other way out, and nothing that is kept
// from one round to the next. "None" is always a right answer.
std::optional<GridStride> find_grid_stride(const RawText& text,
                                           const KernelDefinition& kernel);

}  // namespace tenorite::jit
