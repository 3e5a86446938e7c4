// SPDX-License-Identifier: Apache-2.0
// What special functions are made of: polynomials, and an exponential function
// and a logarithm of nothing but arithmetic, which vectorise on the CPU.
// Coefficients come from tools/special_coefficients.py.
#pragma once

#include "ops/device/math.h"

// Long functions without loops: the CPU's loops over them vectorise, kernels
// call them.
#ifdef __CUDACC__
#define TENORITE_HD_LONG TENORITE_HD_NOINLINE
#else
#define TENORITE_HD_LONG TENORITE_HD
#endif

namespace tenorite::special {

constexpr double kPi = math::kPi;
constexpr double kLargestFinite = 0x1.fffffffffffffp1023;

// A result in its dtype. Compilers order the operands of a loop's vectors and
// of its rest in different ways, and so decide which NaN comes through: what
// the special functions give is always the same one.
template <class T>
TENORITE_HD T as(double x) {
  return x == x ? (T)x : math::kNan<T>;
}
template <class T>
TENORITE_HD T as(float x) {
  return x == x ? (T)x : math::kNan<T>;
}

// Whether functions are computed as on a GPU, which tests/cpp/short does too.
#if (defined(__CUDACC__) && defined(__CUDA_ARCH__)) || \
    defined(TENORITE_COMPUTES_SHORT)
inline constexpr bool kComputesAsGpu = true;
#else
inline constexpr bool kComputesAsGpu = false;
#endif

namespace detail {
template <bool kOfResult, class T>
struct Computed {
  using Type = T;
};
template <class T>
struct Computed<false, T> {
  using Type = double;
};
}  // namespace detail

// T, in what follows, is the dtype that a function is computed for. On a GPU
// that is the result's: what float32 needs takes a third of the time there. On
// the CPU it is double.
template <class T>
using computed_t = typename detail::Computed<kComputesAsGpu, T>::Type;
template <class T>
inline constexpr bool kIsShort = sizeof(T) < sizeof(double);

// A function of single or double precision in the namespace `own`: the GPU's
// own one, where it is within the bound of the op table, which takes less time;
// ours elsewhere.
#if defined(__CUDACC__) && defined(__CUDA_ARCH__)
#define TENORITE_OWN(T, name, function) \
  TENORITE_HD T name(T x) { return ::function(x); }
#else
#define TENORITE_OWN(T, name, function) \
  TENORITE_HD T name(T x) { return as<T>(special::name((double)x)); }
#endif

// a b + c. One instruction of a GPU, where arithmetic in double precision is
// what such functions wait for; two roundings on the CPU, whose baseline lacks
// it.
TENORITE_HD double multiply_add(double a, double b, double c) {
#if defined(__CUDACC__) && defined(__CUDA_ARCH__)
  return ::fma(a, b, c);
#else
  return a * b + c;
#endif
}

namespace detail {

// 1 / x and 1 / sqrt(x) to 20 bits, with those of a GPU; else for tests.
TENORITE_HD double rough_inverse(double x) {
#if defined(__CUDACC__) && defined(__CUDA_ARCH__)
  double result;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(result) : "d"(x));
  return result;
#else
  return bit_cast<double>(bit_cast<unsigned long>(1 / x) & ~0ul << 32);
#endif
}
TENORITE_HD double rough_inverse_root(double x) {
#if defined(__CUDACC__) && defined(__CUDA_ARCH__)
  double result;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(result) : "d"(x));
  return result;
#else
  return rough_inverse(math::sqrt(x));
#endif
}

}  // namespace detail

// a / b, and for float32 to 2**-40, where b is normal and neither 0 nor
// infinite.
template <class T>
TENORITE_HD double quotient(double a, double b) {
  if constexpr (kIsShort<T>) {
    const double inverse = detail::rough_inverse(b);
    return a * math::fma(math::fma(-b, inverse, 1), inverse, inverse);
  } else {
    return a / b;
  }
}

// The same where b and the result are far from the ends of the range, which
// spares a GPU the care for those: 2**-1000 to 2**1000.
template <class T>
TENORITE_HD double quick_quotient(double a, double b) {
#if defined(__CUDACC__) && defined(__CUDA_ARCH__)
  if constexpr (!kIsShort<T>) {
    const double rough = detail::rough_inverse(b);
    const double better = math::fma(math::fma(-b, rough, 1), rough, rough);
    const double inverse = math::fma(math::fma(-b, better, 1), better, better);
    const double result = a * inverse;
    return math::fma(math::fma(-b, result, a), inverse, result);
  }
#endif
  return quotient<T>(a, b);
}

