// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/sort/partition_block.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>

#include "core/cpu_targets.h"

namespace tenorite::cpu {
namespace {

// What is left of a block: items from `from` on, and the places that they fill,
// the low ones upwards and the high ones downwards.
template <class T>
struct Rest {
  const T *from, *end;
  T *low, *low_end, *high, *high_end;
};

template <class T>
TENORITE_CPU_CLONES int64_t count_of(const T* items, int64_t n, T edge) {
  // As wide as the items, so that it is a lane beside theirs.
  std::conditional_t<(sizeof(T) > 4), int64_t, int32_t> count = 0;
  for (int64_t i = 0; i < n; ++i) count += items[i] < edge;
  return count;
}

template <class T>
void move_one_by_one(Rest<T> rest, T edge) {
  for (; rest.from < rest.end; ++rest.from) {
    // An offset, since a choice of pointers would become a branch.
    const int64_t is_less = *rest.from < edge;
    const int64_t apart = rest.low - (rest.high_end - 1);
    rest.high_end[-1 + (apart & -is_less)] = *rest.from;
    rest.low += is_less;
    rest.high_end -= 1 - is_less;
  }
}

#if defined(__x86_64__)

// order[mask]: lanes of 32 bits of a vector with the items in mask first.
template <int kItems>
constexpr auto make_orders() {
  constexpr int kWords = 8 / kItems;
  std::array<std::array<uint8_t, 8>, 1 << kItems> orders{};
  for (unsigned mask = 0; mask < orders.size(); ++mask) {
    int at = 0;
    for (unsigned wanted : {1u, 0u})
      for (int item = 0; item < kItems; ++item)
        if ((mask >> item & 1) == wanted)
          for (int word = 0; word < kWords; ++word)
            orders[mask][at++] = static_cast<uint8_t>(item * kWords + word);
  }
  return orders;
}
template <int kItems>
constexpr auto kOrders = make_orders<kItems>();

// Bits of the items that are less than the edge.
template <class T>
[[gnu::target("avx2"), gnu::always_inline]] inline unsigned less_of(__m256i x,
                                                                    T edge) {
  if constexpr (std::is_same_v<T, float>) {
    return _mm256_movemask_ps(_mm256_cmp_ps(_mm256_castsi256_ps(x),
                                            _mm256_set1_ps(edge), _CMP_LT_OQ));
  } else if constexpr (std::is_same_v<T, double>) {
    return _mm256_movemask_pd(_mm256_cmp_pd(_mm256_castsi256_pd(x),
                                            _mm256_set1_pd(edge), _CMP_LT_OQ));
  } else if constexpr (sizeof(T) == 4) {
    // Comparisons are of signed integers.
    const auto flip = _mm256_set1_epi32(std::is_signed_v<T> ? 0 : INT32_MIN);
    const auto limit = _mm256_set1_epi32(static_cast<int32_t>(edge));
    return _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(
        _mm256_xor_si256(limit, flip), _mm256_xor_si256(x, flip))));
  } else {
    const auto flip = _mm256_set1_epi64x(std::is_signed_v<T> ? 0 : INT64_MIN);
    const auto limit = _mm256_set1_epi64x(static_cast<int64_t>(edge));
    return _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpgt_epi64(
        _mm256_xor_si256(limit, flip), _mm256_xor_si256(x, flip))));
  }
}

// Whole vectors, whose items go to both halves. Each is written with all of its
// items, which is right as long as both halves have that much room.
template <class T>
[[gnu::target("avx2")]] void move_vectors(Rest<T>& rest, T edge) {
  constexpr int kItems = 32 / sizeof(T);
  auto at = [](T* p) { return reinterpret_cast<__m256i*>(p); };
  while (rest.low_end - rest.low >= kItems &&
         rest.high_end - rest.high >= kItems) {
    const auto x =
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(rest.from));
    const unsigned less = less_of(x, edge);
    const auto order = _mm256_cvtepu8_epi32(_mm_loadl_epi64(
        reinterpret_cast<const __m128i*>(&kOrders<kItems>[less])));
    const auto sorted = _mm256_permutevar8x32_epi32(x, order);
    const int count = std::popcount(less);
    _mm256_storeu_si256(at(rest.low), sorted);
    _mm256_storeu_si256(at(rest.high_end - kItems), sorted);
    rest.from += kItems;
    rest.low += count;
    rest.high_end -= kItems - count;
  }
}

#endif

}  // namespace

template <class T>
int64_t count_less(const T* items, int64_t n, T edge) {
  return count_of(items, n, edge);
}

template <class T>
void move_halves(const T* items, int64_t n, T edge, int64_t less, T* low,
                 T* high) {
  if (less == 0 || less == n) {
    std::copy(items, items + n, less == 0 ? high : low);
    return;
  }
  Rest<T> rest{items, items + n, low, low + less, high, high + (n - less)};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) move_vectors(rest, edge);
#endif
  move_one_by_one(rest, edge);
}

#define TENORITE_HALVES(T)                           \
  template int64_t count_less(const T*, int64_t, T); \
  template void move_halves(const T*, int64_t, T, int64_t, T*, T*);
TENORITE_HALVES(int32_t)
TENORITE_HALVES(uint32_t)
TENORITE_HALVES(int64_t)
TENORITE_HALVES(uint64_t)
TENORITE_HALVES(float)
TENORITE_HALVES(double)
#undef TENORITE_HALVES

}  // namespace tenorite::cpu
