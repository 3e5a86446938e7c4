// SPDX-License-Identifier: Apache-2.0
// Single items in host memory, such as a[i] * b[j]: their arithmetic takes less
// time than a plan for it.
#pragma once

#include "ops/api/ops.h"
#include "ops/record/log.h"
#include "ops/record/truths.h"

namespace tenorite::ops {

// Whether the array is one item in host memory with nothing pending.
inline bool is_host_item(const ndarray& a) {
  return a.ndim() == 0 && a.device().is_cpu() &&
         !is_pending(*a.storage().get());
}

// The item at a byte offset from the array's data, where it is in host memory
// with nothing pending; else null.
inline const char* host_item_at(const ndarray& a, int64_t byte_offset) {
  const bool known = a.device().is_cpu() && !is_pending(*a.storage().get()) &&
                     !may_hold_other_bytes(a);
  return known ? a.data() + byte_offset : nullptr;
}

// An operand of such arithmetic: an item of an array, or a Python number.
struct HostItem {
  DType dtype;  // kInt64, kFloat64, or kFloat32 with the value in `f`
  bool weak;    // a Python number
  union {
    int64_t i;
    double f;
  };

  static HostItem of_python(int64_t number) {
    HostItem item{DType::kInt64, true, {}};
    item.i = number;
    return item;
  }
  static HostItem of_python(double number) {
    HostItem item{DType::kFloat64, true, {}};
    item.f = number;
    return item;
  }
};
// Reads the value of an array that is such an item; false for all other arrays
// and dtypes.
bool read_host_item(const ndarray& a, HostItem* item);

// What an operator of one or two items gives, if it is plain arithmetic or a
// comparison. False, with nothing done, for all else and where there is an
// error or a warning to be reported.
bool compute_host_item(Op op, const HostItem& a, Scalar* result);
bool compute_host_items(Op op, const HostItem& a, const HostItem& b,
                        Scalar* result);

}  // namespace tenorite::ops
