// SPDX-License-Identifier: Apache-2.0
//
// One fixed program, run again and again with the k-th backend call failing,
// for every k, until it runs through.
#include <gtest/gtest.h>

#include <functional>

#include "core/error.h"
#include "memory/pool.h"
#include "tests/cpp/memory_fake_backend.h"

namespace tenorite::memory {
namespace {

constexpr size_t kMiB = 1 << 20;

class Program {
 public:
  explicit Program(const PoolOptions& options)
      : device_(7, 40 * kMiB), pool_(device_, options) {
    a_ = device_.create_stream();
    b_ = device_.create_stream();
  }

  // Whether the failure came.
  bool run(size_t k, bool lasting, bool throws) {
    device_.fail_at(k, lasting, throws);
    script();
    const bool failed = device_.failed();
    device_.recover();
    finish();
    return failed;
  }

 private:
  struct Live {
    void* ptr;
    size_t bytes;
    std::vector<StreamId> used_on;
  };

  void attempt(const std::function<void()>& action) {
    const Statistics before = pool_.statistics();
    try {
      action();
    } catch (const Error&) {
      const Statistics now = pool_.statistics();
      EXPECT_EQ(now.used_bytes, before.used_bytes);
      EXPECT_LE(now.reserved_bytes, before.reserved_bytes);
    }
    EXPECT_EQ(pool_.check_invariants(), "");
    EXPECT_EQ(pool_.statistics().reserved_bytes, device_.allocated());
  }

  void allocate(size_t bytes, StreamId stream,
                std::vector<StreamId> used_on = {}) {
    attempt([&] {
      void* ptr = pool_.allocate(bytes, stream);
      ++lifetimes_;
      for (StreamId user : used_on) {
        device_.stream_wait(user, stream);
        device_.launch(user, ptr, bytes, lifetimes_);
      }
      live_.push_back({ptr, bytes, used_on});
    });
  }

  void free(size_t i) {
    if (i >= live_.size()) return;
    attempt([&] {
      pool_.free(live_[i].ptr, live_[i].used_on.data(),
                 live_[i].used_on.size());
      live_.erase(live_.begin() + static_cast<ptrdiff_t>(i));
    });
  }

  void script() {
    allocate(1000, a_, {a_});
    allocate(3 * kMiB, a_, {a_, b_});
    allocate(9 * kMiB, b_, {b_, a_, kDefaultStream});
    free(1);
    allocate(3 * kMiB, b_, {b_});
    free(0);
    free(0);
    allocate(20 * kMiB, kDefaultStream, {kDefaultStream});
    allocate(15 * kMiB, a_, {a_, b_});
    free(1);
    allocate(25 * kMiB, b_, {b_});
    attempt([&] { pool_.trim(8 * kMiB); });
    free(0);
    attempt([&] { pool_.set_limit(30 * kMiB); });
    pool_.release_stream(a_);
    device_.destroy_stream(a_);
    allocate(18 * kMiB, b_, {b_});
    free(0);
    allocate(28 * kMiB, kDefaultStream, {b_});
    free(0);
    attempt([&] { pool_.set_max_cached(kMiB); });
    attempt([&] { pool_.free_all_blocks(); });
  }

  void finish() {
    while (!live_.empty()) free(0);
    pool_.trim(0);
    EXPECT_EQ(pool_.check_invariants(), "");
    EXPECT_EQ(device_.allocated(), 0u);
    EXPECT_EQ(device_.live_events(), 0u);
    const auto violations = device_.violations();
    EXPECT_TRUE(violations.empty()) << violations.front();
  }

  FakeBackend device_;
  Pool pool_;
  StreamId a_, b_;
  std::vector<Live> live_;
  uint64_t lifetimes_ = 0;
};

void fail_every_call(const PoolOptions& options) {
  for (const bool lasting : {false, true}) {
    for (const bool throws : {false, true}) {
      size_t k = 1;
      while (Program(options).run(k, lasting, throws)) {
        ASSERT_FALSE(::testing::Test::HasFailure())
            << "call " << k << (lasting ? " and all later" : "");
        ASSERT_LT(++k, 10000u) << "does not end";
      }
      EXPECT_GT(k, 15u);  // the program does reach the backend
    }
  }
}

TEST(FailureTest, EveryBackendCallMayFail) {
  fail_every_call(
      {.min_large_segment = 4 * kMiB, .max_large_segment = 16 * kMiB});
}

TEST(FailureTest, EveryBackendCallMayFailWithoutACache) {
  fail_every_call({.pass_through = true});
}

TEST(FailureTest, FailedPoisoningGivesTheBlockBack) {
  FakeBackend device;
  Pool pool(device, {.poison = true});
  device.on_call = [](const char* call) {
    if (std::string(call) == "fill") throw CudaError(1, "fill");
  };
  EXPECT_THROW(pool.allocate(100, kDefaultStream), CudaError);
  EXPECT_EQ(pool.statistics().used_bytes, 0u);
  EXPECT_EQ(pool.check_invariants(), "");
}

}  // namespace
}  // namespace tenorite::memory
