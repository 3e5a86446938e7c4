// SPDX-License-Identifier: Apache-2.0
// The kernels of groups whose rows stay in registers or in shared memory.
#include <gtest/gtest.h>

#include "jit/groups/group_rows.h"
#include "tests/cpp/gpu_compiles.h"
#include "tests/cpp/group_builder.h"

namespace tenorite::jit {
namespace {

using testing::GroupBuilder;

constexpr DType kF16 = DType::kFloat16;
constexpr DType kF32 = DType::kFloat32;
constexpr DType kF64 = DType::kFloat64;
constexpr uint64_t kLast = 2;  // the last of two axes

class RowsTest : public testing::GpuCompileTest {
 protected:
  static std::vector<bool> constants(const GroupPlan& plan) {
    std::vector<bool> constant;
    for (const GroupArray& array : plan.arrays)
      constant.push_back(array.view.ndim() == plan.shape.size() &&
                         array.view.shape(plan.shape.size() - 1) == 1);
    return constant;
  }
  static void softmax(GroupBuilder& group, DType dtype) {
    const GroupSource x = group.array(dtype);
    const GroupSource most = group.reduce(ReduceOp::max, dtype, x);
    GroupSource v = group.elementwise(Op::subtract, dtype, {x, most});
    v = group.elementwise(Op::exp, dtype, {v});
    const GroupSource sum = group.reduce(ReduceOp::sum, dtype, v);
    group.store(group.elementwise(Op::divide, dtype, {v, sum}));
  }
};

TEST_F(RowsTest, Softmax) {
  GroupBuilder group({16384, 16384}, kLast);
  softmax(group, kF32);
  const auto schedule = schedule_rows(group.plan, constants(group.plan));
  ASSERT_TRUE(schedule);
  EXPECT_EQ(schedule->stages, 3);
  EXPECT_EQ(schedule->vector, 4);
  // The array, in whose place the exponentials come.
  ASSERT_EQ(schedule->carried.size(), 2u);
  EXPECT_EQ(schedule->place_size, std::vector<int>{4});
  const std::string text = compiled(group.plan, {"sm_80", "sm_90", "sm_100"});
  EXPECT_TRUE(has(text,
                  "fold_held<tenorite::reduction::Sum::Fold<float, true>, "
                  "false, 256, float, float>"));
  EXPECT_TRUE(has(text, "constexpr int I = 16, P = 2;"));
  EXPECT_TRUE(has(text, "HeldRow<V, I, P, 16>::of<true>(loop)"));
  EXPECT_TRUE(has(text, "_byv3.divide(v2, _missed)"));
}

TEST_F(RowsTest, DividedByScalars) {
  for (const int64_t length : {300, 16384}) {
    GroupBuilder group({16384, length}, kLast);
    const GroupSource x = group.array(kF32), by = group.scalar(kF32);
    GroupSource v = group.elementwise(Op::divide, kF32, {x, by});
    const GroupSource most = group.reduce(ReduceOp::max, kF32, v);
    v = group.elementwise(Op::subtract, kF32, {v, most});
    group.store(group.elementwise(Op::divide, kF32, {v, by}));
    const std::string text = compiled(group.plan);
    EXPECT_TRUE(has(text, "tenorite::divide(a0, constants.s0, _missed)"));
    EXPECT_TRUE(has(text, "constexpr tenorite::AtOnce _missed{};"));
  }
}

// With a mask that broadcasts, and a step before it.
TEST_F(RowsTest, MaskedSoftmax) {
  for (bool divided : {false, true}) {
    GroupBuilder group({128, 1024, 1024}, 4);
    const GroupSource x = group.array(kF32);
    const GroupSource mask = group.array(DType::kBool, {1024, 1024});
    const GroupSource low = group.scalar(kF32);
    GroupSource v = x;
    if (divided)
      v = group.elementwise(Op::divide, kF32, {v, group.scalar(kF32)});
    for (size_t i = 0; i < info(Op::select).loops.size(); ++i)
      if (info(Op::select).loops[i].out[0] == kF32) {
        v = group.elementwise(Op::select, static_cast<int>(i), {mask, low, v});
        break;
      }
    const GroupSource most = group.reduce(ReduceOp::max, kF32, v);
    v = group.elementwise(Op::subtract, kF32, {v, most});
    v = group.elementwise(Op::exp, kF32, {v});
    const GroupSource sum = group.reduce(ReduceOp::sum, kF32, v);
    group.store(group.elementwise(Op::divide, kF32, {v, sum}));
    SCOPED_TRACE(divided);
    EXPECT_TRUE(has(compiled(group.plan), "held_rows.cuh"));
  }
}

// Too many elements, functions or values for the registers of its threads.
TEST_F(RowsTest, WhatIsTooMuchForRegistersIsShared) {
  GroupBuilder wide({1000, 12000}, kLast);
  softmax(wide, DType::kComplex128);
  std::string text = compiled(wide.plan, {"sm_80", "sm_90", "sm_100"});
  EXPECT_TRUE(has(text,
                  "fold_rows<tenorite::reduction::Sum::Fold<complex<double>, "
                  "true>, false, 512, complex<double>>"));
  EXPECT_TRUE(has(text, "store_row<V, true>(loop.element(1, _p[u], "));

  GroupBuilder calls({1000, 16384}, kLast);
  const GroupSource x = calls.array(kF32);
  const GroupSource most = calls.reduce(ReduceOp::max, kF32, x);
  GroupSource v = calls.elementwise(Op::subtract, kF32, {x, most});
  for (const Op op : {Op::sin, Op::exp}) v = calls.elementwise(op, kF32, {v});
  calls.store(v);
  EXPECT_TRUE(has(compiled(calls.plan), "shared_rows.cuh"));

  GroupBuilder values({1000, 16384}, kLast);
  const GroupSource a = values.array(kF32), b = values.array(kF32);
  const GroupSource sum = values.reduce(ReduceOp::sum, kF32, a);
  values.store(values.elementwise(Op::multiply, kF32, {a, sum}));
  values.store(values.elementwise(Op::multiply, kF32, {b, sum}));
  values.store(values.reduce(ReduceOp::max, kF32, b));
  EXPECT_TRUE(has(compiled(values.plan), "shared_rows.cuh"));
}

// Folds of one array, and of one that each thread holds some vectors of.
TEST_F(RowsTest, EveryReductionOfHeldRows) {
  for (int op = 0; op < kNumReduceOps; ++op) {
    const auto row = static_cast<ReduceOp>(op);
    for (const DType dtype : {DType::kInt8, kF32, DType::kComplex128}) {
      if (!is_valid(result_dtype(row, dtype))) continue;
      GroupBuilder group({50, op % 2 ? 64 : 3000}, kLast);
      const GroupSource x = group.array(dtype);
      group.store(group.reduce(row, dtype, x));
      group.store(group.reduce(ReduceOp::max, dtype, x));
      SCOPED_TRACE(info(row).name);
      EXPECT_TRUE(has(compiled(group.plan), "held_rows.cuh"));
    }
  }
}

// Rows that not all threads have, and a last vector that is not whole.
TEST_F(RowsTest, HeldRowsThatAreNotWhole) {
  const auto text_of = [](int64_t rows, int64_t length) {
    GroupBuilder group({rows, length}, kLast);
    softmax(group, kF32);
    return compiled(group.plan);
  };
  EXPECT_TRUE(has(text_of(1001, 5), "constexpr int I = 2, P = 1;"));
  EXPECT_TRUE(has(text_of(1001, 5), "HeldRow<V, I, P, 1>::of<false>"));
  EXPECT_TRUE(has(text_of(1001, 1000), "constexpr int I = 8, P = 1;"));
  EXPECT_TRUE(has(text_of(1001, 1000), "HeldRow<V, I, P, 7>::of<false>"));
  EXPECT_TRUE(has(text_of(1001, 12345), "constexpr int I = 16, P = 2;"));
  EXPECT_TRUE(has(text_of(1001, 12345), "HeldRow<V, I, P, 8>::of<true>"));
  EXPECT_TRUE(has(text_of(1024, 9000), "constexpr int I = 12, P = 2;"));
}

TEST_F(RowsTest, SoftmaxOfOtherDtypesAndLengths) {
  for (const DType dtype : {kF16, kF64})
    for (const int64_t length : {2, 37, 1000, 5000}) {
      GroupBuilder group({100, length}, kLast);
      softmax(group, dtype);
      compiled(group.plan);
    }
}

// (x - x.mean(1)) / x.std(1)
TEST_F(RowsTest, Standardise) {
  for (const DType dtype : {kF32, kF64}) {
    GroupBuilder group({1000, 4096}, kLast);
    const GroupSource x = group.array(dtype);
    const GroupSource mean = group.reduce(ReduceOp::mean, dtype, x);
    const GroupSource apart = group.elementwise(Op::subtract, dtype, {x, mean});
    const GroupSource deviation = group.reduce(ReduceOp::std, dtype, x);
    group.store(group.elementwise(Op::divide, dtype, {apart, deviation}));
    const auto schedule = schedule_rows(group.plan, constants(group.plan));
    EXPECT_EQ(schedule->stages, 2);
    EXPECT_EQ(schedule->carried.size(), 1u);
    compiled(group.plan, {"sm_80", "sm_90", "sm_100"});
  }
}

// With weights along the row, a kept input and a kept output.
TEST_F(RowsTest, LayerNorm) {
  GroupBuilder group({8, 30, 1000}, 4);
  const GroupSource x = group.array(kF32), gamma = group.array(kF32, {1000}),
                    beta = group.array(kF32, {1000}),
                    scale = group.array(kF32, {8, 30, 1});
  const GroupSource mean = group.reduce(ReduceOp::mean, kF32, x);
  const GroupSource variance = group.reduce(ReduceOp::var, kF32, x);
  GroupSource root =
      group.elementwise(Op::add, kF32, {variance, group.scalar(kF32)});
  group.step().kept = true;
  root = group.elementwise(Op::sqrt, kF32, {root});
  group.step().kept = true;
  root = group.elementwise(Op::multiply, kF32, {root, scale});
  group.step().kept = true;
  GroupSource v = group.elementwise(Op::subtract, kF32, {x, mean});
  v = group.elementwise(Op::divide, kF32, {v, root});
  v = group.elementwise(Op::multiply, kF32, {v, gamma});
  v = group.elementwise(Op::add, kF32, {v, beta});
  group.store(x, v);
  group.store(root);
  const std::string text = compiled(group.plan, {"sm_80", "sm_90", "sm_100"});
  EXPECT_TRUE(has(text, "RowLoop<5, 1, 2, "));
}

// Every reduction that folds rows, of dtypes that it folds as they are.
TEST_F(RowsTest, EveryReduction) {
  for (int op = 0; op < kNumReduceOps; ++op) {
    GroupBuilder group({50, op % 2 ? 64 : 3000}, kLast);
    const auto row = static_cast<ReduceOp>(op);
    for (const DType dtype :
         {DType::kBool, DType::kInt8, DType::kUint64, kF16, kF32, kF64,
          DType::kComplex64, DType::kComplex128})
      if (is_valid(result_dtype(row, dtype)))
        group.store(group.reduce(row, dtype, group.array(dtype)));
    SCOPED_TRACE(info(row).name);
    compiled(group.plan);
  }
}

TEST_F(RowsTest, SumsOfNarrowIntegers) {
  GroupBuilder group({50, 1024}, kLast);
  const GroupSource x = group.array(DType::kInt16),
                    flags = group.array(DType::kBool);
  group.store(group.reduce(ReduceOp::mean, kF64, x));
  group.store(group.reduce(ReduceOp::sum, DType::kInt64, flags));
  const std::string text = compiled(group.plan);
  EXPECT_TRUE(has(text, "Sum::Widening<short>, true, 256, double>"));
  EXPECT_TRUE(has(text, "Sum::Widening<bool>, true, 256, long>"));
}

// A mask that is wanted in the end is made in the end, of positions that are
// wider than what is folded; what is wanted sooner, or takes less room than
// what it is made of, is made as soon as it can be.
TEST_F(RowsTest, StepsComeInTheStageOfTheirFirstUse) {
  constexpr DType kI64 = DType::kInt64;
  GroupBuilder group({2000, 1000}, kLast);
  const GroupSource x = group.array(kF32), y = group.array(kF64);
  const GroupSource label = group.array(kI64, {2000, 1}),
                    position = group.array(kI64, {1, 1000}, {0, 8});
  const GroupSource is_label =
      group.elementwise(Op::equal, kI64, {label, position});
  const GroupSource narrow = group.copy(kF32, y);
  const GroupSource twice = group.elementwise(Op::add, kF32, {x, x});
  const GroupSource most = group.reduce(ReduceOp::max, kF32, twice);
  const GroupSource apart =
      group.elementwise(Op::subtract, kF32, {twice, most});
  const GroupSource sum = group.reduce(
      ReduceOp::sum, kF32, group.elementwise(Op::exp, kF32, {apart}));
  GroupSource v = group.elementwise(Op::divide, kF32, {apart, sum});
  v = group.elementwise(Op::add, kF32, {v, narrow});
  v = group.elementwise(Op::subtract, kF32, {v, group.copy(kF32, is_label)});
  group.store(v);
  const auto schedule = schedule_rows(group.plan, constants(group.plan));
  ASSERT_TRUE(schedule);
  EXPECT_EQ(schedule->stages, 3);
  EXPECT_EQ(schedule->vector, 4);
  EXPECT_EQ(schedule->step_stage[0], 2);
  EXPECT_EQ(schedule->step_stage[1], 2);
  EXPECT_EQ(schedule->step_stage[2], 0);
  // x, y, and the positions: a label is the same along a row.
  EXPECT_EQ(schedule->array_stage, (std::vector<int>{0, 2, -1, 2, -1}));
  EXPECT_TRUE(has(compiled(group.plan), "held_rows.cuh"));
}

// What a later stage reads of an array that an earlier one overwrites.
TEST_F(RowsTest, ArraysAreLoadedBeforeTheyAreOverwritten) {
  GroupBuilder group({50, 1024}, kLast);
  const GroupSource x = group.array(kF32), y = group.array(kF32);
  const GroupSource negative = group.elementwise(Op::negative, kF32, {x});
  const GroupSource sum = group.reduce(ReduceOp::sum, kF32, x);
  const GroupSource late = group.elementwise(Op::add, kF32, {y, sum});
  group.store(y, negative);
  group.store(x, late);
  const auto schedule = schedule_rows(group.plan, constants(group.plan));
  ASSERT_TRUE(schedule);
  EXPECT_EQ(schedule->array_stage, (std::vector<int>{0, 0}));
  EXPECT_EQ(schedule->place_size.size(), 2u);
  compiled(group.plan);
}

TEST_F(RowsTest, WhatHasNoKernel) {
  const auto sums = [](Dims shape, uint64_t axes, Dims strides) {
    GroupBuilder group(shape, axes);
    const GroupSource x = group.array(kF32, shape, strides);
    group.store(group.reduce(ReduceOp::sum, kF32, x));
    group.store(group.reduce(ReduceOp::max, kF32, x));
    return group;
  };
  const auto refused = [](const GroupBuilder& group) {
    EXPECT_THROW(group_source(group.plan), NotImplementedError);
  };
  const auto has_rows = [](const GroupBuilder& group) {
    return has(group_source(group.plan).text, "_rows.cuh");
  };
  EXPECT_TRUE(has_rows(sums({100, 50}, kLast, {200, 4})));
  EXPECT_FALSE(has_rows(sums({100, 50}, 1, {200, 4})));
  EXPECT_FALSE(
      has_rows(sums({10, 2 * kMaxGroupRow}, kLast, {8 * kMaxGroupRow, 4})));
  refused(sums({100, 50}, kLast, {4, 400}));
  refused(sums({100, 1}, kLast, {4, 4}));
  GroupBuilder masked = sums({100, 50}, kLast, {200, 4});
  masked.step().where = masked.array(DType::kBool);
  refused(masked);
  // The recorded operation had its elements in another order.
  GroupBuilder turned = sums({100, 50}, kLast, {200, 4});
  turned.step().in_strides = {4, 400};
  refused(turned);
  // One reduction alone.
  GroupBuilder one({100, 50}, kLast);
  one.store(one.reduce(ReduceOp::sum, kF32, one.array(kF32)));
  refused(one);
}

}  // namespace
}  // namespace tenorite::jit
