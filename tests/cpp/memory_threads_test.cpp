// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <deque>
#include <random>
#include <thread>

#include "core/error.h"
#include "memory/cpu_backend.h"
#include "memory/pool.h"
#include "tests/cpp/memory_fake_backend.h"

namespace tenorite::memory {
namespace {

constexpr size_t kMiB = 1 << 20;

// Blocks that wander between threads: whoever takes one uses it on a stream of
// its own and frees it or passes it on.
class Stress {
 public:
  Stress() : device_(3, 96 * kMiB), pool_(device_, options()) {
    device_.yields = true;
  }

  void run(int n_threads, int n_steps) {
    std::vector<std::thread> threads;
    for (int i = 0; i < n_threads; ++i)
      threads.emplace_back([this, i, n_steps] { work(i, n_steps); });
    for (std::thread& thread : threads) thread.join();
    for (Block& block : passed_) free(block);
    EXPECT_EQ(pool_.check_invariants(), "");
    pool_.trim(0);
    EXPECT_EQ(pool_.check_invariants(), "");
    EXPECT_EQ(device_.allocated(), 0u);
    EXPECT_EQ(device_.live_events(), 0u);
    const auto violations = device_.violations();
    EXPECT_TRUE(violations.empty()) << violations.front();
  }

 private:
  struct Block {
    void* ptr;
    size_t bytes;
    uint64_t lifetime;
    std::vector<StreamId> used_on;
  };

  static PoolOptions options() {
    return {.large_limit = 16 * kMiB,
            .min_large_segment = 4 * kMiB,
            .max_large_segment = 16 * kMiB,
            .max_cached = 64 * kMiB};
  }

  void free(const Block& block) {
    pool_.free(block.ptr, block.used_on.data(), block.used_on.size());
  }

  void use(Block& block, StreamId stream) {
    if (!block.used_on.empty())
      device_.stream_wait(stream, block.used_on.front());
    device_.launch(stream, block.ptr, block.bytes, block.lifetime);
    block.used_on.push_back(stream);
  }

  void work(int thread, int n_steps) {
    std::mt19937_64 random(static_cast<uint64_t>(thread));
    const auto pick = [&](size_t n) { return random() % n; };
    StreamId stream = device_.create_stream();
    for (int i = 0; i < n_steps; ++i) {
      const size_t choice = pick(100);
      if (choice < 50) {
        const size_t bytes =
            1 + (pick(4) == 0 ? pick(20 * kMiB) : pick(64 << 10));
        try {
          Block block{pool_.allocate(bytes, stream), bytes, ++lifetimes_, {}};
          use(block, stream);
          pass(std::move(block));
        } catch (const OutOfMemoryError&) {
        }
      } else if (choice < 96) {
        Block block;
        if (!take(block)) continue;
        if (pick(2) == 0) use(block, stream);
        pick(4) == 0 ? pass(std::move(block)) : free(block);
      } else if (choice < 97) {
        pool_.trim(pick(64) * kMiB);
      } else if (choice < 98) {
        pool_.set_limit(pick(2) == 0 ? 0 : 80 * kMiB);
      } else if (choice < 99) {
        EXPECT_EQ(pool_.check_invariants(false), "");
      } else {
        pool_.release_stream(stream);
        stream = device_.create_stream();
      }
    }
  }

  void pass(Block block) {
    std::lock_guard lock(mutex_);
    passed_.push_back(std::move(block));
  }

  bool take(Block& block) {
    std::lock_guard lock(mutex_);
    if (passed_.empty()) return false;
    block = std::move(passed_.front());
    passed_.pop_front();
    return true;
  }

  FakeBackend device_;
  Pool pool_;
  std::atomic<uint64_t> lifetimes_{0};
  std::mutex mutex_;
  std::deque<Block> passed_;
};

TEST(ThreadsTest, BlocksWanderBetweenThreadsAndStreams) {
  Stress().run(8, 1500);
}

TEST(ThreadsTest, ForkedChildFindsNoLockHeld) {
  CpuBackend host;
  Pool pool(host, {.alignment = 64});
  std::atomic<bool> stop{false};
  std::thread busy([&] {
    while (!stop) pool.free(pool.allocate(4096, 0), nullptr, 0);
  });
  for (int i = 0; i < 20; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(120);  // a deadlock must not hang the test
      void* ptr = pool.allocate(5000, 0);
      pool.free(ptr, nullptr, 0);
      _exit(pool.check_invariants().empty() ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  stop = true;
  busy.join();
}

}  // namespace
}  // namespace tenorite::memory
