// SPDX-License-Identifier: Apache-2.0
#include "core/stream.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/cuda/wait.h"
#include "core/cuda_runtime.h"
#include "core/error.h"
#include "core/interrupt.h"
#include "core/outer_lock.h"
#include "tests/cpp/cuda/fresh_process.h"

namespace tenorite::cuda {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr Device kCuda0{DeviceType::kCuda, 0};
constexpr Device kCuda1{DeviceType::kCuda, 1};

std::vector<StreamId> g_destroyed;

TEST(Streams, IdsAreNeverReusedAndNothingIsLeaked) {
  in_fresh_process([] {
    fake::reset(1);
    std::set<StreamId> ids;
    for (int i = 0; i < 10000; ++i) {
      const StreamId id = create_stream(kCuda0, i % 2 == 0, 0);
      EXPECT_TRUE(ids.insert(id).second);
      EXPECT_LT(id, StreamId{1} << 48);
      release_stream(id);
      EXPECT_TRUE(stream_finished(kCuda0, id));
      EXPECT_THROW(stream_handle(kCuda0, id), RuntimeError);
    }
    EXPECT_EQ(fake::live_streams(), 0);
  });
}

TEST(Streams, DefaultStreamNeedsNoLookup) {
  in_fresh_process([] {
    fake::reset(1);
    EXPECT_EQ(stream_handle(kCuda0, kDefaultStream), nullptr);
    EXPECT_EQ(wrap_stream(kCuda0, nullptr), kDefaultStream);
    EXPECT_EQ(wrap_stream(kCuda0, cudaStreamLegacy), kDefaultStream);
    EXPECT_FALSE(stream_finished(kCuda0, kDefaultStream));
    release_stream(kDefaultStream);
  });
}

TEST(Streams, DestructionWaitsForTheWork) {
  in_fresh_process([] {
    fake::reset(1);
    const StreamId id = create_stream(kCuda0, true, 0);
    fake::queue(stream_handle(kCuda0, id), milliseconds(50));
    release_stream(id);
    EXPECT_EQ(fake::live_streams(), 1);
    EXPECT_FALSE(stream_finished(kCuda0, id));
    // Its memory may still be in use, so its handle still works.
    EXPECT_NE(stream_handle(kCuda0, id), nullptr);
    synchronize(kCuda0, id);
    EXPECT_TRUE(stream_finished(kCuda0, id));
    EXPECT_EQ(fake::live_streams(), 0);
    synchronize(kCuda0, id);
  });
}

TEST(Streams, HookRunsWhileTheHandleWorks) {
  in_fresh_process([] {
    fake::reset(1);
    auto hook = [](Device device, StreamId id) {
      EXPECT_NE(stream_handle(device, id), nullptr);
      g_destroyed.push_back(id);
    };
    on_stream_destroy(hook);
    on_stream_destroy(hook);
    const StreamId id = create_stream(kCuda0, true, 0);
    retain_stream(id);
    release_stream(id);
    EXPECT_TRUE(g_destroyed.empty());
    release_stream(id);
    EXPECT_EQ(g_destroyed, std::vector<StreamId>{id});
    release_stream(id);  // once more is nothing
    EXPECT_EQ(g_destroyed.size(), 1u);
  });
}

TEST(Streams, EqualForeignHandlesHaveEqualIds) {
  in_fresh_process([] {
    fake::reset(2);
    ASSERT_EQ(device_count(), 2);
    cudaStream_t foreign;
    cudaStreamCreateWithPriority(&foreign, cudaStreamNonBlocking, 0);
    const StreamId id = wrap_stream(kCuda0, foreign);
    EXPECT_EQ(wrap_stream(kCuda0, foreign), id);
    EXPECT_EQ(stream_handle(kCuda0, id), foreign);
    EXPECT_THROW(wrap_stream(kCuda1, foreign), RuntimeError);
    EXPECT_THROW(stream_handle(kCuda1, id), RuntimeError);
    release_stream(id);
    EXPECT_EQ(stream_handle(kCuda0, id), foreign);
    fake::queue(foreign, milliseconds(50));
    release_stream(id);
    EXPECT_THROW(stream_handle(kCuda0, id), RuntimeError);
    EXPECT_FALSE(stream_finished(kCuda0, id)) << "what it had then goes on";
    std::this_thread::sleep_for(milliseconds(60));
    EXPECT_TRUE(stream_finished(kCuda0, id));
    EXPECT_NE(wrap_stream(kCuda0, foreign), id);
    EXPECT_EQ(fake::live_streams(), 1) << "not ours to destroy";
    // A stream of ours that comes back through its handle is itself.
    const StreamId own = create_stream(kCuda0, true, 0);
    EXPECT_EQ(wrap_stream(kCuda0, stream_handle(kCuda0, own)), own);
  });
}

TEST(Streams, ThreadStreamsBelongToTheirThread) {
  in_fresh_process([] {
    fake::reset(1);
    ASSERT_EQ(device_count(), 1);
    on_stream_destroy([](Device, StreamId id) { g_destroyed.push_back(id); });
    const StreamId mine = thread_stream(kCuda0);
    EXPECT_EQ(thread_stream(kCuda0), mine);
    EXPECT_EQ(wrap_stream(kCuda0, cudaStreamPerThread), mine);
    EXPECT_EQ(stream_handle(kCuda0, mine), cudaStreamPerThread);
    release_stream(mine);  // lives as long as the thread
    EXPECT_EQ(stream_handle(kCuda0, mine), cudaStreamPerThread);
    StreamId theirs = 0;
    std::thread([&] {
      theirs = thread_stream(kCuda0);
      EXPECT_THROW(stream_handle(kCuda0, mine), RuntimeError);
    }).join();
    EXPECT_NE(theirs, mine);
    EXPECT_TRUE(g_destroyed.empty()) << "no work at a thread's end";
    release_stream(create_stream(kCuda0, true, 0));
    EXPECT_EQ(g_destroyed.front(), theirs);
  });
}

TEST(Streams, ManyThreads) {
  in_fresh_process([] {
    fake::reset(1);
    ASSERT_EQ(device_count(), 1);
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t)
      threads.emplace_back([] {
        for (int i = 0; i < 500; ++i) {
          const StreamId id = create_stream(kCuda0, true, 0);
          EXPECT_NE(stream_handle(kCuda0, id), nullptr);
          synchronize(kCuda0, id);
          release_stream(id);
        }
      });
    for (int i = 0; i < 50; ++i)
      device_provider(DeviceType::kCuda)->synchronize_device(kCuda0);
    for (auto& t : threads) t.join();
    EXPECT_EQ(fake::live_streams(), 0);
  });
}

