// SPDX-License-Identifier: Apache-2.0
// Threads that work for nobody in particular.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/interrupt.h"
#include "core/warning.h"
#include "jit/compile/background.h"

namespace tenorite::jit {
namespace {

using std::chrono_literals::operator""s;

// Threads of low priority are the last ones to get a busy machine's time.
constexpr auto kPatience = 120s;

// Earlier tests may have left as many jobs as can wait.
void queue(const std::function<void()>& job) {
  while (!run_in_background(job)) std::this_thread::yield();
}

TEST(BackgroundTest, JobsRunUnattended) {
  static std::atomic<int> asked{0};
  set_signal_check([] { return ++asked, true; });
  set_warning_sink([](Warning, const std::string&) { return ++asked, true; });
  const auto unattended = std::make_shared<std::promise<bool>>();
  queue([unattended] {
    check_signals();
    warn("nobody hears this");
    BackgroundDriverUse use;
    unattended->set_value(Unattended::here() && use);
  });
  auto answer = unattended->get_future();
  EXPECT_EQ(answer.wait_for(kPatience), std::future_status::ready);
  EXPECT_EQ(asked, 0);
  EXPECT_THROW(check_signals(), Interrupted);
  set_signal_check(nullptr);
  set_warning_sink(nullptr);
  ASSERT_FALSE(HasFailure());
  EXPECT_TRUE(answer.get());
}

TEST(BackgroundTest, EachJobRunsOnce) {
  constexpr int kJobs = 500, kThreads = 5;
  struct Counts {
    std::atomic<int> ran[kJobs] = {}, left{kJobs};
    std::promise<void> done;
  };
  const auto counts = std::make_shared<Counts>();
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      for (int i = t; i < kJobs; i += kThreads)
        queue([counts, i] {
          ++counts->ran[i];
          if (--counts->left == 0) counts->done.set_value();
        });
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(counts->done.get_future().wait_for(kPatience),
            std::future_status::ready);
  for (const std::atomic<int>& ran : counts->ran) EXPECT_EQ(ran, 1);
}

TEST(BackgroundTest, QuickJobsGoFirst) {
  struct Order {
    std::mutex mutex;
    std::vector<JobLength> ran;
    std::promise<void> done;
  };
  constexpr size_t kJobs = 200;
  const auto order = std::make_shared<Order>();
  std::promise<void> open;
  std::shared_future<void> opened = open.get_future().share();
  // One of these for each thread that there can be.
  for (int i = 0; i < 8; ++i) queue([opened] { opened.wait(); });
  for (size_t i = 0; i < kJobs; ++i) {
    const JobLength length = i % 2 ? JobLength::kQuick : JobLength::kLong;
    while (!run_in_background(
        [order, length] {
          std::lock_guard lock(order->mutex);
          order->ran.push_back(length);
          if (order->ran.size() == kJobs) order->done.set_value();
        },
        length))
      std::this_thread::yield();
  }
  open.set_value();
  ASSERT_EQ(order->done.get_future().wait_for(kPatience),
            std::future_status::ready);
  // Threads that took one at the same time may end in another order.
  const auto quick = std::count(
      order->ran.begin(), order->ran.begin() + kJobs / 2, JobLength::kQuick);
  EXPECT_GT(quick, kJobs / 2 - 16);
}

TEST(BackgroundTest, NoMoreThanCanWait) {
  std::promise<void> open;
  std::shared_future<void> opened = open.get_future().share();
  int queued = 0;
  while (queued < 100000 && run_in_background([opened] { opened.wait(); }))
    ++queued;
  EXPECT_LT(queued, 100000);
  open.set_value();
}

TEST(BackgroundTest, AForkedChildStartsAnew) {
  const auto started = std::make_shared<std::promise<void>>();
  std::promise<void> end;
  std::shared_future<void> ended = end.get_future().share();
  queue([started, ended] {
    BackgroundDriverUse use;
    started->set_value();
    ended.wait();
  });
  started->get_future().wait();
  const pid_t child = fork();
  if (child == 0) {
    std::promise<void> ran;
    auto future = ran.get_future();
    const bool queued = run_in_background([&] {
      BackgroundDriverUse use;
      ran.set_value();
    });
    const bool fine =
        queued && future.wait_for(kPatience) == std::future_status::ready;
    exit(fine ? 0 : 1);
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  end.set_value();
}

}  // namespace
}  // namespace tenorite::jit
