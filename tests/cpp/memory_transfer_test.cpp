// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>
#include <vector>

#include "core/error.h"
#include "memory/host_copy.h"
#include "memory/transfer.h"

namespace tenorite::memory {
namespace {

constexpr size_t kMiB = 1 << 20;

TEST(TransferTest, HostCopiesOfEverySize) {
  for (size_t n :
       {size_t{0}, size_t{1}, 2 * kMiB - 1, 2 * kMiB + 7, 33 * kMiB}) {
    std::vector<unsigned char> src(n), dst(n, 0);
    for (size_t i = 0; i < n; ++i) src[i] = static_cast<unsigned char>(i * 7);
    copy_to_device(kCpu, kDefaultStream, dst.data(), src.data(), n);
    EXPECT_EQ(src, dst);
  }
}

TEST(TransferTest, ConcurrentHostCopies) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([t] {
      std::vector<char> src(5 * kMiB, static_cast<char>(t)), dst(src.size());
      for (int i = 0; i < 5; ++i) {
        std::fill(dst.begin(), dst.end(), 99);
        copy_to_host(kCpu, kDefaultStream, dst.data(), src.data(), src.size());
        EXPECT_EQ(src, dst);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// Leaked, because its threads never end.
CopyCrew& three_helpers() {
  static CopyCrew& crew = *new CopyCrew(3);
  return crew;
}

TEST(CopyCrewTest, SharesACopy) {
  for (size_t n : {size_t{1}, kMiB, 3 * kMiB + 5, 20 * kMiB}) {
    std::vector<char> src(n), dst(n, 0);
    for (size_t i = 0; i < n; ++i) src[i] = static_cast<char>(i * 31);
    for (int i = 0; i < 10; ++i) {
      std::fill(dst.begin(), dst.end(), 0);
      ASSERT_TRUE(three_helpers().copy(dst.data(), src.data(), n));
      ASSERT_EQ(src, dst);
    }
  }
}

TEST(CopyCrewTest, StaysBehindAtAFork) {
  char from = 1, to = 0;
  ASSERT_TRUE(three_helpers().copy(&to, &from, 1));
  const pid_t child = fork();
  if (child == 0) _exit(three_helpers().copy(&to, &from, 1) ? 1 : 0);
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_FALSE(CopyCrew(0).copy(&to, &from, 1));
}

TEST(TransferTest, AMissingDeviceIsNamed) {
  char byte = 0;
  EXPECT_THROW(copy_peer(kCpu, &byte, 0, {DeviceType::kCuda, 0}, &byte, 0, 1),
               ValueError);
  EXPECT_FALSE(is_page_locked(DeviceType::kCpu, &byte));
}

}  // namespace
}  // namespace tenorite::memory
