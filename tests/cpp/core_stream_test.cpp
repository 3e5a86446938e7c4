// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <thread>

#include "core/error.h"
#include "core/stream.h"

namespace tenorite {
namespace {

constexpr Device cuda(int index) {
  return {DeviceType::kCuda, static_cast<int16_t>(index)};
}
int g_count;
std::pair<Device, StreamId> g_synchronized;

// A machine with g_count GPUs.
struct StreamTest : ::testing::Test {
  explicit StreamTest(int count = 2) {
    g_count = count;
    register_device_provider(DeviceType::kCuda, &provider);
  }
  ~StreamTest() override {
    register_device_provider(DeviceType::kCuda, former);
  }

  const DeviceProvider* former = device_provider(DeviceType::kCuda);
  const DeviceProvider provider{
      .count = [] { return g_count; },
      .why_none = [] { return std::string("the driver is on holiday"); },
      .synchronize = [](Device d, StreamId s) { g_synchronized = {d, s}; },
      .synchronize_device = [](Device) {},
      .order = nullptr,
  };
};

// The text of the error that f throws.
template <class Type, class F>
std::string error_of(F f) {
  try {
    f();
  } catch (const Type& e) {
    return e.what();
  }
  return "nothing thrown";
}

TEST_F(StreamTest, ChecksThatTheDeviceExists) {
  check_device(kCpu);
  check_device(cuda(0));
  check_device(cuda(1));
  auto check = [](int index) { return [=] { check_device(cuda(index)); }; };
  EXPECT_EQ(error_of<ValueError>(check(2)),
            "cuda:2 does not exist: this machine has 2 CUDA devices");
  EXPECT_EQ(error_of<ValueError>(check(-1)),
            "cuda:-1 does not exist: this machine has 2 CUDA devices");
  g_count = 1;
  EXPECT_EQ(error_of<ValueError>(check(1)),
            "cuda:1 does not exist: this machine has 1 CUDA device");
  g_count = 100;  // more than there is room for
  EXPECT_EQ(error_of<ValueError>(check(64)),
            "cuda:64 does not exist: this machine has 100 CUDA devices");
  g_count = 0;
  EXPECT_EQ(error_of<RuntimeError>(check(0)),
            "cuda:0 is not available: the driver is on holiday");
  register_device_provider(DeviceType::kCuda, nullptr);
  EXPECT_EQ(device_count(DeviceType::kCuda), 0);
  EXPECT_EQ(
      error_of<RuntimeError>(check(0)),
      "cuda:0 is not available: the CUDA part of tenorite is not "
      "installed (`pip install 'tenorite[cuda13]'` brings it; builds from "
      "source have it where nvcc is found)");
}

TEST_F(StreamTest, CountsAndSynchronizesThroughTheProvider) {
  EXPECT_EQ(device_count(DeviceType::kCpu), 1);
  EXPECT_EQ(device_count(DeviceType::kCuda), 2);
  synchronize(cuda(1), 17);
  EXPECT_EQ(g_synchronized, std::make_pair(cuda(1), StreamId{17}));
  synchronize(kCpu, kDefaultStream);
  EXPECT_EQ(device_provider(DeviceType::kCpu)->order, nullptr);
}

TEST_F(StreamTest, CurrentStreamIsPerThreadAndDevice) {
  std::thread([] {
    for (Device device : {kCpu, cuda(0), cuda(1), cuda(63)})
      EXPECT_EQ(current_stream(device), kDefaultStream);
    set_current_stream(cuda(1), 5);
    set_current_stream(cuda(63), 6);
    EXPECT_EQ(current_stream(cuda(1)), 5u);
    EXPECT_EQ(current_stream(cuda(63)), 6u);
    EXPECT_EQ(current_stream(cuda(0)), kDefaultStream);
    EXPECT_EQ(current_stream(kCpu), kDefaultStream);
    std::thread([] {
      EXPECT_EQ(current_stream(cuda(1)), kDefaultStream);
    }).join();
  }).join();
  EXPECT_EQ(current_stream(cuda(1)), kDefaultStream);
}

TEST_F(StreamTest, OverridesNestAndAreOfOneThread) {
  std::thread([] {
    const Device outside = default_device();
    push_device(cuda(1));
    EXPECT_EQ(default_device(), cuda(1));
    push_device(kCpu);
    EXPECT_EQ(default_device(), kCpu);
    use_device(cuda(0));  // replaces the innermost only
    EXPECT_EQ(default_device(), cuda(0));
    std::thread([&] { EXPECT_EQ(default_device(), outside); }).join();
    pop_device();
    EXPECT_EQ(default_device(), cuda(1));
    pop_device();
    EXPECT_EQ(default_device(), outside);
    use_device(cuda(1));  // outside of any: for the thread
    EXPECT_EQ(default_device(), cuda(1));
    push_device(kCpu);
    EXPECT_EQ(default_device(), kCpu);
    pop_device();
    EXPECT_EQ(default_device(), cuda(1));
    EXPECT_EQ(error_of<RuntimeError>(pop_device),
              "device context exited more often than entered");
  }).join();
}

TEST_F(StreamTest, RefusedDevicesChangeNothing) {
  std::thread([] {
    const Device before = default_device();
    for (auto* set : {push_device, use_device, set_default_device})
      EXPECT_THROW(set(cuda(2)), ValueError);
    EXPECT_EQ(default_device(), before);
    EXPECT_THROW(pop_device(), RuntimeError);
  }).join();
}

TEST_F(StreamTest, ProcessDefaultReachesOtherThreads) {
  const Device before = default_device();
  for (Device device : {cuda(1), kCpu, cuda(0)}) {
    set_default_device(device);
    EXPECT_EQ(default_device(), device);
    std::thread([=] { EXPECT_EQ(default_device(), device); }).join();
  }
  set_default_device(before);
}

// The first answer of a process, which is a fresh one in each row.
struct FirstDefault {
  const char* environment;  // null: unset
  int gpus;
  const char* device;
};

struct FirstDefaultTest : StreamTest,
                          ::testing::WithParamInterface<FirstDefault> {
  FirstDefaultTest() : StreamTest(GetParam().gpus) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
  }
};

[[noreturn]] void print_default(const FirstDefault& row) {
  unsetenv("TENORITE_DEVICE");
  if (row.environment) setenv("TENORITE_DEVICE", row.environment, 1);
  std::string text;
  try {
    text = to_string(default_device());
  } catch (const Error& e) {
    text = e.what();
  }
  std::fprintf(stderr, "<%s>", text.c_str());
  std::_Exit(0);
}

TEST_P(FirstDefaultTest, InAFreshProcess) {
  EXPECT_EXIT(print_default(GetParam()), ::testing::ExitedWithCode(0),
              std::string("<") + GetParam().device + ">");
}

INSTANTIATE_TEST_SUITE_P(
    Rows, FirstDefaultTest,
    ::testing::Values(
        FirstDefault{nullptr, 0, "cpu"}, FirstDefault{nullptr, 2, "cuda:0"},
        FirstDefault{"", 2, "cuda:0"}, FirstDefault{"cpu", 2, "cpu"},
        FirstDefault{"cuda:1", 2, "cuda:1"},
        FirstDefault{"cuda:2", 2, "TENORITE_DEVICE: cuda:2 does not exist: .*"},
        FirstDefault{"cuda", 0, "TENORITE_DEVICE: cuda:0 is not available: .*"},
        FirstDefault{
            "gpu", 2,
            "TENORITE_DEVICE: device must be 'cpu' or 'cuda:N', got 'gpu'"}));

}  // namespace
}  // namespace tenorite
