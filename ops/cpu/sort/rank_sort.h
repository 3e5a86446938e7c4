// SPDX-License-Identifier: Apache-2.0
// A stable sort of few items, which counts for each how many come before it:
// vectors of comparisons, and no branch that depends on an item.
#pragma once

#include <cstdint>

namespace tenorite::cpu {

// Sorts of that many items cost about as much as a radix sort of theirs.
template <class Key>
inline constexpr int kRankedItems = sizeof(Key) == 4 ? 192 : 96;

// rank[i] = the place of keys[i] in sorted order, of n <= kRankedItems keys;
// both have room for that many, and what is beyond n is undefined after.
void rank_keys(int32_t* keys, int n, int32_t* rank);
void rank_keys(int64_t* keys, int n, int64_t* rank);

// Items have a signed key, ordered().
template <class Item>
void rank_sort(const Item* items, Item* to, int n) {
  using Key = decltype(items->ordered());
  Key keys[kRankedItems<Key>], rank[kRankedItems<Key>];
  for (int i = 0; i < n; ++i) keys[i] = items[i].ordered();
  rank_keys(keys, n, rank);
  for (int i = 0; i < n; ++i) to[rank[i]] = items[i];
}

}  // namespace tenorite::cpu
