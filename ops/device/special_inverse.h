// SPDX-License-Identifier: Apache-2.0
// Inverses of the incomplete gamma and beta functions by Newton's method.
// The densities of log(x) and of log(x / (1 - x)) are log-concave, and so are
// the functions of these variables: steps come from one side and need no
// bracket.
#pragma once

#include "ops/device/special_beta_incomplete.h"
#include "ops/device/special_incomplete.h"

namespace tenorite::special {

// A step that need not be followed by another, for the slope of the logarithm.
TENORITE_HD bool is_last_step(double step, double slope) {
  const double size = math::fabs(step);
  return size <= 0x1p-52 || size * size * (1 + math::fabs(slope)) <= 0x1p-54;
}

// The normal distribution's quantile of a tail of at most 1/2, below 0.
TENORITE_HD double normal_quantile(double tail) {
  return probit(tail - 0.5, tail);
}

// x where P(a, x) is `tail`, or Q(a, x) if it is upper; the tail is at most
// 1/2.
TENORITE_HD_NOINLINE double gamma_quantile(double a, double tail, bool upper) {
  if (tail == 0) return upper ? math::kInf<double> : 0;
  const double goal = log(tail);
  // P is below x**a / gamma(a + 1), and Q below exp(-x) for a <= 1.
  const double constant = a <= 1 ? log_gamma_1p(a) : log_gamma_positive(a + 1);
  const double log_least = ((upper ? log1p(-tail) : goal) + constant) / a;
  if (log_least < -745) return 0;
  double x = exp(log_least);
  if (upper && a <= 1) {
    // Where Q is about to be linear in log(x), the least is near.
    x = tail > 0.9 * a ? x * exp(a) : -goal;
    if (x > -goal) x = -goal;
  } else if (a > 0.25) {
    // Wilson and Hilferty: the cube root is about normal.
    const double z = normal_quantile(tail);
    const double root =
        1 - 1 / (9 * a) + (upper ? -z : z) / (3 * math::sqrt(a));
    const double about = root > 0 ? a * root * root * root : 0;
    if (about > x) x = about;
  }
  const double least = upper ? 0 : exp(log_least);
  TENORITE_ROLLED
  for (int i = 0; i < 40; ++i) {
    const double value = gamma_incomplete(a, x, upper);
    const double density = a * gamma_density(a, x);
    // Too far: towards the middle.
    if (!(value > 0) || !(density > 0)) {
      x = upper ? 0.5 * (x + a) : 2 * x;
      continue;
    }
    const double slope = density / value;
    double step = (goal - log(value)) / slope;
    // Near the goal the difference of logarithms would lose digits.
    if (math::fabs(value - tail) < 0.1 * tail) {
      const double lack = (tail - value) / value;
      step = log1p(lack) / slope;
    }
    if (upper) step = -step;
    const double size = math::fabs(step);
    if (a > 0.01 || size < 1) step = step > 3 ? 3 : step < -3 ? -3 : step;
    x += x * math::expm1(step);
    if (x < least) x = least;
    if (x == 0 || is_last_step(step, slope)) break;
  }
  return x;
}

TENORITE_HD_NOINLINE double gamma_inverse(double a, double p, bool upper) {
  if (a != a || p != p) return a + p;
  if (!(a >= 0) || !(p >= 0) || !(p <= 1)) return math::kNan<double>;
  if (p == 0) return upper ? math::kInf<double> : 0;
  if (p == 1) return upper ? 0 : math::kInf<double>;
  if (a == 0 || a > kLargestFinite) return math::kNan<double>;
  if (p > 0.5) {
    p = 1 - p;
    upper = !upper;
  }
  return gamma_quantile(a, p, upper);
}

// A number of [0, 1] and its complement.
struct Share {
  double part, rest;
};

// x and 1 - x where I_x(a, b) is `tail`, which is at most 1/2.
TENORITE_HD_NOINLINE Share beta_quantile(double a, double b, double tail) {
  const double goal = log(tail);
  const double low = a < b ? a : b, high = a < b ? b : a;
  // Near 0, I is x**a / (a beta(a, b)); elsewhere the logit is about normal.
  const double log_x = (goal + log(a) + log_beta_positive(low, high)) / a;
  const double middle = log(a / b);
  const double about =
      middle + normal_quantile(tail) * math::sqrt(1 / a + 1 / b);
  double logit = log_x < -0.01 ? log_x - log1p(-exp(log_x)) : middle;
  if (a > 0.25 && about > logit) logit = about;
  if (logit > middle + 2) logit = middle + 2;
  if (logit < -745) return {0, 1};
  if (logit > 740) return {1, 0};
  if (logit < -740) logit = -740;
  const double e = exp(-math::fabs(logit));
  double x = logit < 0 ? e / (1 + e) : 1 / (1 + e);
  double y = logit < 0 ? 1 / (1 + e) : e / (1 + e);
  double least = -math::kInf<double>, most = math::kInf<double>, at = logit;
  TENORITE_ROLLED
  for (int i = 0; i < 60; ++i) {
    const double apart =
        x < y ? beta_distance(a, b, x) : -beta_distance(b, a, y);
    const double value = beta_regularized(a, b, x, y, apart, false);
    const double power = beta_power(a, b, x, y, apart);
    const double slope = value > 0 ? power / value : 0;
    double step = (goal - log(value)) / slope;
    if (math::fabs(value - tail) < 0.1 * tail)
      step = log1p((tail - value) / value) / slope;
    (value < tail ? least : most) = at;
    if (!(math::fabs(step) <= 1e300)) step = value < tail ? 3 : -3;
    // Beyond what is known of both sides: between them.
    if (!(at + step >= least && at + step <= most) && most - least < 1e300)
      step = 0.5 * (least + most) - at;
    if (at + step < -740) {
      if (at <= -740) return {0, 1};
      step = -740 - at;
    }
    at += step;
    if (at > 740) return {1, 0};
    // From one logit to the next without an exponential of either.
    const double factor = exp(step > 0 ? -step : step);
    const double sum = step > 0 ? x + y * factor : y + x * factor;
    x = (step > 0 ? x : x * factor) / sum;
    y = (step > 0 ? y * factor : y) / sum;
    if (is_last_step(step, slope)) break;
  }
  return {x, y};
}

TENORITE_HD_NOINLINE double beta_inverse(double a, double b, double p,
                                         bool upper) {
  if (a != a || b != b || p != p) return a + b + p;
  if (!(a > 0) || !(b > 0) || !(p >= 0) || !(p <= 1)) return math::kNan<double>;
  if (p == 0 || p == 1) return (p == 0) == upper ? 1 : 0;
  const bool a_ends = a > kLargestFinite, b_ends = b > kLargestFinite;
  if (a_ends || b_ends) return a_ends && b_ends ? math::kNan<double> : a_ends;
  if (p > 0.5) {
    p = 1 - p;
    upper = !upper;
  }
  return upper ? beta_quantile(b, a, p).rest : beta_quantile(a, b, p).part;
}

}  // namespace tenorite::special

namespace tenorite::op {

struct Gammaincinv {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T a, T p) const {
    return special::as<T>(special::gamma_inverse(a, p, false));
  }
};

struct Gammainccinv {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T a, T q) const {
    return special::as<T>(special::gamma_inverse(a, q, true));
  }
};

struct Betaincinv {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T a, T b, T p) const {
    return special::as<T>(special::beta_inverse(a, b, p, false));
  }
};

struct Betainccinv {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T a, T b, T q) const {
    return special::as<T>(special::beta_inverse(a, b, q, true));
  }
};

}  // namespace tenorite::op
