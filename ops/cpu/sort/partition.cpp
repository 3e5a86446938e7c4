// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/thread_pool.h"
#include "ops/cpu/cpu_ops.h"
#include "ops/cpu/sort/equal_keys.h"
#include "ops/cpu/sort/numbers.h"
#include "ops/cpu/sort/quick_select.h"
#include "ops/cpu/sort/split.h"
#include "ops/device/types.h"

namespace tenorite::cpu {
namespace {

// Where more ranks are asked for, rows are sorted.
constexpr int64_t kMaxRanks = 8;
// In lines of so many items, what a sample says to be within such a share of a
// rank is cut out first, on all cores. That is three times the sample's error.
constexpr int64_t kCutLine = 1 << 17;
constexpr double kNear = 0.035;
// Items of rows that are worth a thread.
constexpr int64_t kGrain = 1 << 14;

template <class T>
std::unique_ptr<T[]> room(int64_t n) {
  return std::make_unique_for_overwrite<T[]>(static_cast<size_t>(n));
}

std::span<const int64_t> ranks_of(const PartitionPlan& plan) {
  return {plan.ranks, static_cast<size_t>(plan.count)};
}

// Where a line is cut around its ranks.
std::vector<double> shares_around(std::span<const int64_t> ranks, int64_t n) {
  std::vector<double> cuts;
  for (const int64_t rank : ranks) {
    const double share = static_cast<double>(rank) / static_cast<double>(n);
    if (!cuts.empty() && share - kNear <= cuts.back()) {
      cuts.back() = share + kNear;
    } else {
      cuts.push_back(share - kNear);
      cuts.push_back(share + kNear);
    }
  }
  std::erase_if(cuts, [](double share) { return share <= 0 || share >= 1; });
  return cuts;
}

// ---- rows: partition() takes one from `in` to `out`, which are apart ----

template <class T>
struct Numbers {
  Numbers(DType dtype, int64_t n) : room_(room<T>(n)), sort_(row_sort(dtype)) {}

  void partition(const T* in, T* out, int64_t n,
                 std::span<const int64_t> ranks) {
    if (n < kCutLine)
      return QuickSelect<T>(room_.get(), sort_).place(in, out, n, ranks);
    const auto ends = split_line(in, n, out, shares_around(ranks, n));
    parallel_for(std::ssize(ends), 1, [&](int64_t first, int64_t last) {
      for (int64_t part = first; part < last; ++part) {
        const int64_t begin = part == 0 ? 0 : ends[part - 1], end = ends[part];
        std::vector<int64_t> inside;
        for (const int64_t rank : ranks)
          if (begin <= rank && rank < end) inside.push_back(rank - begin);
        QuickSelect<T>(room_.get() + begin, sort_)
            .place(out + begin, out + begin, end - begin, inside);
      }
    });
  }

 private:
  std::unique_ptr<T[]> room_;
  RowSort sort_;
};

using cpu::is_less;

// NumPy's order of complex numbers, those with a NaN last.
template <class T>
bool is_less(complex<T> x, complex<T> y) {
  const bool is_number = x.im == x.im, to_nan = y.im != y.im;
  if (x.re < y.re) return is_number || to_nan;
  if (x.re > y.re) return is_number && to_nan;
  if (x.re == y.re || (x.re != x.re && y.re != y.re))
    return x.im < y.im || (to_nan && is_number);
  return y.re != y.re;
}

template <class U>
bool is_less(sort_key::Pair<U> x, sort_key::Pair<U> y) {
  return x.high != y.high ? x.high < y.high : x.low < y.low;
}

// Complex numbers, or their keys.
template <class T>
struct Pairs {
  Pairs(DType, int64_t) {}