// 1 / sqrt(x), likewise.
template <class T>
TENORITE_HD double inverse_root(double x) {
  if constexpr (kIsShort<T>) {
    const double root = detail::rough_inverse_root(x);
    return math::fma(0.5 * root, math::fma(-x * root, root, 1), root);
  } else {
    return math::rsqrt(x);
  }
}

// sqrt(x) of a number that is normal or 0.
template <class T>
TENORITE_HD double root(double x) {
  if constexpr (kIsShort<T>)
    return x == 0 ? x : x * inverse_root<T>(x);
  else
    return math::sqrt(x);
}

// one() or other(). Loops of the CPU vectorise since both are computed; a GPU
// computes what is asked for.
template <class One, class Other>
TENORITE_HD double either(bool first, One one, Other other) {
#if defined(__CUDACC__) && defined(__CUDA_ARCH__)
  if (first) return one();
  return other();
#else
  const double a = one(), b = other();
  return first ? a : b;
#endif
}

namespace detail {

template <class... C>
TENORITE_HD double horner(double x, double c0, C... c) {
  if constexpr (sizeof...(c) == 0)
    return c0;
  else
    return multiply_add(x, horner(x, c...), c0);
}

// The sums of every other term of a polynomial, divided by 1 and x.
struct Halves {
  double even, odd;
};
template <class... C>
TENORITE_HD Halves halves(double square, double c0, double c1, C... c) {
  if constexpr (sizeof...(c) == 0) {
    return {c0, c1};
  } else if constexpr (sizeof...(c) == 1) {
    return {horner(square, c0, c...), c1};
  } else {
    const Halves rest = halves(square, c...);
    return {multiply_add(square, rest.even, c0),
            multiply_add(square, rest.odd, c1)};
  }
}

// The same of every fourth term.
struct Quarters {
  double part[4];
};
template <class... C>
TENORITE_HD Quarters quarters(double fourth, double c0, double c1, double c2,
                              double c3, C... c) {
  if constexpr (sizeof...(c) == 0) {
    return {{c0, c1, c2, c3}};
  } else {
    const Quarters rest = quarters(fourth, c...);
    return {{multiply_add(fourth, rest.part[0], c0),
             multiply_add(fourth, rest.part[1], c1),
             multiply_add(fourth, rest.part[2], c2),
             multiply_add(fourth, rest.part[3], c3)}};
  }
}

}  // namespace detail

// c0 + c1 x + c2 x**2 + ... Long ones in parts that do not wait for each other.
template <class... C>
TENORITE_HD double polynomial(double x, double c0, C... c) {
  if constexpr (sizeof...(c) < 6) {
    return detail::horner(x, c0, c...);
  } else if constexpr (sizeof...(c) < 14 || sizeof...(c) % 4 != 0) {
    const detail::Halves h = detail::halves(x * x, c...);
    return multiply_add(x, multiply_add(x, h.odd, h.even), c0);
  } else {
    const double square = x * x;
    const detail::Quarters q = detail::quarters(square * square, c...);
    const double low = multiply_add(x, q.part[1], q.part[0]);
    const double high = multiply_add(x, q.part[3], q.part[2]);
    return multiply_add(x, multiply_add(square, high, low), c0);
  }
}

// x as an integer near zero of the type double, by rounding to even.
TENORITE_HD double round_small(double x) {
  constexpr double kShift = 0x1.8p52;
  return (x + kShift) - kShift;
}

// 2**n for whole n from -1022 to 1023.
TENORITE_HD double power_of_2(double n) {
  constexpr double kShift = 0x1.8p52 + 1023;
  return bit_cast<double>(bit_cast<unsigned long>(n + kShift) << 52);
}

// x 2**n for whole n of 11 bits and a sign, where 2**n may be out of range.
TENORITE_HD double times_power_of_2(double x, double n) {
  const unsigned long biased =
      bit_cast<unsigned long>(n + (0x1.8p52 + 2048)) & 0xffful;
  const unsigned long half = biased >> 1;
  return x * bit_cast<double>((half - 1) << 52) *
         bit_cast<double>((biased - half - 1) << 52);
}

