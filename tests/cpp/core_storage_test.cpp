// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <new>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "core/capture.h"
#include "core/error.h"
#include "core/storage.h"
#include "core/stream.h"

namespace tenorite {
namespace {

constexpr Device kCuda1{DeviceType::kCuda, 1};
using Streams = std::vector<StreamId>;
using Orders = std::vector<std::pair<StreamId, StreamId>>;

struct FakeAllocator final : StorageAllocator {
  Block allocate(Device device, size_t nbytes, StreamId stream) override {
    if (fails) throw OutOfMemoryError("no memory");
    allocated.emplace_back(device.index, nbytes, stream);
    return {reinterpret_cast<void*>(0x1000 * allocated.size()), this};
  }
  void release(Device device, Block block, const StreamId* streams,
               size_t n) noexcept override {
    EXPECT_EQ(device, kCuda1);
    EXPECT_EQ(block.context, this);
    released.emplace_back(streams, streams + n);
    std::sort(released.back().begin(), released.back().end());
  }

  bool fails = false;
  std::vector<std::tuple<int, size_t, StreamId>> allocated;
  std::vector<Streams> released;
};

Orders g_orders;
bool g_order_fails;

// A device type made of fakes; no other test allocates on it.
struct StorageTest : ::testing::Test {
  StorageTest() {
    register_storage_allocator(DeviceType::kCuda, &allocator);
    register_device_provider(DeviceType::kCuda, &provider);
    g_orders.clear();
    g_order_fails = false;
  }
  ~StorageTest() override {
    register_storage_allocator(DeviceType::kCuda, nullptr);
    register_device_provider(DeviceType::kCuda, former);
  }
  StoragePtr make(StreamId stream = kDefaultStream) {
    return Storage::allocate(kCuda1, 100, stream);
  }

