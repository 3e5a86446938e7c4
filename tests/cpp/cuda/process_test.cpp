// SPDX-License-Identifier: Apache-2.0
//
// What a process can and cannot do with CUDA: no driver, lost devices, forks.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "core/cuda/check.h"
#include "core/cuda/peer.h"
#include "core/cuda/stream_table.h"
#include "core/cuda_runtime.h"
#include "core/error.h"
#include "core/stream.h"
#include "tests/cpp/cuda/fresh_process.h"

namespace tenorite::cuda {
namespace {

constexpr Device kCuda0{DeviceType::kCuda, 0};
constexpr Device kCuda1{DeviceType::kCuda, 1};

std::string unavailable() {
  try {
    check_device(kCuda0);
  } catch (const RuntimeError& e) {
    return e.what();
  }
  return "no error";
}

void expect_in(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(Process, NoDriver) {
  in_fresh_process([] {
    fake::reset(0, 0);
    fake::set_probe_error(cudaErrorInsufficientDriver);
    EXPECT_EQ(device_count(), 0);
    EXPECT_EQ(default_device(), kCpu);
    expect_in(unavailable(), "no NVIDIA driver was found: install");
  });
}

TEST(Process, DriverTooOldNamesBothVersions) {
  in_fresh_process([] {
    fake::reset(1, 11040);
    fake::set_probe_error(cudaErrorInsufficientDriver);
    expect_in(unavailable(), "it supports CUDA 11.4");
    expect_in(unavailable(),
              "needs CUDA " + std::to_string(CUDART_VERSION / 1000) + ".");
  });
}

TEST(Process, HiddenDevices) {
  in_fresh_process([] {
    setenv("CUDA_VISIBLE_DEVICES", "7", 1);
    fake::reset(0);
    fake::set_probe_error(cudaErrorNoDevice);
    expect_in(unavailable(), "CUDA_VISIBLE_DEVICES is '7'");
    unsetenv("CUDA_VISIBLE_DEVICES");
  });
}

TEST(Process, CountingMakesNoContext) {
  in_fresh_process([] {
    fake::reset(2);
    EXPECT_EQ(device_count(), 2);
    EXPECT_EQ(device_count(), 2);
    EXPECT_EQ(fake::calls("cudaGetDeviceCount"), 1);
    EXPECT_EQ(default_device(), kCuda0);
    EXPECT_EQ(fake::contexts(), 0);
  });
}

TEST(Process, NoSuchDevice) {
  in_fresh_process([] {
    fake::reset(1);
    EXPECT_THROW(check_device(kCuda1), ValueError);
  });
}

TEST(Process, RecoverableErrorIsClearedAndLeavesCudaUsable) {
  in_fresh_process([] {
    fake::reset(1);
    ASSERT_EQ(device_count(), 1);
    fake::fail_next("cudaStreamCreateWithPriority", cudaErrorInvalidValue);
    try {
      create_stream(kCuda0, true, 0);
      ADD_FAILURE();
    } catch (const DeviceLostError&) {
      ADD_FAILURE();
    } catch (const CudaError& e) {
      EXPECT_EQ(e.code, cudaErrorInvalidValue);
    }
    EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
    release_stream(create_stream(kCuda0, true, 0));
  });
}

TEST(Process, LackOfMemoryIsOutOfMemoryError) {
  in_fresh_process([] {
    fake::reset(1);
    EXPECT_THROW(cuda_runtime().malloc(kCuda0, size_t{1} << 40),
                 OutOfMemoryError);
    cuda_runtime().free(kCuda0, cuda_runtime().malloc(kCuda0, 64));
  });
}

TEST(Process, UnrecoverableErrorIsNamedForEver) {
  in_fresh_process([] {
    fake::reset(1);
    const StreamId stream = create_stream(kCuda0, true, 0);
    fake::fail_next("cudaStreamQuery", cudaErrorIllegalAddress, true);
    EXPECT_THROW(synchronize(kCuda0, stream), DeviceLostError);
    const int calls = fake::calls();
    try {
      create_stream(kCuda0, true, 0);
      ADD_FAILURE();
    } catch (const DeviceLostError& e) {
      EXPECT_EQ(e.code, cudaErrorIllegalAddress);
      expect_in(e.what(), "cudaStreamQuery");
    }
    EXPECT_THROW(error_word(kCuda0), DeviceLostError);
    release_stream(stream);
    EXPECT_EQ(fake::calls(), calls) << "a lost process touched CUDA";
  });
}

TEST(Process, StickyErrorOfAnyNumberIsFound) {
  in_fresh_process([] {
    fake::reset(1);
    ASSERT_EQ(device_count(), 1);
    fake::fail_next("cudaStreamCreateWithPriority", cudaErrorUnknown, true);
    EXPECT_THROW(create_stream(kCuda0, true, 0), DeviceLostError);
  });
}

TEST(Process, ForkedChildIsToldToSpawn) {
  in_fresh_process([] {
    fake::reset(1);
    const StreamId stream = create_stream(kCuda0, true, 0);
    in_fresh_process([stream] {
      const int calls = fake::calls();
      EXPECT_EQ(device_count(), 0);
      expect_in(unavailable(), "spawn");
      EXPECT_THROW(DeviceGuard guard(kCuda0), RuntimeError);
      release_stream(stream);
      EXPECT_EQ(fake::calls(), calls) << "a forked child touched CUDA";
      EXPECT_NO_THROW(check_device(kCpu));
    });
    // The parent goes on.
    EXPECT_TRUE(cuda_runtime().stream_done(kCuda0, stream));
    release_stream(stream);
  });
}

TEST(Process, ChildOfAProcessWithoutCudaCanUseIt) {
  in_fresh_process([] {
    fake::reset(1);
    in_fresh_process([] { EXPECT_EQ(device_count(), 1); });
  });
}

TEST(Guard, RestoresTheDeviceOfOthers) {
  in_fresh_process([] {
    fake::reset(2);
    ASSERT_EQ(device_count(), 2);
    cudaSetDevice(1);  // as another library does
    {
      DeviceGuard guard(kCuda0);
      int device = -1;
      cudaGetDevice(&device);
      EXPECT_EQ(device, 0);
    }
    int device = -1;
    cudaGetDevice(&device);
    EXPECT_EQ(device, 1);
  });
}

TEST(Guard, MakesNoContextOnTheFormerDevice) {
  in_fresh_process([] {
    fake::reset(2);
    ASSERT_EQ(device_count(), 2);
    {
      DeviceGuard guard(kCuda1);
    }
    EXPECT_EQ(fake::contexts(), 1);
  });
}

TEST(Guard, NeedsNoCudaCallWithOneDevice) {
  in_fresh_process([] {
    fake::reset(1);
    ASSERT_EQ(device_count(), 1);
    const int calls = fake::calls();
    {
      DeviceGuard guard(kCuda0);
    }
    EXPECT_EQ(fake::calls(), calls);
  });
}

TEST(ErrorWord, IsAZeroedRecordPerDevice) {
  in_fresh_process([] {
    fake::reset(2);
    ASSERT_EQ(device_count(), 2);
    unsigned* word = error_word(kCuda0);
    EXPECT_EQ(error_word(kCuda0), word);
    EXPECT_NE(error_word(kCuda1), word);
    for (size_t i = 0; i < kErrorRecordBytes / sizeof(unsigned); ++i)
      EXPECT_EQ(word[i], 0u);
  });
}

TEST(Properties, AreAskedForOnce) {
  in_fresh_process([] {
    fake::reset(1);
    ASSERT_EQ(device_count(), 1);
    EXPECT_EQ(properties(kCuda0).compute_capability, 90);
    const int calls = fake::calls();
    EXPECT_EQ(properties(kCuda0).compute_capability, 90);
    EXPECT_EQ(fake::calls(), calls);
  });
}

TEST(Peer, AccessIsSwitchedOnOncePerPair) {
  in_fresh_process([] {
    fake::reset(2);
    ASSERT_EQ(device_count(), 2);
    char from[4] = "abc";
    char to[4] = "";
    copy_peer(to, kCuda1, from, kCuda0, 4, kCuda0, kDefaultStream);
    copy_peer(to, kCuda1, from, kCuda0, 4, kCuda0, kDefaultStream);
    EXPECT_STREQ(to, "abc");
    EXPECT_EQ(fake::calls("cudaDeviceEnablePeerAccess"), 2);
    enable_peer_access(kCuda0, kCuda1);  // once more is no error
  });
}

}  // namespace
}  // namespace tenorite::cuda
