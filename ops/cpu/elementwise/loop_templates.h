// SPDX-License-Identifier: Apache-2.0
// Makes a CpuLoop from a FunctorLoop.
#pragma once

#include <cstring>

#include "core/cpu_targets.h"
#include "core/thread_pool.h"
#include "ops/cpu/elementwise/execute.h"
#include "ops/cpu/elementwise/loop.h"
#include "ops/cpu/elementwise/small_longs.h"
#include "ops/cpu/elementwise/vector_math.h"
#include "ops/cpu/elementwise/widened_loop.h"
#include "ops/table/shared_loop.h"

namespace tenorite::cpu {
// Every translation unit has its own copy: functions that are compiled for
// several targets cannot be merged by the linker.
namespace {

template <class T>
TENORITE_ALWAYS_INLINE T load(const char* p) {
  if constexpr (is_complex<T>) {
    using R = real_t<T>;
    return {load<R>(p), load<R>(p + sizeof(R))};
  } else if constexpr (is_bool<T>) {
    return load<unsigned char>(p) != 0;  // loops over bools do not vectorise
  } else {
    T x;
    std::memcpy(&x, p, sizeof(T));
    return x;
  }
}

template <class T>
TENORITE_ALWAYS_INLINE void store(char* p, T x) {
  if constexpr (is_complex<T>) {
    using R = real_t<T>;
    store<R>(p, x.re);
    store<R>(p + sizeof(R), x.im);
  } else if constexpr (is_bool<T>) {
    store<unsigned char>(p, x ? 1 : 0);
  } else {
    std::memcpy(p, &x, sizeof(T));
  }
}

// How a pass reaches element i of an operand.
template <class T>
struct UnitAccess {
  char* p;
  TENORITE_ALWAYS_INLINE UnitAccess(char* data, int64_t) : p(data) {}
  TENORITE_ALWAYS_INLINE T get(int64_t i) const {
    return load<T>(p + i * sizeof(T));
  }
  TENORITE_ALWAYS_INLINE void set(int64_t i, T x) const {
    store<T>(p + i * sizeof(T), x);
  }
};
template <class T>
struct FixedAccess {
  T value;
  TENORITE_ALWAYS_INLINE FixedAccess(char* data, int64_t)
      : value(load<T>(data)) {}
  TENORITE_ALWAYS_INLINE T get(int64_t) const { return value; }
};
template <class T>
struct StridedAccess {
  char* p;
  int64_t stride;
  TENORITE_ALWAYS_INLINE StridedAccess(char* data, int64_t s)
      : p(data), stride(s) {}
  TENORITE_ALWAYS_INLINE T get(int64_t i) const {
    return load<T>(p + i * stride);
  }
  TENORITE_ALWAYS_INLINE void set(int64_t i, T x) const {
    store<T>(p + i * stride, x);
  }
};
struct Unit {
  template <class T>
  using Access = UnitAccess<T>;
};
struct Fixed {
  template <class T>
  using Access = FixedAccess<T>;
};
struct Strided {
  template <class T>
  using Access = StridedAccess<T>;
};

template <class Loop>
struct CpuRun;

template <class F, class... In, class... Out>
struct CpuRun<FunctorLoop<F, Types<In...>, Types<Out...>>> {
  using Loop = FunctorLoop<F, Types<In...>, Types<Out...>>;
  static constexpr int kIn = sizeof...(In), kOut = sizeof...(Out);

