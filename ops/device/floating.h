// SPDX-License-Identifier: Apache-2.0
// Operations on the representation of floating-point numbers.
#pragma once

#include "ops/device/math.h"

namespace tenorite::op {

struct Isnan {
  static constexpr bool kIgnoresSign = true;

  template <class T>
  TENORITE_HD bool operator()(T x) const {
    if constexpr (is_complex<T>)
      return math::isnan(x.re) | math::isnan(x.im);
    else if constexpr (is_real_floating<T>)
      return math::isnan(x);
    else
      return false;
  }
};

struct Isinf {
  using OnIntegers = Isnan;
  static constexpr bool kIgnoresSign = true;

  template <class T>
  TENORITE_HD bool operator()(T x) const {
    if constexpr (is_complex<T>)
      return math::isinf(x.re) | math::isinf(x.im);
    else if constexpr (is_real_floating<T>)
      return math::isinf(x);
    else
      return false;
  }
};

struct Isfinite {
  static constexpr bool kIgnoresSign = true;

  template <class T>
  TENORITE_HD bool operator()(T x) const {
    if constexpr (is_complex<T>)
      return math::isfinite(x.re) & math::isfinite(x.im);
    else if constexpr (is_real_floating<T>)
      return math::isfinite(x);
    else
      return true;
  }
};

// On bits for half: CUDA's conversion to float drops the sign of a NaN.
struct Signbit {
  static constexpr bool kNativeHalf = true;

  template <class T>
  TENORITE_HD bool operator()(T x) const {
    if constexpr (is_same<T, half>)
      return (x.bits & 0x8000) != 0;
    else
      return math::signbit(x);
  }
};

struct Copysign {
  static constexpr bool kNativeHalf = true;

  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    if constexpr (is_same<T, half>) {
      a.bits = (unsigned short)((a.bits & 0x7fff) | (b.bits & 0x8000));
      return a;
    } else {
      return math::copysign(a, b);
    }
  }
};

struct Heaviside {
  template <class T>
  TENORITE_HD T operator()(T x, T at_zero) const {
    if (math::isnan(x)) return x;
    return x == 0 ? at_zero : x < 0 ? T(0) : T(1);
  }
};

struct Degrees {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return x * (T(180) / T(math::kPi));
  }
};

struct Radians {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return x * (T(math::kPi) / T(180));
  }
};

struct Modf {
  template <class T>
  TENORITE_HD void operator()(T x, T& fraction, T& integral) const {
    integral = math::trunc(x);
    fraction = math::copysign(math::isinf(x) ? T(0) : x - integral, x);
  }
};

struct Frexp {
  template <class T>
  TENORITE_HD void operator()(T x, T& mantissa, int& exponent) const {
#ifdef __CUDA_ARCH__
    mantissa = math::frexp(x, &exponent);
    // C leaves the exponent of infinities and NaN open.
    if (!math::isfinite(x)) exponent = 0;
#else
    // libm's is a call for every element.
    using U = unsigned_t<T>;
    constexpr int kBits = sizeof(T) == 4 ? 23 : 52;
    constexpr int kBias = sizeof(T) == 4 ? 126 : 1022;
    constexpr U kExponent = (U)(2 * kBias + 3) << kBits;
    bool tiny = (bit_cast<U>(x) & kExponent) == 0;
    T scaled = x * (tiny ? (T)(1ul << kBits) : T(1));
    U bits = bit_cast<U>(scaled);
    int found = (int)((bits & kExponent) >> kBits) - (tiny ? kBits : 0) - kBias;
    bool number = math::isfinite(x) & (x != 0);
    exponent = number ? found : 0;
    T half_to_one = bit_cast<T>((U)((bits & ~kExponent) | (U)kBias << kBits));
    mantissa = number ? half_to_one : x;
#endif
  }
};

