// SPDX-License-Identifier: Apache-2.0
// Instructions of AVX2 and AVX-512, by what they do; see Intel's manual for
// their names.
#pragma once

#include "ops/cpu/machine/assembler.h"

namespace tenorite::cpu::instruction {

// Of float32; those of float64 have the prefix 66.
inline constexpr VectorInstruction kAdd{0x58, 1, 0}, kMultiply{0x59, 1, 0},
    kSubtract{0x5c, 1, 0}, kDivide{0x5e, 1, 0}, kSqrt{0x51, 1, 0},
    kCompare{0xc2, 1, 0};
constexpr VectorInstruction of_float(VectorInstruction op, bool is_double) {
  op.prefix = is_double;
  op.wide = is_double ? kW1Avx512 : kW0;
  return op;
}
// Of the numbers of each pair, as complex numbers are: the first or the second
// twice, both the other way round (with kSwap), and minus of the first ones,
// plus of the second ones.
inline constexpr VectorInstruction kFirst32{0x12, 1, 2},
    kFirst64{0x12, 1, 3, kW1Avx512}, kSecond32{0x16, 1, 2},
    kPermute32{0x04, 3, 1}, kPermute64{0x05, 3, 1, kW1Avx512},
    kAddSubtract32{0xd0, 1, 3}, kAddSubtract64{0xd0, 1, 1};
// A bit for each float64 of a vector.
inline constexpr int kSwap32 = 0xb1, kSwap64 = 0x55, kSecond64 = 0xff;
// Numbers of 8 bytes to every other place, with kApart.
inline constexpr VectorInstruction kPermute8Bytes{0x00, 3, 1, kW1};
inline constexpr int kApart = 0x50;

inline constexpr VectorInstruction kRound32{0x08, 3, 1},
    kRound64{0x09, 3, 1, kW1Avx512};

// How kCompare compares: none raises an error for a quiet NaN.
enum Comparison {
  kEq = 0x00,
  kNeq = 0x04,
  kLt = 0x11,
  kLe = 0x12,
  kUnordered = 0x03,
  kGe = 0x1d,
  kGt = 0x1e
};
// How kRound rounds, without an error.
enum Rounding { kToEven = 8, kDown = 9, kUp = 10, kToZero = 11 };

inline constexpr VectorInstruction kAnd{0xdb, 1, 1}, kAndNot{0xdf, 1, 1},
    kOr{0xeb, 1, 1}, kXor{0xef, 1, 1}, kBlend{0x4c, 3, 1};

// Of integers of 1, 2, 4 and 8 bytes, by the binary logarithm; opcode 0: none.
inline constexpr VectorInstruction kAddInteger[] = {
    {0xfc, 1, 1}, {0xfd, 1, 1}, {0xfe, 1, 1}, {0xd4, 1, 1, kW1Avx512}};
inline constexpr VectorInstruction kSubtractInteger[] = {
    {0xf8, 1, 1}, {0xf9, 1, 1}, {0xfa, 1, 1}, {0xfb, 1, 1, kW1Avx512}};
inline constexpr VectorInstruction kMultiplyInteger[] = {
    {0, 1, 1}, {0xd5, 1, 1}, {0x40, 2, 1}};
inline constexpr VectorInstruction kMultiplyLong{0x40, 2, 1, kW1};  // AVX-512
// Of the lower halves of 8 bytes, the whole products.
inline constexpr VectorInstruction kMultiplyLower{0xf4, 1, 1};
// Groups of four bytes to other places, with kSwapHalves those of each eight.
inline constexpr VectorInstruction kShuffle4Bytes{0x70, 1, 1};
inline constexpr int kSwapHalves = 0xb1;
// Of two bytes each, by an immediate number of bits; a digit stands where other
// instructions have the result, which is the first operand.
inline constexpr VectorInstruction kShiftWordRight{0x71, 1, 1};
inline constexpr int kShiftWordRightDigit = 2;
inline constexpr VectorInstruction kEqualInteger[] = {
    {0x74, 1, 1}, {0x75, 1, 1}, {0x76, 1, 1}, {0x29, 2, 1}};
inline constexpr VectorInstruction kGreaterSigned[] = {
    {0x64, 1, 1}, {0x65, 1, 1}, {0x66, 1, 1}, {0x37, 2, 1}};
inline constexpr VectorInstruction kMaximumSigned[] = {
    {0x3c, 2, 1}, {0xee, 1, 1}, {0x3d, 2, 1}, {0x3d, 2, 1, kW1Avx512}};
inline constexpr VectorInstruction kMaximumUnsigned[] = {
    {0xde, 1, 1}, {0x3e, 2, 1}, {0x3f, 2, 1}};
inline constexpr VectorInstruction kMinimumSigned[] = {
    {0x38, 2, 1}, {0xea, 1, 1}, {0x39, 2, 1}, {0x39, 2, 1, kW1Avx512}};
inline constexpr VectorInstruction kMinimumUnsigned[] = {
    {0xda, 1, 1}, {0x3a, 2, 1}, {0x3b, 2, 1}};
inline constexpr VectorInstruction kAbsoluteInteger[] = {
    {0x1c, 2, 1}, {0x1d, 2, 1}, {0x1e, 2, 1}};

// From so many bytes to so many, by their binary logarithms.
inline constexpr VectorInstruction kWidenSigned[3][4] = {
    {{}, {0x20, 2, 1}, {0x21, 2, 1}, {0x22, 2, 1}},
    {{}, {}, {0x23, 2, 1}, {0x24, 2, 1}},
    {{}, {}, {}, {0x25, 2, 1}}};
inline constexpr VectorInstruction kWidenUnsigned[3][4] = {
    {{}, {0x30, 2, 1}, {0x31, 2, 1}, {0x32, 2, 1}},
    {{}, {}, {0x33, 2, 1}, {0x34, 2, 1}},
    {{}, {}, {}, {0x35, 2, 1}}};
// Two vectors into one of half as wide integers: of masks, and of integers that
// fit. kShuffle takes every other four bytes, with kEven.
inline constexpr VectorInstruction kPackMask4{0x6b, 1, 1},
    kPackMask2{0x63, 1, 1}, kPack4{0x2b, 2, 1}, kPack2{0x67, 1, 1},
    kShuffle{0xc6, 1, 0}, kUpperHalf{0x39, 3, 1};
inline constexpr int kEven = 0x88;

inline constexpr VectorInstruction kFloatToDouble{0x5a, 1, 0},
    kDoubleToFloat{0x5a, 1, 1, kW1Avx512}, kIntToDouble{0xe6, 1, 2},
    kIntToFloat{0x5b, 1, 0}, kDoubleToInt{0xe6, 1, 1, kW1Avx512},
    kFloatToInt{0x5b, 1, 2};

inline constexpr VectorInstruction kMove{0x6f, 1, 1};
// Of a vector, of 8 bytes, and of 4.
inline constexpr VectorInstruction kLoad{0x6f, 1, 2}, kStore{0x7f, 1, 2},
    kLoad8{0x7e, 1, 2, kW1Avx512}, kStore8{0xd6, 1, 1, kW1Avx512},
    kLoad4{0x6e, 1, 1}, kStore4{0x7e, 1, 1};
// One element to all, by the binary logarithm of its size.
inline constexpr VectorInstruction kBroadcast[] = {{0x78, 2, 1},
                                                   {0x79, 2, 1},
                                                   {0x58, 2, 1},
                                                   {0x59, 2, 1, kW1Avx512},
                                                   {0x1a, 2, 1}};

// ---- AVX-512 ----

// Into a mask: whether bytes are not 0, and how integers compare, signed or
// not.
inline constexpr VectorInstruction kTest[] = {
    {0x26, 2, 1}, {0x26, 2, 1, kW1}, {0x27, 2, 1}, {0x27, 2, 1, kW1}};
inline constexpr VectorInstruction kCompareSigned[] = {
    {0x3f, 3, 1}, {0x3f, 3, 1, kW1}, {0x1f, 3, 1}, {0x1f, 3, 1, kW1}};
inline constexpr VectorInstruction kCompareUnsigned[] = {
    {0x3e, 3, 1}, {0x3e, 3, 1, kW1}, {0x1e, 3, 1}, {0x1e, 3, 1, kW1}};
enum IntegerComparison {
  kIntegerEq = 0,
  kIntegerLt = 1,
  kIntegerLe = 2,
  kIntegerNeq = 4,
  kIntegerGe = 5,
  kIntegerGt = 6
};
// The second operand where the mask is true, else the first.
inline constexpr VectorInstruction kBlendMask[] = {
    {0x66, 2, 1}, {0x66, 2, 1, kW1}, {0x64, 2, 1}, {0x64, 2, 1, kW1}};
// Loads for masks of elements of so many bytes.
inline constexpr VectorInstruction kLoadElements[] = {
    {0x6f, 1, 3}, {0x6f, 1, 3, kW1}, {0x6f, 1, 2}, {0x6f, 1, 2, kW1}};
// From so many bytes to so many, by their binary logarithms; the result is the
// last operand.
inline constexpr VectorInstruction kNarrow[4][3] = {
    {},
    {{0x30, 2, 2}},
    {{0x31, 2, 2}, {0x33, 2, 2}},
    {{0x32, 2, 2}, {0x34, 2, 2}, {0x35, 2, 2}}};
inline constexpr VectorInstruction kDoubleToLong{0x7a, 1, 1, kW1},
    kFloatToLong{0x7a, 1, 1}, kLongToDouble{0xe6, 1, 2, kW1},
    kLongToFloat{0x5b, 1, 0, kW1};
// Elements of 8 bytes to the places of a mask.
inline constexpr VectorInstruction kExpand8Bytes{0x89, 2, 1, kW1};
// Of masks. kAndNotMask is of the first operand's opposite.
inline constexpr VectorInstruction kMoveMask{0x90, 1, 0, kW1},
    kNotMask{0x44, 1, 0, kW1}, kAndMask{0x41, 1, 0, kW1},
    kAndNotMask{0x42, 1, 0, kW1}, kOrMask{0x45, 1, 0, kW1},
    kEqualMask{0x46, 1, 0, kW1}, kXorMask{0x47, 1, 0, kW1};

}  // namespace tenorite::cpu::instruction
