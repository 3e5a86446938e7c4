// SPDX-License-Identifier: Apache-2.0
#include "ops/api/fft.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/error.h"
#include "core/stream.h"
#include "ops/api/ops.h"
#include "ops/plan/registry.h"

namespace tenorite::ops {
namespace {

void check_step(const FftStep& step, int ndim) {
  TENORITE_CHECK(step.axis >= 0 && step.axis < ndim, ValueError,
                 "axis %d is not in an array of %d dimensions", step.axis,
                 ndim);
  TENORITE_CHECK(step.n >= 1, ValueError,
                 "Invalid number of FFT data points (%lld) specified.",
                 static_cast<long long>(step.n));
}

void check_result(const ndarray& out, const Dims& shape) {
  TENORITE_CHECK(out.shape() == shape, ValueError,
                 "output array has wrong shape.");
}

// Neighbouring steps that one plan can do; `axes` and `points` in the order of
// the steps reversed, so that the axis of the reals is the last.
struct Group {
  FftKind kind;
  bool inverse;
  Dims axes, points;
};

bool joins(const Group& group, const FftStep& step) {
  return step.kind == FftKind::kComplex && group.kind != FftKind::kToReal &&
         step.inverse == group.inverse && group.axes.size() < kMaxFftRank &&
         std::find(group.axes.begin(), group.axes.end(), step.axis) ==
             group.axes.end();
}

std::vector<Group> group_steps(const std::vector<FftStep>& steps) {
  std::vector<Group> groups;
  for (const FftStep& step : steps) {
    if (groups.empty() || !joins(groups.back(), step))
      groups.push_back({step.kind, step.inverse, {}, {}});
    groups.back().axes.insert(0, step.axis);
    groups.back().points.insert(0, step.n);
  }
  return groups;
}

// Lengths along a transformed axis on both sides; `last`: that of the reals.
int64_t in_length(FftKind kind, int64_t n) {
  return kind == FftKind::kToReal ? n / 2 + 1 : n;
}
int64_t out_length(FftKind kind, bool last, int64_t n) {
  return kind == FftKind::kFromReal && last ? n / 2 + 1 : n;
}
// What a transform with a result of some shape has to be given.
Dims in_shape(const Group& group, const ndarray& out) {
  Dims shape = out.shape();
  int last = group.axes.size() - 1;
  shape[static_cast<int>(group.axes[last])] =
      in_length(group.kind, group.points[last]);
  return shape;
}

// What is recorded of an operand is executed here: so the side that is read
// comes first, before the result takes memory.
FftSide side_of(const ndarray& a) {
  return {a.data(), a.dtype(), a.shape(), a.strides()};
}

// Strides of numpy.empty_like(prototype, shape=shape).
Dims strides_like(const Dims& prototype, const Dims& strides, size_t item,
                  const Dims& shape, size_t new_item) {
  if (is_c_contiguous(prototype, strides, item))
    return c_strides(shape, new_item);
  if (is_f_contiguous(prototype, strides, item))
    return f_strides(shape, new_item);
  int order[kMaxDims];
  for (int i = 0; i < shape.size(); ++i) order[i] = i;
  std::stable_sort(order, order + shape.size(), [&](int i, int j) {
    return std::abs(strides[i]) > std::abs(strides[j]);
  });
  return strides_in_order(shape, new_item, order);
}

ndarray empty_like_shaped(const ndarray& a, const Dims& shape, DType dtype) {
  return ndarray::deferred(shape, dtype, a.device(),
                           strides_like(a.shape(), a.strides(), a.itemsize(),
                                        shape, itemsize(dtype)));
}

// In the memory order of `a`, but with the axes of the transforms innermost.
ndarray empty_innermost(const ndarray& a, const Group& group, const Dims& shape,
                        DType dtype) {
  const int64_t* strides = a.strides().data();
  int order[kMaxDims];
  k_order(a.ndim(), a.shape().data(), &strides, 1, order);
  auto transformed = [&](int axis) {
    return std::find(group.axes.begin(), group.axes.end(), axis) !=
           group.axes.end();
  };
  int* end = std::stable_partition(
      order, order + a.ndim(), [&](int axis) { return !transformed(axis); });
  for (int64_t axis : group.axes) *end++ = static_cast<int>(axis);
  return ndarray::deferred(shape, dtype, a.device(),
                           strides_in_order(shape, itemsize(dtype), order));
}

// a[..., begin:end:step, ...]
ndarray slice(const ndarray& a, int axis, int64_t begin, int64_t end,
              int64_t step = 1) {
  Dims shape = a.shape(), strides = a.strides();
  shape[axis] = (end - begin + step - 1) / step;
  int64_t offset = begin * strides[axis];
  strides[axis] *= step;
  return a.view(offset, shape, strides);
}

// Complex items as pairs of reals.
ndarray as_reals(const ndarray& a) {
  if (kind(a.dtype()) != 'c') return a;
  auto half = static_cast<int64_t>(a.itemsize() / 2);
  Dims shape = a.shape(), strides = a.strides();
  shape.push_back(2);
  strides.push_back(half);
  return a.view_as(real_of(a.dtype()), 0, shape, strides);
}

void multiply(const ndarray& a, double factor, const ndarray& out) {
  if (kind(a.dtype()) == 'c' && a.ndim() == kMaxDims) {
    multiply(real(a), factor, real(out));
    multiply(imag(a), factor, imag(out));
    return;
  }
  ndarray from = as_reals(a), to = as_reals(out), result;
  Argument in[2];
  in[0].array = &from;
  in[1].is_weak = true;
  in[1].weak = {.weak = Weak::kFloat, .re = factor};
  UfuncOptions options;
  options.out[0] = &to;
  for (int k = 0; k < 3; ++k) options.signature[k] = to.dtype();
  ufunc(Op::multiply, in, options, &result);
}

// The steps of one call, group by group.
class Transform {
 public:
  Transform(const ndarray& a, const std::vector<FftStep>& steps, bool consume);
  ndarray run(const ndarray* out);