  TENORITE_ALWAYS_INLINE static void run(char** data, const int64_t* strides,
                                         int64_t n, unsigned* error) {
    int k = 0;
    const bool unit_out = ((strides[k++] == sizeof(Out)) && ...);
    k = kOut;
    bool unit[] = {(strides[k++] == sizeof(In))...};
    if (unit_out) {
      const int64_t* s = strides + kOut;
      if constexpr (kIn == 1) {
        if (unit[0]) return pass<Unit, Unit>(data, strides, n, error);
        if (s[0] == 0) return pass<Unit, Fixed>(data, strides, n, error);
      } else if constexpr (kIn == 2) {
        if (unit[0] && unit[1])
          return pass<Unit, Unit, Unit>(data, strides, n, error);
        if (unit[0] && s[1] == 0)
          return pass<Unit, Unit, Fixed>(data, strides, n, error);
        if (s[0] == 0 && unit[1])
          return pass<Unit, Fixed, Unit>(data, strides, n, error);
      } else {
        if (unit[0] && unit[1] && unit[2])
          return pass<Unit, Unit, Unit, Unit>(data, strides, n, error);
        if (unit[0] && s[1] == 0 && s[2] == 0)
          return pass<Unit, Unit, Fixed, Fixed>(data, strides, n, error);
        if (unit[0] && unit[1] && s[2] == 0)
          return pass<Unit, Unit, Unit, Fixed>(data, strides, n, error);
        if (unit[0] && s[1] == 0 && unit[2])
          return pass<Unit, Unit, Fixed, Unit>(data, strides, n, error);
      }
    }
    strided(data, strides, n, error);
  }

  TENORITE_ALWAYS_INLINE static void strided(char** data,
                                             const int64_t* strides, int64_t n,
                                             unsigned* error) {
    if constexpr (kIn == 1)
      pass<Strided, Strided>(data, strides, n, error);
    else if constexpr (kIn == 2)
      pass<Strided, Strided, Strided>(data, strides, n, error);
    else
      pass<Strided, Strided, Strided, Strided>(data, strides, n, error);
  }

 private:
  template <class OutKind, class... InKind>
  TENORITE_ALWAYS_INLINE static void pass(char** data, const int64_t* strides,
                                          int64_t n, unsigned* error) {
    [&]<size_t... O, size_t... I>(std::index_sequence<O...>,
                                  std::index_sequence<I...>)
        __attribute__((always_inline)) {
          Over<typename OutKind::template Access<Out>...>::run(
              n, error, {data[O], strides[O]}...,
              typename InKind::template Access<In>(data[kOut + I],
                                                   strides[kOut + I])...);
        }(std::make_index_sequence<kOut>(), std::make_index_sequence<kIn>());
  }

  template <class... OutAccess>
  struct Over {
    template <class... InAccess>
    TENORITE_ALWAYS_INLINE static void run(int64_t n, unsigned* error,
                                           OutAccess... out, InAccess... in) {
      unsigned bits = 0;
#pragma GCC ivdep
      for (int64_t i = 0; i < n; ++i) {
        [&](Out... result) __attribute__((always_inline)) {
          Loop::apply(bits, result..., in.get(i)...);
          (out.set(i, result), ...);
        }(Out()...);
      }
      if constexpr (Loop::kChecked) *error |= bits;
    }
  };
};

template <class Loop>
TENORITE_CPU_CLONES void run_loop(char** data, const int64_t* strides,
                                  int64_t n, unsigned* error) {
  CpuRun<Loop>::run(data, strides, n, error);
}

// Blocks of small numbers of 64 bits are divided by a functor for these.
template <class Loop>
struct QuotientBlocks {
  static constexpr bool kExist = false;
};
template <class F, class T, class... Out>
  requires(is_integer<T> && sizeof(T) == 8 && small_longs::HasCounterpart<F>)
struct QuotientBlocks<FunctorLoop<F, Types<T, T>, Types<Out...>>> {
  static constexpr bool kExist = true;
  using All = FunctorLoop<F, Types<T, T>, Types<Out...>>;
  using Small =
      FunctorLoop<small_longs::counterpart_t<F>, Types<T, T>, Types<Out...>>;
  static constexpr int kOut = sizeof...(Out), kOperands = kOut + 2;
  static constexpr int64_t kBlock = 512;