TEST(Waits, LastAsLongAsTheWork) {
  in_fresh_process([] {
    fake::reset(1);
    const StreamId id = create_stream(kCuda0, true, 0);
    const auto start = Clock::now();
    fake::queue(stream_handle(kCuda0, id), milliseconds(100));
    EXPECT_FALSE(cuda_runtime().stream_done(kCuda0, id));
    EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess) << "not-ready stayed behind";
    synchronize(kCuda0, id);
    const auto waited = Clock::now() - start;
    EXPECT_GE(waited, milliseconds(100));
    EXPECT_LT(waited, milliseconds(300));
    EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
  });
}

// Also while it is destroyed with work on it, as what watches a stream needs.
TEST(Waits, EndWithTheStream) {
  in_fresh_process([] {
    fake::reset(1);
    const StreamId id = create_stream(kCuda0, true, 0);
    EXPECT_FALSE(cuda_runtime().stream_ended(kCuda0, id));
    fake::queue(stream_handle(kCuda0, id), milliseconds(100));
    release_stream(id);
    EXPECT_FALSE(cuda_runtime().stream_ended(kCuda0, id)) << "work goes on";
    synchronize(kCuda0, id);
    EXPECT_TRUE(cuda_runtime().stream_ended(kCuda0, id));
    EXPECT_THROW(stream_handle(kCuda0, id), RuntimeError);
  });
}

std::atomic<int> g_checks{0};

TEST(Waits, CanBeInterrupted) {
  in_fresh_process([] {
    fake::reset(1);
    set_signal_check([] { return ++g_checks == 2; });
    const StreamId id = create_stream(kCuda0, true, 0);
    fake::queue(stream_handle(kCuda0, id), milliseconds(5000));
    const auto start = Clock::now();
    EXPECT_THROW(synchronize(kCuda0, id), Interrupted);
    EXPECT_LT(Clock::now() - start, milliseconds(1000));
    EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
    EXPECT_FALSE(cuda_runtime().stream_done(kCuda0, id)) << "work goes on";
  });
}

// A lock as the interpreter's: which thread of ours has it.
thread_local bool t_has_outer_lock = false;
std::mutex g_outer_lock;
std::set<std::string> g_waits_with_lock;

void note_waits(const char* function) {
  static const std::set<std::string> waits = {"cudaDeviceSynchronize",
                                              "cudaStreamSynchronize",
                                              "cudaEventSynchronize",
                                              "cudaMalloc",
                                              "cudaMallocManaged",
                                              "cudaFree",
                                              "cudaHostAlloc",
                                              "cudaFreeHost",
                                              "cudaHostRegister",
                                              "cudaHostUnregister",
                                              "cudaMemset",
                                              "cudaMemcpy",
                                              "cudaMemGetInfo"};
  if (t_has_outer_lock && waits.contains(function))
    g_waits_with_lock.insert(function);
}

