// SPDX-License-Identifier: Apache-2.0
// The folds of one kernel as one fold of ops/device/reduce.h, for the kernels
// of ops/cuda/reduce/reduce_bodies.cuh. Each has elements and accumulators of
// its own, and does with them, in the same order, what it does alone.
#pragma once

#include "ops/cuda/reduce/reduce_bodies.cuh"
#include "ops/cuda/reduce/reduce_columns.cuh"

namespace tenorite::kernel {

// What a row of values has for fold I.
template <int I, class T>
struct Slot {
  T x;
};
template <class... Slots>
struct Row : Slots... {};

template <int I, class T>
__device__ __forceinline__ T& at(Slot<I, T>& slot) {
  return slot.x;
}
template <int I, class T>
__device__ __forceinline__ const T& at(const Slot<I, T>& slot) {
  return slot.x;
}

// A value, in the bits of what is folded.
template <int I, class T, class From>
__device__ __forceinline__ void put(Slot<I, T>& slot, From x) {
  slot.x = bit_cast<T>(x);
}

template <int I, class F>
struct Fold {};

template <class... Folds>
struct Siblings;
template <int... I, class... F>
struct Siblings<Fold<I, F>...> {
  using Value = Row<Slot<I, typename F::Value>...>;
  using Acc = Row<Slot<I, typename F::Acc>...>;
  // N values as they are loaded: first those of one fold, then those of the
  // next.
  template <int N>
  using Loaded = Row<Slot<I, cuda::LumpOf<typename F::Value, N>>...>;

  __device__ __forceinline__ static Acc neutral() {
    return {{F::neutral()}...};
  }
  __device__ __forceinline__ static Acc combine(const Acc& a, const Acc& b) {
    return {{F::combine(at<I>(a), at<I>(b))}...};
  }
  template <int N>
  __device__ __forceinline__ static Loaded<N> load(const Value (&x)[N]) {
    return {{load_one<I, F>(x)}...};
  }

 private:
  template <int J, class Of, int N>
  __device__ __forceinline__ static auto load_one(const Value (&x)[N]) {
    cuda::Elements<typename Of::Value, N> own;
#pragma unroll
    for (int n = 0; n < N; ++n) own.x[n] = at<J>(x[n]);
    return bit_cast<cuda::LumpOf<typename Of::Value, N>>(own);
  }
};

template <class T, class...>
struct FirstOf {
  using type = T;
};

}  // namespace tenorite::kernel

namespace tenorite::cuda {

template <int... I, class... F>
struct LaneFold<kernel::Siblings<kernel::Fold<I, F>...>> {
  using Fold = kernel::Siblings<kernel::Fold<I, F>...>;
  using Value = typename Fold::Value;
  using State = kernel::Row<kernel::Slot<I, typename LaneFold<F>::State>...>;
  static constexpr bool kWholeBatches = (LaneFold<F>::kWholeBatches || ...);

  __device__ __forceinline__ static State start() {
    return {{LaneFold<F>::start()}...};
  }
  template <int N>
  __device__ __forceinline__ static void take(State& s, const Value (&x)[N],
                                              long position, long step,
                                              long taken) {
    (take_one<I, F>(s, x, position, step, taken), ...);
  }
  template <int N>
  __device__ __forceinline__ static void take_some(State& s,
                                                   const Value (&x)[N],
                                                   unsigned valid,
                                                   long position, long step,
                                                   long taken) {
    (take_some_of_one<I, F>(s, x, valid, position, step, taken), ...);
  }
  __device__ __forceinline__ static typename Fold::Acc settle(const State& s,
                                                              long taken) {
    return {{LaneFold<F>::settle(kernel::at<I>(s), taken)}...};
  }

