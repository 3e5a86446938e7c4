// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "core/dtype.h"

namespace tenorite {
namespace {

DType dtype(char c) { return dtype_of_letter(c); }

// What NumPy 2.4 answers, one row and one column per letter.
constexpr char kLetters[] = "?bBhHiIlLefdFD";
constexpr const char* kPromotion[] = {
    "?bBhHiIlLefdFD",  // ?
    "bbhhiilldefdFD",  // b
    "BhBhHiIlLefdFD",  // B
    "hhhhiilldffdFD",  // h
    "HiHiHiIlLffdFD",  // H
    "iiiiiillddddDD",  // i
    "IlIlIlIlLdddDD",  // I
    "llllllllddddDD",  // l
    "LdLdLdLdLdddDD",  // L
    "eeeffddddefdFD",  // e
    "fffffddddffdFD",  // f
    "ddddddddddddDD",  // d
    "FFFFFDDDDFFDFD",  // F
    "DDDDDDDDDDDDDD",  // D
};
constexpr const char* kSafe[] = {
    "xxxxxxxxxxxxxx",  // ?
    ".x.x.x.x.xxxxx",  // b
    "..xxxxxxxxxxxx",  // B
    "...x.x.x..xxxx",  // h
    "....xxxxx.xxxx",  // H
    ".....x.x...x.x",  // i
    "......xxx..x.x",  // I
    ".......x...x.x",  // l
    "........x..x.x",  // L
    ".........xxxxx",  // e
    "..........xxxx",  // f
    "...........x.x",  // d
    "............xx",  // F
    ".............x",  // D
};
constexpr const char* kSameKind[] = {
    "xxxxxxxxxxxxxx",  // ?
    ".x.x.x.x.xxxxx",  // b
    ".xxxxxxxxxxxxx",  // B
    ".x.x.x.x.xxxxx",  // h
    ".xxxxxxxxxxxxx",  // H
    ".x.x.x.x.xxxxx",  // i
    ".xxxxxxxxxxxxx",  // I
    ".x.x.x.x.xxxxx",  // l
    ".xxxxxxxxxxxxx",  // L
    ".........xxxxx",  // e
    ".........xxxxx",  // f
    ".........xxxxx",  // d
    "............xx",  // F
    "............xx",  // D
};

TEST(DTypeTest, TableHoldsNumPysTypesInOrder) {
  ASSERT_EQ(static_cast<size_t>(kNumDTypes), std::size(kPromotion));
  for (int i = 0; i < kNumDTypes; ++i) {
    auto d = static_cast<DType>(i);
    EXPECT_EQ(letter(d), kLetters[i]);
    EXPECT_EQ(dtype(kLetters[i]), d);
    EXPECT_EQ(numpy_number(kind(d), itemsize(d)), d);
    if (kind(d) == 'b') continue;
    std::string words = kind(d) == 'u'   ? "uint"
                        : kind(d) == 'i' ? "int"
                        : kind(d) == 'f' ? "float"
                                         : "complex";
    EXPECT_EQ(words + std::to_string(8 * itemsize(d)), name(d));
  }
  for (char c : {'q', 'Q', 'g', 'G', 'O', 'p', 'c', '\0', ' '})
    EXPECT_FALSE(is_valid(dtype(c))) << c;
  for (auto [kind, size] : {std::pair('f', 16),
                            {'f', 1},
                            {'c', 4},
                            {'c', 32},
                            {'b', 2},
                            {'i', 3},
                            {'u', 16},
                            {'V', 2}})
    EXPECT_FALSE(is_valid(numpy_number(kind, static_cast<size_t>(size))))
        << kind << size;
}

TEST(DTypeTest, PartsAndSizes) {
  struct {
    char of, real, complex;
  } const rows[] = {{'e', 'e', 'F'}, {'f', 'f', 'F'}, {'d', 'd', 'D'},
                    {'F', 'f', 'F'}, {'D', 'd', 'D'}, {'i', 'i', 'i'}};
  for (const auto& row : rows) {
    EXPECT_EQ(real_of(dtype(row.of)), dtype(row.real)) << row.of;
    EXPECT_EQ(complex_of(dtype(row.of)), dtype(row.complex)) << row.of;
  }
  EXPECT_EQ(integer_of_size('i', 2), dtype('h'));
  EXPECT_EQ(integer_of_size('u', 8), dtype('L'));
  EXPECT_FALSE(is_valid(integer_of_size('u', 16)));
  EXPECT_EQ(ieee_of_size(2), dtype('e'));
  EXPECT_FALSE(is_valid(ieee_of_size(1)));
}

TEST(DTypeTest, PromotionAndCasts) {
  for (int i = 0; i < kNumDTypes; ++i) {
    for (int j = 0; j < kNumDTypes; ++j) {
      DType a = dtype(kLetters[i]), b = dtype(kLetters[j]);
      SCOPED_TRACE(std::string(name(a)) + " and " + name(b));
      EXPECT_EQ(letter(promote_types(a, b)), kPromotion[i][j]);
      EXPECT_EQ(can_cast(a, b, Casting::kNo), i == j);
      EXPECT_EQ(can_cast(a, b, Casting::kEquiv), i == j);
      EXPECT_EQ(can_cast(a, b, Casting::kSafe), kSafe[i][j] == 'x');
      EXPECT_EQ(can_cast(a, b, Casting::kSameKind), kSameKind[i][j] == 'x');
      EXPECT_TRUE(can_cast(a, b, Casting::kUnsafe));
    }
  }
}

TEST(DTypeTest, PromotionHoldsBothInEitherOrder) {
  for (char a : std::string(kLetters)) {
    EXPECT_EQ(promote_types(dtype(a), dtype(a)), dtype(a));
    for (char b : std::string(kLetters)) {
      DType both = promote_types(dtype(a), dtype(b));
      EXPECT_EQ(both, promote_types(dtype(b), dtype(a)));
      EXPECT_TRUE(can_cast(dtype(a), both, Casting::kSafe));
      EXPECT_TRUE(can_cast(dtype(b), both, Casting::kSafe));
    }
  }
}

TEST(DTypeTest, NamesOfCastings) {
  EXPECT_STREQ(name(Casting::kNo), "no");
  EXPECT_STREQ(name(Casting::kEquiv), "equiv");
  EXPECT_STREQ(name(Casting::kSafe), "safe");
  EXPECT_STREQ(name(Casting::kSameKind), "same_kind");
  EXPECT_STREQ(name(Casting::kUnsafe), "unsafe");
}

// 1, 2 and 3 stand for a Python int, float and complex.
Promotable participant(char c) {
  if (c >= '1' && c <= '3') return {DType::kBool, static_cast<Weak>(c - '0')};
  return {dtype(c), Weak::kNone};
}

char result_letter(const std::string& text) {
  std::vector<Promotable> items;
  for (char c : text) items.push_back(participant(c));
  return letter(result_type(items.data(), items.size()));
}

TEST(DTypeTest, WeakNumbersWithEachType) {
  const std::pair<char, const char*> rows[] = {{'1', "lbBhHiIlLefdFD"},
                                               {'2', "dddddddddefdFD"},
                                               {'3', "DDDDDDDDDFFDFD"}};
  for (auto [weak, results] : rows) {
    for (int i = 0; i < kNumDTypes; ++i) {
      std::string text{kLetters[i], weak};
      EXPECT_EQ(result_letter(text), results[i]) << text;
      EXPECT_EQ(result_letter({weak, kLetters[i]}), results[i]) << text;
    }
  }
}

TEST(DTypeTest, WeakNumbersAmongSeveral) {
  const std::pair<const char*, char> rows[] = {
      {"1", 'l'},   {"2", 'd'},   {"3", 'D'},   {"12", 'd'},  {"31", 'D'},
      {"bB1", 'h'}, {"1bB", 'h'}, {"b1B", 'h'}, {"?1", 'l'},  {"?12", 'd'},
      {"e2", 'e'},  {"e23", 'F'}, {"B2", 'd'},  {"f3", 'F'},  {"d3", 'D'},
      {"lL1", 'd'}, {"lL", 'd'},  {"be1", 'e'}, {"iF2", 'D'}, {"??", '?'},
  };
  for (auto [text, expected] : rows)
    EXPECT_EQ(result_letter(text), expected) << text;
}

TEST(DTypeTest, WhatEntersALoopSafely) {
  const std::pair<char, const char*> rows[] = {
      {'1', ".xxxxxxxxxxxxx"}, {'2', ".........xxxxx"}, {'3', "............xx"},
      {'h', kSafe[3]},         {'L', kSafe[8]},
  };
  for (auto [from, row] : rows)
    for (int i = 0; i < kNumDTypes; ++i)
      EXPECT_EQ(can_cast_safely(participant(from), dtype(kLetters[i])),
                row[i] == 'x')
          << from << " to " << kLetters[i];
}

}  // namespace
}  // namespace tenorite
