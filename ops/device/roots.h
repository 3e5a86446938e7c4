// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/device/complex_math.h"
#include "ops/device/math.h"

namespace tenorite::op {

struct Sqrt {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return math::sqrt(x);
  }
};

struct Cbrt {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return math::cbrt(x);
  }
};

struct Hypot {
  template <class T>
  TENORITE_HD T operator()(T a, T b) const {
    return math::hypot(a, b);
  }
};

}  // namespace tenorite::op
