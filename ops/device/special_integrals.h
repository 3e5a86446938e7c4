// SPDX-License-Identifier: Apache-2.0
// Exponential, sine and cosine integrals: fits of what remains beside the
// logarithm and the zero near 0, and beside the leading term far from it (DLMF
// 6.2, 6.6, 6.12). E_n by its series and continued fraction (8.19.8, 8.19.17).
#pragma once

#include "ops/device/special_gamma.h"
#include "ops/device/special_wave.h"

namespace tenorite::special {

constexpr double kEuler = 0.57721566490153286061;

// x exp(x) E1(x) for x >= 1.
TENORITE_HD_NOINLINE double exp1_scaled(double x) {
  if (x < 4) {
    const double t = 1 / x;
    return polynomial(t, 0.9999998943943722, 16.94833572389735,
                      100.89539684682016, 267.1381891372058, 330.3315360149095,
                      184.16903130801273, 40.90895055382592, 2.645934855635638,
                      0.011215985114638009) /
           polynomial(t, 1.0, 17.948329514484644, 116.843914078531,
                      354.0814876928957, 534.4818040683836, 399.81670614122726,
                      138.9293647144074, 19.22800015610971, 0.7219001285652432);
  }
  const double t = 4 / x;
  return polynomial(t, 1.0, 11.14119914956855, 47.98534360560417,
                    102.86741012590554, 117.84808533944084, 72.09259367731495,
                    22.241331232985264, 3.0215565532335953, 0.1316603351246025,
                    0.00046448157809739936) /
         polynomial(t, 1.0, 11.391199149568546, 50.70814339299678,
                    114.21429608043213, 141.03731635654427, 96.8782867613209,
                    35.944065367475844, 6.66006046623291, 0.5236310025167825,
                    0.011816905776756719);
}

TENORITE_HD_NOINLINE double exp1(double x) {
  if (!(x > 0)) return x == 0 ? math::kInf<double> : math::kNan<double>;
  if (x >= 1) return exp(-x) * (exp1_scaled(x) / x);
  return x * polynomial(x, 1.0, -0.25, 0.05555555555555555,
                        -0.010416666666666501, 0.0016666666666644524,
                        -0.0002314814814637132, 2.8344671109365178e-05,
                        -3.1001980858098017e-06, 3.061916289395648e-07,
                        -2.755591243955446e-08, 2.2757357670965868e-09,
                        -1.7250282879760575e-10, 1.1522526883896704e-11,
                        -5.321733499895147e-13) -
         kEuler - log(x);
}

// x exp(-x) Ei(x) for x >= 6.
TENORITE_HD_NOINLINE double expi_scaled(double x) {
  if (x < 14) {
    const double t = 21 / x - 2.5;
    return polynomial(t, 1.1690676168895002, 0.8450584739796083,
                      -0.17716030426820548, -0.6042368732516845,
                      -0.4146797972705227, -0.16191380979853995,
                      -0.039038626519667566, -0.00549127786420652,
                      -0.0002868207593623439, 1.0885705626357175e-05) /
           polynomial(t, 1.0, 0.6369334991656591, -0.21904973034385727,
                      -0.5028120658665018, -0.3045591641932806,
                      -0.10588936546712412, -0.023045112572483463,
                      -0.0032752508237229223, -0.00027197910853603307,
                      -1.2860801442054242e-05);
  }
  const double t = 42 / x;
  if (x < 42) {
    const double u = t - 2;
    return polynomial(u, 1.0529681115833378, 0.24147714954131663,
                      0.7307105940725768, -0.03681498611400572,
                      0.1905859774223796, -0.03996752420304021,
                      0.024549749144825862, -0.004446534241288707,
                      0.0008710645838697443, -1.7788347293988533e-05) /
           polynomial(u, 1.0, 0.20114192574119125, 0.6864371883841319,
                      -0.05490897149219308, 0.18118597436732362,
                      -0.04313973373109782, 0.02417276025177187,
                      -0.004869049763938984, 0.0009227604687281673,
                      -3.7983228158647756e-05);
  }
  return polynomial(t, 1.0, -1.0407989759022962, 0.3601496638751215,
                    -0.049237793161566935, 0.0023769035436728703,
                    -2.003383901366555e-05, -1.0011843471822973e-07) /
         polynomial(t, 1.0, -1.06460849971182, 0.3843636984487595,
                    -0.057263255450852577, 0.003383032125620988,
                    -5.949254939059685e-05);
}

// Ei(x) for 0 < x <= 6.
TENORITE_HD_NOINLINE double expi_small(double x) {
  const double t = x * (1.0 / 3) - 1;
  // The zero has more digits than a double.
  const double apart = (x - 0.3725074107813666) - 1.3140183414386028e-17;
  const double near = apart * (1 / 0.3725074107813666);
  const bool tiny = x < 0x1p-1000;  // a product would lose digits
  const double logarithm = math::fabs(near) < 0.3
                               ? log1p(near)
                               : log(x * (tiny ? 1 : 1 / 0.3725074107813666)) +
                                     (tiny ? 0.9874983466453419 : 0);
  return logarithm +
         apart * (polynomial(t, 2.986772243435986, -0.15790339608202605,
                             0.7562184478091761, -0.01393742009537137,
                             0.03972111965014192, 0.00038286736829749456,
                             0.0005053496778680859, 1.2632312339145333e-05,
                             7.291025436674358e-07) /
                  polynomial(t, 1.0, -1.343078957534279, 0.8360508112895243,
                             -0.3161498846598194, 0.07974463035485016,
                             -0.013799860859157784, 0.0016079803611600777,
                             -0.00011599975928549826, 3.992035625866469e-06));
}

TENORITE_HD_NOINLINE double expi(double x) {
  if (x == 0) return -math::kInf<double>;
  if (x != x) return x;
  if (x < 0) return -exp1(-x);
  if (x <= 6) return expi_small(x);
  if (x > 720) return math::kInf<double>;
  // Twice, since the power alone would overflow.
  const double root = exp(0.5 * x);
  return root * (expi_scaled(x) / x) * root;
}

// E_n(x) for a whole n >= 2 and x > 0.
TENORITE_HD_NOINLINE double expn_positive(double n, double x) {
  if (x > 1 || n > 40) {
    // From below, so that errors fade.
    double rest = 0;
    TENORITE_ROLLED
    for (double i = math::floor(100 / (x < 1 ? 1 : x)) + 24; i > 0; i -= 1)
      rest = -i * (n - 1 + i) / (x + n + 2 * i + rest);
    return exp(-x) / (x + n + rest);
  }
  double power = 1, sum = 0, psi = -kEuler;
  TENORITE_ROLLED
  for (double k = 0; k < 60; k += 1) {
    if (k > 0) power *= -x / k;
    if (k == n - 1)
      sum += power * (psi - log(x));
    else
      sum += power / (n - 1 - k);
    if (k < n - 1) psi += 1 / (k + 1);
    if (k >= n && math::fabs(power) <= math::fabs(sum) * 0x1p-60) break;
  }
  return sum;
}

TENORITE_HD_NOINLINE double expn(double n, double x) {
  if (n != n || x != x) return n + x;
  n = math::trunc(n);
  if (n < 0 || x < 0) return math::kNan<double>;
  if (x == 0) return n <= 1 ? math::kInf<double> : 1 / (n - 1);
  if (n > kLargestFinite || x > kLargestFinite) return 0;
  if (n == 0) return exp(-x) / x;
  return n == 1 ? exp1(x) : expn_positive(n, x);
}

// Si(x) and Ci(x) less their limits for x >= 4, with 2 and 0 eighths of a turn.
template <class T>
TENORITE_HD double integral_wave(double x, double eighths) {
  const double w = quotient<T>(1, x + 4);
  double modulus, phase;
  if constexpr (kIsShort<T>) {
    modulus =
        polynomial(w, 0.999999999984, 4.00000044508, 14.4998126942, 0x1.703a1p5,
                   0x1.0162p7, 0x1.0df0dp9, -0x1.059e2p9, 0x1.dd948p15,
                   -0x1.34e3dp19, 0x1.25732p22, -0x1.2852ap24, 0x1.2c497p25);
    phase =
        polynomial(w, 1.00000000015, 3.99999967534, 11.6667950588, 0x1.7f60fp3,
                   -0x1.09535p6, 0x1.063ccp5, 0x1.ae2c1p12, -0x1.76a61p10,
                   -0x1.b3375p18, 0x1.db37ep21, -0x1.bcec2p23, 0x1.626eep24);
  } else {
    modulus = polynomial(
        w, 1.0, 4.000000000000292, 14.499999999621073, 46.000000196194996,
        130.87494589578054, 441.50918548612026, 2263.2661070626777,
        9645.30557470913, -7633.9658842572735, 71036.86752654689,
        -5120594.623284346, 230348602.24647948, -4283101076.8019156,
        52493986809.37937, -469931793278.89026, 3211855687926.344,
        -16974857638770.943, 69234159897744.086, -214024561771413.22,
        481335429710720.0, -715514474723967.5, 540091811452264.25);
    phase = polynomial(
        w, 0.9999999999999997, 4.0000000000027525, 11.666666663059418,
        12.00000190446553, -67.8005399568242, 94.76166803295409,
        5416.5549298599235, 14316.932625119734, -387382.25191551645,
        1476295.6871127712, -72065255.97252187, 3259637476.8428416,
        -71030688766.9395, 1007443376188.3768, -10368500162888.854,
        80695560339141.84, -479844276373681.3, 2159320217750513.2,
        -7145511766827758.0, 1.6439505385529922e+16, -2.3520333025971892e+16,
        1.5772353817047664e+16);
  }
  const double value = w * modulus * wave<T>(x, eighths, -w * phase);
  return x > kLargestFinite ? 0.0 : value;
}

template <class T>
TENORITE_HD_NOINLINE double sine_integral(double x) {
  const double size = math::fabs(x);
  if (!(size <= 4))
    return math::copysign(0.5 * kPi + integral_wave<T>(size, 2), x);
  const double s = x * x;
  if constexpr (kIsShort<T>)
    return x * polynomial(s, 1.00000000002, -0.0555555554315, 0.00166666644497,
                          -2.83445583717e-05, 0x1.48be2p-22, -0x1.38883p-29,
                          0x1.a9b4bp-37, -0x1.72c99p-45);
  else
    return x * polynomial(s, 1.0, -0.05555555555555555, 0.0016666666666666627,
                          -2.8344671201809283e-05, 3.06192435819185e-07,
                          -2.27746439765077e-09, 1.2353110412022082e-11,
                          -5.098105706784326e-14, 1.6537641118389194e-16,
                          -4.3243943635143796e-19, 9.225837230893694e-22,
                          -1.4510986112315727e-24);
}

// Of |x|.
template <class T>
TENORITE_HD_NOINLINE double cosine_integral(double x) {
  const double size = math::fabs(x);
  if (!(size <= 4)) return integral_wave<T>(size, 0);
  const double s = x * x;
  double rest;
  if constexpr (kIsShort<T>)
    rest = polynomial(s, -0.250000000003, 0.0104166666647, -0.000231481471629,
                      0x1.a019dp-19, -0x1.d9684p-26, 0x1.7e2b5p-33,
                      -0x1.c5bd1p-41, 0x1.63f3cp-49);
  else
    rest = polynomial(
        s, -0.25, 0.010416666666666666, -0.00023148148148148133,
        3.1001984126982344e-06, -2.7557319223878443e-08, 1.739729748606425e-10,
        -8.193389626262976e-13, 2.9871720472757205e-15, -8.677209461429966e-18,
        2.0543184505162214e-20, -4.008779197766593e-23, 5.858222566730309e-26);
  return log<T>(size) + multiply_add(s, rest, kEuler);
}

TENORITE_HD_NOINLINE double hyperbolic_sine_integral(double x) {
  const double size = math::fabs(x), s = x * x;
  if (size <= 2)
    return x * polynomial(s, 1.0, 0.05555555555555552, 0.0016666666666669094,
                          2.8344671201191207e-05, 3.061924366222107e-07,
                          2.2774638215440577e-09, 1.2353354978592866e-11,
                          5.092089692901691e-14, 1.7334654509310962e-16);
  return math::copysign(0.5 * (expi(size) + exp1(size)), x);
}

// Of |x|.
TENORITE_HD_NOINLINE double hyperbolic_cosine_integral(double x) {
  const double size = math::fabs(x), s = x * x;
  if (size <= 2)
    return log(size) +
           (kEuler +
            s * polynomial(s, 0.25, 0.010416666666666664,
                           0.00023148148148149298, 3.100198412668924e-06,
                           2.7557319261871137e-08, 1.7397294756980683e-10,
                           8.193505433844831e-13, 2.9843215277247994e-15,
                           9.055011880390808e-18));
  return 0.5 * (expi(size) - exp1(size));
}

}  // namespace tenorite::special

namespace tenorite::op {

struct Exp1 {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::exp1(x));
  }
};

struct Expi {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::expi(x));
  }
};

struct Expn {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T n, T x) const {
    return special::as<T>(special::expn(n, x));
  }
};

struct SineIntegral {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::sine_integral<special::computed_t<T>>(x));
  }
};

struct CosineIntegral {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::cosine_integral<special::computed_t<T>>(x));
  }
};

struct HyperbolicSineIntegral {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::hyperbolic_sine_integral(x));
  }
};

struct HyperbolicCosineIntegral {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::hyperbolic_cosine_integral(x));
  }
};

}  // namespace tenorite::op
