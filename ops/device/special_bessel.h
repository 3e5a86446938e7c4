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
    return polynomial(s, 1.00000000001, 0.999999999876, 0.250000000433,
                      0.027777777184, 0.0017361115339, 6.94442655748e-05,
                      1.92906082417e-06, 3.93588179398e-08, 6.16203292578e-10,
                      7.50261386611e-12, 8.10964507733e-14, 4.4354521629e-16,
                      8.00812954071e-18);
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
    return polynomial(s, 0.999999999981, 0.500000000342, 0.0833333323163,
                      0.00694444562781, 0.000347221511961, 1.15743251233e-05,
                      2.75517079226e-07, 4.92917704425e-09, 6.75461974092e-11,
                      8.10353277683e-13, 4.88467545127e-15, 9.61404307905e-17);
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
    value = polynomial(t, 0.402176509405, 0.00336055203139, 0.000136217407835,
                       1.11415421896e-05, 1.47547563562e-06, 3.03833090867e-07,
                       1.09102329411e-07, 3.36358022352e-08);
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
    value =
        polynomial(t, 0.389398459026, -0.00974957744113, -0.00021923605339,
                   -1.50353903625e-05, -1.83102123822e-06, -3.58195364815e-07,
                   -1.14235341613e-07, -3.59046383294e-08, -4.23689780675e-09);
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

// J0(x) and J1(x) / x for 0 <= x <= 8; t is x**2 / 32 - 1.
template <class T>
TENORITE_HD double j0_small(double x, double t) {
  const double zeros = apart<T>(x, 2.404825557695773, -1.176691651530894e-16) *
                       apart<T>(x, 5.520078110286311, 8.088597146146722e-17);
  if constexpr (kIsShort<T>)
    return zeros * polynomial(t, 0.0011434937747, -0.0021197942895,
                              0.00156364314862, -0.000641539063854,
                              0.000169772134931, -3.15734316937e-05,
                              4.36657468346e-06, -4.6769519227e-07,
                              4.03966860173e-08, -2.81497236139e-09);
  else
    return zeros * polynomial(t, 0.0011434937743762545, -0.002119794289479692,
                              0.0015636431645931661, -0.0006415390646406123,
                              0.00016977200713997844, -3.157342540223544e-05,
                              4.366932324640601e-06, -4.677128021300755e-07,
                              3.9988393454959875e-08, -2.7948629678312687e-09,
                              1.627648945732473e-10, -8.023472603248695e-12,
                              3.3923324014926297e-13, -1.2482966637990574e-14,
                              4.006178286297737e-16);
}
template <class T>
TENORITE_HD double j1_small(double x, double t) {
  const double zeros =
      apart<T>(x, 3.8317059702075125, -1.5269184090088067e-16) *
      apart<T>(x, 7.015586669815619, -9.414165653410389e-17);
  if constexpr (kIsShort<T>)
    return zeros * polynomial(t, 0.000194989369871, -0.000269752274672,
                              0.000158600167377, -5.40800323627e-05,
                              1.2242178584e-05, -1.98909374129e-06,
                              2.44238424966e-07, -2.35212916904e-08,
                              1.84261275014e-09, -1.17689796544e-10);
  else
    return zeros * polynomial(t, 0.00019498936985895625, -0.0002697522746716368,
                              0.00015860016799369858, -5.4080032390855064e-05,
                              1.224217365301787e-05, -1.9890935159142006e-06,
                              2.442522260616403e-07, -2.352192254597121e-08,
                              1.8268548082869076e-09, -1.169693248966763e-10,
                              6.2846769866729685e-12, -2.8755334378568987e-13,
                              1.1384465070771561e-14, -3.9096323215705757e-16);
}

