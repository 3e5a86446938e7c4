// SPDX-License-Identifier: Apache-2.0
// Moves between the elements that indices select and an array beside them.
#include <algorithm>
#include <cstdlib>

#include "core/cuda/stream_table.h"
#include "ops/cuda/index/index_offsets.cuh"

namespace tenorite::cuda {
namespace {

constexpr int kThreads = 256;
constexpr int kAhead = 4;  // words in flight per thread
constexpr int kMaxWord = 16;

// Words instead of items: the inner axes end in a run of words.
struct MoveArgs {
  char* base;
  char* other;
  const int64_t* offsets;  // of every index; null: found from `arrays`
  IndexArrays arrays;
  uint32_t total;      // words
  bool across;         // neighbouring threads take neighbouring indices
  FastDivisor faster;  // the length of what neighbours run along
  int inner_ndim;
  FastDivisor inner_shape[kIndexAxes];
  int64_t inner_base_strides[kIndexAxes];
  int64_t inner_other_strides[kIndexAxes];
};

struct Places {
  char* base;  // null where nothing is to be moved
  char* other;
};

// kSimple: one index array, one axis of indices and one inner axis.
template <bool kSimple>
__device__ __forceinline__ Places places_of(const MoveArgs& args, uint32_t e) {
  uint32_t high = divide(e, args.faster);
  uint32_t low = e - high * args.faster.divisor;
  uint32_t b = args.across ? low : high, j = args.across ? high : low;
  const IndexArrays& arrays = args.arrays;
  if constexpr (kSimple) {
    const char* p = arrays.index[0] + int64_t{b} * arrays.strides[0][0];
    bool skip = false;
    int64_t index = bring_in(arrays, 0, load_index(arrays, 0, p), b, skip);
    char* base = args.base + index * arrays.base_stride[0] +
                 int64_t{j} * args.inner_base_strides[0];
    char* other = args.other + int64_t{b} * arrays.other_strides[0] +
                  int64_t{j} * args.inner_other_strides[0];
    return {skip ? nullptr : base, other};
  } else {
    Destination to{};
    follow(arrays, b, to);
    if (args.offsets) to.offset = args.offsets[b];
    if (to.offset == kSkip) return {nullptr, nullptr};
    char* base = args.base + to.offset;
    char* other = args.other + to.other;
    for (int d = args.inner_ndim - 1; d >= 0; --d) {
      uint32_t next = d > 0 ? divide(j, args.inner_shape[d]) : 0;
      int64_t i = j - next * args.inner_shape[d].divisor;
      j = next;
      base += i * args.inner_base_strides[d];
      other += i * args.inner_other_strides[d];
    }
    return {base, other};
  }
}

template <class Word, bool kPut, bool kSimple>
__global__ void __launch_bounds__(kThreads)
    move_words(const __grid_constant__ MoveArgs args) {
  uint32_t first = blockIdx.x * (kThreads * kAhead) + threadIdx.x;
  Places places[kAhead];
#pragma unroll
  for (int k = 0; k < kAhead; ++k)
    places[k] =
        places_of<kSimple>(args, min(first + k * kThreads, args.total - 1));
  Word words[kAhead];
#pragma unroll
  for (int k = 0; k < kAhead; ++k)
    if (places[k].base)
      words[k] = *reinterpret_cast<const Word*>(kPut ? places[k].other
                                                     : places[k].base);
#pragma unroll
  for (int k = 0; k < kAhead; ++k)
    if (places[k].base && first + k * kThreads < args.total)
      *reinterpret_cast<Word*>(kPut ? places[k].base : places[k].other) =
          words[k];
}

template <class Word, bool kPut>
void launch(const MoveArgs& args, cudaStream_t stream) {
  constexpr uint32_t kPerBlock = kThreads * kAhead;
  uint32_t blocks = (args.total - 1) / kPerBlock + 1;
  bool simple = !args.offsets && args.arrays.arrays == 1 &&
                args.arrays.ndim <= 1 && args.inner_ndim == 1;
  if (simple)
    move_words<Word, kPut, true><<<blocks, kThreads, 0, stream>>>(args);
  else
    move_words<Word, kPut, false><<<blocks, kThreads, 0, stream>>>(args);
  TENORITE_CUDA_LAUNCHED("move_words");
}

template <bool kPut>
void launch(const MoveArgs& args, int word, cudaStream_t stream) {
  switch (word) {
    case 1:
      return launch<uint8_t, kPut>(args, stream);
    case 2:
      return launch<uint16_t, kPut>(args, stream);
    case 4:
      return launch<uint32_t, kPut>(args, stream);
    case 8:
      return launch<uint2, kPut>(args, stream);
    default:
      return launch<uint4, kPut>(args, stream);
  }
}

// The widest word in which everything lies aligned and the run is whole.
// Turns the inner axes from items into words.
int choose_word(const IndexPlan& plan, IndexInner& inner) {
  auto size = static_cast<int64_t>(plan.itemsize);
  int last = inner.ndim - 1;
  if (inner.base_strides[last] == size && inner.other_strides[last] == size) {
    inner.shape[last] *= size;
    inner.base_strides[last] = inner.other_strides[last] = 1;
  } else {
    last = inner.ndim++;
    inner.shape[last] = size;
    inner.base_strides[last] = inner.other_strides[last] = 1;
  }
  uintptr_t bits = reinterpret_cast<uintptr_t>(plan.base) |
                   reinterpret_cast<uintptr_t>(plan.other) |
                   static_cast<uintptr_t>(inner.shape[last]);
  for (int k = 0; k < plan.arrays; ++k) bits |= plan.base_stride[k];
  for (int d = 0; d < plan.index_ndim; ++d) bits |= plan.other_index_strides[d];
  for (int d = 0; d < last; ++d)
    bits |= inner.base_strides[d] | inner.other_strides[d];
  int word = kMaxWord;
  while (bits % word != 0) word /= 2;
  inner.shape[last] /= word;
  inner.base_strides[last] = inner.other_strides[last] = word;
  if (inner.shape[last] == 1 && inner.ndim > 1) --inner.ndim;
  inner.size = 1;
  for (int d = 0; d < inner.ndim; ++d) inner.size *= inner.shape[d];
  return word;
}

template <bool kPut>
void move_part(const IndexPlan& plan, int64_t begin, const int64_t* offsets,
               int launch_number, bool gaps) {
  MoveArgs args{};
  args.base = plan.base;
  args.other = plan.other;
  args.arrays = index_arrays(plan, 0, kPut, begin);
  args.arrays.launch = launch_number;
  args.arrays.gaps = gaps;
  if (offsets) {
    args.offsets = offsets + begin;
    args.arrays.arrays = 0;
  }
  IndexInner inner = merge_inner(plan);
  int word = choose_word(plan, inner);
  args.inner_ndim = inner.ndim;
  for (int d = 0; d < inner.ndim; ++d) {
    args.inner_shape[d] = make_divisor(inner.shape[d]);
    args.inner_base_strides[d] = inner.base_strides[d];
    args.inner_other_strides[d] = inner.other_strides[d];
  }
  args.total = static_cast<uint32_t>(plan.index_size * inner.size);
  int last = args.arrays.ndim - 1;
  args.across = last >= 0 && inner.size > 1 &&
                std::abs(args.arrays.other_strides[last]) <
                    std::abs(inner.other_strides[inner.ndim - 1]);
  args.faster = make_divisor(args.across ? plan.index_size : inner.size);
  launch<kPut>(args, word, stream_handle(plan.device, plan.stream));
}

}  // namespace

void move_indexed(const IndexPlan& plan, bool put, const int64_t* offsets) {
  int launch = offsets ? 0 : next_checked_launch();
  // At worst words are single bytes.
  for_parts(plan, static_cast<int64_t>(plan.itemsize),
            [&](const IndexPlan& part, int64_t begin) {
              if (put)
                move_part<true>(part, begin, offsets, launch, false);
              else
                move_part<false>(part, begin, offsets, launch, false);
            });
}

void move_filled(const IndexPlan& plan) {
  for_parts(plan, static_cast<int64_t>(plan.itemsize),
            [&](const IndexPlan& part, int64_t begin) {
              move_part<false>(part, begin, nullptr, 0, true);
            });
}

}  // namespace tenorite::cuda
