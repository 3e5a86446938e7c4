// SPDX-License-Identifier: Apache-2.0
// Accumulators of the scans: how they are loaded, combined and stored.
#pragma once

#include "core/dtype.h"
#include "ops/device/functors.h"
#include "ops/device/running_sum.h"

namespace tenorite::cuda {

// Stands for 1 among complex factors, because the true product of 1 and an
// infinity is NaN in one part. No arithmetic makes this NaN.
inline constexpr unsigned long kNeutralBits = 0x7ff8'4e65'7574'726cul;

template <class T>
__device__ __forceinline__ bool is_neutral(complex<T> x) {
  return bit_cast<unsigned long>(x.re) == kNeutralBits &&
         bit_cast<unsigned long>(x.im) == kNeutralBits;
}

// x such that combine<F>(x, y) and combine<F>(y, x) are y.
template <class F, class Acc>
__device__ __forceinline__ Acc identity() {
  if constexpr (is_complex<Acc>) {
    if constexpr (is_same<F, op::Multiply>)
      return {bit_cast<double>(kNeutralBits), bit_cast<double>(kNeutralBits)};
    else
      return {identity<F, double>(), identity<F, double>()};
  } else if constexpr (is_same<F, op::Add>) {
    return is_real_floating<Acc> ? -Acc(0) : Acc(0);
  } else if constexpr (is_same<F, op::Multiply>) {
    return 1;
  } else if constexpr (is_same<F, op::BitwiseAnd>) {
    return ~Acc(0);
  } else if constexpr (is_same<F, op::BitwiseOr> ||
                       is_same<F, op::BitwiseXor>) {
    return 0;
  } else if constexpr (is_same<F, op::Fmax> || is_same<F, op::Fmin>) {
    return math::kNan<Acc>;
  } else {
    constexpr bool kLowest = is_same<F, op::Maximum>;
    if constexpr (is_real_floating<Acc>)
      return kLowest ? -math::kInf<Acc> : math::kInf<Acc>;
    else if constexpr (is_signed_integer<Acc>)
      return kLowest ? Acc(1ul << 63) : Acc(~0ul >> 1);
    else
      return kLowest ? Acc(0) : ~Acc(0);
  }
}

template <class F, class Acc>
__device__ __forceinline__ Acc combine(Acc a, Acc b) {
  if constexpr (is_complex<Acc> && is_same<F, op::Multiply>) {
    if (is_neutral(a)) return b;
    if (is_neutral(b)) return a;
  }
  return F()(a, b);
}

// A result that grows by many steps, one after the other.
template <class F, class Acc>
struct Running {
  Acc total;
  __device__ void start(Acc x) { total = x; }
  __device__ void add(Acc x) { total = combine<F>(total, x); }
  __device__ Acc value() const { return total; }
};
template <>
struct Running<op::Add, double> {
  RunningSum total;
  __device__ void start(double x) { total.start(x); }
  __device__ void add(double x) { total.add(x); }
  __device__ double value() const { return total.result(); }
};
template <>
struct Running<op::Add, complex<double>> {
  RunningSum re, im;
  __device__ void start(complex<double> x) {
    re.start(x.re);
    im.start(x.im);
  }
  __device__ void add(complex<double> x) {
    re.add(x.re);
    im.add(x.im);
  }
  __device__ complex<double> value() const {
    return {re.result(), im.result()};
  }
};

template <class Acc, class T>
__device__ __forceinline__ Acc accumulator_of(T x) {
  if constexpr (is_complex<T>)
    return {x.re, x.im};
  else if constexpr (is_same<T, half>)
    return (float)x;
  else
    return (Acc)x;
}

// Items x[i] from p + i * step for i < valid; the others stay.
template <class T, class Acc, int N>
__device__ __forceinline__ void load_typed(Acc (&x)[N], const char* p,
                                           int64_t step, int64_t valid) {
#pragma unroll
  for (int i = 0; i < N; ++i)
    if (i < valid)
      x[i] = accumulator_of<Acc>(*reinterpret_cast<const T*>(p + i * step));
}
template <class Acc, int N>
__device__ __forceinline__ void load_items(Acc (&x)[N], DType dtype,
                                           const char* p, int64_t step,
                                           int64_t valid) {
#define TENORITE_LOAD(dtype, T) \
  case DType::dtype:            \
    return load_typed<T>(x, p, step, valid)
  if constexpr (is_complex<Acc>) {
    switch (dtype) {
      TENORITE_LOAD(kComplex64, complex<float>);
      default:
        return load_typed<complex<double>>(x, p, step, valid);
    }
  } else if constexpr (is_real_floating<Acc>) {
    switch (dtype) {
      TENORITE_LOAD(kFloat16, half);
      TENORITE_LOAD(kFloat32, float);
      default:
        return load_typed<double>(x, p, step, valid);
    }
  } else {
    switch (dtype) {
      TENORITE_LOAD(kBool, bool);
      TENORITE_LOAD(kInt8, signed char);
      TENORITE_LOAD(kUint8, unsigned char);
      TENORITE_LOAD(kInt16, short);
      TENORITE_LOAD(kUint16, unsigned short);
      TENORITE_LOAD(kInt32, int);
      TENORITE_LOAD(kUint32, unsigned);
      default:
        return load_typed<long>(x, p, step, valid);
    }
  }
#undef TENORITE_LOAD
}

template <class T, class Acc, int N>
__device__ __forceinline__ void store_typed(const Acc (&x)[N], char* p,
                                            int64_t step, int64_t valid) {
#pragma unroll
  for (int i = 0; i < N; ++i)
    if (i < valid) *reinterpret_cast<T*>(p + i * step) = cast<T>(x[i]);
}
// Integers are cut to their width.
template <class Acc, int N>
__device__ __forceinline__ void store_items(const Acc (&x)[N], DType dtype,
                                            char* p, int64_t step,
                                            int64_t valid) {
#define TENORITE_STORE(dtype, T) \
  case DType::dtype:             \
    return store_typed<T>(x, p, step, valid)
  if constexpr (is_complex<Acc>) {
    switch (dtype) {
      TENORITE_STORE(kComplex64, complex<float>);
      default:
        return store_typed<complex<double>>(x, p, step, valid);
    }
  } else if constexpr (is_real_floating<Acc>) {
    switch (dtype) {
      TENORITE_STORE(kFloat16, half);
      TENORITE_STORE(kFloat32, float);
      default:
        return store_typed<double>(x, p, step, valid);
    }
  } else {
    switch (dtype) {
      case DType::kBool:
      case DType::kInt8:
        TENORITE_STORE(kUint8, unsigned char);
      case DType::kInt16:
        TENORITE_STORE(kUint16, unsigned short);
      case DType::kInt32:
        TENORITE_STORE(kUint32, unsigned);
      default:
        return store_typed<unsigned long>(x, p, step, valid);
    }
  }
#undef TENORITE_STORE
}

template <class T>
__device__ __forceinline__ T shuffle_up(T x, int delta, int width) {
  if constexpr (is_complex<T>)
    return {__shfl_up_sync(~0u, x.re, delta, width),
            __shfl_up_sync(~0u, x.im, delta, width)};
  else
    return __shfl_up_sync(~0u, x, delta, width);
}
template <class T>
__device__ __forceinline__ T shuffle_down(T x, int delta) {
  if constexpr (is_complex<T>)
    return {__shfl_down_sync(~0u, x.re, delta),
            __shfl_down_sync(~0u, x.im, delta)};
  else
    return __shfl_down_sync(~0u, x, delta);
}
template <class T>
__device__ __forceinline__ T shuffle(T x, int lane, int width) {
  if constexpr (is_complex<T>)
    return {__shfl_sync(~0u, x.re, lane, width),
            __shfl_sync(~0u, x.im, lane, width)};
  else
    return __shfl_sync(~0u, x, lane, width);
}

}  // namespace tenorite::cuda
