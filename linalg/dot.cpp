// SPDX-License-Identifier: Apache-2.0
#include "core/error.h"
#include "linalg/matmul.h"
#include "linalg/multiply.h"

namespace tenorite::linalg {
namespace {

ndarray swap_last_axes(const ndarray& x) {
  if (x.ndim() < 2) return x;
  Dims shape = x.shape(), strides = x.strides();
  int n = x.ndim();
  std::swap(shape[n - 1], shape[n - 2]);
  std::swap(strides[n - 1], strides[n - 2]);
  return x.view(0, std::move(shape), std::move(strides));
}

void check_output(const ndarray& out, const Dims& shape, DType dtype) {
  TENORITE_CHECK(out.ndim() == shape.size() && out.dtype() == dtype &&
                     out.is_c_contiguous() && out.is_aligned() &&
                     out.writeable(),
                 ValueError,
                 "output array is not acceptable (must have the right "
                 "datatype, number of dimensions, and be a C-Array)");
  TENORITE_CHECK(out.shape() == shape, ValueError,
                 "output array has wrong dimensions");
}

ndarray times(const ndarray& a, const ndarray& b, const ndarray* out) {
  ops::Argument in[2];
  in[0].array = &a;
  in[1].array = &b;
  ops::UfuncOptions options;
  options.out[0] = out;
  ndarray result;
  ops::ufunc(Op::multiply, in, options, &result);
  return result;
}

ndarray scale(const ndarray& a, const ndarray& b, const ndarray* out) {
  if (out)
    check_output(*out, a.ndim() == 0 ? b.shape() : a.shape(),
                 promote_types(a.dtype(), b.dtype()));
  return times(a, b, out);
}

// Whether the product is that of two numbers, with the sign of its zero; NumPy
// adds others, and those of float16, to 0.
bool is_of_numbers(const ndarray& a, const ndarray& b, DType dtype) {
  return a.size() == 1 && b.size() == 1 && a.ndim() <= 2 && b.ndim() <= 2 &&
         (kind(dtype) == 'f' || kind(dtype) == 'c') && !is_short_float(dtype);
}

// A view of the only item.
ndarray only_item(const ndarray& x, const Dims& shape) {
  return x.view(0, shape, Dims(shape.size(), 0));
}

// A view whose axes are `lead` unit axes, `own` of x's, `trail` unit axes and
// then the matrix axes (first, second), -1 standing for a unit axis.
ndarray spread(const ndarray& x, int lead, int own, int trail, int first,
               int second) {
  Dims shape(lead + own + trail + 2, 1), strides(lead + own + trail + 2, 0);
  auto place = [&](int at, int axis) {
    if (axis < 0) return;
    shape[at] = x.shape(axis);
    strides[at] = x.stride(axis);
  };
  for (int i = 0; i < own; ++i) place(lead + i, i);
  place(lead + own + trail, first);
  place(lead + own + trail + 1, second);
  return x.view(0, std::move(shape), std::move(strides));
}

}  // namespace

ndarray dot(const ndarray& a, const ndarray& b, const ndarray* out) {
  const ndarray* arrays[] = {&a, &b, out};
  ops::common_device(arrays, 3);
  if (a.ndim() == 0 || b.ndim() == 0) return scale(a, b, out);

  int a_axis = a.ndim() - 1;
  int b_axis = b.ndim() == 1 ? 0 : b.ndim() - 2;
  TENORITE_CHECK(a.shape(a_axis) == b.shape(b_axis), ValueError,
                 "shapes %s and %s not aligned: %lld (dim %d) != %lld (dim %d)",
                 to_compact_string(a.shape()).c_str(),
                 to_compact_string(b.shape()).c_str(),
                 static_cast<long long>(a.shape(a_axis)), a_axis,
                 static_cast<long long>(b.shape(b_axis)), b_axis);
  Dims shape;
  for (int i = 0; i < a.ndim(); ++i)
    if (i != a_axis) shape.push_back(a.shape(i));
  for (int i = 0; i < b.ndim(); ++i)
    if (i != b_axis) shape.push_back(b.shape(i));
  DType dtype = promote_types(a.dtype(), b.dtype());
  if (out) check_output(*out, shape, dtype);
  if (is_of_numbers(a, b, dtype))
    return times(only_item(a, shape), only_item(b, shape), out);
  bool direct = out && !may_share_memory(*out, a) &&
                !may_share_memory(*out, b) && !wants_own_result(a, *out);
  ndarray result = direct ? *out : ndarray::deferred(shape, dtype, a.device());

  // The result's axes are [of a..., m, of b..., n]: every axis of either
  // operand that is not part of its matrix is a batch axis of the product.
  int of_a = std::max(a.ndim() - 2, 0), of_b = std::max(b.ndim() - 2, 0);
  bool has_m = a.ndim() > 1, has_n = b.ndim() > 1;
  ndarray left = spread(a, 0, of_a, of_b, has_m ? a_axis - 1 : -1, a_axis);
  ndarray right = spread(b, of_a, of_b, 0, b_axis, has_n ? b.ndim() - 1 : -1);
  Dims axes, strides;
  auto take = [&](int axis) {
    axes.push_back(axis < 0 ? 1 : result.shape(axis));
    strides.push_back(axis < 0 ? 0 : result.stride(axis));
  };
  for (int i = 0; i < of_a; ++i) take(i);
  for (int i = 0; i < of_b; ++i) take(of_a + has_m + i);
  take(has_m ? of_a : -1);
  take(has_n ? result.ndim() - 1 : -1);
  multiply(left, right, result.view(0, std::move(axes), std::move(strides)),
           "dot");
  if (!out || direct) return result;
  ops::copy_into(*out, result, Casting::kUnsafe);
  return *out;
}

ndarray inner(const ndarray& a, const ndarray& b) {
  if (a.ndim() == 0 || b.ndim() == 0) return dot(a, b);
  return dot(a, swap_last_axes(b));
}

ndarray vdot(const ndarray& a, const ndarray& b) {
  TENORITE_CHECK(a.size() == b.size(), ValueError,
                 "cannot reshape array of size %lld into shape (%lld,)",
                 static_cast<long long>(b.size()),
                 static_cast<long long>(a.size()));
  ProductOptions options;
  options.reports = false;  // as NumPy's
  // Vectors keep their steps, of which products need no copy.
  auto flat = [](const ndarray& x) {
    return x.ndim() == 1 ? x : ops::ravel(x, ops::Order::kC);
  };
  return product(Product::kVecdot, flat(a), flat(b), options);
}

}  // namespace tenorite::linalg
