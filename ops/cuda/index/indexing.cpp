// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/index/indexing.h"

#include <algorithm>

#include "core/cuda/stream_table.h"
#include "core/storage.h"
#include "ops/cuda/copy/strided_copy.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/plan/planning.h"

namespace tenorite::cuda {
namespace {

// The axes of the indices without unit axes, merged where all strides allow.
struct MergedAxes {
  int ndim = 0;
  int64_t shape[kMaxDims];
  int64_t strides[kArraysAtOnce][kMaxDims];
  int64_t other_strides[kMaxDims];

  MergedAxes(const IndexPlan& plan, int first, int arrays) {
    for (int d = 0; d < plan.index_ndim; ++d) {
      int64_t length = plan.index_shape[d];
      if (length == 1) continue;
      int64_t other = plan.other_index_strides[d];
      bool merges = ndim > 0 && other_strides[ndim - 1] == other * length;
      for (int k = 0; k < arrays && merges; ++k)
        merges =
            strides[k][ndim - 1] == plan.index_strides[first + k][d] * length;
      if (!merges) shape[ndim++] = 1;
      int last = ndim - 1;
      shape[last] *= length;
      other_strides[last] = other;
      for (int k = 0; k < arrays; ++k)
        strides[k][last] = plan.index_strides[first + k][d];
    }
  }
};

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
  auto dtype = [&](int k) {
    return plan.narrow[k] ? DType::kInt32 : DType::kInt64;
  };
  bool aligned = true;
  for (int k = 0; k < plan.arrays; ++k)
    aligned = aligned && is_aligned(plan.index[k], plan.index_strides[k],
                                    plan.index_ndim, dtype(k));
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
    copied.index[k] = buffers[k]->data();
    copied.narrow[k] = false;
    strided_copy(
        {buffers[k]->data(), DType::kInt64, copied.index_strides[k]},
        {const_cast<char*>(plan.index[k]), dtype(k), plan.index_strides[k]},
        plan.index_ndim, plan.index_shape, plan.device, plan.stream);
  }
  run(copied);
}

void get(const IndexPlan& plan) {
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  // Also where nothing is moved the indices are checked.
  if (plan.arrays > kArraysAtOnce || plan.inner_size == 0) {
    StoragePtr offsets = int64_buffer(plan);
    resolve_offsets(plan, false, int64s(offsets), nullptr, stream);
    if (plan.inner_size > 0) move_indexed(plan, false, int64s(offsets));
  } else if (!gather_columns(plan)) {
    move_indexed(plan, false, nullptr);
  }
}

// The stride of the index axes of `other`, if they are like a single one.
bool single_stride(const IndexPlan& plan, int64_t* stride) {
  MergedAxes axes(plan, 0, 0);
  *stride = axes.ndim == 1 ? axes.other_strides[0] : 0;
  return axes.ndim == 1;
}

// Writes of single items: for every item that is selected at all, the number
// of the last index that selects it is found first, then items are written in
// the order of memory. False when there are too many items for that.
bool put_by_target(const IndexPlan& plan, int64_t extent) {
  constexpr int64_t kTargetsPerIndex = 8;
  int64_t stride;
  if (plan.arrays > kArraysAtOnce || plan.inner_size != 1 ||
      extent / kTargetsPerIndex > plan.index_size ||
      plan.index_size > INT32_MAX || !single_stride(plan, &stride))
    return false;
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  StoragePtr table =
      Storage::allocate(plan.device, extent * sizeof(int), plan.stream);
  auto* last = reinterpret_cast<int*>(table->data());
  TENORITE_CUDA_TRY(cudaMemsetAsync(last, 0xff, extent * sizeof(int), stream));
  mark_last(plan, last, stream);

  IndexPlan fill{};
  fill.itemsize = plan.itemsize;
  fill.base = plan.other;
  fill.other = plan.base;
  fill.arrays = 1;
  fill.index[0] = table->data();
  fill.narrow[0] = true;
  fill.bound[0] = plan.index_size;
  fill.base_stride[0] = stride;
  fill.index_ndim = plan.arrays;
  fill.index_size = extent;
  int64_t step = sizeof(int);
  for (int k = plan.arrays - 1; k >= 0; --k) {
    fill.index_shape[k] = plan.bound[k];
    fill.index_strides[0][k] = step;
    fill.other_index_strides[k] = plan.base_stride[k];
    step *= plan.bound[k];
  }
  fill.inner_size = 1;
  fill.device = plan.device;
  fill.stream = plan.stream;
  move_filled(fill);
  return true;
}

