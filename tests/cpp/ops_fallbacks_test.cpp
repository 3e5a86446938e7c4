// SPDX-License-Identifier: Apache-2.0
// Entries without which there is another way: a device that lacks one computes
// the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "ops/api/correlate.h"
#include "ops/api/ops.h"
#include "ops/api/sets.h"
#include "ops/api/sort.h"
#include "ops/plan/registry.h"
#include "ops/plan/row_sorts.h"

namespace tenorite {
namespace {

template <class T>
ndarray array_of(const std::vector<T>& items, DType dtype, Dims shape = {}) {
  if (shape.empty()) shape = {std::ssize(items)};
  ndarray a = ndarray::empty(shape, dtype, kCpu);
  std::memcpy(a.data(), items.data(), items.size() * sizeof(T));
  return a;
}

std::string bytes_of(const ndarray& a) {
  const ndarray dense = ops::contiguous(a);
  return {dense.data(), static_cast<size_t>(dense.nbytes())};
}

template <class T>
std::vector<T> items_of(const ndarray& a) {
  const ndarray dense = ops::contiguous(a);
  auto* items = reinterpret_cast<const T*>(dense.data());
  return std::vector<T>(items, items + dense.size());
}

std::vector<int64_t> random_integers(size_t n, int64_t below) {
  std::mt19937_64 generator(n);
  std::vector<int64_t> items(n);
  for (int64_t& item : items)
    item = static_cast<int64_t>(generator() >> 1) % below;
  return items;
}

ndarray random_array(size_t n, DType dtype, int64_t below = 1000) {
  const ndarray items = array_of(random_integers(n, below), DType::kInt64);
  return kind(dtype) == 'f' || kind(dtype) == 'c'
             ? ops::binary(
                   Op::divide, ops::astype(items, dtype),
                   ops::astype(array_of<int64_t>({7}, DType::kInt64), dtype))
             : ops::astype(items, dtype);
}

class FallbacksTest : public ::testing::Test {
 protected:
  FallbacksTest() : cpu_(device_ops(kCpu)), gaps_(cpu_) {}
  ~FallbacksTest() override { register_device_ops(DeviceType::kCpu, &cpu_); }

  // run() on the device and on one without the entry.
  template <auto kEntry, class Run>
  auto both(Run&& run) {
    auto with = run();
    gaps_.*kEntry = nullptr;
    register_device_ops(DeviceType::kCpu, &gaps_);
    auto without = run();
    register_device_ops(DeviceType::kCpu, &cpu_);
    gaps_ = cpu_;
    return std::pair(with, without);
  }

