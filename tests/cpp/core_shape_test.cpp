// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/shape.h"
#include "tests/cpp/fake_array.h"

namespace tenorite {

void PrintTo(const Dims& dims, std::ostream* out) { *out << to_string(dims); }

namespace {

using testing::offsets_of;
using testing::Random;

// The text of the error that f throws.
template <class Type, class F>
std::string error_of(F f) {
  try {
    f();
  } catch (const Type& e) {
    return e.what();
  }
  return "nothing thrown";
}

constexpr int64_t kBig = int64_t{1} << 40;
const char* const kTooBig =
    "array is too big; `arr.size * arr.dtype.itemsize` is larger than the "
    "maximum possible size.";
const char* const kNegative = "negative dimensions are not allowed";

TEST(ShapeTest, CheckedExtent) {
  struct Row {
    Dims shape;
    size_t itemsize;
    int64_t size;
  };
  const Row rows[] = {
      {{}, 8, 1},
      {{0}, 8, 0},
      {{3, 4}, 2, 12},
      {{kBig, 0}, 16, 0},
      {{kBig, 1 << 20}, 4, kBig << 20},
      {{INT64_MAX}, 1, INT64_MAX},
      {{INT64_MAX / 8}, 8, INT64_MAX / 8},
      {Dims(64, 1), 16, 1},
  };
  for (const Row& row : rows) {
    Extent extent = checked_extent(row.shape, row.itemsize);
    EXPECT_EQ(extent.size, row.size);
    EXPECT_EQ(extent.nbytes, row.size * static_cast<int64_t>(row.itemsize));
    EXPECT_EQ(size_of(row.shape), row.size);
  }
}

TEST(ShapeTest, ExtentsThatCannotBe) {
  const std::pair<Dims, const char*> rows[] = {
      {{-1}, kNegative},
      {{0, -1}, kNegative},
      {{-1, kBig, kBig}, kNegative},
      {{kBig, kBig}, kTooBig},
      {{INT64_MAX / 8 + 1}, kTooBig},
      {{INT64_MAX, 0}, kTooBig},  // the other dimensions count
      {{0, kBig, kBig}, kTooBig},
      {Dims(64, 2), kTooBig},
  };
  for (const auto& row : rows)
    EXPECT_EQ(error_of<ValueError>([&] { checked_extent(row.first, 8); }),
              row.second)
        << to_string(row.first);
}

TEST(ShapeTest, Texts) {
  EXPECT_EQ(to_string(Dims()), "()");
  EXPECT_EQ(to_string({3}), "(3,)");
  EXPECT_EQ(to_string({3, -4, 0}), "(3, -4, 0)");
  EXPECT_EQ(to_compact_string({}), "()");
  EXPECT_EQ(to_compact_string({3}), "(3,)");
  EXPECT_EQ(to_compact_string({3, 4}), "(3,4)");
  // Unknown dimensions, which NumPy leaves out where they come first.
  EXPECT_EQ(to_compact_string({3, -1, 4}), "(3,newaxis,4)");
  EXPECT_EQ(to_compact_string({-1, 4}), "(4)");
  EXPECT_EQ(to_compact_string({-1, -2}), "()");
}

TEST(ShapeTest, StridesOfNewArrays) {
  struct Row {
    Dims shape, c, f;
  };
  const Row rows[] = {
      {{}, {}, {}},
      {{5}, {8}, {8}},
      {{2, 3, 4}, {96, 32, 8}, {8, 16, 48}},
      {{2, 1, 4}, {32, 32, 8}, {8, 16, 16}},
      {{2, 0, 4}, {32, 32, 8}, {8, 16, 16}},
      {{0}, {8}, {8}},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(c_strides(row.shape, 8), row.c);
    EXPECT_EQ(f_strides(row.shape, 8), row.f);
    EXPECT_TRUE(is_c_contiguous(row.shape, row.c, 8));
    EXPECT_TRUE(is_f_contiguous(row.shape, row.f, 8));
  }
}

TEST(ShapeTest, Contiguity) {
  struct Row {
    Dims shape, strides;
    bool c, f;
  };
  const Row rows[] = {
      {{}, {}, true, true},
      {{4}, {8}, true, true},
      {{4}, {-8}, false, false},
      {{4}, {0}, false, false},
      {{4}, {16}, false, false},
      {{1}, {-7}, true, true},  // strides of unit axes do not matter
      {{1, 4, 1}, {0, 8, 99}, true, true},
      {{2, 3}, {24, 8}, true, false},
      {{2, 3}, {8, 16}, false, true},
      {{2, 3}, {32, 8}, false, false},
      {{2, 1, 3}, {24, 5, 8}, true, false},
      {{2, 0, 3}, {1, 2, 3}, true, true},  // nothing is anywhere
      {{3, 0}, {-8, 0}, true, true},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(is_c_contiguous(row.shape, row.strides, 8), row.c);
    EXPECT_EQ(is_f_contiguous(row.shape, row.strides, 8), row.f);
  }
}

TEST(ShapeTest, Broadcast) {
  struct Row {
    Dims a, b;
    std::optional<Dims> joint;
  };
  Dims wide(64, 1);
  wide[63] = 2;
  const Row rows[] = {
      {Dims{}, Dims{}, Dims{}},
      {Dims{}, Dims{3}, Dims{3}},
      {Dims{2, 3}, Dims{3}, Dims{2, 3}},
      {Dims{2, 1}, Dims{3}, Dims{2, 3}},
      {Dims{2, 1}, Dims{1, 3}, Dims{2, 3}},
      {Dims{1}, Dims{0}, Dims{0}},
      {Dims{0, 1}, Dims{5}, Dims{0, 5}},
      {Dims{2}, Dims{0}, std::nullopt},
      {Dims{2, 3}, Dims{2}, std::nullopt},
      {Dims{4, 1, 3}, Dims{2, 1}, Dims{4, 2, 3}},
      {Dims(64, 1), Dims{2}, wide},
  };
  for (const Row& row : rows) {
    for (bool swap : {false, true}) {
      Dims shape = swap ? row.b : row.a;
      bool fits = broadcast_into(shape, swap ? row.a : row.b);
      EXPECT_EQ(fits, row.joint.has_value());
      if (fits) {
        EXPECT_EQ(shape, *row.joint);
      }
    }
  }
  EXPECT_EQ(broadcast_strides({3}, {8}, {2, 3}), (Dims{0, 8}));
  EXPECT_EQ(broadcast_strides({2, 1}, {8, 4}, {2, 3}), (Dims{8, 0}));
  EXPECT_EQ(broadcast_strides({2, 1}, {-8, 4}, {2, 1}), (Dims{-8, 0}));
  EXPECT_EQ(broadcast_strides({}, {}, {2, 0}), (Dims{0, 0}));
}

TEST(ShapeTest, NormalizedAxes) {
  EXPECT_EQ(normalize_axis(1, 3), 1);
  EXPECT_EQ(normalize_axis(-3, 3), 0);
  EXPECT_EQ(normalize_axis(-1, 64), 63);
  struct Row {
    int64_t axis;
    int ndim;
    const char* text;
  };
  const Row rows[] = {
      {3, 3, "axis 3 is out of bounds for array of dimension 3"},
      {-4, 3, "axis -4 is out of bounds for array of dimension 3"},
      {0, 0, "axis 0 is out of bounds for array of dimension 0"},
      {kBig, 2, "axis 1099511627776 is out of bounds for array of dimension 2"},
  };
  for (const Row& row : rows)
    EXPECT_EQ(error_of<AxisError>([&] { normalize_axis(row.axis, row.ndim); }),
              row.text);
  EXPECT_EQ(normalize_axes({-1, 0}, 3), (Dims{2, 0}));
  EXPECT_EQ(normalize_axes({}, 0), Dims());
  EXPECT_EQ(normalize_axes({1, -1}, 2, true), (Dims{1, 1}));
  EXPECT_EQ(error_of<ValueError>([] { normalize_axes({1, -1}, 2); }),
            "duplicate value in 'axis'");
  EXPECT_EQ(error_of<ValueError>([] { normalize_axes({63, -1}, 64); }),
            "duplicate value in 'axis'");
}

TEST(ShapeTest, ByteRangeIsWhatTheElementsTouch) {
  Random random(3);
  for (int i = 0; i < 500; ++i) {
    Dims shape(static_cast<int>(random.below(4))), strides(shape.size());
    for (int64_t& n : shape) n = random.below(10) ? 1 + random.below(3) : 0;
    for (int64_t& s : strides) s = random.below(21) - 10;
    auto offsets = offsets_of(shape, strides);
    ByteRange range = byte_range(shape, strides, 4);
    if (offsets.empty()) {
      EXPECT_EQ(range.low, range.high);
      continue;
    }
    auto [low, high] = std::minmax_element(offsets.begin(), offsets.end());
    EXPECT_EQ(range.low, *low);
    EXPECT_EQ(range.high, *high + 4);
  }
  ByteRange far = byte_range({3, 2}, {kBig, -kBig}, 1);
  EXPECT_TRUE(far.low == -kBig && far.high == 2 * kBig + 1);
}

}  // namespace
}  // namespace tenorite
