// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/device/arithmetic.h"

namespace tenorite::op {

struct BitwiseAnd {
  static constexpr bool kIgnoresSign = true;

  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return (T)(a & b);
  }
};

struct BitwiseOr {
  static constexpr bool kIgnoresSign = true;

  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return (T)(a | b);
  }
};

struct BitwiseXor {
  static constexpr bool kIgnoresSign = true;

  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return (T)(a ^ b);
  }
};

struct Invert {
  static constexpr bool kIgnoresSign = true;

  template <class T>
  TENORITE_HD T operator()(T a) const {
    if constexpr (is_bool<T>)
      return bit_cast<unsigned char>(a) == 0;
    else
      return (T)~a;
  }
};

// A count outside the width, negative ones included, moves every bit out.
struct LeftShift {
  static constexpr bool kIgnoresSign = true;

  template <class T>
  TENORITE_HD T operator()(T a, T count) const {
    constexpr unsigned kWidth = 8 * sizeof(T);
    bool inside = (unsigned_t<T>)count < kWidth;
    wrapping_t<T> moved = (wrapping_t<T>)a << (inside ? (unsigned)count : 0u);
    return inside ? (T)moved : T(0);
  }
};

struct RightShift {
  template <class T>
  TENORITE_HD T operator()(T a, T count) const {
    constexpr unsigned kWidth = 8 * sizeof(T);
    bool inside = (unsigned_t<T>)count < kWidth;
    T moved = (T)(a >> (inside ? (unsigned)count : 0u));
    return inside ? moved : detail::is_negative(a) ? (T)-1 : T(0);
  }
};

struct BitwiseCount {
  template <class T>
  TENORITE_HD unsigned char operator()(T a) const {
#ifdef __CUDA_ARCH__
    unsigned long bits = (unsigned_t<T>)Absolute()(a);
    return sizeof(T) == 8 ? ::__popcll(bits) : ::__popc((unsigned)bits);
#else
    // Sums of ever wider fields, which compilers vectorise.
    using U = unsigned_t<T>;
    constexpr U kOnes = (U)-1, kPairs = kOnes / 3, kFours = kOnes / 5;
    constexpr U kBytes = kOnes / 17;
    U x = (U)Absolute()(a);
    x = (U)(x - (U)((U)(x >> 1) & kPairs));
    x = (U)((x & kFours) + ((U)(x >> 2) & kFours));
    x = (U)((U)(x + (U)(x >> 4)) & kBytes);
    if constexpr (sizeof(T) >= 2) x = (U)(x + (U)(x >> 8));
    if constexpr (sizeof(T) >= 4) x = (U)(x + (U)(x >> 16));
    if constexpr (sizeof(T) >= 8) x = (U)(x + (U)(x >> 32));
    return (unsigned char)(x & 0x7f);
#endif
  }
};

}  // namespace tenorite::op
