// SPDX-License-Identifier: Apache-2.0
#include "ops/api/host_items.h"

#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>

#include "ops/device/functors.h"

namespace tenorite::ops {
namespace {

// Whether a product, a quotient or a conversion is free of errors: finite and
// no less than the normal numbers, unless it is an exact zero.
template <std::floating_point T>
bool is_plain(T value, bool zero) {
  return std::isfinite(value) &&
         (zero || std::abs(value) >= std::numeric_limits<T>::min());
}

// The dtype of both together by NumPy's promotion; false for what is left to
// it.
bool promote(const HostItem& a, const HostItem& b, DType* dtype) {
  if (a.dtype == b.dtype) {
    *dtype = a.dtype;
    return true;
  }
  // An integer beside a double, or a Python number beside an array's.
  if (a.dtype == DType::kFloat32 || b.dtype == DType::kFloat32) {
    const HostItem& other = a.dtype == DType::kFloat32 ? b : a;
    // Integers of Python's would be rounded twice.
    if (!other.weak || other.dtype != DType::kFloat64) return false;
    *dtype = DType::kFloat32;
    return is_plain(static_cast<float>(other.f), other.f == 0);
  }
  *dtype = DType::kFloat64;
  return true;
}

template <class T>
T value_of(const HostItem& item) {
  return item.dtype == DType::kInt64 ? static_cast<T>(item.i)
                                     : static_cast<T>(item.f);
}

template <class T>
Scalar made(T value, DType dtype) {
  Scalar scalar;
  scalar.dtype = dtype;
  std::memcpy(scalar.bytes, &value, sizeof(T));
  return scalar;
}

template <std::floating_point T>
bool compute(Op op, T a, T b, DType dtype, Scalar* result) {
  T value;
  switch (op) {
    case Op::add:
      value = op::Add()(a, b);
      break;
    case Op::subtract:
      value = op::Subtract()(a, b);
      break;
    case Op::multiply:
      value = op::Multiply()(a, b);
      if (!is_plain(value, a == 0 || b == 0)) return false;
      break;
    case Op::square:
      value = op::Multiply()(a, a);
      if (!is_plain(value, a == 0)) return false;
      break;
    case Op::divide:
      if (b == 0) return false;
      value = op::Divide()(a, b);
      if (!is_plain(value, a == 0)) return false;
      break;
    case Op::negative:
      value = op::Negative()(a);
      break;
    default:
      return false;
  }
  // Sums are exact below the normal numbers.
  if (!std::isfinite(value)) return false;
  *result = made(value, dtype);
  return true;
}

bool compute(Op op, int64_t a, int64_t b, DType dtype, Scalar* result) {
  int64_t value;
  switch (op) {
    case Op::add:
      if (__builtin_add_overflow(a, b, &value)) return false;
      break;
    case Op::subtract:
      if (__builtin_sub_overflow(a, b, &value)) return false;
      break;
    case Op::multiply:
      if (__builtin_mul_overflow(a, b, &value)) return false;
      break;
    case Op::square:
      if (__builtin_mul_overflow(a, a, &value)) return false;
      break;
    case Op::negative:
      if (__builtin_sub_overflow(int64_t{0}, a, &value)) return false;
      break;
    case Op::floor_divide:
    case Op::remainder:
      if (b == 0 || b == -1) return false;
      value =
          op == Op::remainder ? op::Remainder()(a, b) : op::FloorDivide()(a, b);
      break;
    case Op::divide:
      if (b == 0) return false;
      *result = make_scalar(op::Divide()(a, b));
      return true;
    default:
      return false;
  }
  *result = make_scalar(value);
  return true;
}

template <class T>
bool compare(Op op, T a, T b, Scalar* result) {
  if constexpr (std::floating_point<T>)
    if (!std::isfinite(a) || !std::isfinite(b)) return false;
  bool value;
  switch (op) {
    case Op::less:
      value = a < b;
      break;
    case Op::less_equal:
      value = a <= b;
      break;
    case Op::equal:
      value = a == b;
      break;
    case Op::not_equal:
      value = a != b;
      break;
    case Op::greater:
      value = a > b;
      break;
    case Op::greater_equal:
      value = a >= b;
      break;
    default:
      return false;
  }
  *result = make_scalar(value);
  return true;
}

bool compute_any(Op op, const HostItem& a, const HostItem& b, DType dtype,
                 Scalar* result) {
  auto computed = [&]<class T>(T x, T y) {
    return compute(op, x, y, dtype, result) || compare(op, x, y, result);
  };
  if (dtype == DType::kInt64) return computed(a.i, b.i);
  if (dtype == DType::kFloat32)
    return computed(value_of<float>(a), value_of<float>(b));
  return computed(value_of<double>(a), value_of<double>(b));
}

}  // namespace

bool read_host_item(const ndarray& a, HostItem* item) {
  if (!is_host_item(a)) return false;
  const char* data = a.data();
  item->weak = false;
  item->dtype = a.dtype();
  switch (a.dtype()) {
    case DType::kInt64:
      std::memcpy(&item->i, data, sizeof(int64_t));
      return true;
    case DType::kFloat64:
      std::memcpy(&item->f, data, sizeof(double));
      return true;
    case DType::kFloat32: {
      float f;
      std::memcpy(&f, data, sizeof(float));
      item->f = static_cast<double>(f);
      return true;
    }
    default:
      return false;
  }
}

bool compute_host_item(Op op, const HostItem& a, Scalar* result) {
  return info(op).nin == 1 && compute_any(op, a, a, a.dtype, result);
}

bool compute_host_items(Op op, const HostItem& a, const HostItem& b,
                        Scalar* result) {
  DType dtype;
  return promote(a, b, &dtype) && compute_any(op, a, b, dtype, result);
}

}  // namespace tenorite::ops
