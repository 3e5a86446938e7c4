// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <vector>

#include "memory/backend.h"

namespace tenorite::memory {

// A device made of bookkeeping. Addresses are made up and recycled on purpose,
// last in first out, and so are event numbers. Streams are queues that advance
// when asked, by a seeded schedule. Vector clocks decide whether two accesses
// are ordered; every violation of the rules is written to `violations`.
class FakeBackend final : public Backend {
 public:
  explicit FakeBackend(uint64_t seed = 1, size_t capacity = SIZE_MAX)
      : capacity(capacity), random_(seed) {}

  void* allocate(size_t bytes) override;
  void deallocate(void* ptr, size_t bytes) noexcept override;
  EventId record(StreamId stream) override;
  bool query(EventId event) override;
  void wait(EventId event) override;
  void release(EventId event) noexcept override;
  void synchronize() override;
  MemoryInfo info() override;
  Device device() const override { return {DeviceType::kCuda, 0}; }
  void fill(void* ptr, size_t bytes, int value, StreamId stream) override;

  // What a program does on the device.
  StreamId create_stream();
  void destroy_stream(StreamId stream);
  void stream_wait(StreamId later, StreamId earlier);
  void finish_stream(StreamId stream);
  // Queues work that touches [ptr, ptr + bytes) as part of one lifetime.
  void launch(StreamId stream, const void* ptr, size_t bytes,
              uint64_t lifetime);

  // The k-th call from now on that may fail does: allocate() says nullptr or,
  // like the others, throws. With `lasting`, so do all after it.
  void fail_at(size_t k, bool lasting, bool allocate_throws);
  bool failed() const { return failed_; }
  void recover() { fail_at(0, false, false); }

  size_t allocated() const;
  size_t live_events() const;
  std::vector<std::string> violations() const;

  std::atomic<size_t> capacity;
  std::atomic<bool> events_finish{true};  // false: query() says no
  std::atomic<bool> yields{false};        // give way to other threads
  std::atomic<int> fills{0};
  // Runs in every call, outside the fake's own lock.
  std::function<void(const char* call)> on_call;

 private:
  using Clock = std::map<StreamId, uint64_t>;
  struct Stream {
    uint64_t queued = 0;
    uint64_t done = 0;
    Clock clock;
    bool destroyed = false;
  };
  struct Event {
    StreamId stream = 0;
    uint64_t at = 0;
    Clock clock;
    bool live = false;
  };
  // All accesses of one lifetime of some memory.
  struct Accesses {
    uintptr_t begin, end;
    uint64_t lifetime;
    Clock last;  // the latest of each stream
  };

  void enter(const char* call);
  bool fails_locked();
  void fail_if_due_locked(const char* call);
  Event& event_locked(EventId event);
  static void join(Clock& into, const Clock& from);
  static bool ordered(const Clock& now, const Clock& before);

  mutable std::mutex mutex_;
  std::mt19937_64 random_;
  uintptr_t next_address_ = uintptr_t{1} << 40;
  std::map<size_t, std::vector<void*>> recycled_;
  std::map<void*, size_t> segments_;
  size_t allocated_ = 0;
  std::map<StreamId, Stream> streams_{{kDefaultStream, {}}};
  StreamId next_stream_ = 1;
  std::vector<Event> events_{1};
  std::vector<EventId> free_events_;
  Clock host_;
  std::vector<Accesses> accesses_;
  size_t countdown_ = 0;
  bool lasting_ = false;
  bool allocate_throws_ = false;
  std::atomic<bool> failed_{false};
  std::vector<std::string> violations_;
};

}  // namespace tenorite::memory
