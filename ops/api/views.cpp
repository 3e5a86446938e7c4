// SPDX-License-Identifier: Apache-2.0
#include "core/error.h"
#include "ops/api/ops.h"

namespace tenorite::ops {

ndarray reshape(const ndarray& a, const Dims& requested, Order order) {
  Dims shape = resolve_reshape(a.size(), requested);
  if (order == Order::kA)
    order = a.is_f_contiguous() && !a.is_c_contiguous() ? Order::kF : Order::kC;
  TENORITE_CHECK(order != Order::kK, ValueError,
                 "order 'K' is not permitted for reshaping");
  bool f_order = order == Order::kF;
  Dims strides;
  if (shape == a.shape()) return a;
  if (reshape_strides(a.shape(), a.strides(), a.itemsize(), shape, f_order,
                      strides))
    return a.view(0, shape, strides);
  ndarray dense = copy(a, order);
  strides =
      f_order ? f_strides(shape, a.itemsize()) : c_strides(shape, a.itemsize());
  return dense.view(0, shape, strides);
}

ndarray transpose(const ndarray& a, const Dims& axes) {
  TENORITE_CHECK(axes.size() == a.ndim(), ValueError, "axes don't match array");
  Dims order(axes.size());
  uint64_t seen = 0;
  for (int i = 0; i < axes.size(); ++i) {
    order[i] = normalize_axis(axes[i], a.ndim());
    TENORITE_CHECK(!(seen >> order[i] & 1), ValueError,
                   "repeated axis in transpose");
    seen |= uint64_t{1} << order[i];
  }
  Dims shape(a.ndim()), strides(a.ndim());
  for (int i = 0; i < a.ndim(); ++i) {
    shape[i] = a.shape(static_cast<int>(order[i]));
    strides[i] = a.stride(static_cast<int>(order[i]));
  }
  return a.view(0, shape, strides);
}

ndarray transpose(const ndarray& a) {
  int n = a.ndim();
  Dims shape(n), strides(n);
  for (int i = 0; i < n; ++i) {
    shape[i] = a.shape(n - 1 - i);
    strides[i] = a.stride(n - 1 - i);
  }
  return a.view(0, shape, strides);
}

ndarray ravel(const ndarray& a, Order order) {
  if (order == Order::kA)
    order = a.is_f_contiguous() && !a.is_c_contiguous() ? Order::kF : Order::kC;
  if (order == Order::kK) {
    if (a.is_c_contiguous()) {
      order = Order::kC;
    } else {
      // Flatten in memory order: put the axes into it, then C order.
      const int64_t* strides = a.strides().data();
      int perm[kMaxDims];
      k_order(a.ndim(), a.shape().data(), &strides, 1, perm);
      Dims axes(a.ndim());
      for (int i = 0; i < a.ndim(); ++i) axes[i] = perm[i];
      return ravel(transpose(a, axes), Order::kC);
    }
  }
  // Unlike reshape, ravel never gives a view with steps.
  bool dense = order == Order::kC ? a.is_c_contiguous() : a.is_f_contiguous();
  return reshape(dense ? a : copy(a, order), Dims{a.size()}, order);
}

ndarray squeeze(const ndarray& a, const std::optional<Dims>& axes) {
  uint64_t drop = 0;
  if (axes) {
    for (int64_t axis : normalize_axes(*axes, a.ndim())) {
      TENORITE_CHECK(a.shape(static_cast<int>(axis)) == 1, ValueError,
                     "cannot select an axis to squeeze out which has size not "
                     "equal to one");
      drop |= uint64_t{1} << axis;
    }
  } else {
    for (int i = 0; i < a.ndim(); ++i)
      if (a.shape(i) == 1) drop |= uint64_t{1} << i;
  }
  Dims shape, strides;
  for (int i = 0; i < a.ndim(); ++i) {
    if (drop >> i & 1) continue;
    shape.push_back(a.shape(i));
    strides.push_back(a.stride(i));
  }
  return a.view(0, shape, strides);
}

ndarray broadcast_to(const ndarray& a, const Dims& shape) {
  for (int64_t n : shape)
    TENORITE_CHECK(n >= 0, ValueError,
                   "all elements of broadcast shape must be non-negative");
  Dims joint = shape;
  TENORITE_CHECK(
      a.ndim() <= shape.size(), ValueError,
      "input operand has more dimensions than allowed by the axis remapping");
  if (!broadcast_into(joint, a.shape()) || !(joint == shape))
    throw ValueError(
        "operands could not be broadcast together with remapped shapes "
        "[original->remapped]: " +
        to_compact_string(a.shape()) + "  and requested shape " +
        to_compact_string(shape));
  int64_t size = 1;
  for (int64_t n : shape)
    TENORITE_CHECK(!__builtin_mul_overflow(size, n, &size), ValueError,
                   "iterator is too large");
  checked_extent(shape, a.itemsize());
  ndarray view =
      a.view(0, shape, broadcast_strides(a.shape(), a.strides(), shape));
  view.set_writeable(false);
  return view;
}

ndarray diagonal(const ndarray& a, int64_t offset, int64_t axis1,
                 int64_t axis2) {
  TENORITE_CHECK(a.ndim() >= 2, ValueError,
                 "diag requires an array of at least two dimensions");
  int i = normalize_axis(axis1, a.ndim(), "axis1");
  int j = normalize_axis(axis2, a.ndim(), "axis2");
  TENORITE_CHECK(i != j, ValueError, "axis1 and axis2 cannot be the same");
  int64_t n = a.shape(i), m = a.shape(j), start = 0;
  if (offset >= 0) {
    start = offset < m ? offset * a.stride(j) : 0;
    m -= offset;
  } else {
    start = -offset < n ? -offset * a.stride(i) : 0;
    n += offset;
  }
  int64_t length = std::max<int64_t>(0, std::min(n, m));
  Dims shape, strides;
  for (int k = 0; k < a.ndim(); ++k) {
    if (k == i || k == j) continue;
    shape.push_back(a.shape(k));
    strides.push_back(a.stride(k));
  }
  shape.push_back(length);
  strides.push_back(a.stride(i) + a.stride(j));
  return a.view(length ? start : 0, shape, strides);
}

ndarray view_dtype(const ndarray& a, DType dtype) {
  auto from = static_cast<int64_t>(a.itemsize());
  auto to = static_cast<int64_t>(itemsize(dtype));
  Dims shape = a.shape(), strides = a.strides();
  if (from != to) {
    TENORITE_CHECK(a.ndim() > 0, ValueError,
                   "Changing the dtype of a 0d array is only supported if the "
                   "itemsize is unchanged");
    int last = a.ndim() - 1;
    TENORITE_CHECK(a.size() == 0 || shape[last] == 1 || strides[last] == from,
                   ValueError,
                   "To change to a dtype of a different size, the last axis "
                   "must be contiguous");
    if (to < from) {
      TENORITE_CHECK(from % to == 0, ValueError,
                     "When changing to a smaller dtype, its size must be a "
                     "divisor of the size of original dtype");
      shape[last] *= from / to;
    } else {
      int64_t bytes = shape[last] * from;
      TENORITE_CHECK(bytes % to == 0, ValueError,
                     "When changing to a larger dtype, its size must be a "
                     "divisor of the total size in bytes of the last axis of "
                     "the array.");
      shape[last] = bytes / to;
    }
    strides[last] = to;
  }
  if ((a.dtype() == DType::kBool) != (dtype == DType::kBool)) {
    // Bytes that are no truths may be written by one for the other to read.
    a.storage()->data();
    a.storage()->expose();
  }
  return a.view_as(dtype, 0, shape, strides);
}

static ndarray complex_part(const ndarray& a, bool imaginary) {
  auto half_size = static_cast<int64_t>(a.itemsize() / 2);
  return a.view_as(real_of(a.dtype()), imaginary ? half_size : 0, a.shape(),
                   a.strides());
}

ndarray real(const ndarray& a) {
  return kind(a.dtype()) == 'c' ? complex_part(a, false) : a;
}

ndarray imag(const ndarray& a) {
  if (kind(a.dtype()) == 'c') return complex_part(a, true);
  ndarray zeros = empty_like(a, a.dtype(), Order::kA);
  fill(zeros, cast_scalar(make_scalar(false), a.dtype()));
  zeros.set_writeable(false);
  return zeros;
}

ndarray as_strided(const ndarray& a, const Dims& shape, const Dims& strides,
                   int64_t byte_offset) {
  TENORITE_CHECK(shape.size() == strides.size(), ValueError,
                 "mismatch in length of strides and shape");
  checked_extent(shape, a.itemsize());
  // The range, with every step checked, must lie within the storage.
  int64_t low = 0, high = static_cast<int64_t>(a.itemsize());
  bool empty = false, wraps = false;
  for (int i = 0; i < shape.size(); ++i) {
    if (shape[i] == 0) empty = true;
    int64_t span = 0;
    if (shape[i] > 1) {
      wraps |= __builtin_mul_overflow(strides[i], shape[i] - 1, &span);
      wraps |= __builtin_add_overflow(span < 0 ? low : high, span,
                                      span < 0 ? &low : &high);
    }
  }
  int64_t base = a.offset();
  int64_t first = 0, end = 0;
  wraps |= __builtin_add_overflow(base, byte_offset, &base);
  wraps |= __builtin_add_overflow(base, low, &first);
  wraps |= __builtin_add_overflow(base, high, &end);
  TENORITE_CHECK(empty || (!wraps && first >= 0 &&
                           end <= static_cast<int64_t>(a.storage()->nbytes())),
                 ValueError,
                 "Given shape and strides would access memory out of bounds.");
  return a.view(empty ? 0 : byte_offset, shape, strides);
}

}  // namespace tenorite::ops
