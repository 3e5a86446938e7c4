// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime_api.h>

#include <algorithm>
#include <type_traits>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/random/random_bits.cuh"

namespace tenorite::cuda {
namespace {

// Two words of a Philox block each are a vector.
constexpr int kPhiloxWords = 4;
// Blocks of a multiprocessor, which has registers for all of them at once.
constexpr int kPhiloxBlocks = 4;

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
          store(at, vectors, output.shift);
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
  const int64_t most =
      int64_t{properties(plan.device).multiprocessors} * kPhiloxBlocks;
  const int64_t grid = std::min((blocks - 1) / kThreads + 1, most);
  philox_kernel<Emit><<<static_cast<unsigned>(grid), kThreads, 0, stream>>>(
      output, words, grid * kThreads * kPhiloxWords, args);
}

template <class Emit, unsigned long (*output)(rng::Wide)>
void fill_from_pcg(const RandomBitsPlan& plan, int64_t words,
                   cudaStream_t stream) {
  constexpr bool kFloats = std::is_same_v<Emit, rng::EmitFloat>;
  const auto l =
      pcg_launch<Emit>(plan, words, properties(plan.device).multiprocessors);
  const auto kernel = l.inside ? pcg_kernel<Emit, output, kFloats>
                               : pcg_kernel<Emit, output, false>;
  kernel<<<static_cast<unsigned>(l.blocks), kThreads, 0, stream>>>(
      l.output, l.words, l.stride, l.args);
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