 private:
  void transform(const Group& group, const ndarray& out);
  bool run_direct(const Group& group, const ndarray& in, const ndarray& out);
  bool run_by_axes(const Group& group, const ndarray& out);
  void run_copied(const Group& group, const ndarray& out);
  bool without_points(const Group& group, const ndarray& out);
  bool is_ready(const Group& group, const Dims& shape) const;
  ndarray result_of(const Group& group) const;
  void check_out(const Group& group, const ndarray& out) const;
  void copy(const ndarray& from, const ndarray& to);
  void copy_padded(const ndarray& to);
  DType in_dtype(FftKind kind) const {
    return kind == FftKind::kFromReal ? real_ : complex_;
  }
  DType out_dtype(FftKind kind) const {
    return kind == FftKind::kToReal ? real_ : complex_;
  }

  DType real_, complex_;
  std::vector<Group> groups_;
  ndarray x_;          // what is transformed next
  bool own_;           // its items may be overwritten
  double factor_ = 1;  // still to be applied
};

Transform::Transform(const ndarray& a, const std::vector<FftStep>& steps,
                     bool consume)
    : groups_(group_steps(steps)), x_(a), own_(consume) {
  bool single = compute_of(real_of(a.dtype())) == DType::kFloat32;
  real_ = single ? DType::kFloat32 : DType::kFloat64;
  complex_ = single ? DType::kComplex64 : DType::kComplex128;
  for (const FftStep& step : steps) {
    check_step(step, a.ndim());
    factor_ *= step.factor;
  }
}

// A new array for the result of a group, as numpy.fft arranges it when it does
// one step after the other.
ndarray Transform::result_of(const Group& group) const {
  Dims shape = x_.shape(), strides = x_.strides();
  size_t item = x_.itemsize(), new_item = itemsize(out_dtype(group.kind));
  int last = group.axes.size() - 1;
  for (int i = last; i >= 0; --i) {
    Dims longer = shape;
    longer[static_cast<int>(group.axes[i])] =
        out_length(group.kind, i == last, group.points[i]);
    checked_extent(longer, new_item);
    strides = strides_like(shape, strides, item, longer, new_item);
    shape = longer;
    item = new_item;
  }
  return ndarray::deferred(shape, out_dtype(group.kind), x_.device(), strides);
}

void Transform::check_out(const Group& group, const ndarray& out) const {
  Dims shape = x_.shape();
  int last = group.axes.size() - 1;
  for (int i = 0; i <= last; ++i)
    shape[static_cast<int>(group.axes[i])] =
        out_length(group.kind, i == last, group.points[i]);
  check_result(out, shape);
  TENORITE_CHECK(out.dtype() == out_dtype(group.kind), TypeError,
                 "output array has dtype %s, not %s", name(out.dtype()),
                 name(out_dtype(group.kind)));
}

ndarray Transform::run(const ndarray* out) {
  if (out && may_share_memory(*out, x_)) {
    // In place where every item is read and written at one place.
    bool in_place = overlap(x_, *out) == Overlap::kSame &&
                    x_.dtype() == out->dtype() && groups_.size() == 1 &&
                    groups_[0].kind == FftKind::kComplex;
    for (int i = 0; in_place && i < groups_[0].axes.size(); ++i)
      in_place = x_.shape(static_cast<int>(groups_[0].axes[i])) ==
                 groups_[0].points[i];
    if (!in_place) {
      copy_into(*out, run(nullptr), Casting::kUnsafe);
      return *out;
    }
  }
  for (size_t i = 0; i < groups_.size(); ++i) {
    const Group& group = groups_[i];
    ndarray target;
    bool last = i + 1 == groups_.size();
    if (last && out) {
      check_out(group, *out);
      target = has_internal_overlap(*out) ? result_of(group) : *out;
    } else {
      target = result_of(group);
      // A result in between is overwritten by the next one of its shape.
      if (own_ && i > 0 && target.dtype() == x_.dtype() &&
          target.shape() == x_.shape() && target.strides() == x_.strides())
        target = x_;
    }
    if (target.size() > 0) transform(group, target);
    x_ = target;
    own_ = true;
  }
  if (factor_ != 1 && x_.size() > 0) multiply(x_, factor_, x_);
  factor_ = 1;
  if (!out) return x_;
  if (has_internal_overlap(*out)) copy_into(*out, x_, Casting::kUnsafe);
  return *out;
}

// x_, which may have other lengths, into an array of another layout; scaled on
// the way where that costs nothing.
void Transform::copy(const ndarray& from, const ndarray& to) {
  bool scales =
      factor_ != 1 && (from.dtype() == to.dtype() ||
                       (kind(to.dtype()) == 'f' && kind(from.dtype()) != 'c'));
  if (!scales) return copy_into(to, from, Casting::kUnsafe);
  multiply(from, factor_, to);
  factor_ = 1;
}

void Transform::copy_padded(const ndarray& to) {
  ndarray from = x_, inner = to;
  for (int axis = 0; axis < to.ndim(); ++axis) {
    int64_t have = from.shape(axis), want = to.shape(axis);
    if (have > want) from = slice(from, axis, 0, want);
    if (have >= want) continue;
    fill(slice(inner, axis, have, want), Scalar{to.dtype()});
    inner = slice(inner, axis, 0, have);
  }
  if (inner.size() > 0) copy(from, inner);
}

// Whether a plan that asks for that shape can read x_ itself.
bool Transform::is_ready(const Group& group, const Dims& shape) const {
  if (x_.dtype() != in_dtype(group.kind)) return false;
  if (group.kind == FftKind::kToReal && !own_) return false;
  for (int i = 0; i < shape.size(); ++i)
    if (x_.shape(i) < shape[i]) return false;
  return true;
}

bool Transform::run_direct(const Group& group, const ndarray& in,
                           const ndarray& out) {
  const FftSide from = side_of(in), to = side_of(out);
  FftLaunch launch;
  if (!plan_fft(group.kind, group.axes, group.points, from, to, launch))
    return false;
  const auto run = require<&DeviceOps::fft>(out.device());
  if (group.kind == FftKind::kToReal) {
    // NumPy ignores these imaginary parts, for which libraries ask to be zero.
    auto axis = static_cast<int>(group.axes.back());
    int64_t n = group.points.back(), half = n / 2;
    ndarray parts =
        n % 2 == 0 ? slice(in, axis, 0, half + 1, half) : slice(in, axis, 0, 1);
    fill(imag(parts), Scalar{real_});
  }
  launch.inverse = group.inverse;
  if (launch.plan.columns) launch.factor = std::exchange(factor_, 1);
  launch.device = out.device();
  launch.stream = current_stream(out.device());
  for (const ndarray* side : {&in, &out}) side->storage()->use(launch.stream);
  run(launch);
  return true;
}

// One axis after the other, if each is worth a launch as `out` lies.
bool Transform::run_by_axes(const Group& group, const ndarray& out) {
  int last = group.axes.size() - 1;
  if (last == 0) return false;
  const FftSide side = side_of(out);
  for (int i = 0; i <= last; ++i) {
    FftLaunch launch;
    if (!plan_fft(FftKind::kComplex, {group.axes[i]}, {group.points[i]}, side,
                  side, launch))
      return false;
  }
  Group first{
      group.kind, group.inverse, {group.axes[last]}, {group.points[last]}};
  Group others{FftKind::kComplex, group.inverse, Dims(group.axes.data(), last),
               Dims(group.points.data(), last)};
  transform(first, out);
  x_ = out;
  own_ = true;
  transform(others, out);
  return true;
}

// Through arrays in which the transforms lie one after another.
void Transform::run_copied(const Group& group, const ndarray& out) {
  Dims shape = in_shape(group, out);
  ndarray in = empty_innermost(out, group, shape, in_dtype(group.kind));
  copy_padded(in);
  ndarray result = group.kind == FftKind::kComplex
                       ? in
                       : empty_innermost(out, group, out.shape(), out.dtype());
  TENORITE_CHECK(run_direct(group, in, result), RuntimeError,
                 "no plan for dense transforms of shape %s",
                 to_string(shape).c_str());
  copy(result, out);
}

// Where all axes, or that of the reals, have one point; true if nothing is
// left to be done.
bool Transform::without_points(const Group& group, const ndarray& out) {
  int last = group.axes.size() - 1;
  if (group.kind == FftKind::kToReal) {
    if (group.points[last] != 1) return false;
    x_ = kind(x_.dtype()) == 'c' ? real(x_) : x_;
    copy_padded(out);
    return true;
  }
  for (int i = group.kind == FftKind::kFromReal ? last : 0; i <= last; ++i)
    if (group.points[i] != 1) return false;
  copy_padded(out);
  if (group.kind == FftKind::kComplex || last == 0) return true;
  x_ = out;
  own_ = true;
  transform({FftKind::kComplex, group.inverse, Dims(group.axes.data(), last),
             Dims(group.points.data(), last)},
            out);
  return true;
}

void Transform::transform(const Group& group, const ndarray& out) {
  if (without_points(group, out)) return;
  Dims shape = in_shape(group, out);
  if (is_ready(group, shape)) {
    ndarray in = x_;
    for (int i = 0; i < shape.size(); ++i)
      if (shape[i] < in.shape(i)) in = slice(in, i, 0, shape[i]);
    if (run_direct(group, in, out)) return;
  }
  if (run_by_axes(group, out)) return;
  // A copy in the order of the result, which for complex items is its place.
  bool in_place = group.kind == FftKind::kComplex;
  ndarray in =
      in_place ? out : empty_like_shaped(out, shape, in_dtype(group.kind));
  const FftSide from = side_of(in), to = side_of(out);
  FftLaunch launch;
  if (plan_fft(group.kind, group.axes, group.points, from, to, launch)) {
    copy_padded(in);
    run_direct(group, in, out);
    return;
  }
  in = ndarray();
  run_copied(group, out);
}

// ---- one axis after the other, as numpy.fft does it, with its bits ----

// In the dtype and at addresses that transforms can read.
ndarray as_items(const ndarray& a, DType dtype) {
  if (a.dtype() == dtype && a.is_aligned()) return a;
  ndarray items = empty_like_shaped(a, a.shape(), dtype);
  copy_into(items, a, Casting::kUnsafe);
  return items;
}

// Of operands with the dtypes of a transform.
void run_lines(const ndarray& a, const FftStep& step, LinePrecision precision,
               const ndarray& out) {
  const FftSide from = side_of(a), to = side_of(out);
  FftLines plan;
  plan_fft_lines(step.kind, step.axis, step.n, from, to, plan);
  plan.inverse = step.inverse;
  plan.precision = precision;
  plan.factor = step.factor;
  plan.device = out.device();
  plan.stream = current_stream(out.device());
  run_barrier<&DeviceOps::fft_lines>({&a, &out}, plan);
}

// In double precision, unless the input has the dtype of a transform in single
// precision and the factor, which numpy.fft gives only where it scales, has the
// same.
bool is_single(const ndarray& a, const FftStep& step) {
  const DType wanted =
      step.kind == FftKind::kFromReal ? DType::kFloat32 : DType::kComplex64;
  return a.dtype() == wanted && step.factor != 1;
}

DType item_dtype(bool is_real, bool single) {
  if (is_real) return single ? DType::kFloat32 : DType::kFloat64;
  return single ? DType::kComplex64 : DType::kComplex128;
}

void transform_lines(const ndarray& a, const FftStep& step,
                     const ndarray& out) {
  if (out.size() == 0) return;
  if (a.size() == 0) return fill(out, Scalar{out.dtype()});
  auto in_dtype = [&](bool single) {
    return item_dtype(step.kind == FftKind::kFromReal, single);
  };
  auto out_dtype = [&](bool single) {
    return item_dtype(step.kind == FftKind::kToReal, single);
  };
  const bool single = is_single(a, step);
  // Numbers in single precision need no copies of twice their size.
  const bool narrow =
      a.dtype() == in_dtype(true) && out.dtype() == out_dtype(true);
  const LinePrecision precision = single   ? LinePrecision::kSingle
                                  : narrow ? LinePrecision::kSingleByDouble
                                           : LinePrecision::kDouble;
  const ndarray in = as_items(a, in_dtype(single || narrow));
  const DType dtype = out_dtype(single || narrow);
  if (out.dtype() == dtype && out.is_aligned() && !has_internal_overlap(out) &&
      !may_share_memory(out, in))
    return run_lines(in, step, precision, out);
  const ndarray result = empty_like_shaped(in, out.shape(), dtype);
  run_lines(in, step, precision, result);
  copy_into(out, result, Casting::kUnsafe);
}

ndarray fft_by_lines(const ndarray& a, const std::vector<FftStep>& steps,
                     const ndarray* out) {
  ndarray x = a;
  for (const FftStep& step : steps) {
    check_step(step, a.ndim());
    Dims shape = x.shape();
    shape[step.axis] = out_length(step.kind, true, step.n);
    const bool inexact = kind(x.dtype()) == 'f' || kind(x.dtype()) == 'c';
    const DType real = inexact ? real_of(x.dtype()) : DType::kFloat64;
    const DType dtype = step.kind == FftKind::kToReal ? real
                        : itemsize(real) < 8          ? DType::kComplex64
                                                      : DType::kComplex128;
    const bool into_out = out && &step == &steps.back();
    if (into_out) check_result(*out, shape);
    ndarray result = into_out ? *out : empty_like_shaped(x, shape, dtype);
    transform_lines(x, step, result);
    x = std::move(result);
  }
  return x;
}

}  // namespace

ndarray fft(const ndarray& a, const std::vector<FftStep>& steps,
            const ndarray* out, bool consume) {
  TENORITE_CHECK(!steps.empty(), ValueError, "no transform was asked for");
  if (device_ops(a.device()).fft_lines) return fft_by_lines(a, steps, out);
  return Transform(a, steps, consume).run(out);
}

}  // namespace tenorite::ops
