// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/thread_pool.h"
#include "ops/cpu/cpu_ops.h"
#include "ops/cpu/elementwise/execute.h"
#include "ops/cpu/sort/equal_keys.h"
#include "ops/cpu/sort/numbers.h"
#include "ops/cpu/sort/radix_sort.h"
#include "ops/cpu/sort/split.h"
#include "ops/device/types.h"
#include "ops/plan/row_sorts.h"

namespace tenorite::cpu {
namespace {

// Memory for a row, which is not initialised.
template <class Item>
std::unique_ptr<Item[]> room(int64_t n) {
  return std::make_unique_for_overwrite<Item[]>(static_cast<size_t>(n));
}

// Calls body(begin, end) for ranges of rows; rows that have work for all cores
// come one after the other.
template <class Body>
void for_rows(const SortPlan& plan, Body&& body) {
  if (plan.n >= kManyItems && plan.rows < num_threads())
    return body(0, plan.rows);
  int64_t grain = std::max<int64_t>(1, 4096 / plan.n);
  parallel_for(plan.rows, grain, body);
}

// Calls body(begin, end) for ranges of n items, in parallel if they are many.
template <class Body>
void for_items(int64_t n, Body&& body) {
  parallel_for(n, kLightGrain, body);
}

template <class U>
struct Keys {
  KeyKind kind;
  bool descending;

  U operator()(U bits) const {
    U key = sort_key::total(bits, kind);
    return descending ? sort_key::turned(key, kind) : key;
  }
  U back(U key) const {
    if (descending) key = sort_key::turned(key, kind);
    return sort_key::from_total(key, kind);
  }
};

// With the kind as a constant in the loop.
template <class U, class F>
void convert(const U* from, U* to, int64_t n, KeyKind kind, F&& f) {
  for_items(n, [&](int64_t begin, int64_t end) {
    auto all = [&](KeyKind known) {
      for (int64_t i = begin; i < end; ++i) to[i] = f(from[i], known);
    };
    if (kind == KeyKind::kUnsigned)
      all(KeyKind::kUnsigned);
    else if (kind == KeyKind::kSigned)
      all(KeyKind::kSigned);
    else
      all(KeyKind::kFloat);
  });
}

template <class U>
void to_keys(const U* from, U* to, int64_t n, KeyKind kind, bool descending) {
  convert(from, to, n, kind, [=](U bits, KeyKind known) {
    return Keys<U>{known, descending}(bits);
  });
}
template <class U>
void from_keys(const U* from, U* to, int64_t n, KeyKind kind, bool descending) {
  convert(from, to, n, kind, [=](U key, KeyKind known) {
    return Keys<U>{known, descending}.back(key);
  });
}

template <class U>
void sort_values(const SortPlan& plan) {
  const KeyKind kind = key_kind(plan.dtype);
  for_rows(plan, [&](int64_t begin, int64_t end) {
    auto other = room<KeyItem<U>>(plan.n);
    for (int64_t row = begin; row < end; ++row) {
      auto* in = reinterpret_cast<const U*>(plan.in) + row * plan.n;
      auto* out = reinterpret_cast<U*>(plan.out) + row * plan.n;
      to_keys(in, out, plan.n, kind, plan.descending);
      auto* items = reinterpret_cast<KeyItem<U>*>(out);
      auto* sorted = radix_sort(items, other.get(), plan.n);
      from_keys(reinterpret_cast<U*>(sorted), out, plan.n, kind,
                plan.descending);
    }
  });
}

// ---- items, by the sort that a library offers ----

// Items of a part that is worth a thread, and of one after which it is time to
// look for signals.
constexpr int64_t kPart = 1 << 16, kLongPart = 1 << 21;

// In how many parts a line of n items is sorted. A split into two costs a fifth
// of the time of the sort.
int64_t line_parts(int64_t n) {
  const int64_t parts = std::min<int64_t>(num_threads(), n / kPart);
  return std::clamp<int64_t>(std::max(parts, n / kLongPart), 1, kMaxParts);
}

template <class T>
void sort_line(const T* in, T* out, int64_t n, RowSort sort_row) {
  std::unique_ptr<T[]> copied;
  if (in == out) {
    copied = room<T>(n);
    std::memcpy(copied.get(), in, static_cast<size_t>(n) * sizeof(T));
    in = copied.get();
  }
  const int64_t parts = line_parts(n);
  std::vector<double> shares;
  for (int64_t i = 1; i < parts; ++i)
    shares.push_back(static_cast<double>(i) / static_cast<double>(parts));
  const std::vector<int64_t> ends = split_line(in, n, out, shares);
  parallel_for(parts, 1, [&](int64_t first, int64_t last) {
    for (int64_t part = first; part < last; ++part) {
      const int64_t begin = part == 0 ? 0 : ends[part - 1];
      sort_row(out + begin, ends[part] - begin, nullptr);
    }
  });
}

void sort_by(RowSort sort_row, const SortPlan& plan) {
  if ((plan.rows < num_threads() || plan.n > kLongPart) &&
      line_parts(plan.n) > 1)
    return with_wide_number(plan.dtype, [&]<class T>(T) {
      for (int64_t row = 0; row < plan.rows; ++row)
        sort_line(reinterpret_cast<const T*>(plan.in) + row * plan.n,
                  reinterpret_cast<T*>(plan.out) + row * plan.n, plan.n,
                  sort_row);
    });
  const auto bytes = plan.n * static_cast<int64_t>(itemsize(plan.dtype));
  const int64_t grain = std::max<int64_t>(1, (1 << 14) / plan.n);
  parallel_for(plan.rows, grain, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      char* out = plan.out + row * bytes;
      if (plan.in != plan.out)
        std::memcpy(out, plan.in + row * bytes, static_cast<size_t>(bytes));
      sort_row(out, plan.n, nullptr);
    }
  });
}