void take_outer_lock() {
  g_outer_lock.lock();
  t_has_outer_lock = true;
}
void leave_outer_lock() {
  t_has_outer_lock = false;
  g_outer_lock.unlock();
}

void unlock_around(void (*work)(void*), void* context) {
  if (!t_has_outer_lock) return work(context);
  leave_outer_lock();
  struct Back {
    ~Back() { take_outer_lock(); }
  } back;
  work(context);
}

// What needs the outer lock to end, as a host function of a stream does, ends
// while another thread waits for it.
template <class Wait>
void expect_served(const char* what, Wait wait) {
  std::atomic<bool> served{false};
  std::thread other([&] {
    take_outer_lock();
    served = true;
    leave_outer_lock();
  });
  wait();
  EXPECT_TRUE(served) << what;
  leave_outer_lock();
  other.join();
  take_outer_lock();
}

TEST(Waits, LetGoOfTheOuterLock) {
  in_fresh_process([] {
    fake::reset(1);
    set_outer_unlock(unlock_around);
    const CudaRuntime& cuda = cuda_runtime();
    const StreamId id = create_stream(kCuda0, true, 0);
    CudaEvent event = cuda.event_create(kCuda0, 0);
    take_outer_lock();
    auto queue = [&] {
      fake::queue(stream_handle(kCuda0, id), milliseconds(50));
    };
    expect_served("stream", [&] {
      queue();
      synchronize(kCuda0, id);
    });
    expect_served("event", [&] {
      queue();
      cuda.event_record(kCuda0, event, id);
      cuda.event_wait(event);
    });
    expect_served("device", [&] {
      queue();
      device_provider(DeviceType::kCuda)->synchronize_device(kCuda0);
    });
    fake::watch(note_waits);
    char host[16];
    device_provider(DeviceType::kCuda)->synchronize_device(kCuda0);
    cuda.free(kCuda0, cuda.malloc(kCuda0, 16));
    cuda.free(kCuda0, cuda.malloc_managed(kCuda0, 16, 1));
    cuda.host_free(cuda.host_alloc(16, 0));
    cuda.host_register(host, 16, 0);
    cuda.host_unregister(host);
    cuda.memory_info(kCuda0);
    error_word(kCuda0);
    for (const std::string& function : g_waits_with_lock)
      ADD_FAILURE() << function << " waits with the outer lock held";
    leave_outer_lock();
  });
}

// The owner of a mutex gets the outer lock although another thread that has it
// wants the mutex.
TEST(Waits, PatientMutexesLetGoOfTheOuterLock) {
  in_fresh_process([] {
    set_outer_unlock(unlock_around);
    PatientMutex mutex;
    std::atomic<bool> owned{false};
    std::thread owner([&] {
      const std::lock_guard lock(mutex);
      owned = true;
      std::this_thread::sleep_for(milliseconds(20));
      take_outer_lock();
      leave_outer_lock();
    });
    take_outer_lock();
    while (!owned) std::this_thread::yield();
    {
      const std::lock_guard lock(mutex);
      EXPECT_TRUE(t_has_outer_lock);
    }
    leave_outer_lock();
    owner.join();
  });
}

TEST(Events, OrderAndTime) {
  in_fresh_process([] {
    fake::reset(1);
    const CudaRuntime& cuda = cuda_runtime();
    const StreamId a = cuda.stream_create(kCuda0, true, -1);
    const StreamId b = cuda.stream_create(kCuda0, false, 0);
    EXPECT_EQ(cuda.stream_priority(kCuda0, a), -1);
    EXPECT_EQ(cuda.stream_flags(kCuda0, a), 1u);
    EXPECT_EQ(cuda.stream_flags(kCuda0, b), 0u);
    CudaEvent start = cuda.event_create(kCuda0, 0);
    CudaEvent end = cuda.event_create(kCuda0, 0);
    cuda.event_record(kCuda0, start, a);
    fake::queue(stream_handle(kCuda0, a), milliseconds(30));
    cuda.event_record(kCuda0, end, a);
    cuda.stream_wait_event(kCuda0, b, end);
    EXPECT_FALSE(cuda.event_done(end));
    synchronize(kCuda0, b);
    EXPECT_TRUE(cuda.event_done(end));
    cuda.event_wait(end);
    EXPECT_NEAR(cuda.event_elapsed(start, end), 30, 5);
    cuda.event_destroy(start);
    cuda.event_destroy(end);
    EXPECT_EQ(fake::live_events(), 0);
    cuda.stream_release(a);
    cuda.stream_release(b);
  });
}

}  // namespace
}  // namespace tenorite::cuda
