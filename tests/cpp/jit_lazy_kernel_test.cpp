// SPDX-License-Identifier: Apache-2.0
// Kernels that are compiled apart, by a compiler that is slow or fails as told.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <thread>
#include <vector>

#include "core/interrupt.h"
#include "core/warning.h"
#include "jit/codegen/lazy_kernel.h"
#include "jit/compile/background.h"
#include "jit/compile/files.h"
#include "jit/groups/group.h"
#include "ops/api/ops.h"
#include "ops/plan/registry.h"
#include "ops/record/log.h"
#include "ops/record/trace.h"
#include "ops/table/scalar.h"
#include "tests/cpp/group_builder.h"

namespace tenorite::jit {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

constexpr Device kCpu{};
constexpr double kWorthIt = 1e9;  // nanoseconds, of each call
constexpr int kThreads = 8;

// A module whose function is there, and does what a test has it do.
std::function<void(const LaunchShape&, void* const*)> g_launch;

class NoFunction final : public Function {
 public:
  void launch(const LaunchShape& shape, StreamId,
              void* const* arguments) override {
    if (g_launch) g_launch(shape, arguments);
  }
  bool parameter_sizes(std::vector<size_t>*) override { return false; }
  int64_t max_cooperative_blocks(const LaunchShape&) override { return 0; }
  int attribute(FunctionAttribute) override { return 0; }
  void set_attribute(FunctionAttribute, int) override {}
};
class NoModule final : public Module {
 public:
  NoModule(ArtifactPtr artifact, Device device)
      : Module(std::move(artifact), device) {}
  Function* function(const std::string&) override { return &function_; }
  std::pair<void*, size_t> global(const std::string&) override { return {}; }

 private:
  NoFunction function_;
};
constexpr ModuleLoader kLoader = {
    [](const ArtifactPtr& artifact, Device device) -> ModulePtr {
      return std::make_shared<NoModule>(artifact, device);
    }};

// Fails, or waits until it may go on, where the text says so.
constexpr const char* kCompiler = R"(#!/bin/sh
case "$1" in --version) echo "the compiler of a test"; exit 0;; esac
for last; do :; done
text=$(cat)
echo "$text" | grep '^//' >> "$0.calls"
case "$text" in
  *FAILS*) echo "error: as it was told"; exit 1;;
  *WAITS*) while [ -e "$0" ] && [ ! -e "$0.go" ]; do sleep 0.01; done;;
esac
echo code > "$last"
)";

class LazyKernelTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    // At the same place each time: compilers are looked for once.
    folder_ = std::filesystem::temp_directory_path() /
              ("tenorite-lazy-kernels-" + std::to_string(getpid()));
    std::filesystem::create_directory(folder_);
    compiler_ = folder_ + "/compiler";
    std::ofstream(compiler_) << kCompiler;
    chmod(compiler_.c_str(), 0700);
    setenv("TENORITE_CXX", compiler_.c_str(), 1);
    register_module_loader(DeviceType::kCpu, &kLoader);
  }

  // Only now: jobs apart may still load what the last test had compiled, and
  // would have it compiled again, in the midst of the next one.
  static void TearDownTestSuite() {
    for (const KernelSource& source : sources_) forget(source, {});
    sources_.clear();
    std::filesystem::remove_all(folder_);
  }

  LazyKernelTest() {
    std::filesystem::remove(compiler_ + ".go");
    std::filesystem::remove(compiler_ + ".calls");
    static std::atomic<int> count{0};
    // Nothing like it is in any cache.
    source_.name = "lazy";
    source_.text = "// " + std::to_string(getpid()) + " " +
                   std::to_string(count++) + " " +
                   std::to_string(Clock::now().time_since_epoch().count());
    warnings_ = 0;
    set_warning_sink(
        [](Warning, const std::string&) { return ++warnings_, true; });
  }
  ~LazyKernelTest() override {
    set_warning_sink(nullptr);
    set_signal_check(nullptr);
    sources_.push_back(std::move(source_));
  }

  void fails() { source_.text += " FAILS"; }
  void waits() { source_.text += " WAITS"; }
  static void go_on() { std::ofstream(compiler_ + ".go") << "go"; }
  static int compilations() {
    std::string calls;
    read_file(compiler_ + ".calls", &calls);
    return static_cast<int>(std::count(calls.begin(), calls.end(), '\n'));
  }
  const CompiledKernel* get(GroupEffort effort) {
    return kernel_->get(effort, kCpu, kWorthIt,
                        [source = source_] { return source; });
  }
  const CompiledKernel* ready() { return get(GroupEffort::kReady); }
  const CompiledKernel* waited() { return get(GroupEffort::kWait); }
  // Whether it comes true. Threads that compile are the last ones to get a busy
  // machine's time.
  template <class F>
  static bool soon(F&& is_true) {
    for (const auto end = Clock::now() + 120s; !is_true();
         std::this_thread::sleep_for(2ms))
      if (Clock::now() > end) return false;
    return true;
  }
  // Calls like recorded operations do, until the compiler is at it.
  void start_compiling() {
    ASSERT_TRUE(soon([&] {
      EXPECT_EQ(ready(), nullptr);
      return compilations() == 1;
    }));
  }

  static inline std::string folder_, compiler_;
  static inline std::vector<KernelSource> sources_;  // of tests that are over
  static inline std::atomic<int> warnings_{0};
  KernelSource source_;
  // Those of groups stay as long as the process lives, as jobs demand.
  LazyKernel* const kernel_ = new LazyKernel("", 0);
};

