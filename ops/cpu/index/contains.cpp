// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>

#include "core/thread_pool.h"
#include "ops/cpu/cpu_ops.h"

namespace tenorite::cpu {
namespace {

// NumPy's rule: a table of this many flags per item on either side is faster
// than a search.
constexpr uint64_t kFlagsPerItem = 6;
constexpr int64_t kGrain = 1 << 15;

// f(zero of the dtype's type); bools are bytes.
template <class F>
decltype(auto) with_whole_number(DType dtype, F&& f) {
  switch (dtype) {
    case DType::kInt8:
      return f(int8_t{});
    case DType::kInt16:
      return f(int16_t{});
    case DType::kInt32:
      return f(int32_t{});
    case DType::kInt64:
      return f(int64_t{});
    case DType::kUint16:
      return f(uint16_t{});
    case DType::kUint32:
      return f(uint32_t{});
    case DType::kUint64:
      return f(uint64_t{});
    default:
      return f(uint8_t{});
  }
}

// The tests as flags from the least of them on.
template <class T>
class Table {
 public:
  // False where the range of the tests is too wide.
  bool fill(const ContainsPlan& plan) {
    auto* tests = reinterpret_cast<const T*>(plan.tests);
    least_ = most_ = tests[0];
    for (int64_t i = 1; i < plan.m; ++i) {
      least_ = std::min(least_, tests[i]);
      most_ = std::max(most_, tests[i]);
    }
    const uint64_t last = place(most_);
    if (last > kFlagsPerItem * static_cast<uint64_t>(plan.n + plan.m))
      return false;
    flags_ = std::make_unique<bool[]>(last + 1);
    for (int64_t i = 0; i < plan.m; ++i) flags_[place(tests[i])] = true;
    return true;
  }

  template <class V>
  bool has(V value) const {
    return std::cmp_greater_equal(value, least_) &&
           std::cmp_less_equal(value, most_) && flags_[place(value)];
  }

 private:
  // Modulo 2^64, which is right for all that is between the ends.
  template <class V>
  uint64_t place(V value) const {
    return static_cast<uint64_t>(value) - static_cast<uint64_t>(least_);
  }

  T least_, most_;
  std::unique_ptr<bool[]> flags_;
};

}  // namespace

bool contains(const ContainsPlan& plan) {
  return with_whole_number(plan.test_dtype, [&]<class T>(T) {
    Table<T> table;
    if (!table.fill(plan)) return false;
    with_whole_number(plan.value_dtype, [&]<class V>(V) {
      auto* values = reinterpret_cast<const V*>(plan.values);
      parallel_for(plan.n, kGrain, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
          plan.out[i] = table.has(values[i]);
      });
    });
    return true;
  });
}

}  // namespace tenorite::cpu
