// SPDX-License-Identifier: Apache-2.0
// The kernel of an elementwise loop for operands of any dtype, layout and
// alignment. Its threads take single elements next to those of their
// neighbours: far less code than vectors need.
#pragma once

#include "ops/cuda/elementwise/loop_values.cuh"
#include "ops/cuda/elementwise/wide.cuh"

namespace tenorite::cuda {

// The type half as wide as T and of the same kind, if there is one.
template <class T>
struct half_as_wide : detail::type_identity<void> {};
template <>
struct half_as_wide<double> : detail::type_identity<float> {};
template <>
struct half_as_wide<float> : detail::type_identity<half> {};
template <>
struct half_as_wide<complex<double>> : detail::type_identity<complex<float>> {};
template <>
struct half_as_wide<long> : detail::type_identity<int> {};
template <>
struct half_as_wide<int> : detail::type_identity<short> {};
template <>
struct half_as_wide<short> : detail::type_identity<signed char> {};

template <class Loop>
struct Converting;

template <class F, class... In, class... Out>
struct Converting<FunctorLoop<F, Types<In...>, Types<Out...>>>
    : LoopValues<FunctorLoop<F, Types<In...>, Types<Out...>>> {
  using Values = LoopValues<FunctorLoop<F, Types<In...>, Types<Out...>>>;
  using Loop = typename Values::Loop;
  static constexpr int kOut = Values::kOut, kMask = kOut + Values::kIn;

  // Where a thread's elements begin .. begin + N - 1 of E lie, and a bit for
  // each that exists. The others get the place of one that does.
  template <int E, int N>
  __device__ __forceinline__ static unsigned place(
      const ConvertingArgs& a, int begin, int32_t (&offset)[kMask + 1][N]) {
    uint32_t rest[N];
    unsigned valid = 0;
    int d = a.ndim - 1;
    if (a.patched) {
      const int y_axis = d - 1;
      uint32_t outer = divide(blockIdx.x, a.patches_x);
      const int32_t px = blockIdx.x - outer * a.patches_x.divisor;
      const uint32_t next = divide(outer, a.patches_y);
      const int32_t py = outer - next * a.patches_y.divisor;
      const int32_t nx = a.shape[d].divisor, ny = a.shape[y_axis].divisor;
      int32_t x = px * kWarp + threadIdx.x % kWarp;
      const int32_t y0 = (py * (kThreads / kWarp) + threadIdx.x / kWarp) * E;
      const bool inside = x < nx;
      x = inside ? x : nx - 1;
#pragma unroll
      for (int e = 0; e < N; ++e) {
        int32_t y = y0 + begin + e;
        if (inside && y < ny) valid |= 1u << e;
        y = y < ny ? y : ny - 1;
        rest[e] = next;
#pragma unroll
        for (int k = 0; k <= kMask; ++k)
          offset[k][e] = x * a.strides[k][d] + y * a.strides[k][y_axis];
      }
      d -= 2;
    } else {
      const uint32_t first = blockIdx.x * (kThreads * E) + threadIdx.x;
#pragma unroll
      for (int e = 0; e < N; ++e) {
        const uint32_t i = first + (begin + e) * kThreads;
        if (i < a.size) valid |= 1u << e;
        rest[e] = i < a.size ? i : a.size - 1;
#pragma unroll
        for (int k = 0; k <= kMask; ++k) offset[k][e] = 0;
      }
    }
#pragma unroll 1
    for (; d >= 0; --d) {
#pragma unroll
      for (int e = 0; e < N; ++e) {
        const uint32_t next = d == 0 ? 0 : divide(rest[e], a.shape[d]);
        const int32_t at = rest[e] - next * a.shape[d].divisor;
#pragma unroll
        for (int k = 0; k <= kMask; ++k) offset[k][e] += at * a.strides[k][d];
        rest[e] = next;
      }
    }
    return valid;
  }

  // The low bytes of a value, in which narrower elements arrive.
  template <class T>
  using Low =
      typename detail::unsigned_of_size<sizeof(T) < 8 ? sizeof(T) : 8>::type;

  template <class Bytes, class T, int N>
  __device__ __forceinline__ static void fetch_as(const char* data,
                                                  const int32_t (&offset)[N],
                                                  T (&x)[N]) {
    if constexpr (sizeof(Bytes) <= sizeof(T)) {
#pragma unroll
      for (int e = 0; e < N; ++e) {
        const Bytes bytes = *reinterpret_cast<const Bytes*>(data + offset[e]);
        if constexpr (sizeof(Bytes) == sizeof(T)) {
          __builtin_memcpy(x + e, &bytes, sizeof(T));
        } else {
          const Low<T> low = bytes;
          __builtin_memcpy(x + e, &low, sizeof(low));
        }
      }
    }
  }

  // Only loads: values are used when every operand has been asked for.
  template <class T, int N>
  __device__ __forceinline__ static void fetch(const ConvertingArgs& a,
                                               int input,
                                               const int32_t (&offset)[N],
                                               T (&x)[N]) {
    const char* data = a.data[kOut + input];
    switch (a.bytes[input]) {
      case 1:
        return fetch_as<unsigned char>(data, offset, x);
      case 2:
        return fetch_as<unsigned short>(data, offset, x);
      case 4:
        return fetch_as<unsigned>(data, offset, x);
      case 8:
        return fetch_as<unsigned long>(data, offset, x);
      case 16:
        return fetch_as<uint4>(data, offset, x);
    }
  }

  template <class From, class T, int N>
  __device__ __forceinline__ static void convert_from(T (&x)[N]) {
    if constexpr (sizeof(From) < sizeof(T) && !is_integer<T>) {
#pragma unroll
      for (int e = 0; e < N; ++e) {
        From value;
        __builtin_memcpy(&value, x + e, sizeof(From));
        x[e] = cast<T>(value);
      }
    }
  }

  // Integers of any width, by the widest that the loop's type has room for.
  template <class Integer, class T, int N>
  __device__ __forceinline__ static void convert_integers(int shift,
                                                          T (&x)[N]) {
#pragma unroll
    for (int e = 0; e < N; ++e) {
      Low<T> low;
      __builtin_memcpy(&low, x + e, sizeof(low));
      x[e] = cast<T>((Integer)((unsigned_t<Integer>)low << shift) >> shift);
    }
  }

  template <class T, int N>
  __device__ __forceinline__ static void convert(const ConvertingArgs& a,
                                                 int input, T (&x)[N]) {
    using Signed = std::conditional_t<(sizeof(T) < 8), int, long>;
    switch (a.source[input]) {
      case Source::kSame:
        return;
      case Source::kScalar: {
        const T value = scalar_value<T>(a.scalar[input]);
#pragma unroll
        for (int e = 0; e < N; ++e) x[e] = value;
        return;
      }
      case Source::kSigned:
        if constexpr (!is_bool<T>)
          convert_integers<Signed>(8 * ((int)sizeof(Signed) - a.bytes[input]),
                                   x);
        return;
      case Source::kUnsigned:
        if constexpr (!is_bool<T>) convert_integers<unsigned_t<Signed>>(0, x);
        return;
      case Source::kHalf:
        return convert_from<half>(x);
      case Source::kFloat:
        return convert_from<float>(x);
      case Source::kDouble:
        if constexpr (is_complex<T>) convert_from<double>(x);
        return;
      case Source::kComplex:
        if constexpr (is_complex<T>) convert_from<complex<float>>(x);
        return;
    }
  }

  template <class T, int N>
  __device__ __forceinline__ static void store(const ConvertingArgs& a,
                                               int output,
                                               const int32_t (&offset)[N],
                                               unsigned valid,
                                               const T (&x)[N]) {
    char* data = a.data[output];
    using Half = typename half_as_wide<T>::type;
    if constexpr (!is_same<Half, void>) {
      if (a.halved >> output & 1) {
#pragma unroll
        for (int e = 0; e < N; ++e)
          if (valid >> e & 1)
            *reinterpret_cast<Half*>(data + offset[e]) = cast<Half>(x[e]);
        return;
      }
    }
#pragma unroll
    for (int e = 0; e < N; ++e)
      if (valid >> e & 1) *reinterpret_cast<T*>(data + offset[e]) = x[e];
  }

  // Without the elements that a mask leaves out.
  template <int N>
  __device__ __forceinline__ static unsigned unmasked(
      const ConvertingArgs& a, unsigned valid, const int32_t (&offset)[N]) {
    if (!a.masked) return valid;
#pragma unroll
    for (int e = 0; e < N; ++e)
      if (!a.data[kMask][offset[e]]) valid &= ~(1u << e);
    return valid;
  }

  // What only happens by casting= or to arrays off their alignment takes calls,
  // and one element after the other.
  template <class T>
  __device__ __forceinline__ static T load_one(const ConvertingArgs& a,
                                               int input, int32_t offset) {
    if (a.source[input] == Source::kScalar)
      return scalar_value<T>(a.scalar[input]);
    const int k = kOut + input;
    return load_any<T>(a.data[k] + offset, a.letter[k]);
  }

  template <int E, size_t... I, size_t... O>
  __device__ __forceinline__ static unsigned run_one(
      const ConvertingArgs& a, int e, std::index_sequence<I...> inputs,
      std::index_sequence<O...> outputs) {
    int32_t offset[kMask + 1][1];
    const unsigned valid = unmasked(a, place<E>(a, e, offset), offset[kMask]);
    if (!valid) return 0;
    Slots<1, In...> in;
    Slots<1, Out...> out;
    ((values<I>(in)[0] = load_one<In>(a, I, offset[kOut + I][0])), ...);
    const unsigned error =
        Values::template compute<1>(in, out, 1, inputs, outputs);
    (store_any(a.data[O] + offset[O][0], a.letter[O], values<O>(out)[0]), ...);
    return error;
  }

  template <int E, size_t... I, size_t... O>
  __device__ __forceinline__ static void run(
      const ConvertingArgs& a, std::index_sequence<I...> inputs,
      std::index_sequence<O...> outputs) {
    unsigned error = 0;
    if (a.one_by_one) {
#pragma unroll 1
      for (int e = 0; e < E; ++e) error |= run_one<E>(a, e, inputs, outputs);
    } else {
      int32_t offset[kMask + 1][E];
      unsigned valid = place<E>(a, 0, offset);
      Slots<E, In...> in;
      Slots<E, Out...> out;
      (fetch(a, I, offset[kOut + I], values<I>(in)), ...);
      valid = unmasked(a, valid, offset[kMask]);
      (convert(a, I, values<I>(in)), ...);
      error = Values::template compute<E>(in, out, valid, inputs, outputs);
      (store(a, O, offset[O], valid, values<O>(out)), ...);
    }
    if constexpr (Loop::kChecked)
      if (error) atomicOr(a.error, error);
  }
};

template <class Loop, int E>
__global__ void __launch_bounds__(kThreads)
    converting_kernel(const __grid_constant__ ConvertingArgs args) {
  using K = Converting<Loop>;
  K::template run<E>(args, typename K::Inputs(), typename K::Outputs());
}

// The same with one element for each thread and one way to load and store it:
// the functor, whose code is long, stands there once.
template <class Loop>
__global__ void __launch_bounds__(kThreads)
    single_kernel(const __grid_constant__ ConvertingArgs args) {
  using K = Converting<Loop>;
  static_assert(!Loop::kChecked);
  K::template run_one<1>(args, 0, typename K::Inputs(), typename K::Outputs());
}

template <class Loop>
ConvertingLoop single_loop() {
  return {single_kernel<Loop>, 1};
}

template <class Loop, bool heavy>
ConvertingLoop converting_loop() {
  constexpr int E = converting_elements(LoopValues<Loop>::widest(), heavy);
  return {converting_kernel<Loop, E>, E};
}

}  // namespace tenorite::cuda
