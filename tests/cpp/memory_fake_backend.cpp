// SPDX-License-Identifier: Apache-2.0
#include "tests/cpp/memory_fake_backend.h"

#include <algorithm>
#include <thread>

#include "core/error.h"

namespace tenorite::memory {

void FakeBackend::enter(const char* call) {
  if (yields) std::this_thread::yield();
  if (on_call) on_call(call);
}

bool FakeBackend::fails_locked() {
  if (failed_ && lasting_) return true;
  if (countdown_ == 0 || --countdown_ > 0) return false;
  failed_ = true;
  return true;
}

void FakeBackend::fail_if_due_locked(const char* call) {
  if (fails_locked()) throw CudaError(1, std::string(call) + " was made fail");
}

void FakeBackend::fail_at(size_t k, bool lasting, bool allocate_throws) {
  std::lock_guard lock(mutex_);
  countdown_ = k;
  lasting_ = lasting;
  allocate_throws_ = allocate_throws;
  failed_ = false;
}

void FakeBackend::join(Clock& into, const Clock& from) {
  for (const auto& [stream, time] : from)
    into[stream] = std::max(into[stream], time);
}

bool FakeBackend::ordered(const Clock& now, const Clock& before) {
  return std::all_of(before.begin(), before.end(), [&](const auto& entry) {
    auto it = now.find(entry.first);
    return it != now.end() && it->second >= entry.second;
  });
}

void* FakeBackend::allocate(size_t bytes) {
  enter("allocate");
  std::lock_guard lock(mutex_);
  if (fails_locked()) {
    if (allocate_throws_) throw CudaError(1, "allocate was made fail");
    return nullptr;
  }
  if (bytes > capacity || allocated_ > capacity - bytes) return nullptr;
  void* ptr;
  auto& same_size = recycled_[bytes];
  if (!same_size.empty()) {
    ptr = same_size.back();
    same_size.pop_back();
  } else {
    ptr = reinterpret_cast<void*>(next_address_);
    next_address_ += (bytes + 0xffff) & ~uintptr_t{0xffff};
  }
  segments_[ptr] = bytes;
  allocated_ += bytes;
  return ptr;
}

void FakeBackend::deallocate(void* ptr, size_t bytes) noexcept {
  enter("deallocate");
  std::lock_guard lock(mutex_);
  auto it = segments_.find(ptr);
  if (it == segments_.end() || it->second != bytes) {
    violations_.push_back("deallocate of an unknown segment");
    return;
  }
  const auto begin = reinterpret_cast<uintptr_t>(ptr);
  std::erase_if(accesses_, [&](const Accesses& a) {
    if (a.end <= begin || a.begin >= begin + bytes) return false;
    if (!ordered(host_, a.last))
      violations_.push_back("deallocate while a stream uses the memory");
    return true;
  });
  segments_.erase(it);
  allocated_ -= bytes;
  recycled_[bytes].push_back(ptr);
}

FakeBackend::Event& FakeBackend::event_locked(EventId event) {
  if (event == kNoEvent || event >= events_.size() || !events_[event].live)
    violations_.push_back("use of an event that is not live");
  return events_.at(event);
}

EventId FakeBackend::record(StreamId stream) {
  enter("record");
  std::lock_guard lock(mutex_);
  fail_if_due_locked("record");
  auto it = streams_.find(stream);
  if (it == streams_.end() || it->second.destroyed)
    throw RuntimeError("the stream was destroyed");
  EventId id = events_.size();
  if (!free_events_.empty()) {
    id = free_events_.back();
    free_events_.pop_back();
  } else {
    events_.emplace_back();
  }
  events_[id] = {stream, it->second.queued, it->second.clock, true};
  return id;
}

bool FakeBackend::query(EventId id) {
  enter("query");
  std::lock_guard lock(mutex_);
  fail_if_due_locked("query");
  Event& event = event_locked(id);
  Stream& stream = streams_[event.stream];
  if (events_finish && stream.done < stream.queued)
    stream.done += random_() % (stream.queued - stream.done + 1);
  if (stream.done < event.at) return false;
  join(host_, event.clock);
  return true;
}

void FakeBackend::wait(EventId id) {
  enter("wait");
  std::lock_guard lock(mutex_);
  fail_if_due_locked("wait");
  Event& event = event_locked(id);
  Stream& stream = streams_[event.stream];
  stream.done = std::max(stream.done, event.at);
  join(host_, event.clock);
}

void FakeBackend::release(EventId id) noexcept {
  enter("release");
  std::lock_guard lock(mutex_);
  event_locked(id).live = false;
  free_events_.push_back(id);
}

void FakeBackend::synchronize() {
  enter("synchronize");
  std::lock_guard lock(mutex_);
  fail_if_due_locked("synchronize");
  for (auto& [id, stream] : streams_) {
    stream.done = stream.queued;
    join(host_, stream.clock);
  }
  std::erase_if(accesses_,
                [&](const Accesses& a) { return ordered(host_, a.last); });
}

MemoryInfo FakeBackend::info() {
  enter("info");
  std::lock_guard lock(mutex_);
  return {capacity - std::min<size_t>(capacity, allocated_), capacity};
}

void FakeBackend::fill(void*, size_t, int, StreamId) {
  enter("fill");
  ++fills;
}

StreamId FakeBackend::create_stream() {
  std::lock_guard lock(mutex_);
  streams_[next_stream_] = {};
  return next_stream_++;
}

void FakeBackend::destroy_stream(StreamId stream) {
  std::lock_guard lock(mutex_);
  streams_[stream].destroyed = true;
}

void FakeBackend::stream_wait(StreamId later, StreamId earlier) {
  std::lock_guard lock(mutex_);
  join(streams_[later].clock, streams_[earlier].clock);
}

void FakeBackend::finish_stream(StreamId id) {
  std::lock_guard lock(mutex_);
  Stream& stream = streams_[id];
  stream.done = stream.queued;
  join(host_, stream.clock);
}

void FakeBackend::launch(StreamId id, const void* ptr, size_t bytes,
                         uint64_t lifetime) {
  std::lock_guard lock(mutex_);
  Stream& stream = streams_.at(id);
  join(stream.clock, host_);  // what the host saw finished is finished
  stream.clock[id] = ++stream.queued;
  const auto begin = reinterpret_cast<uintptr_t>(ptr);
  const uintptr_t end = begin + bytes;
  Accesses* own = nullptr;
  for (Accesses& a : accesses_) {
    if (a.lifetime == lifetime) own = &a;
    if (a.lifetime == lifetime || a.end <= begin || a.begin >= end) continue;
    if (!ordered(stream.clock, a.last))
      violations_.push_back("memory reused while a stream still uses it");
  }
  if (own == nullptr)
    own = &accesses_.emplace_back(Accesses{begin, end, lifetime, {}});
  own->last[id] = stream.queued;
}

size_t FakeBackend::allocated() const {
  std::lock_guard lock(mutex_);
  return allocated_;
}

size_t FakeBackend::live_events() const {
  std::lock_guard lock(mutex_);
  return static_cast<size_t>(
      std::count_if(events_.begin(), events_.end(),
                    [](const Event& event) { return event.live; }));
}

std::vector<std::string> FakeBackend::violations() const {
  std::lock_guard lock(mutex_);
  return violations_;
}

}  // namespace tenorite::memory
