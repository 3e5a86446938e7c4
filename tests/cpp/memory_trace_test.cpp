// SPDX-License-Identifier: Apache-2.0
// Who made what is alive, and what pools tell.
#include "core/memory_trace.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "core/storage.h"
#include "memory/pool.h"
#include "tests/cpp/memory_fake_backend.h"

namespace tenorite {
namespace {

struct Recorded {
  Recorded() { memory_trace::origins = true; }
  ~Recorded() {
    memory_trace::origins = false;
    memory_trace::forget();
  }
};

TEST(MemoryTraceTest, StoragesFromTheirMakingToTheirEnd) {
  const StoragePtr before = Storage::deferred(kCpu, 800);
  {
    const Recorded recorded;
    StoragePtr later = Storage::deferred(kCpu, 1000);
    const StoragePtr now = Storage::allocate(kCpu, 2000, kDefaultStream);
    EXPECT_EQ(memory_trace::live().size(), 2u);
    for (const memory_trace::Live& one : memory_trace::live())
      EXPECT_EQ(one.allocated, one.bytes == 2000);
    later->data();
    for (const memory_trace::Live& one : memory_trace::live())
      EXPECT_TRUE(one.allocated);
    later = StoragePtr();
    ASSERT_EQ(memory_trace::live().size(), 1u);
    EXPECT_EQ(memory_trace::live()[0].bytes, 2000u);
    // Those that are noted may end after all is forgotten.
    memory_trace::forget();
  }
  EXPECT_TRUE(memory_trace::live().empty());
}

TEST(MemoryTraceTest, StoragesOfThreads) {
  const Recorded recorded;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([] {
      for (int k = 0; k < 1000; ++k) Storage::deferred(kCpu, 100)->data();
    });
  for (int i = 0; i < 100; ++i)
    for (const memory_trace::Live& one : memory_trace::live())
      EXPECT_EQ(one.bytes, 100u);
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(memory_trace::live().empty());
}

TEST(MemoryTraceTest, PoolsTellWhileSomebodyListens) {
  memory::FakeBackend device;
  memory::Pool pool(device);
  pool.free(pool.allocate(5000, kDefaultStream), nullptr, 0);
  EXPECT_EQ(memory_trace::count(), 0u);
  memory_trace::start();
  void* memory = pool.allocate(5000, kDefaultStream);
  pool.free(memory, nullptr, 0);
  pool.free(memory, nullptr, 0);  // unknown: nothing came back
  const std::vector<memory_trace::Event> events = memory_trace::events_from(0);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].bytes, 5000);
  EXPECT_GE(events[0].used, 5000u);
  EXPECT_GE(events[0].reserved, events[0].used);
  EXPECT_EQ(events[0].pool, &pool);
  EXPECT_EQ(events[0].device, device.device());
  EXPECT_EQ(events[1].bytes, -static_cast<int64_t>(events[0].used));
  EXPECT_EQ(events[1].used, 0u);
  EXPECT_LE(events[0].time, events[1].time);
  EXPECT_EQ(memory_trace::events_from(1).size(), 1u);
  memory_trace::stop();
  EXPECT_EQ(memory_trace::count(), 0u);
}

}  // namespace
}  // namespace tenorite
