// SPDX-License-Identifier: Apache-2.0
#include "ops/device/arange.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "core/cpu_targets.h"
#include "core/thread_pool.h"
#include "ops/cpu/cpu_ops.h"
#include "ops/cpu/elementwise/execute.h"

namespace tenorite::cpu {
namespace {

// The difference of two float16 is not always one: a float32 does as well.
template <class T>
compute_t<T> value_of(const Scalar& scalar) {
  if (!is_same<T, compute_t<T>> && scalar.dtype == DType::kFloat32) {
    compute_t<T> value;
    std::memcpy(&value, scalar.bytes, sizeof(value));
    return value;
  }
  T value;
  std::memcpy(&value, scalar.bytes, sizeof(value));
  return value;
}

template <class T>
TENORITE_CPU_CLONES void fill_range(char* out, int64_t begin, int64_t end,
                                    compute_t<T> first, compute_t<T> step) {
  // Short counters become floating-point numbers in vectors.
  constexpr bool kCounts = is_integer<T> || is_bool<T>;
  using Index = std::conditional_t<kCounts, long, double>;
  constexpr int64_t kMost = kCounts ? INT64_MAX : 1 << 20;
  for (int64_t i = begin; i < end;) {
    const int64_t n = std::min(end - i, kMost);
    for (std::conditional_t<kCounts, int64_t, int> k = 0; k < n; ++k) {
      T value = arange_element<T>(static_cast<Index>(i) + static_cast<Index>(k),
                                  first, step);
      std::memcpy(out + (i + k) * sizeof(T), &value, sizeof(T));
    }
    i += n;
  }
}

template <class T>
void fill(char* out, int64_t n, const Scalar& start, const Scalar& delta) {
  const auto first = value_of<T>(start), step = value_of<T>(delta);
  parallel_for(n, kLightGrain, [&](int64_t begin, int64_t end) {
    fill_range<T>(out, begin, end, first, step);
  });
}

constexpr decltype(&fill<int>) kFill[] = {
#define TENORITE_DTYPE(enumerator, type, letter, kind, size, name) \
  fill<type_of_t<letter>>,
#include "core/dtype.def"
#undef TENORITE_DTYPE
};

}  // namespace

void arange(char* out, DType dtype, int64_t n, const Scalar& start,
            const Scalar& delta, Device, StreamId) {
  kFill[static_cast<int>(dtype)](out, n, start, delta);
}

}  // namespace tenorite::cpu
