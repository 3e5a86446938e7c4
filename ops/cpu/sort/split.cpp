// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/sort/split.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include "core/thread_pool.h"
#include "ops/cpu/sort/partition_block.h"
#include "ops/cpu/sort/sample.h"

namespace tenorite::cpu {
namespace {

constexpr int64_t kBlock = 1 << 14;
// Items that are looked at, and at least as many for each part.
constexpr int64_t kSampled = 2048, kSampledPerPart = 256;

// The items between which parts are cut, from a sample.
template <class T>
std::vector<T> edges_of(const T* items, int64_t n,
                        const std::vector<double>& shares) {
  const auto parts = std::ssize(shares) + 1;
  const int64_t each = std::max(kSampled / parts, kSampledPerPart);
  std::vector<T> sample(static_cast<size_t>(each * parts));
  take_sample(items, n, sample);
  std::vector<T> edges;
  auto first = sample.begin();
  for (const double share : shares) {
    const auto next =
        sample.begin() +
        static_cast<int64_t>(share * static_cast<double>(sample.size()));
    std::nth_element(first, next, sample.end(), is_less<T>);
    edges.push_back(pivot_of(*next));
    first = next;
  }
  return edges;
}

// Splits a block by halves, then quarters, and so on; items are in the first
// caches meanwhile.
template <class T>
class Block {
 public:
  // counts[k] = how many of n items are in part k.
  static void count(const T* items, int64_t n, const std::vector<T>& edges,
                    int64_t* counts) {
    int64_t before = 0;
    for (const T& edge : edges) {
      const int64_t less = count_less(items, n, edge);
      *counts++ = less - before;
      before = less;
    }
    *counts = n - before;
  }

  Block(const std::vector<T>& edges, const int64_t* counts,
        const int64_t* places, T* to)
      : edges_(edges), counts_(counts), places_(places), to_(to) {
    if (edges.size() == 1) return;
    for (auto& room : rooms_)
      room = std::make_unique_for_overwrite<T[]>(kBlock);
  }

  // Moves the n items of all parts to their places.
  void move(const T* items, int64_t n) {
    move(items, n, 0, static_cast<int>(edges_.size()) + 1, 0, 0);
  }

 private:
  // The items of parts [first, last), to the room of that depth, where they
  // begin at `start`.
  void move(const T* items, int64_t n, int first, int last, int64_t start,
            int depth) {
    const int middle = (first + last) / 2;
    const int64_t less =
        std::accumulate(counts_ + first, counts_ + middle, int64_t{0});
    const auto there = [&](int begin, int end, int64_t at) {
      return end - begin == 1 ? to_ + places_[begin]
                              : rooms_[depth % 2].get() + at;
    };
    T* low = there(first, middle, start);
    T* high = there(middle, last, start + less);
    move_halves(items, n, edges_[static_cast<size_t>(middle - 1)], less, low,
                high);
    if (middle - first > 1) move(low, less, first, middle, start, depth + 1);
    if (last - middle > 1)
      move(high, n - less, middle, last, start + less, depth + 1);
  }

  const std::vector<T>& edges_;
  const int64_t *counts_, *places_;
  T* to_;
  std::unique_ptr<T[]> rooms_[2];
};

}  // namespace

template <class T>
std::vector<int64_t> split_line(const T* from, int64_t n, T* to,
                                const std::vector<double>& shares) {
  const int64_t blocks = (n - 1) / kBlock + 1;
  const auto parts = std::ssize(shares) + 1;
  const std::vector<T> edges = edges_of(from, n, shares);
  // How many items of each block and part there are, and where they go.
  std::vector<int64_t> counts(static_cast<size_t>(blocks * parts));
  auto for_blocks = [&](auto&& body) {
    parallel_for(blocks, 1, [&](int64_t begin, int64_t end) {
      for (int64_t b = begin; b < end; ++b)
        body(from + b * kBlock, std::min(n, (b + 1) * kBlock) - b * kBlock,
             static_cast<size_t>(b * parts));
    });
  };
  for_blocks([&](const T* items, int64_t count, size_t at) {
    Block<T>::count(items, count, edges, &counts[at]);
  });
  std::vector<int64_t> ends, places(counts.size());
  int64_t before = 0;
  for (int k = 0; k < parts; ++k) {
    for (auto at = static_cast<size_t>(k); at < counts.size(); at += parts) {
      places[at] = before;
      before += counts[at];
    }
    ends.push_back(before);
  }
  for_blocks([&](const T* items, int64_t count, size_t at) {
    Block<T>(edges, &counts[at], &places[at], to).move(items, count);
  });
  return ends;
}

#define TENORITE_SPLIT_LINE(T)                                    \
  template std::vector<int64_t> split_line(const T*, int64_t, T*, \
                                           const std::vector<double>&);
TENORITE_SPLIT_LINE(int32_t)
TENORITE_SPLIT_LINE(uint32_t)
TENORITE_SPLIT_LINE(int64_t)
TENORITE_SPLIT_LINE(uint64_t)
TENORITE_SPLIT_LINE(float)
TENORITE_SPLIT_LINE(double)
#undef TENORITE_SPLIT_LINE

}  // namespace tenorite::cpu
