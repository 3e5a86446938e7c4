// SPDX-License-Identifier: Apache-2.0
#include "jit/groups/scalar_divisor.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace tenorite::jit {
namespace {

template <class T>
constexpr int kDigits = std::numeric_limits<T>::digits;

// high + low is 1 / y but for less than 2^(1 - 2 kDigits) of it. Both have y's
// sign, so that quotients of zeros have theirs.
template <class T>
void split_reciprocal(T y, T& high, T& low) {
  high = 1 / y;
  T rest = std::fma(-y, high, T(1));
  if (rest < 0) {
    high = std::nextafter(high, T(0));
    rest = std::fma(-y, high, T(1));
  }
  low = std::copysign(rest / y, y);
}

// Whether x high + x low is x / y for all x, where y is `significand` times a
// power of two. It is off by less than four units in the last place divided by
// 2^kDigits, and so rounds to another number only if x / y is that near to the
// middle between two. With integers X and Y of kDigits bits for x and y, that
// is 2^n X = (2 Q + 1) Y + k, with k of 8 at most and n of kDigits, or one more
// where X < Y: few X, each of which is tried.
template <class T>
bool is_exact(uint64_t significand) {
  constexpr int kMost = 8;
  constexpr uint64_t kEnd = uint64_t{1} << kDigits<T>;
  const int twos = std::countr_zero(significand);
  if (twos > std::bit_width(unsigned{kMost}) - 1) return true;
  const uint64_t odd = significand >> twos;  // k has as many twos
  const T y = static_cast<T>(significand);
  T high, low;
  split_reciprocal(y, high, low);
  for (uint64_t k = 1; k << twos <= kMost; k += 2)
    for (const bool is_negative : {false, true}) {
      uint64_t x = is_negative ? odd - k % odd : k % odd;
      auto halve = [&] { x = (x % 2 ? x + odd : x) / 2; };  // modulo odd
      for (int i = twos; i < kDigits<T>; ++i) halve();
      for (const bool is_less : {false, true}) {
        if (is_less) halve();
        const uint64_t from = is_less ? kEnd / 2 : significand;
        const uint64_t to = is_less ? significand : kEnd;
        uint64_t at = x;
        if (at < from) at += (from - at + odd - 1) / odd * odd;
        for (; at < to; at += odd) {
          const T tried = static_cast<T>(at);
          if (std::fma(tried, high, tried * low) != tried / y) return false;
        }
      }
    }
  return true;
}

template <class T>
ScalarDivisor<T> found(T y) {
  using Limits = std::numeric_limits<T>;
  // Dividing by these is a product.
  if (y == 0 || std::isinf(y)) return {y, 1 / y, 1 / y, Limits::infinity()};
  // Quotients, and what is left of them, stay off the lower end of the range.
  constexpr int kMostExponent = sizeof(T) == 8 ? 400 : 40;
  constexpr int kLeastQuotient = sizeof(T) == 8 ? -900 : -100;
  // For zeros alone.
  const ScalarDivisor<T> none{y, std::isnan(y) ? y : std::copysign(T(1), y),
                              std::copysign(T(0), y), Limits::infinity()};
  const T size = std::fabs(y);
  if (!(size >= std::ldexp(T(1), -kMostExponent) &&
        size <= std::ldexp(T(1), kMostExponent)))
    return none;
  int exponent;
  const T fraction = std::frexp(size, &exponent);
  if (!is_exact<T>(static_cast<uint64_t>(std::ldexp(fraction, kDigits<T>))))
    return none;
  ScalarDivisor<T> divisor{y, 0, 0, std::ldexp(T(1), kLeastQuotient)};
  split_reciprocal(y, divisor.high, divisor.low);
  // An infinity times nothing would be a NaN.
  if (divisor.low == 0) divisor.low = std::copysign(Limits::denorm_min(), y);
  return divisor;
}

}  // namespace

template <class T>
ScalarDivisor<T> scalar_divisor(T y) {
  // A launch asks again for those of the one before.
  static thread_local auto known = [] {
    std::array<ScalarDivisor<T>, 64> none;
    none.fill(found(T(0)));
    return none;
  }();
  uint64_t bits = 0;
  std::memcpy(&bits, &y, sizeof(y));
  ScalarDivisor<T>& entry = known[bits * 0x9e3779b97f4a7c15u >> 58];
  if (std::memcmp(&entry.y, &y, sizeof(y)) != 0) entry = found(y);
  return entry;
}

template ScalarDivisor<float> scalar_divisor(float);
template ScalarDivisor<double> scalar_divisor(double);

}  // namespace tenorite::jit
