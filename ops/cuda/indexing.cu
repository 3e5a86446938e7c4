// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>

#include "core/cuda/stream_table.h"
#include "core/storage.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/index_offsets.cuh"
#include "ops/cuda/indexing.h"
#include "ops/cuda/strided_copy.h"
#include "ops/planning.h"

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
  int64_t total;  // words
  int64_t index_size;
  int index_ndim;
  int64_t index_shape[kMaxDims];
  int64_t other_index_strides[kMaxDims];
  IndexInner inner;
  bool across;  // neighbouring threads take neighbouring indices
};

struct Places {
  char* base;  // null where nothing is to be moved
  char* other;
};

template <class Index>
__device__ Places places_of(const MoveArgs& args, Index e) {
  auto inner_size = static_cast<Index>(args.inner.size);
  auto index_size = static_cast<Index>(args.index_size);
  Index b, j;
  if (inner_size == 1) {
    b = e;
    j = 0;
  } else if (args.across) {
    b = e % index_size;
    j = e / index_size;
  } else {
    b = e / inner_size;
    j = e % inner_size;
  }
  int64_t offset, position = 0;
  if (args.offsets)
    offset = args.offsets[b];
  else
    offset = add_offset(args.arrays, b, 0, position);
  if (offset == kSkip) return {nullptr, nullptr};
  char* base = args.base + offset;
  char* other = args.other;
  for (int d = args.index_ndim - 1; d >= 0; --d) {
    auto shape = static_cast<Index>(args.index_shape[d]);
    Index i = d == 0 ? b : b % shape;
    if (d > 0) b /= shape;
    other += i * args.other_index_strides[d];
  }
  for (int d = args.inner.ndim - 1; d >= 0; --d) {
    auto shape = static_cast<Index>(args.inner.shape[d]);
    Index i = d == 0 ? j : j % shape;
    if (d > 0) j /= shape;
    base += i * args.inner.base_strides[d];
    other += i * args.inner.other_strides[d];
  }
  return {base, other};
}

template <class Word, class Index, bool kPut>
__global__ void move_words(const __grid_constant__ MoveArgs args) {
  auto total = static_cast<Index>(args.total);
  Index step = static_cast<Index>(gridDim.x) * (kThreads * kAhead);
  for (Index first = static_cast<Index>(blockIdx.x) * (kThreads * kAhead);
       first < total; first += step) {
    Word words[kAhead];
    Word* to[kAhead];
#pragma unroll
    for (int k = 0; k < kAhead; ++k) {
      Index e = first + k * kThreads + threadIdx.x;
      to[k] = nullptr;
      if (e >= total) continue;
      Places places = places_of<Index>(args, e);
      if (!places.base) continue;
      words[k] = *reinterpret_cast<Word*>(kPut ? places.other : places.base);
      to[k] = reinterpret_cast<Word*>(kPut ? places.base : places.other);
    }
#pragma unroll
    for (int k = 0; k < kAhead; ++k)
      if (to[k]) *to[k] = words[k];
  }
}

