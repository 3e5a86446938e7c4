// SPDX-License-Identifier: Apache-2.0
// Operations of many threads at once, on arrays of their own and on arrays that
// wander. tools/thread_sanitizer.sh runs these under the thread sanitizer; what
// is recorded and when it runs is the setting of TENORITE_FUSION.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <deque>
#include <mutex>
#include <optional>
#include <random>
#include <thread>
#include <vector>

#include "ops/api/ops.h"
#include "ops/record/log.h"
#include "ops/record/trace.h"
#include "ops/table/scalar.h"

namespace tenorite {
namespace {

constexpr int kThreads = 8;
constexpr int64_t kItems = 300;

ndarray filled(double value) {
  Dims shape{kItems};
  ndarray a = ndarray::empty(shape, DType::kFloat64, Device{});
  ops::fill(a, make_scalar(value));
  return a;
}

ndarray add(const ndarray& a, const ndarray& b) {
  return ops::binary(Op::add, a, b);
}

double value_of(const Scalar& scalar) {
  double value;
  std::memcpy(&value, scalar.bytes, sizeof value);
  return value;
}

double first_of(const ndarray& a) {
  return value_of(ops::item(a.view(0, Dims{}, Dims{})));
}

double sum_of(const ndarray& a) {
  return value_of(ops::item(ops::reduce(ReduceOp::sum, a, {})));
}

// Arrays of one value each, handed over before anybody looked at them.
class PinnedSlot {
 public:
  void put(ndarray a, double value) {
    std::lock_guard lock(mutex_);
    waiting_.emplace_back(std::move(a), value);
  }
  std::optional<std::pair<ndarray, double>> take() {
    std::lock_guard lock(mutex_);
    if (waiting_.empty()) return std::nullopt;
    auto found = std::move(waiting_.front());
    waiting_.pop_front();
    return found;
  }

 private:
  std::mutex mutex_;
  std::deque<std::pair<ndarray, double>> waiting_;
};

void in_threads(const auto& work) {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&work, i] { work(i); });
  for (std::thread& thread : threads) thread.join();
}

TEST(RecordedThreads, ArraysWander) {
  PinnedSlot pinned_slot;
  in_threads([&](int i) {
    std::mt19937 random(i);
    ndarray one = filled(1), x = filled(i);
    double value = i;
    for (int step = 0; step < 400; ++step) {
      x = add(x, one);
      ++value;
      switch (random() % 5) {
        case 0:
          pinned_slot.put(x, value);
          x = filled(value);
          break;
        case 1:
          if (auto found = pinned_slot.take()) {
            EXPECT_EQ(sum_of(found->first), kItems * found->second);
            x = add(found->first, one);
            value = found->second + 1;
          }
          break;
        case 2: {
          ndarray half = x.view(0, Dims{kItems / 2}, x.strides());
          ops::copy_into(half, one.view(0, half.shape(), one.strides()));
          ops::fill(half, make_scalar(value));
          break;
        }
        case 3:
          EXPECT_EQ(first_of(x), value);
          break;
        default:
          add(x, x);  // nobody reads it
      }
    }
    EXPECT_EQ(sum_of(x), kItems * value);
  });
  while (auto found = pinned_slot.take())
    EXPECT_EQ(sum_of(found->first), kItems * found->second);
}

TEST(RecordedThreads, AllReadOneArrayThatNobodyAskedFor) {
  for (int round = 0; round < 50; ++round) {
    ndarray x = add(filled(round), filled(1));
    in_threads([&](int) {
      EXPECT_EQ(first_of(x), round + 1);
      EXPECT_EQ(sum_of(add(x, x)), 2 * kItems * (round + 1.0));
    });
  }
}

TEST(RecordedThreads, EachWritesItsPartOfOneArray) {
  ndarray all = filled(0);
  const int64_t part = kItems / kThreads;
  in_threads([&](int i) {
    ndarray mine = all.view(i * part * 8, Dims{part}, all.strides());
    ndarray step = filled(i);
    for (int k = 0; k < 100; ++k)
      ops::copy_into(mine,
                     add(mine, step.view(0, mine.shape(), mine.strides())));
  });
  for (int i = 0; i < kThreads; ++i)
    EXPECT_EQ(first_of(all.view(i * part * 8, Dims{part}, all.strides())),
              100.0 * i);
}

TEST(RecordedThreads, ThreadsEndBeforeTheirWorkIsNeeded) {
  std::vector<ndarray> made(kThreads, filled(0));
  for (int round = 0; round < 20; ++round) {
    in_threads([&](int i) { made[i] = add(made[i], filled(i)); });
    in_threads([&](int i) { made[i] = add(made[i], made[i]); });
  }
  for (int i = 0; i < kThreads; ++i) {
    double value = 0;
    for (int round = 0; round < 20; ++round) value = 2 * (value + i);
    EXPECT_EQ(sum_of(made[i]), kItems * value);
  }
}

// While five record, others flush, listen, and change the mode.
TEST(RecordedThreads, OthersFlushListenAndChangeTheMode) {
  const FusionMode before = fusion_mode();
  std::atomic<int> recording{5};
  in_threads([&](int i) {
    std::mt19937 random(i);
    if (i < 5) {
      ndarray one = filled(1);
      for (int round = 0; round < 60; ++round) {
        ndarray x = filled(round);
        for (int k = 0; k < 20; ++k) x = add(x, one);
        if (random() % 3 == 0) begin_fused(), x = add(x, one), end_fused(true);
        const double value = first_of(x);
        EXPECT_TRUE(value == round + 20 || value == round + 21) << value;
        EXPECT_EQ(sum_of(x), kItems * value);
      }
      --recording;
    }
    while (i >= 5 && recording > 0) {
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 500));
      if (i == 5) {
        flush_all("a test");
      } else if (i == 6) {
        const bool sources = random() % 2 == 0;
        trace::start(sources);
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        for (const FlushNote& note : trace::notes_from(0))
          EXPECT_GT(note.recorded, 0);
        trace::stop(sources);
      } else {
        set_fusion_mode(static_cast<FusionMode>(random() % 5));
      }
    }
  });
  set_fusion_mode(before);
}

}  // namespace
}  // namespace tenorite
