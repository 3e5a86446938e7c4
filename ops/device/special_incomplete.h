// SPDX-License-Identifier: Apache-2.0
// The regularised incomplete gamma functions: Temme's uniform expansion for
// large a near x (DLMF 8.12), Legendre's continued fraction above (8.9.2) and
// power series below (8.7.1, 8.7.3).
#pragma once

#include "ops/device/special_error.h"
#include "ops/device/special_gamma.h"

namespace tenorite::special {

// x**a exp(-x) / gamma(a + 1).
TENORITE_HD_NOINLINE double gamma_density(double a, double x) {
  if (a < 10)  // farther off the power would be too large, and the result is 0
    return x > 2000 ? 0 : math::pow(x, a) * exp(-x) / gamma(a + 1);
  const double apart = (x - a) / a;
  const double exponent =
      apart > -0.3 && apart < 0.42 ? log1p_less(apart) : log(x / a) - apart;
  return exp(a * exponent - stirling_error(a)) / (kRootTwoPi * math::sqrt(a));
}

// P(a, x) by DLMF 8.11.4.
TENORITE_HD_NOINLINE double gamma_lower_series(double a, double x) {
  const double scale = gamma_density(a, x);
  if (scale == 0) return 0;
  double sum = 1, term = 1, at = a;
  for (int i = 0; i < 2000; ++i) {
    at += 1;
    term *= x / at;
    sum += term;
    if (term <= sum * 0x1p-54) break;
  }
  return scale * sum;
}

// Q(a, x) for small a and x, where 1 - P would cancel.
TENORITE_HD_NOINLINE double gamma_upper_series(double a, double x) {
  double sum = 0, factor = 1;
  for (double n = 1; n < 200; n += 1) {
    factor *= -x / n;
    const double term = factor / (a + n);
    sum += term;
    if (math::fabs(term) <= math::fabs(sum) * 0x1p-54) break;
  }
  const double exponent = a * log(x) - log_gamma_1p(a);
  return -math::expm1(exponent) - a * exp(exponent) * sum;
}

// Q(a, x) for x > a by the continued fraction, in Lentz's way.
TENORITE_HD_NOINLINE double gamma_upper_fraction(double a, double x) {
  const double scale = a * gamma_density(a, x);
  if (scale == 0) return 0;
  double b = x + 1 - a;
  double c = 0x1p1000, d = 1 / b, fraction = d;
  for (double n = 1; n < 2000; n += 1) {
    const double numerator = n * (a - n);
    b += 2;
    d = 1 / (b + numerator * d);
    c = b + numerator / c;
    const double step = c * d;
    fraction *= step;
    if (math::fabs(step - 1) <= 0x1p-53) break;
  }
  return scale * fraction;
}

// Q or P for a > 20 and x within 30 % of it.
TENORITE_HD_NOINLINE double gamma_uniform(double a, double x, bool upper) {
  const double apart = (x - a) / a;
  const double half_square = -log1p_less(apart);
  const double eta = math::copysign(math::sqrt(2 * half_square), apart);
  const double s = 1 / a;
  const double series = polynomial(
      s,
      polynomial(
          eta, -0.3333333333333333, 0.08333333333333333, -0.014814814814814815,
          0.0011574074074074073, 0.0003527336860670194, -0.0001787551440329218,
          3.919263178522438e-05, -2.185448510679992e-06, -1.85406221071516e-06,
          8.296711340953087e-07, -1.7665952736826078e-07, 6.707853543401498e-09,
          1.0261809784240309e-08, -4.382036018453353e-09, 9.14769958223679e-10,
          -2.5514193994946248e-11),
      polynomial(eta, -0.001851851851851852, -0.003472222222222222,
                 0.0026455026455026454, -0.0009902263374485596,
                 0.00020576131687242798, -4.018775720164609e-07,
                 -1.8098550334489977e-05, 7.64916091608111e-06,
                 -1.6120900894563446e-06, 4.647127802807434e-09,
                 1.378633446915721e-07, -5.752545603517705e-08,
                 1.1951628599778148e-08, -1.7543241719747647e-11),
      polynomial(eta, 0.004133597883597883, -0.0026813271604938273,
                 0.0007716049382716049, 2.0093878600823047e-06,
                 -0.0001073665322636516, 5.2923448829120125e-05,
                 -1.2760635188618728e-05, 3.423578734096138e-08,
                 1.3721957309062934e-06, -6.298992138380055e-07,
                 1.4280614206064242e-07, -2.0477098421990866e-10,
                 -1.409252991086752e-08),
      polynomial(eta, 0.0006494341563786008, 0.00022947209362139917,
                 -0.0004691894943952557, 0.00026772063206283885,
                 -7.561801671883977e-05, -2.396505113867297e-07,
                 1.1082654115347302e-05, -5.6749528269915965e-06,
                 1.4230900732435883e-06, -2.7861080291528143e-11,
                 -1.6958404091930278e-07),
      polynomial(eta, -0.0008618882909167117, 0.0007840392217200666,
                 -0.0002990724803031902, -1.4638452578843418e-06,
                 6.641498215465122e-05, -3.968365047179435e-05,
                 1.1375726970678419e-05, 2.507497226237533e-10,
                 -1.6954149536558305e-06, 8.907507532205309e-07),
      polynomial(eta, -0.00033679855336635813, -6.972813758365857e-05,
                 0.0002772753244959392, -0.00019932570516188847,
                 6.797780477937208e-05, 1.419062920643967e-07,
                 -1.3594048189768693e-05, 8.018470256334202e-06),
      polynomial(eta, 0.0005313079364639922, -0.0005921664373536939,
                 0.0002708782096718045, 7.902353232660328e-07,
                 -8.153969367561969e-05, 5.61168275310625e-05,
                 -1.8329116582843375e-05),
      polynomial(eta, 0.00034436760689237765, 5.171790908260592e-05,
                 -0.00033493161081142234, 0.0002812695154763237,
                 -0.00010976582244684731),
      polynomial(eta, -0.0006526239185953094, 0.0008394987206720873,
                 -0.000438297098541721, -6.969091458420552e-07));
  const double square = a * half_square;
  const double rest = series / (kRootTwoPi * math::sqrt(a));
  const double half = 0.5 * erfcx_positive(math::sqrt(square));
  // Of the side on which x lies.
  const double tail = exp(-square) * (half + (apart < 0 ? -rest : rest));
  return upper == (apart >= 0) ? tail : 1 - tail;
}

TENORITE_HD_NOINLINE double gamma_incomplete(double a, double x, bool upper) {
  if (a != a || x != x) return a + x;
  if (a < 0 || x < 0 || (a == 0 && x == 0)) return math::kNan<double>;
  const bool a_infinite = a > kLargestFinite, x_infinite = x > kLargestFinite;
  if (a_infinite && x_infinite) return math::kNan<double>;
  if (a == 0 || x_infinite) return upper ? 0 : 1;
  if (x == 0 || a_infinite) return upper ? 1 : 0;
  if (a > 20 && math::fabs(x - a) < 0.3 * a) return gamma_uniform(a, x, upper);
  if (x > 1.1 && x > a) {
    const double q = gamma_upper_fraction(a, x);
    return upper ? q : 1 - q;
  }
  // P is so large that its complement would lose digits.
  const bool small = x <= 0.5 ? -0.4 / log(x) >= a : x <= 1.1 && 1.1 * x >= a;
  if (upper && small) return gamma_upper_series(a, x);
  const double p = gamma_lower_series(a, x);
  return upper ? 1 - p : p;
}

}  // namespace tenorite::special

namespace tenorite::op {

struct Gammainc {
  template <class T>
  TENORITE_HD T operator()(T a, T x) const {
    return special::as<T>(special::gamma_incomplete(a, x, false));
  }
};

struct Gammaincc {
  template <class T>
  TENORITE_HD T operator()(T a, T x) const {
    return special::as<T>(special::gamma_incomplete(a, x, true));
  }
};

}  // namespace tenorite::op
