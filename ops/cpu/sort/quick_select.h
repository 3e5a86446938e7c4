// SPDX-License-Identifier: Apache-2.0
// Selection by rank: Floyd and Rivest, "Expected time bounds for selection"
// (1975), with partitions by vector instructions.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <vector>

#include "core/interrupt.h"
#include "ops/cpu/sort/partition_block.h"
#include "ops/cpu/sort/sample.h"
#include "ops/plan/row_sorts.h"

namespace tenorite::cpu {

// Sorts a row of few numbers.
template <class T>
void sort_row(T* items, int64_t n, RowSort sort) {
  if (sort)
    sort(items, n, nullptr);
  else
    std::sort(items, items + n, is_less<T>);
}

// Rows of at most so many items are sorted instead.
inline constexpr int64_t kSortedRow = 256;

// Partitions rows of numbers of 4 or 8 bytes.
template <class T>
class QuickSelect {
 public:
  // `room` holds as many items as a row; `sort` sorts few, or is null.
  QuickSelect(T* room, RowSort sort) : room_(room), sort_(sort) {}

  // Puts the items at the ranks (ascending) in their places, with items that
  // are not larger before and not smaller ones behind.
  void place(T* items, int64_t n, std::span<const int64_t> ranks) {
    place(items, n, ranks, 0);
  }

 private:
  // Rank `first` is that of items[0].
  void place(T* items, int64_t n, std::span<const int64_t> ranks,
             int64_t first) {
    if (ranks.empty()) return;
    if (n <= kSortedRow) return sort_row(items, n, sort_);
    look_for_signals();
    // Two pivots, so that the middle rank is probably between them.
    const int64_t size = std::clamp<int64_t>(n / 40, 64, 2048);
    const double spread = 1 / std::sqrt(static_cast<double>(size));
    const double share = static_cast<double>(ranks[ranks.size() / 2] - first) /
                         static_cast<double>(n);
    const std::vector<T> pivots = pivots_of(
        items, n,
        {std::max(share - spread, 0.0), std::min(share + spread, 0.999)}, size,
        sample_);
    // The one that leaves fewer items comes first.
    int64_t low = 0, high = n;
    if (share > 0.5) {
      low = cut(items, n, pivots[0]);
      high = low + cut(items + low, n - low, pivots[1]);
    } else {
      high = cut(items, n, pivots[1]);
      low = cut(items, high, pivots[0]);
    }
    const auto below = [&](int64_t end) {
      return std::lower_bound(ranks.begin(), ranks.end(), first + end);
    };
    const auto middle = below(low), last = below(high);
    if ((low == 0 && high == n) || low == n || high == 0)
      return place_one_by_one(items, n, ranks, first);
    place(items, low, {ranks.begin(), middle}, first);
    place(items + low, high - low, {middle, last}, first + low);
    place(items + high, n - high, {last, ranks.end()}, first + high);
  }

  // Moves the items that are less than the pivot to the front: their number.
  int64_t cut(T* items, int64_t n, T pivot) {
    constexpr int64_t kCounted = 1 << 30;
    int64_t less = 0;
    for (int64_t i = 0; i < n; i += kCounted)
      less += count_less(items + i, std::min(kCounted, n - i), pivot);
    if (less == 0 || less == n) return less;
    move_halves(items, n, pivot, less, room_, room_ + less);
    std::memcpy(items, room_, static_cast<size_t>(n) * sizeof(T));
    return less;
  }

  // Items nearly all of which are equal.
  static void place_one_by_one(T* items, int64_t n,
                               std::span<const int64_t> ranks, int64_t first) {
    T* begin = items;
    for (const int64_t rank : ranks) {
      std::nth_element(begin, items + (rank - first), items + n, is_less<T>);
      begin = items + (rank - first) + 1;
    }
  }

  T* room_;
  RowSort sort_;
  std::vector<T> sample_;
};

}  // namespace tenorite::cpu