struct Ldexp {
  template <class T, class N>
  TENORITE_HD T operator()(T x, N exponent) const {
    // Far beyond the range of every type.
    constexpr N kFar = 100000;
    N near = exponent > kFar ? kFar : exponent < -kFar ? -kFar : exponent;
#ifdef __CUDA_ARCH__
    return math::ldexp(x, (int)near);
#else
    // Without branches, which keep loops from being vectors.
    using U = unsigned_t<T>;
    constexpr int kBits = sizeof(T) == 4 ? 23 : 52;
    constexpr int kBias = sizeof(T) == 4 ? 127 : 1023;
    constexpr U kExponent = (U)(2 * kBias + 1) << kBits;
    bool tiny = (bit_cast<U>(x) & kExponent) == 0;
    U bits = bit_cast<U>(x * (tiny ? (T)(1ul << kBits) : T(1)));
    int found = (int)((bits & kExponent) >> kBits) - (tiny ? kBits : 0) - kBias;
    T one_to_two = bit_cast<T>((U)((bits & ~kExponent) | (U)kBias << kBits));
    constexpr int kMost = 2 * kBias - 4;
    int sum = found + (int)near;
    sum = sum > kMost ? kMost : sum < -kMost ? -kMost : sum;
    // The first product is exact; the second one is rounded once.
    int first = sum > kBias ? kBias : sum < 2 - kBias ? 2 - kBias : sum;
    T result =
        one_to_two * power_of_two<T>(first) * power_of_two<T>(sum - first);
    bool number = math::isfinite(x) & (x != 0);
    return number ? result : x;
#endif
  }

 private:
  template <class T>
  TENORITE_HD static T power_of_two(int n) {
    constexpr int kBits = sizeof(T) == 4 ? 23 : 52;
    constexpr int kBias = sizeof(T) == 4 ? 127 : 1023;
    return bit_cast<T>((unsigned_t<T>)(n + kBias) << kBits);
  }
};

// Takes half itself: the neighbours of a half are not those of its float.
struct Nextafter {
  static constexpr bool kNativeHalf = true;

  template <class T>
  TENORITE_HD T operator()(T x, T towards) const {
    using U = unsigned_t<T>;
    if (x != x) return T(x + x);
    if (towards != towards) return T(towards + towards);
    if (x == towards) return towards;
    if (x == 0) return from_bits<T>((bits(towards) & sign_bit<U>) | 1u);
    bool outwards = (x < towards) == (x > 0);
    return from_bits<T>((U)(outwards ? bits(x) + 1u : bits(x) - 1u));
  }

 private:
  template <class U>
  static constexpr U sign_bit = (U)((U)1 << (8 * sizeof(U) - 1));
  template <class T>
  TENORITE_HD static unsigned_t<T> bits(T x) {
    return bit_cast<unsigned_t<T>>(x);
  }
  template <class T>
  TENORITE_HD static T from_bits(unsigned_t<T> u) {
    return bit_cast<T>(u);
  }
};

// Takes half itself. As in NumPy the result for float16 is never negative,
// and at a negative power of two it is the smaller of the two distances.
struct Spacing {
  static constexpr bool kNativeHalf = true;

  template <class T>
  TENORITE_HD T operator()(T x) const {
    if constexpr (is_same<T, half>) {
      unsigned exponent = x.bits & 0x7c00u;
      if (exponent == 0x7c00u) return half::from_bits(0x7e00u);
      if (x.bits == 0x7bffu) return half::from_bits(0x7c00u);
      // A power of two below zero is nearer to its neighbour towards zero.
      bool boundary = (x.bits & 0x83ffu) == 0x8000u && exponent > 0x0400u;
      unsigned place = (exponent >> 10) - (boundary ? 1u : 0u);
      if (place > 10u) return half::from_bits((place - 10u) << 10);
      return half::from_bits(place > 1u ? 1u << (place - 1u) : 1u);
    } else {
      using U = unsigned_t<T>;
      if (!math::isfinite(x)) return math::kNan<T>;
      if (x == 0) return bit_cast<T>((U)1);
      return bit_cast<T>((U)(bit_cast<U>(x) + 1u)) - x;
    }
  }
};

}  // namespace tenorite::op