// ---- positions, and items whose equal keys hide different bits ----

// Calls item(i) for all items and sorts them; where they are then.
template <class Item, class F>
Item* sort_all(int64_t n, Item* items, Item* other, F&& item) {
  for_items(n, [&](int64_t from, int64_t to) {
    for (int64_t i = from; i < to; ++i) items[i] = item(i);
  });
  return radix_sort(items, other, n);
}

// Real items under positions of 32 bits. Keys of 64 bits come in two halves:
// the 32 bits from the highest one on in which any differ, then, among what is
// equal so far, the rest.
template <class U>
struct RealPlaces {
  using Item = NarrowPlace<std::min<int>(sizeof(U), 4)>;

  static Item* sort(const char* row, const SortPlan& plan, Item* items,
                    Item* other) {
    const auto* bits = reinterpret_cast<const U*>(row);
    const KeyKind kind = key_kind(plan.dtype);
    const uint64_t one = sort_key::equal(bits[0], kind, plan.descending);
    // There is room for keys where items will be moved to.
    auto* keys = reinterpret_cast<uint64_t*>(other);
    std::atomic<uint64_t> differing{0};
    for_items(plan.n, [&](int64_t from, int64_t to) {
      equal_keys(bits + from, keys + from, to - from, kind, plan.descending);
      if constexpr (kIsLong) differing |= differences(keys, from, to, one);
    });
    int rest = 0;
    if constexpr (kIsLong)
      rest =
          std::max(0, static_cast<int>(std::bit_width(differing.load())) - 32);
    Item* sorted = sort_all(plan.n, items, other, [&](int64_t i) {
      return Item::of(static_cast<uint32_t>(keys[i] >> rest), i);
    });
    if (rest > 0)
      sort_runs(sorted, sorted == items ? other : items, plan.n, [&](Item x) {
        uint64_t key = sort_key::equal(bits[x.at()], kind, plan.descending);
        return static_cast<uint32_t>(key & ((uint64_t{1} << rest) - 1));
      });
    return sorted;
  }

