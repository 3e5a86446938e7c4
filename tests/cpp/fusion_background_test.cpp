// SPDX-License-Identifier: Apache-2.0
// Threads that work for nobody in particular.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <future>
#include <thread>

#include "core/interrupt.h"
#include "core/warning.h"
#include "ops/fusion/background.h"

namespace tenorite::fusion {
namespace {

using std::chrono_literals::operator""s;

TEST(BackgroundTest, JobsRunUnattended) {
  static std::atomic<int> asked{0};
  set_signal_check([] { return ++asked, true; });
  set_warning_sink([](const std::string&) { return ++asked, true; });
  std::promise<bool> unattended;
  ASSERT_TRUE(run_in_background([&] {
    check_signals();
    warn("nobody hears this");
    BackgroundDriverUse use;
    unattended.set_value(Unattended::here() && use);
  }));
  auto answer = unattended.get_future();
  ASSERT_EQ(answer.wait_for(30s), std::future_status::ready);
  EXPECT_TRUE(answer.get());
  EXPECT_EQ(asked, 0);
  EXPECT_THROW(check_signals(), Interrupted);
  set_signal_check(nullptr);
  set_warning_sink(nullptr);
}

TEST(BackgroundTest, EachJobRunsOnce) {
  constexpr int kJobs = 500;
  std::atomic<int> left{kJobs};
  std::promise<void> done;
  std::vector<std::thread> threads;
  for (int t = 0; t < 5; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < kJobs / 5; ++i)
        EXPECT_TRUE(run_in_background([&] {
          if (--left == 0) done.set_value();
        }));
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(done.get_future().wait_for(30s), std::future_status::ready);
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
  std::promise<void> started, end;
  std::shared_future<void> ended = end.get_future().share();
  while (!run_in_background([&, ended] {
    BackgroundDriverUse use;
    started.set_value();
    ended.wait();
  }))
    std::this_thread::yield();
  started.get_future().wait();
  const pid_t child = fork();
  if (child == 0) {
    std::promise<void> ran;
    auto future = ran.get_future();
    const bool queued = run_in_background([&] {
      BackgroundDriverUse use;
      ran.set_value();
    });
    const bool fine =
        queued && future.wait_for(30s) == std::future_status::ready;
    exit(fine ? 0 : 1);
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  end.set_value();
}

}  // namespace
}  // namespace tenorite::fusion
