// SPDX-License-Identifier: Apache-2.0
// From the operands of an elementwise kernel to the loop over them: pure.
#pragma once

#include "jit/codegen/elementwise_text.h"
#include "ops/plan/planning.h"

namespace tenorite::jit {

using KernelAxes = AxisSetOf<kMaxKernelOperands>;

// Operands are the kernel's arrays in the order of its parameters and, if
// asked for, the index, whose strides count elements in C order.
struct ElementwiseLoop {
  int arrays = 0;
  int parameter[kMaxParameters];  // of each array
  bool output[kMaxParameters];
  DType dtype[kMaxParameters];
  char* data[kMaxParameters];
  bool indexed = false;
  int64_t index = 0;  // of the first element
  int64_t size = 1;
  KernelAxes axes;

  int operands() const { return arrays + indexed; }
};

// Adds an array to a loop over `shape`, to which it broadcasts.
void add_array(ElementwiseLoop& loop, int parameter, bool output,
               const ndarray& a);
// Fills in the axes, once all arrays are there. In C order for threads, else
// ordered and merged as the built-in operations order and merge them.
void plan_axes(ElementwiseLoop& loop, const Dims& shape,
               const ndarray* const* arrays, bool c_order);

// Chooses the kernel for a loop; reorders its axes for tiles. `heavy_elements`
// is 0 for light bodies.
void choose_device_variant(ElementwiseLoop& loop, int heavy_elements,
                           ElementwiseVariant& variant);
void choose_thread_variant(const ElementwiseLoop& loop,
                           ElementwiseVariant& variant);
void choose_host_variant(const ElementwiseLoop& loop,
                         ElementwiseVariant& variant);

}  // namespace tenorite::jit
