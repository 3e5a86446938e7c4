// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "core/lattice.h"
#include "core/ndarray.h"
#include "tests/cpp/fake_array.h"

namespace tenorite {
namespace {

using testing::fake_array;
using testing::offsets_of;
using testing::Random;

std::string describe(const ndarray& a) {
  return to_string(a.shape()) + " strides " + to_string(a.strides()) + " of " +
         name(a.dtype());
}

std::multiset<const char*> bytes_of(const ndarray& a) {
  std::multiset<const char*> bytes;
  for (int64_t offset : offsets_of(a.shape(), a.strides()))
    for (size_t b = 0; b < a.itemsize(); ++b)
      bytes.insert(a.data() + offset + b);
  return bytes;
}

bool repeats(const std::multiset<const char*>& bytes) {
  return std::adjacent_find(bytes.begin(), bytes.end()) != bytes.end();
}

bool meet(const ndarray& a, const ndarray& b) {
  auto bytes = bytes_of(a);
  for (const char* p : bytes_of(b))
    if (bytes.count(p)) return true;
  return false;
}

// A view of a small buffer: slices, transposes, reversals, broadcasts.
ndarray some_view(Random& random) {
  DType dtype = random.once_in(2) ? DType::kInt8 : DType::kInt16;
  Dims shape(static_cast<int>(random.below(4)));
  for (int64_t& n : shape) n = random.once_in(12) ? 0 : 1 + random.below(3);
  auto size = static_cast<int64_t>(itemsize(dtype));
  Dims strides = testing::distinct_strides(shape, size, random);
  for (int64_t& s : strides)
    if (random.once_in(8)) s = 0;
  return fake_array(dtype, shape, strides,
                    testing::kFakeAddress + random.below(12));
}

TEST(OverlapTest, PairsOfViewsOfOneBuffer) {
  Random random(1);
  int kinds[3] = {};
  for (int i = 0; i < 6000; ++i) {
    ndarray a = some_view(random), b = some_view(random);
    if (random.once_in(4)) b = a;
    SCOPED_TRACE(describe(a) + " and " + describe(b));
    Overlap kind = overlap(a, b);
    ++kinds[static_cast<int>(kind)];
    EXPECT_EQ(overlap(b, a), kind);
    EXPECT_EQ(may_share_memory(a, b), kind != Overlap::kNone);
    if (meet(a, b)) {
      EXPECT_NE(kind, Overlap::kNone);
    }
    bool identical = a.data() == b.data() && a.shape() == b.shape() &&
                     a.strides() == b.strides() && a.dtype() == b.dtype();
    EXPECT_EQ(kind == Overlap::kSame,
              identical && b.size() > 0 && !repeats(bytes_of(b)));
  }
  for (int count : kinds) EXPECT_GT(count, 500);
}

// What a view of `whole` has in common with another one.
ndarray part_of(const ndarray& whole, Random& random) {
  Dims shape = whole.shape(), strides = whole.strides();
  int64_t offset = 0;
  for (int axis = 0; axis < shape.size(); ++axis) {
    const int64_t step = 1 + random.below(2), begin = random.below(shape[axis]);
    const int64_t left = (shape[axis] - begin - 1) / step + 1;
    offset += begin * strides[axis];
    shape[axis] = 1 + random.below(left);
    strides[axis] *= step;
    if (!random.once_in(4)) continue;
    offset += (shape[axis] - 1) * strides[axis];
    strides[axis] = -strides[axis];
  }
  return whole.view(offset, shape, strides);
}

TEST(OverlapTest, PartsOfOneArray) {
  Random random(3);
  int apart = 0, known = 0, between = 0;
  for (int i = 0; i < 6000; ++i) {
    Dims shape(1 + static_cast<int>(random.below(3)));
    for (int64_t& n : shape) n = 2 + random.below(5);
    const ndarray whole = fake_array(
        DType::kInt16, shape, testing::distinct_strides(shape, 2, random),
        testing::kFakeAddress);
    const ndarray a = part_of(whole, random), b = part_of(whole, random);
    SCOPED_TRACE(describe(a) + " and " + describe(b));
    const bool found = may_meet(a, b);
    EXPECT_EQ(may_meet(b, a), found);
    if (meet(a, b)) {
      EXPECT_TRUE(found);
      continue;
    }
    ++apart;
    known += !found;
    between += !found && may_share_memory(a, b);
  }
  EXPECT_GT(known, apart * 9 / 10);  // the rest is not worth the search
  EXPECT_GT(between, 500);
}

TEST(OverlapTest, ColumnsAndBlocks) {
  const ndarray whole =
      fake_array(DType::kFloat64, {6, 8}, {64, 8}, testing::kFakeAddress);
  const ndarray column = whole.view(8, {6}, {64});
  const ndarray next = whole.view(16, {6}, {64});
  const ndarray block = whole.view(64 + 16, {2, 2}, {64, 8});
  const ndarray backwards = whole.view(5 * 64, {6}, {-64});
  EXPECT_FALSE(may_meet(column, next));
  EXPECT_FALSE(may_meet(column, block));
  EXPECT_TRUE(may_meet(next, block));
  EXPECT_FALSE(may_meet(column, backwards));
  EXPECT_TRUE(may_meet(column, column));
  EXPECT_TRUE(may_meet(whole, block));
  EXPECT_FALSE(may_meet(whole, whole.view(0, {0}, {8})));
}

TEST(OverlapTest, InsideOneView) {
  Random random(2);
  int repeating = 0;
  for (int i = 0; i < 6000; ++i) {
    ndarray a = some_view(random);
    bool expected = repeats(bytes_of(a));
    repeating += expected;
    EXPECT_EQ(has_internal_overlap(a), expected) << describe(a);
  }
  EXPECT_GT(repeating, 300);
}

TEST(OverlapTest, InsideViewsOfAnyStrides) {
  // Not all such views are told apart, but no overlap may be missed.
  for (int64_t s0 = -7; s0 <= 7; ++s0)
    for (int64_t s1 = -7; s1 <= 7; ++s1)
      for (int64_t n = 1; n <= 4; ++n) {
        ndarray a = fake_array(DType::kInt16, {3, n}, {s0, s1});
        if (repeats(bytes_of(a))) {
          EXPECT_TRUE(has_internal_overlap(a)) << describe(a);
        }
      }
}

TEST(OverlapTest, MayShareMemoryIsNumPysBounds) {
  struct Row {
    Dims shape, strides;
    int64_t offset;
    bool shares;
  };
  ndarray a = fake_array(DType::kInt32, {4}, {4});  // bytes 0 to 16
  const Row rows[] = {
      {{4}, {4}, 16, false},      {{4}, {4}, -16, false},
      {{4}, {4}, 15, true},       {{4}, {4}, -13, true},
      {{0}, {4}, 4, false},       {{}, {}, 12, true},
      {{}, {}, 16, false},        {{2}, {-4}, 16, true},
      {{2}, {-4}, 20, false},     {{2}, {-40}, 40, true},
      {{2}, {1000}, 8, true},     {{3}, {0}, 4, true},
      {{2, 0}, {4, 4}, 0, false},
  };
  for (const Row& row : rows) {
    ndarray b = fake_array(DType::kInt32, row.shape, row.strides,
                           testing::kFakeAddress + row.offset);
    EXPECT_EQ(may_share_memory(a, b), row.shares) << describe(b);
    EXPECT_EQ(may_share_memory(b, a), row.shares) << describe(b);
  }
}

TEST(OverlapTest, SharedBufferOfTwoDTypes) {
  ndarray a = fake_array(DType::kInt32, {4}, {4});
  ndarray b = a.view_as(DType::kFloat32, 0, {4}, {4});
  EXPECT_EQ(overlap(a, b), Overlap::kSame);  // equal places are enough
  EXPECT_EQ(overlap(a, a.view_as(DType::kInt16, 0, {4}, {4})),
            Overlap::kPartial);
  EXPECT_EQ(overlap(a, a.view(0, {2, 2}, {8, 4})), Overlap::kPartial);
}

TEST(OverlapTest, Alignment) {
  struct Row {
    DType dtype;
    Dims shape, strides;
    int64_t offset;
    bool aligned;
  };
  const Row rows[] = {
      {DType::kFloat64, {3}, {8}, 0, true},
      {DType::kFloat64, {3}, {8}, 4, false},
      {DType::kFloat64, {3}, {12}, 0, false},
      {DType::kFloat64, {1}, {12}, 0, true},
      {DType::kFloat64, {}, {}, 8, true},
      {DType::kFloat64, {3, 2}, {-16, 0}, 8, true},
      {DType::kComplex128, {3}, {24}, 8, true},
      {DType::kComplex128, {3}, {16}, 4, false},
      {DType::kInt8, {3}, {1}, 7, true},
      {DType::kFloat16, {3}, {6}, 1, false},
  };
  for (const Row& row : rows) {
    ndarray a = fake_array(row.dtype, row.shape, row.strides,
                           testing::kFakeAddress + row.offset);
    EXPECT_EQ(a.is_aligned(), row.aligned) << describe(a) << row.offset;
  }
}

}  // namespace
}  // namespace tenorite
