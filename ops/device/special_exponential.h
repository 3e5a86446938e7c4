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

// A function of single or double precision in the namespace `own`: the GPU's
// own one, where it is within the bound of the op table, which takes less time;
// ours elsewhere. Our functions of float32 are computed in double precision, in
// which most GPUs are slow.
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

// exp(x + rest), where the rest is below 1e-3. Cody and Waite's reduction.
TENORITE_HD double exp(double x, double rest) {
  x = x > 800 ? 800 : x < -800 ? -800 : x;
  const double n = round_small(x * math::kLog2E);
  const double high = x - n * 0x1.62e42feep-1;
  const double low = n * 0x1.a39ef35793c76p-33 - rest;
  const double r = high - low;
  const double more = r * r *
                      polynomial(r, 0.5000000000000001, 0.16666666666666669,
                                 0.041666666666624136, 0.008333333333330063,
                                 0.001388888891720967, 0.00019841269863050506,
                                 2.4801521302241082e-05, 2.7557268464831627e-06,
                                 2.7620085455018414e-07, 2.510038319586702e-08);
  const double mantissa = 1 - ((low - more) - high);
  // Twice, since 2**n may be out of range.
  const double half = round_small(n * 0.5);
  return mantissa * power_of_2(half) * power_of_2(n - half);
}
TENORITE_HD double exp(double x) { return exp(x, 0); }

// exp(-scale x**2) for x >= 0, where the scale is 1 or 1/2: the square is taken
// exactly.
TENORITE_HD double gauss(double x, double scale) {
  x = x > 60 ? 60 : x;
  constexpr unsigned long kHigh = ~0ul << 27;
  const double head = bit_cast<double>(bit_cast<unsigned long>(x) & kHigh);
  return exp(-(scale * head) * head, -(scale * (x - head)) * (x + head));
}

TENORITE_HD double log(double x) {
  const bool tiny = x < 0x1p-1022;
  const double scaled = tiny ? x * 0x1p54 : x;
  unsigned long bits = bit_cast<unsigned long>(scaled);
  // x = 2**k m with m in [sqrt(1/2), sqrt(2)).
  constexpr unsigned long kRootHalf = 0x3fe6a09e667f3bcdul;
  const unsigned long offset = bits - kRootHalf;
  const unsigned long exponent = offset & (0xffful << 52);
  const double m = bit_cast<double>(bits - exponent);
  // The exponent as a number: an integer beside 2**52.
  const double biased =
      bit_cast<double>(((offset >> 52) ^ 0x800ul) | 0x4330000000000000ul);
  const double k = biased - (0x1p52 + 2048) - (tiny ? 54 : 0);
  const double f = m - 1;
  const double s = f / (2 + f);
  const double z = s * s;
  const double rest = z * polynomial(z, 0.666666666666667, 0.3999999999989924,
                                     0.2857142862609589, 0.2222221111514416,
                                     0.18182890556695602, 0.1533167403016786,
                                     0.1461703754879165);
  const double half_square = 0.5 * f * f;
  const double tail = s * (half_square + rest) + k * 0x1.a39ef35793c76p-33;
  const double result = k * 0x1.62e42feep-1 - ((half_square - tail) - f);
  const double outside = x == 0 ? -math::kInf<double> : math::kNan<double>;
  const double positive = x > kLargestFinite ? x : result;
  return x > 0 ? positive : outside;
}

// log(1 + x).
TENORITE_HD double log1p(double x) {
  const double sum = 1 + x;
  // What the sum lost.
  const double lost = x < 1 ? x - (sum - 1) : 1 - (sum - x);
  const double result = log(sum);
  return (sum > 0) & (sum < 0x1p60) ? result + lost / sum : result;
}

// log(1 + x) - x for x in [-0.3, 0.42].
TENORITE_HD double log1p_less_small(double x) {
  const double top = polynomial(
      x, -0.5, -1.3702057344960838, -1.3900418776871637, -0.6374220024339093,
      -0.12742267077429914, -0.008370872059272387, -5.131452802019845e-06);
  const double bottom =
      polynomial(x, 1.0, 3.407078135658834, 4.55146917914688, 3.005617723136312,
                 1.0123538216632635, 0.1594446758124501, 0.00867139470907191);
  return x * x * (top / bottom);
}
// log(1 + x) - x.
TENORITE_HD double log1p_less(double x) {
  return x > -0.3 && x < 0.42 ? log1p_less_small(x) : log1p(x) - x;
}

}  // namespace tenorite::special
