// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/device/complex_math.h"
#include "ops/device/math.h"

namespace tenorite::op {

struct Sinh {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return math::sinh(x);
  }
};

struct Cosh {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return math::cosh(x);
  }
};

struct Tanh {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return math::tanh(x);
  }
};

struct Arcsinh {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return math::asinh(x);
  }
};

struct Arccosh {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return math::acosh(x);
  }
};

struct Arctanh {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return math::atanh(x);
  }
};

}  // namespace tenorite::op
