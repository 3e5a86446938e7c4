// SPDX-License-Identifier: Apache-2.0
// Elementary functions whose bits are the same on every device: sums, products
// and both of them as one (fma) in a fixed order, divisions and square
// roots, all rounded as IEEE 754 says. Errors are a few units in the last
// place.
#pragma once

#include "ops/device/math.h"
#include "ops/device/random_bits.h"

namespace tenorite::rng {

// Coefficients of polynomials, which a GPU has among its constants: no
// instruction holds a double, and two would make it.
#ifdef __CUDACC__
#define TENORITE_COEFFICIENTS(name, ...)          \
  inline constexpr double name[] = {__VA_ARGS__}; \
  [[maybe_unused]] static __constant__ double name##_of_device[] = {__VA_ARGS__}
#else
#define TENORITE_COEFFICIENTS(name, ...) \
  inline constexpr double name[] = {__VA_ARGS__}
#endif
#ifdef __CUDA_ARCH__
#define TENORITE_THE_COEFFICIENTS(name) name##_of_device
#else
#define TENORITE_THE_COEFFICIENTS(name) name
#endif

using math::fma;

// Too large to inline at every call on a GPU. On the CPU it becomes part of the
// loops that are compiled for processors with and without fma.
#ifdef __CUDACC__
#define TENORITE_RANDOM_NOINLINE TENORITE_HD_NOINLINE
#else
#define TENORITE_RANDOM_NOINLINE TENORITE_HD
#endif

// c[0] + c[1] x + ... A recursion, since compilers leave long loops as they
// are, and then make no vectors of loops around them.
template <int kFirst = 0, int kTerms, class T>
TENORITE_HD T polynomial(T x, const T (&c)[kTerms]) {
  if constexpr (kFirst == kTerms - 1)
    return c[kFirst];
  else
    return rng::fma(polynomial<kFirst + 1>(x, c), x, c[kFirst]);
}

// x, or -x where the highest bit of the word is set.
TENORITE_HD double with_sign_of(unsigned long word, double x) {
  return bit_cast<double>(bit_cast<unsigned long>(x) ^ (word & 1ul << 63));
}
TENORITE_HD float with_sign_of(unsigned word, float x) {
  return bit_cast<float>(bit_cast<unsigned>(x) ^ (word & 1u << 31));
}

// Roots and quotients as IEEE 754 says of numbers that are, as the results are,
// far from the least and the greatest ones: a GPU needs no branch for others.
TENORITE_HD float plain_sqrt(float x) {
#ifdef __CUDA_ARCH__
  float inverse;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(x));
  float root = ::__fmul_rn(x, inverse);
  return ::__fmaf_rn(::__fmaf_rn(-root, root, x), ::__fmul_rn(inverse, 0.5f),
                     root);
#else
  return math::sqrt(x);
#endif
}
TENORITE_HD double plain_sqrt(double x) {
#ifdef __CUDA_ARCH__
  double y;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
  // The same bits below those that are right as CUDA's own root has.
  y = ::__hiloint2double(::__double2hiint(y), ::__double2hiint(x) - 0x3500000);
  double error = ::__fma_rn(x, -::__dmul_rn(y, y), 1.0);
  y = ::__fma_rn(::__fma_rn(error, 0.375, 0.5), ::__dmul_rn(y, error), y);
  double root = ::__dmul_rn(x, y);
  double half =
      ::__hiloint2double(::__double2hiint(y) - (1 << 20), ::__double2loint(y));
  return ::__fma_rn(::__fma_rn(root, -root, x), half, root);
#else
  return math::sqrt(x);
#endif
}
TENORITE_HD double plain_quotient(double a, double b) {
#ifdef __CUDA_ARCH__
  double y;
  asm("{.reg .b32 lo, hi; rcp.approx.ftz.f64 %0, %1; mov.b64 {lo, hi}, %0;"
      " mov.b64 %0, {1, hi};}"
      : "=&d"(y)
      : "d"(b));
  double error = ::__fma_rn(-b, y, 1.0);
  y = ::__fma_rn(y, ::__fma_rn(error, error, error), y);
  y = ::__fma_rn(y, ::__fma_rn(-b, y, 1.0), y);
  double quotient = ::__dmul_rn(a, y);
  return ::__fma_rn(y, ::__fma_rn(-b, quotient, a), quotient);
#else
  return a / b;
#endif
}

