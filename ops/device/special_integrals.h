// SPDX-License-Identifier: Apache-2.0
// Exponential, sine and cosine integrals: fits of what remains beside the
// logarithm and the zero near 0, and beside the leading term far from it (DLMF
// 6.2, 6.6, 6.12). E_n by its series and continued fraction (8.19.8, 8.19.17).
#pragma once

#include "ops/device/special_gamma.h"

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
  const double logarithm =
      math::fabs(near) < 0.3 ? log1p(near) : log(x * (1 / 0.3725074107813666));
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

// Si(x) and Ci(x) for x >= 12 are pi / 2 - f cos(x) - g sin(x) and f sin(x) -
// g cos(x).
struct TrigonometricParts {
  double f, g;
};
TENORITE_HD_NOINLINE TrigonometricParts trigonometric_parts(double x) {
  const double s = (12 / x) * (12 / x);
  const double f =
      polynomial(s, 1.0, 6.092179490619459, 12.563468043298164,
                 10.999905742662186, 4.204526977937411, 0.646579540761429,
                 0.03139144249350607, 0.00021609272327586425) /
      polynomial(s, 1.0, 6.106068379508344, 12.647117141161942,
                 11.16873406516288, 4.34638898122898, 0.6965548646736205,
                 0.037846569845027565, 0.000417175209322062);
  const double g =
      polynomial(s, 0.9999999999999999, 6.707379879343174, 15.352143038634397,
                 15.055558676918205, 6.507169849849454, 1.1389621038153948,
                 0.06217604705494944, 0.0003872073020917984) /
      polynomial(s, 1.0, 6.749046546009797, 15.627566274351349,
                 15.669338175031772, 7.080169315173119, 1.3646164991457312,
                 0.09497406138400853, 0.0015507498151311814);
  return {f / x, g / x / x};
}

TENORITE_HD_NOINLINE double sine_integral(double x) {
  const double size = math::fabs(x), s = x * x;
  if (size <= 4)
    return x * polynomial(s, 1.0, -0.05555555555555555, 0.0016666666666666627,
                          -2.8344671201809283e-05, 3.06192435819185e-07,
                          -2.27746439765077e-09, 1.2353110412022082e-11,
                          -5.098105706784326e-14, 1.6537641118389194e-16,
                          -4.3243943635141796e-19, 9.225837230893694e-22,
                          -1.4510986112315727e-24);
  double result = 0.5 * kPi;
  if (size <= 12) {
    const double t = 0.25 * size - 2;
    result = polynomial(
        t, 1.5741868217069421, 0.4946791233116908, -0.26916981463653616,
        -1.2294210572856552, 0.6550329415602677, 0.7933022864406091,
        -0.43400931005849747, -0.2160209482826393, 0.12407107650342052,
        0.034196174493108834, -0.020643729470785122, -0.0036112320053079505,
        0.0022921723298637104, 0.00027486849783752137, -0.00018361957816532724,
        -1.5856698230442088e-05, 1.1166166868782341e-05, 7.181366875346035e-07,
        -5.341820362257515e-07, -2.6003274016617575e-08, 2.0463379118780755e-08,
        6.838332523362251e-10, -5.670083842692906e-10);
  } else if (size <= kLargestFinite) {
    const TrigonometricParts parts = trigonometric_parts(size);
    result -= parts.f * math::cos(size) + parts.g * math::sin(size);
  }
  return x != x ? x : math::copysign(result, x);
}

// Of |x|.
TENORITE_HD_NOINLINE double cosine_integral(double x) {
  const double size = math::fabs(x), s = x * x;
  if (size <= 4)
    return log(size) +
           (kEuler +
            s * polynomial(s, -0.25, 0.010416666666666666,
                           -0.00023148148148148133, 3.1001984126982344e-06,
                           -2.7557319223878443e-08, 1.739729748606425e-10,
                           -8.193389626262976e-13, 2.9871720472757205e-15,
                           -8.677209461429966e-18, 2.0543184505162214e-20,
                           -4.008779197766593e-23, 5.858222566730309e-26));
  if (size <= 8) {
    const double t = 0.5 * size - 3;
    return polynomial(
        t, -0.06805724389324713, 0.3200567622167887, 0.03979570569684385,
        -0.22221466496604705, 0.024507499774964473, 0.03613890168892532,
        -0.005899094940273398, -0.0023787571564538013, 0.00039812639476409674,
        0.00010782622760320535, -1.920663381468967e-05, -2.390342432860665e-06,
        3.321632326152616e-07, 1.0833146637686743e-07, -2.4779189596916374e-08,
        3.6834535885671865e-09, -1.2968360782339836e-09, 4.832545998586334e-10,
        -1.5031179163150815e-10, 3.454501723969088e-11, -1.0924385761469184e-11,
        8.366906971415222e-12, -2.6683886344283114e-12);
  }
  if (size <= 12) {
    const double t = 0.5 * size - 5;
    return polynomial(
        t, -0.04545643300445537, -0.1678143058152905, 0.125585652759403,
        0.09513145017560666, -0.05053779158563223, -0.014289194121672177,
        0.0072172755615158455, 0.0008937280728332087, -0.0005018126418682794,
        -2.9176381040362623e-05, 2.0603314267264893e-05, 5.589435952554064e-07,
        -5.676718025156853e-07, -5.583835445795486e-09, 1.1260916621873467e-08,
        6.516334916311276e-13, -1.7030931088857427e-10, 1.0900986784101117e-12,
        1.9129023760083677e-12);
  }
  if (!(size <= kLargestFinite)) return x != x ? x : 0;
  const TrigonometricParts parts = trigonometric_parts(size);
  return parts.f * math::sin(size) - parts.g * math::cos(size);
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
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::sine_integral(x));
  }
};

struct CosineIntegral {
  static constexpr bool kSingly = true;
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::cosine_integral(x));
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