// Modulus and wave of J and Y for x >= 8. Of order 0 that is J0 with -1 and Y0
// with 1 eighth of a turn back, of order 1 J1 with 1 and Y1 with 3.
template <class T>
TENORITE_HD double bessel_large_0(double x, double eighths) {
  const double root = inverse_root<T>(x), t = root * root, s = t * t;
  double modulus, phase;
  if constexpr (kIsShort<T>) {
    modulus = polynomial(s, 0.797884560733, -0.0498675614279, 0.0824750363072,
                         -0.41020248289, 2.66906008364);
    phase = polynomial(s, -0.12499999997, 0.0651040264943, -0.209461862749,
                       1.60615684964, -18.9114555348, 177.980905126);
  } else {
    modulus = polynomial(
        s, 0.7978845608028653, -0.04986778504983835, 0.08259351792919399,
        -0.4331276703380562, 4.6657272847436815, -84.94168762039614,
        2278.397739784293, -76323.68327207712, 2587045.222829487,
        -71937486.29323253, 1333401283.2611773, -11800848270.308039);
    phase = polynomial(
        s, -0.1249999999999998, 0.06510416666309943, -0.2095703013835874,
        1.638052061519312, -23.466042551081724, 532.0040101710086,
        -16870.05296669706, 634085.2810896237, -23052536.95387226,
        667425829.7197762, -12667027494.009865, 113747836714.55861);
  }
  const double value = root * modulus * wave<T>(x, eighths, t * phase);
  return x > kLargestFinite ? 0 : value;
}
template <class T>
TENORITE_HD double bessel_large_1(double x, double eighths) {
  const double root = inverse_root<T>(x), t = root * root, s = t * t;
  double modulus, phase;
  if constexpr (kIsShort<T>) {
    modulus = polynomial(s, 0.797884560892, 0.149603069195, -0.154127164329,
                         0.613350459486, -3.65047531236);
    phase = polynomial(s, 0.374999999963, -0.164062328146, 0.370765608958,
                       -2.33039757405, 25.0689437857, -227.488008631);
  } else {
    modulus = polynomial(
        s, 0.7978845608028654, 0.1496033551501524, -0.15427845880177699,
        0.6425332389425416, -6.17461968990795, 105.54346427223724,
        -2725.9953878163565, 89307.05710702953, -2990271.973344631,
        82605337.4365904, -1525557072.088564, 13472322875.589466);
    phase = polynomial(s, 0.3749999999999998, -0.16406249999597458,
                       0.37089842495812564, -2.3693822562893097,
                       30.61377140200024, -655.0898768561128, 20068.53025790054,
                       -739365.3939818685, 26588346.65105879, -765275484.405723,
                       14475999697.59465, -129733188058.98741);
  }
  const double value = root * modulus * wave<T>(x, eighths, t * phase);
  return x > kLargestFinite ? 0 : value;
}

template <class T>
TENORITE_HD_NOINLINE double j0(double x) {
  x = math::fabs(x);
  if (x <= 8) return j0_small<T>(x, multiply_add(x * x, 1.0 / 32, -1.0));
  return bessel_large_0<T>(x, -1);
}

template <class T>
TENORITE_HD_NOINLINE double j1(double x) {
  const double size = math::fabs(x);
  if (size <= 8)
    return x * j1_small<T>(size, multiply_add(x * x, 1.0 / 32, -1.0));
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
  if (x > 8) return bessel_large_0<T>(x, 1);
  const double t = multiply_add(x * x, 1.0 / 32, -1.0);
  double rest;
  if constexpr (kIsShort<T>)
    rest = polynomial(t, -0.382250654459, -0.828435890413, 1.64709647888,
                      0.144126325157, -1.07754773389, 0.67217706663,
                      -0.218957470453, 0.0463670878283, -0.0070257428017,
                      0.000806091728146, -7.27925125576e-05, 5.37476417929e-06,
                      -3.24173930508e-07);
  else
    rest = polynomial(
        t, -0.382250654459425, -0.8284358903604587, 1.6470964788745466,
        0.14412632369302475, -1.0775477338215995, 0.6721770783431679,
        -0.2189574709617164, 0.046367047681375125, -0.007025741057270546,
        0.00080615860596164, -7.279541882544516e-05, 5.321318810394401e-06,
        -3.218507833909702e-07, 1.6390875017619395e-08, -7.130468040126112e-10,
        2.6926937109987802e-11, -8.838468394309022e-13);
  return multiply_add(2 / kPi * log<T>(x), j0_small<T>(x, t), rest);
}

template <class T>
TENORITE_HD_NOINLINE double y1(double x) {
  if (!(x > 0)) return y_outside(x);
  if (x > 8) return bessel_large_1<T>(x, 3);
  const double t = multiply_add(x * x, 1.0 / 32, -1.0);
  double rest;
  if constexpr (kIsShort<T>)
    rest = polynomial(t, 0.0707598588212, -0.243377430794, 0.0233675717211,
                      0.235072092122, -0.196398398602, 0.0785478687819,
                      -0.0196287568153, 0.0034224922501, -0.000443817404369,
                      4.467181426e-05, -3.6008984787e-06, 2.40060146815e-07,
                      -1.32343821423e-08);
  else
    rest = polynomial(
        t, 0.07075985882118005, -0.24337743079193114, 0.023367571720993584,
        0.23507209206669755, -0.19639839859930425, 0.07854786922242532,
        -0.019628756833099427, 0.0034224907399188495, -0.00044381734351148726,
        4.4674330126463756e-05, -3.6009998743823114e-06, 2.3804930420500538e-07,
        -1.3153322522176987e-08, 6.169688029976363e-10, -2.4887527719058385e-11,
        8.760000901470383e-13, -2.6946935633741497e-14);
  const double parts = log<T>(x) * (x * j1_small<T>(x, t)) - quotient<T>(1, x);
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