  TENORITE_ALWAYS_INLINE static void run(char** data, const int64_t* strides,
                                         int64_t n, unsigned* error) {
    char* at[kOperands];
    for (int64_t first = 0; first < n; first += kBlock) {
      const int64_t count = n - first < kBlock ? n - first : kBlock;
      for (int k = 0; k < kOperands; ++k) at[k] = data[k] + first * strides[k];
      bool small = true;
      for (int k = kOut; k < kOperands; ++k)
        small &= small_longs::are_small<T>(at[k], strides[k], count);
      if (small)
        CpuRun<Small>::run(at, strides, count, error);
      else
        CpuRun<All>::run(at, strides, count, error);
    }
  }
};
template <class Loop>
TENORITE_CPU_CLONES void run_quotient_blocks(char** data,
                                             const int64_t* strides, int64_t n,
                                             unsigned* error) {
  QuotientBlocks<Loop>::run(data, strides, n, error);
}

// A loop of two inputs in the place of one that takes them the other way round.
template <CpuLoop loop>
void run_swapped(char** data, const int64_t* strides, int64_t n,
                 unsigned* error) {
  char* swapped[] = {data[0], data[2], data[1]};
  const int64_t steps[] = {strides[0], strides[2], strides[1]};
  loop(swapped, steps, n, error);
}

// The code of a loop, which may be that of another one.
template <Op op, class Loop>
constexpr CpuLoop plain_loop() {
  using Same = SameLoop<Loop>;
  using Wide = WidenedLoop<op, typename Same::type>;
  if constexpr (Same::kSwapped)
    return run_swapped<plain_loop<op, typename Same::type>()>;
  else if constexpr (!is_same<Wide, void>)
    return run_widened<op, typename Same::type, plain_loop<op, Wide>()>;
  else if constexpr (QuotientBlocks<typename Same::type>::kExist)
    return run_quotient_blocks<typename Same::type>;
  else
    return run_loop<SharedLoop<typename Same::type>>;
}

template <Op op, int index>
void run_vector_loop(char** data, const int64_t* strides, int64_t n,
                     unsigned* error) {
  const VectorLoop& loop = kVectorLoop<op, index>;
  if (loop.function)
    loop.run(data, strides, n);
  else
    plain_loop<op, LoopOf<op, index>>()(data, strides, n, error);
}

template <Op op, int index>
constexpr CpuLoop loop_of() {
  if constexpr (kHasVectorLoop<op, index>)
    return run_vector_loop<op, index>;
  else
    return plain_loop<op, LoopOf<op, index>>();
}

// Whether an element costs a call into libm or as much.
template <Op op, class Loop>
constexpr bool kIsCall = false;
template <Op op, class F, class In, class... More, class... Out>
constexpr bool kIsCall<op, FunctorLoop<F, Types<In, More...>, Types<Out...>>> =
    [] {
      constexpr auto kFamily = tenorite::detail::op_row<op>::kFamily;
      if (kFamily == "unary") return is_complex<In>;
      if (kFamily == "floating") return false;
      if (kFamily == "remainder" || (kFamily == "division" && op != Op::divide))
        return is_real_floating<In>;
      return kIsHeavy<op>;
    }();

// About 5 us of work.
template <Op op, int index>
constexpr int64_t kGrain = kHasVectorLoop<op, index>        ? 4096
                           : kIsCall<op, LoopOf<op, index>> ? 1024
                                                            : kLightGrain;

template <Op op, class Index>
constexpr CpuLoop kTable[1] = {};
template <Op op, size_t... I>
constexpr CpuLoop kTable<op, std::index_sequence<I...>>[] = {
    loop_of<op, I>()...};
template <Op op, class Index>
constexpr int64_t kGrains[1] = {};
template <Op op, size_t... I>
constexpr int64_t kGrains<op, std::index_sequence<I...>>[] = {kGrain<op, I>...};

// Registers every operation of a family of the op table.
template <class Family>
bool register_family() {
  for_each_op_of<Family>([]<Op op>() {
    using Loops = std::make_index_sequence<kLoopCount<op>>;
    register_loops(op, kTable<op, Loops>, kGrains<op, Loops>);
  });
  return true;
}

}  // namespace
}  // namespace tenorite::cpu
