// SPDX-License-Identifier: Apache-2.0
// The error function and the normal distribution. Shepherd and Laframboise
// (Math. Comp. 36, 1981) have the variable in which one polynomial serves
// exp(x**2) erfc(x) for all x >= 0; Giles (GPU Computing Gems, 2011) the one
// for the middle of the distribution's inverse; Wichura (AS 241, 1988) the
// quotients for its tails.
#pragma once

#include "ops/device/special_exponential.h"

namespace tenorite::special {

// (1 + 2 x) exp(x**2) erfc(x) for x >= 0, of t = 1 - 7.5 / (x + 3.75).
template <class T>
TENORITE_HD double erfcx_scaled(double t) {
  if constexpr (kIsShort<T>)
    return polynomial(t, 1.23751263081, -0.140240600251, 0.00358541945627,
                      0.0822767809516, -0.108804012791, 0.0923039118729,
                      -0.0586927288626, 0x1.d0b7fp-6, -0x1.3f76dp-7,
                      0x1.cb07cp-10, 0x1.3a34dp-12, -0x1.2a0a9p-12,
                      0x1.730bp-15, 0x1.36552p-16, -0x1.a939cp-18);
  else
    return polynomial(
        t, 1.2375126308378275, -0.14024059858554697, 0.003585415485463775,
        0.08227673849014516, -0.10880393014171785, 0.09230432116037876,
        -0.058693398590212366, 0.028362277418940665, -0.009746579552504244,
        0.0017556258530017257, 0.0002937136342850081, -0.0002901540809795271,
        5.1649211390702855e-05, 2.2384240314224437e-05, -1.1444412439171722e-05,
        -9.735619015182663e-07, 1.752057970166318e-06, -5.721597255990987e-08,
        -2.591069687796658e-07, 2.3261913276696566e-08, 3.8965452548985966e-08,
        -3.743568033634583e-09, -5.28428697963142e-09, 3.110310719839165e-10,
        4.434959070009628e-10);
}
// exp(x**2) erfc(x) for x >= 0.
template <class T = double>
TENORITE_HD double erfcx_positive(double x) {
  return quotient<T>(erfcx_scaled<T>(1 - quotient<T>(7.5, x + 3.75)),
                     1 + 2 * x);
}

// erf(x) for |x| <= 1.
TENORITE_HD double erf_small(double x) {
  return x + x * polynomial(x * x, 0.12837916709551256, -0.37612638903183543,
                            0.11283791670945006, -0.02686617064323777,
                            0.0052239776071164225, -0.0008548325975389692,
                            0.00012055294904839707, -1.492473690741966e-05,
                            1.6447424703317362e-06, -1.6208483801871705e-07,
                            1.3720064546777686e-08, -7.795898827002142e-10);
}

TENORITE_HD_LONG double erf(double x) {
  const double size = math::fabs(x);
  const auto far = [=] {
    return math::copysign(1 - gauss(size, 1) * erfcx_positive(size), x);
  };
  return either(size < 1, [=] { return erf_small(x); }, far);
}

TENORITE_HD double erfc(double x) {
  const double size = math::fabs(x);
  // One quotient for both that there are; nothing is left beyond 60.
  const double bounded = size > 60 ? 60 : size;
  const double above = bounded + 3.75, twice = 1 + 2 * bounded;
  const double inverse = quick_quotient<double>(1, above * twice);
  const double tail = gauss(bounded, 1) *
                      erfcx_scaled<double>(1 - 7.5 * (twice * inverse)) *
                      (above * inverse);
  if (size < 0.5) return 1 - erf_small(x);
  return x < 0 ? 2 - tail : tail;
}

TENORITE_HD_LONG double erfcx(double x) {
  const double size = math::fabs(x);
  const double positive = erfcx_positive(size);
  const auto negative = [=] {
    // 2 exp(x**2), the square taken exactly.
    constexpr unsigned long kHigh = ~0ul << 27;
    const double bounded = size > 60 ? 60 : size;
    const double head =
        bit_cast<double>(bit_cast<unsigned long>(bounded) & kHigh);
    const double rest = (bounded - head) * (bounded + head);
    return 2 * exp(head * head, rest) - positive;
  };
  return either(x < 0, negative, [=] { return positive; });
}

constexpr double kRootHalf = 0.70710678118654752440;

// Probability above x >= 0 of the normal distribution.
TENORITE_HD double normal_tail(double x) {
  return 0.5 * gauss(x, 0.5) * erfcx_positive(x * kRootHalf);
}

TENORITE_HD_LONG double ndtr(double x) {
  const double size = math::fabs(x);
  const double tail = normal_tail(size);
  if (size < 1) return 0.5 + 0.5 * erf_small(x * kRootHalf);
  return x < 0 ? tail : 1 - tail;
}

template <class T>
TENORITE_HD double log_ndtr(double x) {
  constexpr double kFar = 0x1p200;  // the square is all that counts
  const double size = math::fabs(x);
  const double scaled =
      0.5 * erfcx_positive<T>((size > kFar ? kFar : size) * kRootHalf);
  const double tail = gauss<T>(size, 0.5) * scaled;
  const double above = 1 - tail;
  const double lost = (1 - above) - tail;
  const double least = x < -1 ? scaled : tail;
  const double result = log<T>(x < 0 ? least : above, x < 0 ? 0.0 : lost);
  return result - (x < -1 ? 0.5 * x * x : 0.0);
}

// The same as probit, far from the middle.
TENORITE_HD_NOINLINE double probit_tail(double q, double tail) {
  if (!(tail > 0)) {
    const double end = tail == 0 ? math::kInf<double> : math::kNan<double>;
    return q < 0 ? -end : end;
  }
  const double r = math::sqrt(-log(tail));
  const double s = 1 / r;
  double ratio;
  if (r <= 5) {
    const double top =
        polynomial(s, 1.4142603598979302, 52.67636167996369, 533.05484862334,
                   2101.0858848551443, 3664.7984152814042, 1741.17881851201,
                   -2344.83715115126, -2192.567881502871, -347.7115951979733);
    const double bottom =
        polynomial(s, 1.0, 37.25441457686065, 379.8228536575949,
                   1562.9082502024185, 3180.4993113288215, 3080.7783686837583,
                   1158.9957585648049, 108.5361632218708, -0.6690922994414913);
    ratio = top / bottom;
  } else {
    const double top =
        polynomial(s, 1.4142155787721808, 263.1873138204221, 13380.474073360783,
                   252038.31794422466, 1935739.881535167, 6070116.915505306,
                   6626590.380611208, -1401781.3317171957, -5955875.067250229,
                   -1671724.9118638206);
    const double bottom =
        polynomial(s, 1.0, 186.10288806489237, 9465.119060843268,
                   178753.99538373447, 1390892.7510412387, 4627998.637763897,
                   6710643.3337087175, 3925608.648277464, 545931.2896871992);
    ratio = top / bottom;
  }
  return math::copysign(r * ratio, q);
}

// The number with p of the normal distribution below it, where q = p - 1/2 and
// tail is the smaller of p and 1 - p.
TENORITE_HD double probit(double q, double tail) {
  if constexpr (kComputesAsGpu) {
    // One polynomial for nearly all: neighbours wait for each other's branches.
    const double w = -log(4 * tail * (1 - tail));
    if (w <= 6.25)
      return q * polynomial(w * 0.32 - 1, 4.677241420053186, 2.122718491882118,
                            -0.1666581870560028, -0.06393503231723736,
                            0.05036965361416182, -0.01170209220868137,
                            -0.0035968889063780767, 0.0034859956133163755,
                            -0.0007478182234172792, -0.0003306115654408748,
                            0.00026408286347183506, -4.250478377554406e-05,
                            -3.1840506928211884e-05, 2.0166847363895983e-05,
                            -1.933848578470186e-06, -2.9962133887703816e-06,
                            1.5257442842381367e-06, -2.880794767581577e-08,
                            -2.791010750488325e-07, 1.1074630361917213e-07,
                            1.355486928879013e-08, -2.4219221267753376e-08,
                            4.356269555444026e-09, 2.174866070677376e-09,
                            -7.64587607142117e-10);
  } else if (math::fabs(q) <= 0.425) {
    const double s = 0.180625 - q * q;
    const double top = polynomial(
        s, 3.3871328727963665, 148.75654077063152, 2548.2248573022625,
        21627.48116049056, 95692.73551269759, 213550.16248438213,
        214247.38019842378, 74060.81462563902, 3907.0076390238155);
    const double bottom =
        polynomial(s, 1.0, 46.92338689522055, 871.2838940641986,
                   8176.878340636071, 41169.98166790856, 109244.70555458816,
                   140376.82723612545, 72342.69749284587, 9398.46451720659);
    return q * (top / bottom);
  }
  return probit_tail(q, tail);
}

TENORITE_HD double erfinv(double y) {
  const double result = kRootHalf * probit(0.5 * y, 0.5 * (1 - math::fabs(y)));
  return y == 0 ? y : result;
}
TENORITE_HD double erfcinv(double y) {
  return kRootHalf * probit(0.5 * (1 - y), 0.5 * (y < 1 ? y : 2 - y));
}
TENORITE_HD double ndtri(double p) {
  return probit(p - 0.5, p < 0.5 ? p : 1 - p);
}

namespace own {
TENORITE_OWN(float, erf, erff)
TENORITE_OWN(double, erf, erf)
TENORITE_OWN(float, erfc, erfcf)
using special::erfc;
TENORITE_OWN(float, erfcx, erfcxf)
TENORITE_OWN(double, erfcx, erfcx)
TENORITE_OWN(float, erfinv, erfinvf)
TENORITE_OWN(double, erfinv, erfinv)
TENORITE_OWN(float, erfcinv, erfcinvf)
using special::erfcinv;
TENORITE_OWN(float, ndtr, normcdff)
TENORITE_OWN(double, ndtr, normcdf)
TENORITE_OWN(float, ndtri, normcdfinvf)
using special::ndtri;
}  // namespace own

}  // namespace tenorite::special

namespace tenorite::op {

struct Erf {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::own::erf(x));
  }
};

struct Erfc {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::own::erfc(x));
  }
};

struct Erfcx {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::own::erfcx(x));
  }
};

struct Erfinv {
  template <class T>
  TENORITE_HD T operator()(T y) const {
    return special::as<T>(special::own::erfinv(y));
  }
};

struct Erfcinv {
  template <class T>
  TENORITE_HD T operator()(T y) const {
    return special::as<T>(special::own::erfcinv(y));
  }
};

struct Ndtr {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::own::ndtr(x));
  }
};

struct LogNdtr {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::log_ndtr<special::computed_t<T>>(x));
  }
};

struct Ndtri {
  template <class T>
  TENORITE_HD T operator()(T p) const {
    return special::as<T>(special::own::ndtri(p));
  }
};

}  // namespace tenorite::op
