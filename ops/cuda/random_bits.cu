// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime_api.h>

#include <algorithm>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/tuning.h"
#include "ops/device/random_emit.h"
#include "ops/random.h"

namespace tenorite::cuda {
namespace {

// A thread makes kWords neighbouring words at a time and goes on by the words
// of all threads, so that what a launch of another shape makes is the same.

// Two words of a Philox block each are a vector.
constexpr int kPhiloxWords = 4;

// Numbers that go to out[index ...], as vectors of 16 bytes where they fit.
template <class T, int kCount>
__device__ __forceinline__ void store(T* out, int64_t index, int64_t n,
                                      bool aligned, const T (&values)[kCount]) {
  constexpr int kPerVector = 16 / sizeof(T);
  if constexpr (kCount % kPerVector == 0) {
    if (aligned && index >= 0 && index + kCount <= n) {
#pragma unroll
      for (int v = 0; v < kCount / kPerVector; ++v) {
        uint4 vector;
        memcpy(&vector, values + v * kPerVector, 16);
        reinterpret_cast<uint4*>(out + index)[v] = vector;
      }
      return;
    }
  }
#pragma unroll
  for (int i = 0; i < kCount; ++i)
    if (index + i >= 0 && index + i < n) out[index + i] = values[i];
}

// The half of a word that an earlier call has left.
template <class Emit>
__device__ void store_pending(typename Emit::Value* out, int64_t n,
                              unsigned half, const rng::Target& to) {
  typename Emit::Value values[Emit::kPerWord];
  int64_t index = -Emit::kPerHalf;
  Emit()((uint64_t)half << 32, index, to, values);
  store(out, index, n, false, values);
}

struct PcgArgs {
  // A thread's first word: the bits of its number choose among the jumps.
  static constexpr int kBits = 20;
  rng::Wide state;
  rng::Jump to_thread[kBits];
  rng::Jump step, stride;  // one word; from a thread's last word to its next
};

template <class Emit, unsigned long (*output)(rng::Wide)>
__global__ void __launch_bounds__(kThreads)
    pcg_kernel(typename Emit::Value* out, int64_t n, int64_t words,
               const __grid_constant__ PcgArgs args,
               const __grid_constant__ rng::Target to, bool pending,
               unsigned half) {
  using T = typename Emit::Value;
  constexpr int kWords = Emit::kPerWord * sizeof(T) >= 16 ? 1 : 2;
  const int64_t first = pending ? Emit::kPerHalf : 0;
  const bool aligned =
      (reinterpret_cast<uintptr_t>(out) + first * sizeof(T)) % 16 == 0;
  const unsigned thread = blockIdx.x * kThreads + threadIdx.x;
  if (pending && thread == 0) store_pending<Emit>(out, n, half, to);
  int64_t word = int64_t{thread} * kWords;
  if (word >= words) return;
  rng::Wide state = args.state;
#pragma unroll 1
  for (int bit = 0; bit < PcgArgs::kBits; ++bit) {
    if (thread >> bit == 0) break;
    if (thread >> bit & 1) state = args.to_thread[bit](state);
  }
  const int64_t stride = int64_t{gridDim.x} * kThreads * kWords;
  while (true) {
    T values[kWords * Emit::kPerWord];
#pragma unroll
    for (int w = 0; w < kWords; ++w) {
      if (w > 0) state = args.step(state);
      Emit()(output(state), first + (word + w) * Emit::kPerWord, to,
             values + w * Emit::kPerWord);
    }
    store(out, first + word * Emit::kPerWord, n, aligned, values);
    word += stride;
    if (word >= words) return;
    state = args.stride(state);
  }
}

struct PhiloxArgs {
  rng::Philox4x64 counter;
  uint64_t key0, key1;
  int lane;
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

template <class Emit>
__global__ void __launch_bounds__(kThreads)
    philox_kernel(typename Emit::Value* out, int64_t n, int64_t blocks,
                  const __grid_constant__ PhiloxArgs args,
                  const __grid_constant__ rng::Target to, bool pending,
                  unsigned half) {
  using T = typename Emit::Value;
  constexpr int kCount = kPhiloxWords * Emit::kPerWord;
  const int64_t first =
      (pending ? Emit::kPerHalf : 0) - args.lane * int64_t{Emit::kPerWord};
  const bool aligned =
      (reinterpret_cast<uintptr_t>(out) + first * sizeof(T)) % 16 == 0;
  const int64_t start = int64_t{blockIdx.x} * kThreads + threadIdx.x;
  if (pending && start == 0) store_pending<Emit>(out, n, half, to);
  const int64_t stride = int64_t{gridDim.x} * kThreads;
  for (int64_t block = start; block < blocks; block += stride) {
    rng::Philox4x64 x = rng::philox(args.counter + block, args.key0, args.key1);
    const int64_t index = first + block * kCount;
    T values[kCount];
#pragma unroll
    for (int w = 0; w < kPhiloxWords; ++w)
      Emit()(x.v[w], index + w * Emit::kPerWord, to,
             values + w * Emit::kPerWord);
    if constexpr (kCount * sizeof(T) == 32) {
      // All numbers of a warp's blocks, from its first one to its last one.
      const int64_t warp = index - int64_t{threadIdx.x % kWarp} * kCount;
      if (aligned && warp >= 0 && warp + kWarp * kCount <= n &&
          block - threadIdx.x % kWarp + kWarp <= blocks) {
        uint4 vectors[2];
        memcpy(vectors, values, 32);
        trade(vectors[0], vectors[1]);
        // The even lane's block, then the odd lane's.
        int64_t even = index - (threadIdx.x & 1) * kCount;
        auto* to_vectors = reinterpret_cast<uint4*>(out + even);
        to_vectors[threadIdx.x & 1] = vectors[0];
        to_vectors[2 + (threadIdx.x & 1)] = vectors[1];
        continue;
      }
    }
    if (index < 0) {
      // Only the words from the stream's place on.
#pragma unroll
      for (int i = 0; i < kCount; ++i)
        if (i / Emit::kPerWord >= args.lane && index + i < n)
          out[index + i] = values[i];
      continue;
    }
    store(out, index, n, aligned, values);
  }
}

int64_t blocks_of_grid(int64_t items, Device device) {
  constexpr int kPerMultiprocessor = 8;
  return std::min<int64_t>(
      (items - 1) / kThreads + 1,
      int64_t{properties(device).multiprocessors} * kPerMultiprocessor);
}

template <class Emit>
void fill_from_philox(const RandomBitsPlan& plan, int64_t words,
                      const rng::Target& to, cudaStream_t stream) {
  const WordStream& from = plan.words;
  PhiloxArgs args{from.counter, from.key[0], from.key[1], from.lane};
  int64_t blocks = (words + from.lane - 1) / kPhiloxWords + 1;
  philox_kernel<Emit>
      <<<static_cast<unsigned>(blocks_of_grid(blocks, plan.device)), kThreads,
         0, stream>>>(reinterpret_cast<typename Emit::Value*>(plan.out), plan.n,
                      blocks, args, to, plan.pending, plan.pending_half);
}

template <class Emit, unsigned long (*output)(rng::Wide)>
void fill_from_pcg(const RandomBitsPlan& plan, int64_t words,
                   const rng::Target& to, cudaStream_t stream) {
  constexpr int kWords =
      Emit::kPerWord * sizeof(typename Emit::Value) >= 16 ? 1 : 2;
  const WordStream& from = plan.words;
  const int64_t threads = (words - 1) / kWords + 1;
  const int64_t grid = std::min<int64_t>(blocks_of_grid(threads, plan.device),
                                         (1 << PcgArgs::kBits) / kThreads);
  PcgArgs args;
  args.state = from.state;
  args.step = from.step;
  args.stride = rng::power(from.step, grid * kThreads * kWords - (kWords - 1));
  args.to_thread[0] = rng::power(from.step, kWords);
  for (int bit = 1; bit < PcgArgs::kBits; ++bit)
    args.to_thread[bit] = rng::power(args.to_thread[bit - 1], 2);
  pcg_kernel<Emit, output>
      <<<static_cast<unsigned>(grid), kThreads, 0, stream>>>(
          reinterpret_cast<typename Emit::Value*>(plan.out), plan.n, words,
          args, to, plan.pending, plan.pending_half);
}

template <class Emit>
void fill(const RandomBitsPlan& plan) {
  const rng::Target to{plan.low_real, plan.scale,     plan.low,
                       plan.range,    plan.threshold, plan.key};
  DeviceGuard guard(plan.device);
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  int64_t after_pending = plan.n - (plan.pending ? Emit::kPerHalf : 0);
  // With nothing but a pending half one word is made and not used.
  int64_t words =
      std::max<int64_t>((after_pending - 1) / Emit::kPerWord + 1, 1);
  switch (plan.words.generator) {
    case BitGenerator::kPhilox:
      fill_from_philox<Emit>(plan, words, to, stream);
      break;
    case BitGenerator::kPcg64:
      fill_from_pcg<Emit, rng::xsl_rr>(plan, words, to, stream);
      break;
    case BitGenerator::kPcg64Dxsm:
      fill_from_pcg<Emit, rng::dxsm>(plan, words, to, stream);
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
      return fill<rng::EmitInteger64>(plan);
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
