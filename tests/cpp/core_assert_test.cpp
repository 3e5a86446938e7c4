// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/assert.h"
#include "core/storage.h"
#include "ops/plan/planning.h"
#include "ops/plan/registry.h"
#include "ops/record/window.h"
#include "tests/cpp/fake_array.h"
#include "tests/cpp/group_builder.h"

namespace tenorite::testing {

// In core_assert_off.cpp, which is compiled without assertions.
int evaluations_without_assertions();

namespace {

constexpr DType kF32 = DType::kFloat32, kF64 = DType::kFloat64;

class AssertDeathTest : public ::testing::Test {
 protected:
  // Other tests leave threads behind.
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(AssertDeathTest, SaysWhereAndWhat) {
  const int two = 2;
  TENORITE_ASSERT(two == 2, "arithmetic is broken");
  EXPECT_DEATH(TENORITE_ASSERT(two == 3, "two is not three"),
               "core_assert_test.cpp:[0-9]+: two is not three "
               "\\(not true: two == 3\\)");
}

TEST_F(AssertDeathTest, OffNothingIsEvaluated) {
  EXPECT_EQ(evaluations_without_assertions(), 0);
}

TEST_F(AssertDeathTest, Claims) {
  const StoragePtr storage = Storage::deferred(kCpu, 64);
  EXPECT_DEATH(storage->disclaim(), "disclaimed that nobody had claimed");
  EXPECT_DEATH(storage->fail(nullptr), "fails that nobody had claimed");
  EXPECT_DEATH(storage->claim(nullptr), "a claim by no work");
}

// Operands of float32 [2, 3] that are nowhere.
struct Operation {
  ndarray out = fake_array(kF32, {2, 3}, {12, 4});
  ndarray in = out, mask;
  Instruction instruction;

  Operation() {
    instruction.op = Op::negative;
    for (const LoopTypes& loop : info(Op::negative).loops)
      if (loop.out[0] == kF32)
        instruction.loop =
            static_cast<int>(&loop - info(Op::negative).loops.data());
    instruction.nin = instruction.nout = 1;
    instruction.out[0] = &out;
    instruction.in[0].array = &in;
  }
  void plan() const {
    Operands memory{};
    ElementwisePlan plan;
    plan_elementwise(instruction, memory, plan);
  }
};

TEST_F(AssertDeathTest, Instructions) {
  Operation sound;
  sound.plan();

  Operation shape;
  shape.in = fake_array(kF32, {2, 4}, {16, 4});
  EXPECT_DEATH(shape.plan(), "operands do not match in shape");

  Operation count;
  count.instruction.nin = 2;
  count.instruction.in[1].array = &count.in;
  EXPECT_DEATH(count.plan(), "other operands than its operation");

  Operation scalar;
  scalar.instruction.in[0] = nullptr;
  scalar.instruction.in[0].scalar = Scalar{kF64};
  EXPECT_DEATH(scalar.plan(), "not of the dtype that is loaded");

  Operation mask;
  mask.mask = fake_array(kF32, {2, 3}, {12, 4});
  mask.instruction.where = &mask.mask;
  EXPECT_DEATH(mask.plan(), "not of the dtype that is loaded");
}

TEST_F(AssertDeathTest, Windows) {
  const Operation operation;
  Window window;
  EXPECT_DEATH(window.add(operation.instruction),
               "whose storage the window has not claimed");
}

TEST_F(AssertDeathTest, Groups) {
  const auto run = [](const GroupPlan& plan) {
    group_engine(kCpu).run({&plan, 1}, GroupEffort::kWait);
  };
  auto group = [] {
    GroupBuilder made({8});
    const ndarray x = ndarray::empty({8}, kF32, kCpu);
    GroupSource v = made.elementwise(Op::negative, kF32, {made.array(x)});
    v = made.elementwise(Op::negative, kF32, {v});
    made.store(made.array(ndarray::empty({8}, kF32, kCpu)), v);
    return made;
  };
  run(group().plan);

  GroupBuilder later = group();
  later.plan.steps[0].in[0] = {GroupSource::Kind::kValue, 0, 1};
  EXPECT_DEATH(run(later.plan), "a step of a group reads what is not there");

  GroupBuilder nowhere = group();
  nowhere.plan.steps[0].in[0].index = 2;
  EXPECT_DEATH(run(nowhere.plan), "a step of a group reads what is not there");

  GroupBuilder shape = group();
  shape.plan.shape = {9};
  EXPECT_DEATH(run(shape.plan), "match neither its shape nor its stores");

  GroupBuilder store = group();
  store.plan.stores.clear();
  EXPECT_DEATH(run(store.plan), "match neither its shape nor its stores");
}

}  // namespace
}  // namespace tenorite::testing