TEST_F(LazyKernelTest, IsCompiledApart) {
  EXPECT_EQ(ready(), nullptr);
  ASSERT_TRUE(soon([&] { return ready() != nullptr; }));
  EXPECT_NE(ready()->function, nullptr);
  EXPECT_EQ(ready(), waited());
  EXPECT_EQ(compilations(), 1);
}

TEST_F(LazyKernelTest, WhatSavesNothingIsNotCompiled) {
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(kernel_->get(GroupEffort::kReady, kCpu, 1,
                           [source = source_] { return source; }),
              nullptr);
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_EQ(compilations(), 0);
}

TEST_F(LazyKernelTest, FailureIsToldOnceToWhoWaits) {
  fails();
  EXPECT_EQ(waited(), nullptr);
  EXPECT_EQ(warnings_, 1);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(waited(), nullptr);
    EXPECT_EQ(ready(), nullptr);
  }
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(warnings_, 1);
  EXPECT_EQ(compilations(), 1);
}

TEST_F(LazyKernelTest, FailureApartIsNotTriedAgain) {
  fails();
  start_compiling();
  // From then on nobody asks for the text.
  ASSERT_TRUE(soon([&] {
    bool asked = false;
    kernel_->get(GroupEffort::kWait, kCpu, kWorthIt, [&] {
      asked = true;
      return source_;
    });
    return !asked;
  }));
  for (int i = 0; i < 100; ++i) EXPECT_EQ(ready(), nullptr);
  EXPECT_LE(warnings_, 1);
  EXPECT_LE(compilations(), 2);  // apart, and perhaps by who waited
}

TEST_F(LazyKernelTest, WarningsThatAreErrorsComeOut) {
  fails();
  set_warning_sink([](Warning, const std::string&) { return false; });
  EXPECT_THROW(waited(), Interrupted);
  EXPECT_EQ(waited(), nullptr);
}

TEST_F(LazyKernelTest, NobodyWaitsForASlowCompiler) {
  waits();
  start_compiling();
  // Would end never, if one of them waited.
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(ready(), nullptr);
  go_on();
  ASSERT_TRUE(soon([&] { return ready() != nullptr; }));
  EXPECT_EQ(compilations(), 1);
}

TEST_F(LazyKernelTest, WhoWaitsTakesWhatIsCompiledApart) {
  waits();
  start_compiling();
  std::future<const CompiledKernel*> other =
      std::async(std::launch::async, [&] { return waited(); });
  EXPECT_EQ(other.wait_for(50ms), std::future_status::timeout);
  go_on();
  ASSERT_EQ(other.wait_for(120s), std::future_status::ready);
  EXPECT_NE(other.get(), nullptr);
  EXPECT_EQ(compilations(), 1);
}

// As it is seen, it is whole.
TEST_F(LazyKernelTest, ThreadsHaveItCompiledOnce) {
  std::atomic<const CompiledKernel*> found[kThreads] = {};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&, i] {
      EXPECT_TRUE(soon([&] {
        const CompiledKernel* kernel = ready();
        if (!kernel) return false;
        EXPECT_NE(kernel->function, nullptr);
        EXPECT_EQ(kernel->module->artifact()->name, "lazy");
        found[i] = kernel;
        return true;
      }));
    });
  for (std::thread& thread : threads) thread.join();
  for (const auto& kernel : found) EXPECT_EQ(kernel, found[0]);
  EXPECT_EQ(compilations(), 1);
}

TEST_F(LazyKernelTest, ThreadsWaitForOneCompilation) {
  waits();
  std::atomic<int> entered{0};
  std::atomic<const CompiledKernel*> found[kThreads] = {};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&, i] {
      ++entered;
      found[i] = waited();
    });
  EXPECT_TRUE(soon([&] { return entered == kThreads && compilations() == 1; }));
  go_on();
  for (std::thread& thread : threads) thread.join();
  for (const auto& kernel : found) EXPECT_EQ(kernel, found[0]);
  EXPECT_NE(found[0], nullptr);
  EXPECT_EQ(compilations(), 1);
}

