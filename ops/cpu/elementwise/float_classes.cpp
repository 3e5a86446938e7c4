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

// Whether an element of n is infinite or NaN: all bits of its exponent are set.
template <class Bits>
bool has_full_exponent(const char* data, int64_t stride, int64_t n, int parts,
                       Bits exponent) {
  bool found = false;
  for (int part = 0; part < parts; ++part) {
    const char* at = data + part * static_cast<int64_t>(sizeof(Bits));
    auto look = [&](int64_t step) {
      Bits all = 0;
      for (int64_t i = 0; i < n; ++i) {
        Bits bits;
        std::memcpy(&bits, at + i * step, sizeof bits);
        all |= static_cast<Bits>((bits & exponent) == exponent);
      }
      found |= all != 0;
    };
    if (stride == sizeof(Bits))  // which makes vectors of them
      look(sizeof(Bits));
    else
      look(stride);
  }
  return found;
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

}  // namespace tenorite::cpu