// exp(high - low) - 1 for numbers of [-0.3466, 0.3466]; the low part is small.
template <class T = double>
TENORITE_HD double exp_less_1(double high, double low) {
  const double r = high - low;
  double series;
  if constexpr (kIsShort<T>)
    series = polynomial(r, 0.500000000573, 0.166666667061, 0x1.5554fp-5,
                        0x1.1110ep-7, 0x1.6d431p-10, 0x1.a11bdp-13);
  else
    series = polynomial(r, 0.5000000000000001, 0.16666666666666669,
                        0.041666666666624136, 0.008333333333330063,
                        0.001388888891720967, 0.00019841269863050506,
                        2.4801521302241082e-05, 2.7557268464831627e-06,
                        2.7620085455018414e-07, 2.510038319586702e-08);
  return high - (low - r * r * series);
}

// exp(x + rest), where the rest is below 1e-3. Cody and Waite's reduction.
template <class T = double>
TENORITE_HD double exp(double x, double rest = 0) {
  constexpr double kMost = kIsShort<T> ? 700 : 800;
  x = x > kMost ? kMost : x < -kMost ? -kMost : x;
  if constexpr (kIsShort<T>) {
    const double shifted = x * math::kLog2E + 0x1.8p52;
    const double n = shifted - 0x1.8p52;
    const double r = multiply_add(n, -math::kLn2, x);
    const double power = 1 + exp_less_1<T>(r, -rest);
    // n lies in the last places.
    return bit_cast<double>(bit_cast<unsigned long>(power) +
                            (bit_cast<unsigned long>(shifted) << 52));
  } else {
    const double n = round_small(x * math::kLog2E);
    const double high = multiply_add(n, -0x1.62e42feep-1, x);
    const double low = multiply_add(n, 0x1.a39ef35793c76p-33, -rest);
    const double mantissa = 1 + exp_less_1<T>(high, low);
    return times_power_of_2(mantissa, n);
  }
}

// exp(-scale x**2) for x >= 0, where the scale is 1 or 1/2: the square is taken
// exactly.
template <class T = double>
TENORITE_HD double gauss(double x, double scale) {
  if constexpr (kIsShort<T>) {
    return exp<T>(-scale * x * x);
  } else {
    x = x > 60 ? 60 : x;
    constexpr unsigned long kHigh = ~0ul << 27;
    const double head = bit_cast<double>(bit_cast<unsigned long>(x) & kHigh);
    return exp<T>(-(scale * head) * head, -(scale * (x - head)) * (x + head));
  }
}

// The exponent of 2 in the upper bits of a number's, as a number itself: an
// integer beside 2**52.
TENORITE_HD double exponent_of(unsigned long bits) {
  return bit_cast<double>(((bits >> 52) ^ 0x800ul) | 0x4330000000000000ul) -
         (0x1p52 + 2048);
}

// k log(2) + high + low.
TENORITE_HD double plus_log_2(double k, double high, double low) {
  const double rest = multiply_add(k, 0x1.a39ef35793c76p-33, low);
  return multiply_add(k, 0x1.62e42feep-1, rest + high);
}

// x + lost as 2**k (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)); and
// f - log(1 + f), which has the digits that a difference would lose.
struct LogarithmParts {
  double k, f, less;
};
template <class T, class... Lost>
TENORITE_HD LogarithmParts logarithm_parts(double x, Lost... lost) {
  const bool tiny = !kIsShort<T> && x < 0x1p-1022;
  const double scaled = tiny ? x * 0x1p54 : x;
  const unsigned long bits = bit_cast<unsigned long>(scaled);
  constexpr unsigned long kRootHalf = 0x3fe6a09e667f3bcdul;
  const unsigned long offset = bits - kRootHalf;
  const unsigned long exponent = offset & (0xffful << 52);
  LogarithmParts parts;
  parts.k = exponent_of(offset) - (tiny ? 54 : 0);
  double f = bit_cast<double>(bits - exponent) - 1;
  if constexpr (sizeof...(lost) > 0) {
    // Twice 2**-k, which is a number for the largest x also.
    const double scale = bit_cast<double>((1024ul << 52) - exponent);
    f = multiply_add(scale, 0.5 * (lost + ...), f);
  }
  const double s = quick_quotient<T>(f, 2 + f);
  const double z = s * s;
  double series;
  if constexpr (kIsShort<T>)
    series = polynomial(z, 0.666666666667, 0.399999989691, 0x1.24932p-2,
                        0x1.c67adp-3, 0x1.8c8d4p-3);
  else
    series =
        polynomial(z, 0.666666666666667, 0.3999999999989924, 0.2857142862609589,
                   0.2222221111514416, 0.18182890556695602, 0.1533167403016786,
                   0.1461703754879165);
  const double half_square = 0.5 * f * f;
  parts.f = f;
  parts.less = half_square - s * multiply_add(z, series, half_square);
  return parts;
}

