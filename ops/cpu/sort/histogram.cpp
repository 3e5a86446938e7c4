// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "core/cpu_targets.h"
#include "core/thread_pool.h"
#include "ops/cpu/cpu_ops.h"
#include "ops/device/types.h"

namespace tenorite::cpu {
namespace {

// More bins than this are not counted by each thread for itself.
constexpr int64_t kPrivateBins = 1 << 16;
constexpr int64_t kGrain = 1 << 14;
// Items whose bins are looked up side by side.
constexpr int64_t kBlock = 64;

// As bin_of() among edges that are not even, but without branches, which
// processors would guess, and for many numbers side by side.
TENORITE_CPU_CLONES void bins_among(const Bins& bins, const double* x,
                                    int64_t n, int64_t* numbers) {
  const double* edges = bins.edges;
  const int64_t count = bins.count;
  // The last edges up to x.
  std::fill(numbers, numbers + n, 0);
  for (int64_t left = count + 1, half; left > 1; left -= half) {
    half = left / 2;
    for (int64_t i = 0; i < n; ++i)
      numbers[i] += edges[numbers[i] + half] <= x[i] ? half : 0;
  }
  for (int64_t i = 0; i < n; ++i) {
    const bool inside = x[i] >= edges[0] && x[i] <= edges[count];
    numbers[i] = inside ? std::min(numbers[i], count - 1) : -1;
  }
}

// Up to kBlock of them; -1 for those outside.
template <class T>
void number_block(const T* items, int64_t n, const Bins& bins,
                  int64_t* numbers) {
  if constexpr (is_complex<T>) {
    std::fill(numbers, numbers + n, -1);
  } else if (!bins.edges) {
    for (int64_t i = 0; i < n; ++i) numbers[i] = static_cast<int64_t>(items[i]);
  } else {
    double x[kBlock];
    for (int64_t i = 0; i < n; ++i) x[i] = static_cast<double>(items[i]);
    if (!bins.even) return bins_among(bins, x, n, numbers);
    for (int64_t i = 0; i < n; ++i) numbers[i] = bin_of(bins, x[i]);
  }
}

// f(first, numbers, n) for blocks of the items from begin to end.
template <class T, class F>
void for_blocks(const BinPlan& plan, int64_t begin, int64_t end, F&& f) {
  auto* items = reinterpret_cast<const T*>(plan.in);
  int64_t numbers[kBlock];
  for (int64_t first = begin; first < end; first += kBlock) {
    const int64_t n = std::min(kBlock, end - first);
    number_block(items + first, n, plan.bins, numbers);
    f(first, numbers, n);
  }
}

template <class T>
void number_items(const BinPlan& plan) {
  parallel_for(plan.n, kGrain, [&](int64_t begin, int64_t end) {
    for_blocks<T>(plan, begin, end,
                  [&](int64_t first, const int64_t* numbers, int64_t n) {
                    for (int64_t i = 0; i < n; ++i)
                      plan.numbers[first + i] =
                          numbers[i] < 0 ? plan.bins.count : numbers[i];
                  });
  });
}

template <class T>
void count_items(const BinPlan& plan) {
  auto count = [&](int64_t begin, int64_t end, int64_t* counts) {
    for_blocks<T>(plan, begin, end,
                  [&](int64_t, const int64_t* numbers, int64_t n) {
                    for (int64_t i = 0; i < n; ++i)
                      if (numbers[i] >= 0 && numbers[i] < plan.bins.count)
                        ++counts[numbers[i]];
                  });
  };
  const int64_t threads = num_threads(), bins = plan.bins.count;
  if (threads == 1 || bins > kPrivateBins || plan.n < 4 * bins ||
      plan.n < 2 * kGrain)
    return count(0, plan.n, plan.counts);
  std::vector<std::vector<int64_t>> of(threads);
  const int64_t size = (plan.n - 1) / threads + 1;
  parallel_for(threads, 1, [&](int64_t begin, int64_t end) {
    for (int64_t t = begin; t < end; ++t) {
      of[t].resize(bins);
      count(std::min(t * size, plan.n), std::min((t + 1) * size, plan.n),
            of[t].data());
    }
  });
  for (const auto& counts : of)
    for (int64_t b = 0; b < bins; ++b) plan.counts[b] += counts[b];
}

struct Loops {
  void (*count)(const BinPlan&);
  void (*number)(const BinPlan&);
};
constexpr Loops kLoops[] = {
#define TENORITE_DTYPE(enumerator, type, letter, kind, size, name) \
  {count_items<type_of_t<letter>>, number_items<type_of_t<letter>>},
#include "core/dtype.def"
#undef TENORITE_DTYPE
};

// Calls body(begin, end) for the items that have one before them.
template <class F>
void for_followers(int64_t n, bool* out, F&& body) {
  out[0] = true;
  parallel_for(n, kGrain, [&](int64_t begin, int64_t end) {
    body(std::max<int64_t>(begin, 1), end);
  });
}

// Equal numbers are next to each other; all NaNs are equal.
template <class T>
TENORITE_CPU_CLONES void mark_changes(const T* items, int64_t begin,
                                      int64_t end, bool* out) {
  for (int64_t i = begin; i < end; ++i) {
    const T a = items[i - 1], b = items[i];
    out[i] = (a != b) & ((a == a) | (b == b));
  }
}
template <class T>
void mark_first(const char* sorted, int64_t n, bool* out) {
  for_followers(n, out, [&](int64_t begin, int64_t end) {
    mark_changes(reinterpret_cast<const T*>(sorted), begin, end, out);
  });
}

// Likewise where a comparison is one of keys.
template <class F>
void mark_first_by(int64_t n, bool* out, F&& key) {
  for_followers(n, out, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) out[i] = key(i) != key(i - 1);
  });
}
template <class U>
void mark_first_pair(const char* sorted, int64_t n, bool* out) {
  auto* parts = reinterpret_cast<const U*>(sorted);
  mark_first_by(n, out, [&](int64_t i) {
    auto key = sort_key::equal_pair(parts[2 * i], parts[2 * i + 1]);
    return std::pair(key.high, key.low);
  });
}

}  // namespace

