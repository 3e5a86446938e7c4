// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <numeric>
#include <utility>
#include <vector>

#include "core/dims.h"

namespace tenorite {
namespace {

constexpr int kSizes[] = {0, 1, 5, 6, 7, 8, 63, 64};

Dims counted(int n) {
  Dims dims(n);
  std::iota(dims.begin(), dims.end(), 10);
  return dims;
}
std::vector<int64_t> values(const Dims& dims) {
  return {dims.begin(), dims.end()};
}

struct DimsTest : ::testing::TestWithParam<int> {
  int n = GetParam();
  std::vector<int64_t> expected = values(counted(n));
};

TEST_P(DimsTest, Constructors) {
  ASSERT_EQ(expected.size(), static_cast<size_t>(n));
  EXPECT_EQ(values(Dims(expected.data(), n)), expected);
  EXPECT_EQ(values(Dims(n, -3)), std::vector<int64_t>(n, -3));
  EXPECT_EQ(counted(n).empty(), n == 0);
  if (n > 0) {
    EXPECT_EQ(counted(n).back(), 10 + n - 1);
  }
}

TEST_P(DimsTest, CopiesAreIndependent) {
  Dims a = counted(n), b = a;
  EXPECT_TRUE(a == b);
  if (n > 0) {
    b[n - 1] = 0;
    EXPECT_FALSE(a == b);
  }
  b.resize(n == 64 ? 63 : n + 1);
  EXPECT_FALSE(a == b);
  EXPECT_EQ(values(a), expected);
  const Dims& self = a;
  a = self;
  EXPECT_EQ(values(a), expected);
}

TEST_P(DimsTest, AssignsAndMovesOverEverySize) {
  for (int m : kSizes) {
    Dims target = counted(m);
    target = counted(n);
    EXPECT_EQ(values(target), expected);
    Dims source = counted(n);
    target = Dims(m);
    target = source;
    EXPECT_EQ(values(target), expected);
    Dims moved(std::move(target));
    EXPECT_EQ(values(moved), expected);
    source = std::move(moved);
    EXPECT_EQ(values(source), expected);
    moved = counted(m);  // a moved-from one takes a new value
    EXPECT_EQ(values(moved), values(counted(m)));
  }
}

TEST_P(DimsTest, GrowsAndShrinksOneByOne) {
  Dims dims;
  for (int64_t v : expected) dims.push_back(v);
  EXPECT_EQ(values(dims), expected);
  for (int i = n; i-- > 0;) {
    dims.erase(i / 2);
    expected.erase(expected.begin() + i / 2);
    ASSERT_EQ(values(dims), expected);
  }
  for (int i = 0; i < n; ++i) {
    dims.insert(i / 2, i);
    expected.insert(expected.begin() + i / 2, i);
    ASSERT_EQ(values(dims), expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, DimsTest, ::testing::ValuesIn(kSizes));

TEST(DimsLimitTest, SixStayInside) {
  Dims dims = counted(6);
  auto inside = [&] {
    auto* object = reinterpret_cast<const char*>(&dims);
    auto* data = reinterpret_cast<const char*>(dims.data());
    return data >= object && data < object + sizeof(dims);
  };
  EXPECT_TRUE(inside());
  dims.push_back(1);
  EXPECT_FALSE(inside());
}

TEST(DimsLimitTest, MoreThan64AreRefused) {
  Dims dims = counted(64);
  for (auto grow :
       {+[](Dims& d) { d.push_back(1); }, +[](Dims& d) { d.insert(0, 1); },
        +[](Dims& d) { d.resize(65); }, +[](Dims&) { Dims(65); }}) {
    try {
      grow(dims);
      ADD_FAILURE();
    } catch (const ValueError& e) {
      EXPECT_STREQ(e.what(),
                   "maximum supported dimension for an ndarray is currently "
                   "64, found 65");
    }
    EXPECT_EQ(values(dims), values(counted(64)));
  }
}

}  // namespace
}  // namespace tenorite
