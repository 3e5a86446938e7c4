// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/error.h"
#include "memory/hooks.h"
#include "memory/pool.h"
#include "tests/cpp/memory_fake_backend.h"

namespace tenorite::memory {
namespace {

constexpr size_t kMiB = 1 << 20;

struct OutOfMemoryTest : ::testing::Test {
  FakeBackend device{1, 64 * kMiB};
  Pool pool{device};

  void* allocate(size_t bytes, StreamId stream = kDefaultStream) {
    return pool.allocate(bytes, stream);
  }
  void free(void* ptr, std::vector<StreamId> used_on = {}) {
    pool.free(ptr, used_on.data(), used_on.size());
  }
  std::string text_of_failure(size_t bytes) {
    try {
      allocate(bytes);
    } catch (const OutOfMemoryError& error) {
      return error.what();
    }
    return "no error";
  }
  void TearDown() override {
    set_hooks({});
    EXPECT_EQ(pool.check_invariants(), "");
    EXPECT_TRUE(device.violations().empty());
  }
};

TEST_F(OutOfMemoryTest, RoundingNeverOverflows) {
  for (size_t bytes : {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX - 511, SIZE_MAX / 2,
                       SIZE_MAX / 4, SIZE_MAX / 4 + 1})
    EXPECT_THROW(allocate(bytes), OutOfMemoryError);
  EXPECT_EQ(pool.statistics().out_of_memory, 6u);
}

TEST_F(OutOfMemoryTest, TextNamesWhatAUserNeeds) {
  set_hooks({nullptr, [](Device) { return std::string("largest: x (3, 4)"); }});
  pool.set_limit(48 * kMiB);
  allocate(20 * kMiB);
  const std::string text = text_of_failure(40 * kMiB);
  for (const char* part :
       {"Unable to allocate 40.00 MiB (41943040 bytes) on cuda:0",
        "20.00 MiB (20971520 bytes) live", "cached", "pending", "of 64.00 MiB",
        "limit 48.00 MiB", "largest: x (3, 4)"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
}

TEST_F(OutOfMemoryTest, IdleSegmentsAreGivenBackFirst) {
  free(allocate(40 * kMiB));
  EXPECT_NE(allocate(60 * kMiB), nullptr);
  EXPECT_EQ(pool.statistics().reserved_bytes, 60 * kMiB);
}

TEST_F(OutOfMemoryTest, PendingBlocksAreAwaited) {
  const StreamId other = device.create_stream();
  void* ptr = allocate(60 * kMiB);
  device.launch(other, ptr, 60 * kMiB, 1);
  device.events_finish = false;
  free(ptr, {other});
  EXPECT_NE(allocate(50 * kMiB), nullptr);
}

TEST_F(OutOfMemoryTest, CachesOfAllStreamsMerge) {
  const StreamId a = device.create_stream(), b = device.create_stream();
  void* whole = allocate(60 * kMiB, a);
  free(whole, {a});
  // Carved from one segment by two streams, with a live block at its start.
  void* first = allocate(2 * kMiB, a);
  void* second = allocate(30 * kMiB, a);
  device.launch(a, second, 30 * kMiB, 1);
  free(second, {a});
  void* third = allocate(50 * kMiB, b);
  device.launch(b, third, 50 * kMiB, 2);
  EXPECT_EQ(pool.statistics().backend_allocations, 1u);
  free(first);
  free(third, {b});
}

TEST_F(OutOfMemoryTest, OtherKindsServeAsALastMeans) {
  void* large = allocate(60 * kMiB);
  void* rest = allocate(4 * kMiB);
  free(large);
  std::vector<void*> small;
  for (int i = 0; i < 50; ++i) small.push_back(allocate(kMiB));
  for (void* ptr : small) free(ptr);
  free(rest);
}

TEST_F(OutOfMemoryTest, SmallSegmentsNearTheLimit) {
  pool.set_limit(5000);
  EXPECT_NE(allocate(1000), nullptr);
  EXPECT_NE(allocate(2000), nullptr);
  EXPECT_LE(pool.statistics().reserved_bytes, 5000u);
  EXPECT_THROW(allocate(4000), OutOfMemoryError);
}

TEST_F(OutOfMemoryTest, SetLimitGivesCacheBack) {
  free(allocate(30 * kMiB));
  pool.set_limit(10 * kMiB);
  EXPECT_EQ(pool.statistics().reserved_bytes, 0u);
  EXPECT_EQ(pool.limit(), 10 * kMiB);
  EXPECT_THROW(allocate(11 * kMiB), OutOfMemoryError);
  pool.set_limit(0);
  EXPECT_NE(allocate(11 * kMiB), nullptr);
}

TEST_F(OutOfMemoryTest, HopelessRequestsLeaveTheCacheAlone) {
  free(allocate(30 * kMiB));
  EXPECT_THROW(allocate(65 * kMiB), OutOfMemoryError);
  pool.set_limit(50 * kMiB);
  EXPECT_THROW(allocate(51 * kMiB), OutOfMemoryError);
  EXPECT_EQ(pool.statistics().free_bytes, 30 * kMiB);
}

OutOfMemoryTest* running = nullptr;
void* garbage = nullptr;
int collections = 0;

TEST_F(OutOfMemoryTest, LastResortRunsOnceWithNoLockHeld) {
  running = this;
  garbage = allocate(60 * kMiB);
  collections = 0;
  set_hooks({[](Device) {
               ++collections;
               running->pool.statistics();
               // Fails in turn, which must not collect again.
               EXPECT_THROW(running->allocate(50 * kMiB), OutOfMemoryError);
               if (garbage != nullptr) running->free(garbage);
               garbage = nullptr;
             },
             nullptr});
  void* ptr = allocate(50 * kMiB);
  EXPECT_EQ(collections, 1);
  EXPECT_THROW(allocate(30 * kMiB), OutOfMemoryError);
  EXPECT_EQ(collections, 2);
  free(ptr);
  EXPECT_NE(allocate(30 * kMiB), nullptr);
}

TEST_F(OutOfMemoryTest, ALostDeviceIsNotMistakenForLackOfMemory) {
  device.fail_at(1, true, true);
  EXPECT_THROW(allocate(100), CudaError);
  EXPECT_EQ(pool.statistics().reserved_bytes, 0u);
}

}  // namespace
}  // namespace tenorite::memory
