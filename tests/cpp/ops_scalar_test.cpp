// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "core/error.h"
#include "ops/table/scalar.h"

namespace tenorite {
namespace {

constexpr uint64_t kTop = uint64_t{1} << 63;

WeakNumber integer(bool negative, uint64_t magnitude) {
  double re = static_cast<double>(magnitude);
  return {Weak::kInt, negative, false, magnitude, negative ? -re : re, 0};
}
WeakNumber integer(int64_t value) {
  return integer(value < 0, value < 0 ? 0 - static_cast<uint64_t>(value)
                                      : static_cast<uint64_t>(value));
}
WeakNumber huge(bool negative) {
  return {Weak::kInt, negative, true, 0, negative ? -1e30 : 1e30, 0};
}
WeakNumber real(double re) { return {Weak::kFloat, false, false, 0, re, 0}; }
WeakNumber imaginary(double re, double im) {
  return {Weak::kComplex, false, false, 0, re, im};
}

template <class T>
T value_of(const Scalar& s) {
  EXPECT_EQ(itemsize(s.dtype), sizeof(T));
  T value;
  std::memcpy(&value, s.bytes, sizeof(T));
  return value;
}
template <class T>
Scalar scalar(DType dtype, T value) {
  Scalar s;
  s.dtype = dtype;
  std::memcpy(s.bytes, &value, sizeof(T));
  return s;
}

// What NumPy says to <integer> * <array of the dtype>; null: it fits.
const char* const kLong = "Python int too large to convert to C long";
struct IntegerRow {
  DType dtype;
  WeakNumber number;
  const char* error;
};
const IntegerRow kIntegers[] = {
    {DType::kInt8, integer(127), nullptr},
    {DType::kInt8, integer(-128), nullptr},
    {DType::kInt8, integer(128), "Python integer 128 out of bounds for int8"},
    {DType::kInt8, integer(-129), "Python integer -129 out of bounds for int8"},
    {DType::kUint8, integer(255), nullptr},
    {DType::kUint8, integer(256), "Python integer 256 out of bounds for uint8"},
    {DType::kUint8, integer(-1), "Python integer -1 out of bounds for uint8"},
    {DType::kInt16, integer(-32768), nullptr},
    {DType::kInt16, integer(32768),
     "Python integer 32768 out of bounds for int16"},
    {DType::kUint16, integer(65535), nullptr},
    {DType::kUint16, integer(65536),
     "Python integer 65536 out of bounds for uint16"},
    {DType::kInt32, integer(-2147483648), nullptr},
    {DType::kInt32, integer(2147483648),
     "Python integer 2147483648 out of bounds for int32"},
    {DType::kUint32, integer(4294967295), nullptr},
    {DType::kUint32, integer(4294967296),
     "Python integer 4294967296 out of bounds for uint32"},
    {DType::kInt64, integer(true, kTop), nullptr},
    {DType::kInt64, integer(false, kTop - 1), nullptr},
    {DType::kInt64, integer(false, kTop), kLong},
    {DType::kInt64, integer(true, kTop + 1), kLong},
    {DType::kUint64, integer(false, kTop), nullptr},
    {DType::kUint64, integer(false, ~uint64_t{0}), nullptr},
    {DType::kUint64, integer(-1), "Python integer -1 out of bounds for uint64"},
    {DType::kUint64, integer(true, kTop),
     "Python integer -9223372036854775808 out of bounds for uint64"},
    {DType::kUint64, integer(true, kTop + 1), kLong},
    // Beyond int64, only the types that are read as unsigned long name it.
    {DType::kInt8, integer(false, kTop), kLong},
    {DType::kUint16, integer(false, kTop), kLong},
    {DType::kInt32, integer(false, ~uint64_t{0}), kLong},
    {DType::kUint32, integer(false, kTop),
     "Python integer 9223372036854775808 out of bounds for uint32"},
    {DType::kUint32, integer(false, ~uint64_t{0}),
     "Python integer 18446744073709551615 out of bounds for uint32"},
    {DType::kInt8, integer(true, kTop),
     "Python integer -9223372036854775808 out of bounds for int8"},
    {DType::kInt64, huge(false), kLong},
    {DType::kUint64, huge(true), kLong},
    {DType::kInt8, huge(false), kLong},
    {DType::kUint8, integer(true, 0), nullptr},
};

TEST(ScalarTest, IntegersFitOrOverflowInNumPysWords) {
  for (const IntegerRow& row : kIntegers) {
    SCOPED_TRACE(std::string(name(row.dtype)) + " from " +
                 (row.number.negative ? "-" : "") +
                 std::to_string(row.number.magnitude));
    EXPECT_EQ(fits(row.number, row.dtype), row.error == nullptr);
    try {
      Scalar s = to_scalar(row.number, row.dtype);
      EXPECT_EQ(row.error, nullptr);
      EXPECT_EQ(s.dtype, row.dtype);
      uint64_t bits =
          row.number.negative ? 0 - row.number.magnitude : row.number.magnitude;
      EXPECT_EQ(std::memcmp(s.bytes, &bits, itemsize(row.dtype)), 0);
    } catch (const OverflowError& e) {
      EXPECT_STREQ(e.what(), row.error);
    }
  }
}

TEST(ScalarTest, NumbersInOtherTypes) {
  EXPECT_EQ(value_of<bool>(to_scalar(integer(0), DType::kBool)), false);
  EXPECT_EQ(value_of<bool>(to_scalar(integer(-7), DType::kBool)), true);
  EXPECT_EQ(value_of<bool>(to_scalar(huge(true), DType::kBool)), true);
  EXPECT_EQ(value_of<bool>(to_scalar(real(0.5), DType::kBool)), true);
  EXPECT_EQ(value_of<float>(to_scalar(integer(16777217), DType::kFloat32)),
            16777216.0f);
  EXPECT_EQ(value_of<double>(to_scalar(huge(true), DType::kFloat64)), -1e30);
  EXPECT_EQ(value_of<float>(to_scalar(real(0.1), DType::kFloat32)), 0.1f);
  EXPECT_EQ(value_of<float>(to_scalar(real(1e300), DType::kFloat32)),
            HUGE_VALF);
  EXPECT_EQ(value_of<uint16_t>(to_scalar(real(1), DType::kFloat16)), 0x3c00);
  EXPECT_EQ(value_of<int>(to_scalar(real(-2.9), DType::kInt32)), -2);
  struct Pair {
    double re, im;
  };
  Pair z = value_of<Pair>(to_scalar(imaginary(1.5, -2), DType::kComplex128));
  EXPECT_TRUE(z.re == 1.5 && z.im == -2);
  z = value_of<Pair>(to_scalar(integer(-3), DType::kComplex128));
  EXPECT_TRUE(z.re == -3 && z.im == 0 && !std::signbit(z.im));
  EXPECT_EQ(value_of<double>(to_scalar(imaginary(1.5, -2), DType::kFloat64)),
            1.5);
}

TEST(ScalarTest, NumbersInTheDTypesOfTheirArrays) {
  EXPECT_EQ(strong_scalar(integer(-1)).dtype, DType::kInt64);
  EXPECT_EQ(strong_scalar(integer(false, kTop)).dtype, DType::kUint64);
  EXPECT_EQ(strong_scalar(real(1)).dtype, DType::kFloat64);
  EXPECT_EQ(strong_scalar(imaginary(1, 0)).dtype, DType::kComplex128);
  EXPECT_THROW(strong_scalar(integer(true, kTop + 1)), OverflowError);
  EXPECT_THROW(strong_scalar(huge(false)), OverflowError);
}

TEST(ScalarTest, IntegerItemsAreWhatIntMakesOfNumbers) {
  EXPECT_EQ(value_of<int>(item_scalar(real(-2.9), DType::kInt32)), -2);
  EXPECT_THROW(item_scalar(real(300), DType::kInt8), OverflowError);
  EXPECT_THROW(item_scalar(real(std::nan("")), DType::kUint8), ValueError);
  EXPECT_THROW(item_scalar(imaginary(1, 0), DType::kFloat32), TypeError);
  Scalar wide = scalar(DType::kInt64, int64_t{300});
  EXPECT_THROW(item_scalar(wide, DType::kInt8), OverflowError);
  EXPECT_EQ(value_of<uint8_t>(item_scalar(wide, DType::kUint8)), 44);
}

TEST(ScalarTest, CastsAsAstype) {
  auto cast = [](auto value, DType from, DType to) {
    return cast_scalar(scalar(from, value), to);
  };
  auto d = DType::kFloat64;
  EXPECT_EQ(value_of<int8_t>(cast(int64_t{300}, DType::kInt64, DType::kInt8)),
            44);
  EXPECT_EQ(value_of<uint8_t>(cast(int8_t{-1}, DType::kInt8, DType::kUint8)),
            255);
  EXPECT_EQ(value_of<uint64_t>(cast(int8_t{-1}, DType::kInt8, DType::kUint64)),
            ~uint64_t{0});
  EXPECT_EQ(value_of<int64_t>(cast(-1.99, d, DType::kInt64)), -1);
  EXPECT_EQ(
      value_of<float>(cast(~uint64_t{0}, DType::kUint64, DType::kFloat32)),
      18446744073709551616.0f);
  EXPECT_EQ(value_of<double>(cast(kTop - 1, DType::kUint64, d)), 0x1p63);
  EXPECT_TRUE(value_of<bool>(cast(std::nan(""), d, DType::kBool)));
  EXPECT_FALSE(value_of<bool>(cast(-0.0, d, DType::kBool)));
  EXPECT_EQ(value_of<int>(cast(true, DType::kBool, DType::kInt32)), 1);
  EXPECT_TRUE(
      std::isnan(value_of<float>(cast(std::nan(""), d, DType::kFloat32))));
}

TEST(ScalarTest, HalvesRoundOnceToEven) {
  const std::pair<double, uint16_t> rows[] = {
      {0, 0x0000},
      {-0.0, 0x8000},
      {1, 0x3c00},
      {-2, 0xc000},
      {65504, 0x7bff},
      {65519.99, 0x7bff},
      {65520, 0x7c00},
      {-1e10, 0xfc00},
      {0x1p-24, 0x0001},
      {0x1p-25, 0x0000},
      {0x1.8p-25, 0x0001},
      {0x1p-14, 0x0400},
      {2049, 0x6800},
      {2051, 0x6802},
      {1 + 0x1p-11, 0x3c00},
      {HUGE_VAL, 0x7c00},
      {1 + 0x1.8p-10, 0x3c02},
      {0x1.ff8p-15, 0x03ff},
      {0x1.ffcp-15, 0x0400},
      {1 + 0x1p-11 + 0x1p-30, 0x3c01},  // would be 0x3c00 through float32
  };
  for (auto [value, bits] : rows) {
    Scalar half = to_scalar(real(value), DType::kFloat16);
    EXPECT_EQ(value_of<uint16_t>(half), bits) << value;
    double back = value_of<double>(cast_scalar(half, DType::kFloat64));
    EXPECT_EQ(value_of<uint16_t>(to_scalar(real(back), DType::kFloat16)), bits);
  }
  Scalar nan = to_scalar(real(std::nan("")), DType::kFloat16);
  EXPECT_GT(value_of<uint16_t>(nan) & 0x7fff, 0x7c00);
}

TEST(ScalarTest, EveryTypeKeepsZeroAndOne) {
  for (int from = 0; from < kNumDTypes; ++from) {
    for (int to = 0; to < kNumDTypes; ++to) {
      for (int64_t value : {0, 1}) {
        Scalar first = to_scalar(integer(value), static_cast<DType>(from));
        Scalar there = cast_scalar(first, static_cast<DType>(to));
        Scalar back = cast_scalar(there, static_cast<DType>(from));
        EXPECT_EQ(there.dtype, static_cast<DType>(to));
        EXPECT_EQ(std::memcmp(back.bytes, first.bytes, itemsize(first.dtype)),
                  0);
        EXPECT_EQ(is_true(there), value == 1);
      }
    }
  }
}

TEST(ScalarTest, Makers) {
  EXPECT_EQ(make_scalar(true).dtype, DType::kBool);
  EXPECT_EQ(value_of<int64_t>(make_scalar(int64_t{-5})), -5);
  EXPECT_EQ(value_of<double>(make_scalar(2.5)), 2.5);
  EXPECT_TRUE(is_true(make_scalar(std::nan(""))));
  EXPECT_FALSE(is_true(make_scalar(int64_t{0})));
  EXPECT_TRUE(is_true(to_scalar(imaginary(0, 1), DType::kComplex64)));
  EXPECT_FALSE(is_true(to_scalar(imaginary(0, -0.0), DType::kComplex128)));
}

}  // namespace
}  // namespace tenorite