TEST_F(LazyKernelTest, ThreadsHearOfAFailureOnce) {
  fails();
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&] { EXPECT_EQ(waited(), nullptr); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(warnings_, 1);
}

TEST_F(LazyKernelTest, InterruptedWaitsCanBeRepeated) {
  waits();
  static std::atomic<bool> interrupt;
  interrupt = true;
  set_signal_check([] { return interrupt && compilations() == 1; });
  EXPECT_THROW(waited(), Interrupted);
  interrupt = false;
  EXPECT_EQ(warnings_, 0);
  go_on();
  EXPECT_NE(waited(), nullptr);
  EXPECT_NE(ready(), nullptr);
  EXPECT_EQ(compilations(), 2);
}

TEST_F(LazyKernelTest, AFullQueueIsNoEnd) {
  std::promise<void> open;
  std::shared_future<void> opened = open.get_future().share();
  while (run_in_background([opened] { opened.wait(); })) {
  }
  for (int i = 0; i < 100; ++i) EXPECT_EQ(ready(), nullptr);
  EXPECT_EQ(compilations(), 0);
  open.set_value();
  ASSERT_TRUE(soon([&] { return ready() != nullptr; }));
}

TEST_F(LazyKernelTest, ProcessesEndWhileItIsCompiled) {
  waits();
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const bool compiling = soon([&] { return ready() || compilations() == 1; });
    exit(compiling ? 0 : 1);
  }
  int status = -1;
  EXPECT_TRUE(soon([&] { return waitpid(child, &status, WNOHANG) != 0; }));
  EXPECT_EQ(status, 0);
  EXPECT_EQ(compilations(), 1);
  go_on();
}

// The host's side of kernels that are launched for several boxes at a time.
class BoxesOfKernelsTest : public LazyKernelTest {
 protected:
  static constexpr int kArrays = 3;  // x, y and the sum of both
  static constexpr int kAxes = 2;

  // What is in a launch's parameter, as jit/prelude/kernels/vectors.h says.
  struct Divisor {
    unsigned by, multiplier, shift;
  };
  struct Box {
    char* data[kArrays];
    unsigned size;
    Divisor shape[kAxes];
    int strides[kArrays][kAxes];
  };
  struct Boxes {
    unsigned blocks[32];
    Box box[32];
  };

  BoxesOfKernelsTest() {
    launches_ = 0;
    g_launch = [](const LaunchShape& shape, void* const* arguments) {
      ++launches_;
      const auto& boxes = *static_cast<const Boxes*>(arguments[0]);
      unsigned first = 0;
      for (int b = 0; first < shape.grid[0]; first = boxes.blocks[b++]) {
        const Box& box = boxes.box[b];
        ASSERT_EQ(boxes.blocks[b] - first, (box.size - 1) / shape.block[0] + 1);
        for (unsigned i = 0; i < box.size; ++i) add(box, i);
      }
      EXPECT_EQ(first, shape.grid[0]);
    };
  }
  ~BoxesOfKernelsTest() override { g_launch = nullptr; }

  static void add(const Box& box, unsigned element) {
    const unsigned at[] = {element / box.shape[1].by,
                           element % box.shape[1].by};
    double* x[kArrays];
    for (int k = 0; k < kArrays; ++k)
      x[k] = reinterpret_cast<double*>(
          box.data[k] + static_cast<int>(at[0]) * box.strides[k][0] +
          static_cast<int>(at[1]) * box.strides[k][1]);
    *x[2] = *x[0] + *x[1];
  }
  // Some columns of x + y, x from the right to the left.
  static GroupPlan columns(const ndarray& x, const ndarray& y,
                           const ndarray& sum, int64_t begin, int64_t end) {
    const auto rows = x.shape(0), width = x.shape(1);
    const Dims shape{rows, end - begin};
    testing::GroupBuilder group(shape);
    const GroupSource a =
        group.array(x.view(8 * (width - 1 - begin), shape, {x.stride(0), -8}));
    const GroupSource b = group.array(y.view(8 * begin, shape, y.strides()));
    const GroupSource v = group.elementwise(Op::add, DType::kFloat64, {a, b});
    group.store(group.array(sum.view(8 * begin, shape, sum.strides())), v);
    return group.plan;
  }
  static ndarray numbers(const Dims& shape, double first) {
    ndarray x = ndarray::empty(shape, DType::kFloat64, kCpu);
    auto* at = reinterpret_cast<double*>(x.data());
    for (int64_t i = 0; i < x.size(); ++i)
      at[i] = first + static_cast<double>(i);
    return x;
  }

  static inline int launches_ = 0;
};

