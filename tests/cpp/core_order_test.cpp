// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/shape.h"
#include "tests/cpp/fake_array.h"

namespace tenorite {
namespace {

struct Order {
  Dims shape;
  std::vector<Dims> operands;
  Dims result;
};
// Strides of what negative, add and clip of NumPy return for int8 operands.
const Order kOrders[] = {
    {{2, 2, 1}, {{4, 1, 8}}, {2, 1, 1}},
    {{3, 1}, {{2, 0}, {1, 0}}, {1, 1}},
    {{3, 2, 3, 1}, {{12, -1, -4, -2}}, {6, 1, 2, 1}},
    {{2, 3, 2, 3}, {{36, -3, 9, 1}}, {18, 3, 9, 1}},
    {{2, 3, 2, 1}, {{-2, -4, 24, 1}}, {1, 2, 6, 1}},
    {{3, 2, 2}, {{1, 12, -3}, {-2, 12, 6}, {2, 1, 6}}, {4, 2, 1}},
    {{3, 1, 2, 3}, {{0, 12, 0, 0}, {3, 36, 0, 1}, {1, 0, 0, 24}}, {6, 6, 3, 1}},
    {{3, 2, 3, 1}, {{24, 2, 4, 2}, {2, -1, 6, 18}}, {6, 1, 2, 1}},
    {{3, 1, 2}, {{4, -2, 1}}, {2, 2, 1}},
    {{1, 2, 2, 2, 2},
     {{32, 4, 0, -1, 16}, {4, 16, 32, 1, 8}, {0, 64, 0, -1, 4}},
     {16, 4, 8, 1, 2}},
    {{1, 3, 3, 3},
     {{54, 1, -9, 3}, {0, 24, 0, 4}, {-54, 0, 1, 0}},
     {27, 3, 9, 1}},
    {{2, 2, 2, 3, 2},
     {{1, 16, 0, 32, -8}, {-48, 6, 3, 0, 12}},
     {8, 4, 1, 16, 2}},
    {{1, 1, 3}, {{-1, 1, 1}}, {3, 3, 1}},
    {{3, 2}, {{2, 1}}, {2, 1}},
    {{3, 2, 3}, {{1, 9, 0}, {-2, -12, 0}}, {3, 9, 1}},
    {{2, 2, 3, 1, 2}, {{192, 0, 32, 1, -2}}, {12, 6, 2, 2, 1}},
    {{3, 2, 1, 3}, {{6, 0, 18, 0}, {-24, -12, 0, 2}}, {6, 3, 3, 1}},
    {{3, 2, 3, 2, 3}, {{-12, 36, 4, 1, 0}}, {18, 54, 6, 3, 1}},
    {{3, 1, 3, 1},
     {{-1, 0, -3, 0}, {2, 0, 12, -36}, {1, 6, 6, 6}},
     {1, 9, 3, 1}},
    {{2, 2, 2}, {{2, 1, 8}}, {2, 1, 4}},
    {{2, 1, 2, 1}, {{2, 8, 4, 8}, {2, 8, -4, 2}, {4, 2, 2, 2}}, {2, 2, 1, 1}},
    {{3, 2, 1, 1},
     {{4, 2, 24, -24}, {-2, 6, 24, -1}, {1, 3, 12, 3}},
     {2, 1, 1, 1}},
    {{2, 2, 2, 3, 2},
     {{6, 3, -24, 0, 0}, {4, -1, 2, 0, 8}, {192, 96, 6, 2, -24}},
     {24, 12, 3, 1, 6}},
    {{3, 3}, {{1, 3}, {1, 0}, {0, -2}}, {1, 3}},
    {{3, 2, 2, 1}, {{4, 2, 0, 4}, {0, 0, 12, 48}}, {4, 2, 1, 1}},
    {{1, 1, 2}, {{-8, -2, 0}, {4, 2, 1}}, {2, 2, 1}},
    {{1, 1, 2, 2}, {{-2, -2, 0, 0}, {4, 2, 2, 1}}, {4, 4, 2, 1}},
    {{1, 2}, {{-2, 0}}, {2, 1}},
    {{2, 1, 3, 2}, {{1, 8, -8, 0}, {-3, 1, 1, -12}}, {3, 12, 1, 6}},
    {{3, 1, 3, 3, 3}, {{0, 3, 54, 3, 9}, {27, -1, 0, 0, 3}}, {27, 27, 9, 1, 3}},
    {{2, 3, 3}, {{9, 0, 1}}, {9, 3, 1}},
    {{1, 3, 2}, {{-12, -2, 1}, {12, 2, 6}}, {6, 2, 1}},
    {{3, 2, 2, 1}, {{1, -6, 0, 0}, {0, 0, 6, 6}}, {2, 6, 1, 1}},
    {{3, 2, 1}, {{2, 12, -2}, {0, -1, 4}, {-8, 2, 8}}, {2, 1, 1}},
    {{2, 3, 3, 2, 2},
     {{0, 0, -24, 0, 6}, {72, 1, 0, -18, 144}, {24, -96, 2, 6, 0}},
     {36, 12, 4, 1, 2}},
    {{2, 3, 3, 2}, {{-12, 2, 0, 6}, {0, 0, 1, 3}}, {18, 3, 1, 9}},
    {{3, 1, 2, 2}, {{16, 1, 1, 4}, {4, 1, 2, 0}}, {4, 4, 1, 2}},
    {{3, 3, 3, 3, 2},
     {{9, 54, 3, 1, 27}, {1, 0, -36, 0, -648}, {6, -72, 432, 1, 0}},
     {9, 54, 3, 1, 27}},
    {{2, 2, 2}, {{4, -2, 1}, {0, 8, 0}}, {4, 2, 1}},
    {{1, 1, 1}, {{4, 2, 4}, {1, 1, 1}}, {1, 1, 1}},
    {{3, 2}, {{2, 0}}, {2, 1}},
    {{3, 1, 3}, {{1, 0, 3}, {-2, 2, 0}}, {1, 9, 3}},
    {{1, 2, 2, 2}, {{4, 1, 8, 4}, {4, 2, 4, 1}}, {8, 2, 4, 1}},
    {{2, 2, 3}, {{2, -12, 4}}, {1, 6, 2}},
    {{2, 2, 3}, {{2, 0, 8}, {-12, 6, 2}}, {6, 3, 1}},
    {{3, 2, 1, 1}, {{0, 12, -3, 0}, {1, -12, 6, 12}}, {1, 3, 1, 1}},
    {{2, 3, 2, 2},
     {{48, 8, -24, 2}, {-1, 64, -16, 4}, {24, 0, 6, 48}},
     {12, 4, 2, 1}},
    {{3, 3, 3, 1, 2},
     {{1, 36, 3, 108, 18}, {1, 36, -6, 36, 108}},
     {1, 18, 3, 18, 9}},
};

Dims strides_of_result(const Order& row) {
  const int64_t* strides[4];
  int operands = 0;
  for (const Dims& dims : row.operands) strides[operands++] = dims.data();
  int order[kMaxDims];
  k_order(row.shape.size(), row.shape.data(), strides, operands, order);
  return strides_in_order(row.shape, 1, order);
}

TEST(OrderTest, MemoryOrderOfResultsIsNumPys) {
  for (const Order& row : kOrders) {
    std::string text = to_string(row.shape);
    for (const Dims& dims : row.operands) text += " " + to_string(dims);
    EXPECT_EQ(to_string(strides_of_result(row)), to_string(row.result)) << text;
  }
}

TEST(OrderTest, AnArraysOwnOrderIsKept) {
  testing::Random random(5);
  for (int i = 0; i < 1000; ++i) {
    Dims shape(static_cast<int>(random.below(6)));
    for (int64_t& n : shape) n = 2 + random.below(3);
    Dims strides = testing::distinct_strides(shape, 1, random);
    Dims result = strides_of_result({shape, {strides}, {}});
    for (int a = 0; a < shape.size(); ++a)
      for (int b = 0; b < shape.size(); ++b)
        EXPECT_EQ(std::abs(strides[a]) < std::abs(strides[b]),
                  result[a] < result[b]);
    auto offsets = testing::offsets_of(shape, result);
    std::sort(offsets.begin(), offsets.end());
    for (size_t k = 0; k < offsets.size(); ++k)
      ASSERT_EQ(offsets[k], static_cast<int64_t>(k));  // dense
  }
}

TEST(OrderTest, SixtyFourAxes) {
  Dims shape(64, 1), strides(64);
  for (int i = 0; i < 62; ++i) shape[i] = 2;
  strides = f_strides(shape, 1);
  Dims result = strides_of_result({shape, {strides}, {}});
  for (int i = 0; i < 62; ++i) EXPECT_EQ(result[i], strides[i]);
  EXPECT_EQ(result[62], 1);  // unit axes stay innermost
  strides = c_strides(shape, 1);
  EXPECT_EQ(to_string(strides_of_result({shape, {strides}, {}})),
            to_string(strides));
  // Zero steps say nothing: C order.
  EXPECT_EQ(to_string(strides_of_result({shape, {Dims(64)}, {}})),
            to_string(strides));
}

TEST(OrderTest, NoAxesAndEmptyAxes) {
  EXPECT_EQ(strides_of_result({{}, {{}}, {}}).size(), 0);
  EXPECT_EQ(to_string(strides_of_result({{3, 0}, {{8, 24}}, {}})), "(1, 3)");
}

}  // namespace
}  // namespace tenorite
