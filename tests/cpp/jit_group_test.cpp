// SPDX-License-Identifier: Apache-2.0
// The kernels of groups without reductions: their texts, and that they compile
// for GPUs that need not be there.
#include <gtest/gtest.h>

#include "jit/groups/group_key.h"
#include "tests/cpp/gpu_compiles.h"
#include "tests/cpp/group_builder.h"

namespace tenorite::jit {
namespace {

using testing::GroupBuilder;

constexpr DType kF32 = DType::kFloat32;
constexpr DType kF64 = DType::kFloat64;
constexpr DType kBool = DType::kBool;

class GroupTest : public testing::GpuCompileTest {};

// Of every operation, loops of all kinds of dtypes.
TEST_F(GroupTest, EveryOperation) {
  constexpr int kOutputs = 8;
  constexpr size_t kStep = 3;
  for (int index = 0; index < kNumOps; ++index) {
    const Op op = static_cast<Op>(index);
    const auto& loops = info(op).loops;
    for (size_t first = 0; first < loops.size();) {
      GroupBuilder group({1000});
      GroupSource by_dtype[kNumDTypes];
      for (int i = 0; i < kNumDTypes; ++i)
        by_dtype[i] = group.array(static_cast<DType>(i));
      int outputs = 0;
      for (; first < loops.size() && outputs < kOutputs; first += kStep) {
        std::vector<GroupSource> in;
        for (int k = 0; k < info(op).nin; ++k)
          in.push_back(by_dtype[static_cast<int>(loops[first].in[k])]);
        const GroupSource value =
            group.elementwise(op, static_cast<int>(first), in);
        group.store(value);
        ++outputs;
        if (info(op).nout == 2) {
          group.store(GroupBuilder::second(value));
          ++outputs;
        }
      }
      SCOPED_TRACE(info(op).name);
      compiled(group.plan);
    }
  }
}

TEST_F(GroupTest, EveryConversion) {
  for (int from = 0; from < kNumDTypes; ++from) {
    GroupBuilder group({3, 1000});
    const GroupSource x = group.array(static_cast<DType>(from), {3, 1});
    for (int to = 0; to < kNumDTypes; ++to)
      group.store(group.copy(static_cast<DType>(to), x));
    compiled(group.plan);
  }
}

// exp(0.5 * sin(x) + cos(y))
TEST_F(GroupTest, Chain) {
  GroupBuilder group({1 << 20});
  const GroupSource x = group.array(kF32), y = group.array(kF32);
  GroupSource v = group.elementwise(Op::sin, kF32, {x});
  v = group.elementwise(Op::multiply, kF32, {group.scalar(kF32), v});
  v = group.elementwise(Op::add, kF32,
                        {v, group.elementwise(Op::cos, kF32, {y})});
  v = group.elementwise(Op::exp, kF32, {v});
  group.store(v);
  const std::string text = compiled(group.plan, {"sm_80", "sm_90", "sm_100"});
  EXPECT_TRUE(
      has(text,
          "const float v1 = apply<op::Multiply, float>(constants.s0, v0);\n"));
  EXPECT_TRUE(has(text, "a2 = v4;\n"));
}

// x + y in place, by numbers that may be errors.
GroupPlan box(const Dims& shape, bool by_columns) {
  GroupBuilder group(shape);
  const auto rows = shape[0];
  const GroupSource x =
      by_columns ? group.array(kF64, shape, {8, 8 * rows}) : group.array(kF64);
  const GroupSource y = group.array(DType::kInt32, {shape[1]});
  const GroupSource v = group.elementwise(Op::power, DType::kInt32,
                                          {y, group.scalar(DType::kInt32)});
  group.store(x, group.elementwise(Op::add, kF64, {x, v}));
  return group.plan;
}

// Elements are computed again where a quotient was missed, but not where they
// may report errors.
TEST_F(GroupTest, DividedByScalars) {
  for (const DType dtype : {kF32, kF64})
    for (const bool checked : {false, true})
      for (const Dims& strides :
           {Dims{4000, 8}, Dims{8000, 8}, Dims{8, 4000}}) {
        GroupBuilder group({500, 500});
        const GroupSource x = group.array(dtype, group.plan.shape, strides);
        const GroupSource by = group.scalar(dtype), to = group.array(dtype);
        GroupSource v = group.elementwise(Op::divide, dtype, {x, by});
        v = group.elementwise(Op::divide, dtype, {by, v});
        if (checked) {
          const GroupSource n = group.array(DType::kInt32);
          const GroupSource power =
              group.elementwise(Op::power, DType::kInt32, {n, n});
          v = group.elementwise(Op::add, dtype, {v, group.copy(dtype, power)});
        }
        group.store(group.elementwise(Op::exp, dtype, {v}));
        group.store(to, v);
        const std::string text = compiled(group.plan, {"sm_80", "sm_90"});
        EXPECT_TRUE(has(text, "tenorite::divide(a0, constants.s0, _missed)"));
        EXPECT_TRUE(has(text, "op::Divide"));
        EXPECT_TRUE(has(text, "(constants.s0.y, v0)"));
        EXPECT_EQ(has(text, "if (_again) {"), !checked);
        EXPECT_EQ(has(text, "_operation(tenorite::AtOnce()"), true);
      }
}

// What takes long and depends on one byte is looked up; what it is made of is
// not done for each element.
TEST_F(GroupTest, FunctionsOfBytesAreLookedUp) {
  for (const DType byte : {DType::kInt8, DType::kUint8})
    for (const Dims& strides : {Dims{500, 1}, Dims{1, 500}, Dims{1000, 2}}) {
      GroupBuilder group({500, 500});
      const GroupSource x = group.array(byte, group.plan.shape, strides);
      const GroupSource y = group.array(kF32), by = group.scalar(kF32);
      const GroupSource is_less =
          group.elementwise(Op::less, byte, {x, group.scalar(byte)});
      const GroupSource quotient =
          group.elementwise(Op::divide, kF32, {group.copy(kF32, x), by});
      const GroupSource v = group.elementwise(Op::exp, kF32, {quotient});
      group.mask(is_less, quotient);
      group.store(group.elementwise(Op::add, kF32, {v, y}));
      const std::string text = compiled(group.plan, {"sm_80", "sm_90"});
      EXPECT_TRUE(has(text, "fill_tables(constants);\n"));
      EXPECT_TRUE(has(text,
                      "const float v3 = table0()[(unsigned char)a0];\n"
                      "const float v4 = apply<op::Add, float>(v3, a1);\n"));
    }
}

// A value of 8 bits that others depend on, and one whose function is stored.
TEST_F(GroupTest, FunctionsOfByteValuesAreLookedUp) {
  constexpr DType kI8 = DType::kInt8;
  GroupBuilder group({1 << 20});
  const GroupSource x = group.array(kI8), y = group.array(kI8);
  const GroupSource sum = group.elementwise(Op::add, kI8, {x, y});
  const GroupSource chance =
      group.elementwise(Op::exp, kF64, {group.copy(kF64, sum)});
  group.store(group.elementwise(Op::less, kF64,
                                {chance, group.copy(kF64, group.array(kF32))}));
  group.store(group.elementwise(Op::sin, kF32, {group.copy(kF32, x)}));
  // Light, and of two bytes.
  group.store(group.elementwise(Op::negative, kI8, {sum}));
  group.store(group.elementwise(
      Op::exp, kF32,
      {group.copy(kF32, group.elementwise(Op::multiply, kI8, {sum, x}))}));
  const std::string text = compiled(group.plan, {"sm_80", "sm_90"});
  EXPECT_TRUE(has(text, "const double v2 = table0()[(unsigned char)v0];\n"));
  EXPECT_TRUE(has(text, "const float v6 = table1()[(unsigned char)a0];\n"));
  EXPECT_TRUE(has(text, "const float v10 = table2()[(unsigned char)v8];\n"));
  EXPECT_FALSE(has(text, "table3"));
}

TEST_F(GroupTest, SmallBoxesShareAKernel) {
  const std::vector<GroupPlan> small = {box({1, 1}, false), box({1, 9}, false),
                                        box({100, 9}, true)};
  const std::string text = compiled(small, {"sm_80", "sm_90", "sm_100"});
  EXPECT_TRUE(has(text, "tenorite::kernel::Boxes<2, 2, "));
  EXPECT_TRUE(has(text, "const double former0 = a0;\n"));
  // A large one has a loop for its layout.
  const std::vector<GroupPlan> large = {box({1, 9}, false),
                                        box({4096, 4096}, false)};
  EXPECT_FALSE(has(compiled(large), "Boxes<"));
}

TEST_F(GroupTest, ResultsAreRoundedToTheirDtype) {
  GroupBuilder group({100});
  const GroupSource x = group.array(DType::kFloat16);
  group.elementwise(Op::add, kF64, {x, group.scalar(kF64)});
  group.step().dtype[0] = DType::kFloat16;
  group.store(group.elementwise(Op::negative, DType::kFloat16,
                                {{GroupSource::Kind::kValue, 0, 0}}));
  EXPECT_TRUE(has(compiled(group.plan),
                  "const half v0 = cast<half>(apply<op::Add, double>("
                  "cast<double>(a0), constants.s0));\n"
                  "const half v1 = apply<op::Negative, half>(v0);\n"));
}

TEST_F(GroupTest, MasksAreSelects) {
  GroupBuilder group({1000});
  const GroupSource x = group.array(kF64);
  const GroupSource m = group.elementwise(Op::greater, kF64, {x, x});
  GroupSource v = group.elementwise(Op::sqrt, kF64, {x});
  group.mask(m, x);
  group.store(x, v);
  const std::string text = compiled(group.plan, {"sm_80", "sm_90", "sm_100"});
  EXPECT_TRUE(has(text, "const double former0 = a0;\n"));
  EXPECT_TRUE(has(text,
                  "const double v1 = v0 ? apply<op::Sqrt, double>(former0) : "
                  "former0;\n"));
  EXPECT_TRUE(has(text, "a0 = v1;\n"));
}

TEST_F(GroupTest, ErrorsAreReportedWhereTheMaskIsTrue) {
  GroupBuilder group({1000});
  const GroupSource x = group.array(DType::kInt32), m = group.array(kBool);
  const GroupSource v = group.elementwise(Op::power, DType::kInt32, {x, x});
  group.mask(m, x);
  group.store(v);
  EXPECT_TRUE(has(compiled(group.plan),
                  "v0 = a1 ? apply_reporting<op::Power, int>(constants.error, "
                  "a0, a0) : a0;\n"));
}

TEST_F(GroupTest, TwoOutputsAndASwap) {
  GroupBuilder group({1000});
  const GroupSource x = group.array(kF32), y = group.array(kF32);
  const GroupSource v = group.elementwise(Op::divmod, kF32, {x, y});
  group.store(v);
  group.store(GroupBuilder::second(v));
  group.store(x, y);
  group.store(y, x);
  EXPECT_TRUE(has(compiled(group.plan), "a0 = former1;\na1 = former0;\n"));
}

TEST_F(GroupTest, Layouts) {
  const auto text_of = [&](const Dims& strides, int64_t bytes_past) {
    GroupBuilder group({300, 400});
    const GroupSource x = group.array(kF32, {300, 400}, strides, bytes_past);
    const GroupSource row = group.array(kF32, {400});
    group.store(group.elementwise(Op::add, kF32, {x, row}));
    return compiled(group.plan, {"sm_80", "sm_90", "sm_100"});
  };
  const std::string rows = text_of({1600, 4}, 0);
  EXPECT_TRUE(has(rows, "kernel::Rows<3, 3, 2>"));
  EXPECT_TRUE(has(rows, "load_some<_V, true>"));
  EXPECT_TRUE(has(text_of({1604, 4}, 4), "load_some<_V, false>"));
  EXPECT_TRUE(has(text_of({4, 1200}, 0), "kernel::Tiles<3, 3, 2>"));
  EXPECT_TRUE(has(text_of({-1600, -4}, 479996), "_loop.strides"));
}

// In vectors that are short, or as long as aligned ones; results decide whether
// wide elements that are not aligned are among them.
TEST_F(GroupTest, NarrowElementsThatAreNotAligned) {
  const auto text_of = [&](DType wide, int64_t bytes_past, DType out) {
    GroupBuilder group({3000, 2496});
    const Dims strides{2512, 1};
    GroupSource sum = group.array(kBool, {3000, 2496}, strides, bytes_past);
    for (int k = 0; k < 7; ++k)
      sum = group.elementwise(
          Op::logical_xor, kBool,
          {sum, group.array(kBool, {3000, 2496}, strides, bytes_past * k)});
    const GroupSource x =
        group.array(wide, {3000, 2496},
                    {2528 * static_cast<int64_t>(itemsize(wide)),
                     static_cast<int64_t>(itemsize(wide))},
                    static_cast<int64_t>(itemsize(wide)) * bytes_past);
    group.store(group.copy(out, group.elementwise(Op::less, wide, {x, x})));
    group.store(group.copy(out, sum));
    return compiled(group.plan, {"sm_80", "sm_90", "sm_100"});
  };
  EXPECT_TRUE(has(text_of(kBool, 1, kBool), "_V = 8, _U = 1"));
  EXPECT_TRUE(has(text_of(kBool, 0, kBool), "_V = 16, _U = 2"));
  EXPECT_TRUE(has(text_of(kF32, 1, kBool), "_V = 4, _U = 1"));
  EXPECT_TRUE(has(text_of(kF32, 1, kF32), "_V = 1"));
  EXPECT_TRUE(has(text_of(kF64, 1, kBool), "_V = 1"));
}

TEST_F(GroupTest, ScalarsLieAsInAStruct) {
  GroupBuilder group({10});
  GroupSource v = group.copy(kF64, group.scalar(DType::kInt8));
  for (DType dtype : {DType::kComplex128, kBool, kF64, DType::kFloat16})
    v = group.elementwise(Op::add, kF64, {v, group.scalar(dtype)});
  for (GroupStep& step : group.plan.steps) step.dtype[0] = kF64;
  group.store(v);
  const std::string text = compiled(group.plan);
  EXPECT_TRUE(has(text,
                  "struct GroupConstants {\n  signed char s0;\n"
                  "  complex<double> s1;\n  bool s2;\n  double s3;\n"
                  "  half s4;\n};\n"));
}

TEST_F(GroupTest, KeysHaveStructureOnly) {
  const auto group = [](Dims shape, DType dtype, Op op, double number) {
    GroupBuilder made(std::move(shape));
    const GroupSource x = made.array(dtype);
    const GroupSource s = made.scalar(dtype);
    std::memcpy(made.plan.scalars[0].bytes, &number, sizeof(number));
    made.store(made.elementwise(op, dtype, {x, s}));
    return made.plan;
  };
  const auto key = [](const GroupPlan& plan) {
    return std::string(GroupKey(plan).bytes());
  };
  const std::string one = key(group({100}, kF64, Op::add, 1));
  EXPECT_EQ(one, key(group({7, 9}, kF64, Op::add, 2)));
  EXPECT_NE(one, key(group({100}, kF32, Op::add, 1)));
  EXPECT_NE(one, key(group({100}, kF64, Op::multiply, 1)));
  GroupPlan in_place = group({100}, kF64, Op::add, 1);
  in_place.stores[0].array = 0;
  EXPECT_NE(one, key(in_place));
  EXPECT_EQ(GroupKey(in_place).bytes().size() % 8, 0u);
}

TEST_F(GroupTest, MoreThanAKernelTakes) {
  GroupBuilder many({10});
  for (int i = 0; i <= kMaxGroupArrays; ++i) many.array(kF32);
  EXPECT_THROW(group_source(many.plan), NotImplementedError);
  // All values wait for the last one.
  GroupBuilder live({10});
  const GroupSource x = live.array(kF64);
  std::vector<GroupSource> values;
  for (int i = 0; i < 40; ++i)
    values.push_back(live.elementwise(Op::add, kF64, {x, live.scalar(kF64)}));
  GroupSource sum = values[0];
  for (int i = 1; i < 40; ++i)
    sum =
        live.elementwise(Op::add, kF64, {sum, values[static_cast<size_t>(i)]});
  live.store(sum);
  EXPECT_THROW(group_source(live.plan), NotImplementedError);
  EXPECT_TRUE(is_too_large(live.plan));
}

// As many as no launch takes.
GroupBuilder too_many_numbers(Op op) {
  GroupBuilder group({10});
  GroupSource x = group.array(DType::kComplex128);
  for (int i = 0; i < kMaxGroupSteps; ++i)
    x = group.elementwise(op, DType::kComplex128,
                          {x, group.scalar(DType::kComplex128)});
  group.store(x);
  return group;
}

TEST_F(GroupTest, WhatIsTooLarge) {
  GroupBuilder one({10});
  one.store(one.elementwise(Op::add, kF64, {one.array(kF64), one.array(kF64)}));
  EXPECT_FALSE(is_too_large(one.plan));
  GroupBuilder numbers = too_many_numbers(Op::add);
  EXPECT_THROW(group_source(numbers.plan), NotImplementedError);
  EXPECT_TRUE(is_too_large(numbers.plan));
  numbers.plan.steps.resize(40);
  numbers.plan.scalars.resize(40);
  numbers.plan.stores[0].value.index = 39;
  numbers.plan.device_cache = nullptr;
  EXPECT_FALSE(is_too_large(numbers.plan));
}

TEST_F(GroupTest, NothingIsMadeOfWhatComesOnce) {
  const GroupDevice none{};
  const auto runs = [&](const GroupPlan& plan) {
    return run_group({&plan, 1}, GroupEffort::kReady, none);
  };
  GroupBuilder numbers = too_many_numbers(Op::subtract);
  EXPECT_FALSE(runs(numbers.plan));
  EXPECT_FALSE(is_too_large(numbers.plan));  // nobody knows
  EXPECT_FALSE(runs(numbers.plan));
  EXPECT_TRUE(is_too_large(numbers.plan));
}

TEST_F(GroupTest, LongChainsCompile) {
  GroupBuilder group({1 << 20});
  GroupSource v = group.array(kF32);
  for (int i = 0; i < kMaxGroupSteps; ++i)
    v = group.elementwise(i % 2 ? Op::multiply : Op::add, kF32,
                          {v, group.scalar(kF32)});
  group.store(v);
  compiled(group.plan);
}

}  // namespace
}  // namespace tenorite::jit
