// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/groups/gather_loop.h"

#include <cstdint>
#include <cstring>

#include "core/assert.h"

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

template <size_t kSize>
CpuLoop of_size(int ndim, IndexMode mode) {
  const bool wraps = mode == IndexMode::kWrap;
  if (ndim == 1)
    return wraps ? gather<kSize, 1, IndexMode::kWrap>
                 : gather<kSize, 1, IndexMode::kClip>;
  return wraps ? gather<kSize, 2, IndexMode::kWrap>
               : gather<kSize, 2, IndexMode::kClip>;
}

}  // namespace

CpuLoop gather_loop(size_t itemsize, int ndim, IndexMode mode) {
  static_assert(kMaxInputs == 3);
  TENORITE_ASSERT(mode != IndexMode::kRaise && ndim >= 1 && ndim < kMaxInputs,
                  "a group reads items that it must not");
  switch (itemsize) {
    case 1:
      return of_size<1>(ndim, mode);
    case 2:
      return of_size<2>(ndim, mode);
    case 4:
      return of_size<4>(ndim, mode);
    case 8:
      return of_size<8>(ndim, mode);
    default:
      return of_size<16>(ndim, mode);
  }
}

}  // namespace tenorite::cpu
