// SPDX-License-Identifier: Apache-2.0
#include "linalg/decompositions.h"

#include <algorithm>
#include <climits>
#include <limits>

#include "core/error.h"
#include "linalg/matmul.h"
#include "linalg/provider.h"
#include "ops/api/ops.h"
#include "ops/plan/registry.h"

namespace tenorite::linalg {
namespace {

DType computed(DType dtype) {
  TENORITE_CHECK(!is_short_float(dtype), TypeError,
                 "array type %s is unsupported in linalg", name(dtype));
  char k = kind(dtype);
  return k == 'f' || k == 'c' ? dtype : DType::kFloat64;
}

ndarray with_dtype(const ndarray& a, DType dtype) {
  return ops::astype(a, dtype, ops::Order::kK, false);
}

// A stack of matrices in a dtype that is computed, of a size that libraries
// count in 32 bits.
ndarray operand(const ndarray& a) {
  for (int i = a.ndim() - 2; i < a.ndim(); ++i)
    TENORITE_CHECK(a.shape(i) <= INT_MAX, ValueError,
                   "matrices of %s are too large for linear algebra",
                   to_string(a.shape()).c_str());
  return with_dtype(a, computed(a.dtype()));
}

int64_t rows(const ndarray& a) { return a.shape(a.ndim() - 2); }
int64_t columns(const ndarray& a) { return a.shape(a.ndim() - 1); }

// The axes before the last two of stacks that are computed together. Those of
// results lie in memory as those of the operands, as NumPy's iterator has it;
// the axes of matrices are innermost, in C order.
class Batch {
 public:
  explicit Batch(const ndarray& a) : Batch(a, a) {}
  Batch(const ndarray& a, const ndarray& b)
      : shape_(a.shape().data(), a.ndim() - 2), device_(a.device()) {
    const int64_t* strides[] = {a.strides().data(), b.strides().data()};
    k_order(shape_.size(), shape_.data(), strides, 2, order_);
    for (int i = 0; i < 2; ++i) order_[shape_.size() + i] = shape_.size() + i;
  }

  // A new array with these axes after those of the batch.
  ndarray result(std::initializer_list<int64_t> core, DType dtype) const {
    Dims shape = shape_;
    for (int64_t n : core) shape.push_back(n);
    return ndarray::empty(shape, dtype, device_,
                          strides_in_order(shape, itemsize(dtype), order_));
  }

  // What a provider takes: the outermost axis in memory first, so that results
  // are in C order. What is undefined stays so.
  ndarray sorted(const ndarray& x) const {
    if (!x.defined()) return x;
    Dims shape(x.ndim()), strides(x.ndim());
    for (int i = 0; i < x.ndim(); ++i) {
      shape[i] = x.shape(order_[i]);
      strides[i] = x.stride(order_[i]);
    }
    return x.view(0, std::move(shape), std::move(strides));
  }

