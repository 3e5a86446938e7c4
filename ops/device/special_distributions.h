// SPDX-License-Identifier: Apache-2.0
// Student's t and the F distribution, whose beta functions are asked at both x
// and 1 - x, so that no tail loses digits.
#pragma once

#include "ops/device/special_error.h"
#include "ops/device/special_inverse.h"

namespace tenorite::special {

TENORITE_HD_NOINLINE double student_below(double df, double t) {
  if (df != df || t != t || !(df > 0)) return math::kNan<double>;
  if (df > kLargestFinite) return ndtr(t);
  if (t == 0) return 0.5;
  const double size = math::fabs(t);
  double x, y, apart;
  if (size > 1) {
    const double q = df / size / size;
    x = 1 / (1 + q);
    y = q * x;
    apart = 0.5 * df * x * (1 - 1 / size / size);
  } else {
    const double sum = df + size * size;
    x = size * size / sum;
    y = df / sum;
    apart = 0.5 * y * (size - 1) * (size + 1);
  }
  const double tail = 0.5 * beta_regularized(0.5, 0.5 * df, x, y, apart, true);
  return t > 0 ? 1 - tail : tail;
}

TENORITE_HD_NOINLINE double f_part(double dfn, double dfd, double f,
                                   bool upper) {
  if (!(dfn > 0) || !(dfd > 0) || !(f >= 0)) return math::kNan<double>;
  if (f > kLargestFinite) return upper ? 0 : 1;
  if (dfn > kLargestFinite || dfd > kLargestFinite) return math::kNan<double>;
  const double ratio = dfd / dfn / f;
  if (ratio == 0) return upper ? 0 : 1;
  if (ratio > kLargestFinite) return upper ? 1 : 0;
  const double x = 1 / (1 + ratio), y = ratio * x;
  const double apart =
      f > 1 ? 0.5 * dfd * x * ((f - 1) / f) : 0.5 * dfn * y * (f - 1);
  return beta_regularized(0.5 * dfn, 0.5 * dfd, x, y, apart, upper);
}

// f_part(dfn, dfd, f, false) is p.
TENORITE_HD_NOINLINE double f_quantile(double dfn, double dfd, double p) {
  if (!(dfn > 0) || !(dfd > 0) || !(p >= 0) || !(p <= 1))
    return math::kNan<double>;
  if (dfn > kLargestFinite || dfd > kLargestFinite) return math::kNan<double>;
  if (p == 0) return 0;
  if (p == 1) return math::kInf<double>;
  const double a = 0.5 * dfn, b = 0.5 * dfd;
  if (p > 0.5) {
    const Share share = beta_quantile(b, a, 1 - p);
    return b * share.rest / (a * share.part);
  }
  const Share share = beta_quantile(a, b, p);
  return b * share.part / (a * share.rest);
}

}  // namespace tenorite::special

namespace tenorite::op {

struct Stdtr {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T df, T t) const {
    return special::as<T>(special::student_below(df, t));
  }
};

struct Fdtr {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T dfn, T dfd, T f) const {
    return special::as<T>(special::f_part(dfn, dfd, f, false));
  }
};

struct Fdtrc {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T dfn, T dfd, T f) const {
    return special::as<T>(special::f_part(dfn, dfd, f, true));
  }
};

struct Fdtri {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T dfn, T dfd, T p) const {
    return special::as<T>(special::f_quantile(dfn, dfd, p));
  }
};

}  // namespace tenorite::op
