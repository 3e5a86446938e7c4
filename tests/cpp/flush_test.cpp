// SPDX-License-Identifier: Apache-2.0
// What becomes of groups that a device does not run as they are.
#include "ops/record/flush.h"

#include <gtest/gtest.h>

#include <cstring>

#include "core/interrupt.h"
#include "ops/api/ops.h"
#include "ops/plan/registry.h"
#include "ops/record/log.h"
#include "ops/record/trace.h"
#include "ops/table/reduce_op.h"
#include "ops/table/scalar.h"

namespace tenorite {
namespace {

constexpr int kLinks = 30;
constexpr size_t kMaxSteps = 9;

// The CPU device with groups of its own.
class FlushTest : public ::testing::Test {
 protected:
  FlushTest()
      : mode_(fusion_mode()),
        cpu_(device_ops(Device{})),
        cpu_engine_(group_engine(Device{})) {
    set_fusion_mode(FusionMode::kWait);
    ops_ = cpu_;
    engine_ = cpu_engine_;
    run_group_ = cpu_engine_.run;
    register_device_ops(DeviceType::kCpu, &ops_);
    register_group_engine(DeviceType::kCpu, &engine_);
    trace::start();
  }
  ~FlushTest() override {
    trace::stop();
    register_device_ops(DeviceType::kCpu, &cpu_);
    register_group_engine(DeviceType::kCpu, &cpu_engine_);
    set_fusion_mode(mode_);
  }
  // Numbers of a chain with two values on its way; and in place.
  static double chained() {
    ndarray x = ndarray::empty({100}, DType::kFloat64, Device{});
    ops::fill(x, make_scalar(1.0));
    ndarray y = x;
    ops::UfuncOptions in_place;
    for (int i = 0; i < kLinks; ++i) {
      y = ops::binary(Op::add, y, x);
      if (i % 7 != 3) continue;
      in_place.out[0] = &x;
      ops::Argument in[2];
      in[0].array = in[1].array = &x;
      ndarray same;
      ops::ufunc(Op::add, in, in_place, &same);
    }
    return *reinterpret_cast<const double*>(y.data());
  }
  static std::vector<GroupNote> groups() {
    std::vector<GroupNote> all;
    for (const FlushNote& note : trace::notes_from(0))
      all.insert(all.end(), note.groups.begin(), note.groups.end());
    return all;
  }
  static double expected() {
    double x = 1, y = 1;
    for (int i = 0; i < kLinks; ++i) {
      y += x;
      if (i % 7 == 3) x += x;
    }
    return y;
  }

