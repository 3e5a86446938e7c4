// SPDX-License-Identifier: Apache-2.0
// The logistic function, x log(y) in its forms, and (exp(x) - 1) / x.
#pragma once

#include "ops/device/special_exponential.h"

namespace tenorite::special {

TENORITE_HD_LONG double expit(double x) {
  const double e = exp(-math::fabs(x));
  return (x < 0 ? e : 1.0) / (1 + e);
}

TENORITE_HD_LONG double log_expit(double x) {
  const double rest = log1p(exp(-math::fabs(x)));
  return (x < 0 ? x : 0.0) - rest;
}

// log(top / bottom), or log(1 + top / bottom) for a quotient in [-1/2, 1].
TENORITE_HD double log_quotient(bool beside_1, double top, double bottom) {
  const double quotient = top / bottom;
  const double sum = 1 + quotient;
  // What the sum lost.
  const double lost = quotient - (sum - 1);
  const double x = beside_1 ? sum : quotient;
  return log(x) + (beside_1 ? lost / sum : 0.0);
}

TENORITE_HD_LONG double logit(double p) {
  const bool beside_1 = (p > 0.25) & (p < 0.6);
  return log_quotient(beside_1, beside_1 ? 2 * p - 1 : p, 1 - p);
}

// log(x / y) for positive numbers.
TENORITE_HD double log_ratio(double x, double y) {
  const bool beside_1 = (x > 0.5 * y) & (0.5 * x < y);
  const auto together = [=] {
    return log_quotient(beside_1, beside_1 ? x - y : x, y);
  };
  const double ratio = x / y;
  return either((ratio > 0x1p-1022) & (ratio <= kLargestFinite), together,
                [=] { return log(x) - log(y); });
}

TENORITE_HD_LONG double rel_entr(double x, double y) {
  const double product = x * log_ratio(x, y);
  const double outside = (x == 0) & (y >= 0) ? 0.0 : math::kInf<double>;
  const double defined = (x > 0) & (y > 0) ? product : outside;
  return (x == x) & (y == y) ? defined : math::kNan<double>;
}

TENORITE_HD_LONG double kl_div(double x, double y) {
  const double difference = (y - x) / x;
  const double inside =
      either((difference > -0.3) & (difference < 0.42),
             [=] { return -x * log1p_less_small(difference); },
             [=] { return x * log_ratio(x, y) - x + y; });
  const double outside = (x == 0) & (y >= 0) ? y : math::kInf<double>;
  const double defined = (x > 0) & (y > 0) ? inside : outside;
  return (x == x) & (y == y) ? defined : math::kNan<double>;
}

TENORITE_HD_LONG double xlogy(double x, double y) {
  const double product = x * log(y);
  return x == 0 && y == y ? 0.0 : product;
}

TENORITE_HD_LONG double xlog1py(double x, double y) {
  const double product = x * log1p(y);
  return x == 0 && y == y ? 0.0 : product;
}

TENORITE_HD_LONG double entr(double x) {
  const double product = -x * log(x);
  if (x < 0) return -math::kInf<double>;
  return x == 0 ? 0.0 : product;
}

// (exp(x) - 1) / x: near 0 by its series, the sum of x**k / (k + 1)!.
TENORITE_HD_LONG double exprel(double x) {
  const auto near = [=] {
    return polynomial(x, 1.0, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720,
                      1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800,
                      1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800,
                      1.0 / 87178291200, 1.0 / 1307674368000,
                      1.0 / 20922789888000, 1.0 / 355687428096000,
                      1.0 / 6402373705728000);
  };
  const auto far = [=] {
    // Of large numbers 16 log(2) less, in two parts: exp(x) overflows before
    // the quotient does.
    const bool large = x > 700;
    const double power = exp(large ? x - 0x1.62e42feep3 : x,
                             large ? -0x1.a39ef35793c76p-29 : 0.0);
    const double value = large ? power / x * 0x1p16 : (power - 1) / x;
    return x > 720 ? math::kInf<double> : value;
  };
  return either(math::fabs(x) < 1, near, far);
}

}  // namespace tenorite::special

namespace tenorite::op {

struct Expit {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::expit(x));
  }
};

struct LogExpit {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::log_expit(x));
  }
};

struct Logit {
  template <class T>
  TENORITE_HD T operator()(T p) const {
    return special::as<T>(special::logit(p));
  }
};

struct Entr {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::entr(x));
  }
};

struct RelEntr {
  template <class T>
  TENORITE_HD T operator()(T x, T y) const {
    return special::as<T>(special::rel_entr(x, y));
  }
};

struct KlDiv {
  template <class T>
  TENORITE_HD T operator()(T x, T y) const {
    return special::as<T>(special::kl_div(x, y));
  }
};

struct Xlogy {
  template <class T>
  TENORITE_HD T operator()(T x, T y) const {
    return special::as<T>(special::xlogy(x, y));
  }
};

struct Xlog1py {
  template <class T>
  TENORITE_HD T operator()(T x, T y) const {
    return special::as<T>(special::xlog1py(x, y));
  }
};

struct Exprel {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::exprel(x));
  }
};

}  // namespace tenorite::op
