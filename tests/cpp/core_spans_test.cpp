// SPDX-License-Identifier: Apache-2.0
// What is noted of a program's time, and by whom it is heard.
#include <gtest/gtest.h>

#include <optional>
#include <thread>

#include "core/spans.h"

namespace tenorite::spans {
namespace {

void note(const char* kind, const char* name, int64_t bytes = 0) {
  const Scope scope(kind, name, kCpu, kDefaultStream, bytes);
}

TEST(SpansTest, NobodyListens) {
  note("operation", "sort");
  EXPECT_EQ(count(), 0u);
}

TEST(SpansTest, OneListenerAfterTheOther) {
  start();
  note("operation", "sort", 8);
  start();
  note("kernel", "f");
  stop();
  const std::vector<Span> all = spans_from(0);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_STREQ(all[0].kind, "operation");
  EXPECT_EQ(all[0].name, "sort");
  EXPECT_EQ(all[0].bytes, 8);
  EXPECT_EQ(all[0].thread, this_thread_number());
  EXPECT_LE(all[0].time.begin, all[0].time.end);
  EXPECT_FALSE(all[0].time.has_events());
  EXPECT_DOUBLE_EQ(all[0].time.device_seconds(),
                   all[0].time.end - all[0].time.begin);
  EXPECT_LE(all[0].time.end, all[1].time.begin);
  EXPECT_EQ(spans_from(1).size(), 1u);
  EXPECT_TRUE(spans_from(2).empty());
  stop();
  EXPECT_EQ(count(), 0u);
}

TEST(SpansTest, PartsAreNotNotedButCompilations) {
  start();
  {
    const Scope outer("operation", "solve", kCpu, kDefaultStream);
    note("operation", "matmul");
    note("compile", "kernel");
  }
  {
    const Inner inner;
    note("operation", "add");
  }
  std::thread([] { note("operation", "elsewhere"); }).join();
  std::vector<std::string> names;
  for (const Span& span : spans_from(0)) names.push_back(span.name);
  stop();
  EXPECT_EQ(names, (std::vector<std::string>{"kernel", "solve", "elsewhere"}));
}

TEST(SpansTest, WhatBeganForAListenerThatHasGone) {
  start();
  std::optional<Scope> scope;
  scope.emplace("operation", "sort", kCpu, kDefaultStream);
  stop();
  scope.reset();
  EXPECT_EQ(count(), 0u);
  start();
  note("operation", "after");  // the thread has no scope open any more
  EXPECT_EQ(count(), 1u);
  stop();
}

}  // namespace
}  // namespace tenorite::spans
