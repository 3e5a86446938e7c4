// SPDX-License-Identifier: Apache-2.0
// Barriers, warps and what else concerns several threads, but for atomics.
#pragma once

#include "jit/prelude/emulator/host_types.h"

TENORITE_CALL void __syncthreads() {
  tenorite::host::runtime->barrier(false, TENORITE_SITE);
}
TENORITE_CALL int __syncthreads_count(int predicate) {
  return (int)tenorite::host::runtime->barrier(predicate != 0, TENORITE_SITE)
      .yes;
}
TENORITE_CALL int __syncthreads_or(int predicate) {
  return tenorite::host::runtime->barrier(predicate != 0, TENORITE_SITE).yes !=
         0;
}
TENORITE_CALL int __syncthreads_and(int predicate) {
  auto votes = tenorite::host::runtime->barrier(predicate != 0, TENORITE_SITE);
  return votes.yes == votes.arrived;
}
#define __barrier_sync(number) __syncthreads()

// A block's threads run on one thread of the process; others see its writes
// after a fence.
TENORITE_INLINE void __threadfence() {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
TENORITE_INLINE void __threadfence_system() { __threadfence(); }
TENORITE_INLINE void __threadfence_block() {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

namespace tenorite::host {

TENORITE_INLINE unsigned long long to_slot(auto x) {
  static_assert(sizeof(x) <= 8, "warp functions take values of up to 8 bytes");
  unsigned long long slot = 0;
  __builtin_memcpy(&slot, &x, sizeof(x));
  return slot;
}
template <class T>
TENORITE_INLINE T from_slot(unsigned long long slot) {
  T x;
  __builtin_memcpy((void*)&x, &slot, sizeof(x));
  return x;
}

// As C++ promotes arguments of CUDA's functions.
template <class T>
struct promoted {
  using type = T;
};
template <class T>
  requires(Integral<T> && sizeof(T) < 4)
struct promoted<T> {
  using type = int;
};

// The value of lane source(lane, first lane, last lane) of the segment; a lane
// without one keeps its own.
template <class T, class Source>
TENORITE_INLINE T shuffle(unsigned mask, T value, int width, const void* site,
                          Source source) {
  Lanes lanes = runtime->meet(mask, to_slot(value), site);
  int lane = (int)lanes.lane;
  int first = lane & -width;
  int from = source(lane, first, first + width - 1);
  bool valid = from >= 0 && (lanes.arrived >> (from & 31) & 1);
  return valid ? from_slot<T>(lanes.values[from & 31]) : value;
}

template <class T, class F>
TENORITE_INLINE T fold_lanes(unsigned mask, T value, const void* site, F f) {
  Lanes lanes = runtime->meet(mask, to_slot(value), site);
  bool first = true;
  T result = value;
  for (int lane = 0; lane < 32; ++lane) {
    if (!(lanes.arrived >> lane & 1)) continue;
    T x = from_slot<T>(lanes.values[lane]);
    result = first ? x : f(result, x);
    first = false;
  }
  return result;
}

}  // namespace tenorite::host

template <class T>
TENORITE_CALL typename tenorite::host::promoted<T>::type __shfl_sync(
    unsigned mask, T value, int source, int width = 32) {
  using U = typename tenorite::host::promoted<T>::type;
  return tenorite::host::shuffle<U>(
      mask, value, width, TENORITE_SITE,
      [=](int, int first, int) { return first + (source & (width - 1)); });
}
template <class T>
TENORITE_CALL typename tenorite::host::promoted<T>::type __shfl_up_sync(
    unsigned mask, T value, unsigned delta, int width = 32) {
  using U = typename tenorite::host::promoted<T>::type;
  return tenorite::host::shuffle<U>(mask, value, width, TENORITE_SITE,
                                    [=](int lane, int first, int) {
                                      int from = lane - (int)(delta & 31);
                                      return from >= first ? from : -1;
                                    });
}
template <class T>
TENORITE_CALL typename tenorite::host::promoted<T>::type __shfl_down_sync(
    unsigned mask, T value, unsigned delta, int width = 32) {
  using U = typename tenorite::host::promoted<T>::type;
  return tenorite::host::shuffle<U>(mask, value, width, TENORITE_SITE,
                                    [=](int lane, int, int last) {
                                      int from = lane + (int)(delta & 31);
                                      return from <= last ? from : -1;
                                    });
}
template <class T>
TENORITE_CALL typename tenorite::host::promoted<T>::type __shfl_xor_sync(
    unsigned mask, T value, int lane_mask, int width = 32) {
  using U = typename tenorite::host::promoted<T>::type;
  return tenorite::host::shuffle<U>(mask, value, width, TENORITE_SITE,
                                    [=](int lane, int, int last) {
                                      int from = lane ^ (lane_mask & 31);
                                      return from <= last ? from : -1;
                                    });
}

TENORITE_CALL void __syncwarp(unsigned mask = 0xffffffffu) {
  tenorite::host::runtime->meet(mask, 0, TENORITE_SITE);
}
TENORITE_CALL unsigned __activemask() {
  return tenorite::host::runtime->active_mask(TENORITE_SITE);
}
TENORITE_CALL unsigned __ballot_sync(unsigned mask, int predicate) {
  auto lanes =
      tenorite::host::runtime->meet(mask, predicate != 0, TENORITE_SITE);
  unsigned bits = 0;
  for (int lane = 0; lane < 32; ++lane)
    if (lanes.arrived >> lane & 1) bits |= (unsigned)lanes.values[lane] << lane;
  return bits;
}
TENORITE_CALL int __any_sync(unsigned mask, int predicate) {
  return tenorite::host::fold_lanes(mask, (int)(predicate != 0), TENORITE_SITE,
                                    [](int a, int b) { return a | b; });
}
TENORITE_CALL int __all_sync(unsigned mask, int predicate) {
  return tenorite::host::fold_lanes(mask, (int)(predicate != 0), TENORITE_SITE,
                                    [](int a, int b) { return a & b; });
}
template <class T>
TENORITE_CALL unsigned __match_any_sync(unsigned mask, T value) {
  auto lanes = tenorite::host::runtime->meet(
      mask, tenorite::host::to_slot(value), TENORITE_SITE);
  unsigned bits = 0;
  for (int lane = 0; lane < 32; ++lane)
    if ((lanes.arrived >> lane & 1) &&
        lanes.values[lane] == lanes.values[lanes.lane])
      bits |= 1u << lane;
  return bits;
}
template <class T>
TENORITE_CALL unsigned __match_all_sync(unsigned mask, T value,
                                        int* predicate) {
  auto lanes = tenorite::host::runtime->meet(
      mask, tenorite::host::to_slot(value), TENORITE_SITE);
  bool all = true;
  for (int lane = 0; lane < 32; ++lane)
    all &= !(lanes.arrived >> lane & 1) ||
           lanes.values[lane] == lanes.values[lanes.lane];
  *predicate = all;
  return all ? mask : 0;
}

#define TENORITE_REDUCE(name, T, expression)                                   \
  TENORITE_CALL T __reduce_##name##_sync(unsigned mask, T value) {             \
    return tenorite::host::fold_lanes(                                         \
        mask, value, TENORITE_SITE, [](T a, T b) -> T { return expression; }); \
  }
TENORITE_REDUCE(add, unsigned, a + b)
TENORITE_REDUCE(add, int, (int)((unsigned)a + (unsigned)b))
TENORITE_REDUCE(min, unsigned, a < b ? a : b)
TENORITE_REDUCE(min, int, a < b ? a : b)
TENORITE_REDUCE(max, unsigned, a < b ? b : a)
TENORITE_REDUCE(max, int, a < b ? b : a)
TENORITE_REDUCE(and, unsigned, a& b)
TENORITE_REDUCE(or, unsigned, a | b)
TENORITE_REDUCE(xor, unsigned, a ^ b)
#undef TENORITE_REDUCE

// Other threads of the block go on meanwhile.
TENORITE_CALL void __nanosleep(unsigned) { tenorite::host::runtime->yield(); }
TENORITE_INLINE void __trap() {
  tenorite::host::runtime->fail("__trap()");
  __builtin_unreachable();
}
TENORITE_INLINE void __brkpt() {}

#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition)                                   \
  ((condition) ? (void)0                                    \
               : tenorite::host::runtime->failed_assertion( \
                     #condition, __FILE__, __LINE__, __func__))
#endif

TENORITE_INLINE long long clock64() {
#if defined(__x86_64__)
  return (long long)__builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  long long ticks;
  __asm__ __volatile__("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#else
  static long long ticks = 0;
  return __atomic_add_fetch(&ticks, 1, __ATOMIC_RELAXED);
#endif
}
// As <time.h> declares it, where that came before.
extern "C" TENORITE_INLINE clock_t clock() noexcept { return clock64(); }