inline constexpr double kLn2Hi = 0x1.62e42feep-1;  // 21 zeros at the end
inline constexpr double kLn2Lo = 0x1.a39ef35793c76p-33;

// Here and below, Chebyshev interpolation: (log(1 + f) - f + f^2 / 2) / f^3.
TENORITE_COEFFICIENTS(kLogSeries, 0x1.5555555555555p-2, -0x1.ffffffffffe06p-3,
                      0x1.9999999999e8p-3, -0x1.5555555592d8cp-3,
                      0x1.249249248b4bbp-3, -0x1.ffffffba3411ep-4,
                      0x1.c71c7180cb6d9p-4, -0x1.9999ab4a81ac1p-4,
                      0x1.745d3771efcccp-4, -0x1.5552ff8db3838p-4,
                      0x1.3b0dc0672eb02p-4, -0x1.24bcea4d0ffap-4,
                      0x1.11a087481672dp-4, -0x1.fcfee13b2ff92p-5,
                      0x1.d37c5ce0dddap-5, -0x1.cdb07efe528a3p-5,
                      0x1.0496aba20bdccp-4, -0x1.e82cea88d2399p-5,
                      0x1.bb3cd30daebffp-6);

// log(1 + f) + k log(2), where 1 + f is between sqrt(1/2) and sqrt(2).
TENORITE_HD double log_of_parts(double f, double k) {
  double cubic = polynomial(f, TENORITE_THE_COEFFICIENTS(kLogSeries));
  double small = rng::fma(f * f * f, cubic, k * kLn2Lo);
  return rng::fma(k, kLn2Hi, f + rng::fma(-0.5 * f, f, small));
}

// The exponent of a positive normal number, in place. It is counted from
// sqrt(1/2), so that it changes there.
TENORITE_HD unsigned long exponent_for_log(unsigned long bits) {
  return (bits - 0x3fe6a09e667f3bcdul) & 0xfff0000000000000ul;
}

// Choices between results, not branches, so that loops become vectors.

// Of a number that is not negative; 0 gives -infinity. Subnormals are scaled.
TENORITE_HD double log(double x) {
  bool tiny = x < 0x1p-1022;
  unsigned long bits = bit_cast<unsigned long>(x * (tiny ? 0x1p54 : 1.0));
  unsigned long exponent = exponent_for_log(bits);
  // An integer of few bits as a double, without an instruction for it.
  double k = (double)(int)((long)exponent >> 52) - (tiny ? 54 : 0);
  double result = log_of_parts(bit_cast<double>(bits - exponent) - 1, k);
  result = x < math::kInf<double> ? result : x;
  return x == 0 ? -math::kInf<double> : result;
}

TENORITE_HD double log1p(double x) {
  bool direct = x > -0.29 && x < 0.41;
  // What is lost in the sum is made up for to first order.
  double sum = 1 + x, above = x - (sum - 1), below = 1 - (sum - x);
  double lost = (sum > 1 ? above : below) / sum;
  unsigned long bits = bit_cast<unsigned long>(sum);
  unsigned long exponent = direct ? 0 : exponent_for_log(bits);
  double f = bit_cast<double>(bits - exponent) - 1;
  double k = (double)(int)((long)exponent >> 52);
  double result = log_of_parts(direct ? x : f, k) + (direct ? 0.0 : lost);
  result = x < math::kInf<double> ? result : x;
  return sum <= 0 ? -math::kInf<double> : result;
}

