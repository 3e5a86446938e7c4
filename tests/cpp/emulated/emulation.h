// SPDX-License-Identifier: Apache-2.0
// CUDA kernels on the CPU, for tests of what they compute: the threads of a
// block are contexts that take turns where they wait for each other. What
// includes this is CUDA C++ from here on.
#pragma once

#include <ucontext.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#define __device__
#define __global__
#define __forceinline__ inline
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __grid_constant__
#define __shared__ static  // blocks come one after the other

struct alignas(8) uint2 {
  unsigned x, y;
};
struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
struct alignas(16) ulonglong2 {
  unsigned long long x, y;
};
struct Index3 {
  unsigned x, y, z;
};
inline Index3 threadIdx, blockIdx, blockDim, gridDim;
// What a block has of dynamic shared memory; arrays in kernels refer to it.
inline uint4 _shared_words[14528];

namespace emulation {

// Where a context goes on. Contexts of the C library would ask the system for
// signal masks whenever they take turns.
struct Place {
  void* words[5];
};
struct Thread {
  ucontext_t context;  // its beginning
  std::unique_ptr<char[]> stack;
  Place place;
  bool begun, done;
};
struct Barrier {
  unsigned waiting = 0;
  unsigned long round = 0;
};
inline constexpr size_t kStackBytes = 128 << 10;
inline std::vector<Thread> threads;
inline unsigned block_size;
// Threads take turns from the last one on: what is right has no order.
inline bool backwards;
inline Barrier of_block, of_warp[32];
inline Place scheduler;
inline bool any_true;
inline unsigned long exchanged[1024];
inline void (*kernel)(const void* const*);
inline const void* const* arguments;

__attribute__((noinline)) inline void go_on(Place& place) {
  __builtin_longjmp(place.words, 1);
}
// Until the thread's next turn.
__attribute__((noinline)) inline void rest() {
  if (__builtin_setjmp(threads[threadIdx.x].place.words) == 0) go_on(scheduler);
}
__attribute__((noinline)) inline void take_turn(Thread& thread) {
  if (__builtin_setjmp(scheduler.words) != 0) return;
  if (thread.begun) go_on(thread.place);
  thread.begun = true;
  setcontext(&thread.context);
}

inline void wait(Barrier& barrier, unsigned count) {
  const unsigned long round = barrier.round;
  if (++barrier.waiting == count) {
    barrier.waiting = 0;
    ++barrier.round;
  }
  while (barrier.round == round) rest();
}

inline void begin() {
  kernel(arguments);
  threads[threadIdx.x].done = true;
  go_on(scheduler);
}

// kernel(arguments), by each thread of the grid.
inline void run(void (*function)(const void* const*),
                const void* const* its_arguments, Index3 grid, unsigned size) {
  kernel = function;
  arguments = its_arguments;
  block_size = size;
  blockDim = {size, 1, 1};
  gridDim = grid;
  threads.resize(size);
  for (Thread& thread : threads)
    if (!thread.stack) thread.stack.reset(new char[kStackBytes]);
  for (blockIdx.y = 0; blockIdx.y < grid.y; ++blockIdx.y)
    for (blockIdx.x = 0; blockIdx.x < grid.x; ++blockIdx.x) {
      for (Thread& thread : threads) {
        getcontext(&thread.context);
        thread.context.uc_stack.ss_sp = thread.stack.get();
        thread.context.uc_stack.ss_size = kStackBytes;
        thread.context.uc_link = nullptr;
        thread.begun = thread.done = false;
        makecontext(&thread.context, begin, 0);
      }
      for (bool all_done = false; !all_done;) {
        all_done = true;
        for (unsigned i = 0; i < size; ++i) {
          const unsigned t = backwards ? size - 1 - i : i;
          if (threads[t].done) continue;
          all_done = false;
          threadIdx.x = t;
          take_turn(threads[t]);
        }
      }
    }
}

}  // namespace emulation

