// SPDX-License-Identifier: Apache-2.0
// The value types and the map between C++ types and NumPy's letters.
#pragma once

#include "ops/device/config.h"

namespace tenorite {

template <class To, class From>
TENORITE_HD constexpr To bit_cast(const From& x) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, x);
}

namespace detail {

// Rounds to nearest even. Selects instead of branches, so that loops over it
// vectorise; NaNs keep the upper bits of their payload.
TENORITE_HD unsigned short float_to_half_bits(float x) {
#ifdef __CUDA_ARCH__
  unsigned short bits;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
  return bits;
#else
  unsigned u = bit_cast<unsigned>(x);
  unsigned sign = (u >> 16) & 0x8000u;
  u &= 0x7fffffffu;
  // Adding 0.5 lines a subnormal's last bit up with the float's last bit.
  unsigned subnormal =
      bit_cast<unsigned>(bit_cast<float>(u) + 0.5f) - 0x3f000000u;
  unsigned normal = (u - 0x37fff001u + ((u >> 13) & 1u)) >> 13;
  unsigned special = u > 0x7f800000u ? 0x7e00u | ((u >> 13) & 0x3ffu) : 0x7c00u;
  unsigned finite = u < 0x38800000u ? subnormal : normal;
  return (unsigned short)(sign | (u < 0x47800000u ? finite : special));
#endif
}

TENORITE_HD float half_bits_to_float(unsigned short bits) {
#ifdef __CUDA_ARCH__
  float x;
  asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
  return x;
#else
  unsigned u = (bits & 0x7fffu) << 13;
  unsigned exponent = u & 0x0f800000u;
  unsigned normal = u + 0x38000000u;
  unsigned special = u + 0x70000000u;
  unsigned subnormal = bit_cast<unsigned>(bit_cast<float>(u + 0x38800000u) -
                                          bit_cast<float>(0x38800000u));
  unsigned finite = exponent == 0 ? subnormal : normal;
  unsigned sign = (bits & 0x8000u) << 16;
  return bit_cast<float>(sign | (exponent == 0x0f800000u ? special : finite));
#endif
}

TENORITE_HD unsigned short double_to_half_bits(double x) {
#ifdef __CUDA_ARCH__
  unsigned short bits;
  asm("cvt.rn.f16.f64 %0, %1;" : "=h"(bits) : "d"(x));
  return bits;
#else
  // The float is rounded to odd, which makes the second rounding correct.
  float nearest = (float)x;
  unsigned u = bit_cast<unsigned>(nearest);
  double back = (double)nearest;
  bool larger = (back < 0 ? -back : back) > (x < 0 ? -x : x);
  u = (u - (unsigned)larger) | (unsigned)(back != x);
  return float_to_half_bits(bit_cast<float>(u));
#endif
}

}  // namespace detail

// IEEE binary16. Arithmetic happens in float through the conversions.
struct half {
  unsigned short bits;

  half() = default;
  TENORITE_HD half(float x) : bits(detail::float_to_half_bits(x)) {}
  TENORITE_HD half(double x) : bits(detail::double_to_half_bits(x)) {}
  // Integers that float cannot hold overflow binary16 anyway.
  template <class Int>
  TENORITE_HD half(Int x) : half((float)x) {}
  TENORITE_HD operator float() const {
    return detail::half_bits_to_float(bits);
  }
  TENORITE_HD static half from_bits(unsigned short bits) {
    return __builtin_bit_cast(half, bits);
  }
};

// Laid out as std::complex. Products and quotients use NumPy's formulas, so
// that the bits agree with NumPy's.
template <class T>
struct complex {
  T re, im;
};

template <class T>
TENORITE_HD complex<T> operator+(complex<T> a, complex<T> b) {
  return {a.re + b.re, a.im + b.im};
}

template <class T>
TENORITE_HD complex<T> operator-(complex<T> a, complex<T> b) {
  return {a.re - b.re, a.im - b.im};
}

template <class T>
TENORITE_HD complex<T> operator-(complex<T> a) {
  return {-a.re, -a.im};
}

