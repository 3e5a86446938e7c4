// SPDX-License-Identifier: Apache-2.0
#include "ops/plan/row_sorts.h"

#include <atomic>

namespace tenorite {
namespace {

std::atomic<RowSort> g_row_sorts[kNumDTypes];

}  // namespace

void set_row_sort(DType dtype, RowSort sort) {
  g_row_sorts[static_cast<int>(dtype)].store(sort, std::memory_order_relaxed);
}

RowSort row_sort(DType dtype) {
  return g_row_sorts[static_cast<int>(dtype)].load(std::memory_order_relaxed);
}

}  // namespace tenorite
