// SPDX-License-Identifier: Apache-2.0
// What kernels of sparse arrays share: sums and products of items, and threads
// that wait for each other and exchange values.
//
// What only a GPU needs stands behind __CUDACC_RTC__ (on the CPU __CUDA_ARCH__
// is defined too), with barriers in PTX: by their names the kernels would be
// taken for ones whose threads wait for each other on the CPU, and run on
// fibers there.
#include <cupy/complex.cuh>

typedef long long Count;

#ifdef __CUDACC_RTC__
__device__ inline void wait_for_warp() {
  asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
}
__device__ inline void wait_for_lanes(unsigned mask) {
  asm volatile("bar.warp.sync %0;" ::"r"(mask) : "memory");
}
__device__ inline void wait_for_block() { asm volatile("bar.sync 0;" ::: "memory"); }
__device__ inline void fence() { asm volatile("membar.gl;" ::: "memory"); }
__device__ inline void pause() { asm volatile("nanosleep.u32 40;" ::: "memory"); }
// Whether it is true in any thread of the block, all of which wait.
__device__ inline bool wait_for_any(bool it) {
  int any;
  asm volatile(
      "{ .reg .pred p, q; setp.ne.s32 p, %1, 0;"
      " bar.red.or.pred q, 0, p; selp.s32 %0, 1, 0, q; }"
      : "=r"(any)
      : "r"((int)it)
      : "memory");
  return any;
}
// A word that is read once: caches are for others.
__device__ inline unsigned streamed_word(const unsigned* word) {
  unsigned found;
  asm volatile("ld.global.cs.b32 %0, [%1];" : "=r"(found) : "l"(word));
  return found;
}
__device__ inline unsigned long long streamed_word(const unsigned long long* word) {
  unsigned long long found;
  asm volatile("ld.global.cs.b64 %0, [%1];" : "=l"(found) : "l"(word));
  return found;
}
// What the thread `lanes` behind has, of all threads of a warp.
__device__ inline unsigned from_behind(unsigned word, int lanes) {
  unsigned found;
  asm volatile("shfl.sync.down.b32 %0, %1, %2, 31, 0xffffffff;"
               : "=r"(found)
               : "r"(word), "r"(lanes));
  return found;
}
// One bit for each thread of a warp.
__device__ inline unsigned votes(int vote) {
  unsigned all;
  asm volatile(
      "{ .reg .pred p; setp.ne.s32 p, %1, 0;"
      " vote.sync.ballot.b32 %0, p, 0xffffffff; }"
      : "=r"(all)
      : "r"(vote));
  return all;
}
#endif

template <typename T>
__device__ inline T sum_of(T a, T b) {
  return a + b;
}
__device__ inline bool sum_of(bool a, bool b) { return a || b; }

template <typename T>
__device__ inline T product_of(T a, T b) {
  return a * b;
}
__device__ inline bool product_of(bool a, bool b) { return a && b; }

#ifdef __CUDACC_RTC__
// An item that is read once.
template <typename T>
__device__ inline T streamed(const T* item) {
  T found;
  if constexpr (sizeof(T) == 8)
    *reinterpret_cast<unsigned long long*>(&found) =
        streamed_word(reinterpret_cast<const unsigned long long*>(item));
  else if constexpr (sizeof(T) == 4)
    *reinterpret_cast<unsigned*>(&found) =
        streamed_word(reinterpret_cast<const unsigned*>(item));
  else
    found = *item;
  return found;
}

// A value of the thread `lanes` behind.
template <typename T>
__device__ inline T value_from_behind(T value, int lanes) {
  constexpr int WORDS = (sizeof(T) + 3) / 4;
  union Words {
    unsigned words[WORDS];
    T value;
    __device__ Words() : words() {}
  } found;
  found.value = value;
  for (int k = 0; k < WORDS; ++k) found.words[k] = from_behind(found.words[k], lanes);
  return found.value;
}

// What `lanes` threads of a warp have together, in the first of them.
template <typename T>
__device__ inline T sum_of_lanes(T sum, int lanes) {
  for (int half = lanes / 2; half > 0; half /= 2)
    sum = sum_of(sum, value_from_behind(sum, half));
  return sum;
}
#endif
