// SPDX-License-Identifier: Apache-2.0
// Bessel functions of orders 0 and 1: series near 0, with the zeros taken out
// of those that have some; farther off modulus and phase (DLMF 10.18) or
// Hankel's expansion (10.40), fitted over all larger arguments.
#pragma once

#include "ops/device/special_wave.h"

namespace tenorite::special {

// I0(x) and 2 I1(x) / x for |x| <= 8, of x**2 / 4.
template <class T>
TENORITE_HD double i0_small(double s) {
  if constexpr (kIsShort<T>)
    return polynomial(s, 1.00000000001, 0.999999999811, 0.250000000377,
                      0.0277777775007, 0.00173611123646, 6.94443963728e-05,
                      0x1.02e8ep-19, 0x1.5222fp-25, 0x1.5270ep-31,
                      0x1.09699p-37, 0x1.65177p-44, 0x1.19ff4p-51,
                      0x1.14ea6p-57);
  else
    return polynomial(
        s, 1.0, 1.0000000000000009, 0.2499999999999948, 0.027777777777788643,
        0.0017361111110991466, 6.944444445240514e-05, 1.9290123422052142e-06,
        3.9367599937651325e-08, 6.151185080653331e-10, 7.594093461237802e-12,
        7.5936581264081e-14, 6.279425816382418e-16, 4.338239454264185e-18,
        2.6638168379729013e-20, 1.0805568728893e-22, 9.604864662681523e-25);
}
template <class T>
TENORITE_HD double i1_small(double s) {
  if constexpr (kIsShort<T>)
    return polynomial(s, 1.00000000004, 0.499999999634, 0.0833333336966,
                      0.00694444448274, 0.000347222057581, 1.15741613554e-05,
                      0x1.27de4p-22, 0x1.5275ap-28, 0x1.2a74bp-34,
                      0x1.bf738p-41, 0x1.7efbbp-48, 0x1.a3b8p-54);
  else
    return polynomial(
        s, 1.0, 0.5000000000000001, 0.08333333333333304, 0.0069444444444450686,
        0.00034722222222153507, 1.157407407453132e-05, 2.7557319204030443e-07,
        4.920949921538654e-09, 6.834651294492253e-11, 7.594078567160322e-13,
        6.90345927367201e-15, 5.231992159979275e-17, 3.3410044697092935e-19,
        1.891028804078631e-21, 7.413211040554544e-24, 5.833651333188183e-26);
}
// exp(-x) I0(x) and exp(-x) I1(x) for x >= 8.
template <class T>
TENORITE_HD double i0_large(double x) {
  const double root = inverse_root<T>(x), t = 16 * root * root - 1;
  double value;
  if constexpr (kIsShort<T>)
    value = polynomial(t, 0.402176509392, 0.00336055224189, 0x1.1dab1p-13,
                       0x1.75ca4p-17, 0x1.8c3dep-20, 0x1.4a01dp-22,
                       0x1.d2c64p-24, 0x1.0f8f5p-25);
  else
    value = polynomial(
        t, 0.4021765094450081, 0.0033605519836677235, 0.00013621607439187193,
        1.1143033802583682e-05, 1.4838475863096976e-06, 2.9735956581528157e-07,
        8.872154618944625e-08, 3.932926571091252e-08, 2.155681110989874e-08,
        7.532386417555123e-09, -6.805980075129678e-09, -1.331979859201994e-08,
        -5.162517880939013e-09, 7.323310735122893e-09, 6.789790403895736e-09,
        -3.11851456121224e-09, -4.8482509221176966e-09, 1.0924527246468664e-09,
        2.3981927228949238e-09, -2.748111637276033e-10, -7.473844621887592e-10,
        3.525321019700796e-11, 1.0881994785468934e-10);
  return x > kLargestFinite ? 0.0 : value * root;
}
template <class T>
TENORITE_HD double i1_large(double x) {
  const double root = inverse_root<T>(x), t = 16 * root * root - 1;
  double value;
  if constexpr (kIsShort<T>)
    value = polynomial(t, 0.389398459066, -0.00974957745959, -0x1.cbc5cp-13,
                       -0x1.f87ffp-17, -0x1.eadc1p-20, -0x1.80dc9p-22,
                       -0x1.fb2d2p-24, -0x1.334c1p-25, -0x1.3f453p-29);
  else
    value = polynomial(
        t, 0.38939845902587233, -0.009749577193235609, -0.000219235763833829,
        -1.503854721127423e-05, -1.8349101539664522e-06, -3.483853071371078e-07,
        -1.0001220638799958e-07, -4.31323156237458e-08, -2.3382691353601083e-08,
        -8.407326839577817e-09, 6.795073490187386e-09, 1.3952625102162603e-08,
        5.722677527454156e-09, -7.432535335623792e-09, -7.222524178953976e-09,
        3.0717395650769477e-09, 5.094016301574338e-09, -1.0476127785270019e-09,
        -2.5062162405593894e-09, 2.582169443152386e-10, 7.79067217908059e-10,
        -3.2677656089803323e-11, -1.13288885034257e-10);
  return x > kLargestFinite ? 0.0 : value * root;
}

template <class T>
TENORITE_HD_LONG double i0(double x) {
  const double size = math::fabs(x);
  const auto small = [=] { return i0_small<T>(0.25 * x * x); };
  const auto large = [=] {
    const double root = exp<T>(0.5 * size);
    return root * i0_large<T>(size) * root;
  };
  const double finite = either(size < 8, small, large);
  return size > 720 ? math::kInf<double> : finite;
}

template <class T>
TENORITE_HD_LONG double i0e(double x) {
  const double size = math::fabs(x);
  return either(
      size < 8, [=] { return exp<T>(-size) * i0_small<T>(0.25 * x * x); },
      [=] { return i0_large<T>(size); });
}

template <class T>
TENORITE_HD_LONG double i1(double x) {
  const double size = math::fabs(x);
  const auto small = [=] { return 0.5 * x * i1_small<T>(0.25 * x * x); };
  const auto large = [=] {
    const double root = exp<T>(0.5 * size);
    const double value = root * i1_large<T>(size) * root;
    return math::copysign(size > 720 ? math::kInf<double> : value, x);
  };
  return either(size < 8, small, large);
}

template <class T>
TENORITE_HD_LONG double i1e(double x) {
  const double size = math::fabs(x);
  return either(
      size < 8,
      [=] { return exp<T>(-size) * (0.5 * x * i1_small<T>(0.25 * x * x)); },
      [=] { return math::copysign(i1_large<T>(size), x); });
}

// x**2 less the square of a zero, which has more digits than a double.
template <class T>
TENORITE_HD double apart(double x, double zero, double rest) {
  if constexpr (kIsShort<T>)
    return multiply_add(x, x, -zero * zero);
  else
    return ((x - zero) - rest) * (x + zero);
}

// From here on J and Y are modulus and phase.
constexpr double kBesselSeam = 6.5;

// What is left of the square: no sign of a coefficient changes in its powers.
TENORITE_HD double to_seam(double x) {
  return multiply_add(-x, x, kBesselSeam * kBesselSeam);
}

// J0(x) and J1(x) / x for 0 <= x <= kBesselSeam, of to_seam(x).
template <class T>
TENORITE_HD double j0_small(double x, double s) {
  const double zeros = apart<T>(x, 2.404825557695773, -1.176691651530894e-16) *
                       apart<T>(x, 5.520078110286311, 8.088597146146722e-17);
  if constexpr (kIsShort<T>)
    return zeros * polynomial(s, 0.000605528758044, 4.04628306871e-05,
                              1.01753674032e-06, 1.38459613906e-08,
                              0x1.070c2p-33, 0x1.940cep-41, 0x1.d25c4p-49,
                              0x1.691eap-57, 0x1.9fd98p-65);
  else
    return zeros * polynomial(s, 0.0006055287578864864, 4.04628312223276e-05,
                              1.0175363765998207e-06, 1.384606199141691e-08,
                              1.196062467771622e-10, 7.187855426145721e-13,
                              3.1904726260908778e-15, 1.0912476613805647e-17,
                              2.968808455416544e-20, 6.579646400162965e-23,
                              1.2226396516307607e-25, 1.771533489883947e-28,
                              3.463019016797554e-31);
}
template <class T>
TENORITE_HD double j1_small(double x, double s) {
  const double zero = apart<T>(x, 3.8317059702075125, -1.5269184090088067e-16);
  if constexpr (kIsShort<T>)
    return zero * polynomial(s, -0.000858526817996, -0.000163114898085,
                             -6.50040960564e-06, -1.19457535547e-07,
                             -1.29185304133e-09, -0x1.472p-37, -0x1.af8a2p-45,
                             -0x1.b4d6bp-53, -0x1.2ec2ap-61, -0x1.379b8p-69);
  else
    return zero * polynomial(s, -0.0008585268180530722, -0.00016311489786227358,
                             -6.500409771994148e-06, -1.194574787655488e-07,
                             -1.2918635066869976e-09, -9.296350003274483e-12,
                             -4.797933519616785e-14, -1.8686256211912048e-16,
                             -5.698285578369344e-19, -1.3994069291688908e-21,
                             -2.8274300749886938e-24, -4.830520548048444e-27,
                             -6.466407893149753e-30, -1.1805889067148322e-32);
}

// J and Y above kBesselSeam: J0 with -1 and Y0 with 1 eighth of a turn back, J1
// with 1 and Y1 with 3.
template <class T>
TENORITE_HD double bessel_large_0(double x, double eighths) {
  const double root = inverse_root<T>(x), t = root * root, s = t * t;
  double modulus, phase;
  if constexpr (kIsShort<T>) {
    modulus = polynomial(s, 0.797884560771, -0.0498676793752, 0x1.5212fp-4,
                         -0x1.b0099p-2, 0x1.c7ecap1, -0x1.7b703p4);
    phase = polynomial(s, -0.124999999972, 0.0651040587054, -0x1.ad0a7p-3,
                       0x1.9db8ep0, -0x1.44fb8p4, 0x1.0a25cp8, -0x1.fce8cp10);
  } else {
    modulus =
        polynomial(s, 0.7978845608028653, -0.049867785049744096,
                   0.08259351776714695, -0.4331276051848703, 4.665755335994807,
                   -84.97347751774976, 2290.1185571537085, -78704.95578402134,
                   2885631.7496174555, -95808909.92917688, 2537741453.9854417,
                   -48055853312.57563, 566217862605.757, -3086568488839.5654);
    phase = polynomial(
        s, -0.12499999999999972, 0.06510416666200089, -0.20957029936864635,
        1.6380510166682487, -23.466119355345736, 532.2593703216602,
        -16975.03731859638, 656318.2842156412, -25901530.806837376,
        898254691.7080786, -24419132190.228268, 469963226324.4797,
        -5596482697597.587, 30731476061759.285);
  }
  const double value = root * modulus * wave<T>(x, eighths, t * phase);
  return x > kLargestFinite ? 0 : value;
}
template <class T>
TENORITE_HD double bessel_large_1(double x, double eighths) {
  const double root = inverse_root<T>(x), t = root * root, s = t * t;
  double modulus, phase;
  if constexpr (kIsShort<T>) {
    modulus = polynomial(s, 0.79788456084, 0.149603224493, -0x1.3bd1fp-3,
                         0x1.41dcbp-1, -0x1.341afp2, 0x1.edd36p4);
    phase = polynomial(s, 0.374999999972, -0.164062371137, 0x1.7bb43p-2,
                       -0x1.2be49p1, 0x1.ad2dbp4, -0x1.51b12p8, 0x1.3d6c5p11);
  } else {
    modulus =
        polynomial(s, 0.7978845608028654, 0.14960335515004758,
                   -0.1542784586233956, 0.6425331706073423, -6.174654487723682,
                   105.58047304330648, -2739.4840193807736, 92034.42640310319,
                   -3331368.72859426, 109830931.22349799, -2897560520.8106174,
                   54738534339.52515, -643975299721.7819, 3506843189424.395);
    phase =
        polynomial(s, 0.37499999999999967, -0.16406249999475062,
                   0.3708984227290323, -2.3693811280684165, 30.613888440480423,
                   -655.3888745540947, 20189.477370481633, -764830.939823316,
                   29841951.116330676, -1028416274.2655845, 27857016685.50033,
                   -534955504223.7821, 6361443770285.81, -34898481950346.64);
  }
  const double value = root * modulus * wave<T>(x, eighths, t * phase);
  return x > kLargestFinite ? 0 : value;
}

template <class T>
TENORITE_HD_NOINLINE double j0(double x) {
  x = math::fabs(x);
  if (x <= kBesselSeam) return j0_small<T>(x, to_seam(x));
  return bessel_large_0<T>(x, -1);
}

template <class T>
TENORITE_HD_NOINLINE double j1(double x) {
  const double size = math::fabs(x);
  if (size <= kBesselSeam) return x * j1_small<T>(size, to_seam(size));
  const double result = bessel_large_1<T>(size, 1);
  return x < 0 ? -result : result;
}

// At 0, below it and for NaN.
TENORITE_HD double y_outside(double x) {
  return x == 0 ? -math::kInf<double> : math::kNan<double>;
}

template <class T>
TENORITE_HD_NOINLINE double y0(double x) {
  if (!(x > 0)) return y_outside(x);
  if (x > kBesselSeam) return bessel_large_0<T>(x, 1);
  const double s = to_seam(x);
  double rest;
  if constexpr (kIsShort<T>)
    rest =
        polynomial(s, -0.0233923430456, -0.000742878472902, 1.40665067891e-05,
                   9.06238273116e-07, 1.64731754677e-08, 0x1.6ddfap-33,
                   0x1.362cfp-40, 0x1.88736p-48, 0x1.285ep-56, 0x1.9d215p-64);
  else
    rest = polynomial(
        s, -0.023392343030548577, -0.0007428785109885839,
        1.4066529577414592e-05, 9.062318558008946e-07, 1.6474152820411656e-08,
        1.6629324358741672e-10, 1.1066573646295134e-12, 5.2901771249297725e-15,
        1.9165367291029068e-17, 5.46256446655553e-20, 1.2596606147636787e-22,
        2.399568374316473e-25, 3.8832421846869402e-28, 4.913880611567994e-31,
        8.641481646784343e-34);
  // Relative to the value at 2, errors are smallest.
  rest = multiply_add(multiply_add(x, x, -4.0), rest, 0.41157911980080253);
  return multiply_add(2 / kPi * log<T>(x), j0_small<T>(x, s), rest);
}

template <class T>
TENORITE_HD_NOINLINE double y1(double x) {
  if (!(x > 0)) return y_outside(x);
  if (x > kBesselSeam) return bessel_large_1<T>(x, 3);
  const double t = multiply_add(x * x, 1.0 / 32, -1.0);
  double rest;
  if constexpr (kIsShort<T>)
    rest = polynomial(t, 0.0707598588166, -0.243377430765, 0.0233675722695,
                      0.235072090175, -0.196398413423, 0.0785478877307,
                      -0x1.41984p-6, 0x1.c09b4p-9, -0x1.d20a6p-12,
                      0x1.6bab6p-15, -0x1.3332p-18);
  else
    rest = polynomial(
        t, 0.07075985882118005, -0.24337743079193114, 0.023367571720993543,
        0.2350720920666976, -0.19639839859930175, 0.07854786922242732,
        -0.01962875683315064, 0.0034224907398052564, -0.00044381734316620725,
        4.46743315957596e-05, -3.6009991638868638e-06, 2.3804462444350333e-07,
        -1.3164052407043759e-08, 6.065769901016689e-10, -2.978142573972914e-11);
  const double parts =
      log<T>(x) * (x * j1_small<T>(x, to_seam(x))) - quotient<T>(1, x);
  return multiply_add(x, rest, 2 / kPi * parts);
}

}  // namespace tenorite::special

namespace tenorite::op {

struct BesselI0 {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::i0<special::computed_t<T>>(x));
  }
};

struct BesselI0e {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::i0e<special::computed_t<T>>(x));
  }
};

struct BesselI1 {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::i1<special::computed_t<T>>(x));
  }
};

struct BesselI1e {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::i1e<special::computed_t<T>>(x));
  }
};

struct BesselJ0 {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::j0<special::computed_t<T>>(x));
  }
};

struct BesselJ1 {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::j1<special::computed_t<T>>(x));
  }
};

struct BesselY0 {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::y0<special::computed_t<T>>(x));
  }
};

struct BesselY1 {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::y1<special::computed_t<T>>(x));
  }
};

}  // namespace tenorite::op