  static inline decltype(GroupEngine::run) run_group_ = nullptr;
  const FusionMode mode_;
  const DeviceOps& cpu_;
  DeviceOps ops_;
  const GroupEngine& cpu_engine_;
  GroupEngine engine_;
};

TEST_F(FlushTest, WhatIsTooLargeRunsInParts) {
  engine_.run = [](std::span<const GroupPlan> boxes, GroupEffort effort) {
    return boxes[0].steps.size() <= kMaxSteps ? run_group_(boxes, effort) : 0;
  };
  engine_.too_large = [](const GroupPlan& plan) {
    return plan.steps.size() > kMaxSteps;
  };
  for (int time = 0; time < 4; ++time) EXPECT_EQ(chained(), expected());
  size_t fused = 0;
  for (const GroupNote& note : groups()) {
    EXPECT_LE(note.operations.size(), kMaxSteps);
    if (std::string(note.tier) == "fused") ++fused;
  }
  EXPECT_GE(fused, 4 * kLinks / kMaxSteps);
}

TEST_F(FlushTest, WhatDoesNotRunRunsOneByOne) {
  engine_.run = [](std::span<const GroupPlan>, GroupEffort) { return 0; };
  EXPECT_EQ(chained(), expected());
  for (const GroupNote& note : groups()) EXPECT_STREQ(note.tier, "tier0");
}

TEST_F(FlushTest, WhatThrowsRunsOneByOne) {
  engine_.run = [](std::span<const GroupPlan>, GroupEffort) -> int {
    throw RuntimeError("no such kernel");
  };
  EXPECT_EQ(chained(), expected());
}

TEST_F(FlushTest, WhatAnInterruptedGroupWritesHasNoValue) {
  engine_.run = [](std::span<const GroupPlan>, GroupEffort) -> int {
    throw Interrupted();
  };
  ndarray x = ndarray::empty({100}, DType::kFloat64, Device{});
  ops::fill(x, make_scalar(1.0));
  ndarray y = ops::binary(Op::add, x, x), z = ops::binary(Op::multiply, y, y);
  EXPECT_THROW(z.data(), Interrupted);
  // Some of its elements may have been written, others not.
  EXPECT_THROW(y.data(), RuntimeError);
  EXPECT_THROW(z.data(), RuntimeError);
  ndarray other = ndarray::empty({100}, DType::kFloat64, Device{});
  ops::fill(other, make_scalar(3.0));
  EXPECT_EQ(*reinterpret_cast<const double*>(other.data()), 3);
}

TEST_F(FlushTest, WhatReadsWhatFailedFailsToo) {
  ops_.reduce = [](const ReducePlan&) {
    throw OutOfMemoryError("no memory for sums");
  };
  // Not in C order, so that the sum is no part of a group.
  ndarray x = ndarray::empty_f({30, 40}, DType::kFloat64, Device{});
  ops::fill(x, make_scalar(1.0));
  ndarray y = ops::reduce(ReduceOp::sum, x, {});
  y = ops::binary(Op::add, y, y);
  y = ops::binary(Op::multiply, y, y);
  ndarray other = ops::binary(Op::add, x, x);
  EXPECT_THROW(other.data(), OutOfMemoryError);
  EXPECT_EQ(*reinterpret_cast<const double*>(other.data()), 2);
  for (int time = 0; time < 2; ++time) EXPECT_THROW(y.data(), OutOfMemoryError);
}

ndarray ones() {
  ndarray x = ndarray::empty({100}, DType::kFloat64, Device{});
  ops::fill(x, make_scalar(1.0));
  x.data();
  return x;
}
double first_of(ndarray& x) {
  return *reinterpret_cast<const double*>(x.data());
}
// Of ones that nobody else has: x * x + x, and where x is.
ndarray of_dead(const char*& memory) {
  ndarray x = ones();
  memory = x.data();
  return ops::binary(Op::add, ops::binary(Op::multiply, x, x), x);
}

TEST_F(FlushTest, ResultsTakeThePlaceOfWhatNobodyReadsAnyMore) {
  static size_t arrays;
  engine_.limits.least_inherited = 0;
  engine_.run = [](std::span<const GroupPlan> boxes, GroupEffort effort) {
    arrays = boxes[0].arrays.size();
    return run_group_(boxes, effort);
  };
  for (int time = 0; time < 3; ++time) {
    const char* memory = nullptr;
    ndarray y = of_dead(memory);
    EXPECT_EQ(first_of(y), 2);
    EXPECT_EQ(y.data(), memory);
    EXPECT_EQ(arrays, 1u);
    // Somebody else has it.
    const ndarray kept = y;
    y = ops::binary(Op::add, ops::binary(Op::multiply, y, y), y);
    EXPECT_EQ(first_of(y), 6);
    EXPECT_EQ(*reinterpret_cast<const double*>(memory), 2);
    EXPECT_EQ(arrays, 2u);
    // Only a part of the memory is read.
    y = ops::binary(Op::add, y, y);
    memory = y.data();
    y = y.view(0, {50}, {8});
    y = ops::binary(Op::add, ops::binary(Op::multiply, y, y), y);
    EXPECT_EQ(first_of(y), 156);
    EXPECT_NE(y.data(), memory);
    EXPECT_EQ(arrays, 2u);
  }
}

TEST_F(FlushTest, WhatDoesNotRunHasTakenNoMemory) {
  engine_.limits.least_inherited = 0;
  engine_.run = [](std::span<const GroupPlan>, GroupEffort) { return 0; };
  const char* memory = nullptr;
  ndarray y = of_dead(memory);
  EXPECT_EQ(first_of(y), 2);
}

TEST_F(FlushTest, WhatIsInterruptedInPlaceHasNoValue) {
  engine_.limits.least_inherited = 0;
  engine_.run = [](std::span<const GroupPlan>, GroupEffort) -> int {
    throw Interrupted();
  };
  const char* memory = nullptr;
  ndarray y = of_dead(memory), z = ops::binary(Op::add, y, y);
  EXPECT_THROW(z.data(), Interrupted);
  EXPECT_THROW(y.data(), RuntimeError);
  EXPECT_THROW(z.data(), RuntimeError);
}

TEST_F(FlushTest, BoxesOfBytesBeginWhereVectorsDo) {
  static std::vector<int64_t> widths;  // of the boxes, which have all rows
  engine_.limits.box_alignment = 16;
  engine_.run = [](std::span<const GroupPlan> boxes, GroupEffort effort) {
    widths.clear();
    for (const GroupPlan& box : boxes) widths.push_back(box.shape[1]);
    return run_group_(boxes, effort);
  };
  auto rolled = [](DType dtype, int64_t columns, int64_t by) {
    const ndarray x = ndarray::empty({3, columns}, dtype, Device{});
    const auto size = static_cast<int64_t>(x.itemsize());
    std::memset(x.data(), 0, static_cast<size_t>(x.nbytes()));
    for (int64_t i = 0; i < x.size(); ++i)
      x.data()[i * size] = static_cast<char>(i % 50);
    const ndarray sum = ops::binary(Op::add, ops::roll(x, {0, by}), x);
    const char* found = sum.data();
    for (int64_t i = 0; i < x.size(); ++i) {
      const int64_t row = i / columns * columns;
      const int64_t from = row + (i - row + columns - by) % columns;
      EXPECT_EQ(found[i * size], i % 50 + from % 50);
    }
    return widths;
  };
  using Widths = std::vector<int64_t>;
  EXPECT_EQ(rolled(DType::kInt8, 400, 1), (Widths{1, 15, 384}));
  EXPECT_EQ(rolled(DType::kInt16, 404, 3), (Widths{3, 1, 400}));
  EXPECT_EQ(rolled(DType::kInt8, 400, 16), (Widths{16, 384}));
  EXPECT_EQ(rolled(DType::kInt8, 401, 1), (Widths{1, 400}));  // rows differ
  EXPECT_EQ(rolled(DType::kInt8, 200, 1), (Widths{1, 199}));  // short ones
  EXPECT_EQ(rolled(DType::kInt32, 400, 1), (Widths{1, 399}));
}

}  // namespace
}  // namespace tenorite
