// SPDX-License-Identifier: Apache-2.0
// The gamma function, its reciprocal, its logarithm and its logarithmic
// derivative: Lanczos's approximation (SIAM J. Numer. Anal. B 1, 1964),
// Stirling's series for large arguments (DLMF 5.11), the recurrence for small
// ones (DLMF 5.5.1), reflection for negative ones (5.5.3).
#pragma once

#include "ops/device/special_exponential.h"

namespace tenorite::special {

constexpr double kHalfLogTwoPi = 0.91893853320467274178;
constexpr double kRootTwoPi = 2.50662827463100050242;

// A sum or product and what it lost.
struct Exact {
  double high, low;
};
TENORITE_HD Exact exact_sum(double a, double b) {
  const double sum = a + b;
  const double of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}
TENORITE_HD Exact exact_product(double a, double b) {
  const double product = a * b;
#if defined(__CUDACC__) && defined(__CUDA_ARCH__)
  return {product, ::fma(a, b, -product)};
#else
  // The CPU's baseline would call a function for the same.
  constexpr unsigned long kHigh = ~0ul << 27;
  const double a_head = bit_cast<double>(bit_cast<unsigned long>(a) & kHigh);
  const double b_head = bit_cast<double>(bit_cast<unsigned long>(b) & kHigh);
  const double a_tail = a - a_head, b_tail = b - b_head;
  const double middle = (a_head * b_head - product) + a_head * b_tail;
  return {product, (middle + a_tail * b_head) + a_tail * b_tail};
#endif
}

template <class T>
TENORITE_HD double sin_pi(double r) {
  if constexpr (kIsShort<T>)
    return r * polynomial(r * r, 3.14159265349, -5.16771275985, 2.55016321781,
                          -0x1.32d11p-1, 0x1.500ffp-4, -0x1.cc32fp-8);
  else
    return r * polynomial(r * r, 3.141592653589793, -5.167712780049969,
                          2.5501640398773007, -0.5992645293189447,
                          0.0821458865731029, -0.007370430505916944,
                          0.0004662998161898394, -2.1903497074626018e-05,
                          7.697826768224191e-07);
}

template <class T>
TENORITE_HD double cos_pi(double r) {
  if constexpr (kIsShort<T>)
    return polynomial(r * r, 0.999999999999, -4.93480220006, 4.05871209638,
                      -1.33526211578, 0x1.e1f18p-3, -0x1.a63b6p-6,
                      0x1.e087dp-10);
  else
    return polynomial(r * r, 1.0, -4.934802200544676, 4.058712126416497,
                      -1.335262768843447, 0.23533063012953284,
                      -0.025806888737002202, 0.0019295562724817132,
                      -0.00010456655338748738, 4.149564353942586e-06);
}

// x less a whole number, in [-1/2, 1/2], and whether that is odd.
struct Turn {
  double rest;
  bool odd;
};
TENORITE_HD Turn turn_of(double x) {
  if (!(math::fabs(x) < 0x1p51)) x -= 2 * math::floor(0.5 * x);
  const double shifted = x + 0x1.8p52;
  return {x - (shifted - 0x1.8p52),
          (bit_cast<unsigned long>(shifted) & 1) != 0};
}

// sin(pi x) and cos(pi x).
struct HalfTurns {
  double sin, cos;
};
template <class T = double>
TENORITE_HD HalfTurns half_turns(double x) {
  const Turn turn = turn_of(x);
  const double sine = sin_pi<T>(turn.rest), cosine = cos_pi<T>(turn.rest);
  return {turn.odd ? -sine : sine, turn.odd ? -cosine : cosine};
}

// sin(pi (x + y)) of the exact sum.
template <class T = double>
TENORITE_HD double sin_of_sum(double x, double y) {
  const Turn a = turn_of(x), b = turn_of(y);
  const double sum = a.rest + b.rest;
  const double half = math::copysign(0.5, sum);
  const bool beyond = math::fabs(sum) > 0.5;
  const double sine =
      sin_pi<T>(beyond ? (a.rest - half) + (b.rest - half) : sum);
  return (a.odd != b.odd) != beyond ? -sine : sine;
}

TENORITE_HD bool is_pole(double x) { return x <= 0 && x == math::floor(x); }

// log gamma(x) less Stirling's (x - 1/2) log(x) - x + log(2 pi) / 2, x >= 10.
TENORITE_HD double stirling_error(double x) {
  const double inverse = 1 / x;
  return inverse * polynomial(inverse * inverse, 0.08333333333333333,
                              -0.002777777777758028, 0.0007936507705360397,
                              -0.0005952281678273074, 0.0008398119452648516,
                              -0.0017404560390011845);
}

// gamma(1 + x) = exp(-x) (x + shift)**(x - 1/2) top / bottom for x from 0 to
// 2**60: as in Lanczos's approximation, whose sum is a quotient here.
template <class T>
inline constexpr double kGammaShift = kIsShort<T> ? 4 : 5.5;
struct Fraction {
  double top, bottom;
};
template <class T>
TENORITE_HD Fraction gamma_factor(double x) {
  if constexpr (kIsShort<T>)
    return {polynomial(x, 2.00000000006, 1.98980755096, 0.742353830463,
                       0.123090079475, 0.00765362150339),
            polynomial(x, 1.0, 1.83341380242, 1.0001212, 0.166707436985)};
  else
    return {
        polynomial(x, 2.345207879911715, 2.5687681992636, 1.1722165087648646,
                   0.2852618201852675, 0.03904444277688919,
                   0.0028499250473138565, 8.666797430716505e-05),
        polynomial(x, 1.0, 2.2863811066998907, 1.881349686930887,
                   0.7127782949140943, 0.1262700653106757,
                   0.008460350628482353)};
}

// (x - 1/2) log(x + shift) - x in two parts.
template <class T>
TENORITE_HD Exact gamma_exponent(double x) {
  const double shifted = x + kGammaShift<T>;
  if constexpr (kIsShort<T>) {
    return {multiply_add(x - 0.5, log<T>(shifted), -x), 0};
  } else {
    constexpr double kShift = kGammaShift<T>;
    const double lost = x - (shifted - kShift);
    const QuotientLogarithm q = quotient_logarithm<T>(shifted, 1, shifted - 1);
    // The logarithm in two parts, and so what its quotient lost.
    const double power = shifted - q.top;  // of 2
    const double bottom_lost = shifted - (q.bottom - power);
    const Exact back = exact_product(q.s, q.bottom);
    const double remainder =
        ((q.top - back.high) - back.low) - q.s * bottom_lost;
    const double head = q.k * 0x1.62e42feep-1, twice = 2 * q.s;
    const double part = twice + q.rest, high = head + part;
    const double of_sums = ((head - high) + part) + ((twice - part) + q.rest);
    const double low = multiply_add(q.k, 0x1.a39ef35793c76p-33, of_sums);
    const Exact product = exact_product(x - 0.5, high);
    const Exact sum = exact_sum(product.high, -x);
    // The derivative by x + shift is 1 - (shift + 1/2) / (x + shift), and that
    // sum about bottom (1 + s) / 2.
    const double rest = 2 * multiply_add(x - 0.5, remainder,
                                         -(kShift + 0.5) * (lost - q.s * lost));
    const double sums = lost + (product.low + sum.low);
    return {sum.high,
            multiply_add(x - 0.5, low, sums) + quotient<float>(rest, q.bottom)};
  }
}

// gamma(x) or its reciprocal; by reflection for negative numbers that are no
// poles.
template <class T, bool kReciprocal>
TENORITE_HD double gamma_or_reciprocal(double x) {
  const double size = math::fabs(x);
  const bool negative = x < 0;
  const double shifted = size + 0x1p52;
  const double rest = size - (shifted - 0x1p52);
  const bool whole = (rest == 0) | (size >= 0x1p52);
  const auto sine = [=] {
    const unsigned long odd = bit_cast<unsigned long>(shifted) << 63;
    const double turned = -1 / kPi * sin_pi<T>(rest);
    return bit_cast<double>(bit_cast<unsigned long>(turned) ^ odd);
  };
  const double reflected = either(negative, sine, [=] { return 1.0; });
  const Exact exponent = gamma_exponent<T>(size);
  const Fraction factor = gamma_factor<T>(size);
  const double above = factor.top * reflected;
  const double below = negative ? factor.bottom : factor.bottom * size;
  const bool inverse = negative != kReciprocal;
  // The power may be out of range while its product is not.
  const bool halves = size > 140;
  const double half = halves ? 0.5 : 1.0, scale = inverse ? -half : half;
  const double power = exp<T>(scale * exponent.high, scale * exponent.low);
  const double ratio =
      quotient<T>(inverse ? below : above, inverse ? above : below);
  const double value = ratio * power * (halves ? power : 1.0);
  if constexpr (kReciprocal) {
    const double end = x == 0 ? x : 0.0;
    return (whole & (x <= 0)) | (x > 180) ? end : value;
  } else {
    // Factorials that are exact.
    const double number = whole & (x <= 18) ? round_small(value) : value;
    const double end =
        x == 0 ? math::copysign(math::kInf<double>, x) : math::kNan<double>;
    const double defined = x > 172 ? math::kInf<double> : number;
    return whole & (x <= 0) ? end : defined;
  }
}

template <class T = double>
TENORITE_HD_LONG double gamma(double x) {
  return gamma_or_reciprocal<T, false>(x);
}
template <class T = double>
TENORITE_HD_LONG double rgamma(double x) {
  return gamma_or_reciprocal<T, true>(x);
}

// log gamma(1 + t) for t in [0, 1/2].
TENORITE_HD double log_gamma_near_1(double t) {
  const double top =
      polynomial(t, 0.5772156649015329, 1.4947698529120061, 1.4160142491274215,
                 0.5967141978797146, 0.10734799432059863, 0.006286197246790129,
                 2.9301897969918447e-05);
  const double bottom = polynomial(t, 1.0, 3.014507968579502, 3.464722649758612,
                                   1.8936264991998413, 0.499115049018999,
                                   0.05643328806408486, 0.0018996909190679078);
  return t * (t - 1) * (top / bottom);
}

// log gamma(2 + t) for t in [-1/2, 1].
TENORITE_HD double log_gamma_near_2(double t) {
  const double top = polynomial(t, 0.42278433509846713, 0.6689789577639106,
                                0.41017333595959593, 0.12239015040147981,
                                0.0182365348100006, 0.0012353508022106318,
                                2.8258317522265374e-05, 4.8037831249463325e-08);
  const double bottom =
      polynomial(t, 1.0, 1.8195949934121711, 1.3239497037830112,
                 0.4910457581038021, 0.09789504237947061, 0.010116906441024998,
                 0.0004727513935277267, 6.883320605965513e-06);
  return t * (1 + t) * (top / bottom);
}

// log gamma(1 + t) for t in [0, 2].
TENORITE_HD double log_gamma_1p(double t) {
  return t < 0.5 ? log_gamma_near_1(t) : log_gamma_near_2(t - 1);
}

// log gamma(x) for x > 0.
TENORITE_HD_NOINLINE double log_gamma_positive(double x) {
  if (x < 1) return log_gamma_1p(x) - log(x);
  if (x < 3) return log_gamma_1p(x - 1);
  if (x < 12) {
    double product = 1;
    while (x >= 3) {
      x -= 1;
      product *= x;
    }
    return log(product) + log_gamma_near_2(x - 2);
  }
  if (x > kLargestFinite) return x;
  return (x - 0.5) * (log(x) - 1) + (kHalfLogTwoPi - 0.5 + stirling_error(x));
}

// log |gamma(x)|.
TENORITE_HD_NOINLINE double log_gamma(double x) {
  if (x > 0) return log_gamma_positive(x);
  if (x != x) return x;
  if (x < -kLargestFinite) return x;
  if (is_pole(x)) return math::kInf<double>;
  const double size = -x;
  if (size < 0.5) return log_gamma_near_2(x) - log(size * (1 + x));
  const double reflected = kPi / (size * math::fabs(half_turns(size).sin));
  return log(reflected) - log_gamma_positive(size);
}

// The sign of gamma(x), which is not 0.
TENORITE_HD double gamma_sign(double x) {
  return x > 0 || math::fmod(math::floor(x), 2) == 0 ? 1.0 : -1.0;
}

template <class T = double>
TENORITE_HD_NOINLINE double digamma(double x) {
  if (x == 0) return math::copysign(math::kInf<double>, -x);
  double result = 0;
  if (x < 0) {
    if (is_pole(x)) return math::kNan<double>;
    const HalfTurns turns = half_turns<T>(x);
    result = -kPi * quotient<T>(turns.cos, turns.sin);
    x = 1 - x;
  }
  if (x >= 10) {
    if (x > kLargestFinite) return x;
    const double inverse = quotient<T>(1, x);
    const double square = inverse * inverse;
    double series;
    if constexpr (kIsShort<T>)
      series = polynomial(square, 0.0833333331898, -0x1.110f2p-7, 0x1.000d3p-8);
    else
      series = polynomial(square, 0.08333333333333333, -0.008333333333329107,
                          0.0039682539614681435, -0.004166662567441337,
                          0.0075745722331386186, -0.02091510643296764,
                          0.06980456110893661);
    return result + (log<T>(x) - 0.5 * inverse - square * series);
  }
  if (x < 1) {
    result -= quotient<T>(1, x);
    x += 1;
  }
  // The sum of the reciprocals of x - 1, x - 2, ... as one quotient.
  Fraction sum{0, 1};
  while (x > 2) {
    x -= 1;
    sum.top = multiply_add(sum.top, x, sum.bottom);
    sum.bottom *= x;
  }
  const double t = x - 1.5;
  Fraction middle;
  if constexpr (kIsShort<T>)
    middle = {polynomial(t, 0.951055876026, 0.795558426728, 0.179198775834,
                         0.00925003896971),
              polynomial(t, 1.0, 1.28192872651, 0.506506992555, 0.067153671363,
                         0.00196361756931)};
  else
    middle = {polynomial(t, 0.9510558760318328, 1.1081309317902872,
                         0.45063782810808406, 0.07704961854855738,
                         0.005137061772318643, 8.885474045639627e-05),
              polynomial(t, 1.0, 1.610587129184067, 0.938308924472472,
                         0.24765453685506994, 0.02983787824819011,
                         0.0014107905243022098, 1.568122537910356e-05)};
  const double from_root = (x - 1.4616321449683622) - 9.549995429965697e-17;
  return result + (quotient<T>(sum.top, sum.bottom) +
                   from_root * quotient<T>(middle.top, middle.bottom));
}

namespace own {
TENORITE_OWN(float, gamma, tgammaf)
using special::gamma;
TENORITE_OWN(float, log_gamma_positive, lgammaf)
TENORITE_OWN(double, log_gamma_positive, lgamma)

// Below 0 the GPU's is off by more beside its zeros.
template <class T>
TENORITE_HD T log_gamma(T x) {
  return x > 0 ? log_gamma_positive(x) : (T)special::log_gamma(x);
}
}  // namespace own

}  // namespace tenorite::special

namespace tenorite::op {

struct Gamma {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::own::gamma(x));
  }
};

struct Gammaln {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::own::log_gamma(x));
  }
};

struct Loggamma {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return x < 0 ? math::kNan<T> : special::as<T>(special::own::log_gamma(x));
  }
};

struct Digamma {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::digamma<special::computed_t<T>>(x));
  }
};

struct Rgamma {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::rgamma<special::computed_t<T>>(x));
  }
};

}  // namespace tenorite::op
