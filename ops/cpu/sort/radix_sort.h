// SPDX-License-Identifier: Apache-2.0
// Stable sorts of items with unsigned keys: few by rank, others by digits, the
// least significant first, on all cores where there are enough items.
#pragma once

#include <algorithm>
#include <memory>
#include <type_traits>
#include <vector>

#include "core/interrupt.h"
#include "core/thread_pool.h"
#include "ops/cpu/sort/rank_sort.h"

namespace tenorite::cpu {

// The order of unsigned keys as signed ones, of 32 or 64 bits.
template <class U>
auto ordered_key(U key) {
  using Key = std::conditional_t<(sizeof(U) > 4), int64_t, int32_t>;
  constexpr auto kFlip = std::make_unsigned_t<Key>{1} << (8 * sizeof(Key) - 1);
  return static_cast<Key>(key ^ kFlip);
}

// What is sorted: a key alone, or one with the item's position. Digits are
// numbered from the lowest of the key.
template <class U>
struct KeyItem {
  U key;
  static constexpr int kDigits = sizeof(U);
  unsigned digit(int d) const { return key >> (8 * d) & 255; }
  auto ordered() const { return ordered_key(key); }
};
// A key of up to 32 bits over a position of 32.
template <int Bytes>
struct NarrowPlace {
  uint64_t bits;
  static constexpr int kDigits = Bytes;
  static NarrowPlace of(uint64_t key, int64_t at) {
    return {key << 32 | static_cast<uint64_t>(at)};
  }
  int64_t at() const { return static_cast<int64_t>(bits & 0xffffffff); }
  unsigned digit(int d) const { return bits >> (32 + 8 * d) & 255; }
  auto ordered() const {
    return ordered_key(static_cast<uint32_t>(bits >> 32));
  }
};
struct WidePlace {
  uint64_t key;
  int64_t place;
  static constexpr int kDigits = 8;
  static WidePlace of(uint64_t key, int64_t at) { return {key, at}; }
  int64_t at() const { return place; }
  unsigned digit(int d) const { return key >> (8 * d) & 255; }
  auto ordered() const { return ordered_key(key); }
};
struct PairPlace {
  uint64_t high, low;
  int64_t place;
  static constexpr int kDigits = 16;
  int64_t at() const { return place; }
  unsigned digit(int d) const {
    return (d < 8 ? low >> (8 * d) : high >> (8 * (d - 8))) & 255;
  }
  bool operator<(const PairPlace& other) const {
    if (high != other.high) return high < other.high;
    return low != other.low ? low < other.low : place < other.place;
  }
};

// As many items are worth the pool.
inline constexpr int64_t kManyItems = 1 << 15;

namespace detail {

using Counts = int64_t[256];

// Calls body(begin, end) for parts of n items and looks for signals between.
template <class Body>
void in_parts(int64_t n, Body&& body) {
  constexpr int64_t kPart = 1 << 20;
  for (int64_t begin = 0; begin < n; begin += kPart) {
    if (begin > 0) look_for_signals();
    body(begin, std::min(n, begin + kPart));
  }
}

template <class Item>
void count_digits(const Item* items, int64_t n, Counts* counts) {
  in_parts(n, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      for (int d = 0; d < Item::kDigits; ++d) ++counts[d][items[i].digit(d)];
  });
}

template <class Item>
void scatter(const Item* from, int64_t n, Item* to, int d, Counts& next) {
  in_parts(n, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      to[next[from[i].digit(d)]++] = from[i];
  });
}

template <class Item>
Item* sort_on_one_core(Item* items, Item* other, int64_t n) {
  Counts counts[Item::kDigits] = {};
  count_digits(items, n, counts);
  for (int d = 0; d < Item::kDigits; ++d) {
    if (counts[d][items[0].digit(d)] == n) continue;
    int64_t before = 0;
    for (int64_t& count : counts[d])
      count = std::exchange(before, before + count);
    scatter(items, n, other, d, counts[d]);
    std::swap(items, other);
  }
  return items;
}

// A block of items for each thread; the blocks' order keeps the sort stable.
template <class Item>
Item* sort_on_all_cores(Item* items, Item* other, int64_t n) {
  struct Block {
    Counts counts[Item::kDigits];
  };
  const int64_t blocks = num_threads();
  const int64_t size = (n - 1) / blocks + 1;
  std::vector<Block> of(blocks);
  auto for_blocks = [&](auto&& body) {
    parallel_for(blocks, 1, [&](int64_t begin, int64_t end) {
      for (int64_t b = begin; b < end; ++b) {
        int64_t first = std::min(b * size, n);
        body(of[b], first, std::min(n, first + size) - first);
      }
    });
  };
  for_blocks([&](Block& block, int64_t first, int64_t count) {
    count_digits(items + first, count, block.counts);
  });
  bool moved = false;
  for (int d = 0; d < Item::kDigits; ++d) {
    // The first counts tell for good which digits are all the same.
    int64_t same = 0;
    for (const Block& block : of) same += block.counts[d][items[0].digit(d)];
    if (same == n) continue;
    if (moved)
      for_blocks([&](Block& block, int64_t first, int64_t count) {
        Counts& counts = block.counts[d];
        std::fill(counts, counts + 256, 0);
        in_parts(count, [&](int64_t begin, int64_t end) {
          for (int64_t i = first + begin; i < first + end; ++i)
            ++counts[items[i].digit(d)];
        });
      });
    int64_t before = 0;
    for (int value = 0; value < 256; ++value)
      for (Block& block : of)
        block.counts[d][value] =
            std::exchange(before, before + block.counts[d][value]);
    for_blocks([&](Block& block, int64_t first, int64_t count) {
      scatter(items + first, count, other, d, block.counts[d]);
    });
    std::swap(items, other);
    moved = true;
  }
  return items;
}

}  // namespace detail

// Sorts n items, of which `other` has room for as many; where they are then.
template <class Item>
Item* radix_sort(Item* items, Item* other, int64_t n) {
  if constexpr (requires { items->ordered(); }) {
    constexpr int kMost = kRankedItems<decltype(items->ordered())>;
    if (n <= std::min(kMost, 48 * Item::kDigits)) {
      rank_sort(items, other, static_cast<int>(n));
      return other;
    }
  } else if (n < 192) {
    std::sort(items, items + n);
    return items;
  }
  if (n < kManyItems || num_threads() == 1)
    return detail::sort_on_one_core(items, other, n);
  return detail::sort_on_all_cores(items, other, n);
}

}  // namespace tenorite::cpu