// (exp(r) - 1 - r) / r^2.
TENORITE_COEFFICIENTS(kExpSeries, 0x1p-1, 0x1.5555555555557p-3,
                      0x1.5555555555556p-5, 0x1.111111110ff8bp-7,
                      0x1.6c16c16c16214p-10, 0x1.a01a01ac9de9ep-13,
                      0x1.a01a01a74077ap-16, 0x1.71ddfff6573d6p-19,
                      0x1.27e4da1e12fb1p-22, 0x1.af5282aacdb2ep-26,
                      0x1.1f75a3caadff5p-29);

// For |r| of at most 0.35.
TENORITE_HD double exp_minus_1_series(double r) {
  double rest = polynomial(r, TENORITE_THE_COEFFICIENTS(kExpSeries));
  return rng::fma(r * r, rest, r);
}

// exp(x) - 1 is (1 + rest) 2^n - 1.
struct ExpParts {
  double rest;
  int n;
};
TENORITE_HD ExpParts exp_parts(double x) {
  double k = math::floor(rng::fma(x, math::kLog2E, 0.5));
  double r = rng::fma(k, -kLn2Lo, rng::fma(k, -kLn2Hi, x));
  return {exp_minus_1_series(r), (int)k};
}
TENORITE_HD double power_of_two(int n) {
  return bit_cast<double>((unsigned long)(n + 1023) << 52);
}

// Beyond these limits nothing changes.
TENORITE_HD double limited(double x, double least, double most) {
  double above = x > least ? x : least;
  return above < most ? above : most;
}

TENORITE_HD double exp(double x) {
  ExpParts parts = exp_parts(limited(x, -746, 710));
  int half = parts.n / 2;
  double result =
      (1 + parts.rest) * power_of_two(half) * power_of_two(parts.n - half);
  return x != x ? x : result;
}

TENORITE_HD double expm1(double x) {
  ExpParts parts = exp_parts(limited(x, -40, 710));
  // Halves, since 2^1024 is none.
  double half = power_of_two(parts.n - 1);
  double result = 2 * rng::fma(parts.rest, half, half - 0.5);
  return x != x ? x : result;
}

// Of a base that is not negative.
TENORITE_HD double pow(double x, double y) {
  double power = rng::exp(y * rng::log(x));
  return y == 0 ? 1 : power;
}

template <class T>
struct SinCos {
  T sin, cos;
};

// sin(pi/2 t) / t without the nearest number to pi / 2, and, where z is t^2,
// (cos(pi/2 t) / (1 - z) - 1) / z.
TENORITE_COEFFICIENTS(kSinSeries, 0x1.18e26d3ec321cp-54, -0x1.4abbce625be52p-1,
                      0x1.466bc6775aa7dp-4, -0x1.32d2cce627c86p-8,
                      0x1.5078348551854p-13, -0x1.e3074dfaf87afp-19,
                      0x1.e8f3675ee37ddp-25, -0x1.6f7acdb8f658p-31,
                      0x1.9d462020fcc78p-38);
TENORITE_COEFFICIENTS(kCosSeries, -0x1.de9e64df22ef3p-3, 0x1.472be122434a1p-6,
                      -0x1.d4fcd831160c6p-11, 0x1.9f05cb0001bd2p-16,
                      -0x1.f309e7bd785d3p-22, 0x1.b2682472a0b53p-28,
                      -0x1.1e5d51bd18febp-34, 0x1.20852fb0d1c9bp-41);

// Of t quarters of a turn, |t| <= 1. 1 - t^2 is rounded once, so that the
// cosine keeps its digits at the ends, where it vanishes.
TENORITE_HD SinCos<double> sincos_of_quarters(double t) {
  double z = t * t, rest = rng::fma(-t, t, 1.0);
  double s = t * polynomial(z, TENORITE_THE_COEFFICIENTS(kSinSeries));
  double c = polynomial(z, TENORITE_THE_COEFFICIENTS(kCosSeries));
  return {rng::fma(t, math::kHalfPi, s), rng::fma(rest * z, c, rest)};
}
TENORITE_HD SinCos<float> sincos_of_quarters(float t) {
  float z = t * t, rest = rng::fma(-t, t, 1.0f);
  float s = t * polynomial(z, {-0x1.b1839cp-25f, -0x1.4abbc4p-1f, 0x1.4668fp-4f,
                               -0x1.32531ep-8f, 0x1.3e142p-13f});
  float c = polynomial(
      z, {-0x1.de9e64p-3f, 0x1.472b68p-6f, -0x1.d4b0cp-11f, 0x1.8fb73ep-16f});
  return {rng::fma(t, (float)math::kHalfPi, s), rng::fma(rest * z, c, rest)};
}

