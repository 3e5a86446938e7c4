// SPDX-License-Identifier: Apache-2.0
#include "core/storage.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <vector>

#include "core/assert.h"
#include "core/capture.h"
#include "core/error.h"
#include "core/memory_trace.h"
#include "core/outer_lock.h"
#include "core/stream.h"

namespace tenorite {
namespace {

StorageAllocator* g_allocators[kNumDeviceTypes] = {};

StorageAllocator& allocator_of(Device device) {
  StorageAllocator* a = g_allocators[static_cast<int>(device.type)];
  TENORITE_CHECK(a != nullptr, RuntimeError, "%s has no memory allocator",
                 to_string(device).c_str());
  return *a;
}

struct RecycledEnd {
  ~RecycledEnd() {
    RecycledStorages& recycled = this_thread().recycled;
    recycled.state = RecycledStorages::kClosed;
    while (recycled.count > 0)
      ::operator delete(recycled.memory[--recycled.count]);
  }
};

void* new_memory(ThreadState& thread, size_t size) {
  RecycledStorages& recycled = thread.recycled;
  return recycled.count > 0 ? recycled.memory[--recycled.count]
                            : ::operator new(size);
}

}  // namespace

void* Storage::operator new(size_t size) {
  return new_memory(this_thread(), size);
}

void Storage::operator delete(void* memory) {
  RecycledStorages& recycled = this_thread().recycled;
  if (recycled.state == RecycledStorages::kNew) [[unlikely]] {
    static thread_local RecycledEnd end;
    (void)end;
    recycled.state = RecycledStorages::kOpen;
  }
  if (recycled.state == RecycledStorages::kOpen &&
      recycled.count < RecycledStorages::kMost)
    recycled.memory[recycled.count++] = memory;
  else
    ::operator delete(memory);
}

struct Storage::ExtraStreams {
  PatientMutex mutex;
  std::vector<StreamId> ids;
};

void register_storage_allocator(DeviceType type, StorageAllocator* allocator) {
  g_allocators[static_cast<int>(type)] = allocator;
}

StoragePtr Storage::allocate(Device device, size_t nbytes, StreamId stream) {
  // Made first: no block may be lost when there is no memory for it.
  std::unique_ptr<Storage, void (*)(Storage*)> s(
      new Storage, [](Storage* p) { operator delete(p); });
  s->device_ = device;
  s->stream_ = stream;
  s->last_stream_.store(stream, std::memory_order_relaxed);
  s->nbytes_ = nbytes;
  s->block_ = s->new_block();
  StoragePtr made(s.release());
  if (memory_trace::notes_origins()) [[unlikely]]
    made->note_origin();
  return made;
}

void Storage::note_origin() {
  memory_trace::made(*this);
  noted_ = true;
}

StoragePtr Storage::of_item(const void* value, size_t nbytes) {
  TENORITE_ASSERT(nbytes <= kItemBytes, "an item is too large");
  auto* s = new Storage;
  s->stream_ = current_stream(kCpu);
  s->last_stream_.store(s->stream_, std::memory_order_relaxed);
  s->nbytes_ = nbytes;
  s->block_.data = std::memcpy(s->item_, value, nbytes);
  return StoragePtr(s);
}

StorageAllocator::Block Storage::new_block() {
  if (device_.is_cpu() && nbytes_ <= kItemBytes) return {item_, nullptr};
  return allocator_of(device_).allocate(device_, nbytes_, stream_);
}

StoragePtr Storage::deferred(Device device, size_t nbytes) {
  ThreadState& thread = this_thread();
  auto* s = ::new (new_memory(thread, sizeof(Storage))) Storage;
  s->device_ = device;
  s->stream_ = thread.stream(device);
  // Nobody else knows it yet.
  s->last_stream_.store(s->stream_, std::memory_order_relaxed);
  s->nbytes_ = nbytes;
  s->state_.store(kUnallocated, std::memory_order_relaxed);
  StoragePtr made(s);
  if (memory_trace::notes_origins()) [[unlikely]]
    made->note_origin();
  return made;
}

void Storage::allocate_now() {
  TENORITE_ASSERT(owned() && !address(), "memory is allocated a second time");
  const auto [data, context] = new_block();
  block_.context = context;
  std::atomic_ref(block_.data).store(data, std::memory_order_relaxed);
}

void Storage::settle() {
  for (;;) {
    PendingWork* work = pending();
    if (!work || !work->finish(*this)) break;
  }
  // From here on nobody else knows the storage, or waits for this thread.
  if (!address()) allocate_now();
  uintptr_t unallocated = kUnallocated;
  if (state_.load(std::memory_order_relaxed) == unallocated)
    state_.compare_exchange_strong(unallocated, kSettled);
}

bool Storage::claim(PendingWork* work) {
  const auto claimed = reinterpret_cast<uintptr_t>(work);
  TENORITE_ASSERT(claimed > kUnallocated, "a claim by no work");
  uintptr_t state = state_.load(std::memory_order_acquire);
  while (state <= kUnallocated)
    if (state_.compare_exchange_weak(state, claimed)) return true;
  return state == claimed;
}

void Storage::disclaim() {
  TENORITE_ASSERT(pending(), "a storage is disclaimed that nobody had claimed");
  state_.store(address() ? kSettled : kUnallocated, std::memory_order_release);
}

void Storage::fail(PendingWork* failure) {
  TENORITE_ASSERT(pending(), "a storage fails that nobody had claimed");
  TENORITE_ASSERT(failure, "a storage fails for no reason");
  state_.store(reinterpret_cast<uintptr_t>(failure), std::memory_order_release);
}

StoragePtr Storage::wrap(Device device, void* data, size_t nbytes, void* owner,
                         Release release, bool readonly, StreamId stream) {
  auto* s = new Storage;
  s->device_ = device;
  s->block_ = {data, nullptr};
  s->nbytes_ = nbytes;
  s->owner_ = owner;
  s->release_ = release;
  s->readonly_ = readonly;
  s->exposed_ = true;
  s->stream_ = stream;
  s->last_stream_.store(stream, std::memory_order_relaxed);
  return StoragePtr(s);
}

Storage::~Storage() {
  TENORITE_ASSERT(references_.load(std::memory_order_relaxed) <= 1,
                  "a storage dies that is referred to");
  if (noted_) [[unlikely]]
    memory_trace::gone(*this);
  if (release_) {
    delete extra_.load(std::memory_order_acquire);
    release_(owner_, device_, last_stream_.load(std::memory_order_relaxed));
  } else if ((address() && !holds_item()) ||
             extra_.load(std::memory_order_acquire))
    deallocate();
}

void Storage::deallocate() {
  TENORITE_ASSERT(owned(), "foreign memory is given to an allocator");
  const std::unique_ptr<ExtraStreams> extra(
      extra_.load(std::memory_order_acquire));
  extra_.store(nullptr, std::memory_order_relaxed);
  if (!address()) return;  // never needed
  const StreamId* streams = &stream_;
  size_t n = 1;
  if (extra) {
    extra->ids.push_back(stream_);
    streams = extra->ids.data();
    n = extra->ids.size();
  }
  if (!holds_item()) allocator_of(device_).release(device_, block_, streams, n);
  block_.context = nullptr;
  std::atomic_ref(block_.data).store(nullptr, std::memory_order_relaxed);
  last_stream_.store(stream_, std::memory_order_relaxed);
}

void Storage::take_memory(Storage& from) {
  TENORITE_ASSERT(owned() && !address(), "memory is taken to other memory");
  TENORITE_ASSERT(from.owned() && from.address() && !from.holds_item() &&
                      from.device_ == device_ && from.nbytes_ == nbytes_,
                  "memory is taken that does not fit");
  stream_ = from.stream_;
  last_stream_.store(from.last_stream(), std::memory_order_relaxed);
  delete extra_.exchange(from.extra_.exchange(nullptr));
  block_.context = std::exchange(from.block_.context, nullptr);
  std::atomic_ref(block_.data).store(from.address(), std::memory_order_relaxed);
  std::atomic_ref(from.block_.data).store(nullptr, std::memory_order_relaxed);
  from.last_stream_.store(from.stream_, std::memory_order_relaxed);
}

void Storage::use_elsewhere(StreamId stream) {
  ExtraStreams* extra = extra_.load(std::memory_order_acquire);
  if (!extra) {
    auto* fresh = new ExtraStreams;
    if (extra_.compare_exchange_strong(extra, fresh)) {
      extra = fresh;
    } else {
      delete fresh;
    }
  }
  if (Capture* capture = capture_of(device_, stream)) [[unlikely]] {
    references_.fetch_add(1, std::memory_order_relaxed);
    capture->hold(StoragePtr(this));
  }
  std::lock_guard lock(extra->mutex);
  if (stream != stream_ && std::find(extra->ids.begin(), extra->ids.end(),
                                     stream) == extra->ids.end())
    extra->ids.push_back(stream);
  StreamId last = last_stream_.load(std::memory_order_relaxed);
  if (last == stream) return;
  if (auto order = device_provider(device_.type)->order)
    order(device_, last, stream);
  // Last: from here on, other threads use the stream without waiting here.
  last_stream_.store(stream);
}

}  // namespace tenorite
