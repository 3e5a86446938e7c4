// SPDX-License-Identifier: Apache-2.0
// The logistic function, x log(y) in its forms, (exp(x) - 1) / x and 10**x.
#pragma once

#include "ops/device/special_exponential.h"

namespace tenorite::special {

template <class T>
TENORITE_HD double expit(double x) {
  const double e = exp<T>(-math::fabs(x));
  return quick_quotient<T>(x < 0 ? e : 1.0, 1 + e);
}

template <class T>
TENORITE_HD double log_expit(double x) {
  const double e = exp<T>(-math::fabs(x));
  const double sum = 1 + e;
  return (x < 0 ? x : 0.0) - log<T>(sum, e - (sum - 1));
}

// A quotient of positive numbers, or 1 and a quotient, and what that sum lost.
struct QuotientSum {
  double sum, lost;
};
TENORITE_HD QuotientSum quotient_sum(bool beside_1, double quotient) {
  const double sum = 1 + quotient;
  return {beside_1 ? sum : quotient, beside_1 ? quotient - (sum - 1) : 0.0};
}

template <class T>
TENORITE_HD double logit(double p) {
  const bool beside_1 = (p > 0.25) & (p < 0.6);
  const QuotientSum odds = quotient_sum(
      beside_1, quick_quotient<T>(beside_1 ? 2 * p - 1 : p, 1 - p));
  const double inside = log<T>(odds.sum, odds.lost);
  const double end = p == 0   ? -math::kInf<double>
                     : p == 1 ? math::kInf<double>
                              : math::kNan<double>;
  return (p > 0) & (p < 1) ? inside : end;
}

// Where the quotient is out of range.
TENORITE_HD_LONG double log_of_far_ratio(double x, double y) {
  return log(x) - log(y);
}

TENORITE_HD bool is_normal_positive(double x) {
  return (x > 0x1p-1022) & (x <= kLargestFinite);
}

template <class T>
TENORITE_HD double rel_entr(double x, double y) {
  const bool beside_1 = (x > 0.5 * y) & (0.5 * x < y);
  const double quotient = special::quotient<T>(beside_1 ? x - y : x, y);
  const QuotientSum ratio = quotient_sum(beside_1, quotient);
  const double product = either(
      is_normal_positive(ratio.sum),
      [=] { return x * log<T>(ratio.sum, ratio.lost); },
      [=] { return x * log_of_far_ratio(x, y); });
  const double outside = (x == 0) & (y >= 0) ? 0.0 : math::kInf<double>;
  const double defined = (x > 0) & (y > 0) ? product : outside;
  return (x == x) & (y == y) ? defined : math::kNan<double>;
}

template <class T>
TENORITE_HD double kl_div(double x, double y) {
  const bool beside_1 = math::fabs(y - x) < 0.5 * x;
  const double quotient = special::quotient<T>(beside_1 ? y - x : y, x);
  const QuotientSum ratio = quotient_sum(beside_1, quotient);
  const double inside = either(
      is_normal_positive(ratio.sum),
      [=] {
        // Less than 0, so that nothing is not negative.
        return x * (0 - log_less<T>(ratio.sum, ratio.lost,
                                    beside_1 ? quotient : quotient - 1));
      },
      [=] { return x * log_of_far_ratio(x, y) - x + y; });
  const double outside = (x == 0) & (y >= 0) ? y : math::kInf<double>;
  const double defined = (x > 0) & (y > 0) ? inside : outside;
  return (x == x) & (y == y) ? defined : math::kNan<double>;
}

template <class T>
TENORITE_HD double xlogy(double x, double y) {
  const double product = x * log<T>(y);
  return x == 0 && y == y ? 0.0 : product;
}

template <class T>
TENORITE_HD double xlog1py(double x, double y) {
  const double product = x * log1p<T>(y);
  return x == 0 && y == y ? 0.0 : product;
}

template <class T>
TENORITE_HD double entr(double x) {
  const double product = -x * log<T>(x);
  if (x < 0) return -math::kInf<double>;
  return x == 0 ? 0.0 : product;
}

// (exp(x) - 1) / x.
template <class T>
TENORITE_HD double exprel(double x) {
  const double bounded = x > 720 ? 720 : x < -700 ? -700 : x;
  // 2**n exp(r) - 1, where exp(r) is beside 1; of large numbers 2**-16 of that,
  // since exp(x) overflows before the quotient does.
  const double n = round_small(bounded * math::kLog2E);
  const double high = multiply_add(n, -0x1.62e42feep-1, bounded);
  const double low = n * 0x1.a39ef35793c76p-33;
  const bool large = x > 700;
  const double power = power_of_2(large ? n - 16 : n);
  const double above = exp_less_1<T>(high, low);
  const double value = multiply_add(power, above, large ? power : power - 1);
  const double far = kIsShort<T> && x < -0x1p200 ? -0x1p200 : x;
  const double ratio = quotient<T>(value, x == 0 ? 1 : far);
  const double finite = large ? ratio * 0x1p16 : ratio;
  return x > 720 ? math::kInf<double> : x == 0 ? 1 : finite;
}

// 10**x, exact where that is a double for a whole x.
template <class T>
TENORITE_HD double exp10(double x) {
  const auto any = [=] {
    const double bounded = x > 400 ? 400 : x < -400 ? -400 : x;
    // 2**n times 10**r.
    const double n = round_small(bounded * 0x1.a934f0979a371p+1);
    const double high = multiply_add(n, -0x1.34413509f4000p-2, bounded);
    const double r = multiply_add(n, -0x1.cff7988f8959bp-41, high);
    const double mantissa = 1 + exp_less_1<T>(r * 0x1.26bb1bbb55516p+1, 0);
    return times_power_of_2(mantissa, n);
  };
  const double size = math::fabs(x);
  const bool is_exact = (math::rint(x) == x) & (size <= 22);
  const auto whole = [=] {
    const int n = is_exact ? (int)size : 0;
    double power = n & 1 ? 10 : 1;
    power *= n & 2 ? 100 : 1;
    power *= n & 4 ? 1e4 : 1;
    power *= n & 8 ? 1e8 : 1;
    power *= n & 16 ? 1e16 : 1;
    return x < 0 ? 1 / power : power;
  };
  return either(is_exact, whole, any);
}

}  // namespace tenorite::special