// From -1 on in steps of as many bits as a number of [1, 2) has; higher bits of
// the word do not count.
TENORITE_HD double signed_fraction(unsigned long word) {
  unsigned long bits = (word & ((1ul << 52) - 1)) | 0x3ff0000000000000ul;
  return rng::fma(bit_cast<double>(bits), 2.0, -3.0);
}
TENORITE_HD float signed_fraction(unsigned word) {
  unsigned bits = (word & ((1u << 23) - 1)) | 0x3f800000u;
  return rng::fma(bit_cast<float>(bits), 2.0f, -3.0f);
}

// Of a direction that a word chooses among as many as it can.
TENORITE_HD SinCos<double> sincos_of_direction(unsigned long word) {
  SinCos<double> half = sincos_of_quarters(signed_fraction(word));
  return {with_sign_of(word, half.sin), with_sign_of(word, half.cos)};
}

// A nonnegative integer as the nearest double, which vectors can do as well.
TENORITE_HD double to_double(unsigned long n) {
#ifdef __CUDA_ARCH__
  return (double)n;
#else
  double high = bit_cast<double>(n >> 32 | 0x4530000000000000ul);
  double low = bit_cast<double>((n & 0xfffffffful) | 0x4330000000000000ul);
  return (high - (0x1p84 + 0x1p52)) + low;
#endif
}

// The same of a signed one.
TENORITE_HD double signed_to_double(unsigned long word) {
#ifdef __CUDA_ARCH__
  return (double)(long)word;
#else
  double high =
      bit_cast<double>((word >> 32 ^ 1ul << 31) | 0x4530000000000000ul);
  double low = bit_cast<double>((word & 0xfffffffful) | 0x4330000000000000ul);
  return (high - (0x1p84 + 0x1p63 + 0x1p52)) + low;
#endif
}

// (-log(1 - g) - g) / g^2 for 0 < g <= 1/2.
TENORITE_COEFFICIENTS(
    kLogOfRestSeries, 0x1.fffffffffffffp-2, 0x1.5555555555905p-2,
    0x1.ffffffff85d88p-3, 0x1.999999cbb5fc1p-3, 0x1.55554a7cf8311p-3,
    0x1.2493b74c457ffp-3, 0x1.ffbfe40ea9349p-4, 0x1.cb0c748aebbebp-4,
    0x1.6c814d38d2ff8p-4, 0x1.7b2a82a460637p-3, -0x1.0f4c1763f6f36p-1,
    0x1.924843043e8fep+1, -0x1.78462c8d08e3cp+3, 0x1.19f08a3ffc77ep+5,
    -0x1.3f7ea373fca7cp+6, 0x1.110c74bd3702dp+7, -0x1.535c8da065fb9p+7,
    0x1.236aa4512022fp+7, -0x1.35d5a16eb16d7p+6, 0x1.38b0aa03974afp+4);