  void partition(const T* in, T* out, int64_t n,
                 std::span<const int64_t> ranks) {
    std::memcpy(out, in, static_cast<size_t>(n) * sizeof(T));
    T* begin = out;
    for (const int64_t rank : ranks) {
      look_for_signals();
      std::nth_element(begin, out + rank, out + n,
                       [](const T& x, const T& y) { return is_less(x, y); });
      begin = out + rank + 1;
    }
  }
};

// Calls body(row) for all rows with a copy of make() per range of rows.
template <class Make, class Body>
void for_rows(const PartitionPlan& plan, Make&& make, Body&& body) {
  const auto range = [&](int64_t begin, int64_t end) {
    auto worker = make();
    for (int64_t row = begin; row < end; ++row) body(worker, row);
  };
  // Rows that are cut have work for all cores.
  if (plan.n >= kCutLine && plan.rows < num_threads())
    return range(0, plan.rows);
  parallel_for(plan.rows, std::max<int64_t>(1, kGrain / plan.n), range);
}

// ---- items ----

template <class T, class Partition>
void partition_items(const PartitionPlan& plan) {
  const bool all = plan.kept == plan.n;
  struct Worker {
    Partition rows;
    std::unique_ptr<T[]> other;
  };
  const auto make = [&] {
    const bool in_place = plan.in == plan.out;
    return Worker{{plan.dtype, plan.n},
                  all && !in_place ? nullptr : room<T>(plan.n)};
  };
  for_rows(plan, make, [&](Worker& worker, int64_t row) {
    const T* in = reinterpret_cast<const T*>(plan.in) + row * plan.n;
    const auto bytes = static_cast<size_t>(plan.n) * sizeof(T);
    T* other = worker.other.get();
    if (all) {
      T* out = reinterpret_cast<T*>(plan.out) + row * plan.n;
      if (in == out) in = static_cast<T*>(std::memcpy(other, in, bytes));
      return worker.rows.partition(in, out, plan.n, ranks_of(plan));
    }
    worker.rows.partition(in, other, plan.n, ranks_of(plan));
    T* out = reinterpret_cast<T*>(plan.out);
    if (plan.kept > 0)
      std::copy(other, other + plan.kept, out + row * plan.kept);
    for (int64_t i = 0; plan.kept == 0 && i < plan.count; ++i)
      out[row * plan.count + i] = other[plan.ranks[i]];
  });
}

// ---- positions ----

// Adds to the class of each item how it compares with an edge.
template <class Key>
TENORITE_CPU_CLONES void add_classes(const Key* keys, int64_t n, Key edge,
                                     uint8_t* classes) {
  for (int64_t i = 0; i < n; ++i)
    classes[i] = static_cast<uint8_t>(classes[i] + !is_less(keys[i], edge) +
                                      is_less(edge, keys[i]));
}

// In bytes as far as they hold the number, so that it is a vector loop.
TENORITE_CPU_CLONES int64_t count_class(const uint8_t* classes, int64_t n,
                                        uint8_t wanted) {
  int64_t count = 0;
  for (int64_t i = 0; i < n; i += 128) {
    uint8_t found = 0;
    const int64_t end = std::min(n, i + 128);
    for (int64_t j = i; j < end; ++j) found += classes[j] == wanted;
    count += found;
  }
  return count;
}

// Positions by the item's class: less than, equal to or greater than the item
// at each rank; those of a class ascend.
template <class Key>
class Classes {
 public:
  explicit Classes(int64_t n)
      : n_(n),
        blocks_((n - 1) / kBlock + 1),
        class_(room<uint8_t>(n)),
        places_(room<Places>(blocks_)) {}

  // `edges` ascend.
  void store(const Key* keys, std::span<const Key> edges, int64_t kept,
             int64_t* order) {
    std::vector<Key> distinct;
    for (const Key& edge : edges)
      if (distinct.empty() || is_less(distinct.back(), edge))
        distinct.push_back(edge);
    const int classes = 2 * static_cast<int>(distinct.size()) + 1;
    for_blocks([&](Places& places, int64_t begin, int64_t end) {
      uint8_t* at = class_.get() + begin;
      std::fill(at, at + (end - begin), 0);
      for (const Key& edge : distinct)
        add_classes(keys + begin, end - begin, edge, at);
      for (int c = 0; c < classes; ++c)
        places[c] = count_class(at, end - begin, static_cast<uint8_t>(c));
    });
    int64_t before = 0;
    for (int c = 0; c < classes; ++c)
      for (int64_t block = 0; block < blocks_; ++block)
        places_[block][c] = std::exchange(before, before + places_[block][c]);
    for_blocks([&](Places& places, int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t at = places[class_[i]]++;
        if (at < kept) order[at] = i;
      }
    });
  }

