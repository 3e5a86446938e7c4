// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <vector>

#include "core/error.h"
#include "ops/ops.h"

namespace tenorite::ops {
namespace {

void check_joinable(const ndarray* const* arrays, size_t n, int axis) {
  const ndarray& first = *arrays[0];
  for (size_t k = 1; k < n; ++k) {
    const ndarray& a = *arrays[k];
    TENORITE_CHECK(
        a.ndim() == first.ndim(), ValueError,
        "all the input arrays must have same number of dimensions, but the "
        "array at index 0 has %d dimension(s) and the array at index %zu has "
        "%d dimension(s)",
        first.ndim(), k, a.ndim());
    for (int i = 0; i < a.ndim(); ++i)
      TENORITE_CHECK(
          i == axis || a.shape(i) == first.shape(i), ValueError,
          "all the input array dimensions except for the concatenation axis "
          "must match exactly, but along dimension %d, the array at index 0 "
          "has size %lld and the array at index %zu has size %lld",
          i, static_cast<long long>(first.shape(i)), k,
          static_cast<long long>(a.shape(i)));
  }
}

// NumPy's order for the result: axes by falling stride; where arrays disagree,
// or none tells (axes of length one), C order wins.
Dims joined_strides(const ndarray* const* arrays, size_t n, const Dims& shape,
                    size_t itemsize) {
  bool all_c = true;
  for (size_t k = 0; k < n; ++k) all_c = all_c && arrays[k]->is_c_contiguous();
  if (all_c) return c_strides(shape, itemsize);
  int order[kMaxDims];
  for (int axis = 0; axis < shape.size(); ++axis) {
    int at = axis;
    for (int before = axis - 1; before >= 0; --before) {
      int other = order[before];
      bool any = false, all = true;
      for (size_t k = 0; k < n; ++k) {
        const ndarray& a = *arrays[k];
        if (a.shape(axis) == 1 || a.shape(other) == 1) continue;
        any = true;
        all = all && std::llabs(a.stride(axis)) > std::llabs(a.stride(other));
      }
      if (any && !all) break;
      if (any) at = before;
    }
    for (int i = axis; i > at; --i) order[i] = order[i - 1];
    order[at] = axis;
  }
  return strides_in_order(shape, itemsize, order);
}

}  // namespace

ndarray concatenate(const ndarray* const* arrays, size_t n, int axis,
                    std::optional<DType> dtype, Casting casting,
                    const ndarray* out) {
  check_joinable(arrays, n, axis);
  Device device = common_device(arrays, static_cast<int>(n));
  Dims shape = arrays[0]->shape();
  std::vector<Promotable> dtypes{{arrays[0]->dtype(), Weak::kNone}};
  for (size_t k = 1; k < n; ++k) {
    shape[axis] += arrays[k]->shape(axis);
    dtypes.push_back({arrays[k]->dtype(), Weak::kNone});
  }
  DType joint = dtype ? *dtype : result_type(dtypes.data(), n);
  if (out)
    TENORITE_CHECK(out->shape() == shape, ValueError,
                   "Output array is the wrong shape");
  ndarray result =
      out ? *out
          : ndarray::empty(shape, joint, device,
                           joined_strides(arrays, n, shape, itemsize(joint)));
  int64_t begin = 0;
  for (size_t k = 0; k < n; ++k) {
    shape[axis] = arrays[k]->shape(axis);
    copy_into(result.view(begin * result.stride(axis), shape, result.strides()),
              *arrays[k], casting);
    begin += shape[axis];
  }
  return result;
}

}  // namespace tenorite::ops
