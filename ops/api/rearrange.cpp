// SPDX-License-Identifier: Apache-2.0
#include <span>

#include "core/error.h"
#include "ops/api/ops.h"

namespace tenorite::ops {

// Each product of segments is a copy of its own: where nobody keeps the result,
// whoever reads it reads `a` instead (ops/record/assembly.h).
ndarray rearrange(const ndarray& a, std::span<const Segments> axes,
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
  Dims at(ndim), begin(ndim);
  for (;;) {
    Dims part(ndim), from_strides(ndim);
    int64_t from = 0, to = 0;
    bool filled = false;
    for (int axis = 0; axis < ndim; ++axis) {
      const auto i = static_cast<size_t>(axis);
      const Segment& s = axes[i][static_cast<size_t>(at[axis])];
      part[axis] = s.count;
      filled = filled || s.start == kFilled;
      from += s.start * a.stride(axis);
      to += begin[axis] * result.stride(axis);
      from_strides[axis] = s.step * a.stride(axis);
    }
    if (size_of(part) > 0) {
      const ndarray target = result.view(to, part, result.strides());
      copy_apart(target, filled ? *filling : a.view(from, part, from_strides));
    }
    int axis = ndim - 1;
    for (; axis >= 0; --axis) {
      const Segments& segments = axes[static_cast<size_t>(axis)];
      begin[axis] += segments[static_cast<size_t>(at[axis])].count;
      if (++at[axis] < static_cast<int64_t>(segments.size())) break;
      at[axis] = begin[axis] = 0;
    }
    if (axis < 0) return result;
  }
}

ndarray roll(const ndarray& a, const Dims& shifts) {
  Segment segments[kMaxDims][2];
  Segments axes[kMaxDims];
  const auto ndim = static_cast<size_t>(a.ndim());
  for (size_t i = 0; i < ndim; ++i) {
    const auto axis = static_cast<int>(i);
    const int64_t n = a.shape(axis);
    const int64_t shift = n == 0 ? 0 : (shifts[axis] % n + n) % n;
    segments[i][0] = {n - shift, 1, shift};
    segments[i][1] = {0, 1, n - shift};
    axes[i] = Segments(segments[i]).subspan(shift > 0 ? 0 : 1);
  }
  return rearrange(a, {axes, ndim}, true);
}

}  // namespace tenorite::ops
