// SPDX-License-Identifier: Apache-2.0
#include <span>

#include "core/error.h"
#include "ops/api/ops.h"

namespace tenorite::ops {

namespace {

// Each product of segments is a copy of its own: where nobody keeps the result,
// whoever reads it reads `a` instead (ops/record/assembly.h).
class Rearrangement {
 public:
  Rearrangement(const ndarray& a, std::span<const Segments> axes,
                const ndarray* filling, const ndarray& result)
      : a_(a),
        axes_(axes),
        filling_(filling),
        result_(result),
        part_(a.ndim()),
        steps_(a.ndim()) {}

  // What follows from the segments of `axis` and of those after it, where the
  // ones before it lead to these offsets.
  void copy(int axis = 0, int64_t from = 0, int64_t to = 0) {
    if (axis == a_.ndim()) return copy_part(to, a_.view(from, part_, steps_));
    for (const Segment& s : axes_[static_cast<size_t>(axis)]) {
      part_[axis] = s.count;
      steps_[axis] = s.step * a_.stride(axis);
      if (s.start == kFilled) {
        // One piece, whatever the axes after it have.
        for (int k = axis + 1; k < a_.ndim(); ++k) part_[k] = result_.shape(k);
        copy_part(to, *filling_);
      } else {
        copy(axis + 1, from + s.start * a_.stride(axis), to);
      }
      to += s.count * result_.stride(axis);
    }
  }

 private:
  void copy_part(int64_t to, const ndarray& source) {
    if (size_of(part_) > 0)
      copy_apart(result_.view(to, part_, result_.strides()), source);
  }

  const ndarray& a_;
  std::span<const Segments> axes_;
  const ndarray* filling_;
  const ndarray& result_;
  Dims part_, steps_;
};

}  // namespace

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
  if (result.size() > 0) Rearrangement(a, axes, filling, result).copy();
  return result;
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
