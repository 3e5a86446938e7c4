// SPDX-License-Identifier: Apache-2.0
// Elements of the scans: where they are, and how dtypes are told apart.
#pragma once

#include "core/dtype.h"
#include "ops/cuda/scan/scan.h"
#include "ops/cuda/scan/scan_parts.cuh"

namespace tenorite::cuda {

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
        x[i] = cast<Acc>(*reinterpret_cast<const T*>(p + i * step));
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

template <class Acc, int N>
__device__ __forceinline__ void load_run(Acc (&x)[N], DType dtype,
                                         const char* tile, int first) {
  with_type<Acc, false>(dtype, [&](auto tag) {
    load_run_of<typename decltype(tag)::Type>(x, tile, first);
  });
}
template <class Acc, int N>
__device__ __forceinline__ void store_run(const Acc (&x)[N], DType dtype,
                                          char* tile, int first) {
  with_type<Acc, true>(dtype, [&](auto tag) {
    store_run_of<typename decltype(tag)::Type>(x, tile, first);
  });
}

template <class T>
__device__ __forceinline__ T shuffle_down(T x, int delta) {
  if constexpr (is_complex<T>)
    return {__shfl_down_sync(~0u, x.re, delta),
            __shfl_down_sync(~0u, x.im, delta)};
  else
    return __shfl_down_sync(~0u, x, delta);
}

}  // namespace tenorite::cuda