template <class Word, bool kPut>
void launch(const MoveArgs& args, cudaStream_t stream) {
  constexpr int64_t kPerBlock = kThreads * kAhead;
  int64_t blocks = (args.total - 1) / kPerBlock + 1;
  bool small = args.total <= INT32_MAX && !force_index64();
  if (small)
    move_words<Word, uint32_t, kPut>
        <<<static_cast<unsigned>(blocks), kThreads, 0, stream>>>(args);
  else
    move_words<Word, int64_t, kPut>
        <<<static_cast<unsigned>(std::min<int64_t>(blocks, 1 << 24)), kThreads,
           0, stream>>>(args);
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
      return launch<uint64_t, kPut>(args, stream);
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

// The index axes of `other`, merged.
void set_index_axes(MoveArgs& args, const IndexPlan& plan) {
  args.index_size = plan.index_size;
  args.index_ndim = 0;
  for (int d = 0; d < plan.index_ndim; ++d) {
    int64_t shape = plan.index_shape[d];
    int64_t stride = plan.other_index_strides[d];
    if (shape == 1) continue;
    int last = args.index_ndim - 1;
    if (last >= 0 && args.other_index_strides[last] == stride * shape) {
      args.index_shape[last] *= shape;
      args.other_index_strides[last] = stride;
    } else {
      args.index_shape[args.index_ndim] = shape;
      args.other_index_strides[args.index_ndim++] = stride;
    }
  }
}

template <bool kPut>
void move(const IndexPlan& plan, const int64_t* offsets) {
  MoveArgs args{};
  args.base = plan.base;
  args.other = plan.other;
  args.offsets = offsets;
  if (!offsets) {
    args.arrays = index_arrays(plan, 0, kPut);
    args.arrays.launch = next_checked_launch();
  }
  args.inner = merge_inner(plan);
  int word = choose_word(plan, args.inner);
  set_index_axes(args, plan);
  args.total = args.index_size * args.inner.size;
  int last = args.index_ndim - 1;
  args.across =
      last >= 0 && std::abs(args.other_index_strides[last]) <
                       std::abs(args.inner.other_strides[args.inner.ndim - 1]);
  launch<kPut>(args, word, stream_handle(plan.device, plan.stream));
}

StoragePtr int64_buffer(const IndexPlan& plan) {
  return Storage::allocate(plan.device, plan.index_size * sizeof(int64_t),
                           plan.stream);
}
int64_t* int64s(const StoragePtr& storage) {
  return reinterpret_cast<int64_t*>(storage->data());
}

// Whether several indices that are equal would write different values.
bool order_matters(const IndexPlan& plan) {
  if (plan.index_size == 1) return false;
  for (int d = 0; d < plan.index_ndim; ++d)
    if (plan.index_shape[d] != 1 && plan.other_index_strides[d] != 0)
      return true;
  return false;
}

// Index arrays that the device cannot load whole are copied.
template <class F>
void with_aligned_indices(const IndexPlan& plan, F&& run) {
  bool aligned = true;
  for (int k = 0; k < plan.arrays; ++k)
    aligned = aligned && is_aligned(plan.index[k], plan.index_strides[k],
                                    plan.index_ndim, DType::kInt64);
  if (aligned) return run(plan);
  IndexPlan copied = plan;
  StoragePtr buffers[kMaxDims];
  for (int k = 0; k < plan.arrays; ++k) {
    buffers[k] = int64_buffer(plan);
    int64_t step = sizeof(int64_t);
    for (int d = plan.index_ndim - 1; d >= 0; --d) {
      copied.index_strides[k][d] = step;
      step *= plan.index_shape[d];
    }
    copied.index[k] = int64s(buffers[k]);
    auto* from = reinterpret_cast<char*>(const_cast<int64_t*>(plan.index[k]));
    strided_copy({buffers[k]->data(), DType::kInt64, copied.index_strides[k]},
                 {from, DType::kInt64, plan.index_strides[k]}, plan.index_ndim,
                 plan.index_shape, plan.device, plan.stream);
  }
  run(copied);
}

void get(const IndexPlan& plan) {
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  StoragePtr offsets;
  // Also where nothing is moved the indices are checked.
  if (plan.arrays > kArraysAtOnce || plan.inner_size == 0) {
    offsets = int64_buffer(plan);
    resolve_offsets(plan, false, int64s(offsets), nullptr, stream);
  }
  if (plan.inner_size > 0)
    move<false>(plan, offsets ? int64s(offsets) : nullptr);
}

void put(const IndexPlan& plan) {
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  bool ordered = plan.inner_size > 0 && order_matters(plan);
  StoragePtr offsets, positions;
  if (ordered || plan.arrays > kArraysAtOnce || plan.inner_size == 0) {
    offsets = int64_buffer(plan);
    if (ordered) positions = int64_buffer(plan);
    resolve_offsets(plan, true, int64s(offsets),
                    ordered ? int64s(positions) : nullptr, stream);
  }
  if (ordered) {
    int64_t extent = 1;
    for (int k = 0; k < plan.arrays; ++k) extent *= plan.bound[k];
    keep_last(int64s(offsets), int64s(positions), plan.index_size, extent,
              plan.device, plan.stream);
  }
  if (plan.inner_size > 0)
    move<true>(plan, offsets ? int64s(offsets) : nullptr);
}

}  // namespace

IndexArrays index_arrays(const IndexPlan& plan, int first, bool skip) {
  IndexArrays arrays{};
  arrays.arrays = std::min(plan.arrays - first, kArraysAtOnce);
  arrays.first = first;
  arrays.mode = plan.mode;
  arrays.skip = skip;
  arrays.record = error_record(plan.device);
  arrays.size = plan.index_size;
  for (int k = 0; k < arrays.arrays; ++k) {
    arrays.index[k] = plan.index[first + k];
    arrays.bound[k] = plan.bound[first + k];
    arrays.base_stride[k] = plan.base_stride[first + k];
    arrays.axis[k] = plan.axis[first + k];
  }
  for (int d = 0; d < plan.index_ndim; ++d) {
    int64_t shape = plan.index_shape[d];
    if (shape == 1) continue;
    int last = arrays.ndim - 1;
    bool merges = last >= 0;
    for (int k = 0; k < arrays.arrays && merges; ++k)
      merges =
          arrays.strides[k][last] == plan.index_strides[first + k][d] * shape;
    if (!merges) {
      last = arrays.ndim++;
      arrays.shape[last] = 1;
    }
    arrays.shape[last] *= shape;
    for (int k = 0; k < arrays.arrays; ++k)
      arrays.strides[k][last] = plan.index_strides[first + k][d];
  }
  return arrays;
}

void index_get(const IndexPlan& plan) {
  if (plan.index_size == 0) return;
  DeviceGuard guard(plan.device);
  with_aligned_indices(plan, get);
  if (plan.mode == IndexMode::kRaise)
    note_checked_launch(plan.device, plan.stream);
}

void index_put(const IndexPlan& plan) {
  if (plan.index_size == 0) return;
  DeviceGuard guard(plan.device);
  with_aligned_indices(plan, put);
  if (plan.mode == IndexMode::kRaise)
    note_checked_launch(plan.device, plan.stream);
}

}  // namespace tenorite::cuda
