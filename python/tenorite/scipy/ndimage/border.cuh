// SPDX-License-Identifier: Apache-2.0
// Items beyond the ends of a line, and conversions, as SciPy's C code has them.
#pragma once

#if defined(__CUDA_ARCH__)
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 256")
#endif

typedef long long Index;

// Calls f(0), ..., f(N - 1), one after the other: unrolled from the start, so that loops
// around are vectorised.
template <int N>
struct Count {
  template <typename F>
  __device__ __forceinline__ static void each(const F& f) {
    Count<N - 1>::each(f);
    f(N - 1);
  }
};
template <>
struct Count<0> {
  template <typename F>
  __device__ __forceinline__ static void each(const F&) {}
};

// The numbers that scipy.ndimage gives its modes.
enum Mode { kNearest = 0, kWrap = 1, kReflect = 2, kMirror = 3, kConstant = 4 };

// The index in [0, n) whose item stands at k; -1 for the constant. n > 0.
__device__ inline Index extend(Index k, Index n, int mode) {
  if (k >= 0 && k < n) return k;
  switch (mode) {
    case kNearest:
      return k < 0 ? 0 : n - 1;
    case kWrap:
      k %= n;
      return k < 0 ? k + n : k;
    case kReflect:
      k %= 2 * n;
      if (k < 0) k += 2 * n;
      return k < n ? k : 2 * n - 1 - k;
    case kMirror:
      if (n == 1) return 0;
      k %= 2 * n - 2;
      if (k < 0) k += 2 * n - 2;
      return k < n ? k : 2 * n - 2 - k;
    default:
      return -1;
  }
}

// A double as an item of T. What T cannot hold becomes what processors of x86 make of
// it, whose results are SciPy's: integers wrap at 32 or 64 bits.
template <typename T>
struct To {
  __device__ static T from(double x) { return (T)x; }
};

__device__ inline int to_int(double x) {
  return x > -2147483649.0 && x < 2147483648.0 ? (int)x : (int)0x80000000;
}

__device__ inline Index to_index(double x) {
  const double limit = 9223372036854775808.0;
  return x >= -limit && x < limit ? (Index)x : (Index)0x8000000000000000;
}

#define FROM_DOUBLE(T, how)                                   \
  template <>                                                 \
  struct To<T> {                                              \
    __device__ static T from(double x) { return (T)how(x); }  \
  };
FROM_DOUBLE(signed char, to_int)
FROM_DOUBLE(unsigned char, to_int)
FROM_DOUBLE(short, to_int)
FROM_DOUBLE(unsigned short, to_int)
FROM_DOUBLE(int, to_int)
FROM_DOUBLE(unsigned int, to_index)
FROM_DOUBLE(long, to_index)
FROM_DOUBLE(long long, to_index)
#undef FROM_DOUBLE

__device__ inline unsigned long long to_unsigned(double x) {
  const double limit = 9223372036854775808.0;
  if (!(x >= limit)) return (unsigned long long)to_index(x);
  return (unsigned long long)to_index(x - limit) ^ 0x8000000000000000;
}
template <>
struct To<unsigned long> {
  __device__ static unsigned long from(double x) { return to_unsigned(x); }
};
template <>
struct To<unsigned long long> {
  __device__ static unsigned long long from(double x) { return to_unsigned(x); }
};
template <>
struct To<bool> {
  __device__ static bool from(double x) { return (unsigned char)to_int(x) != 0; }
};

// An item of one type as one of another: through double unless they are the same.
template <typename Out, typename In>
struct Convert {
  __device__ static Out from(In x) { return To<Out>::from((double)x); }
};
template <typename T>
struct Convert<T, T> {
  __device__ static T from(T x) { return x; }
};