namespace tenorite::op {

struct Expit {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::expit<special::computed_t<T>>(x));
  }
};

struct LogExpit {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::log_expit<special::computed_t<T>>(x));
  }
};

struct Logit {
  template <class T>
  TENORITE_HD T operator()(T p) const {
    return special::as<T>(special::logit<special::computed_t<T>>(p));
  }
};

struct Entr {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::entr<special::computed_t<T>>(x));
  }
};

struct RelEntr {
  template <class T>
  TENORITE_HD T operator()(T x, T y) const {
    return special::as<T>(special::rel_entr<special::computed_t<T>>(x, y));
  }
};

struct KlDiv {
  template <class T>
  TENORITE_HD T operator()(T x, T y) const {
    return special::as<T>(special::kl_div<special::computed_t<T>>(x, y));
  }
};

struct Xlogy {
  template <class T>
  TENORITE_HD T operator()(T x, T y) const {
    return special::as<T>(special::xlogy<special::computed_t<T>>(x, y));
  }
};

struct Xlog1py {
  template <class T>
  TENORITE_HD T operator()(T x, T y) const {
    return special::as<T>(special::xlog1py<special::computed_t<T>>(x, y));
  }
};

struct Exprel {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::exprel<special::computed_t<T>>(x));
  }
};

struct Exp10 {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::exp10<special::computed_t<T>>(x));
  }
};

}  // namespace tenorite::op