 private:
  Dims shape_;
  Device device_;
  int order_[kMaxDims];
};

void fill(const ndarray& a, double value) {
  ops::fill(a, cast_scalar(make_scalar(value), a.dtype()));
}

void fill_identity(const ndarray& a) {
  fill(a, 0);
  int n = a.ndim();
  Dims shape(a.shape().data(), n - 1), strides(a.strides().data(), n - 1);
  shape[n - 2] = std::min(rows(a), columns(a));
  strides[n - 2] = a.stride(n - 2) + a.stride(n - 1);
  fill(a.view(0, std::move(shape), std::move(strides)), 1);
}

// A device's entry, or one clear error.
template <class F>
DeviceFunction<EntryFunction<F>> require(F entry, Device device,
                                         const char* what) {
  if (!entry) throw_missing(device, what);
  return {entry, what, device};
}

ndarray broadcast_stack(const ndarray& a, const Dims& batch) {
  Dims shape = batch;
  shape.push_back(rows(a));
  shape.push_back(columns(a));
  return ops::broadcast_to(a, shape);
}

Eigen eigen_on_host(const ndarray& a, bool vectors) {
  Eigen host = eig(ops::to_device(a, kCpu), vectors);
  Eigen there{ops::to_device(host.w, a.device()), {}};
  if (vectors) there.v = ops::to_device(host.v, a.device());
  return there;
}

ndarray conjugate_transpose(const ndarray& a) {
  return ops::unary(Op::conjugate, ops::transpose(a));
}

// 1 / s where that is asked for, else 0.
ndarray inverted(const ndarray& s, const ndarray& where) {
  ndarray inverse = ndarray::empty(s.shape(), s.dtype(), s.device());
  fill(inverse, 0);
  ops::Argument operands[2];
  operands[0].scalar = cast_scalar(make_scalar(1.0), s.dtype());
  operands[1].array = &s;
  ops::UfuncOptions options;
  options.out[0] = &inverse;
  options.where = &where;
  ops::ufunc(Op::divide, operands, options, &inverse);
  return inverse;
}

// x = V S^-1 U^H b, with the singular values up to the limit left out.
LeastSquares lstsq_by_svd(const ndarray& a, const ndarray& b, double rcond) {
  const auto [u, s, vh] = svd(a, SvdForm::kReduced, kLeastSquaresDiverged);
  ops::Argument limits[2];
  const ndarray largest = s.view(0, {}, {});
  limits[0].array = &largest;
  limits[1].scalar = cast_scalar(make_scalar(rcond), s.dtype());
  ndarray limit;
  ops::ufunc(Op::multiply, limits, {}, &limit);
  const ndarray large = ops::binary(Op::greater, s, limit);
  const ndarray rank = ops::reduce(ReduceOp::count_nonzero, large, {});
  const ndarray scale =
      ops::reshape(inverted(s, large), {s.size(), 1}, ops::Order::kC);
  const ndarray coordinates =
      ops::binary(Op::multiply, matmul(conjugate_transpose(u), b), scale);
  const ndarray x = matmul(conjugate_transpose(vh), coordinates);
  const ndarray rest =
      ops::unary(Op::absolute, ops::binary(Op::subtract, b, matmul(a, x)));
  ops::ReduceOptions over_rows;
  over_rows.axes = Dims{0};
  const ndarray sums = ops::reduce(
      ReduceOp::sum, ops::binary(Op::multiply, rest, rest), over_rows);
  return {x, sums, with_dtype(rank, DType::kInt32), s};
}

}  // namespace

ndarray cholesky(const ndarray& a, bool upper) {
  ndarray x = operand(a);
  const Batch batch(x);
  ndarray factor = batch.result({rows(x), columns(x)}, x.dtype());
  if (factor.size() > 0)
    require(provider(x.device()).cholesky, x.device(), "cholesky")(
        batch.sorted(x), upper, batch.sorted(factor));
  return factor;
}

ndarray solve(const ndarray& a, const ndarray& b) {
  const ndarray* arrays[] = {&a, &b};
  ops::common_device(arrays, 2);
  DType dtype = promote_types(computed(a.dtype()), computed(b.dtype()));
  ndarray left = with_dtype(operand(a), dtype);
  ndarray right = with_dtype(operand(b), dtype);
  Dims common(a.shape().data(), a.ndim() - 2);
  TENORITE_CHECK(broadcast_into(common, Dims(b.shape().data(), b.ndim() - 2)),
                 ValueError, "stacks of shapes %s and %s do not broadcast",
                 to_string(a.shape()).c_str(), to_string(b.shape()).c_str());
  left = broadcast_stack(left, common);
  right = broadcast_stack(right, common);
  const Batch batch(left, right);
  ndarray x = batch.result({rows(right), columns(right)}, dtype);
  if (left.size() == 0) return x;
  ndarray found = x;
  if (x.size() == 0) {
    // Without right-hand sides a singular matrix is still an error.
    found = batch.result({rows(left), 1}, dtype);
    right = batch.result({rows(left), 1}, dtype);
    fill(right, 0);
  }
  require(provider(x.device()).solve, x.device(), "solve")(
      batch.sorted(left), batch.sorted(right), batch.sorted(found));
  return x;
}

ndarray inverse(const ndarray& a, bool lenient) {
  ndarray x = operand(a);
  const Batch batch(x);
  ndarray inverted = batch.result({rows(x), columns(x)}, x.dtype());
  if (inverted.size() > 0)
    require(provider(x.device()).inverse, x.device(), "inv")(
        batch.sorted(x), lenient, batch.sorted(inverted));
  return inverted;
}

Determinant determinant(const ndarray& a) {
  ndarray x = operand(a);
  const Batch batch(x);
  Determinant found{batch.result({}, x.dtype()),
                    batch.result({}, real_of(x.dtype()))};
  if (found.sign.size() == 0) return found;
  if (rows(x) == 0) {
    fill(found.sign, 1);
    fill(found.logarithm, 0);
    return found;
  }
  require(provider(x.device()).determinant, x.device(), "slogdet")(
      batch.sorted(x), batch.sorted(found.sign), batch.sorted(found.logarithm));
  return found;
}

Qr qr(const ndarray& a, int64_t q_columns) {
  ndarray x = operand(a);
  const Batch batch(x);
  int64_t m = rows(x), n = columns(x);
  // NumPy leaves Householder's form in a copy of the matrix, in its memory
  // order.
  Qr found{ops::empty_like(x, x.dtype(), ops::Order::kK),
           batch.result({std::min(m, n)}, x.dtype()),
           {}};
  if (q_columns > 0) found.q = batch.result({m, q_columns}, x.dtype());
  if (x.size() > 0)
    require(provider(x.device()).qr, x.device(), "qr")(
        batch.sorted(x), batch.sorted(found.h), batch.sorted(found.tau),
        batch.sorted(found.q));
  else if (found.q.defined() && found.q.size() > 0)
    fill_identity(found.q);
  return found;
}

Eigen eigh(const ndarray& a, bool upper, bool vectors) {
  ndarray x = operand(a);
  const Batch batch(x);
  Eigen found{batch.result({rows(x)}, real_of(x.dtype())), {}};
  if (vectors) found.v = batch.result({rows(x), rows(x)}, x.dtype());
  if (x.size() > 0)
    require(provider(x.device()).eigh, x.device(), "eigh")(
        batch.sorted(x), upper, batch.sorted(found.w), batch.sorted(found.v));
  return found;
}

Eigen eig(const ndarray& a, bool vectors) {
  ndarray x = operand(a);
  auto entry = provider(x.device()).eig;
  if (!entry && !x.device().is_cpu()) return eigen_on_host(x, vectors);
  DType dtype = complex_of(x.dtype());
  const Batch batch(x);
  Eigen found{batch.result({rows(x)}, dtype), {}};
  if (vectors) found.v = batch.result({rows(x), rows(x)}, dtype);
  if (x.size() > 0)
    require(entry, x.device(), "eig")(batch.sorted(x), batch.sorted(found.w),
                                      batch.sorted(found.v));
  return found;
}

Svd svd(const ndarray& a, SvdForm form, LinalgErrorBit failure) {
  ndarray x = operand(a);
  const Batch batch(x);
  int64_t m = rows(x), n = columns(x), k = std::min(m, n);
  Svd found{{}, batch.result({k}, real_of(x.dtype())), {}};
  if (form != SvdForm::kValues) {
    bool full = form == SvdForm::kFull;
    found.u = batch.result({m, full ? m : k}, x.dtype());
    found.vh = batch.result({full ? n : k, n}, x.dtype());
  }
  if (x.size() > 0) {
    require(provider(x.device()).svd, x.device(), "svd")(
        batch.sorted(x), batch.sorted(found.u), batch.sorted(found.s),
        batch.sorted(found.vh), failure);
  } else if (form != SvdForm::kValues) {
    if (found.u.size() > 0) fill_identity(found.u);
    if (found.vh.size() > 0) fill_identity(found.vh);
  }
  return found;
}

double resolution(DType dtype, Device device) {
  const bool single = itemsize(real_of(computed(dtype))) == sizeof(float);
  return single && !provider(device).in_double
             ? double{std::numeric_limits<float>::epsilon()}
             : std::numeric_limits<double>::epsilon();
}

LeastSquares lstsq(const ndarray& a, const ndarray& b,
                   std::optional<double> rcond) {
  const ndarray* arrays[] = {&a, &b};
  const Device device = ops::common_device(arrays, 2);
  DType dtype = promote_types(computed(a.dtype()), computed(b.dtype()));
  ndarray left = with_dtype(operand(a), dtype);
  ndarray right = with_dtype(operand(b), dtype);
  int64_t m = rows(left), n = columns(left), k = columns(right);
  const double error = resolution(dtype, device);
  const double limit =
      rcond.value_or(static_cast<double>(std::max(m, n)) * error);
  const auto entry = provider(device).lstsq;
  if (!entry) return lstsq_by_svd(left, right, limit >= 0 ? limit : error);
  const Batch no_batch(left);
  LeastSquares found{no_batch.result({n, k}, dtype),
                     no_batch.result({k}, real_of(dtype)),
                     no_batch.result({}, DType::kInt32),
                     no_batch.result({std::min(m, n)}, real_of(dtype))};
  require(entry, device, "lstsq")(left, right, limit, found.x, found.sums,
                                  found.rank, found.s);
  return found;
}

}  // namespace tenorite::linalg
