// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "core/error.h"
#include "ops/api/ops.h"

namespace tenorite::ops {

// Each product of segments is a copy of its own: where nobody keeps the result,
// whoever reads it reads `a` instead (ops/record/assembly.h).
ndarray rearrange(const ndarray& a, const std::vector<Segments>& axes,
                  bool keep_order, const ndarray* filling) {
  const int ndim = a.ndim();
  Dims shape(ndim);
  for (int axis = 0; axis < ndim; ++axis)
    for (const Segment& s : axes[static_cast<size_t>(axis)])
      shape[axis] += s.count;
  const bool f = !a.is_c_contiguous() && a.is_f_contiguous();
  ndarray result = ndarray::deferred(
      shape, a.dtype(), a.device(),
      keep_order ? copy_strides(shape, a.strides(), a.itemsize())
      : f        ? f_strides(shape, a.itemsize())
                 : c_strides(shape, a.itemsize()));
  if (result.size() == 0) return result;
  std::vector<size_t> at(static_cast<size_t>(ndim), 0);
  Dims begin(ndim);
  for (;;) {
    Dims part(ndim), from_strides(ndim);
    int64_t from = 0, to = 0;
    bool filled = false;
    for (int axis = 0; axis < ndim; ++axis) {
      const auto i = static_cast<size_t>(axis);
      const Segment& s = axes[i][at[i]];
      part[axis] = s.count;
      filled = filled || s.start == kFilled;
      from += s.start * a.stride(axis);
      to += begin[axis] * result.stride(axis);
      from_strides[axis] = s.step * a.stride(axis);
    }
    if (size_of(part) > 0)
      copy_into(result.view(to, part, result.strides()),
                filled ? *filling : a.view(from, part, from_strides),
                Casting::kNo);
    int axis = ndim - 1;
    for (; axis >= 0; --axis) {
      const auto i = static_cast<size_t>(axis);
      begin[axis] += axes[i][at[i]].count;
      if (++at[i] < axes[i].size()) break;
      at[i] = 0;
      begin[axis] = 0;
    }
    if (axis < 0) return result;
  }
}

ndarray roll(const ndarray& a, const Dims& shifts) {
  std::vector<Segments> axes;
  for (int axis = 0; axis < a.ndim(); ++axis) {
    const int64_t n = a.shape(axis);
    const int64_t shift = n == 0 ? 0 : (shifts[axis] % n + n) % n;
    Segments& segments = axes.emplace_back();
    if (shift > 0) segments.push_back({n - shift, 1, shift});
    segments.push_back({0, 1, n - shift});
  }
  return rearrange(a, axes, true);
}

}  // namespace tenorite::ops