 private:
  template <int J, class Of, int N>
  __device__ __forceinline__ static void take_one(State& s, const Value (&x)[N],
                                                  long position, long step,
                                                  long taken) {
    typename Of::Value own[N];
#pragma unroll
    for (int i = 0; i < N; ++i) own[i] = kernel::at<J>(x[i]);
    LaneFold<Of>::template take<N>(kernel::at<J>(s), own, position, step,
                                   taken);
  }
  template <int J, class Of, int N>
  __device__ __forceinline__ static void take_some_of_one(
      State& s, const Value (&x)[N], unsigned valid, long position, long step,
      long taken) {
    typename Of::Value own[N];
#pragma unroll
    for (int i = 0; i < N; ++i) own[i] = kernel::at<J>(x[i]);
    cuda::take_some<Of, N>(kernel::at<J>(s), own, valid, position, step, taken);
  }
};

template <int... I, class... F, int N>
struct RowFold<kernel::Siblings<kernel::Fold<I, F>...>, N> {
  using Fold = kernel::Siblings<kernel::Fold<I, F>...>;
  using Value = typename Fold::Value;
  using State = typename LaneFold<Fold>::State;

  template <int K>
  __device__ __forceinline__ static void take(State& state,
                                              const LumpOf<Value, N> (&raw)[K],
                                              const int (&count)[K],
                                              long position, long step,
                                              long taken) {
    (take_one<I, F>(state, raw, count, position, step, taken), ...);
  }

 private:
  template <int J, class Of, int K>
  __device__ __forceinline__ static void take_one(
      State& state, const LumpOf<Value, N> (&raw)[K], const int (&count)[K],
      long position, long step, long taken) {
    LumpOf<typename Of::Value, N> own[K];
#pragma unroll
    for (int u = 0; u < K; ++u)
      own[u] =
          kernel::at<J>(bit_cast<typename Fold::template Loaded<N>>(raw[u]));
    RowFold<Of, N>::take(kernel::at<J>(state), own, count, position, step,
                         taken);
  }
};

template <int... I, class... F, int N>
struct ColumnFold<kernel::Siblings<kernel::Fold<I, F>...>, N> {
  using Fold = kernel::Siblings<kernel::Fold<I, F>...>;
  using Value = typename Fold::Value;
  kernel::Row<kernel::Slot<I, ColumnFold<F, N>>...> folds;

  __device__ __forceinline__ static ColumnFold start() {
    return {{{ColumnFold<F, N>::start()}...}};
  }
  template <int K>
  __device__ __forceinline__ void take(const LumpOf<Value, N> (&raw)[K],
                                       int rows, long position, long step,
                                       long taken) {
    (take_one<I, F>(raw, rows, position, step, taken), ...);
  }
  __device__ __forceinline__ typename Fold::Acc settle(int n, long first,
                                                       long step,
                                                       long taken) const {
    return {{kernel::at<I>(folds).settle(n, first, step, taken)}...};
  }

 private:
  template <int J, class Of, int K>
  __device__ __forceinline__ void take_one(const LumpOf<Value, N> (&raw)[K],
                                           int rows, long position, long step,
                                           long taken) {
    LumpOf<typename Of::Value, N> own[K];
#pragma unroll
    for (int u = 0; u < K; ++u)
      own[u] =
          kernel::at<J>(bit_cast<typename Fold::template Loaded<N>>(raw[u]));
    kernel::at<J>(folds).take(own, rows, position, step, taken);
  }
};

template <int... I, class... Acc>
__device__ __forceinline__ void place_in_runs(
    const ReduceArgs& a, kernel::Row<kernel::Slot<I, Acc>...>& acc, int size) {
  (place_in_runs(a, kernel::at<I>(acc), size), ...);
}

// Only folds whose loads are alike have a kernel together. It runs so many
// blocks at a time that the splits of each, which are chosen for more, still
// make full waves.
template <int... I, class... F>
struct ReduceTuning<kernel::Siblings<kernel::Fold<I, F>...>>
    : ReduceTuning<typename kernel::FirstOf<F...>::type> {
  using First = ReduceTuning<typename kernel::FirstOf<F...>::type>;
  static constexpr int kItem = 1;  // see kNowhere
  static constexpr int kState = (ReduceTuning<F>::kState + ...);
  static constexpr bool kAlone = sizeof...(F) == 1;
  static constexpr int kRowBlocks =
      kAlone || kState <= 16 ? First::kRowBlocks : 2;
  static constexpr int kBlocks = kAlone ? First::kBlocks : 2;
};

}  // namespace tenorite::cuda
