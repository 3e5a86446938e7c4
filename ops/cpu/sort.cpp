// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <type_traits>
#include <utility>

#include "ops/cpu/cpu_ops.h"
#include "ops/cpu/execute.h"
#include "ops/cpu/radix_sort.h"
#include "ops/device/types.h"

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

// ---- positions, and items whose equal keys hide different bits ----

template <class U, class Place>
struct RealPlaces {
  using Item = Place;
  static Item of(const char* row, int64_t i, const SortPlan& plan) {
    U bits = reinterpret_cast<const U*>(row)[i];
    return Item::of(
        sort_key::equal(bits, key_kind(plan.dtype), plan.descending), i);
  }
};
struct Complex64Places {
  using Item = WidePlace;
  static Item of(const char* row, int64_t i, const SortPlan& plan) {
    auto* parts = reinterpret_cast<const unsigned*>(row) + 2 * i;
    auto key = sort_key::equal_pair(parts[0], parts[1], plan.descending);
    return {uint64_t{key.high} << 32 | key.low, i};
  }
};
struct Complex128Places {
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
      for_items(plan.n, [&](int64_t from, int64_t to) {
        for (int64_t i = from; i < to; ++i) first[i] = Places::of(in, i, plan);
      });
      Item* sorted = radix_sort(first.get(), other.get(), plan.n);
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
  if constexpr (sizeof(U) < 8)
    if (plan.n <= UINT32_MAX)
      return sort_places<RealPlaces<U, NarrowPlace<sizeof(U)>>>(plan);
  sort_places<RealPlaces<U, WidePlace>>(plan);
}

// ---- merging ----

// The number of items of `a` among the first `rank` of both runs merged, where
// those of `a` come first among equals.
template <class U>
int64_t co_rank(int64_t rank, const U* a, int64_t na, const U* b, int64_t nb,
                Keys<U> key) {
  int64_t low = std::max<int64_t>(0, rank - nb), high = std::min(rank, na);
  while (low < high) {
    int64_t i = low + (high - low) / 2;
    if (key(b[rank - i - 1]) < key(a[i]))
      high = i;
    else
      low = i + 1;
  }
  return low;
}

// From both ends at once, which are independent of each other.
template <class U>
void merge_runs(const U* a, int64_t na, const U* b, int64_t nb, U* out,
                Keys<U> key) {
  int64_t n = na + nb, front = 0, back = n;
  int64_t i = 0, j = 0, p = na, q = nb;
  // Each step takes one item from each end; as long as both runs have more
  // than a step's items left, no end is looked at.
  while (p - i > 1 && q - j > 1) {
    int64_t steps = std::min(p - i, q - j) / 2;
    for (int64_t s = 0; s < steps; ++s) {
      U x = a[i], y = b[j], v = a[p - 1], w = b[q - 1];
      bool second = key(y) < key(x), last = key(w) < key(v);
      out[front++] = second ? y : x;
      j += second;
      i += !second;
      out[--back] = last ? v : w;
      p -= last;
      q -= !last;
    }
  }
  while (i < p && j < q) {
    bool second = key(b[j]) < key(a[i]);
    out[front++] = second ? b[j++] : a[i++];
  }
  while (i < p) out[front++] = a[i++];
  while (j < q) out[front++] = b[j++];
}

template <class U>
void merge_line(const SortPlan& plan, std::vector<int64_t> ends) {
  const int64_t n = plan.n;
  auto* items = reinterpret_cast<U*>(plan.out);
  auto other = room<U>(n);
  U *from = items, *to = other.get();
  auto merge_all = [&](Keys<U> key) {
    while (ends.size() > 1) {
      std::vector<int64_t> merged;
      int64_t begin = 0;
      for (size_t k = 0; k < ends.size(); k += 2) {
        int64_t middle = ends[k], end = ends[std::min(k + 1, ends.size() - 1)];
        const U *a = from + begin, *b = from + middle;
        U* out = to + begin;
        int64_t na = middle - begin, nb = end - middle;
        const int64_t grain = kLightGrain / 4;
        parallel_for(na + nb, grain, [&](int64_t first, int64_t last) {
          int64_t i = co_rank(first, a, na, b, nb, key);
          int64_t p = co_rank(last, a, na, b, nb, key);
          merge_runs(a + i, p - i, b + first - i, (last - p) - (first - i),
                     out + first, key);
        });
        merged.push_back(end);
        begin = end;
      }
      ends = merged;
      std::swap(from, to);
    }
  };
  switch (key_kind(plan.dtype)) {
    case KeyKind::kUnsigned:
      merge_all({KeyKind::kUnsigned, false});
      break;
    case KeyKind::kSigned:
      merge_all({KeyKind::kSigned, false});
      break;
    case KeyKind::kFloat:
      merge_all({KeyKind::kFloat, false});
      break;
  }
  if (from != items)
    for_items(n, [&](int64_t begin, int64_t end) {
      std::memcpy(items + begin, from + begin, (end - begin) * sizeof(U));
    });
}

// ---- searches ----

// What a search compares: a key, or the two of a complex number.
template <class U>
struct RealKey {
  using Key = U;
  static Key of(const char* items, int64_t i, KeyKind kind) {
    return sort_key::equal(reinterpret_cast<const U*>(items)[i], kind);
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
};

template <class Load>
void search_lines(const SearchPlan& plan) {
  const KeyKind kind = key_kind(plan.dtype);
  auto before = [&](int64_t i, const typename Load::Key& key) {
    auto item = Load::of(plan.sorted, i, kind);
    return plan.right ? !(key < item) : item < key;
  };
  parallel_for(plan.m, 1024, [&](int64_t begin, int64_t end) {
    // Neighbours of ascending values are near each other.
    int64_t low = 0, high = plan.n;
    typename Load::Key last{};
    for (int64_t i = begin; i < end; ++i) {
      auto key = Load::of(plan.values, i, kind);
      if (i > begin && last < key) {
        int64_t near = low + 64;
        high = near < plan.n && !before(near, key) ? near : plan.n;
      } else {
        low = 0;
      }
      last = key;
      // Without a branch that would be predicted wrongly half of the time.
      int64_t n = high - low;
      while (n > 1) {
        int64_t half = n / 2;
        low += before(low + half - 1, key) ? half : 0;
        n -= half;
      }
      if (n == 1) low += before(low, key);
      high = low;
      plan.out[i] = low;
    }
  });
}

}  // namespace

void sort(const SortPlan& plan) {
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

void merge(const SortPlan& plan, const std::vector<int64_t>& ends) {
  switch (itemsize(plan.dtype)) {
    case 4:
      return merge_line<unsigned>(plan, ends);
    case 8:
      return merge_line<unsigned long>(plan, ends);
    default:
      return sort(plan);
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