 private:
  static constexpr bool kIsLong = sizeof(U) == 8;

  // The bits in which keys of a range differ from the first of all.
  static uint64_t differences(const uint64_t* keys, int64_t from, int64_t to,
                              uint64_t one) {
    uint64_t bits = 0;
    for (int64_t i = from; i < to; ++i) bits |= keys[i] ^ one;
    return bits;
  }

  // Sorts runs of equal keys by others. No run is in two parts, since sorting
  // it changes its keys.
  template <class F>
  static void sort_runs(Item* items, Item* other, int64_t n, F&& key) {
    auto same = [&](int64_t i) {
      return items[i - 1].bits >> 32 == items[i].bits >> 32;
    };
    if (n < kManyItems) return sort_runs_of(items, other, 0, n, same, key);
    const int64_t parts = int64_t{4} * num_threads();
    std::vector<int64_t> ends{0};
    for (int64_t part = 1; part <= parts; ++part) {
      int64_t end = std::max(ends.back(), n / parts * part);
      while (end > 0 && end < n && same(end)) ++end;
      ends.push_back(part < parts ? end : n);
    }
    parallel_for(parts, 1, [&](int64_t first, int64_t last) {
      sort_runs_of(items, other, ends[first], ends[last], same, key);
    });
  }

  template <class Same, class F>
  static void sort_runs_of(Item* items, Item* other, int64_t from, int64_t to,
                           Same&& same, F&& key) {
    bool any = false;
    for (int64_t i = from + 1; i < to; ++i) any |= same(i);
    if (!any) return;
    for (int64_t begin = from, end; begin < to; begin = end) {
      bool sorted = true;
      for (end = begin + 1; end < to && same(end); ++end)
        sorted = sorted && key(items[end - 1]) <= key(items[end]);
      if (sorted) continue;
      Item* run = items + begin;
      Item* there = sort_all(end - begin, run, other + begin, [&](int64_t i) {
        return Item::of(key(run[i]), run[i].at());
      });
      if (there != run) std::copy(there, there + (end - begin), run);
    }
  }
};

// Other items: a Place each.
template <class Places>
struct ByKey {
  template <class Item>
  static Item* sort(const char* row, const SortPlan& plan, Item* items,
                    Item* other) {
    return sort_all(plan.n, items, other,
                    [&](int64_t i) { return Places::of(row, i, plan); });
  }
};
template <class U>
struct FarPlaces : ByKey<FarPlaces<U>> {
  using Item = WidePlace;
  static Item of(const char* row, int64_t i, const SortPlan& plan) {
    U bits = reinterpret_cast<const U*>(row)[i];
    return Item::of(
        sort_key::equal(bits, key_kind(plan.dtype), plan.descending), i);
  }
};
struct Complex64Places : ByKey<Complex64Places> {
  using Item = WidePlace;
  static Item of(const char* row, int64_t i, const SortPlan& plan) {
    auto* parts = reinterpret_cast<const unsigned*>(row) + 2 * i;
    auto key = sort_key::equal_pair(parts[0], parts[1], plan.descending);
    return {uint64_t{key.high} << 32 | key.low, i};
  }
};
struct Complex128Places : ByKey<Complex128Places> {
  using Item = PairPlace;
  static Item of(const char* row, int64_t i, const SortPlan& plan) {
    auto* parts = reinterpret_cast<const unsigned long*>(row) + 2 * i;
    auto key = sort_key::equal_pair(parts[0], parts[1], plan.descending);
    return {key.high, key.low, i};
  }
};

template <class Item>
void gather(const Item* items, int64_t n, const char* from, char* to,
            size_t itemsize) {
  for_items(n, [&](int64_t begin, int64_t end) {
    auto move = [&](auto size) {
      for (int64_t i = begin; i < end; ++i)
        std::memcpy(to + i * size(), from + items[i].at() * size(), size());
    };
    switch (itemsize) {
      case 2:
        return move(std::integral_constant<size_t, 2>());
      case 4:
        return move(std::integral_constant<size_t, 4>());
      case 8:
        return move(std::integral_constant<size_t, 8>());
      default:
        return move(std::integral_constant<size_t, 16>());
    }
  });
}

