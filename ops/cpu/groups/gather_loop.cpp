// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/groups/gather_loop.h"

#include <cstdint>
#include <cstring>

#include "core/assert.h"
#include "core/cpu_targets.h"

namespace tenorite::cpu {
namespace {

template <size_t kSize, int kAxes, IndexMode kMode>
void gather(char** data, const int64_t* strides, int64_t n, unsigned*) {
  const auto& table = *reinterpret_cast<const GatherTable*>(data[1]);
  char* out = data[0];
  const char* index[kAxes];
  for (int axis = 0; axis < kAxes; ++axis) index[axis] = data[2 + axis];
  for (int64_t i = 0; i < n; ++i, out += strides[0]) {
    const char* item = table.data;
    bool outside = false;
    for (int axis = 0; axis < kAxes; ++axis) {
      int64_t given;
      std::memcpy(&given, index[axis], sizeof(given));
      item += table.strides[axis] *
              position_of(kMode, given, table.bounds[axis], outside);
      index[axis] += strides[2 + axis];
    }
    std::memcpy(out, item, kSize);
  }
}

// Of positions, which are used as they are.
template <size_t kSize, int kAxes, class Position>
TENORITE_ALWAYS_INLINE void gather_at(const GatherTable& table, int64_t last,
                                      char* out, int64_t out_step,
                                      const char* const* index,
                                      const int64_t* steps, int64_t n) {
  // In registers: a store of characters could change anything in memory.
  const char* const first = table.data;
  const char* at[kAxes];
  int64_t step[kAxes], stride[kAxes];
  for (int axis = 0; axis < kAxes; ++axis) {
    at[axis] = index[axis];
    step[axis] = steps[axis];
    stride[axis] = axis == kAxes - 1 ? last : table.strides[axis];
  }
  for (int64_t i = 0; i < n; ++i) {
    const char* item = first;
    for (int axis = 0; axis < kAxes; ++axis) {
      Position position;
      std::memcpy(&position, at[axis] + i * step[axis], sizeof(position));
      item += stride[axis] * static_cast<int64_t>(position);
    }
    std::memcpy(out + i * out_step, item, kSize);
  }
}

template <size_t kSize, int kAxes, class Position>
void gather_within(char** data, const int64_t* strides, int64_t n, unsigned*) {
  const auto& table = *reinterpret_cast<const GatherTable*>(data[1]);
  const int64_t last = table.strides[kAxes - 1];
  constexpr int64_t kDense[] = {sizeof(Position), sizeof(Position)};
  bool is_dense = last == kSize && strides[0] == kSize;
  for (int axis = 0; axis < kAxes; ++axis)
    is_dense = is_dense && strides[2 + axis] == kDense[axis];
  if (is_dense)
    gather_at<kSize, kAxes, Position>(table, kSize, data[0], kSize, data + 2,
                                      kDense, n);
  else
    gather_at<kSize, kAxes, Position>(table, last, data[0], strides[0],
                                      data + 2, strides + 2, n);
}

template <size_t kSize, IndexMode kMode>
CpuLoop of_axes(int ndim) {
  return ndim == 1 ? gather<kSize, 1, kMode> : gather<kSize, 2, kMode>;
}

template <size_t kSize>
CpuLoop of_size(int ndim, IndexMode mode, size_t index_size) {
  if (mode == IndexMode::kWrap) return of_axes<kSize, IndexMode::kWrap>(ndim);
  if (mode == IndexMode::kClip) return of_axes<kSize, IndexMode::kClip>(ndim);
  if (ndim == 2) return gather_within<kSize, 2, uint64_t>;
  switch (index_size) {
    case 1:
      return gather_within<kSize, 1, uint8_t>;
    case 2:
      return gather_within<kSize, 1, uint16_t>;
    case 4:
      return gather_within<kSize, 1, uint32_t>;
    default:
      return gather_within<kSize, 1, uint64_t>;
  }
}

}  // namespace

CpuLoop gather_loop(size_t itemsize, int ndim, IndexMode mode,
                    size_t index_size) {
  static_assert(kMaxInputs == 3);
  TENORITE_ASSERT(mode != IndexMode::kRaise && ndim >= 1 && ndim < kMaxInputs,
                  "a group reads items that it must not");
  TENORITE_ASSERT(index_size == sizeof(int64_t) ||
                      (mode == IndexMode::kWithin && ndim == 1),
                  "indices are narrower than they may be");
  switch (itemsize) {
    case 1:
      return of_size<1>(ndim, mode, index_size);
    case 2:
      return of_size<2>(ndim, mode, index_size);
    case 4:
      return of_size<4>(ndim, mode, index_size);
    case 8:
      return of_size<8>(ndim, mode, index_size);
    default:
      return of_size<16>(ndim, mode, index_size);
  }
}

}  // namespace tenorite::cpu