TEST_F(BoxesOfKernelsTest, ShareLaunchesOverAnyMemory) {
  constexpr int64_t kRows = 5, kWidth = 700;
  const GroupDevice device{};
  std::vector<GroupPlan> boxes;
  for (int time = 0; time < 3; ++time) {
    const ndarray x = numbers({kRows, kWidth}, 1000.0 * time);
    const ndarray y = numbers({kRows, kWidth}, 0.5);
    // The memory of the second and the third time is aligned in other ways.
    const ndarray room = numbers({kRows * kWidth + 1}, 0);
    const ndarray sum = room.view(8 * (time % 2), x.shape(), x.strides());
    std::vector<GroupPlan> fresh;
    for (int64_t begin = 0; begin < kWidth; begin += 13)
      fresh.push_back(columns(x, y, sum, begin, std::min(begin + 13, kWidth)));
    if (boxes.empty()) boxes = fresh;
    for (size_t b = 0; b < boxes.size(); ++b)
      for (size_t k = 0; k < boxes[b].arrays.size(); ++k)
        boxes[b].arrays[k].view = fresh[b].arrays[k].view;
    launches_ = 0;
    EXPECT_EQ(run_group(boxes, GroupEffort::kWait, device), launches_);
    EXPECT_EQ(launches_, 2);  // of 54 boxes
    const auto* a = reinterpret_cast<const double*>(x.data());
    const auto* b = reinterpret_cast<const double*>(y.data());
    const auto* s = reinterpret_cast<const double*>(sum.data());
    for (int64_t i = 0; i < kRows; ++i)
      for (int64_t j = 0; j < kWidth; ++j)
        ASSERT_EQ(s[i * kWidth + j],
                  a[i * kWidth + kWidth - 1 - j] + b[i * kWidth + j]);
  }
}

// Recorded operations on the CPU device, whose groups need such a kernel.
class GroupsOfLazyKernelsTest : public LazyKernelTest {
 protected:
  GroupsOfLazyKernelsTest() : mode_(fusion_mode()), cpu_(group_engine(kCpu)) {
    engine_ = cpu_;
    engine_.run = [](std::span<const GroupPlan> boxes, GroupEffort effort) {
      return own_->get(effort) ? device_group_(boxes, effort) : 0;
    };
    device_group_ = cpu_.run;
    own_ = this;
    register_group_engine(DeviceType::kCpu, &engine_);
  }
  ~GroupsOfLazyKernelsTest() override {
    set_fusion_mode(mode_);
    register_group_engine(DeviceType::kCpu, &cpu_);
  }
  // x * x + x, by operations; the tier that did it.
  static std::string tier() {
    trace::start();
    ndarray x = ndarray::empty({100}, DType::kFloat64, kCpu);
    ops::fill(x, make_scalar(3.0));
    x = ops::binary(Op::add, ops::binary(Op::multiply, x, x), x);
    const auto* values = reinterpret_cast<const double*>(x.data());
    for (int i = 0; i < 100; ++i) EXPECT_EQ(values[i], 12);
    const std::string tier = trace::notes_from(0).at(0).groups.at(0).tier;
    trace::stop();
    return tier;
  }

  static inline GroupsOfLazyKernelsTest* own_ = nullptr;
  static inline decltype(GroupEngine::run) device_group_ = nullptr;
  const FusionMode mode_;
  const GroupEngine& cpu_;
  GroupEngine engine_;
};

TEST_F(GroupsOfLazyKernelsTest, RunOneByOneWhereTheCompilerFails) {
  fails();
  for (FusionMode mode :
       {FusionMode::kWait, FusionMode::kAuto, FusionMode::kCheck}) {
    set_fusion_mode(mode);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(tier(), "tier0");
  }
  EXPECT_EQ(warnings_, 1);
  EXPECT_EQ(compilations(), 1);
}

TEST_F(GroupsOfLazyKernelsTest, RunOneByOneWhileTheCompilerWorks) {
  waits();
  set_fusion_mode(FusionMode::kAuto);
  ASSERT_TRUE(soon([&] {
    EXPECT_EQ(tier(), "tier0");
    return compilations() == 1;
  }));
  for (int i = 0; i < 10; ++i) EXPECT_EQ(tier(), "tier0");
  go_on();
  EXPECT_TRUE(soon([&] { return tier() == "fused"; }));
  EXPECT_EQ(compilations(), 1);
}

TEST_F(GroupsOfLazyKernelsTest, WaitWhenTheyAreToldTo) {
  waits();
  set_fusion_mode(FusionMode::kWait);
  std::future<void> later = std::async(std::launch::async, [&] {
    soon([&] { return compilations() == 1; });
    go_on();
  });
  EXPECT_EQ(tier(), "fused");
  EXPECT_EQ(compilations(), 1);
}

}  // namespace
}  // namespace tenorite::jit
