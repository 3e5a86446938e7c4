// SPDX-License-Identifier: Apache-2.0
#include "ops/table/scalar.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "core/error.h"
#include "core/float_state.h"
#include "ops/device/cast.h"
#include "ops/device/types.h"
#include "ops/table/casting.h"

namespace tenorite {
namespace {

// Calls f(T{}) with the C++ type of a dtype.
template <class F>
auto visit(DType dtype, F&& f) {
  switch (dtype) {
#define TENORITE_DTYPE(enumerator, type, letter, kind, size, name) \
  case DType::enumerator:                                          \
    return f(std::type_identity_t<type>{});
#include "core/dtype.def"
#undef TENORITE_DTYPE
  }
  __builtin_unreachable();
}

template <class T>
Scalar pack(DType dtype, T value) {
  Scalar s;
  s.dtype = dtype;
  std::memcpy(s.bytes, &value, sizeof(T));
  return s;
}

// The least numbers that round to infinity.
double overflow_of(DType dtype) {
  switch (real_of(dtype)) {
    case DType::kFloat16:
      return 65520;
    case DType::kFloat32:
      return 0x1.ffffffp127;
    default:
      return std::numeric_limits<double>::infinity();
  }
}

// As NumPy's cast of the number does, for arrays of every device.
void report_overflow(double re, double im, DType dtype) {
  const double size = std::max(std::abs(re), std::abs(im));
  if (size >= overflow_of(dtype) && std::isfinite(size))
    found_float_errors("cast", kOverflow);
}

}  // namespace

bool fits(const WeakNumber& n, DType dtype) {
  if (n.huge) return false;
  int bits = 8 * static_cast<int>(itemsize(dtype));
  if (kind(dtype) == 'u')
    return (!n.negative || n.magnitude == 0) &&
           (bits == 64 || n.magnitude >> bits == 0);
  uint64_t limit = uint64_t{1} << (bits - 1);
  return n.negative ? n.magnitude <= limit : n.magnitude < limit;
}

Scalar to_scalar(const WeakNumber& n, DType dtype) {
  if (dtype == DType::kFloat64 && n.weak != Weak::kComplex && !n.huge)
    return pack(dtype, n.re);
  if (n.weak == Weak::kInt && (kind(dtype) == 'i' || kind(dtype) == 'u')) {
    // NumPy reads the number as unsigned long for these two types alone.
    bool is_unsigned_long = kind(dtype) == 'u' && itemsize(dtype) >= 4;
    uint64_t limit = n.negative         ? uint64_t{1} << 63
                     : is_unsigned_long ? UINT64_MAX
                                        : INT64_MAX;
    if (n.huge || n.magnitude > limit)
      throw OverflowError("Python int too large to convert to C long");
    TENORITE_CHECK(fits(n, dtype), OverflowError,
                   "Python integer %s%llu out of bounds for %s",
                   n.negative ? "-" : "",
                   static_cast<unsigned long long>(n.magnitude), name(dtype));
    uint64_t bits = n.negative ? 0 - n.magnitude : n.magnitude;
    return cast_scalar(pack(DType::kUint64, bits), dtype);
  }
  if (n.weak == Weak::kInt && kind(dtype) == 'b')
    return make_scalar(n.huge || n.magnitude != 0);
  TENORITE_CHECK(!n.huge || n.re - n.re == 0, OverflowError,
                 "int too large to convert to float");
  report_overflow(n.re, n.im, dtype);
  if (n.weak == Weak::kComplex)
    return cast_scalar(pack(DType::kComplex128, complex<double>{n.re, n.im}),
                       dtype);
  return cast_scalar(pack(DType::kFloat64, n.re), dtype);
}

Scalar strong_scalar(const WeakNumber& n) {
  if (n.weak == Weak::kInt && !n.negative && n.magnitude > INT64_MAX)
    return to_scalar(n, DType::kUint64);
  return to_scalar(n, n.weak == Weak::kInt     ? DType::kInt64
                      : n.weak == Weak::kFloat ? DType::kFloat64
                                               : DType::kComplex128);
}

namespace {

// int(value), which has to fit the dtype.
Scalar whole_scalar(double value, DType dtype) {
  if (value != value) throw ValueError("cannot convert float NaN to integer");
  if (value - value != 0)
    throw OverflowError("cannot convert float infinity to integer");
  const double size = std::trunc(std::abs(value));
  WeakNumber n;
  n.weak = Weak::kInt;
  n.negative = value < 0;
  n.huge = size >= 0x1p64;
  n.magnitude = n.huge ? 0 : static_cast<uint64_t>(size);
  return to_scalar(n, dtype);
}

}  // namespace

Scalar item_scalar(const WeakNumber& n, DType dtype) {
  const bool to_integer = kind(dtype) == 'i' || kind(dtype) == 'u';
  if (n.weak == Weak::kComplex && to_integer)
    throw TypeError(
        "int() argument must be a string, a bytes-like object or a real "
        "number, not 'complex'");
  if (n.weak == Weak::kComplex && kind(dtype) == 'f')
    throw TypeError(
        "float() argument must be a string or a real number, not 'complex'");
  if (n.weak == Weak::kFloat && to_integer) return whole_scalar(n.re, dtype);
  return to_scalar(n, dtype);
}

Scalar item_scalar(const Scalar& value, DType dtype) {
  ops::check_discarded(value.dtype, dtype);
  if (kind(dtype) == 'f' || kind(dtype) == 'c') {
    double parts[2];
    std::memcpy(parts, cast_scalar(value, DType::kComplex128).bytes,
                sizeof(parts));
    report_overflow(parts[0], parts[1], dtype);
  }
  if (kind(dtype) != 'i' || value.dtype == dtype)
    return cast_scalar(value, dtype);
  WeakNumber n;
  n.weak = Weak::kInt;
  const char from = kind(value.dtype);
  if (from == 'f' || from == 'c') {
    double v;  // the real part
    std::memcpy(&v, cast_scalar(value, DType::kFloat64).bytes, sizeof(v));
    return whole_scalar(v, dtype);
  }
  if (from != 'i' && from != 'u') return cast_scalar(value, dtype);
  std::memcpy(&n.magnitude, cast_scalar(value, DType::kInt64).bytes,
              sizeof(n.magnitude));
  n.negative = from == 'i' && static_cast<int64_t>(n.magnitude) < 0;
  if (n.negative) n.magnitude = 0 - n.magnitude;
  return to_scalar(n, dtype);
}

Scalar cast_scalar(const Scalar& value, DType dtype) {
  if (value.dtype == dtype) return value;
  return visit(value.dtype, [&](auto from) {
    std::memcpy(&from, value.bytes, sizeof(from));
    return visit(
        dtype, [&](auto to) { return pack(dtype, cast<decltype(to)>(from)); });
  });
}

Scalar make_scalar(bool value) { return pack(DType::kBool, value); }
Scalar make_scalar(int64_t value) { return pack(DType::kInt64, value); }
Scalar make_scalar(double value) { return pack(DType::kFloat64, value); }

bool is_true(const Scalar& value) {
  return cast_scalar(value, DType::kBool).bytes[0] != 0;
}

}  // namespace tenorite