template <class Places>
void sort_places(const SortPlan& plan) {
  using Item = typename Places::Item;
  const size_t size = itemsize(plan.dtype);
  for_rows(plan, [&](int64_t begin, int64_t end) {
    auto first = room<Item>(plan.n), other = room<Item>(plan.n);
    std::unique_ptr<char[]> copied;
    if (plan.out == plan.in) copied = room<char>(plan.n * size);
    for (int64_t row = begin; row < end; ++row) {
      const char* in = plan.in + row * plan.n * size;
      Item* sorted = Places::sort(in, plan, first.get(), other.get());
      if (plan.order) {
        int64_t* order = plan.order + row * plan.n;
        for_items(plan.n, [&](int64_t from, int64_t to) {
          for (int64_t i = from; i < to; ++i) order[i] = sorted[i].at();
        });
        continue;
      }
      if (copied)
        in = static_cast<char*>(std::memcpy(copied.get(), in, plan.n * size));
      gather(sorted, plan.n, in, plan.out + row * plan.n * size, size);
    }
  });
}

template <class U>
void sort_reals(const SortPlan& plan) {
  bool hidden = plan.stable && key_kind(plan.dtype) == KeyKind::kFloat;
  if (!plan.order && !hidden) return sort_values<U>(plan);
  if (plan.n <= UINT32_MAX)
    sort_places<RealPlaces<U>>(plan);
  else
    sort_places<FarPlaces<U>>(plan);
}

// Null where the core sorts, which alone has positions and descending orders.
RowSort row_sort_for(const SortPlan& plan) {
  const bool hidden = plan.stable && key_kind(plan.dtype) == KeyKind::kFloat;
  if (plan.order || plan.descending || hidden || !is_wide_number(plan.dtype))
    return nullptr;
  return row_sort(plan.dtype);
}

// ---- searches ----

// What a search compares: a key, or the two of a complex number.
template <class U>
struct RealKey {
  using Key = U;
  static Key of(const char* items, int64_t i, KeyKind kind) {
    return sort_key::equal(reinterpret_cast<const U*>(items)[i], kind);
  }
  static bool is_nan(Key key, KeyKind kind) {
    return sort_key::is_nan_key(key, kind);
  }
};
template <class U>
struct ComplexKey {
  using Key = std::pair<U, U>;
  static Key of(const char* items, int64_t i, KeyKind) {
    auto* parts = reinterpret_cast<const U*>(items) + 2 * i;
    auto key = sort_key::equal_pair(parts[0], parts[1]);
    return {key.high, key.low};
  }
  static bool is_nan(Key key, KeyKind) {
    return key.first >= sort_key::kAbove<U>;
  }
};

// Searches among items whose keys item(i) gives.
template <class Load, class Item>
class Search {
 public:
  using Key = typename Load::Key;
  // Searches that wait for memory at the same time.
  static constexpr int64_t kTogether = 16;

  Search(const SearchPlan& plan, Item item)
      : plan_(plan), kind_(key_kind(plan.dtype)), item_(item) {}

  void run(int64_t begin, int64_t end) {
    int64_t near = 0;
    for (int64_t i = begin; i < end; i += kTogether) {
      const int64_t count = std::min(kTogether, end - i);
      Key keys[kTogether];
      int64_t places[kTogether];
      int64_t* out = plan_.found ? places : plan_.out + i;
      for (int64_t k = 0; k < count; ++k)
        keys[k] = Load::of(plan_.values, i + k, kind_);
      if (std::is_sorted(keys, keys + count))
        near = one_by_one(keys, count, near, out);
      else
        together(keys, count, out);
      if (plan_.found)
        for (int64_t k = 0; k < count; ++k)
          plan_.found[i + k] = is_at(places[k], keys[k]);
    }
  }