  FakeAllocator allocator;
  const DeviceProvider* former = device_provider(DeviceType::kCuda);
  DeviceProvider provider{
      .count = [] { return 2; },
      .why_none = [] { return std::string(); },
      .synchronize = [](Device, StreamId) {},
      .synchronize_device = [](Device) {},
      .order =
          [](Device device, StreamId first, StreamId then) {
            EXPECT_EQ(device, kCuda1);
            TENORITE_CHECK(!g_order_fails, RuntimeError, "lost");
            g_orders.emplace_back(first, then);
          },
  };
};

TEST_F(StorageTest, LivesAsLongAsItsLastReference) {
  StoragePtr a = make(7);
  EXPECT_EQ(allocator.allocated[0], std::make_tuple(1, size_t{100}, 7u));
  EXPECT_EQ(a->device(), kCuda1);
  EXPECT_EQ(a->nbytes(), 100u);
  EXPECT_EQ(a->data(), reinterpret_cast<char*>(0x1000));
  EXPECT_TRUE(a->owned() && !a->readonly());
  StoragePtr b = a, c = std::move(a), none;
  EXPECT_FALSE(a);  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(a.use_count(), 0);
  EXPECT_EQ(b.get(), c.get());
  EXPECT_EQ(b.use_count(), 2);
  const StoragePtr& same = b;
  b = same;
  EXPECT_EQ(b.use_count(), 2);
  c = none;
  EXPECT_EQ(b.use_count(), 1);
  EXPECT_TRUE(allocator.released.empty());
  b = make();
  EXPECT_EQ(allocator.released, std::vector<Streams>{{7}});
}

TEST_F(StorageTest, FailedAllocationLeavesNothing) {
  allocator.fails = true;
  EXPECT_THROW(make(), OutOfMemoryError);
  EXPECT_TRUE(allocator.allocated.empty() && allocator.released.empty());
  allocator.fails = false;
  make();
  EXPECT_EQ(allocator.released.size(), 1u);
}

TEST_F(StorageTest, NoAllocatorIsAnError) {
  register_storage_allocator(DeviceType::kCuda, nullptr);
  try {
    make();
    ADD_FAILURE();
  } catch (const RuntimeError& e) {
    EXPECT_STREQ(e.what(), "cuda:1 has no memory allocator");
  }
}

TEST_F(StorageTest, ForeignMemoryGoesBackToItsOwner) {
  for (bool readonly : {false, true}) {
    int released = 0;
    char data[8];
    StoragePtr a = Storage::wrap(
        kCpu, data, sizeof(data), &released,
        [](void* owner, Device, StreamId) { ++*static_cast<int*>(owner); },
        readonly);
    EXPECT_EQ(a->data(), data);
    EXPECT_EQ(a->nbytes(), sizeof(data));
    EXPECT_EQ(a->readonly(), readonly);
    EXPECT_FALSE(a->owned());
    a->use(3);
    StoragePtr b = a;
    a = {};
    EXPECT_EQ(released, 0);
    b = {};
    EXPECT_EQ(released, 1);
  }
  EXPECT_TRUE(allocator.released.empty());
}

// Streams of uses, of the allocation first; what comes after what; who is told
// at release.
struct UseRow {
  Streams uses;
  Orders orders;
  Streams released;
};
const UseRow kUses[] = {
    {{0}, {}, {0}},
    {{4}, {}, {4}},
    {{4, 4, 4}, {}, {4}},
    {{0, 1}, {{0, 1}}, {0, 1}},
    {{0, 1, 1, 1}, {{0, 1}}, {0, 1}},
    {{0, 1, 0}, {{0, 1}, {1, 0}}, {0, 1}},
    {{5, 0, 5, 0}, {{5, 0}, {0, 5}, {5, 0}}, {0, 5}},
    {{2, 9, 4, 9, 2}, {{2, 9}, {9, 4}, {4, 9}, {9, 2}}, {2, 4, 9}},
};

TEST_F(StorageTest, WorkFollowsTheLastUseAndAllStreamsAreReported) {
  for (const UseRow& row : kUses) {
    g_orders.clear();
    StoragePtr a = make(row.uses[0]);
    for (StreamId stream : row.uses) a->use(stream);
    EXPECT_EQ(g_orders, row.orders);
    a = {};
    EXPECT_EQ(allocator.released.back(), row.released);
  }
  EXPECT_EQ(allocator.released.size(), std::size(kUses));
}

TEST_F(StorageTest, ForeignMemoryStartsOnTheDefaultStream) {
  int owner = 0;
  StoragePtr a = Storage::wrap(
      kCuda1, &owner, 4, &owner, [](void*, Device, StreamId) {}, false);
  a->use(kDefaultStream);
  a->use(6);
  EXPECT_EQ(g_orders, (Orders{{0, 6}}));
}

TEST_F(StorageTest, OwnersOfForeignMemoryHearOfItsLastUse) {
  struct Heard {
    Device device = kCpu;
    StreamId last = 0;
  } heard;
  auto hear = [](void* owner, Device device, StreamId last) {
    *static_cast<Heard*>(owner) = {device, last};
  };
  StoragePtr a = Storage::wrap(kCuda1, &heard, 4, &heard, hear, false, 3);
  EXPECT_EQ(a->last_stream(), 3u);
  a->use(3);
  EXPECT_TRUE(g_orders.empty());
  a->use(7);
  a->use(5);
  EXPECT_EQ(a->last_stream(), 5u);
  a = {};
  EXPECT_EQ(heard.device, kCuda1);
  EXPECT_EQ(heard.last, 5u);
}

TEST_F(StorageTest, GraphsHoldWhatComesIntoTheirCapture) {
  static Capture& capture = *new Capture;
  register_capture_finder([](Device device, StreamId stream) {
    return device == kCuda1 && stream == 8 ? &capture : nullptr;
  });
  StoragePtr in = make(1), apart = make(8);
  in->use(8);
  EXPECT_TRUE(capture.held().empty());  // nothing is under way
  in->use(1);
  ++captures_under_way;
  in->use(8);
  in->use(8);
  apart->use(8);
  --captures_under_way;
  register_capture_finder(nullptr);
  ASSERT_EQ(capture.held().size(), 1u);
  EXPECT_EQ(capture.held()[0].get(), in.get());
  EXPECT_EQ(in.use_count(), 2);
}

TEST_F(StorageTest, StreamsThatAreAlwaysInOrderNeedNoOrdering) {
  provider.order = nullptr;
  StoragePtr a = make(1);
  a->use(2);
  a = {};
  EXPECT_EQ(allocator.released, std::vector<Streams>({{1, 2}}));
}

TEST_F(StorageTest, AFailedOrderIsTriedAgain) {
  StoragePtr a = make(1);
  g_order_fails = true;
  EXPECT_THROW(a->use(2), RuntimeError);
  g_order_fails = false;
  a->use(2);
  EXPECT_EQ(g_orders, (Orders{{1, 2}}));
  a = {};
  EXPECT_EQ(allocator.released, std::vector<Streams>({{1, 2}}));
}

// Two threads on each of two streams.
TEST_F(StorageTest, ThreadsUseItAtOnce) {
  StoragePtr a = make();
  std::vector<std::thread> threads;
  for (int t = 1; t <= 4; ++t)
    threads.emplace_back([a, t] {
      for (int i = 0; i < 500; ++i) {
        StoragePtr mine = a;  // NOLINT(performance-*): counts
        mine->use(static_cast<StreamId>((t + 1) / 2));
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(a.use_count(), 1);
  StreamId last = kDefaultStream;
  for (auto [first, then] : g_orders) {  // one chain, called one by one
    EXPECT_EQ(first, last);
    EXPECT_NE(first, then);
    last = then;
  }
  a = {};
  EXPECT_EQ(allocator.released, std::vector<Streams>({{0, 1, 2}}));
}

}  // namespace
}  // namespace tenorite