template <class T>
TENORITE_HD complex<T> operator*(complex<T> a, complex<T> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

namespace detail {

// Sums and products that give the first of two NaN, as processors do. Compilers
// exchange their operands, in one loop and not in the next; here the second
// one does not matter where the first is NaN. GPUs have one NaN only.
template <class T>
TENORITE_HD T sum(T a, T b) {
  return a + (kHostOnly && a != a ? a : b);
}
template <class T>
TENORITE_HD T product(T a, T b) {
  return a * (kHostOnly && a != a ? a : b);
}
template <class T>
TENORITE_HD complex<T> sum(complex<T> a, complex<T> b) {
  return {sum(a.re, b.re), sum(a.im, b.im)};
}
template <class T>
TENORITE_HD complex<T> product(complex<T> a, complex<T> b) {
  return {product(a.re, b.re) - product(a.im, b.im),
          sum(product(a.re, b.im), product(a.im, b.re))};
}

}  // namespace detail

// Smith's algorithm.
template <class T>
TENORITE_HD complex<T> operator/(complex<T> a, complex<T> b) {
  using detail::product, detail::sum;
  T re_size = b.re < 0 ? -b.re : b.re;
  T im_size = b.im < 0 ? -b.im : b.im;
  if (re_size >= im_size) {
    if (re_size == 0 && im_size == 0) {
      T zero = 0;
      return {a.re / zero, a.im / zero};
    }
    T ratio = b.im / b.re;
    T scale = T(1) / sum(b.re, product(b.im, ratio));
    return {product(sum(a.re, product(a.im, ratio)), scale),
            product(a.im - product(a.re, ratio), scale)};
  }
  T ratio = b.re / b.im;
  T scale = T(1) / sum(b.im, product(b.re, ratio));
  return {product(sum(product(a.re, ratio), a.im), scale),
          product(product(a.im, ratio) - a.re, scale)};
}

template <class T>
TENORITE_HD bool operator==(complex<T> a, complex<T> b) {
  return a.re == b.re && a.im == b.im;
}

template <class T>
TENORITE_HD bool operator!=(complex<T> a, complex<T> b) {
  return !(a == b);
}

static_assert(sizeof(bool) == 1 && sizeof(short) == 2 && sizeof(int) == 4);
static_assert(sizeof(long) == 8 && sizeof(half) == 2);
static_assert(sizeof(float) == 4 && sizeof(double) == 8);
static_assert(sizeof(complex<float>) == 8 && sizeof(complex<double>) == 16);

// (NumPy letter, C++ type), the rows of core/dtype.def;
// ops/table/dtype_check.cpp compares the two.
#define TENORITE_FOR_EACH_TYPE(X)    \
  X('?', bool)                       \
  X('b', signed char)                \
  X('B', unsigned char)              \
  X('h', short)                      \
  X('H', unsigned short)             \
  X('i', int)                        \
  X('I', unsigned int)               \
  X('l', long)                       \
  X('L', unsigned long)              \
  X('e', ::tenorite::half)           \
  X('f', float)                      \
  X('d', double)                     \
  X('F', ::tenorite::complex<float>) \
  X('D', ::tenorite::complex<double>)

template <char Letter>
struct type_of;
template <char Letter>
using type_of_t = typename type_of<Letter>::type;

template <class T>
inline constexpr char letter_of = '\0';

#define TENORITE_TYPE_ROW(letter, T) \
  template <>                        \
  struct type_of<letter> {           \
    using type = T;                  \
  };                                 \
  template <>                        \
  inline constexpr char letter_of<T> = letter;
TENORITE_FOR_EACH_TYPE(TENORITE_TYPE_ROW)
#undef TENORITE_TYPE_ROW

namespace detail {

template <class T>
struct type_identity {
  using type = T;
};
template <class T>
struct compute : type_identity<T> {};
template <>
struct compute<half> : type_identity<float> {};

template <class T>
struct real : type_identity<T> {};
template <class T>
struct real<complex<T>> : type_identity<T> {};

template <int Size>
struct unsigned_of_size;
template <>
struct unsigned_of_size<1> : type_identity<unsigned char> {};
template <>
struct unsigned_of_size<2> : type_identity<unsigned short> {};
template <>
struct unsigned_of_size<4> : type_identity<unsigned int> {};
template <>
struct unsigned_of_size<8> : type_identity<unsigned long> {};

}  // namespace detail

// What a loop over T computes in: half goes through float.
template <class T>
using compute_t = typename detail::compute<T>::type;

// The component type of a complex type, else T itself.
template <class T>
using real_t = typename detail::real<T>::type;

// The unsigned integer as wide as T.
template <class T>
using unsigned_t = typename detail::unsigned_of_size<sizeof(T)>::type;

template <class A, class B>
inline constexpr bool is_same = false;
template <class A>
inline constexpr bool is_same<A, A> = true;

template <class T>
inline constexpr bool is_bool = is_same<T, bool>;
template <class T>
inline constexpr bool is_complex =
    is_same<T, complex<float>> || is_same<T, complex<double>>;
// half, float and double.
template <class T>
inline constexpr bool is_real_floating =
    is_same<T, half> || is_same<T, float> || is_same<T, double>;
// Integers without bool.
template <class T>
inline constexpr bool is_integer =
    !is_bool<T> && !is_complex<T> && !is_real_floating<T>;

namespace detail {

// Kept out of is_signed_integer, since half and complex have no such test.
template <class T, bool Integer = is_integer<T>>
inline constexpr bool is_signed = false;
template <class T>
inline constexpr bool is_signed<T, true> = T(-1) < T(0);

}  // namespace detail

template <class T>
inline constexpr bool is_signed_integer = detail::is_signed<T>;
template <class T>
inline constexpr bool is_unsigned_integer =
    is_integer<T> && !detail::is_signed<T>;

}  // namespace tenorite
