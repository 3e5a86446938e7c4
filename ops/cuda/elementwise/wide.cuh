// SPDX-License-Identifier: Apache-2.0
// Loads and stores of a dtype that is only known at run time, at any alignment.
// They are calls, shared by all kernels of a file: a copy in each would take
// longer to compile than all the rest.
#pragma once

#include "ops/device/cast.h"

namespace tenorite::cuda {

// Any element, without loss: integers as 64 bits, floats as double.
struct Wide {
  long bits;
  double im;
};
enum class WideKind : int { kSigned, kUnsigned, kFloat };

template <class T>
inline constexpr WideKind kWideKind =
    is_signed_integer<T>                   ? WideKind::kSigned
    : is_real_floating<T> || is_complex<T> ? WideKind::kFloat
                                           : WideKind::kUnsigned;

__device__ __forceinline__ WideKind wide_kind(char letter) {
  switch (letter) {
#define TENORITE_KIND_CASE(letter, T) \
  case letter:                        \
    return kWideKind<T>;
    TENORITE_FOR_EACH_TYPE(TENORITE_KIND_CASE)
#undef TENORITE_KIND_CASE
  }
  return WideKind::kFloat;
}

template <class T>
__device__ __forceinline__ Wide widen(T x) {
  if constexpr (is_complex<T>)
    return {bit_cast<long>((double)x.re), (double)x.im};
  else if constexpr (is_real_floating<T>)
    return {bit_cast<long>((double)(compute_t<T>)x), 0};
  else
    return {(long)x, 0};
}

template <class T>
__device__ __forceinline__ T narrow(Wide wide, WideKind kind) {
  if (kind == WideKind::kSigned) return cast<T>(wide.bits);
  if (kind == WideKind::kUnsigned) return cast<T>((unsigned long)wide.bits);
  return cast<T>(complex<double>{bit_cast<double>(wide.bits), wide.im});
}

// Loads at any alignment.
template <class T>
__device__ __forceinline__ T load_bytes(const char* p) {
  struct Bytes {
    unsigned char at[sizeof(T)];
  } bytes;
#pragma unroll
  for (int i = 0; i < (int)sizeof(T); ++i) bytes.at[i] = (unsigned char)p[i];
  return bit_cast<T>(bytes);
}
template <class T>
__device__ __forceinline__ void store_bytes(char* p, T x) {
  struct Bytes {
    unsigned char at[sizeof(T)];
  } bytes = bit_cast<Bytes>(x);
#pragma unroll
  for (int i = 0; i < (int)sizeof(T); ++i) p[i] = (char)bytes.at[i];
}
template <class T>
__device__ __forceinline__ bool is_aligned(const char* p) {
  return ((unsigned long)p & (alignof(T) - 1)) == 0;
}

static __device__ __noinline__ Wide load_wide(const char* p, char letter) {
  switch (letter) {
#define TENORITE_LOAD_CASE(letter, T) \
  case letter:                        \
    return widen(is_aligned<T>(p) ? *(const T*)p : load_bytes<T>(p));
    TENORITE_FOR_EACH_TYPE(TENORITE_LOAD_CASE)
#undef TENORITE_LOAD_CASE
  }
  return {};
}

static __device__ __noinline__ void store_wide(char* p, char letter, Wide wide,
                                               WideKind kind) {
  switch (letter) {
#define TENORITE_STORE_CASE(letter, T) \
  case letter: {                       \
    T x = narrow<T>(wide, kind);       \
    if (is_aligned<T>(p))              \
      *(T*)p = x;                      \
    else                               \
      store_bytes<T>(p, x);            \
    break;                             \
  }
    TENORITE_FOR_EACH_TYPE(TENORITE_STORE_CASE)
#undef TENORITE_STORE_CASE
  }
}

template <class T>
static __device__ __noinline__ T load_any(const char* p, char letter) {
  return narrow<T>(load_wide(p, letter), wide_kind(letter));
}
template <class T>
static __device__ __noinline__ void store_any(char* p, char letter, T x) {
  store_wide(p, letter, widen(x), kWideKind<T>);
}

}  // namespace tenorite::cuda
