// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/device/complex_math.h"
#include "ops/device/math.h"

namespace tenorite::op {

struct Sin {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return math::sin(x);
  }
};

struct Cos {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return math::cos(x);
  }
};

struct Tan {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return math::tan(x);
  }
};

struct Arcsin {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return math::asin(x);
  }
};

struct Arccos {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return math::acos(x);
  }
};

struct Arctan {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return math::atan(x);
  }
};

struct Arctan2 {
  template <class T>
  TENORITE_HD T operator()(T y, T x) const {
    return math::atan2(y, x);
  }
};

}  // namespace tenorite::op
