// SPDX-License-Identifier: Apache-2.0
// Elementary functions whose bits are the same on every device: sums and
// products in a fixed order, divisions and square roots, all rounded as IEEE
// 754 says. Errors are a few units in the last place.
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

// c[0] + c[1] x + ...
template <int kTerms, class T>
TENORITE_HD T polynomial(T x, const T (&c)[kTerms]) {
  T sum = c[kTerms - 1];
  TENORITE_UNROLL
  for (int i = kTerms - 2; i >= 0; --i) sum = sum * x + c[i];
  return sum;
}

// x, or -x where the highest bit of the word is set.
TENORITE_HD double with_sign_of(unsigned long word, double x) {
  return bit_cast<double>(bit_cast<unsigned long>(x) ^ (word & 1ul << 63));
}
TENORITE_HD float with_sign_of(unsigned word, float x) {
  return bit_cast<float>(bit_cast<unsigned>(x) ^ (word & 1u << 31));
}

// a * b + c for a product that needs no rounding: a processor may fuse them.
TENORITE_HD float exact_product_plus(float a, float b, float c) {
#ifdef __CUDA_ARCH__
  return ::__fmaf_rn(a, b, c);
#else
  return a * b + c;
#endif
}
TENORITE_HD double exact_product_plus(double a, double b, double c) {
#ifdef __CUDA_ARCH__
  return ::__fma_rn(a, b, c);
#else
  return a * b + c;
#endif
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

TENORITE_COEFFICIENTS(kLogSeries, 2 / 3., 2 / 5., 2 / 7., 2 / 9., 2 / 11.,
                      2 / 13., 2 / 15., 2 / 17., 2 / 19., 2 / 21., 2 / 23.);

// What is k log(2) more than -log(1 + f), where 1 + f is between sqrt(1/2) and
// sqrt(2), but for the first bits of log(2).
TENORITE_HD double log_rest(double f, double k) {
  // With s = f / (2 + f) the logarithm is 2 (s + s^3/3 + s^5/5 + ...), and
  // 2s = f - sf.
  double s = plain_quotient(f, 2 + f);
  double z = s * s;
  double rest = z * polynomial(z, TENORITE_THE_COEFFICIENTS(kLogSeries));
  double half_square = 0.5 * f * f;
  double low = s * (half_square + rest) + k * kLn2Lo;
  return (half_square - low) - f;
}

// log(1 + f) + k log(2).
TENORITE_HD double log_of_parts(double f, double k) {
  return exact_product_plus(k, kLn2Hi, -log_rest(f, k));
}

// The exponent of a positive normal number, in place. It is counted from
// sqrt(1/2), so that it changes there.
TENORITE_HD unsigned long exponent_for_log(unsigned long bits) {
  return (bits - 0x3fe6a09e667f3bcdul) & 0xfff0000000000000ul;
}

// Of a number that is not negative; 0 gives -infinity. Subnormals are scaled.
TENORITE_HD double log(double x) {
  if (x == 0) return -math::kInf<double>;
  if (!(x < math::kInf<double>)) return x;
  bool tiny = x < 0x1p-1022;
  unsigned long bits = bit_cast<unsigned long>(tiny ? x * 0x1p54 : x);
  unsigned long exponent = exponent_for_log(bits);
  // An integer of few bits as a double, without an instruction for it.
  double k = (double)(int)((long)exponent >> 52);
  return log_of_parts(bit_cast<double>(bits - exponent) - 1, tiny ? k - 54 : k);
}

TENORITE_HD double log1p(double x) {
  if (x > -0.29 && x < 0.41) return log_of_parts(x, 0);
  if (x < 0x1p53) {
    // What is lost in the sum is made up for to first order.
    double sum = 1 + x;
    double lost = sum > 1 ? x - (sum - 1) : 1 - (sum - x);
    return sum > 0 ? rng::log(sum) + lost / sum : -math::kInf<double>;
  }
  return rng::log(x);
}

TENORITE_COEFFICIENTS(kExpSeries, 1.0, 1 / 2., 1 / 6., 1 / 24., 1 / 120.,
                      1 / 720., 1 / 5040., 1 / 40320., 1 / 362880.,
                      1 / 3628800., 1 / 39916800., 1 / 479001600.,
                      1 / 6227020800.);

TENORITE_HD double exp_minus_1_series(double r) {
  return r * polynomial(r, TENORITE_THE_COEFFICIENTS(kExpSeries));
}

TENORITE_HD double exp(double x) {
  if (!(x > -746)) return x != x ? x : 0;
  if (x > 710) return math::kInf<double>;
  double k = math::floor(x * math::kLog2E + 0.5);
  double r = (x - k * kLn2Hi) - k * kLn2Lo;
  int n = (int)k;
  int half = n / 2;
  auto power = [](int e) {
    return bit_cast<double>((unsigned long)(e + 1023) << 52);
  };
  return (1 + exp_minus_1_series(r)) * power(half) * power(n - half);
}

TENORITE_HD double expm1(double x) {
  if (x > -0.35 && x < 0.35) return exp_minus_1_series(x);
  return rng::exp(x) - 1;
}

// Of a base that is not negative.
TENORITE_HD double pow(double x, double y) {
  if (y == 0) return 1;
  return rng::exp(y * rng::log(x));
}

template <class T>
struct SinCos {
  T sin, cos;
};

TENORITE_COEFFICIENTS(kSinSeries, 1.0, -1 / 6., 1 / 120., -1 / 5040.,
                      1 / 362880., -1 / 39916800., 1 / 6227020800.,
                      -1 / 1307674368000., 1 / 355687428096000.);
TENORITE_COEFFICIENTS(kCosSeries, 1.0, -1 / 2., 1 / 24., -1 / 720., 1 / 40320.,
                      -1 / 3628800., 1 / 479001600., -1 / 87178291200.,
                      1 / 20922789888000.);

// Of 2 pi times a fraction of a turn, which is a word divided by 2^64.
TENORITE_HD SinCos<double> sincos_of_turn(unsigned long word) {
  // What is left after the nearest quarter of a turn, in 2^-54 of a turn. The
  // exponent of 2^52 makes a double of it, which vectors can do as well.
  unsigned long moved = word + (1ul << 61), quarter = moved >> 62;
  unsigned long rest = (moved & ((1ul << 62) - 1)) >> 10;
  double x = (bit_cast<double>(rest | 0x4330000000000000ul) - 0x1.8p52) *
             (2 * math::kPi * 0x1p-54);
  double z = x * x;
  double s = x * polynomial(z, TENORITE_THE_COEFFICIENTS(kSinSeries));
  double c = polynomial(z, TENORITE_THE_COEFFICIENTS(kCosSeries));
  bool swaps = quarter & 1;
  double sine = swaps ? c : s, cosine = swaps ? s : c;
  return {with_sign_of(moved, sine), with_sign_of(moved + (1ul << 62), cosine)};
}

// Of a word whose 8 lowest bits do not count.
TENORITE_HD SinCos<float> sincos_of_turn(unsigned word) {
  // Without the quarter of a turn, in 2^-32 of one.
  float x = (float)(int)(word << 2 & 0xfffffc00u) * 0x1.921fb6p-32f;
  float z = x * x;
  float s =
      x * polynomial(z, {1.0f, -1 / 6.f, 1 / 120.f, -1 / 5040.f, 1 / 362880.f});
  float c = polynomial(z, {1.0f, -1 / 2.f, 1 / 24.f, -1 / 720.f, 1 / 40320.f});
  // Its highest bits are the quarter's; a sign is the cheapest one to look at.
  unsigned moved = word + (1u << 29);
  bool swaps = (int)(word + word + (1u << 30)) < 0;
  float sine = swaps ? c : s, cosine = swaps ? s : c;
  return {with_sign_of(moved, sine), with_sign_of(moved + (1u << 30), cosine)};
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

// -log(u), where u is (word + 1/2) / 2^64: an exponential number, exact to its
// last digits near zero too, and never zero.
TENORITE_HD double minus_log(unsigned long word) {
  bool near_one = word >= 3ul << 62;
  // The half is lost where it does not matter.
  double u = (to_double(near_one ? ~word : word) + 0.5) * 0x1p-64;
  unsigned long bits = bit_cast<unsigned long>(u);
  unsigned long exponent = near_one ? 0 : exponent_for_log(bits);
  double k = (double)(int)((long)exponent >> 52);
  double f = near_one ? with_sign_of(1ul << 63, u)
                      : bit_cast<double>(bits - exponent) - 1;
  return exact_product_plus(-k, kLn2Hi, log_rest(f, k));
}

// -2 log(u), where u is (high + (low + 1/2) / 2^8) / 2^32; low has 8 bits. The
// result is at least 2^-40.
TENORITE_HD float minus_two_log(unsigned high, unsigned low) {
  bool near_one = high >= 3u << 30;
  if (near_one) {
    high = ~high;
    low ^= 0xffu;
  }
  float x = (float)high + exact_product_plus((float)(int)low, 0x1p-8f, 0x1p-9f);
  unsigned bits = bit_cast<unsigned>(x);
  // The exponent of u, whose lowest bit is bit 23.
  unsigned exponent = (bits - (0x3f3504f3u + (32u << 23))) & 0xff800000u;
  float k = near_one ? 0 : (float)(int)exponent;
  float f = near_one ? x * -0x1p-32f
                     : bit_cast<float>(bits - exponent - (32u << 23)) - 1;
  float z = f * f;
  // Chebyshev interpolation of (log(1 + f) - f + f^2/2) / f^3.
  float cubic = polynomial(
      f, {0x1.555554p-2f, -0x1.0000cep-2f, 0x1.999f14p-3f, -0x1.54d03ep-3f,
          0x1.231ce6p-3f, -0x1.0a33eap-3f, 0x1.02814ep-3f, -0x1.43b246p-4f});
  float small = exact_product_plus(z, -0.5f, z * f * cubic);
  // log(2) has bits in the first constant that k, of 6 bits, can be times.
  float rest = f + (small + k * (0x1.7f7d1cp-20f * 0x1p-23f));
  return -2 * exact_product_plus(k, 0x1.62e4p-1f * 0x1p-23f, rest);
}

// A pair of normal numbers (Box, Muller 1958).
struct NormalPair {
  double first, second;
};
TENORITE_HD NormalPair normal_pair(unsigned long for_radius,
                                   unsigned long for_angle) {
  double radius = plain_sqrt(2 * minus_log(for_radius));
  SinCos<double> direction = sincos_of_turn(for_angle);
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
