// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/device/complex_math.h"
#include "ops/device/math.h"
#include "ops/device/steady_exp.h"

namespace tenorite::op {

struct Exp {
  template <class T>
  TENORITE_HD T operator()(T x) const {
#ifdef __CUDA_ARCH__
    if constexpr (is_same<T, double>) {
#ifdef TENORITE_FEW_THREADS
      return math::steady_exp(x);
#else
      return math::branching_exp(x);
#endif
    }
#endif
    return math::exp(x);
  }
};

struct Exp2 {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return math::exp2(x);
  }
};

struct Expm1 {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return math::expm1(x);
  }
};

struct Log {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return math::log(x);
  }
};

struct Log2 {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return math::log2(x);
  }
};

struct Log10 {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return math::log10(x);
  }
};

struct Log1p {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return math::log1p(x);
  }
};

// Threads of a warp compute one exponential together, whichever item is larger.
struct Logaddexp {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    // Equal infinities have no difference.
    if (a == b) return a + T(math::kLn2);
    const T difference = math::fabs(a - b);
    if (difference != difference) return a - b;
    return (a > b ? a : b) + math::log1p(math::exp(-difference));
  }
};

struct Logaddexp2 {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    if (a == b) return a + T(1);
    const T difference = math::fabs(a - b);
    if (difference != difference) return a - b;
    return (a > b ? a : b) + log2_1p(math::exp2(-difference));
  }

 private:
  template <class T>
  TENORITE_HD static T log2_1p(T x) {
    return T(math::kLog2E) * math::log1p(x);
  }
};

}  // namespace tenorite::op