 private:
  const DeviceOps& cpu_;
  DeviceOps gaps_;
};

TEST_F(FallbacksTest, CorrelationsHaveTheSameBits) {
  for (const DType dtype :
       {DType::kBool, DType::kInt8, DType::kUint16, DType::kInt64,
        DType::kFloat16, DType::kFloat32, DType::kFloat64, DType::kComplex64,
        DType::kComplex128}) {
    const ndarray a = random_array(300, dtype), v = random_array(40, dtype);
    for (const int64_t before : {0, 17, 39}) {
      const auto [with, without] = both<&DeviceOps::correlate>(
          [&] { return bytes_of(ops::correlate(a, v, before, 300)); });
      EXPECT_EQ(with, without) << name(dtype) << " " << before;
    }
  }
}

// A sum in half precision stays at 2048.
TEST_F(FallbacksTest, CorrelationsOfFloat16AddInFloat32) {
  const ndarray ones = ndarray::empty({3000}, DType::kFloat16, kCpu);
  ops::fill(ones, cast_scalar(make_scalar(1.0), DType::kFloat16));
  const auto [with, without] = both<&DeviceOps::correlate>([&] {
    return items_of<float>(
        ops::astype(ops::correlate(ones, ones, 0, 1), DType::kFloat32));
  });
  EXPECT_EQ(with, std::vector<float>{3000});
  EXPECT_EQ(without, with);
}

TEST_F(FallbacksTest, MembersAreTheSame) {
  const DType dtypes[] = {DType::kBool,  DType::kInt8,  DType::kUint8,
                          DType::kInt32, DType::kInt64, DType::kUint64};
  for (const DType left : dtypes)
    for (const DType right : dtypes) {
      const ndarray values = random_array(200, left, 100);
      const ndarray tests = random_array(30, right, 300);
      const auto run = [&] { return bytes_of(ops::isin(values, tests)); };
      const auto [with, without] = both<&DeviceOps::contains>(run);
      EXPECT_EQ(with, without) << name(left) << " " << name(right);
      EXPECT_EQ(with, bytes_of(ops::isin(values, tests, true)));
    }
}

// In float64, their common dtype, neighbours would be equal; and -1 is no large
// number.
TEST_F(FallbacksTest, LargeIntegersOfBothSignsAreNotConfused) {
  constexpr int64_t kLarge = (int64_t{1} << 62) + 1;
  const ndarray sign =
      array_of<int64_t>({kLarge, -1, kLarge - 1}, DType::kInt64);
  const ndarray none =
      array_of<uint64_t>({kLarge, ~uint64_t{0}}, DType::kUint64);
  const auto [with, without] = both<&DeviceOps::contains>([&] {
    return std::pair(items_of<bool>(ops::isin(sign, none)),
                     items_of<bool>(ops::isin(none, sign)));
  });
  EXPECT_EQ(with.first, (std::vector<bool>{true, false, false}));
  EXPECT_EQ(with.second, (std::vector<bool>{true, false}));
  EXPECT_EQ(without, with);
}

TEST_F(FallbacksTest, WithoutPartitionsThereAreSorts) {
  const ndarray a = random_array(1000, DType::kFloat64);
  const auto [with, without] = both<&DeviceOps::selects>(
      [&] { return ops::items_at_ranks(a, {3, 500}); });
  const auto sorted = items_of<double>(ops::sort(a, {}));
  ASSERT_TRUE(with);
  EXPECT_EQ(items_of<double>(*with),
            (std::vector<double>{sorted[3], sorted[500]}));
  EXPECT_FALSE(without);
  const auto parts = both<&DeviceOps::selects>(
      [&] { return items_of<double>(ops::partition(a, {500}, 0)); });
  EXPECT_EQ(parts.second, sorted);
  EXPECT_EQ(parts.first[500], sorted[500]);
}

int sort_words(void* items, intptr_t n, void*) {
  auto* words = static_cast<uint64_t*>(items);
  std::sort(words, words + n);
  return 0;
}
int sort_half_words(void* items, intptr_t n, void*) {
  auto* words = static_cast<uint32_t*>(items);
  std::sort(words, words + n);
  return 0;
}

// What the bindings offer is here offered by the test.
class RowSortsTest : public FallbacksTest {
 protected:
  RowSortsTest() {
    set_row_sort(DType::kUint64, sort_words);
    set_row_sort(DType::kUint32, sort_half_words);
  }
  ~RowSortsTest() override {
    set_row_sort(DType::kUint64, nullptr);
    set_row_sort(DType::kUint32, nullptr);
  }
};

TEST_F(RowSortsTest, OrdersOfWordsAreTheSame) {
  for (const auto& [rows, n] : std::vector<std::pair<int64_t, int64_t>>{
           {1, 1}, {1, 5000}, {3, 9000}, {300, 50}, {7, 2}}) {
    std::mt19937_64 generator(5);
    std::vector<uint64_t> words(static_cast<size_t>(rows * n));
    for (const int shared : {0, 30, 60}) {
      for (uint64_t& word : words)
        word = (generator() << shared) | generator() % 4;
      const ndarray a = array_of(words, DType::kUint64, {rows, n});
      for (const int bits : {0, 9, 40})
        for (const int64_t count : {n, n / 2}) {
          const auto [with, without] = both<&DeviceOps::order_words>([&] {
            return items_of<int64_t>(ops::order_words(a, bits, count));
          });
          EXPECT_EQ(with, without) << rows << " " << n << " " << bits;
        }
    }
  }
}

TEST_F(RowSortsTest, SortByThem) {
  for (const size_t n : {2u, 100u, 70000u, 1000001u}) {
    const ndarray a = random_array(n, DType::kUint64, int64_t{1} << 40);
    auto expected = items_of<uint64_t>(a);
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(items_of<uint64_t>(ops::sort(a, {})), expected);
    std::reverse(expected.begin(), expected.end());
    EXPECT_EQ(items_of<uint64_t>(ops::sort(a, {.descending = true})), expected);
    const ndarray rows = ops::reshape(a, {1, a.size()}, ops::Order::kC);
    ops::sort_in_place(rows, {});
    std::reverse(expected.begin(), expected.end());
    EXPECT_EQ(items_of<uint64_t>(a), expected);
  }
}

TEST(Masks, OneValueIsStoredWithoutACount) {
  const ndarray a = ndarray::empty({2, 3}, DType::kInt64, kCpu);
  ops::fill(a, make_scalar(int64_t{1}));
  const ndarray mask = array_of<uint8_t>({0, 1}, DType::kBool);
  ops::mask_put(a, mask, make_scalar(int64_t{5}));
  EXPECT_EQ(items_of<int64_t>(a), (std::vector<int64_t>{1, 1, 1, 5, 5, 5}));
  const ndarray zero = ndarray::empty({}, DType::kInt64, kCpu);
  ops::fill(zero, make_scalar(int64_t{0}));
  ops::mask_put(a, mask, zero);
  EXPECT_EQ(items_of<int64_t>(a), (std::vector<int64_t>{1, 1, 1, 0, 0, 0}));
}

}  // namespace
}  // namespace tenorite
