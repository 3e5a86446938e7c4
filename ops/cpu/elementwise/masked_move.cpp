// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/elementwise/masked_move.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/cpu_targets.h"

namespace tenorite::cpu {
namespace {

constexpr int64_t kBlock = 512;

// The positions of true elements are listed first, without branches, which a
// processor guesses wrongly where the mask has no pattern.
TENORITE_ALWAYS_INLINE int64_t list_true(const char* mask, int64_t stride,
                                         int64_t n, uint16_t* positions) {
  int64_t count = 0;
  for (int64_t i = 0; i < n; ++i) {
    positions[count] = static_cast<uint16_t>(i);
    count += mask[i * stride] != 0;
  }
  return count;
}

template <size_t size>
TENORITE_ALWAYS_INLINE void move_some(char* out, int64_t out_stride,
                                      const char* in, int64_t in_stride,
                                      const uint16_t* positions,
                                      int64_t count) {
  for (int64_t k = 0; k < count; ++k) {
    const int64_t i = positions[k];
    std::memcpy(out + i * out_stride, in + i * in_stride, size);
  }
}

template <size_t size>
void masked_move(const MaskedMove& all) {
  const MaskedMove move = all;
  constexpr int64_t kSize = size;
  uint16_t positions[kBlock];
  for (int64_t first = 0; first < move.n; first += kBlock) {
    const int64_t n = std::min(kBlock, move.n - first);
    const char* mask = move.mask + first * move.mask_stride;
    const int64_t count = move.mask_stride == 1
                              ? list_true(mask, 1, n, positions)
                              : list_true(mask, move.mask_stride, n, positions);
    char* out = move.out + first * move.out_stride;
    const char* in = move.in + first * move.in_stride;
    const bool is_dense = move.out_stride == kSize;
    if (is_dense && move.in_stride == kSize && count == n)
      std::memcpy(out, in, n * size);
    else if (is_dense && move.in_stride == kSize)
      move_some<size>(out, kSize, in, kSize, positions, count);
    else if (is_dense && move.in_stride == 0)
      move_some<size>(out, kSize, in, 0, positions, count);
    else
      move_some<size>(out, move.out_stride, in, move.in_stride, positions,
                      count);
  }
}

constexpr MaskedMoveLoop kLoops[] = {masked_move<1>, masked_move<2>,
                                     masked_move<4>, masked_move<8>,
                                     masked_move<16>};

}  // namespace

MaskedMoveLoop masked_move_loop(size_t itemsize) {
  return kLoops[std::countr_zero(itemsize)];
}

}  // namespace tenorite::cpu
