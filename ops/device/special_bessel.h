// SPDX-License-Identifier: Apache-2.0
// Bessel functions of orders 0 and 1: series near 0, with the zeros taken out
// of those that have some, and Hankel's expansions (DLMF 10.17, 10.40) fitted
// over all larger arguments.
#pragma once

#include "ops/device/special_exponential.h"

namespace tenorite::special {

// I0(x) and 2 I1(x) / x for |x| <= 8, of x**2 / 4.
TENORITE_HD double i0_small(double s) {
  return polynomial(
      s, 1.0, 1.0000000000000009, 0.2499999999999948, 0.027777777777788643,
      0.0017361111110991466, 6.944444445240514e-05, 1.9290123422052142e-06,
      3.9367599937651325e-08, 6.151185080653331e-10, 7.594093461237802e-12,
      7.5936581264081e-14, 6.279425816382418e-16, 4.338239454264185e-18,
      2.6638168379729013e-20, 1.0805568728893e-22, 9.604864662681523e-25);
}
TENORITE_HD double i1_small(double s) {
  return polynomial(
      s, 1.0, 0.5000000000000001, 0.08333333333333304, 0.0069444444444450686,
      0.00034722222222153507, 1.157407407453132e-05, 2.7557319204030443e-07,
      4.920949921538654e-09, 6.834651294492253e-11, 7.594078567160322e-13,
      6.90345927367201e-15, 5.231992159979275e-17, 3.3410044697092935e-19,
      1.891028804078631e-21, 7.413211040554544e-24, 5.833651333188183e-26);
}
// sqrt(x) exp(-x) times I0(x) and I1(x) for x >= 8.
TENORITE_HD double i0_large(double x) {
  return polynomial(
      16 / x - 1, 0.4021765094450081, 0.0033605519836677235,
      0.00013621607439187193, 1.1143033802583682e-05, 1.4838475863096976e-06,
      2.9735956581528157e-07, 8.872154618944625e-08, 3.932926571091252e-08,
      2.155681110989874e-08, 7.532386417555123e-09, -6.805980075129678e-09,
      -1.331979859201994e-08, -5.162517880939013e-09, 7.323310735122893e-09,
      6.789790403895736e-09, -3.11851456121224e-09, -4.8482509221176966e-09,
      1.0924527246468664e-09, 2.3981927228949238e-09, -2.748111637276033e-10,
      -7.473844621887592e-10, 3.525321019700796e-11, 1.0881994785468934e-10);
}
TENORITE_HD double i1_large(double x) {
  return polynomial(
      16 / x - 1, 0.38939845902587233, -0.009749577193235609,
      -0.000219235763833829, -1.503854721127423e-05, -1.8349101539664522e-06,
      -3.483853071371078e-07, -1.0001220638799958e-07, -4.31323156237458e-08,
      -2.3382691353601083e-08, -8.407326839577817e-09, 6.795073490187386e-09,
      1.3952625102162603e-08, 5.722677527454156e-09, -7.432535335623792e-09,
      -7.222524178953976e-09, 3.0717395650769477e-09, 5.094016301574338e-09,
      -1.0476127785270019e-09, -2.5062162405593894e-09, 2.582169443152386e-10,
      7.79067217908059e-10, -3.2677656089803323e-11, -1.13288885034257e-10);
}

TENORITE_HD_LONG double i0(double x) {
  const double size = math::fabs(x);
  const auto small = [=] { return i0_small(0.25 * x * x); };
  const auto large = [=] {
    const double root = exp(0.5 * size);
    return root * (i0_large(size) / math::sqrt(size)) * root;
  };
  const double finite = either(size < 8, small, large);
  return size > 720 ? math::kInf<double> : finite;
}

TENORITE_HD_LONG double i0e(double x) {
  const double size = math::fabs(x);
  return either(
      size < 8, [=] { return exp(-size) * i0_small(0.25 * x * x); },
      [=] { return i0_large(size) / math::sqrt(size); });
}

TENORITE_HD_LONG double i1(double x) {
  const double size = math::fabs(x);
  const auto small = [=] { return 0.5 * x * i1_small(0.25 * x * x); };
  const auto large = [=] {
    const double root = exp(0.5 * size);
    const double value = root * (i1_large(size) / math::sqrt(size)) * root;
    return math::copysign(size > 720 ? math::kInf<double> : value, x);
  };
  return either(size < 8, small, large);
}

TENORITE_HD_LONG double i1e(double x) {
  const double size = math::fabs(x);
  return either(
      size < 8, [=] { return exp(-size) * (0.5 * x * i1_small(0.25 * x * x)); },
      [=] { return math::copysign(i1_large(size) / math::sqrt(size), x); });
}

// J0(x) and J1(x) / x for |x| <= 5. Zeros have more digits than a double.
TENORITE_HD_NOINLINE double j0_small(double x) {
  const double s = x * x * 0.08 - 1;
  const double top = polynomial(
      s, 0.0031873556303932387, -0.0014790009526119128, 0.0002507323237007771,
      -2.015296572418099e-05, 7.95758938629678e-07, -1.2808209165093605e-08);
  const double bottom = polynomial(
      s, 1.0, 0.13869995769814641, 0.009256669494855096, 0.0003781762475521546,
      9.662555349420301e-06, 1.2685001420699587e-07);
  const double first = (x - 2.404825557695773) + 1.176691651530894e-16;
  const double second = (x - 5.520078110286311) - 8.088597146146722e-17;
  const double zeros =
      first * (x + 2.404825557695773) * (second * (x + 5.520078110286311));
  return zeros * (top / bottom);
}
TENORITE_HD_NOINLINE double j1_small(double x) {
  const double s = x * x * 0.08 - 1;
  const double top = polynomial(s, -0.01587595431164548, 0.011090898704758805,
                                -0.0027113307608069128, 0.00031580792522042293,
                                -1.9372369942710627e-05, 6.179717711348998e-07,
                                -8.331014676344024e-09);
  const double bottom = polynomial(
      s, 1.0, 0.12596904587866278, 0.007567262999448606, 0.0002752749010081718,
      6.1789085079606166e-06, 7.004610496083557e-08);
  const double first = (x - 3.8317059702075125) + 1.5269184090088067e-16;
  return first * (x + 3.8317059702075125) * (top / bottom);
}

// sqrt(pi x) J(x) and sqrt(pi x) Y(x) for x >= 5, of order 0 or 1.
struct BesselPair {
  double j, y;
};
TENORITE_HD BesselPair bessel_large(double x, double p, double q) {
#if defined(__CUDACC__) && defined(__CUDA_ARCH__)
  double sine, cosine;
  ::sincos(x, &sine, &cosine);
#else
  const double sine = math::sin(x), cosine = math::cos(x);
#endif
  const double sum = sine + cosine, difference = sine - cosine;
  const double scale = 1 / (math::sqrt(kPi) * math::sqrt(x));
  return {scale * (p * sum - q * difference),
          scale * (p * difference + q * sum)};
}
TENORITE_HD_NOINLINE BesselPair bessel_large_0(double x) {
  const double s = (5 / x) * (5 / x);
  const double p =
      polynomial(s, 1.0, 5.759078386342704, 10.703489305819586,
                 7.924651390480042, 2.3345880479795724, 0.23675965582403607,
                 0.005314781442553841, -3.639900950181762e-06) /
      polynomial(s, 1.0, 5.761890886342697, 10.719515180578533,
                 7.9538027339443405, 2.3552301392804886, 0.2422709152651866,
                 0.005750779286302587);
  const double q =
      polynomial(s, -0.12499999999999997, -0.9432215918881959,
                 -2.397914559020754, -2.5778738570582806, -1.205788880252535,
                 -0.22611513134021938, -0.013288932793098432,
                 -0.00010560366886097882) /
      polynomial(s, 1.0, 7.569210235105488, 19.357812854636105,
                 21.05557063038488, 10.089724545569984, 1.9979868238297755,
                 0.1355898763386044, 0.0019259962970097054);
  return bessel_large(x, p, q / x);
}
TENORITE_HD_NOINLINE BesselPair bessel_large_1(double x) {
  const double s = (5 / x) * (5 / x);
  const double p =
      polynomial(s, 1.0, 5.688896088688998, 10.420940102195663,
                 7.5867106518405025, 2.1955200370709647, 0.2204740086907515,
                 0.0052794555155587985, 6.646264271932664e-06) /
      polynomial(s, 1.0, 5.684208588689005, 10.394526087326273,
                 7.539254429091519, 2.1623494184422056, 0.21171501967176357,
                 0.00458535683424883);
  const double q =
      polynomial(s, 0.375, 2.798669522226093, 7.025444535186983,
                 7.445660084968366, 3.430441730954305, 0.6353196295277771,
                 0.037557075714254415, 0.00034877816177462874) /
      polynomial(s, 1.0, 7.474056225936219, 18.815081924300376,
                 20.052372027391076, 9.34724111797211, 1.7778485729740487,
                 0.11286699073918044, 0.0013882578791689108);
  // A quarter turn after order 0.
  const BesselPair pair = bessel_large(x, p, q / x);
  return {pair.y, -pair.j};
}

TENORITE_HD_NOINLINE double j0(double x) {
  x = math::fabs(x);
  if (x <= 5) return j0_small(x);
  return x > kLargestFinite ? 0 : bessel_large_0(x).j;
}

TENORITE_HD_NOINLINE double j1(double x) {
  const double size = math::fabs(x);
  if (size <= 5) return x * j1_small(size);
  const double result = size > kLargestFinite ? 0 : bessel_large_1(size).j;
  return x < 0 ? -result : result;
}

TENORITE_HD_NOINLINE double y0(double x) {
  if (x == 0) return -math::kInf<double>;
  if (!(x > 0)) return math::kNan<double>;
  if (x > kLargestFinite) return 0;
  if (x > 5) return bessel_large_0(x).y;
  const double s = x * x * 0.08 - 1;
  const double rest =
      polynomial(s, 0.4837248578102995, -0.36360040951927003, -0.52758318113291,
                 0.31728369794117495, -0.060856720636650125,
                 0.0053363901333834335, -0.0002256436765326915,
                 3.842849913450164e-06) /
      polynomial(s, 1.0, 0.1427576268849174, 0.009836382744066199,
                 0.0004164182340796211, 1.107450613449177e-05,
                 1.5216985813530076e-07);
  return 2 / kPi * log(x) * j0_small(x) + rest;
}

TENORITE_HD_NOINLINE double y1(double x) {
  if (x == 0) return -math::kInf<double>;
  if (!(x > 0)) return math::kNan<double>;
  if (x > kLargestFinite) return 0;
  if (x > 5) return bessel_large_1(x).y;
  const double s = x * x * 0.08 - 1;
  const double rest =
      polynomial(s, 0.13974939033568806, 0.10920051300480084,
                 -0.15019046717289486, 0.04597818078287186,
                 -0.006116256402346792, 0.0004121121984242294,
                 -1.4131538501449767e-05, 2.0198444437498928e-07) /
      polynomial(s, 1.0, 0.12961777204755787, 0.0080380037809536,
                 0.0003030489101118796, 7.085422735467413e-06,
                 8.420800111450705e-08);
  return 2 / kPi * (log(x) * (x * j1_small(x)) - 1 / x) + x * rest;
}

}  // namespace tenorite::special

namespace tenorite::op {

struct BesselI0 {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::i0(x));
  }
};

struct BesselI0e {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::i0e(x));
  }
};

struct BesselI1 {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::i1(x));
  }
};

struct BesselI1e {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::i1e(x));
  }
};

struct BesselJ0 {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::j0(x));
  }
};

struct BesselJ1 {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::j1(x));
  }
};

struct BesselY0 {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::y0(x));
  }
};

struct BesselY1 {
  template <class T>
  TENORITE_HD T operator()(T x) const {
    return special::as<T>(special::y1(x));
  }
};

}  // namespace tenorite::op
