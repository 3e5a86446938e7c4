// SPDX-License-Identifier: Apache-2.0
// The kernels of groups whose steps make up what reductions fold.
#include <gtest/gtest.h>

#include <iterator>

#include "jit/groups/group_folds.h"
#include "tests/cpp/gpu_compiles.h"
#include "tests/cpp/group_builder.h"

namespace tenorite::jit {
namespace {

using testing::GroupBuilder;

constexpr DType kBool = DType::kBool;
constexpr DType kI32 = DType::kInt32;
constexpr DType kF16 = DType::kFloat16;
constexpr DType kF32 = DType::kFloat32;
constexpr DType kF64 = DType::kFloat64;
constexpr int64_t kMany = 1 << 20;

class FoldsTest : public testing::GpuCompileTest {
 protected:
  // sum(x * y) over some axes.
  static GroupBuilder products(Dims shape, uint64_t axes, DType dtype) {
    GroupBuilder group(std::move(shape), axes);
    const GroupSource x = group.array(dtype), y = group.array(dtype);
    const GroupSource v = group.elementwise(Op::multiply, dtype, {x, y});
    group.store(group.reduce(ReduceOp::sum, dtype, v));
    return group;
  }
  static void refused(const GroupBuilder& group) {
    EXPECT_THROW(group_source(group.plan), NotImplementedError);
  }
};

TEST_F(FoldsTest, OfEverything) {
  const std::string text =
      compiled(products({kMany}, 1, kF32).plan, {"sm_80", "sm_90", "sm_100"});
  EXPECT_TRUE(has(text, "load_made<FoldAccess::kVector>(*this, 0, "));
  EXPECT_TRUE(
      has(text, "using Fold0 = tenorite::reduction::Sum::Fold<float, true>;"));
  EXPECT_TRUE(has(text, "fold_rows<Group0::Folds, true>(group)"));
}

TEST_F(FoldsTest, OfLongRows) {
  for (const int64_t length : {kMany, kMany + 1}) {
    const std::string text = compiled(products({3, length}, 2, kF64).plan);
    EXPECT_EQ(has(text, "FoldAccess::kVector"), length == kMany);
    EXPECT_TRUE(has(text, ", true>(group)"));
  }
}

TEST_F(FoldsTest, OfColumnsAndRuns) {
  std::string text = compiled(products({5000, 96}, 1, kF32).plan,
                              {"sm_80", "sm_90", "sm_100"});
  EXPECT_TRUE(has(text, "fold_columns<Group0::Folds, true>(group)"));
  text = compiled(products({64, 100, 512}, 5, kF32).plan);
  EXPECT_TRUE(has(text, "fold_rows<Group0::Folds, false>(group)"));
}

// Converted while they are loaded.
TEST_F(FoldsTest, OfOtherDtypes) {
  GroupBuilder group({kMany}, 1);
  const GroupSource x = group.array(kI32);
  const GroupSource v = group.elementwise(Op::multiply, kI32, {x, x});
  group.store(group.reduce(ReduceOp::var, kF64, v));
  const std::string text = compiled(group.plan);
  EXPECT_TRUE(has(text, "put<0>(_x, cast<double>(v0));"));
  EXPECT_TRUE(has(text, "fold_any<Group0::Folds, true, 8>(group)"));
}

TEST_F(FoldsTest, FunctionsOfBytesAreLookedUp) {
  for (const uint64_t axes : {uint64_t{1}, uint64_t{3}}) {
    GroupBuilder group({5000, 600}, axes);
    const GroupSource x = group.array(DType::kUint8), y = group.array(kF32);
    const GroupSource scaled = group.elementwise(
        Op::multiply, kF32, {group.copy(kF32, x), group.scalar(kF32)});
    const GroupSource v = group.elementwise(Op::exp, kF32, {scaled});
    group.store(group.reduce(ReduceOp::sum, kF32,
                             group.elementwise(Op::multiply, kF32, {v, y})));
    const std::string text = compiled(group.plan, {"sm_80", "sm_90"});
    EXPECT_TRUE(has(text, "fill_tables(group.constants);"));
    EXPECT_TRUE(has(text, "const float v2 = table0()[(unsigned char)a0];"));
    EXPECT_TRUE(has(text, "op::Multiply, float>(v2, a1)"));
  }
}

TEST_F(FoldsTest, DividedByScalars) {
  for (const DType dtype : {kF32, kF64})
    for (const uint64_t axes : {uint64_t{1}, uint64_t{3}}) {
      GroupBuilder group({5000, 6000}, axes);
      const GroupSource x = group.array(dtype);
      const GroupSource scalar = group.scalar(dtype);
      const GroupSource v = group.elementwise(Op::divide, dtype, {x, scalar});
      group.store(group.elementwise(Op::exp, dtype, {v}));
      const GroupSource sum = group.reduce(ReduceOp::sum, dtype, v);
      const GroupSource kept =
          group.elementwise(Op::divide, dtype, {sum, scalar});
      group.step().kept = true;
      group.store(kept);
      const std::string text = compiled(group.plan, {"sm_80", "sm_90"});
      EXPECT_TRUE(has(text, "steps(_again, "));
      EXPECT_TRUE(has(text, "steps_again("));
      EXPECT_TRUE(has(text, "constexpr tenorite::AtOnce _missed{};"));
    }
}

TEST_F(FoldsTest, OfTruths) {
  for (const ReduceOp op :
       {ReduceOp::any, ReduceOp::all, ReduceOp::count_nonzero, ReduceOp::sum}) {
    GroupBuilder group({kMany}, 1);
    const GroupSource x = group.array(kF64), y = group.array(kF64);
    const GroupSource v = group.elementwise(Op::less, kF64, {x, y});
    group.store(
        group.reduce(op, op == ReduceOp::sum ? DType::kInt64 : kBool, v));
    SCOPED_TRACE(info(op).name);
    compiled(group.plan);
  }
}

// Of two dtypes each, by rows and by columns in turn.
TEST_F(FoldsTest, EveryReduction) {
  const DType dtypes[] = {
      kBool, kF32,         DType::kUint64,    kF16, DType::kComplex64,
      kF64,  DType::kInt8, DType::kComplex128};
  int turn = 0;
  for (int op = 0; op < kNumReduceOps; ++op) {
    const auto row = static_cast<ReduceOp>(op);
    for (int found = 0; found < 2; ++turn) {
      const DType dtype = dtypes[turn % std::size(dtypes)];
      if (!is_valid(result_dtype(row, dtype))) continue;
      GroupBuilder group({300, 20000}, ++found);
      const GroupSource x = group.array(dtype);
      group.store(group.reduce(row, dtype, group.copy(dtype, x)));
      SCOPED_TRACE(std::string(info(row).name) + " " + name(dtype));
      compiled(group.plan);
    }
  }
}

// sqrt(sum((a - row - column)**2) / n), with what it is made of.
TEST_F(FoldsTest, WithStepsBeforeAndAfter) {
  GroupBuilder group({3, 20000, 30}, 6);
  const GroupSource a = group.array(kF64), row = group.array(kF64, {30}),
                    column = group.array(kF64, {3, 20000, 1}),
                    scale = group.array(kF64, {3, 1, 1});
  GroupSource v = group.elementwise(Op::subtract, kF64, {a, row});
  v = group.elementwise(Op::subtract, kF64, {v, column});
  const GroupSource apart = v;
  v = group.elementwise(Op::multiply, kF64, {v, v});
  GroupSource sum = group.reduce(ReduceOp::sum, kF64, v);
  sum = group.elementwise(Op::divide, kF64, {sum, group.scalar(kF64)});
  group.step().kept = true;
  sum = group.elementwise(Op::sqrt, kF64, {sum});
  group.step().kept = true;
  sum = group.elementwise(Op::multiply, kF64, {sum, scale});
  group.step().kept = true;
  group.store(a, apart);
  group.store(sum);
  const std::string text = compiled(group.plan, {"sm_80", "sm_90", "sm_100"});
  EXPECT_TRUE(has(text, "load_placed<FoldAccess::kRepeated>(*this, 1, "));
  EXPECT_TRUE(has(text, "store_made<FoldAccess::kVector>(*this, 0, "));
  EXPECT_TRUE(has(text, "this->kept(3, _output)"));
}

// Folds that are alike share a kernel; there is another one for what is made of
// narrower elements. The last one divides.
TEST_F(FoldsTest, Several) {
  for (const uint64_t axes : {1, 2, 3}) {
    GroupBuilder group({3000, 20000}, axes);
    const GroupSource x = group.array(kF32), y = group.array(kF32);
    const GroupSource v = group.elementwise(Op::multiply, kF32, {x, y});
    const GroupSource low = group.elementwise(
        Op::less, DType::kInt16,
        {group.array(DType::kInt16), group.array(DType::kInt16)});
    const GroupSource sum = group.reduce(ReduceOp::sum, kF32, v);
    group.store(group.reduce(ReduceOp::any, kBool, low));
    const GroupSource most = group.reduce(ReduceOp::max, kF32, x);
    const GroupSource ratio = group.elementwise(Op::divide, kF32, {sum, most});
    group.step().kept = true;
    group.store(v);
    group.store(ratio);
    const std::string text = compiled(group.plan, {"sm_80", "sm_90", "sm_100"});
    EXPECT_TRUE(has(text, "struct Group0 "));
    EXPECT_TRUE(has(text, "struct Group1 "));
    EXPECT_FALSE(has(text, "struct Group2 "));
    EXPECT_TRUE(has(text, "Max::Fold<float, true>;\n  using Folds ="));
    // The first one keeps what was made.
    EXPECT_EQ(text.find("store_made<"), text.rfind("store_made<"));
  }
}

// Integers, whose order does not matter, are taken as wide as what is loaded.
TEST_F(FoldsTest, TruthsOfWideElements) {
  const auto fold_of = [](DType from, ReduceOp op, DType compute,
                          bool masked = false) {
    GroupBuilder group({1 << 20}, 1);
    const GroupSource x = group.array(from), y = group.array(from);
    const GroupSource low = group.elementwise(Op::less, from, {x, y});
    const GroupSource result = group.reduce(op, compute, low);
    if (masked) group.step().where = low;
    group.store(result);
    const std::string text = compiled(group.plan);
    const size_t begin = text.find("reduction::", text.find("Fold0 =")) + 11;
    return text.substr(begin, text.find(';', begin) - begin);
  };
  constexpr DType kI8 = DType::kInt8, kI64 = DType::kInt64;
  EXPECT_EQ(fold_of(kF64, ReduceOp::sum, kI64), "Sum::Fold<long, true>");
  EXPECT_EQ(fold_of(kF32, ReduceOp::sum, kI64), "Sum::Widening<int>");
  EXPECT_EQ(fold_of(kI8, ReduceOp::sum, kI64), "Sum::Widening<bool>");
  EXPECT_EQ(fold_of(kF64, ReduceOp::mean, kF64), "Sum::Widening<int>");
  EXPECT_EQ(fold_of(kF64, ReduceOp::any, kBool), "Any::Fold<long, true>");
  EXPECT_EQ(fold_of(kF32, ReduceOp::all, kBool), "All::Fold<int, true>");
  EXPECT_EQ(fold_of(DType::kComplex128, ReduceOp::count_nonzero, kBool),
            "CountNonzero::Fold<long, true>");
  EXPECT_EQ(fold_of(kF64, ReduceOp::any, kBool, true), "Any::Fold<bool, true>");
}

// What is the same for all elements of an output is loaded once.
TEST_F(FoldsTest, OfOutputs) {
  GroupBuilder group({500, 20000}, 2);
  const GroupSource x = group.array(kF32), y = group.array(kF32, {500, 1});
  const GroupSource v = group.elementwise(Op::subtract, kF32, {x, y});
  group.store(group.reduce(ReduceOp::sum, kF32, v));
  const std::string text = compiled(group.plan, {"sm_80", "sm_90", "sm_100"});
  EXPECT_TRUE(has(text, "const float a1 = *(const float*)element(1, _first);"));
  EXPECT_TRUE(has(text, "load_made<FoldAccess::kVector>(*this, 0, "));
  EXPECT_FALSE(has(text, "_places"));
}

// Vectors lie along the first axis then.
TEST_F(FoldsTest, InAnotherOrder) {
  for (const uint64_t axes : {1, 3}) {
    GroupBuilder group({20000, 30}, axes);
    const GroupSource x = group.array(kF32, {20000, 30}, {4, 80000}),
                      y = group.array(kF32, {20000, 1}, {4, 0});
    const GroupSource v = group.elementwise(Op::subtract, kF32, {x, y});
    group.store(group.reduce(ReduceOp::sum, kF32, v));
    group.step().in_strides = {4, 80000};
    const std::string text = compiled(group.plan);
    EXPECT_TRUE(has(text, "load_made<FoldAccess::kVector>(*this, 0, "));
    // Where all is folded, neighbours may be in different rows of `y`.
    EXPECT_EQ(has(text, "load_along<FoldAccess::kRepeated>(*this, 1, "),
              axes == 1);
    EXPECT_EQ(has(text, "load_placed<FoldAccess::kRepeated>(*this, 1, "),
              axes == 3);
    EXPECT_TRUE(has(text, "fold_rows<Group0::Folds, true>(group)"));
  }
}

// Threads side by side would store little, and others wait for them.
TEST_F(FoldsTest, FewColumnsDoNotStoreMuch) {
  for (const int64_t columns : {int64_t{20}, int64_t{64}}) {
    GroupBuilder group({100000, columns}, 1);
    const GroupSource x = group.array(kF32);
    const GroupSource wide = group.copy(kF64, x),
                      square = group.elementwise(Op::square, kF64, {wide});
    group.store(square);
    group.store(group.reduce(ReduceOp::sum, kF64, square));
    if (columns == 20)
      refused(group);
    else
      compiled(group.plan);
  }
}

// A kernel of other folds reads what the first one has stored, if that is no
// more than what it is made of.
TEST_F(FoldsTest, StoredResultsAreRead) {
  for (const DType dtype : {kF64, kF32}) {
    GroupBuilder group({300, 20000}, 1);
    const GroupSource x = group.array(dtype), y = group.array(kBool);
    const GroupSource wide = group.copy(kF64, x),
                      v = group.elementwise(Op::divide, kF64, {wide, wide}),
                      w = group.elementwise(Op::multiply, kF64, {v, v});
    group.store(w);
    group.store(group.reduce(ReduceOp::max, kF64, w));
    group.store(group.reduce(ReduceOp::sum, kF64, w));
    group.step().where = y;
    const std::string text = compiled(group.plan);
    EXPECT_EQ(has(text, "const double v2 = former2;"), dtype == kF64);
    const size_t first = text.find("op::Divide");
    ASSERT_NE(first, std::string::npos);
    EXPECT_EQ(text.find("op::Divide", first + 1) == std::string::npos,
              dtype == kF64);
  }
}

// One kernel for each mask.
TEST_F(FoldsTest, Masked) {
  GroupBuilder group({300, 20000}, 1);
  const GroupSource x = group.array(kF32), y = group.array(kBool);
  const GroupSource v = group.elementwise(Op::multiply, kF32, {x, x}),
                    low = group.elementwise(Op::less, kF32, {v, x});
  for (const GroupSource& mask : {y, low, low, y}) {
    group.store(group.reduce(ReduceOp::sum, kF32, v));
    group.step().where = mask;
  }
  const std::string text = compiled(group.plan, {"sm_80", "sm_90", "sm_100"});
  EXPECT_TRUE(has(text, "_taken = v1;"));
  // Of one array more is in flight.
  EXPECT_TRUE(has(text, "fold_any<Group0::Folds, true, 4>(group)"));
  EXPECT_TRUE(has(text, "fold_any<Group1::Folds, true, 8>(group)"));
  EXPECT_FALSE(has(text, "struct Group2 "));
}

// What the accumulators of a block may take is a bound.
TEST_F(FoldsTest, ManyColumns) {
  auto spreads = [](int count) {
    GroupBuilder group({3000, 200}, 1);
    const GroupSource x = group.array(kF64);
    for (int k = 0; k < count; ++k)
      group.store(group.reduce(ReduceOp::std, kF64, x));
    return group;
  };
  const std::string text = compiled(spreads(kMaxFolds).plan);
  EXPECT_TRUE(has(text, "struct Group0 "));
  EXPECT_FALSE(has(text, "struct Group1 "));
  EXPECT_TRUE(has(text, "struct Group4 "));
  refused(spreads(kMaxFolds + 1));
}

TEST_F(FoldsTest, WhatHasNoKernel) {
  EXPECT_NO_THROW(group_source(products({kMany}, 1, kF32).plan));
  // Elements that the recorded reduction had in another order.
  GroupBuilder turned = products({300, 20000}, 3, kF32);
  turned.step().in_strides = {4, 1200};
  refused(turned);
  // What is loaded across rows.
  GroupBuilder across({2000, 20000}, 3);
  const GroupSource x = across.array(kF32, {2000, 20000}, {4, 8000});
  across.store(across.reduce(ReduceOp::sum, kF32,
                             across.elementwise(Op::negative, kF32, {x})));
  refused(across);
  // A second kernel would find what the first one wrote, and without steps it
  // would be the device's own.
  auto twice = [](bool makes, bool in_place, ReduceOp second) {
    GroupBuilder group({kMany}, 1);
    const GroupSource y = group.array(kF32);
    const GroupSource v =
        makes ? group.elementwise(Op::negative, kF32, {y}) : y;
    if (in_place) group.store(y, v);
    group.store(group.reduce(ReduceOp::sum, kF32, v));
    group.store(
        group.reduce(second, second == ReduceOp::any ? kBool : kF32, v));
    return group;
  };
  for (const bool makes : {false, true})
    EXPECT_NO_THROW(group_source(twice(makes, makes, ReduceOp::max).plan));
  EXPECT_NO_THROW(group_source(twice(true, false, ReduceOp::any).plan));
  refused(twice(false, false, ReduceOp::any));
  refused(twice(true, true, ReduceOp::any));
}

}  // namespace
}  // namespace tenorite::jit
