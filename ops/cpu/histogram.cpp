// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "ops/cpu/cpu_ops.h"
#include "ops/cpu/thread_pool.h"
#include "ops/device/types.h"

namespace tenorite::cpu {
namespace {

// More bins than this are not counted by each thread for itself.
constexpr int64_t kPrivateBins = 1 << 16;
constexpr int64_t kGrain = 1 << 14;

template <class T>
int64_t number_of(T item, const Bins& bins) {
  if constexpr (is_complex<T>) {
    return -1;
  } else if constexpr (is_integer<T> || is_bool<T>) {
    if (!bins.edges) return static_cast<int64_t>(item);
    return bin_of(bins, static_cast<double>(item));
  } else {
    return bin_of(bins, static_cast<double>(item));
  }
}

template <class T>
void number_items(const BinPlan& plan) {
  auto* items = reinterpret_cast<const T*>(plan.in);
  parallel_for(plan.n, kGrain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t b = number_of(items[i], plan.bins);
      plan.numbers[i] = b < 0 ? plan.bins.count : b;
    }
  });
}

template <class T>
void count_items(const BinPlan& plan) {
  auto* items = reinterpret_cast<const T*>(plan.in);
  auto count = [&](int64_t begin, int64_t end, int64_t* counts) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t b = number_of(items[i], plan.bins);
      if (b >= 0 && b < plan.bins.count) ++counts[b];
    }
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

// Equal keys are next to each other.
template <class U, bool kComplex>
void mark_first(const char* sorted, int64_t n, KeyKind kind, bool* out) {
  auto* items = reinterpret_cast<const U*>(sorted);
  auto differs = [&](int64_t i) {
    if constexpr (kComplex) {
      auto a = sort_key::equal_pair(items[2 * i], items[2 * i + 1]);
      auto b = sort_key::equal_pair(items[2 * i - 2], items[2 * i - 1]);
      return a.high != b.high || a.low != b.low;
    } else {
      return sort_key::equal(items[i], kind) !=
             sort_key::equal(items[i - 1], kind);
    }
  };
  parallel_for(n, kGrain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) out[i] = i == 0 || differs(i);
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
  KeyKind kind = key_kind(dtype);
  if (dtype == DType::kComplex64)
    return mark_first<unsigned, true>(sorted, n, kind, out);
  if (dtype == DType::kComplex128)
    return mark_first<unsigned long, true>(sorted, n, kind, out);
  switch (itemsize(dtype)) {
    case 1:
      return mark_first<unsigned char, false>(sorted, n, kind, out);
    case 2:
      return mark_first<unsigned short, false>(sorted, n, kind, out);
    case 4:
      return mark_first<unsigned, false>(sorted, n, kind, out);
    default:
      return mark_first<unsigned long, false>(sorted, n, kind, out);
  }
}

}  // namespace tenorite::cpu
