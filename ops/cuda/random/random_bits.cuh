// SPDX-License-Identifier: Apache-2.0
// Random bits: where numbers go, and the kernel of PCG64's words.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "ops/api/random.h"
#include "ops/cuda/abi/tuning.h"
#include "ops/device/random_emit.h"

namespace tenorite::cuda {

// A round of a grid makes neighbouring words: kWords of a thread. What a launch
// of another shape makes is the same.
template <class Emit>
constexpr int kPcgWords =
    Emit::kPerWord * sizeof(typename Emit::Value) >= 16 ? 1 : 2;

// Blocks of a multiprocessor, which has registers for all of them at once.
inline constexpr int kPcgBlocks = 6;

// Where numbers go: those of word w to out[first + w * kPerWord ...].
template <class Emit>
struct Output {
  typename Emit::Value* out;
  int64_t n, first;
  // Words before the first are another call's; those whose numbers are all in
  // the result, aligned to 4 bytes or more, end here.
  int64_t begin, whole_end;
  int shift;  // of whole words' numbers, in four bytes, from an aligned place
  rng::Target to;
  bool pending;
  unsigned half;  // of a word, which an earlier call has left
};

// Draws numbers again; seldom, so that it need not be fast.
template <class Emit>
__device__ __forceinline__ void redraw(typename Emit::Value* at, int64_t index,
                                       unsigned rejected,
                                       const rng::Target& to) {
#pragma unroll 1
  for (; rejected != 0; rejected &= rejected - 1) {
    int i = __ffs(static_cast<int>(rejected)) - 1;
    at[i] = Emit::again(index + i, to);
  }
}

template <class T, int kVectors>
__device__ __forceinline__ void to_vectors(const T* values,
                                           uint4 (&vectors)[kVectors]) {
#pragma unroll
  for (int v = 0; v < kVectors; ++v)
    memcpy(&vectors[v], values + v * (16 / sizeof(T)), 16);
}

// A vector that is so many words from an aligned place.
__device__ __forceinline__ void store_vector(void* to, const uint4& vector,
                                             int shift) {
  if (shift == 0) {
    *static_cast<uint4*>(to) = vector;
  } else if (shift == 2) {
    static_cast<uint2*>(to)[0] = uint2{vector.x, vector.y};
    static_cast<uint2*>(to)[1] = uint2{vector.z, vector.w};
  } else {
    // Eight bytes are aligned between two words.
    auto* words = static_cast<unsigned*>(to);
    words[0] = vector.x;
    *reinterpret_cast<uint2*>(words + 1) = uint2{vector.y, vector.z};
    words[3] = vector.w;
  }
}

template <class T, int kVectors>
__device__ __forceinline__ void store(T* at, const uint4 (&vectors)[kVectors],
                                      int shift) {
#pragma unroll
  for (int v = 0; v < kVectors; ++v)
    store_vector(reinterpret_cast<uint4*>(at) + v, vectors[v], shift);
}

// Those numbers of one word, the first one at `index`, that are in the result.
template <class Emit>
__device__ void store_some(const Output<Emit>& output, int64_t index,
                           uint64_t word) {
  typename Emit::Value values[Emit::kPerWord];
  const unsigned rejected = Emit::make(word, output.to, values);
  unsigned wanted = 0;
#pragma unroll
  for (int i = 0; i < Emit::kPerWord; ++i) {
    if (index + i < 0 || index + i >= output.n) continue;
    output.out[index + i] = values[i];
    wanted |= 1u << i % 32;
  }
  redraw<Emit>(output.out + index, index, rejected & wanted, output.to);
}

// Of the half of a word that an earlier call has left.
template <class Emit>
__device__ void store_pending(const Output<Emit>& output) {
  store_some(output, -Emit::kPerHalf, uint64_t{output.half} << 32);
}

struct PcgArgs {
  // A thread's first word: the bits of its number choose among the jumps.
  static constexpr int kBits = 20;
  rng::Wide state;
  rng::Jump to_thread[kBits];
  rng::Jump step, stride;  // one word; from a thread's last word to its next
  // Words before the threads' first one, and how many the first thread stores.
  rng::Wide head;
  int before, stored;
};

// kInside: vectors begin with the second number of a word, so that another word
// has their last one.
template <class Emit, unsigned long (*output_of)(rng::Wide), bool kInside>
__global__ void __launch_bounds__(kThreads, kPcgBlocks)
    pcg_kernel(const __grid_constant__ Output<Emit> output, int64_t words,
               int64_t stride, const __grid_constant__ PcgArgs args) {
  using T = typename Emit::Value;
  constexpr int kWords = kPcgWords<Emit>, kMade = kWords + kInside;
  constexpr int kVectors = kWords * Emit::kPerWord * sizeof(T) / 16;
  const unsigned thread = blockIdx.x * kThreads + threadIdx.x;
  if (thread == 0) {
    if (output.pending) store_pending(output);
    rng::Wide state = args.head;
#pragma unroll 1
    for (int w = 0; w < args.stored; ++w, state = args.step(state))
      store_some(output, output.first + (w - args.before) * Emit::kPerWord,
                 output_of(state));
  }
  int64_t word = int64_t{thread} * kWords;
  if (word >= words) return;
  rng::Wide state = args.state;
#pragma unroll 1
  for (int bit = 0; bit < PcgArgs::kBits; ++bit) {
    if (thread >> bit == 0) break;
    if (thread >> bit & 1) state = args.to_thread[bit](state);
  }
  T* at = output.out + output.first + word * Emit::kPerWord;
  // A warp's words are whole together.
  const int64_t after = (kWarp - threadIdx.x % kWarp) * kWords;
#pragma unroll 1
  for (; word + after + kInside <= output.whole_end; word += stride) {
    T values[kMade * Emit::kPerWord];
    unsigned rejected = 0;
#pragma unroll
    for (int w = 0; w < kMade; ++w) {
      if (w > 0) state = args.step(state);
      rejected |=
          Emit::make(output_of(state), output.to, values + w * Emit::kPerWord)
          << w * Emit::kPerWord % 32;
    }
    uint4 vectors[kVectors];
    to_vectors(values + kInside, vectors);
    store(at + kInside, vectors, output.shift);
    redraw<Emit>(at, at - output.out, rejected, output.to);
    at += stride * Emit::kPerWord;
    state = args.stride(state);
  }
  // Words that two threads make have the same numbers.
#pragma unroll 1
  for (; word < words; word += stride) {
#pragma unroll 1
    for (int w = 0; w < kMade; ++w) {
      if (w > 0) state = args.step(state);
      store_some(output, output.first + (word + w) * Emit::kPerWord,
                 output_of(state));
    }
    state = args.stride(state);
  }
}

// Of words that begin so many before the first number.
template <class Emit>
inline Output<Emit> output_of(const RandomBitsPlan& plan, int before) {
  using T = typename Emit::Value;
  Output<Emit> output{};
  output.out = reinterpret_cast<T*>(plan.out);
  output.n = plan.n;
  output.first = (plan.pending ? Emit::kPerHalf : 0) - before * Emit::kPerWord;
  const auto address =
      reinterpret_cast<uintptr_t>(plan.out) + output.first * sizeof(T);
  output.begin = before;
  output.shift = static_cast<int>(address % 16 / 4);
  if (address % 4 == 0)
    output.whole_end =
        std::max<int64_t>(plan.n - output.first, 0) / Emit::kPerWord;
  output.to = {plan.low_real, plan.scale,     plan.low,
               plan.range,    plan.threshold, plan.key};
  output.pending = plan.pending;
  output.half = plan.pending_half;
  return output;
}

template <class Emit>
struct PcgLaunch {
  Output<Emit> output;
  int64_t words, stride, blocks;
  PcgArgs args;
  bool inside;
};

// Floats: from where a sector of memory begins, which may be inside a word.
// What lies before is few words, and half of the first one then.
inline bool starts_inside(Output<rng::EmitFloat>& to, int64_t& words,
                          PcgArgs& args) {
  constexpr int kSector = 32, kSize = sizeof(float);
  const auto address = reinterpret_cast<uintptr_t>(to.out + to.first);
  const int lead =
      static_cast<int>((kSector - address % kSector) % kSector) / kSize;
  if (to.whole_end < 4 * kWarp) to.whole_end = 0;
  if (lead == 0 || to.whole_end == 0) return false;
  const bool inside = lead % 2 != 0;
  args.before = lead / 2;
  args.stored = args.before + inside;
  args.state = rng::power(args.step, args.before)(args.head);
  words -= args.before;
  to.whole_end -= args.before;
  to.first += args.before * rng::EmitFloat::kPerWord;
  to.shift = 0;
  return inside;
}

template <class Emit>
PcgLaunch<Emit> pcg_launch(const RandomBitsPlan& plan, int64_t words,
                           int64_t multiprocessors) {
  constexpr int kWords = kPcgWords<Emit>;
  const WordStream& from = plan.words;
  PcgLaunch<Emit> l{};
  PcgArgs& args = l.args;
  args.state = args.head = from.state;
  args.step = from.step;
  Output<Emit>& to = l.output;
  to = output_of<Emit>(plan, 0);
  if constexpr (std::is_same_v<Emit, rng::EmitFloat>)
    l.inside = starts_inside(to, words, args);
  l.blocks = std::min<int64_t>({(words - 1) / kWords / kThreads + 1,
                                multiprocessors * kPcgBlocks,
                                (1 << PcgArgs::kBits) / kThreads});
  l.words = words;
  l.stride = l.blocks * kThreads * kWords;
  args.stride = rng::power(from.step, l.stride - (kWords - 1 + l.inside));
  args.to_thread[0] = rng::power(from.step, kWords);
  for (int bit = 1; bit < PcgArgs::kBits; ++bit)
    args.to_thread[bit] = rng::power(args.to_thread[bit - 1], 2);
  to.whole_end = to.whole_end / kWords * kWords;
  return l;
}

}  // namespace tenorite::cuda
