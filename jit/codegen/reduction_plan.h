// SPDX-License-Identifier: Apache-2.0
// From the operands of a reduction kernel to the way in which its work is
// divided: pure.
#pragma once

#include "jit/codegen/reduction_text.h"
#include "ops/plan/planning.h"

namespace tenorite::jit {

using KernelAxes = AxisSetOf<kMaxKernelOperands>;

struct ReductionLoop {
  int inputs = 0, outputs = 0;    // arrays
  int parameter[kMaxParameters];  // of each array, inputs first
  DType dtype[kMaxParameters];
  char* data[kMaxParameters];
  KernelAxes kept;     // inputs, outputs, number of the output
  KernelAxes reduced;  // inputs, number of the position
  int64_t size = 1;    // outputs
  int64_t total = 1;   // elements of each

  // How the work is divided.
  int64_t groups, units, chunk, splits, run, run_vectors;
  int lanes_log2 = 0;

  int arrays() const { return inputs + outputs; }
};

// Adds an array to either list; call for all inputs first.
void add_array(ReductionLoop& loop, int parameter, bool output,
               const ndarray& a);
// arrays[] as added. `folded` says which axes of `shape` are reduced; outputs
// have the others (and ones in place of them if `keepdims`).
void plan_axes(ReductionLoop& loop, const Dims& shape, const bool* folded,
               bool keepdims, const ndarray* const* arrays);

// `reduce_bytes`: of a value that is reduced; 0 if unknown.
void divide_on_device(ReductionLoop& loop, bool heavy, int reduce_bytes,
                      ReductionVariant& variant);
void divide_on_host(ReductionLoop& loop, ReductionVariant& variant);

}  // namespace tenorite::jit
