// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime_api.h>

#include <algorithm>
#include <type_traits>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/random_store.cuh"
#include "ops/cuda/tuning.h"
#include "ops/device/random_emit.h"
#include "ops/random.h"

namespace tenorite::cuda {
namespace {

// A round of a grid makes neighbouring words: kWords of a thread. What a launch
// of another shape makes is the same.
template <class Emit>
constexpr int kPcgWords =
    Emit::kPerWord * sizeof(typename Emit::Value) >= 16 ? 1 : 2;
// Two words of a Philox block each are a vector.
constexpr int kPhiloxWords = 4;

// Blocks of a multiprocessor, which has registers for all of them at once.
constexpr int kPcgBlocks = 6, kPhiloxBlocks = 4;

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

template <class T, int kCount, int kVectors>
__device__ __forceinline__ void to_vectors(const T (&values)[kCount],
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
    static_cast<uint2*>(to)[0] = make_uint2(vector.x, vector.y);
    static_cast<uint2*>(to)[1] = make_uint2(vector.z, vector.w);
  } else {
    // Eight bytes are aligned between two words.
    auto* words = static_cast<unsigned*>(to);
    words[0] = vector.x;
    *reinterpret_cast<uint2*>(words + 1) = make_uint2(vector.y, vector.z);
    words[3] = vector.w;
  }
}

// The vectors of a warp's lanes, behind `shift` words. Floats are often an odd
// number of halves of words behind an aligned place, and nothing else takes so
// little time; where numbers are redrawn, aligned stores would lack registers.
template <class Emit, int kVectors>
__device__ __forceinline__ void store(typename Emit::Value* at,
                                      const uint4 (&vectors)[kVectors],
                                      int shift) {
  if constexpr (std::is_same_v<Emit, rng::EmitFloat>) {
    store_vectors(at, vectors, shift);
  } else {
#pragma unroll
    for (int v = 0; v < kVectors; ++v)
      store_vector(reinterpret_cast<uint4*>(at) + v, vectors[v], shift);
  }
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
};

template <class Emit, unsigned long (*output_of)(rng::Wide)>
__global__ void __launch_bounds__(kThreads, kPcgBlocks)
    pcg_kernel(const __grid_constant__ Output<Emit> output, int64_t words,
               int64_t stride, const __grid_constant__ PcgArgs args) {
  using T = typename Emit::Value;
  constexpr int kWords = kPcgWords<Emit>, kCount = kWords * Emit::kPerWord;
  constexpr int kVectors = kCount * sizeof(T) / 16;
  const unsigned thread = blockIdx.x * kThreads + threadIdx.x;
  if (output.pending && thread == 0) store_pending(output);
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
  for (; word + after <= output.whole_end; word += stride) {
    T values[kCount];
    unsigned rejected = 0;
#pragma unroll
    for (int w = 0; w < kWords; ++w) {
      if (w > 0) state = args.step(state);
      rejected |=
          Emit::make(output_of(state), output.to, values + w * Emit::kPerWord)
          << w * Emit::kPerWord % 32;
    }
    uint4 vectors[kVectors];
    to_vectors(values, vectors);
    store<Emit>(at, vectors, output.shift);
    redraw<Emit>(at, at - output.out, rejected, output.to);
    at += stride * Emit::kPerWord;
    state = args.stride(state);
  }
#pragma unroll 1
  for (; word < words; word += stride) {
#pragma unroll 1
    for (int w = 0; w < kWords; ++w) {
      if (w > 0) state = args.step(state);
      store_some(output, output.first + (word + w) * Emit::kPerWord,
                 output_of(state));
    }
    state = args.stride(state);
  }
}

struct PhiloxArgs {
  rng::Philox4x64 counter;
  rng::RoundKeys<rng::Philox4x64Key> key;
};

// Lanes 2i and 2i + 1 hold vectors a0 a1 and b0 b1; afterwards a0 a1 lie in one
// register of both, b0 b1 in the other, so that a store fills whole sectors.
__device__ __forceinline__ void trade(uint4& first, uint4& second) {
  const bool odd = threadIdx.x & 1;
  uint4 mine = odd ? first : second, theirs;
  theirs.x = __shfl_xor_sync(~0u, mine.x, 1);
  theirs.y = __shfl_xor_sync(~0u, mine.y, 1);
  theirs.z = __shfl_xor_sync(~0u, mine.z, 1);
  theirs.w = __shfl_xor_sync(~0u, mine.w, 1);
  if (odd)
    first = theirs;
  else
    second = theirs;
}

// Words count from the first block's first one. A warp makes 32 blocks.
template <class Emit>
__global__ void __launch_bounds__(kThreads, kPhiloxBlocks)
    philox_kernel(const __grid_constant__ Output<Emit> output, int64_t words,
                  int64_t stride, const __grid_constant__ PhiloxArgs args) {
  using T = typename Emit::Value;
  constexpr int kCount = kPhiloxWords * Emit::kPerWord;
  constexpr int kVectors = kCount * sizeof(T) / 16;
  static_assert(kVectors % 2 == 0);
  const int lane = threadIdx.x % kWarp;
  const int64_t thread = int64_t{blockIdx.x} * kThreads + threadIdx.x;
  if (output.pending && thread == 0) store_pending(output);
  const int64_t after = (kWarp - lane) * kPhiloxWords;
#pragma unroll 1
  for (int64_t word = thread * kPhiloxWords; word < words; word += stride) {
    if (word - lane * kPhiloxWords >= output.begin) {
      T* at = output.out + output.first + word * Emit::kPerWord;
      // The counter has no more digits to carry to.
      rng::Philox4x64 counter = args.counter;
      counter.v[0] += word / kPhiloxWords;
#pragma unroll 1
      for (; word + after <= output.whole_end; word += stride) {
        const rng::Philox4x64 x = rng::philox(counter, args.key);
        T values[kCount];
        unsigned rejected = 0;
#pragma unroll
        for (int w = 0; w < kPhiloxWords; ++w)
          rejected |= Emit::make(x.v[w], output.to, values + w * Emit::kPerWord)
                      << w * Emit::kPerWord % 32;
        uint4 vectors[kVectors];
        to_vectors(values, vectors);
        if (output.shift == 0) {
          // The even lane's vectors, then the odd lane's, by sectors of two.
          auto* even = reinterpret_cast<uint4*>(at - lane % 2 * kCount);
#pragma unroll
          for (int v = 0; v < kVectors; v += 2) {
            trade(vectors[v], vectors[v + 1]);
            even[v + lane % 2] = vectors[v];
            even[v + kVectors + lane % 2] = vectors[v + 1];
          }
          __syncwarp();
        } else {
          store<Emit>(at, vectors, output.shift);
        }
        redraw<Emit>(at, at - output.out, rejected, output.to);
        at += stride * Emit::kPerWord;
        counter.v[0] += stride / kPhiloxWords;
      }
      if (word >= words) break;
    }
    const rng::Philox4x64 x =
        rng::philox(args.counter + word / kPhiloxWords, args.key);
#pragma unroll 1
    for (int w = 0; w < kPhiloxWords; ++w)
      if (word + w >= output.begin)
        store_some(output, output.first + (word + w) * Emit::kPerWord, x.v[w]);
  }
}

int64_t grid_of(int64_t threads, int per_multiprocessor, Device device) {
  return std::min<int64_t>(
      (threads - 1) / kThreads + 1,
      int64_t{properties(device).multiprocessors} * per_multiprocessor);
}

// Of words that begin so many before the first number.
template <class Emit>
Output<Emit> output_of(const RandomBitsPlan& plan, int before) {
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
void fill_from_philox(const RandomBitsPlan& plan, int64_t words,
                      cudaStream_t stream) {
  const WordStream& from = plan.words;
  const PhiloxArgs args{from.counter, rng::RoundKeys(rng::Philox4x64Key{
                                          from.key[0], from.key[1]})};
  Output<Emit> output = output_of<Emit>(plan, from.lane);
  words += from.lane;
  const int64_t blocks = (words - 1) / kPhiloxWords + 1;
  // Counters whose first digit has an end among them are rare.
  if (from.counter.v[0] + blocks + kWarp < from.counter.v[0])
    output.whole_end = 0;
  const int64_t grid = grid_of(blocks, kPhiloxBlocks, plan.device);
  philox_kernel<Emit><<<static_cast<unsigned>(grid), kThreads, 0, stream>>>(
      output, words, grid * kThreads * kPhiloxWords, args);
}

template <class Emit, unsigned long (*output)(rng::Wide)>
void fill_from_pcg(const RandomBitsPlan& plan, int64_t words,
                   cudaStream_t stream) {
  constexpr int kWords = kPcgWords<Emit>;
  const WordStream& from = plan.words;
  const int64_t grid = std::min<int64_t>(
      grid_of((words - 1) / kWords + 1, kPcgBlocks, plan.device),
      (1 << PcgArgs::kBits) / kThreads);
  const int64_t stride = grid * kThreads * kWords;
  PcgArgs args;
  args.state = from.state;
  args.step = from.step;
  args.stride = rng::power(from.step, stride - (kWords - 1));
  args.to_thread[0] = rng::power(from.step, kWords);
  for (int bit = 1; bit < PcgArgs::kBits; ++bit)
    args.to_thread[bit] = rng::power(args.to_thread[bit - 1], 2);
  Output<Emit> to = output_of<Emit>(plan, 0);
  to.whole_end = to.whole_end / kWords * kWords;
  pcg_kernel<Emit, output>
      <<<static_cast<unsigned>(grid), kThreads, 0, stream>>>(to, words, stride,
                                                             args);
}

template <class Emit>
void fill(const RandomBitsPlan& plan) {
  DeviceGuard guard(plan.device);
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  int64_t after_pending = plan.n - (plan.pending ? Emit::kPerHalf : 0);
  // With nothing but a pending half one word is made and not used.
  int64_t words =
      std::max<int64_t>((after_pending - 1) / Emit::kPerWord + 1, 1);
  switch (plan.words.generator) {
    case BitGenerator::kPhilox:
      fill_from_philox<Emit>(plan, words, stream);
      break;
    case BitGenerator::kPcg64:
      fill_from_pcg<Emit, rng::xsl_rr>(plan, words, stream);
      break;
    case BitGenerator::kPcg64Dxsm:
      fill_from_pcg<Emit, rng::dxsm>(plan, words, stream);
      break;
  }
  TENORITE_CUDA_LAUNCHED("random");
}

}  // namespace

void random_bits(const RandomBitsPlan& plan) {
  switch (plan.to) {
    case BitsTo::kDouble:
      return fill<rng::EmitDouble>(plan);
    case BitsTo::kFloat:
      return fill<rng::EmitFloat>(plan);
    case BitsTo::kInteger64:
      return fill<rng::EmitInteger<uint64_t, 0>>(plan);
    case BitsTo::kWide32:
      return fill<rng::EmitInteger<uint64_t, 1>>(plan);
    case BitsTo::kInteger32:
      return fill<rng::EmitInteger<uint32_t, 1>>(plan);
    case BitsTo::kInteger16:
      return fill<rng::EmitInteger<uint16_t, 2>>(plan);
    case BitsTo::kInteger8:
      return fill<rng::EmitInteger<uint8_t, 4>>(plan);
    case BitsTo::kBool:
      return fill<rng::EmitBool>(plan);
  }
}

}  // namespace tenorite::cuda
