// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "core/outer_lock.h"

namespace tenorite {
namespace {

TEST(PatientMutexTest, IsTakenByOneAtATime) {
  PatientMutex mutex;
  EXPECT_TRUE(mutex.try_lock());
  bool taken = true;
  std::thread([&] { taken = mutex.try_lock(); }).join();
  EXPECT_FALSE(taken);
  mutex.unlock();
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
}

// Threads that wait are woken, each of them, however many come and go.
TEST(PatientMutexTest, ManyWaitForIt) {
  constexpr int kThreads = 8, kTurns = 5000;
  PatientMutex mutex;
  int64_t count = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < kTurns; ++i) {
        const std::lock_guard lock(mutex);
        ++count;
        if (i % 1000 == t) std::this_thread::yield();  // while others wait
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(count, int64_t{kThreads} * kTurns);
}

}  // namespace
}  // namespace tenorite
