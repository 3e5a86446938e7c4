// SPDX-License-Identifier: Apache-2.0
// Accumulators of the scans: how they are loaded, combined and stored.
#pragma once

#include "core/dtype.h"
#include "ops/cuda/scan/scan.h"
#include "ops/device/arithmetic.h"
#include "ops/device/bits.h"
#include "ops/device/minmax.h"
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

__device__ inline void add_lane_offsets(const FoldLanes& lanes, int64_t lane,
                                        const char*& in, char*& out) {
  for (int d = lanes.ndim - 1; d >= 0; --d) {
    int64_t i = d == 0 ? lane : lane % lanes.shape[d];
    if (d > 0) lane /= lanes.shape[d];
    in += i * lanes.in_strides[d];
    out += i * lanes.out_strides[d];
  }
}

template <class F, class Acc>
__device__ Acc initial_value(const ScanArgs& args) {
  return args.has_initial ? *reinterpret_cast<const Acc*>(args.initial)
                          : identity<F, Acc>();
}

template <class Acc, class T>
__device__ __forceinline__ Acc accumulator_of(T x) {
  if constexpr (is_complex<T>)
    return {x.re, x.im};
  else if constexpr (is_same<T, half>)
    return (float)x;
  else
    return (Acc)x;
}

template <class T>
struct TypeTag {
  using Type = T;
};

// Calls body(TypeTag<T>()) with the type that `dtype` has in memory. Integers
// are stored cut to their width, so that signs matter to loads only.
template <class Acc, bool kStored, class Body>
__device__ __forceinline__ void with_type(DType dtype, Body&& body) {
#define TENORITE_CASE(dtype, T) \
  case DType::dtype:            \
    return body(TypeTag<T>())
  if constexpr (is_complex<Acc>) {
    switch (dtype) {
      TENORITE_CASE(kComplex64, complex<float>);
      default:
        return body(TypeTag<complex<double>>());
    }
  } else if constexpr (is_real_floating<Acc>) {
    switch (dtype) {
      TENORITE_CASE(kFloat16, half);
      TENORITE_CASE(kFloat32, float);
      default:
        return body(TypeTag<double>());
    }
  } else if constexpr (kStored) {
    switch (dtype) {
      case DType::kBool:
      case DType::kInt8:
        TENORITE_CASE(kUint8, unsigned char);
      case DType::kInt16:
        TENORITE_CASE(kUint16, unsigned short);
      case DType::kInt32:
        TENORITE_CASE(kUint32, unsigned);
      default:
        return body(TypeTag<unsigned long>());
    }
  } else {
    switch (dtype) {
      TENORITE_CASE(kBool, bool);
      TENORITE_CASE(kInt8, signed char);
      TENORITE_CASE(kUint8, unsigned char);
      TENORITE_CASE(kInt16, short);
      TENORITE_CASE(kUint16, unsigned short);
      TENORITE_CASE(kInt32, int);
      TENORITE_CASE(kUint32, unsigned);
      default:
        return body(TypeTag<long>());
    }
  }
#undef TENORITE_CASE
}

template <class Acc>
__device__ __forceinline__ int item_bytes(DType dtype) {
  int bytes = 0;
  with_type<Acc, true>(
      dtype, [&](auto tag) { bytes = sizeof(typename decltype(tag)::Type); });
  return bytes;
}

// Items x[i] from p + i * step for i < valid; the others stay.
template <class Acc, int N>
__device__ __forceinline__ void load_items(Acc (&x)[N], DType dtype,
                                           const char* p, int64_t step,
                                           int64_t valid) {
  with_type<Acc, false>(dtype, [&](auto tag) {
    using T = typename decltype(tag)::Type;
#pragma unroll
    for (int i = 0; i < N; ++i)
      if (i < valid)
        x[i] = accumulator_of<Acc>(*reinterpret_cast<const T*>(p + i * step));
  });
}
template <class Acc, int N>
__device__ __forceinline__ void store_items(const Acc (&x)[N], DType dtype,
                                            char* p, int64_t step,
                                            int64_t valid) {
  with_type<Acc, true>(dtype, [&](auto tag) {
    using T = typename decltype(tag)::Type;
#pragma unroll
    for (int i = 0; i < N; ++i)
      if (i < valid) *reinterpret_cast<T*>(p + i * step) = cast<T>(x[i]);
  });
}

// Elements that follow each other in shared memory, loaded and stored at once.
template <class T, int N>
struct alignas(N * sizeof(T) < 16 ? N * sizeof(T) : 16) Run {
  T at[N];
};
template <class T, class Acc, int N>
__device__ __forceinline__ void load_run_of(Acc (&x)[N], const char* tile,
                                            int first) {
  const int at = padded(first * int{sizeof(T)});
  const auto run = *reinterpret_cast<const Run<T, N>*>(tile + at);
#pragma unroll
  for (int i = 0; i < N; ++i) x[i] = accumulator_of<Acc>(run.at[i]);
}
template <class Acc, int N>
__device__ __forceinline__ void load_run(Acc (&x)[N], DType dtype,
                                         const char* tile, int first) {
  with_type<Acc, false>(dtype, [&](auto tag) {
    load_run_of<typename decltype(tag)::Type>(x, tile, first);
  });
}
template <class T, class Acc, int N>
__device__ __forceinline__ void store_run_of(const Acc (&x)[N], char* tile,
                                             int first) {
  Run<T, N> run;
#pragma unroll
  for (int i = 0; i < N; ++i) run.at[i] = cast<T>(x[i]);
  *reinterpret_cast<Run<T, N>*>(tile + padded(first * int{sizeof(T)})) = run;
}
template <class Acc, int N>
__device__ __forceinline__ void store_run(const Acc (&x)[N], DType dtype,
                                          char* tile, int first) {
  with_type<Acc, true>(dtype, [&](auto tag) {
    store_run_of<typename decltype(tag)::Type>(x, tile, first);
  });
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
