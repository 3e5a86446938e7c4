// SPDX-License-Identifier: Apache-2.0
//
// Random programs against the pool; after every operation the pool's own walk,
// a model of the live blocks and the fake device's vector clocks must agree.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <thread>

#include "core/error.h"
#include "memory/pool.h"
#include "tests/cpp/memory_fake_backend.h"

namespace tenorite::memory {
namespace {

constexpr size_t kMiB = 1 << 20;

class Machine {
 public:
  explicit Machine(uint64_t seed)
      : random_(seed),
        device_(seed, (32 + pick(300)) * kMiB),
        pool_(device_, options()) {
    streams_ = {kDefaultStream, device_.create_stream()};
    device_.on_call = [this](const char*) {
      // Deadlocks when a backend call is made under the pool's lock.
      const size_t reserved = pool_.statistics().reserved_bytes;
      EXPECT_LE(reserved, bound_) << "limit exceeded";
    };
  }

  void run(int n_steps) {
    for (int i = 0; i < n_steps && !::testing::Test::HasFailure(); ++i) {
      if (pick(50) == 0) {
        std::thread([this] { step(); }).join();
      } else {
        step();
      }
      check();
    }
    finish();
  }

 private:
  struct Live {
    char* ptr;
    size_t bytes;
    uint64_t lifetime;
    StreamId stream;
    std::vector<StreamId> used_on;
  };

  static PoolOptions options() {
    return {.large_limit = 16 * kMiB,
            .min_large_segment = 4 * kMiB,
            .max_large_segment = 16 * kMiB};
  }

  size_t pick(size_t n) { return random_() % n; }
  StreamId some_stream() { return streams_[pick(streams_.size())]; }

  void step() {
    const size_t choice = pick(100);
    if (choice < 40) {
      allocate();
    } else if (choice < 60) {
      use();
    } else if (choice < 84) {
      if (!live_.empty()) free_at(pick(live_.size()));
    } else if (choice < 86) {
      if (streams_.size() < 6) streams_.push_back(device_.create_stream());
    } else if (choice < 88) {
      destroy_stream();
    } else if (choice < 91) {
      device_.stream_wait(some_stream(), some_stream());
    } else if (choice < 94) {
      device_.finish_stream(some_stream());
    } else if (choice < 95) {
      device_.synchronize();
    } else if (choice < 97) {
      pool_.trim(pick(64) * kMiB);
    } else if (choice < 98) {
      set_limit(pick(3) == 0 ? 0 : (1 + pick(200)) * kMiB / 2);
    } else if (choice < 99) {
      pool_.set_max_cached(pick(2) == 0 ? SIZE_MAX : pick(40) * kMiB);
    } else {
      pool_.free_all_blocks();
    }
  }

  size_t some_size() {
    switch (pick(10)) {
      case 0:
        return pick(3);
      case 1:
      case 2:
        return pick(20 * kMiB);
      case 3:
        return pick(60 * kMiB);
      case 4:
        return kMiB;
      default:
        return size_t{1} << pick(21);
    }
  }

  void allocate() {
    const size_t bytes = some_size();
    const StreamId stream = some_stream();
    const size_t used = pool_.statistics().used_bytes;
    try {
      auto* ptr = static_cast<char*>(pool_.allocate(bytes, stream));
      live_.push_back({ptr, bytes, ++lifetimes_, stream, {}});
      EXPECT_EQ(reinterpret_cast<uintptr_t>(ptr) % 512, 0u);
      EXPECT_GE(pool_.size_of(ptr), bytes);
      const auto begin = reinterpret_cast<uintptr_t>(ptr);
      auto next = ranges_.lower_bound(begin);
      EXPECT_TRUE(next == ranges_.end() || begin + bytes <= next->first);
      EXPECT_TRUE(next == ranges_.begin() || std::prev(next)->second <= begin);
      ranges_[begin] = begin + std::max<size_t>(bytes, 1);
      if (pick(4) != 0) launch(live_.back(), stream);
    } catch (const OutOfMemoryError&) {
      EXPECT_EQ(pool_.statistics().used_bytes, used);
    }
  }

  void launch(Live& block, StreamId stream) {
    const bool first = std::find(block.used_on.begin(), block.used_on.end(),
                                 stream) == block.used_on.end();
    if (first) {
      block.used_on.push_back(stream);
      // The memory is ready on the stream it was allocated for; others wait.
      if (stream != block.stream) device_.stream_wait(stream, block.stream);
    }
    device_.launch(stream, block.ptr, std::max<size_t>(block.bytes, 1),
                   block.lifetime);
  }

  void use() {
    if (!live_.empty()) launch(live_[pick(live_.size())], some_stream());
  }

  void free_at(size_t i) {
    Live& block = live_[i];
    pool_.free(block.ptr, block.used_on.data(), block.used_on.size());
    ranges_.erase(reinterpret_cast<uintptr_t>(block.ptr));
    std::swap(block, live_.back());
    live_.pop_back();
  }

  void destroy_stream() {
    if (streams_.size() < 3) return;
    const size_t i = 1 + pick(streams_.size() - 1);
    const StreamId stream = streams_[i];
    streams_.erase(streams_.begin() + static_cast<ptrdiff_t>(i));
    if (pick(4) != 0) pool_.release_stream(stream);  // else nobody told it
    device_.destroy_stream(stream);
  }

  void set_limit(size_t limit) {
    // What is live now may stay above the new limit, but must not grow.
    const size_t reserved = pool_.statistics().reserved_bytes;
    bound_ = limit == 0 ? SIZE_MAX : std::max(limit, reserved);
    pool_.set_limit(limit);
    if (limit != 0) bound_ = std::max(limit, pool_.statistics().reserved_bytes);
  }

  void check() {
    EXPECT_EQ(pool_.check_invariants(), "");
    const Statistics s = pool_.statistics();
    EXPECT_EQ(s.reserved_bytes, device_.allocated());
    EXPECT_EQ(s.reserved_bytes, s.used_bytes + s.free_bytes + s.pending_bytes);
    EXPECT_LE(s.reserved_bytes, bound_);
    EXPECT_EQ(s.allocations - s.frees, live_.size());
    const auto violations = device_.violations();
    EXPECT_TRUE(violations.empty()) << violations.front();
  }

  void finish() {
    while (!live_.empty()) free_at(0);
    check();
    pool_.trim(0);
    check();
    EXPECT_EQ(device_.allocated(), 0u);
    EXPECT_EQ(device_.live_events(), 0u);
    EXPECT_EQ(pool_.statistics().reserved_bytes, 0u);
  }

  std::mt19937_64 random_;
  size_t bound_ = SIZE_MAX;
  FakeBackend device_;
  Pool pool_;
  std::vector<StreamId> streams_;
  std::vector<Live> live_;
  std::map<uintptr_t, uintptr_t> ranges_;
  uint64_t lifetimes_ = 0;
};

class StateMachineTest : public ::testing::TestWithParam<uint64_t> {};

TEST_P(StateMachineTest, InvariantsHoldAfterEveryOperation) {
  for (uint64_t i = 0; i < 4 && !HasFailure(); ++i) {
    SCOPED_TRACE(GetParam() + 1000 * i);
    Machine(GetParam() + 1000 * i).run(300);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, StateMachineTest,
                         ::testing::Range<uint64_t>(1, 9));

}  // namespace
}  // namespace tenorite::memory
