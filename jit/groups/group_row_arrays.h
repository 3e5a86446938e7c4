// SPDX-License-Identifier: Apache-2.0
// How the arrays of a group lie along its rows, and across them.
#pragma once

#include "jit/groups/group_rows.h"
#include "ops/plan/planning.h"

namespace tenorite::jit {

// Whether the reduced axes are one run of elements side by side.
bool is_run(const int64_t* strides, const Dims& shape, uint64_t reduced,
            int64_t itemsize);

// Of a group's arrays, whether they are the same all along its reduced axes.
std::vector<bool> constant_arrays(const GroupPlan& plan);

struct RowArrays {
  int64_t rows = 1, run = 1;  // how many, and of how many elements
  bool whole;                 // rows are whole vectors
  RowAccess access[kMaxGroupArrays] = {};
  AxisSetOf<kMaxKernelOperands> axes;  // kept ones

  // False where no kernel goes over them. `constant` says of arrays that they
  // do not change along a row; `vector`: elements of a thread at a time.
  bool place(const GroupPlan& plan, const std::vector<bool>& constant,
             int vector);
  // What the structs of the prelude begin with: data, strides and axes. Returns
  // the end.
  char* write(const GroupPlan& plan, char* to) const;
};

}  // namespace tenorite::jit
