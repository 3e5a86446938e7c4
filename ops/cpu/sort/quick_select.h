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

  // Copies n items from `from`, which is `items` or apart from it, so that the
  // items at the ranks (ascending) are in their places, with items that are not
  // larger before and not smaller ones behind.
  void place(const T* from, T* items, int64_t n,
             std::span<const int64_t> ranks) {
    place(from, items, n, ranks, 0);
  }

 private:
  // Rank `first` is that of items[0].
  void place(const T* from, T* items, int64_t n, std::span<const int64_t> ranks,
             int64_t first) {
    if (ranks.empty() || n <= kSortedRow) {
      move(from, items, n);
      if (!ranks.empty()) sort_row(items, n, sort_);
      return;
    }
    look_for_signals();
    // Two pivots, so that the middle rank is probably between them.
    const int64_t size = std::clamp<int64_t>(n / 40, 64, 2048);
    const double spread = 1 / std::sqrt(static_cast<double>(size));
    const double share = static_cast<double>(ranks[ranks.size() / 2] - first) /
                         static_cast<double>(n);
    sample_.resize(static_cast<size_t>(size));
    take_sample(from, n, sample_);
    sort_row(sample_.data(), size, sort_);
    const auto sampled = [&](double at) {
      const auto place = static_cast<int64_t>(at * static_cast<double>(size));
      return pivot_of(sample_[static_cast<size_t>(
          std::clamp<int64_t>(place, 0, size - 1))]);
    };
    const T pivots[] = {sampled(share - spread), sampled(share + spread)};
    // The one that leaves fewer items comes first.
    int64_t low = 0, high = n;
    if (share > 0.5) {
      low = cut(from, items, n, pivots[0]);
      high = low + cut(items + low, items + low, n - low, pivots[1]);
    } else {
      high = cut(from, items, n, pivots[1]);
      low = cut(items, items, high, pivots[0]);
    }
    if ((low == 0 && high == n) || low == n || high == 0)
      return place_one_by_one(items, n, ranks, first);
    const auto below = [&](int64_t end) {
      return std::lower_bound(ranks.begin(), ranks.end(), first + end);
    };
    const auto part = [&](int64_t begin, int64_t end) {
      place(items + begin, items + begin, end - begin,
            {below(begin), below(end)}, first + begin);
    };
    part(0, low);
    part(low, high);
    part(high, n);
  }

  static void move(const T* from, T* items, int64_t n) {
    if (from != items)
      std::memcpy(items, from, static_cast<size_t>(n) * sizeof(T));
  }

  // Moves the items that are less than the pivot to the front: their number.
  int64_t cut(const T* from, T* items, int64_t n, T pivot) {
    constexpr int64_t kCounted = 1 << 30;
    int64_t less = 0;
    for (int64_t i = 0; i < n; i += kCounted)
      less += count_less(from + i, std::min(kCounted, n - i), pivot);
    if (less == 0 || less == n) {
      move(from, items, n);
    } else if (from != items) {
      move_halves(from, n, pivot, less, items, items + less);
    } else {
      move_halves(from, n, pivot, less, room_, room_ + less);
      move(room_, items, n);
    }
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