// log(x + lost), where what is lost is below the last place of x.
template <class T = double, class... Lost>
TENORITE_HD double log(double x, Lost... lost) {
  const LogarithmParts parts = logarithm_parts<T>(x, lost...);
  const double result = plus_log_2(parts.k, parts.f, -parts.less);
  const double outside = x == 0 ? -math::kInf<double> : math::kNan<double>;
  const double positive = x > kLargestFinite ? x : result;
  return x > 0 ? positive : outside;
}

// log(x + lost) - y for positive finite numbers, where y is about x - 1.
template <class T = double>
TENORITE_HD double log_less(double x, double lost, double y) {
  const LogarithmParts parts = logarithm_parts<T>(x, lost);
  return plus_log_2(parts.k, parts.f - y, -parts.less);
}

// log(a / b) as k log(2) + 2 s + rest, where s is top / bottom.
struct QuotientLogarithm {
  double k, s, rest, top, bottom;
};
// Of positive numbers between 2**-999 and 2**999; their difference may be known
// better than they are.
template <class T>
TENORITE_HD QuotientLogarithm quotient_logarithm(double a, double b,
                                                 double difference) {
  // Bits are about linear in the logarithm: 2**k b is within 3/2 of a.
  constexpr unsigned long kHalf = 1ul << 51;
  const unsigned long apart =
      bit_cast<unsigned long>(a) - bit_cast<unsigned long>(b) + kHalf;
  const unsigned long exponent = apart & (0xffful << 52);
  const double near_a = bit_cast<double>(bit_cast<unsigned long>(b) + exponent);
  QuotientLogarithm q;
  q.k = exponent_of(apart);
  q.top = near_a == b ? difference : a - near_a;
  q.bottom = a + near_a;
  q.s = quick_quotient<T>(q.top, q.bottom);
  const double z = q.s * q.s;
  double series;
  if constexpr (kIsShort<T>)
    series =
        polynomial(z, 0.666666662289, 0x1.999a7p-2, 0x1.242b7p-2, 0x1.e6939p-3);
  else
    series = polynomial(z, 0.6666666666666666, 0.4000000000000823,
                        0.2857142856714695, 0.22222223069772148,
                        0.18181735949669697, 0.1538893460259468,
                        0.13208398002781363, 0.13619066042830322);
  q.rest = q.s * z * series;
  return q;
}

// log(a / b), likewise.
template <class T>
TENORITE_HD double log_of_quotient(double a, double b, double difference) {
  const QuotientLogarithm q = quotient_logarithm<T>(a, b, difference);
  return plus_log_2(q.k, 2 * q.s, q.rest);
}

// What 1 + x loses when it is rounded; of nothing where there is no sum.
TENORITE_HD double lost_of_1_plus(double x) {
  const double sum = 1 + x;
  const double lost = x < 1 ? x - (sum - 1) : 1 - (sum - x);
  return (sum > 0) & (sum < 0x1p60) ? lost : 0.0;
}

// log(1 + x).
template <class T = double>
TENORITE_HD double log1p(double x) {
  return log<T>(1 + x, lost_of_1_plus(x));
}

// log(1 + x) - x.
template <class T = double>
TENORITE_HD double log1p_less(double x) {
  const double value = log_less<T>(1 + x, lost_of_1_plus(x), x);
  const double outside = x == -1 ? -math::kInf<double> : math::kNan<double>;
  const double inside = x > kLargestFinite ? -x : value;
  return x > -1 ? inside : outside;
}

}  // namespace tenorite::special
