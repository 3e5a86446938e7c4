// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/device/arithmetic.h"

namespace tenorite::op {

struct BitwiseAnd {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return (T)(a & b);
  }
};

struct BitwiseOr {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return (T)(a | b);
  }
};

struct BitwiseXor {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return (T)(a ^ b);
  }
};

struct Invert {
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
    unsigned long bits = (unsigned_t<T>)Absolute()(a);
#ifdef __CUDA_ARCH__
    return sizeof(T) == 8 ? ::__popcll(bits) : ::__popc((unsigned)bits);
#else
    return (unsigned char)__builtin_popcountl(bits);
#endif
  }
};

}  // namespace tenorite::op
