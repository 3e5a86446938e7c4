// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <thread>

#include "core/error.h"
#include "core/storage.h"
#include "memory/allocator.h"
#include "memory/cpu_backend.h"
#include "memory/size_text.h"
#include "tests/cpp/memory_fake_backend.h"

namespace tenorite::memory {
namespace {

constexpr size_t kMiB = 1 << 20;

struct Setting {
  Setting(const char* name, const char* value) : name(name) {
    setenv(name, value, 1);
  }
  ~Setting() { unsetenv(name); }
  const char* name;
};

TEST(SizeTextTest, LimitsAreParsed) {
  const auto parse = [](const char* text) {
    return parse_limit("X", text, 1000);
  };
  EXPECT_EQ(parse("1000000"), 1000000u);
  EXPECT_EQ(parse("8GiB"), size_t{8} << 30);
  EXPECT_EQ(parse(" 8 gib "), size_t{8} << 30);
  EXPECT_EQ(parse("1.5k"), 1536u);
  EXPECT_EQ(parse("2MB"), 2000000u);
  EXPECT_EQ(parse("80%"), 800u);
  EXPECT_EQ(parse(""), 0u);
  EXPECT_EQ(parse("0"), 0u);
  for (const char* text :
       {"-1", "x", "8 XB", "120%", "nan", "1e30", "%", "8G8"})
    EXPECT_THROW(parse(text), ValueError) << text;
}

TEST(SizeTextTest, SizesAreDescribed) {
  EXPECT_EQ(describe_bytes(0), "0 bytes");
  EXPECT_EQ(describe_bytes(1536), "1.50 KiB (1536 bytes)");
  EXPECT_EQ(describe_bytes(SIZE_MAX), "16.00 EiB (18446744073709551615 bytes)");
}

TEST(AllocatorTest, EnvironmentSetsLimitAndCaching) {
  {
    Setting limit("TENORITE_MEMORY_LIMIT", "8MiB");
    Pool& pool = make_pool(kCpu);
    EXPECT_EQ(pool.limit(), 8 * kMiB);
    EXPECT_THROW(pool.allocate(9 * kMiB, 0), OutOfMemoryError);
    retire_pool(pool);
  }
  {
    Setting limit("TENORITE_MEMORY_LIMIT", "lots");
    EXPECT_THROW(make_pool(kCpu), ValueError);
  }
  Setting none("TENORITE_POOL", "none");
  Setting poison("TENORITE_POISON", "1");
  Pool& pool = make_pool(kCpu);
  auto* ptr = static_cast<unsigned char*>(pool.allocate(100, 0));
  EXPECT_EQ(ptr[0] + ptr[99], 2 * 0xFF);
  pool.free(ptr, nullptr, 0);
  EXPECT_EQ(pool.statistics().reserved_bytes, 0u);
}

TEST(AllocatorTest, RetiredPoolGivesMemoryBackWithItsLastBlock) {
  Pool& pool = make_pool(kCpu);
  void* ptr = pool.allocate(100, 0);
  retire_pool(pool);
  EXPECT_GT(pool.statistics().reserved_bytes, 0u);
  pool.free(ptr, nullptr, 0);
  EXPECT_EQ(pool.statistics().reserved_bytes, 0u);
}

TEST(AllocatorTest, RetiredPoolGivesBackWhatStreamsHaveFinishedWith) {
  auto& backend = *new FakeBackend;  // known to the pool, which stays
  Pool& pool = *new Pool(backend);
  const StreamId own = backend.create_stream(), other = backend.create_stream();
  for (const bool wait : {false, true}) {
    void* ptr = pool.allocate(100, own);
    backend.launch(other, ptr, 100, 1);
    retire_pool(pool);
    backend.events_finish = false;
    pool.free(ptr, &other, 1);
    collect_retired(false);
    EXPECT_GT(pool.statistics().pending_bytes, 0u);
    backend.events_finish = true;
    if (!wait) backend.finish_stream(other);
    collect_retired(wait);
    EXPECT_EQ(pool.statistics().reserved_bytes, 0u);
    EXPECT_EQ(backend.allocated(), 0u);
  }
  EXPECT_TRUE(backend.violations().empty());
}

TEST(AllocatorTest, StoragesComeFromTheDevicesPool) {
  const size_t used = pool(kCpu).statistics().used_bytes;
  {
    StoragePtr storage = Storage::allocate(kCpu, 10 * kMiB, kDefaultStream);
    std::memset(storage->data(), 1, storage->nbytes());
    EXPECT_EQ(pool(kCpu).statistics().used_bytes, used + 10 * kMiB);
  }
  EXPECT_EQ(pool(kCpu).statistics().used_bytes, used);
}

struct Counter {
  int allocations = 0, releases = 0, ends = 0;
};

Allocator counting(Counter& counter) {
  return {[](void* context, Device, size_t bytes, StreamId) {
            ++static_cast<Counter*>(context)->allocations;
            return Allocation{std::malloc(bytes), bytes, context,
                              [](void* c, void* ptr) {
                                ++static_cast<Counter*>(c)->releases;
                                std::free(ptr);
                              }};
          },
          std::shared_ptr<void>(&counter, [](void* context) {
            ++static_cast<Counter*>(context)->ends;
          })};
}

TEST(AllocatorTest, AUsersAllocatorSuppliesStorages) {
  Counter counter;
  set_allocator(DeviceType::kCpu, counting(counter));
  StoragePtr storage = Storage::allocate(kCpu, 100, kDefaultStream);
  set_allocator(DeviceType::kCpu, {});
  EXPECT_EQ(counter.allocations, 1);
  EXPECT_EQ(counter.ends, 1);
  EXPECT_EQ(counter.releases, 0);
  storage = {};
  EXPECT_EQ(counter.releases, 1);
  storage = Storage::allocate(kCpu, 100, kDefaultStream);
  EXPECT_EQ(counter.allocations, 1);
}

TEST(AllocatorTest, AThreadsAllocatorIsItsOwn) {
  Counter counter;
  const Allocator former =
      exchange_thread_allocator(DeviceType::kCpu, counting(counter));
  EXPECT_EQ(former.allocate, nullptr);
  std::thread([] { Storage::allocate(kCpu, 80, kDefaultStream); }).join();
  EXPECT_EQ(counter.allocations, 0);
  Storage::allocate(kCpu, 80, kDefaultStream);
  EXPECT_EQ(counter.allocations, 1);
  exchange_thread_allocator(DeviceType::kCpu, former);
  Storage::allocate(kCpu, 8, kDefaultStream);
  EXPECT_EQ(counter.allocations, 1);
}

TEST(AllocatorTest, OwnPoolsAndNoPoolServeStorages) {
  Pool& own = make_pool(kCpu);
  exchange_thread_allocator(DeviceType::kCpu, pool_allocator(own));
  StoragePtr pooled = Storage::allocate(kCpu, 100, kDefaultStream);
  exchange_thread_allocator(DeviceType::kCpu, unpooled_allocator());
  StoragePtr unpooled = Storage::allocate(kCpu, 100, kDefaultStream);
  exchange_thread_allocator(DeviceType::kCpu, {});
  EXPECT_EQ(own.statistics().allocations, 1u);
  pooled = {};
  unpooled = {};
  EXPECT_EQ(own.statistics().frees, 1u);
  retire_pool(own);
}

TEST(AllocatorTest, MissingDevicesAreNamed) {
  EXPECT_THROW(pool({DeviceType::kCpu, 100}), ValueError);
}

TEST(CpuBackendTest, MemoryOfEverySizeIsUsable) {
  CpuBackend host;
  for (size_t bytes : {size_t{1}, size_t{100}, kMiB, 2 * kMiB + 1, 4 * kMiB,
                       9 * kMiB + 4097}) {
    auto* ptr = static_cast<char*>(host.allocate(bytes));
    ASSERT_NE(ptr, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(ptr) % 64, 0u);
    std::memset(ptr, 1, bytes);
    host.deallocate(ptr, bytes);
  }
  EXPECT_EQ(host.allocate(size_t{1} << 60), nullptr);
}

TEST(CpuBackendTest, InfoIsPlausible) {
  const MemoryInfo info = host_memory_info();
  EXPECT_GT(info.free, 0u);
  EXPECT_LE(info.free, info.total);
}

}  // namespace
}  // namespace tenorite::memory