 private:
  static constexpr int64_t kBlock = 1 << 16;
  // Of a block: how many items each class has, then where the next one goes.
  using Places = std::array<int64_t, 2 * kMaxRanks + 1>;

  template <class Body>
  void for_blocks(Body&& body) {
    parallel_for(blocks_, 1, [&](int64_t first, int64_t last) {
      for (int64_t block = first; block < last; ++block)
        body(places_[block], block * kBlock,
             std::min(n_, (block + 1) * kBlock));
    });
  }

  int64_t n_, blocks_;
  std::unique_ptr<uint8_t[]> class_;
  std::unique_ptr<Places[]> places_;
};

// load(row, begin, end, keys) writes keys of a row.
template <class Key, class Partition, class Load>
void partition_positions(const PartitionPlan& plan, Load&& load) {
  struct Worker {
    Partition rows;
    std::unique_ptr<Key[]> keys, other;
    Classes<Key> classes;
  };
  const DType dtype =
      sizeof(Key) == sizeof(uint32_t) ? DType::kUint32 : DType::kUint64;
  const auto make = [&] {
    return Worker{{dtype, plan.n},
                  room<Key>(plan.n),
                  room<Key>(plan.n),
                  Classes<Key>(plan.n)};
  };
  for_rows(plan, make, [&](Worker& worker, int64_t row) {
    Key *keys = worker.keys.get(), *other = worker.other.get();
    parallel_for(plan.n, kLightGrain, [&](int64_t begin, int64_t end) {
      load(row, begin, end, keys + begin);
    });
    worker.rows.partition(keys, other, plan.n, ranks_of(plan));
    Key edges[kMaxRanks];
    for (int64_t i = 0; i < plan.count; ++i) edges[i] = other[plan.ranks[i]];
    worker.classes.store(keys, {edges, static_cast<size_t>(plan.count)},
                         plan.kept, plan.order + row * plan.kept);
  });
}

template <class U>
void real_positions(const PartitionPlan& plan) {
  const auto load = [&](int64_t row, int64_t begin, int64_t end, U* keys) {
    equal_keys(reinterpret_cast<const U*>(plan.in) + row * plan.n + begin, keys,
               end - begin, key_kind(plan.dtype), plan.descending);
  };
  partition_positions<U, Numbers<U>>(plan, load);
}

template <class U>
void complex_positions(const PartitionPlan& plan) {
  using Key = sort_key::Pair<U>;
  const auto load = [&](int64_t row, int64_t begin, int64_t end, Key* keys) {
    auto* parts = reinterpret_cast<const U*>(plan.in) + 2 * row * plan.n;
    for (int64_t i = begin; i < end; ++i)
      *keys++ =
          sort_key::equal_pair(parts[2 * i], parts[2 * i + 1], plan.descending);
  };
  partition_positions<Key, Pairs<Key>>(plan, load);
}

}  // namespace

bool selects(const PartitionPlan& plan) {
  return itemsize(plan.dtype) >= 4 && plan.n > kSortedRow &&
         plan.count <= kMaxRanks;
}

void partition(const PartitionPlan& plan) {
  const bool is_pair = kind(plan.dtype) == 'c';
  const bool is_long = itemsize(plan.dtype) == (is_pair ? 16 : 8);
  if (plan.order) {
    if (is_pair)
      return is_long ? complex_positions<unsigned long>(plan)
                     : complex_positions<unsigned>(plan);
    return is_long ? real_positions<uint64_t>(plan)
                   : real_positions<uint32_t>(plan);
  }
  if (is_pair)
    return is_long
               ? partition_items<complex<double>, Pairs<complex<double>>>(plan)
               : partition_items<complex<float>, Pairs<complex<float>>>(plan);
  with_wide_number(plan.dtype,
                   [&]<class T>(T) { partition_items<T, Numbers<T>>(plan); });
}

}  // namespace tenorite::cpu