void put(const IndexPlan& plan) {
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  bool ordered = plan.inner_size > 0 && order_matters(plan);
  int64_t extent = 1;
  for (int k = 0; k < plan.arrays; ++k) extent *= plan.bound[k];
  if (ordered && put_by_target(plan, extent)) return;
  StoragePtr offsets, positions;
  if (ordered || plan.arrays > kArraysAtOnce || plan.inner_size == 0) {
    offsets = int64_buffer(plan);
    if (ordered) positions = int64_buffer(plan);
    resolve_offsets(plan, true, int64s(offsets),
                    ordered ? int64s(positions) : nullptr, stream);
  }
  if (ordered)
    keep_last(int64s(offsets), int64s(positions), plan.index_size, extent,
              plan.device, plan.stream);
  if (plan.inner_size > 0)
    move_indexed(plan, true, offsets ? int64s(offsets) : nullptr);
}

int arrays_from(const IndexPlan& plan, int first) {
  return std::min(plan.arrays - first, kArraysAtOnce);
}

}  // namespace

bool fits_launch(const IndexPlan& plan, int64_t words) {
  // Or, to test parts, few.
  int64_t most = force_index64() ? 1 << 12 : 1 << 30;
  int64_t per_index = words == 0 ? 1 : plan.inner_size * words;
  if (plan.index_size * per_index > most) return false;
  for (int first = 0; first < plan.arrays; first += kArraysAtOnce)
    if (MergedAxes(plan, first, arrays_from(plan, first)).ndim > kIndexAxes)
      return false;
  // The bytes of an item may come to the inner axes.
  return words == 0 || merge_inner(plan).ndim < kIndexAxes;
}

IndexPlanHalves halve(const IndexPlan& plan) {
  IndexPlanHalves halves{plan, plan, 0};
  IndexPlan &first = halves.first, &second = halves.second;
  for (int d = 0; d < plan.index_ndim; ++d) {
    int64_t length = plan.index_shape[d], half = length / 2;
    if (length == 1) continue;
    first.index_shape[d] = half;
    first.index_size = plan.index_size / length * half;
    second.index_shape[d] = length - half;
    second.index_size = plan.index_size - first.index_size;
    for (int k = 0; k < plan.arrays; ++k)
      second.index[k] += half * plan.index_strides[k][d];
    second.other += half * plan.other_index_strides[d];
    halves.indices = first.index_size;
    return halves;
  }
  for (int d = 0; d < plan.inner_ndim; ++d) {
    int64_t length = plan.inner_shape[d], half = length / 2;
    if (length == 1) continue;
    first.inner_shape[d] = half;
    first.inner_size = plan.inner_size / length * half;
    second.inner_shape[d] = length - half;
    second.inner_size = plan.inner_size - first.inner_size;
    second.base += half * plan.inner_base_strides[d];
    second.other += half * plan.other_inner_strides[d];
    return halves;
  }
  return halves;
}

IndexArrays index_arrays(const IndexPlan& plan, int first, bool skip,
                         int64_t begin) {
  IndexArrays arrays{};
  arrays.arrays = arrays_from(plan, first);
  arrays.first = first;
  arrays.mode = plan.mode;
  arrays.skip = skip;
  arrays.record = error_record(plan.device);
  arrays.begin = begin;
  arrays.size = static_cast<uint32_t>(plan.index_size);
  for (int k = 0; k < arrays.arrays; ++k) {
    arrays.index[k] = plan.index[first + k];
    arrays.narrow[k] = plan.narrow[first + k];
    arrays.bound[k] = plan.bound[first + k];
    arrays.base_stride[k] = plan.base_stride[first + k];
    arrays.axis[k] = plan.axis[first + k];
  }
  MergedAxes axes(plan, first, arrays.arrays);
  arrays.ndim = axes.ndim;
  for (int d = 0; d < axes.ndim; ++d) {
    arrays.shape[d] = make_divisor(axes.shape[d]);
    arrays.other_strides[d] = axes.other_strides[d];
    for (int k = 0; k < arrays.arrays; ++k)
      arrays.strides[k][d] = axes.strides[k][d];
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