// -log(u), where u is (word + 1/2) / 2^64: an exponential number, exact to its
// last digits near zero too, and never zero. All that it is the sum of is
// positive.
TENORITE_HD double minus_log(unsigned long word) {
  // 2^64 u, or 2^64 (u - 1) where u is 1/2 or more; the half is lost where it
  // does not matter.
  double x = signed_to_double(word) + 0.5;
  bool near_one = (long)word < 0;
  // How far the exponent is below that of numbers from 2^63 on, in place.
  unsigned long bits = bit_cast<unsigned long>(x);
  unsigned long k = (1086ul << 52) - (bits & 0x7ff0000000000000ul);
  k = near_one ? 0 : k;
  double g =
      rng::fma(bit_cast<double>(bits + k), -0x1p-64, near_one ? 0.0 : 1.0);
  // k as a number, 2^20 times as large, without an instruction for it.
  double times = bit_cast<double>(k >> 32 | 0x4330000000000000ul) - 0x1p52;
  double square = polynomial(g, TENORITE_THE_COEFFICIENTS(kLogOfRestSeries));
  double rest = rng::fma(g * g, square, g);
  return rng::fma(times, kLn2Hi * 0x1p-20,
                  rng::fma(times, kLn2Lo * 0x1p-20, rest));
}

// -2 log(u), where u is (high + part) / 2^32; part is a multiple of 2^-24
// between 0 and 1, and the result at least 2^-31 times its distance from both.
TENORITE_HD float minus_two_log(unsigned high, float part) {
  // As above; g is twice as large.
  float x = (float)(int)high + part;
  bool near_one = (int)high < 0;
  unsigned bits = bit_cast<unsigned>(x);
  unsigned k = (158u << 23) - (bits & 0x7f800000u);
  k = near_one ? 0 : k;
  float g =
      rng::fma(bit_cast<float>(bits + k), -0x1p-31f, near_one ? 0.0f : 2.0f);
  // (-2 log(1 - g / 2) - g) / g^2.
  float square =
      polynomial(g, {0x1p-2f, 0x1.5553dp-4f, 0x1.004ffap-5f, 0x1.8d2012p-7f,
                     0x1.d0007ap-8f, -0x1.70fde2p-9f, 0x1.1c1658p-7f,
                     -0x1.83befap-8f, 0x1.4c8696p-9f});
  // The float nearest to log(2) has seven digits more than it had to have.
  return rng::fma((float)(int)k, 0x1.62e43p+0f * 0x1p-23f,
                  rng::fma(g * g, square, g));
}

// A pair of normal numbers (Box, Muller 1958).
struct NormalPair {
  double first, second;
};
TENORITE_HD NormalPair normal_pair(unsigned long for_radius,
                                   unsigned long for_angle) {
  double radius =
      with_sign_of(for_angle, plain_sqrt(2 * minus_log(for_radius)));
  SinCos<double> direction = sincos_of_quarters(signed_fraction(for_angle));
  return {radius * direction.cos, radius * direction.sin};
}

// The same in single precision: 24 bits of the second word are the angle's, 40
// the radius', so that numbers up to 7.5 come as often as they should.
struct NormalPairFloat {
  float first, second;
};
TENORITE_HD NormalPairFloat normal_pair(unsigned first, unsigned second) {
  // The byte as digits of a float, then of 2^-8 each and a half.
  float part = rng::fma(bit_cast<float>((second & 0xffu) | 0x4b000000u),
                        0x1p-8f, 0x1p-9f - 0x1p15f);
  float radius = with_sign_of(second, plain_sqrt(minus_two_log(first, part)));
  SinCos<float> direction = sincos_of_quarters(signed_fraction(second >> 8));
  return {radius * direction.cos, radius * direction.sin};
}

// arccos of a number of [-1, 1].
TENORITE_HD double arccos(double x) {
  // Half the angle has this tangent, which is halved twice more.
  double t = math::sqrt((1 - x) / (1 + x));
  bool steep = t > 1;
  if (steep) t = 1 / t;
  t = t / (1 + math::sqrt(1 + t * t));
  t = t / (1 + math::sqrt(1 + t * t));
  double z = t * t;
  double series =
      polynomial(z, {1.0, -1 / 3., 1 / 5., -1 / 7., 1 / 9., -1 / 11., 1 / 13.,
                     -1 / 15., 1 / 17., -1 / 19., 1 / 21., -1 / 23., 1 / 25.});
  double half = 4 * t * series;
  return 2 * (steep ? math::kHalfPi - half : half);
}

}  // namespace tenorite::rng