 private:
  bool before(int64_t i, const Key& key) const {
    const auto item = item_(i);
    return plan_.right ? !(key < item) : item < key;
  }

  bool is_at(int64_t i, const Key& key) const {
    return i < plan_.n && item_(i) == key && !Load::is_nan(key, kind_);
  }

  // Ascending values are near each other: each search begins where the last
  // one ended, and the first one at `low` if its value is not before that.
  int64_t one_by_one(const Key* keys, int64_t count, int64_t low,
                     int64_t* out) const {
    if (low > 0 && !before(low - 1, keys[0])) low = 0;
    for (int64_t k = 0; k < count; ++k) {
      const int64_t near = low + 64;
      int64_t n =
          (near < plan_.n && !before(near, keys[k]) ? near : plan_.n) - low;
      // Without a branch that would be predicted wrongly half of the time.
      while (n > 1) {
        const int64_t half = n / 2;
        low += before(low + half - 1, keys[k]) ? half : 0;
        n -= half;
      }
      if (n == 1) low += before(low, keys[k]);
      out[k] = low;
    }
    return low;
  }

  // The same halving for all, so that their loads overlap.
  void together(const Key* keys, int64_t count, int64_t* out) const {
    int64_t low[kTogether] = {};
    int64_t n = plan_.n;
    for (; n > 1; n -= n / 2)
      for (int64_t k = 0; k < count; ++k)
        low[k] += before(low[k] + n / 2 - 1, keys[k]) ? n / 2 : 0;
    for (int64_t k = 0; k < count; ++k)
      out[k] = low[k] + (n == 1 && before(low[k], keys[k]));
  }

  const SearchPlan& plan_;
  const KeyKind kind_;
  const Item item_;
};

template <class Load, class Item>
void search_among(const SearchPlan& plan, Item item) {
  parallel_for(plan.m, 1024, [&](int64_t begin, int64_t end) {
    Search<Load, Item>(plan, item).run(begin, end);
  });
}

template <class Load>
void search_lines(const SearchPlan& plan) {
  const KeyKind kind = key_kind(plan.dtype);
  auto key = [&plan, kind](int64_t i) {
    return Load::of(plan.sorted, i, kind);
  };
  if (plan.n > plan.m) return search_among<Load>(plan, key);
  // Each key is met more than once, on the average.
  const auto keys = room<typename Load::Key>(plan.n);
  parallel_for(plan.n, 1 << 15, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) keys[i] = key(i);
  });
  search_among<Load>(plan,
                     [items = keys.get()](int64_t i) { return items[i]; });
}

}  // namespace

void sort(const SortPlan& plan) {
  if (const RowSort sort_row = row_sort_for(plan))
    return sort_by(sort_row, plan);
  if (plan.dtype == DType::kComplex64)
    return sort_places<Complex64Places>(plan);
  if (plan.dtype == DType::kComplex128)
    return sort_places<Complex128Places>(plan);
  switch (itemsize(plan.dtype)) {
    case 1:
      return sort_reals<unsigned char>(plan);
    case 2:
      return sort_reals<unsigned short>(plan);
    case 4:
      return sort_reals<unsigned>(plan);
    default:
      return sort_reals<unsigned long>(plan);
  }
}

void search(const SearchPlan& plan) {
  if (plan.dtype == DType::kComplex64)
    return search_lines<ComplexKey<unsigned>>(plan);
  if (plan.dtype == DType::kComplex128)
    return search_lines<ComplexKey<unsigned long>>(plan);
  switch (itemsize(plan.dtype)) {
    case 1:
      return search_lines<RealKey<unsigned char>>(plan);
    case 2:
      return search_lines<RealKey<unsigned short>>(plan);
    case 4:
      return search_lines<RealKey<unsigned>>(plan);
    default:
      return search_lines<RealKey<unsigned long>>(plan);
  }
}

}  // namespace tenorite::cpu
