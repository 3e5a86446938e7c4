// SPDX-License-Identifier: Apache-2.0
// What is noted of groups, with the texts that they would have on a GPU.
#include "ops/record/trace.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "jit/groups/group.h"
#include "ops/api/ops.h"
#include "ops/plan/registry.h"
#include "ops/record/log.h"
#include "ops/table/scalar.h"

namespace tenorite {
namespace {

// The CPU device, whose groups tell the text of a kernel.
class TraceTest : public ::testing::Test {
 protected:
  TraceTest() : mode_(fusion_mode()), cpu_(group_engine(Device{})) {
    set_fusion_mode(FusionMode::kWait);
    engine_ = cpu_;
    register_group_engine(DeviceType::kCpu, &engine_);
  }
  ~TraceTest() override {
    register_group_engine(DeviceType::kCpu, &cpu_);
    set_fusion_mode(mode_);
  }
  static void run() {
    ndarray x = ndarray::empty({100}, DType::kFloat32, Device{});
    ops::fill(x, make_scalar(2.0));
    x = ops::binary(Op::add, ops::binary(Op::multiply, x, x), x);
    EXPECT_EQ(*reinterpret_cast<const float*>(x.data()), 6);
  }
  static std::vector<GroupNote> groups(bool sources) {
    trace::start(sources);
    run();
    std::vector<GroupNote> all;
    for (const FlushNote& note : trace::notes_from(0))
      all.insert(all.end(), note.groups.begin(), note.groups.end());
    trace::stop(sources);
    return all;
  }

  const FusionMode mode_;
  const GroupEngine& cpu_;
  GroupEngine engine_;
};

TEST_F(TraceTest, SourcesOfGroupsForThoseWhoAsk) {
  engine_.source = [](std::span<const GroupPlan> boxes) {
    GroupPlan elsewhere = boxes.front();
    elsewhere.device_cache = nullptr;  // what the CPU device knows
    return jit::group_source(elsewhere).text;
  };
  std::vector<GroupNote> all = groups(true);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_STREQ(all[0].tier, "fused");
  EXPECT_NE(all[0].source.find("apply<op::Multiply, float>"),
            std::string::npos);
  // What it includes is not pasted.
  EXPECT_NE(all[0].source.find("#include"), std::string::npos);
  EXPECT_LT(all[0].source.size(), 4000u);
  all = groups(false);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].source, "");
}

TEST_F(TraceTest, NobodyIsAskedForTheSourceOfOneByOne) {
  engine_.source = [](std::span<const GroupPlan>) -> std::string { throw 1; };
  engine_.run = [](std::span<const GroupPlan>, GroupEffort) { return 0; };
  for (const GroupNote& note : groups(true)) {
    EXPECT_STREQ(note.tier, "tier0");
    EXPECT_EQ(note.source, "");
  }
}

TEST_F(TraceTest, GroupsWithoutATextAreNotedAllTheSame) {
  EXPECT_EQ(groups(true).at(0).source, "");
  engine_.source = [](std::span<const GroupPlan>) -> std::string {
    throw NotImplementedError("no kernel");
  };
  EXPECT_EQ(groups(true).at(0).source, "");
}

// What a fused function says of the thread that calls it.
TEST_F(TraceTest, GroupsOfFusedFunctionsWait) {
  static std::vector<GroupEffort> efforts;
  efforts.clear();
  engine_.run = [](std::span<const GroupPlan>, GroupEffort effort) {
    efforts.push_back(effort);
    return 0;
  };
  set_fusion_mode(FusionMode::kAuto);
  run();
  begin_fused();
  run();
  begin_fused();
  end_fused(false);
  run();
  std::thread(run).join();
  end_fused(true);
  run();
  using enum GroupEffort;
  EXPECT_EQ(efforts, (std::vector{kReady, kWait, kWait, kReady, kReady}));
}

TEST_F(TraceTest, FusedFunctionsRunAtTheirEnd) {
  const auto made = [] {
    ndarray x = ndarray::empty({100}, DType::kFloat32, Device{});
    ops::fill(x, make_scalar(2.0));
    return ops::binary(Op::add, x, x);
  };
  trace::start();
  ndarray before = made();
  begin_fused();
  EXPECT_EQ(trace::count(), 1u);
  ndarray within = made();
  begin_fused();
  ndarray deeper = made();
  end_fused(true);
  EXPECT_EQ(trace::count(), 1u);
  end_fused(true);
  EXPECT_EQ(trace::count(), 2u);
  ndarray after = made();
  begin_fused();
  end_fused(false);
  EXPECT_EQ(trace::count(), 3u);
  for (const FlushNote& note : trace::notes_from(0))
    EXPECT_STREQ(note.reason, "fuse");
  trace::stop();
}

}  // namespace
}  // namespace tenorite
