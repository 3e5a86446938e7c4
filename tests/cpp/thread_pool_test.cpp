// SPDX-License-Identifier: Apache-2.0
#include "core/thread_pool.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace tenorite {
namespace {

// Every item of jobs of many sizes is seen once, in ranges that begin at
// multiples of the grain. Some jobs come after a pause, in which threads sleep.
void run_many_jobs(int seed) {
  for (int round = 0; round < 2000; ++round) {
    const int64_t n = 1 + (round * 7919 + seed) % 3000;
    const int64_t grain = 1 + round % 37;
    std::vector<int> seen(static_cast<size_t>(n));
    std::vector<int> misplaced(static_cast<size_t>(n));
    parallel_for(n, grain, [&](int64_t begin, int64_t end) {
      misplaced[static_cast<size_t>(begin)] = begin % grain != 0;
      for (int64_t i = begin; i < end; ++i) ++seen[static_cast<size_t>(i)];
    });
    ASSERT_EQ(seen, std::vector<int>(static_cast<size_t>(n), 1)) << n;
    ASSERT_EQ(misplaced, std::vector<int>(static_cast<size_t>(n))) << n;
    if (round % 400 == 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
  }
}

TEST(ThreadPoolTest, EveryItemOnce) { run_many_jobs(0); }

TEST(ThreadPoolTest, CallersSideBySide) {
  std::vector<std::thread> callers;
  for (int seed = 1; seed <= 3; ++seed)
    callers.emplace_back(run_many_jobs, seed);
  for (std::thread& caller : callers) caller.join();
}

TEST(ThreadPoolTest, JobsWithinJobs) {
  std::vector<int> seen(40 * 50);
  parallel_for(40, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      parallel_for(50, 1, [&](int64_t first, int64_t last) {
        for (int64_t k = first; k < last; ++k)
          ++seen[static_cast<size_t>(50 * i + k)];
      });
  });
  EXPECT_EQ(seen, std::vector<int>(40 * 50, 1));
}

// Whichever thread fails first, the error is that of the first range that
// fails, and the pool goes on working.
TEST(ThreadPoolTest, FirstFailureIsRethrown) {
  const int64_t parts = 4 * num_threads();
  for (int64_t first : {int64_t{0}, parts / 2, parts - 1})
    for (int round = 0; round < 100; ++round) {
      std::string message;
      try {
        parallel_for(parts, 1, [&](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i) {
            // The earliest failure is the latest in coming.
            if (i == first)
              std::this_thread::sleep_for(std::chrono::microseconds(50));
            if (i >= first) throw std::runtime_error(std::to_string(i));
          }
        });
      } catch (const std::runtime_error& error) {
        message = error.what();
      }
      ASSERT_EQ(message, std::to_string(first));
    }
  run_many_jobs(4);
}

}  // namespace
}  // namespace tenorite
