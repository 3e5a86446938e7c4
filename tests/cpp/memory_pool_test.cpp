// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/error.h"
#include "memory/pool.h"
#include "tests/cpp/memory_fake_backend.h"

namespace tenorite::memory {
namespace {

constexpr size_t kMiB = 1 << 20;

struct PoolTest : ::testing::Test {
  FakeBackend device;
  Pool pool{device};

  void* allocate(size_t bytes, StreamId stream = kDefaultStream) {
    return pool.allocate(bytes, stream);
  }
  void free(void* ptr, std::vector<StreamId> used_on = {}) {
    pool.free(ptr, used_on.data(), used_on.size());
  }
  void TearDown() override {
    EXPECT_EQ(pool.check_invariants(), "");
    EXPECT_TRUE(device.violations().empty());
  }
};

TEST_F(PoolTest, FreedBlockIsReusedAtOnceOnItsStream) {
  const StreamId stream = device.create_stream();
  void* first = allocate(1000, stream);
  free(first, {stream});
  EXPECT_EQ(allocate(1000, stream), first);
  EXPECT_EQ(device.live_events(), 0u);
}

TEST_F(PoolTest, OtherStreamsUseIsAwaited) {
  const StreamId a = device.create_stream(), b = device.create_stream();
  void* first = allocate(3 * kMiB, a);
  device.launch(b, first, 3 * kMiB, 1);
  device.events_finish = false;
  free(first, {a, b});
  EXPECT_EQ(pool.statistics().pending_bytes, 3 * kMiB);
  void* second = allocate(16 * kMiB, a);  // nothing cached is so large
  EXPECT_NE(first, second);
  device.finish_stream(b);
  device.events_finish = true;
  allocate(100 * kMiB, a);  // a miss collects what has finished
  EXPECT_EQ(pool.statistics().pending_bytes, 0u);
}

TEST_F(PoolTest, BothStreamsMustHaveFinished) {
  const StreamId a = device.create_stream(), b = device.create_stream();
  void* first = allocate(512);
  device.launch(a, first, 512, 1);
  device.launch(b, first, 512, 1);
  device.events_finish = false;
  free(first, {a, b});
  device.finish_stream(b);
  pool.collect_finished();
  EXPECT_EQ(pool.statistics().pending_bytes, 512u);
  device.finish_stream(a);
  pool.collect_finished();
  EXPECT_EQ(pool.statistics().pending_bytes, 0u);
  EXPECT_EQ(allocate(512), first);
}

TEST_F(PoolTest, CacheOfOneStreamIsNotGivenToAnother) {
  const StreamId a = device.create_stream(), b = device.create_stream();
  void* first = allocate(512, a);
  device.launch(a, first, 512, 1);
  free(first, {a});
  void* second = allocate(512, b);
  EXPECT_NE(first, second);
  device.launch(b, second, 512, 2);
}

TEST_F(PoolTest, EventIsRecordedBeforeTheBlockCanBeSeen) {
  const StreamId a = device.create_stream(), b = device.create_stream();
  void* first = allocate(512, a);
  std::vector<void*> meanwhile;
  device.on_call = [&](const char* call) {
    if (std::string(call) == "record") meanwhile.push_back(allocate(512, a));
  };
  free(first, {b});
  device.on_call = nullptr;
  ASSERT_EQ(meanwhile.size(), 1u);
  EXPECT_NE(meanwhile[0], first);
}

TEST_F(PoolTest, ZeroBytesGiveDistinctBlocks) {
  void* a = allocate(0);
  void* b = allocate(0);
  EXPECT_NE(a, nullptr);
  EXPECT_NE(a, b);
  EXPECT_EQ(pool.size_of(a), 512u);
}

TEST_F(PoolTest, NeighboursCoalesce) {
  std::vector<void*> parts;
  for (int i = 0; i < 4; ++i) parts.push_back(allocate(512 << 10));
  for (int i : {1, 3, 0, 2}) free(parts[static_cast<size_t>(i)]);
  EXPECT_EQ(pool.statistics().n_free_blocks, 1u);
  EXPECT_EQ(pool.statistics().free_bytes, 2 * kMiB);
  for (int i = 0; i < 2; ++i) allocate(kMiB);
  EXPECT_EQ(pool.statistics().backend_allocations, 1u);
}

TEST_F(PoolTest, SmallAndLargeAreKeptApart) {
  free(allocate(8 * kMiB));
  allocate(512);
  EXPECT_EQ(pool.statistics().backend_allocations, 2u);
}

TEST_F(PoolTest, BlocksAreAlignedAndLargeEnough) {
  for (size_t bytes : {1ul, 511ul, 513ul, kMiB, kMiB + 1, 70 * kMiB + 5}) {
    void* ptr = allocate(bytes);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(ptr) % 512, 0u);
    EXPECT_GE(pool.size_of(ptr), bytes);
    EXPECT_LE(pool.size_of(ptr), bytes + std::max<size_t>(512, bytes / 16));
  }
}

TEST_F(PoolTest, UnknownPointersAreCountedAndIgnored) {
  void* ptr = allocate(64);
  free(ptr);
  free(ptr);
  free(nullptr);
  free(static_cast<char*>(ptr) + 8);
  EXPECT_EQ(pool.statistics().invalid_frees, 3u);
  EXPECT_EQ(pool.size_of(ptr), 0u);
}

TEST_F(PoolTest, StatisticsAndPeaks) {
  void* ptr = allocate(4 * kMiB);
  free(ptr);
  free(allocate(4 * kMiB));
  Statistics s = pool.statistics();
  EXPECT_EQ(s.peak_used, 4 * kMiB);
  EXPECT_EQ(s.used_bytes, 0u);
  EXPECT_EQ(s.reserved_bytes, 16 * kMiB);
  EXPECT_EQ(s.free_bytes, 16 * kMiB);
  EXPECT_EQ(s.allocations, 2u);
  EXPECT_EQ(s.frees, 2u);
  EXPECT_EQ(s.hits, 1u);
  EXPECT_EQ(s.misses, 1u);
  pool.free_all_blocks();
  pool.reset_peak();
  s = pool.statistics();
  EXPECT_EQ(s.peak_used + s.peak_reserved + s.reserved_bytes, 0u);
  EXPECT_EQ(s.backend_frees, 1u);
}

TEST_F(PoolTest, TrimKeepsTheYoungest) {
  void* old = allocate(70 * kMiB);
  void* young = allocate(80 * kMiB);
  free(old);
  free(young);
  pool.trim(100 * kMiB);
  EXPECT_EQ(pool.statistics().reserved_bytes, 80 * kMiB);
  EXPECT_EQ(allocate(80 * kMiB), young);
}

TEST_F(PoolTest, MaxCachedIsKeptByFree) {
  pool.set_max_cached(100 * kMiB);
  void* a = allocate(70 * kMiB);
  void* b = allocate(80 * kMiB);
  free(a);
  EXPECT_EQ(pool.statistics().free_bytes, 70 * kMiB);
  free(b);
  EXPECT_EQ(pool.statistics().free_bytes, 80 * kMiB);
}

TEST_F(PoolTest, ReleasedStreamsCacheServesOthersOnceDone) {
  const StreamId a = device.create_stream(), b = device.create_stream();
  void* first = allocate(5 * kMiB, a);
  void* second = allocate(5 * kMiB, a);
  device.launch(a, first, 5 * kMiB, 1);
  device.launch(a, second, 5 * kMiB, 2);
  free(first, {a});
  pool.release_stream(a);
  device.destroy_stream(a);
  free(second, {a});
  EXPECT_EQ(pool.statistics().free_bytes, 0u);
  device.finish_stream(a);
  pool.collect_finished();
  void* large = allocate(20 * kMiB, b);
  EXPECT_EQ(pool.statistics().pending_bytes, 0u);
  void* third = allocate(16 * kMiB, b);
  EXPECT_EQ(third, first);
  device.launch(b, third, 16 * kMiB, 3);
  free(large, {b});
  free(third, {b});
  pool.free_all_blocks();
  EXPECT_EQ(device.allocated(), 0u);
  EXPECT_EQ(device.live_events(), 0u);
}

TEST_F(PoolTest, UseOnADestroyedStreamSynchronizes) {
  const StreamId a = device.create_stream(), b = device.create_stream();
  void* ptr = allocate(512, a);
  device.launch(b, ptr, 512, 1);
  device.destroy_stream(b);  // nobody told the pool
  free(ptr, {a, b});
  pool.trim(0);
  EXPECT_EQ(device.allocated(), 0u);
}

TEST(PoolOptionsTest, PassThroughCachesNothing) {
  FakeBackend device;
  Pool pool(device, {.pass_through = true});
  void* a = pool.allocate(100, kDefaultStream);
  // The 16 bytes around an element are loaded at once.
  EXPECT_EQ(device.allocated(), 112u);
  void* b = pool.allocate(0, kDefaultStream);
  pool.free(a, nullptr, 0);
  const StreamId other = device.create_stream();
  device.launch(other, b, 1, 1);
  pool.free(b, &other, 1);
  EXPECT_EQ(device.allocated(), 0u);
  EXPECT_EQ(pool.check_invariants(), "");
  EXPECT_TRUE(device.violations().empty());
}

TEST(PoolOptionsTest, PoisonFillsEveryFreshBlock) {
  FakeBackend device;
  Pool pool(device, {.poison = true});
  for (int i = 0; i < 3; ++i)
    pool.free(pool.allocate(10, kDefaultStream), nullptr, 0);
  EXPECT_EQ(device.fills, 3);
}

TEST(PoolOptionsTest, AlignmentIsChecked) {
  FakeBackend device;
  EXPECT_THROW(Pool(device, {.alignment = 48}), ValueError);
  EXPECT_THROW(Pool(device, {.alignment = 8}), ValueError);
}

}  // namespace
}  // namespace tenorite::memory
