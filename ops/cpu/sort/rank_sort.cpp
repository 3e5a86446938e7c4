// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/sort/rank_sort.h"

#include <cstring>

#include "core/cpu_targets.h"

namespace tenorite::cpu {
namespace {

template <class Key>
using Vector [[gnu::vector_size(32)]] = Key;

// Two vectors of keys at a time are compared with every key. Equal keys count
// where they stand before. A true comparison is -1 in its lane.
template <class Key>
TENORITE_ALWAYS_INLINE void rank_all(Key* keys, int n, Key* rank) {
  using V = Vector<Key>;
  constexpr int kLanes = 32 / sizeof(Key), kBlock = 2 * kLanes;
  static_assert(kRankedItems<Key> % kBlock == 0);
  for (int i = n; i % kBlock != 0; ++i) keys[i] = 0;
  V lane;
  for (int i = 0; i < kLanes; ++i) lane[i] = i;
  for (int block = 0; block < n; block += kBlock) {
    V own[2], after[2] = {}, before[2] = {};
    std::memcpy(own, keys + block, sizeof own);
    auto for_both = [&](int begin, int end, auto count) TENORITE_LAMBDA_INLINE {
      for (int i = begin; i < end; ++i)
        for (int half = 0; half < 2; ++half) count(keys[i], i, half);
    };
    for_both(0, block, [&](Key key, int, int half) TENORITE_LAMBDA_INLINE {
      after[half] += key > own[half];
    });
    const int end = n - block < kBlock ? n : block + kBlock;
    for_both(block, end, [&](Key key, int i, int half) TENORITE_LAMBDA_INLINE {
      V behind = lane > Key{i - block - half * kLanes};
      before[half] += (key < own[half]) | ((key == own[half]) & behind);
    });
    for_both(end, n, [&](Key key, int, int half) TENORITE_LAMBDA_INLINE {
      before[half] += key < own[half];
    });
    for (int half = 0; half < 2; ++half) {
      V place = Key{block} + after[half] - before[half];
      std::memcpy(rank + block + half * kLanes, &place, sizeof place);
    }
  }
}

TENORITE_CPU_CLONES void rank_narrow(int32_t* keys, int n, int32_t* rank) {
  rank_all(keys, n, rank);
}
TENORITE_CPU_CLONES void rank_wide(int64_t* keys, int n, int64_t* rank) {
  rank_all(keys, n, rank);
}

}  // namespace

void rank_keys(int32_t* keys, int n, int32_t* rank) {
  rank_narrow(keys, n, rank);
}
void rank_keys(int64_t* keys, int n, int64_t* rank) {
  rank_wide(keys, n, rank);
}

}  // namespace tenorite::cpu
