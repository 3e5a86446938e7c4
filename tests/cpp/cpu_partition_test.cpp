// SPDX-License-Identifier: Apache-2.0
// How the CPU device splits and partitions lines.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "ops/api/ops.h"
#include "ops/api/sort.h"
#include "ops/cpu/sort/quick_select.h"
#include "ops/cpu/sort/split.h"

namespace tenorite::cpu {
namespace {

// Lines of random, of few, of sorted and of equal numbers, and NaNs.
template <class T>
std::vector<std::vector<T>> lines_of(int64_t n) {
  std::mt19937_64 generator(static_cast<uint64_t>(n));
  std::vector<T> random, few, ascending, equal(static_cast<size_t>(n), T{3});
  for (int64_t i = 0; i < n; ++i) {
    random.push_back(static_cast<T>(generator() >> 20));
    few.push_back(static_cast<T>(generator() % 3));
    ascending.push_back(static_cast<T>(i));
  }
  std::vector<std::vector<T>> lines{random, few, ascending, equal};
  if constexpr (std::is_floating_point_v<T>) {
    constexpr T kNan = std::numeric_limits<T>::quiet_NaN();
    constexpr T kInf = std::numeric_limits<T>::infinity();
    std::vector<T> special = random, nans(static_cast<size_t>(n), kNan);
    for (size_t i = 0; i < special.size(); i += 3)
      special[i] = i % 2 ? kNan : i % 4 ? kInf : -kInf;
    lines.insert(lines.end(), {special, nans});
  }
  return lines;
}

template <class T>
void expect_same(const std::vector<T>& a, const std::vector<T>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i)
    ASSERT_FALSE(is_less(a[i], b[i]) || is_less(b[i], a[i])) << i;
}

template <class T>
std::vector<T> sorted(std::vector<T> items) {
  std::sort(items.begin(), items.end(), is_less<T>);
  return items;
}

template <class T>
class NumbersTest : public ::testing::Test {};
using Types =
    ::testing::Types<int32_t, uint32_t, int64_t, uint64_t, float, double>;
TYPED_TEST_SUITE(NumbersTest, Types);

TYPED_TEST(NumbersTest, NoItemOfAPartIsBeforeOneOfAFormerPart) {
  using T = TypeParam;
  for (const int64_t n : {1, 100, (1 << 14) - 1, (1 << 14) + 9, 50001})
    for (const auto& line : lines_of<T>(n))
      for (const int parts : {2, 3, 8, 37, 256}) {
        std::vector<double> shares;
        for (int i = 1; i < parts; ++i)
          shares.push_back(static_cast<double>(i) / parts);
        std::vector<T> found(line.size());
        const auto ends = split_line(line.data(), n, found.data(), shares);
        ASSERT_EQ(std::ssize(ends), parts);
        ASSERT_TRUE(std::is_sorted(ends.begin(), ends.end()));
        ASSERT_EQ(ends.back(), n);
        int64_t begin = 0;
        for (const int64_t end : ends) {
          std::sort(found.begin() + begin, found.begin() + end, is_less<T>);
          begin = end;
        }
        expect_same(found, sorted(line));
      }
}

TYPED_TEST(NumbersTest, ItemsAtRanksAreInTheirPlaces) {
  using T = TypeParam;
  for (const int64_t n : {1, 256, 257, 3000, 100000})
    for (const auto& line : lines_of<T>(n)) {
      const auto expected = sorted(line);
      for (const std::vector<int64_t>& ranks :
           {std::vector<int64_t>{0}, {n - 1}, {n / 2}, {0, n / 3, n - 1}}) {
        if (std::adjacent_find(ranks.begin(), ranks.end()) != ranks.end())
          continue;
        std::vector<T> found = line, other(line.size()), room(line.size());
        QuickSelect<T> select(room.data(), nullptr);
        select.place(found.data(), found.data(), n, ranks);
        select.place(line.data(), other.data(), n, ranks);
        ASSERT_EQ(std::memcmp(found.data(), other.data(), n * sizeof(T)), 0);
        int64_t begin = 0;
        for (const int64_t rank : ranks) {
          std::sort(found.begin() + begin, found.begin() + rank, is_less<T>);
          begin = rank;
        }
        std::sort(found.begin() + begin, found.end(), is_less<T>);
        expect_same(found, expected);
      }
    }
}

// Positions are those of a stable sort as far as ranks tell items apart.
TEST(PartitionPositions, OfEqualItemsAscend) {
  for (const DType dtype :
       {DType::kInt32, DType::kFloat64, DType::kComplex64, DType::kComplex128})
    for (const int64_t n : {300, 200000}) {
      const ndarray items = ndarray::empty({n}, DType::kInt64, kCpu);
      auto* values = reinterpret_cast<int64_t*>(items.data());
      for (int64_t i = 0; i < n; ++i) values[i] = i * 7919 % 5;
      const ndarray a = ops::astype(items, dtype);
      for (const bool descending : {false, true}) {
        const int64_t k = n / 2;
        const auto found = ops::first_positions(a, k, 0, descending);
        ASSERT_TRUE(found);
        auto* order = reinterpret_cast<const int64_t*>(found->data());
        std::vector<int64_t> expected(static_cast<size_t>(n));
        for (int64_t i = 0; i < n; ++i) expected[static_cast<size_t>(i)] = i;
        std::stable_sort(
            expected.begin(), expected.end(), [&](int64_t x, int64_t y) {
              return descending ? values[x] > values[y] : values[x] < values[y];
            });
        std::vector<int64_t> first(order, order + k);
        std::stable_sort(first.begin(), first.end(), [&](int64_t x, int64_t y) {
          return descending ? values[x] > values[y] : values[x] < values[y];
        });
        expected.resize(static_cast<size_t>(k));
        EXPECT_EQ(first, expected) << name(dtype) << " " << n;
      }
    }
}

}  // namespace
}  // namespace tenorite::cpu
