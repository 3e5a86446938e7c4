// SPDX-License-Identifier: Apache-2.0
#include "jit/groups/group_row_arrays.h"

#include <algorithm>
#include <cstring>

#include "jit/groups/group_key.h"
#include "ops/cuda/abi/fast_divisor.h"

namespace tenorite::jit {
namespace {

constexpr int kMaxAxes = 6;

}  // namespace

bool is_run(const int64_t* strides, const Dims& shape, uint64_t reduced,
            int64_t itemsize) {
  for (int axis = shape.size() - 1; axis >= 0 && (reduced >> axis & 1);
       --axis) {
    if (shape[axis] != 1 && strides[axis] != itemsize) return false;
    itemsize *= shape[axis];
  }
  return true;
}

std::vector<bool> constant_arrays(const GroupPlan& plan) {
  std::vector<bool> constant;
  for (const GroupArray& array : plan.arrays)
    constant.push_back(
        is_constant_along(array.view, plan.shape, plan.reduced_axes));
  return constant;
}

bool RowArrays::place(const GroupPlan& plan, const std::vector<bool>& constant,
                      int vector) {
  const Dims& shape = plan.shape;
  for (int axis = 0; axis < shape.size(); ++axis)
    (plan.reduced_axes >> axis & 1 ? run : rows) *= shape[axis];
  if (run < 2 || rows >= int64_t{1} << 31) return false;
  const int n = static_cast<int>(plan.arrays.size());
  whole = run % vector == 0;
  int64_t strides[kMaxGroupArrays][kMaxDims];
  for (int k = 0; k < n; ++k) {
    const ndarray& a = plan.arrays[static_cast<size_t>(k)].view;
    const auto item = static_cast<int64_t>(a.itemsize());
    auto bits = reinterpret_cast<uintptr_t>(a.data());
    if (!a.is_aligned()) return false;
    broadcast_strides_of(a, shape, strides[k]);
    if (constant[static_cast<size_t>(k)]) {
      access[k] = RowAccess::kConstant;
      continue;
    }
    if (!is_run(strides[k], shape, plan.reduced_axes, item)) return false;
    for (int axis = 0; axis < shape.size(); ++axis)
      if (!(plan.reduced_axes >> axis & 1))
        bits |= static_cast<uintptr_t>(strides[k][axis]);
    const auto wanted =
        static_cast<uintptr_t>(std::min<int64_t>(16, vector * item));
    access[k] =
        whole && bits % wanted == 0 ? RowAccess::kVector : RowAccess::kUnit;
  }
  axes.operands = n;
  for (int axis = 0; axis < shape.size(); ++axis) {
    if ((plan.reduced_axes >> axis & 1) || shape[axis] == 1) continue;
    int64_t column[kMaxGroupArrays];
    for (int k = 0; k < n; ++k) column[k] = strides[k][axis];
    axes.push(shape[axis], column);
  }
  axes.merge();
  if (axes.ndim == 0) {
    const int64_t none[kMaxGroupArrays] = {};
    axes.push(1, none);
  }
  return axes.ndim <= kMaxAxes;
}

char* RowArrays::write(const GroupPlan& plan, char* to) const {
  auto put = [&](const void* value, size_t n) {
    std::memcpy(to, value, n);
    to += n;
  };
  for (const GroupArray& array : plan.arrays) {
    const char* data = array.view.data();
    put(&data, 8);
  }
  for (size_t k = 0; k < plan.arrays.size(); ++k)
    put(axes.strides[k], 8 * static_cast<size_t>(axes.ndim));
  for (int d = 0; d < axes.ndim; ++d) {
    const cuda::FastDivisor divisor = cuda::make_divisor(axes.shape[d]);
    put(&divisor, sizeof(divisor));
  }
  return to;
}

}  // namespace tenorite::jit
