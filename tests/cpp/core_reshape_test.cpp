// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/shape.h"
#include "tests/cpp/fake_array.h"

namespace tenorite {
namespace {

using testing::offsets_of;

struct Reshape {
  Dims shape, strides, new_shape;
  bool f_order;
  std::optional<Dims> new_strides;
};
// numpy.reshape(copy=False) on int8 arrays; nothing where it refuses.
const Reshape kReshapes[] = {
    {{6, 1, 1}, {1, -6, -6}, {3, 2, 1}, false, {{2, 1, 1}}},
    {{6, 6}, {-1, 6}, {36}, false, std::nullopt},
    {{1, 6, 1, 3}, {144, 12, 12, 2}, {9, 1, 2}, false, std::nullopt},
    {{6, 4, 3, 4},
     {96, 24, 8, 2},
     {1, 1, 1, 3, 96, 1},
     false,
     {{576, 576, 576, 192, 2, 2}}},
    {{3, 4}, {8, -2}, {4, 1, 3}, false, std::nullopt},
    {{1, 3, 2, 3},
     {0, 0, 0, 0},
     {1, 2, 3, 1, 1, 3},
     false,
     {{0, 0, 0, 0, 0, 0}}},
    {{2, 1, 2, 1}, {2, 4, -4, 8}, {2, 1, 1, 2}, false, {{2, -8, -8, -4}}},
    {{6, 4, 4, 1}, {-1, 6, -48, 192}, {3, 32}, true, std::nullopt},
    {{1, 3}, {1, -1}, {3}, false, {{-1}}},
    {{6, 1, 3, 3}, {36, 18, 6, 2}, {54, 1}, true, std::nullopt},
    {{6, 1, 2}, {2, 24, -48}, {3, 4}, true, std::nullopt},
    {{2, 6, 1, 3}, {-1, 2, 24, -24}, {4, 9}, false, std::nullopt},
    {{4, 2, 3, 6}, {1, -4, 8, 24}, {3, 3, 16, 1}, true, std::nullopt},
    {{3, 6, 6}, {72, 12, -2}, {12, 9, 1}, false, std::nullopt},
    {{3, 6, 6}, {72, -12, 1}, {3, 18, 2}, false, std::nullopt},
    {{1, 1, 1, 1}, {2, 4, 8, 8}, {1}, false, {{1}}},
    {{2, 4, 2, 3}, {1, 2, 8, -16}, {6, 8, 1}, true, std::nullopt},
    {{2}, {2}, {1, 2}, true, {{2, 2}}},
    {{2, 4, 2, 2}, {16, 4, 2, 1}, {8, 4, 1}, true, std::nullopt},
    {{4, 1}, {2, 2}, {1, 1, 1, 2, 2}, false, {{8, 8, 8, 4, 2}}},
    {{3, 2, 3}, {-24, 12, 2}, {18}, false, std::nullopt},
    {{1, 3, 2}, {12, 4, 2}, {1, 2, 3}, false, {{12, 6, 2}}},
    {{6, 2, 4}, {-1, 6, 12}, {3, 4, 4}, false, std::nullopt},
    {{2, 2}, {-1, 4}, {1, 4}, true, std::nullopt},
    {{2, 3, 2, 2}, {48, -16, 4, 2}, {3, 1, 8}, false, std::nullopt},
    {{4, 6, 1, 6},
     {36, 6, -6, 1},
     {2, 1, 72, 1, 1},
     false,
     {{72, 72, 1, 1, 1}}},
    {{1, 3, 1, 2}, {12, 4, -4, 1}, {1, 3, 1, 2, 1}, false, {{12, 4, 2, 1, 1}}},
    {{4}, {1}, {2, 2, 1}, true, {{1, 2, 4}}},
    {{3, 2}, {0, 0}, {6}, false, {{0}}},
    {{2}, {1}, {1, 2, 1, 1}, true, {{1, 1, 2, 2}}},
    {{1, 4, 6}, {-48, 6, -1}, {12, 2, 1}, false, std::nullopt},
    {{6, 3}, {0, 0}, {2, 1, 3, 1, 3}, true, {{0, 0, 0, 0, 0}}},
    {{4, 3, 3}, {-9, -3, 1}, {36, 1, 1}, false, std::nullopt},
    {{4, 3}, {-6, 2}, {1, 12}, false, std::nullopt},
    {{6, 6, 1}, {2, 12, 72}, {12, 3}, true, {{2, 24}}},
    {{2, 6, 3}, {18, 3, 1}, {4, 3, 1, 1, 3, 1, 1}, true, std::nullopt},
    {{1, 6, 3}, {2, 2, 24}, {1, 9, 2, 1, 1}, true, std::nullopt},
    {{3, 1, 3}, {6, -3, 1}, {1, 9}, true, std::nullopt},
};

TEST(ReshapeTest, StridesAreNumPys) {
  for (const Reshape& row : kReshapes) {
    SCOPED_TRACE(to_string(row.shape) + to_string(row.strides) + " to " +
                 to_string(row.new_shape) + (row.f_order ? " F" : " C"));
    Dims strides;
    bool fits = reshape_strides(row.shape, row.strides, 1, row.new_shape,
                                row.f_order, strides);
    EXPECT_EQ(fits, row.new_strides.has_value());
    if (fits && row.new_strides) {
      EXPECT_EQ(to_string(strides), to_string(*row.new_strides));
    }
  }
}

Dims reversed(Dims dims) {
  std::reverse(dims.begin(), dims.end());
  return dims;
}

// Byte offsets in C order or, walking mirrored axes, in Fortran order.
std::vector<int64_t> walk(const Dims& shape, const Dims& strides,
                          bool f_order) {
  return f_order ? offsets_of(reversed(shape), reversed(strides))
                 : offsets_of(shape, strides);
}

// Strides of a view of `shape` that visits these offsets, if there are any.
std::optional<Dims> strides_by_search(const std::vector<int64_t>& offsets,
                                      const Dims& shape, bool f_order) {
  Dims steps = f_order ? f_strides(shape, 1) : c_strides(shape, 1);
  Dims strides(shape.size());
  for (int i = 0; i < shape.size(); ++i)
    if (shape[i] > 1) strides[i] = offsets[steps[i]] - offsets[0];
  if (walk(shape, strides, f_order) != offsets) return std::nullopt;
  return strides;
}

// All shapes of up to `ndim` more dimensions and that size, 1 among them.
void factorizations(int64_t size, int ndim, Dims& prefix,
                    std::vector<Dims>& found) {
  if (size == 1) found.push_back(prefix);
  if (ndim == 0) return;
  for (int64_t n = 1; n <= size; ++n) {
    if (size % n != 0) continue;
    prefix.push_back(n);
    factorizations(size / n, ndim - 1, prefix, found);
    prefix.erase(prefix.size() - 1);
  }
}

TEST(ReshapeTest, AViewIsMadeExactlyWhereOneExists) {
  testing::Random random(4);
  int views = 0, copies = 0;
  for (int64_t size : {1, 2, 4, 6, 8, 12}) {
    std::vector<Dims> shapes;
    Dims prefix;
    factorizations(size, 3, prefix, shapes);
    for (const Dims& from : shapes) {
      for (const Dims& to : shapes) {
        for (int trial = 0; trial < 4; ++trial) {
          bool f_order = trial % 2;
          Dims strides = trial == 0 ? c_strides(from, 2)
                         : trial == 1
                             ? f_strides(from, 2)
                             : testing::distinct_strides(from, 2, random);
          if (random.once_in(8) && !from.empty())
            strides[static_cast<int>(random.below(from.size()))] = 0;
          auto offsets = walk(from, strides, f_order);
          Dims fast;
          bool fits = reshape_strides(from, strides, 2, to, f_order, fast);
          SCOPED_TRACE(to_string(from) + to_string(strides) + " to " +
                       to_string(to) + (f_order ? " F" : " C"));
          EXPECT_EQ(fits, strides_by_search(offsets, to, f_order).has_value());
          if (fits) {
            EXPECT_EQ(walk(to, fast, f_order), offsets);
          }
          ++(fits ? views : copies);
        }
      }
    }
  }
  EXPECT_GT(views, 1000);
  EXPECT_GT(copies, 1000);
}

TEST(ReshapeTest, EmptyArraysTakeAnyEmptyShape) {
  Dims strides;
  EXPECT_TRUE(reshape_strides({3, 0}, {-7, 5}, 8, {0, 4}, false, strides));
  EXPECT_EQ(to_string(strides), "(32, 8)");
  EXPECT_TRUE(reshape_strides({3, 0}, {-7, 5}, 8, {4, 0}, true, strides));
  EXPECT_EQ(to_string(strides), "(8, 32)");
}

TEST(ReshapeTest, SixtyFourAxes) {
  Dims twos(40, 2), ones(64, 1), strides;
  EXPECT_TRUE(reshape_strides(twos, c_strides(twos, 1), 1, {1 << 20, 1 << 20},
                              false, strides));
  EXPECT_EQ(to_string(strides), "(1048576, 1)");
  EXPECT_TRUE(reshape_strides({}, {}, 4, ones, false, strides));
  EXPECT_EQ(to_string(strides), to_string(Dims(64, 4)));
  EXPECT_TRUE(reshape_strides(ones, Dims(64, 9), 4, {}, false, strides));
  EXPECT_EQ(strides.size(), 0);
  EXPECT_FALSE(reshape_strides(twos, f_strides(twos, 1), 1, {int64_t{1} << 40},
                               false, strides));
}

TEST(ReshapeTest, OneUnknownDimension) {
  const std::tuple<int64_t, Dims, Dims> rows[] = {
      {6, {6}, {6}},        {6, {-1}, {6}},      {6, {2, -1}, {2, 3}},
      {6, {-2, 3}, {2, 3}}, {1, {}, {}},         {1, {-1, 1}, {1, 1}},
      {0, {5, -1}, {5, 0}}, {0, {0, 7}, {0, 7}},
  };
  for (const auto& [size, requested, shape] : rows)
    EXPECT_EQ(to_string(resolve_reshape(size, requested)), to_string(shape));
}

TEST(ReshapeTest, ShapesThatDoNotFit) {
  const std::pair<Dims, const char*> rows[] = {
      {{7}, "cannot reshape array of size 6 into shape (7,)"},
      {{}, "cannot reshape array of size 6 into shape ()"},
      {{2, 4}, "cannot reshape array of size 6 into shape (2,4)"},
      {{int64_t{1} << 40, int64_t{1} << 40},
       "cannot reshape array of size 6 into shape "
       "(1099511627776,1099511627776)"},
      {{-1, -1}, "can only specify one unknown dimension"},
      {{-1, -2}, "can only specify one unknown dimension"},
      {{4, -1}, "cannot reshape array of size 6 into shape (4,newaxis)"},
      {{0, -1}, "cannot reshape array of size 6 into shape (0,newaxis)"},
      {{5, -1, 3}, "cannot reshape array of size 6 into shape (5,newaxis,3)"},
      {{-1, 4}, "cannot reshape array of size 6 into shape (4)"},
      {{-5, 4, 3}, "cannot reshape array of size 6 into shape (4,3)"},
  };
  for (const auto& [requested, text] : rows) {
    try {
      resolve_reshape(6, requested);
      ADD_FAILURE() << text;
    } catch (const ValueError& e) {
      EXPECT_STREQ(e.what(), text);
    }
  }
}

}  // namespace
}  // namespace tenorite