void bin(const BinPlan& plan) {
  const Loops& loops = kLoops[static_cast<int>(plan.dtype)];
  (plan.numbers ? loops.number : loops.count)(plan);
}

// In the order of the items, as NumPy adds them.
void bin_sums(const BinSumPlan& plan) {
  for (int64_t i = 0; i < plan.n; ++i)
    if (plan.numbers[i] < plan.bins)
      plan.out[plan.numbers[i]] += plan.weights[i];
}

void first_of_equals(DType dtype, const char* sorted, int64_t n, bool* out,
                     Device, StreamId) {
  switch (dtype) {
    case DType::kComplex64:
      return mark_first_pair<unsigned>(sorted, n, out);
    case DType::kComplex128:
      return mark_first_pair<unsigned long>(sorted, n, out);
    case DType::kFloat16: {
      auto* items = reinterpret_cast<const unsigned short*>(sorted);
      return mark_first_by(n, out, [&](int64_t i) {
        return sort_key::equal(items[i], KeyKind::kFloat);
      });
    }
    case DType::kFloat32:
      return mark_first<float>(sorted, n, out);
    case DType::kFloat64:
      return mark_first<double>(sorted, n, out);
    default:
      break;
  }
  switch (itemsize(dtype)) {
    case 1:
      return mark_first<unsigned char>(sorted, n, out);
    case 2:
      return mark_first<unsigned short>(sorted, n, out);
    case 4:
      return mark_first<unsigned>(sorted, n, out);
    default:
      return mark_first<unsigned long>(sorted, n, out);
  }
}

}  // namespace tenorite::cpu