inline void __syncthreads() {
  emulation::wait(emulation::of_block, emulation::block_size);
}
inline int __syncthreads_or(int x) {
  if (x) emulation::any_true = true;
  __syncthreads();
  const int result = emulation::any_true;
  __syncthreads();
  emulation::any_true = false;
  __syncthreads();
  return result;
}
inline void __syncwarp() {
  emulation::wait(emulation::of_warp[threadIdx.x / 32], 32);
}
namespace emulation {

// What `from` says of the values that the threads of a warp have.
template <class T, class From>
auto exchange(T x, From&& from) {
  const unsigned t = threadIdx.x;
  static_assert(sizeof x <= sizeof *exchanged);
  std::memcpy(&exchanged[t], &x, sizeof x);
  __syncwarp();
  const auto result = from([first = t / 32 * 32](unsigned lane) {
    T y;
    std::memcpy(&y, &exchanged[first + lane], sizeof y);
    return y;
  });
  __syncwarp();
  return result;
}
template <class T, class Is>
unsigned lanes_where(T x, Is&& is) {
  return exchange(x, [&](auto&& of_lane) {
    unsigned lanes = 0;
    for (unsigned lane = 0; lane < 32; ++lane)
      lanes |= static_cast<unsigned>(is(of_lane(lane))) << lane;
    return lanes;
  });
}

}  // namespace emulation
template <class T>
T __shfl_sync(unsigned, T x, int lane, int width = 32) {
  const int first = static_cast<int>(threadIdx.x % 32) / width * width;
  return emulation::exchange(x, [&](auto&& of) {
    return of(static_cast<unsigned>(first + (lane & (width - 1))));
  });
}
template <class T>
T __shfl_down_sync(unsigned, T x, int by) {
  const unsigned lane = threadIdx.x % 32 + by;
  return emulation::exchange(
      x, [&](auto&& of) { return lane < 32 ? of(lane) : x; });
}
template <class T>
T __shfl_up_sync(unsigned, T x, int by, int width = 32) {
  const int t = static_cast<int>(threadIdx.x % 32), lane = t - by;
  return emulation::exchange(x, [&](auto&& of) {
    return lane >= t / width * width ? of(static_cast<unsigned>(lane)) : x;
  });
}
inline unsigned __ballot_sync(unsigned, bool x) {
  return emulation::lanes_where(x, [](bool y) { return y; });
}
template <class T>
unsigned __match_any_sync(unsigned, T x) {
  return emulation::lanes_where(x, [x](T y) { return y == x; });
}
inline void __threadfence() {}
namespace emulation {

class Signal {
 public:
  void start() { sent_ = 0; }
  void send() { ++sent_; }
  // Waits for the first sending, the second one, and so on in turn.
  void receive(unsigned parity) {
    while (sent_ % 2 == parity) rest();
  }

 private:
  unsigned sent_;
};

inline Barrier named[16];
template <int kBarrier, int kThreads>
void sync_group() {
  wait(named[kBarrier], kThreads);
}

template <class Pair>
void store_relaxed(Pair* to, unsigned long a, unsigned long b) {
  to->x = a;
  to->y = b;
}
// Others may be about to store what is waited for.
template <class Pair>
void load_relaxed(const Pair* from, unsigned long& a, unsigned long& b) {
  a = from->x;
  b = from->y;
  if (!(a & b & 1)) rest();
}

}  // namespace emulation
template <class T>
T atomicAdd(T* p, T x) {
  const T before = *p;
  *p += x;
  return before;
}
inline unsigned atomicInc(unsigned* p, unsigned most) {
  const unsigned before = *p;
  *p = before >= most ? 0 : before + 1;
  return before;
}
template <class T>
T atomicExch(T* p, T x) {
  return std::exchange(*p, x);
}
template <class T>
T atomicCAS(T* p, T old, T x) {
  return *p == old ? std::exchange(*p, x) : *p;
}
inline unsigned atomicOr(unsigned* p, unsigned bits) {
  const unsigned before = *p;
  *p |= bits;
  return before;
}
template <class T>
T __ldg(const T* p) {
  return *p;
}
template <class T>
T __ldcg(const T* p) {
  return *p;
}
inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long>(a) * b >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by) {
  const unsigned long both = static_cast<unsigned long>(high) << 32 | low;
  return static_cast<unsigned>(both >> (by & 31));
}
inline unsigned __byte_perm(unsigned a, unsigned b, unsigned places) {
  const unsigned long both = static_cast<unsigned long>(b) << 32 | a;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i)
    result |= static_cast<unsigned>(both >> (places >> 4 * i & 7) * 8 & 255)
              << 8 * i;
  return result;
}
namespace emulation {
// a + b rounded down; what the nearest number misses is known exactly.
template <class T>
T add_down(T a, T b) {
  const T sum = a + b, part = sum - a;
  const T missed = (a - (sum - part)) + (b - part);
  return missed < 0 ? std::nextafter(sum, -INFINITY) : sum;
}
}  // namespace emulation
inline float __fadd_rd(float a, float b) { return emulation::add_down(a, b); }
inline double __dadd_rd(double a, double b) {
  return emulation::add_down(a, b);
}
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __dp4a(int a, int b, int sum) {
  for (int i = 0; i < 32; i += 8)
    sum += static_cast<signed char>(a >> i) * static_cast<signed char>(b >> i);
  return sum;
}
inline unsigned __dp4a(unsigned a, unsigned b, unsigned sum) {
  for (int i = 0; i < 32; i += 8) sum += (a >> i & 255) * (b >> i & 255);
  return sum;
}
template <class T>
T min(T a, T b) {
  return b < a ? b : a;
}
template <class T>
T max(T a, T b) {
  return a < b ? b : a;
}
inline unsigned __vimax3_u16x2(unsigned a, unsigned b, unsigned c) {
  const unsigned low = max(max(a & 0xffff, b & 0xffff), c & 0xffff);
  return low | max(max(a >> 16, b >> 16), c >> 16) << 16;
}
