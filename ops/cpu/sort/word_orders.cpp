// SPDX-License-Identifier: Apache-2.0
// Positions that sort random words. The low bits of each word give way to its
// position, so that a fast sort of numbers sorts the positions along. Few words
// agree in their other bits; those are put in order afterwards, so that the
// order is that of the whole words, as on other devices.
#include <algorithm>
#include <bit>
#include <memory>

#include "core/thread_pool.h"
#include "ops/cpu/cpu_ops.h"
#include "ops/plan/row_sorts.h"

namespace tenorite::cpu {
namespace {

// Fewer words are sorted with their positions as fast.
constexpr int64_t kFew = 4096;
// Up to here, rows have few words that agree in what 32 bits have of them.
constexpr int64_t kNarrowRow = 4096;

// Words of type U with a position of `width` bits in each.
template <class U>
class PackedWords {
 public:
  PackedWords(const WordOrderPlan& plan, int width)
      : plan_(plan),
        width_(width),
        low_(static_cast<U>((U{1} << width) - 1)),
        size_(plan.rows * plan.n),
        packed_(
            std::make_unique_for_overwrite<U[]>(static_cast<size_t>(size_))) {}

  void run() {
    pack();
    int64_t sorted = plan_.n;
    if (plan_.count < plan_.n && plan_.rows == 1 && cut()) sorted = plan_.count;
    sort(sorted);
    store(sorted);
  }

 private:
  // The items of rows as sorts and partitions take them.
  static constexpr DType kType =
      sizeof(U) == 4 ? DType::kUint32 : DType::kUint64;
  char* data() { return reinterpret_cast<char*>(packed_.get()); }

  void pack() {
    constexpr int kCut = 64 - 8 * sizeof(U);
    parallel_for(size_, kLightGrain, [&](int64_t begin, int64_t end) {
      int64_t at = begin % plan_.n;
      for (int64_t i = begin; i < end; ++i) {
        packed_[i] =
            static_cast<U>((static_cast<U>(plan_.words[i] >> kCut) & ~low_) |
                           static_cast<U>(at));
        if (++at == plan_.n) at = 0;
      }
    });
  }

  // Moves the first `count` words to the front; false if one of the others
  // agrees with the last of them.
  bool cut() {
    const int64_t rank = plan_.count - 1;
    PartitionPlan plan{};
    plan.dtype = kType;
    plan.rows = 1;
    plan.n = plan.kept = plan_.n;
    plan.in = plan.out = data();
    plan.ranks = &rank;
    plan.count = 1;
    plan.device = plan_.device;
    plan.stream = plan_.stream;
    partition(plan);
    const U after =
        *std::min_element(packed_.get() + plan_.count, packed_.get() + plan_.n);
    return packed_[rank] >> width_ != after >> width_;
  }

  void sort(int64_t n) {
    if (n < 2) return;
    SortPlan plan{};
    plan.dtype = kType;
    plan.rows = plan_.rows;
    plan.n = n;
    plan.in = plan.out = data();
    plan.device = plan_.device;
    plan.stream = plan_.stream;
    cpu::sort(plan);
  }

  // Rows of `sorted` words in order.
  void store(int64_t sorted) {
    const int64_t grain = std::max<int64_t>(1, kLightGrain / sorted);
    parallel_for(plan_.rows, grain, [&](int64_t first, int64_t last) {
      for (int64_t row = first; row < last; ++row) {
        U* packed = packed_.get() + row * sorted;
        settle_ties(packed, row * plan_.n, sorted);
        int64_t* order = plan_.order + row * plan_.count;
        for (int64_t i = 0; i < plan_.count; ++i)
          order[i] = row * plan_.n + static_cast<int64_t>(packed[i] & low_);
      }
    });
  }

  void settle_ties(U* packed, int64_t first, int64_t n) {
    const auto ties = [&](int64_t i) {
      return (packed[i - 1] ^ packed[i]) <= low_;
    };
    const auto key = [&](U word) {
      const auto at = static_cast<int64_t>(word & low_);
      return plan_.words[first + at] >> plan_.bits;
    };
    for (int64_t begin = 0, end; begin < n; begin = end) {
      for (end = begin + 1; end < n && ties(end);) ++end;
      if (end - begin > 1)
        std::stable_sort(packed + begin, packed + end,
                         [&](U x, U y) { return key(x) < key(y); });
    }
  }

  const WordOrderPlan& plan_;
  const int width_;
  const U low_;
  const int64_t size_;
  std::unique_ptr<U[]> packed_;
};

}  // namespace

bool order_words(const WordOrderPlan& plan) {
  if (plan.rows * plan.n < kFew || !row_sort(DType::kUint64) ||
      !row_sort(DType::kUint32))
    return false;
  const int width = std::bit_width(static_cast<uint64_t>(plan.n - 1));
  if (plan.n <= kNarrowRow && plan.bits <= 32)
    PackedWords<uint32_t>(plan, width).run();
  else
    PackedWords<uint64_t>(plan, std::max(plan.bits, width)).run();
  return true;
}

}  // namespace tenorite::cpu
