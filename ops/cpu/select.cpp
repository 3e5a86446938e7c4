// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cstring>
#include <numeric>
#include <vector>

#include "ops/cpu/cpu_ops.h"
#include "ops/cpu/thread_pool.h"

namespace tenorite::cpu {
namespace {

constexpr int64_t kBlock = 65536;

int64_t count_block(const bool* mask, int64_t n) {
  int64_t count = 0;
  int64_t i = 0;
  // Eight flags at a time; a byte holds at most 255 of them.
  while (n - i >= 8) {
    uint64_t sums = 0;
    int64_t words = std::min<int64_t>((n - i) / 8, 255);
    for (int64_t w = 0; w < words; ++w, i += 8) {
      uint64_t flags;
      std::memcpy(&flags, mask + i, 8);
      sums += flags;
    }
    for (int byte = 0; byte < 8; ++byte) count += sums >> (8 * byte) & 255;
  }
  for (; i < n; ++i) count += mask[i];
  return count;
}

}  // namespace

int64_t count_true(const bool* mask, int64_t n, Device, StreamId) {
  std::atomic<int64_t> count = 0;
  parallel_for(n, kBlock, [&](int64_t begin, int64_t end) {
    count.fetch_add(count_block(mask + begin, end - begin),
                    std::memory_order_relaxed);
  });
  return count.load();
}

void true_positions(const bool* mask, int64_t n, int64_t* positions,
                    int64_t count, Device, StreamId) {
  if (count == 0) return;
  int64_t blocks = (n - 1) / kBlock + 1;
  std::vector<int64_t> first(blocks + 1);
  parallel_for(blocks, 1, [&](int64_t begin, int64_t end) {
    for (int64_t b = begin; b < end; ++b) {
      int64_t at = b * kBlock;
      first[b + 1] = count_block(mask + at, std::min(kBlock, n - at));
    }
  });
  std::partial_sum(first.begin(), first.end(), first.begin());
  parallel_for(blocks, 1, [&](int64_t begin, int64_t end) {
    for (int64_t b = begin; b < end; ++b) {
      int64_t at = b * kBlock, stop = std::min(n, at + kBlock);
      int64_t* out = positions + first[b];
      int64_t* out_end = positions + first[b + 1];
      // Writing before testing keeps the loop free of branches.
      for (int64_t i = at; i < stop && out < out_end; ++i) {
        *out = i;
        out += mask[i];
      }
    }
  });
}

}  // namespace tenorite::cpu
