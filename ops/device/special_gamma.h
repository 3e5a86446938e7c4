// SPDX-License-Identifier: Apache-2.0
// The gamma function, its logarithm and its logarithmic derivative: Stirling's
// series for large arguments (DLMF 5.11), the recurrence to an interval of
// length 1 for small ones (DLMF 5.5.1), reflection for negative ones (5.5.3).
#pragma once

#include "ops/device/special_exponential.h"

namespace tenorite::special {

constexpr double kHalfLogTwoPi = 0.91893853320467274178;
constexpr double kRootTwoPi = 2.50662827463100050242;

// sin(pi x) and cos(pi x).
struct HalfTurns {
  double sin, cos;
};
TENORITE_HD_NOINLINE HalfTurns half_turns(double x) {
  const double n = math::rint(x);
  const double r = x - n;
  const bool odd = n != 2 * math::rint(0.5 * n);
  const double sine =
      r * polynomial(r * r, 3.141592653589793, -5.167712780049969,
                     2.5501640398773007, -0.5992645293189447,
                     0.0821458865731029, -0.007370430505916944,
                     0.0004662998161898394, -2.1903497074626018e-05,
                     7.697826768224191e-07);
  const double cosine = polynomial(
      r * r, 1.0, -4.934802200544676, 4.058712126416497, -1.335262768843447,
      0.23533063012953284, -0.025806888737002202, 0.0019295562724817132,
      -0.00010456655338748738, 4.149564353942586e-06);
  return {odd ? -sine : sine, odd ? -cosine : cosine};
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

// 1 / gamma(2 + t) for t in [0, 1].
TENORITE_HD double gamma_reciprocal(double t) {
  return polynomial(
      t, 1.0, -0.42278433509846713, -0.23309373642178835, 0.1910911013877204,
      -0.0245524900054071, -0.01764524455579038, 0.008023273103498018,
      -0.0008043303759066842, -0.00036083501027921584, 0.00014558719560135234,
      -1.752570367639147e-05, -2.621566074234732e-06, 1.3762639526438316e-06,
      -2.3644591971954752e-07, 1.7232536794270696e-08);
}

// gamma(x) for |x| < 8 that is no pole.
TENORITE_HD_NOINLINE double gamma_small(double x) {
  double top = 1, bottom = 1, reduced = x;
  while (reduced >= 3) {
    reduced -= 1;
    top *= reduced;
  }
  double steps = 0;
  while (reduced < 2) {
    bottom *= reduced;
    steps += 1;
    reduced = x + steps;
  }
  return top / (bottom * gamma_reciprocal(reduced - 2));
}

template <class T = double>
TENORITE_HD_NOINLINE double gamma(double x) {
  if (x != x) return x;
  if (x == 0) return math::copysign(math::kInf<double>, x);
  if (is_pole(x)) return math::kNan<double>;
  const double size = math::fabs(x);
  if (size < 8) return gamma_small(x);
  if (x > 172) return math::kInf<double>;
  if (x < -190) {
    const bool odd = math::fmod(math::floor(x), 2) != 0;
    return odd ? -0.0 : 0.0;
  }
  // Twice, since the power alone would overflow.
  const double power = math::pow(size, 0.5 * size - 0.25);
  const double inverse = 1 / size;
  const double factor =
      kRootTwoPi * exp(-size) *
      polynomial(inverse, 1.0, 0.08333333333333341, 0.0034722222221971284,
                 -0.002681327157307587, -0.0002294723029541301,
                 0.0007840473309478891, 6.952960687170346e-05,
                 -0.0005889868320558356, -8.530946066893711e-05,
                 0.0010690081315918936, -0.0008761012960103907);
  if (x > 0) return power * factor * power;
  const double reflected = -kPi / (size * half_turns(size).sin);
  return reflected / power / factor / power;
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
template <class T = double>
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

TENORITE_HD_NOINLINE double digamma(double x) {
  if (x == 0) return math::copysign(math::kInf<double>, -x);
  double result = 0;
  if (x < 0) {
    if (is_pole(x)) return math::kNan<double>;
    const HalfTurns turns = half_turns(x);
    result = -kPi * (turns.cos / turns.sin);
    x = 1 - x;
  }
  if (x >= 10) {
    if (x > kLargestFinite) return x;
    const double inverse = 1 / x;
    const double square = inverse * inverse;
    return result +
           (log(x) - 0.5 * inverse -
            square * polynomial(square, 0.08333333333333333,
                                -0.008333333333329107, 0.0039682539614681435,
                                -0.004166662567441337, 0.0075745722331386186,
                                -0.02091510643296764, 0.06980456110893661));
  }
  if (x < 1) {
    result -= 1 / x;
    x += 1;
  }
  double sum = 0;
  while (x > 2) {
    x -= 1;
    sum += 1 / x;
  }
  const double t = x - 1.5;
  const double top = polynomial(t, 0.9510558760318328, 1.1081309317902872,
                                0.45063782810808406, 0.07704961854855738,
                                0.005137061772318643, 8.885474045639627e-05);
  const double bottom = polynomial(
      t, 1.0, 1.610587129184067, 0.938308924472472, 0.24765453685506994,
      0.02983787824819011, 0.0014107905243022098, 1.568122537910356e-05);
  const double from_root = (x - 1.4616321449683622) - 9.549995429965697e-17;
  return result + (sum + from_root * (top / bottom));
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
    return special::as<T>(special::digamma(x));
  }
};

}  // namespace tenorite::op
