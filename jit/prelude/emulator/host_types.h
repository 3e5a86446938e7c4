// SPDX-License-Identifier: Apache-2.0
// CUDA's qualifiers and vector types for g++ and clang++.
#pragma once

#include "jit/prelude/emulator/host_abi.h"

#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __inline_hint__
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __attribute__((aligned(bytes)))
// One copy for each thread of the process, which runs one block at a time.
#define __shared__ static thread_local

// Small functions of the prelude, and calls of the engine. The checks of debug
// mode take a call's place from its return address, which inlining would lose.
#ifdef TENORITE_CHECKED
#ifdef __clang__
#define TENORITE_UNCHECKED __attribute__((disable_sanitizer_instrumentation))
#else
#define TENORITE_UNCHECKED __attribute__((no_sanitize("thread")))
#endif
#define TENORITE_INLINE inline TENORITE_UNCHECKED
#define TENORITE_CALL \
  inline TENORITE_UNCHECKED __attribute__((noinline, visibility("hidden")))
#define TENORITE_SITE __builtin_return_address(0)
#else
#define TENORITE_UNCHECKED
#define TENORITE_INLINE inline __attribute__((always_inline))
#define TENORITE_CALL inline __attribute__((always_inline))
#define TENORITE_SITE nullptr
#endif

// What a host compiler lacks and user's text need not be warned of.
#pragma GCC diagnostic ignored "-Wattributes"
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-function"

using size_t = decltype(sizeof(0));
using ptrdiff_t = decltype((char*)nullptr - (char*)nullptr);
using clock_t = long;

#define TENORITE_VECTORS(name, T, align2, align4)                        \
  struct name##1 { T x; };                                               \
  struct __attribute__((aligned(align2))) name##2 { T x, y; };           \
  struct name##3 { T x, y, z; };                                         \
  struct __attribute__((aligned(align4))) name##4 { T x, y, z, w; };     \
  TENORITE_INLINE constexpr name##1 make_##name##1(T x) { return {x}; }  \
  TENORITE_INLINE constexpr name##2 make_##name##2(T x, T y) {           \
    return {x, y};                                                       \
  }                                                                      \
  TENORITE_INLINE constexpr name##3 make_##name##3(T x, T y, T z) {      \
    return {x, y, z};                                                    \
  }                                                                      \
  TENORITE_INLINE constexpr name##4 make_##name##4(T x, T y, T z, T w) { \
    return {x, y, z, w};                                                 \
  }
TENORITE_VECTORS(char, signed char, 2, 4)
TENORITE_VECTORS(uchar, unsigned char, 2, 4)
TENORITE_VECTORS(short, short, 4, 8)
TENORITE_VECTORS(ushort, unsigned short, 4, 8)
TENORITE_VECTORS(int, int, 8, 16)
TENORITE_VECTORS(uint, unsigned int, 8, 16)
TENORITE_VECTORS(long, long, 16, 16)
TENORITE_VECTORS(ulong, unsigned long, 16, 16)
TENORITE_VECTORS(longlong, long long, 16, 16)
TENORITE_VECTORS(ulonglong, unsigned long long, 16, 16)
TENORITE_VECTORS(float, float, 8, 16)
TENORITE_VECTORS(double, double, 16, 16)
#undef TENORITE_VECTORS

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
      : x(x), y(y), z(z) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};

inline constexpr int warpSize = 32;

// For functions that kernels call; kernels themselves have parameters of these
// names, which the compiler can keep in registers.
static thread_local uint3 threadIdx, blockIdx;
static thread_local dim3 blockDim, gridDim;

namespace tenorite::host {

static_assert(sizeof(uint3) == sizeof(Index) && sizeof(dim3) == sizeof(Index));

inline const Runtime* runtime = nullptr;
static thread_local void* dynamic_shared = nullptr;

inline ThreadVariables thread_variables() {
  return {(Index*)&threadIdx, (Index*)&blockIdx, (Index*)&blockDim,
          (Index*)&gridDim, &dynamic_shared};
}

// The types of a kernel's hidden parameters.
struct ThreadIndex : uint3 {
  // Threads that the call stands for: this one and those that follow, also in
  // the blocks behind. Of kernels that the rewriter found to be able to.
  unsigned run = 1;
};
struct BlockIndex : uint3 {};
struct BlockSize : dim3 {};
struct GridSize : dim3 {};

// What `extern __shared__ T name[]` becomes: in a function the start of a
// pointer's initializer, in a namespace an object.
struct DynamicShared {
  template <class T>
  TENORITE_INLINE operator T*() const {
    return (T*)dynamic_shared;
  }
};
template <class T>
struct DynamicArray {
  TENORITE_INLINE operator T*() const { return (T*)dynamic_shared; }
  template <class U>
  TENORITE_INLINE explicit operator U*() const {
    return (U*)dynamic_shared;
  }
};

template <class T, class... Others>
inline constexpr bool is_any_of = (__is_same(T, Others) || ...);
template <class T>
concept Integral = is_any_of<T, bool, char, signed char, unsigned char, short,
                             unsigned short, int, unsigned int, long,
                             unsigned long, long long, unsigned long long>;
template <class T>
concept Arithmetic = Integral<T> || is_any_of<T, float, double>;
template <class T>
struct type_is {
  using type = T;
};
// Of a parameter that takes no part in deducing T.
template <class T>
using same = typename type_is<T>::type;

// Where the indices of a run end that starts at `first`, which is below
// `bound`.
template <class I, class N>
TENORITE_INLINE I end_of_run(I first, N bound, unsigned run) {
  return bound - first < run ? (I)bound : (I)(first + (I)run);
}

template <class To, class From>
TENORITE_INLINE constexpr To bits_of(From x) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, x);
}

}  // namespace tenorite::host

// The hidden parameters: HIDE where others follow, HIDE_ALL where none do.
#define TENORITE_HIDE_ALL                                     \
  [[maybe_unused]] ::tenorite::host::ThreadIndex threadIdx,   \
      [[maybe_unused]] ::tenorite::host::BlockIndex blockIdx, \
      [[maybe_unused]] ::tenorite::host::BlockSize blockDim,  \
      [[maybe_unused]] ::tenorite::host::GridSize gridDim
#define TENORITE_HIDE TENORITE_HIDE_ALL,

// The C library's, which the text's hidden visibility would keep from being
// found there: compilers except what they know themselves alone.
#define TENORITE_LIBRARY extern "C" __attribute__((visibility("default")))
#pragma GCC visibility push(default)
extern "C" {
int printf(const char* text, ...) noexcept(false);
void* malloc(size_t bytes) noexcept;
void free(void* memory) noexcept;
int memcmp(const void* a, const void* b, size_t bytes) noexcept;
#ifndef TENORITE_CHECKED  // which has its own
void* memcpy(void* to, const void* from, size_t bytes) noexcept;
void* memmove(void* to, const void* from, size_t bytes) noexcept;
void* memset(void* to, int byte, size_t bytes) noexcept;
#endif
}
#pragma GCC visibility pop

#ifndef TENORITE_OWN_std
TENORITE_INLINE void* operator new(size_t, void* place) noexcept {
  return place;
}
#endif
