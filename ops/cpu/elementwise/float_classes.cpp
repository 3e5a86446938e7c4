// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/elementwise/float_classes.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tenorite::cpu {
namespace {

template <class T>
unsigned class_of_real(T x) {
  if (x != x) return kNan;
  if (std::isinf(x)) return kInfinite;
  if (x == 0) return kZero;
  return std::fpclassify(x) == FP_SUBNORMAL ? kTiny : 0;
}
template <class T>
unsigned class_at(const char* at) {
  T x;
  std::memcpy(&x, at, sizeof x);
  return class_of_real(x);
}
unsigned class_of_half(const char* at) {
  uint16_t bits;
  std::memcpy(&bits, at, sizeof bits);
  bits &= 0x7fff;
  return bits > 0x7c00    ? kNan
         : bits == 0x7c00 ? kInfinite
         : bits == 0      ? kZero
         : bits < 0x0400  ? kTiny
                          : 0;
}
// Of both parts: NaN or infinite if one is, zero if both are.
unsigned joined(unsigned re, unsigned im) {
  return ((re | im) & ~kZero) | (re & im & kZero);
}

// Whether the bits of an element of n are of that kind.
template <class Bits, class F>
bool has_bits(const char* data, int64_t stride, int64_t n, F is_of_kind) {
  auto look = [&](int64_t step) {
    Bits all = 0;
    for (int64_t i = 0; i < n; ++i) {
      Bits bits;
      std::memcpy(&bits, data + i * step, sizeof bits);
      all |= static_cast<Bits>(is_of_kind(bits));
    }
    return all != 0;
  };
  if (stride == 0) n = std::min<int64_t>(n, 1);
  if (stride == sizeof(Bits))  // which makes vectors of them
    return look(sizeof(Bits));
  return look(stride);
}

// Whether an element of n is infinite or NaN: all bits of its exponent are set.
template <class Bits>
bool has_full_exponent(const char* data, int64_t stride, int64_t n, int parts,
                       Bits exponent) {
  bool found = false;
  for (int part = 0; part < parts; ++part)
    found |= has_bits<Bits>(
        data + part * static_cast<int64_t>(sizeof(Bits)), stride, n,
        [=](Bits bits) { return (bits & exponent) == exponent; });
  return found;
}

// Whether an integer of n is 0, or one with a sign is -1.
template <class Bits>
bool has_zero_or_minus_one(DType dtype, const char* data, int64_t stride,
                           int64_t n) {
  if (kind(dtype) == 'i')
    return has_bits<Bits>(data, stride, n, [](Bits bits) {
      return static_cast<Bits>(bits + 1) <= 1;
    });
  return has_bits<Bits>(data, stride, n, [](Bits bits) { return bits == 0; });
}

}  // namespace

unsigned class_of(DType dtype, const char* at) {
  switch (dtype) {
    case DType::kFloat16:
      return class_of_half(at);
    case DType::kFloat32:
      return class_at<float>(at);
    case DType::kFloat64:
      return class_at<double>(at);
    case DType::kComplex64:
      return joined(class_at<float>(at), class_at<float>(at + 4));
    case DType::kComplex128:
      return joined(class_at<double>(at), class_at<double>(at + 8));
    default: {
      // Integers: zero or not.
      const char* end = at + itemsize(dtype);
      return std::all_of(at, end, [](char c) { return c == 0; }) ? kZero : 0u;
    }
  }
}

bool has_nonfinite(DType dtype, const char* data, int64_t stride, int64_t n) {
  switch (dtype) {
    case DType::kFloat16:
      return has_full_exponent<uint16_t>(data, stride, n, 1, 0x7c00);
    case DType::kFloat32:
    case DType::kComplex64:
      return has_full_exponent<uint32_t>(
          data, stride, n, dtype == DType::kFloat32 ? 1 : 2, 0x7f800000);
    case DType::kFloat64:
    case DType::kComplex128:
      return has_full_exponent<uint64_t>(data, stride, n,
                                         dtype == DType::kFloat64 ? 1 : 2,
                                         0x7ff0000000000000);
    default:
      return false;
  }
}

bool has_rare_divisors(DType dtype, const char* data, int64_t stride,
                       int64_t n) {
  switch (itemsize(dtype)) {
    case 1:
      return has_zero_or_minus_one<uint8_t>(dtype, data, stride, n);
    case 2:
      return has_zero_or_minus_one<uint16_t>(dtype, data, stride, n);
    case 4:
      return has_zero_or_minus_one<uint32_t>(dtype, data, stride, n);
    default:
      return has_zero_or_minus_one<uint64_t>(dtype, data, stride, n);
  }
}

}  // namespace tenorite::cpu
