// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/stream_table.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <unordered_map>

#include "core/capture.h"
#include "core/cuda/check.h"
#include "core/error.h"

namespace tenorite::cuda {
namespace {

// An id is a slot number in the low bits, whether the stream is ours, and the
// slot's generation above, so ids are never reused while the table stays as
// small as the live streams.
constexpr int kSlotBits = 20;
constexpr StreamId kOwnedBit = StreamId{1} << kSlotBits;
constexpr int kGenerationShift = kSlotBits + 1;
constexpr size_t kSlots = size_t{1} << kSlotBits;
constexpr size_t kChunk = 1024;
// Ids stay below 2^48: the pool keeps a device's number above them.
constexpr uint64_t kMaxGeneration =
    (uint64_t{1} << (48 - kGenerationShift)) - 1;

enum class Kind : uint8_t { kOwned, kForeign, kSecond, kThread };

struct Slot {
  std::atomic<StreamId> id{0};  // 0: empty
  std::atomic<cudaStream_t> handle{nullptr};
  std::atomic<int> device{0};
  std::atomic<Kind> kind{Kind::kOwned};
  // The rest is guarded by the table's mutex.
  uint64_t generation = 0;
  int64_t references = 0;
};

struct Table {
  std::mutex mutex;
  std::array<std::atomic<Slot*>, kSlots / kChunk> chunks{};
  size_t n_slots = 0;
  std::vector<uint32_t> empty;
  std::unordered_map<cudaStream_t, StreamId> by_handle;
  std::vector<StreamId> dying;    // ours, unreferenced, not yet seen idle
  std::vector<StreamId> orphans;  // of threads that have ended
  // Foreign streams that were forgotten, each with an event after all that was
  // queued by then, until that has happened.
  std::unordered_map<StreamId, cudaEvent_t> ended;
  std::vector<StreamHook> hooks;
};

// Leaked: threads may end, and arrays die, after static destruction.
Table& table() {
  static Table& t = *new Table;
  return t;
}

Slot& slot_at(size_t index) {
  return table().chunks[index / kChunk].load(
      std::memory_order_acquire)[index % kChunk];
}

Slot* find(StreamId stream) noexcept {
  const size_t index = stream & (kSlots - 1);
  Slot* chunk = table().chunks[index / kChunk].load(std::memory_order_acquire);
  if (chunk == nullptr) return nullptr;
  Slot& slot = chunk[index % kChunk];
  return slot.id.load(std::memory_order_acquire) == stream ? &slot : nullptr;
}

StreamId add_locked(Device device, cudaStream_t handle, Kind kind) {
  Table& t = table();
  if (t.empty.empty()) {
    TENORITE_CHECK(t.n_slots < kSlots, RuntimeError, "too many CUDA streams");
    // Room for giving every slot back, so that releasing cannot fail.
    t.empty.reserve(t.n_slots + 1);
    t.dying.reserve(t.n_slots + 1);
    t.orphans.reserve(t.n_slots + 1);
    auto& chunk = t.chunks[t.n_slots / kChunk];
    if (chunk.load(std::memory_order_relaxed) == nullptr)
      chunk.store(new Slot[kChunk], std::memory_order_release);
    t.empty.push_back(static_cast<uint32_t>(t.n_slots++));
  }
  const uint32_t index = t.empty.back();
  Slot& slot = slot_at(index);
  const StreamId id = ++slot.generation << kGenerationShift |
                      (kind == Kind::kOwned ? kOwnedBit : 0) | index;
  if (kind == Kind::kOwned || kind == Kind::kForeign)
    t.by_handle.emplace(handle, id);
  t.empty.pop_back();
  slot.handle.store(handle, std::memory_order_relaxed);
  slot.device.store(device.index, std::memory_order_relaxed);
  slot.kind.store(kind, std::memory_order_relaxed);
  slot.references = 1;
  slot.id.store(id, std::memory_order_release);
  return id;
}

void remove_locked(StreamId stream) noexcept {
  Slot* slot = find(stream);
  slot->id.store(0, std::memory_order_release);
  if (slot->generation < kMaxGeneration)
    table().empty.push_back(static_cast<uint32_t>(stream & (kSlots - 1)));
}

void forget_handle_locked(StreamId stream, const Slot& slot) noexcept {
  auto it = table().by_handle.find(slot.handle.load());
  if (it != table().by_handle.end() && it->second == stream)
    table().by_handle.erase(it);
}

// Whether nothing runs on a stream; a NotReady leaves a thread error behind.
bool is_idle(cudaStream_t handle) noexcept {
  const cudaError_t status = cudaStreamQuery(handle);
  if (status == cudaErrorNotReady) {
    cudaGetLastError();
    return false;
  }
  return check_quietly(status, "cudaStreamQuery") || !usable();
}

// Destroys the unreferenced streams whose work is done.
void reap_locked() noexcept {
  auto& dying = table().dying;
  for (size_t i = 0; i < dying.size();) {
    const StreamId stream = dying[i];
    cudaStream_t handle = find(stream)->handle.load();
    if (usable() && !is_idle(handle)) {
      ++i;
      continue;
    }
    if (usable()) check_quietly(cudaStreamDestroy(handle), "cudaStreamDestroy");
    remove_locked(stream);
    dying[i] = dying.back();
    dying.pop_back();
  }
}

// Drops the events of foreign streams whose work is done.
void forget_ended_locked() noexcept {
  std::erase_if(table().ended, [](const auto& ended) {
    const cudaError_t status = cudaEventQuery(ended.second);
    if (status == cudaErrorNotReady) {
      cudaGetLastError();
      return false;
    }
    check_quietly(status, "cudaEventQuery");
    check_quietly(cudaEventDestroy(ended.second), "cudaEventDestroy");
    return true;
  });
}

// What is queued on a foreign stream by now is all that is ours.
void end_foreign_locked(Device device, StreamId stream) noexcept {
  cudaEvent_t event = nullptr;
  try {
    DeviceGuard guard(device);
    forget_ended_locked();
    TENORITE_CUDA_TRY(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    TENORITE_CUDA_TRY(cudaEventRecord(event, find(stream)->handle.load()));
    table().ended.emplace(stream, event);
  } catch (...) {
    // Its owner has destroyed it: nothing can be said about its work.
    if (event) check_quietly(cudaEventDestroy(event), "cudaEventDestroy");
  }
}

void call_hooks(Device device, StreamId stream) noexcept {
  for (size_t i = 0;; ++i) {
    StreamHook hook;
    {
      std::lock_guard lock(table().mutex);
      if (i >= table().hooks.size()) return;
      hook = table().hooks[i];
    }
    try {
      hook(device, stream);
    } catch (...) {
      // A pool keeps what it could not settle; nobody can be told here.
    }
  }
}

// Tells of the streams of threads that have ended, and forgets them.
void bury_orphans() {
  std::vector<StreamId> orphans;
  Table& t = table();
  {
    std::lock_guard lock(t.mutex);
    if (t.orphans.empty()) return;
    orphans = t.orphans;
    t.orphans.clear();
  }
  for (StreamId stream : orphans)
    call_hooks(
        {DeviceType::kCuda, static_cast<int16_t>(find(stream)->device.load())},
        stream);
  std::lock_guard lock(t.mutex);
  for (StreamId stream : orphans) remove_locked(stream);
}

struct ThreadStreams {
  StreamId ids[kMaxDevices] = {};
  ~ThreadStreams() {
    // No CUDA call from a thread's end; the next created stream cleans up.
    if (!usable()) return;
    std::lock_guard lock(table().mutex);
    for (StreamId id : ids)
      if (id != 0) table().orphans.push_back(id);
  }
};
thread_local ThreadStreams t_streams;

enum class Lookup { kOk, kDestroyed, kOtherDevice, kOtherThread };

Lookup look_up(Device device, StreamId stream, cudaStream_t* handle) noexcept {
  Slot* slot = find(stream);
  if (slot == nullptr) return Lookup::kDestroyed;
  if (slot->device.load(std::memory_order_relaxed) != device.index)
    return Lookup::kOtherDevice;
  if (slot->kind.load(std::memory_order_relaxed) == Kind::kThread &&
      t_streams.ids[device.index] != stream)
    return Lookup::kOtherThread;
  *handle = slot->handle.load(std::memory_order_relaxed);
  return Lookup::kOk;
}

// ValueError for what is no stream, as far as can be told: the driver reads the
// memory that a handle points to.
void check_handle(Device device, cudaStream_t handle) {
  const auto address = reinterpret_cast<uintptr_t>(handle);
  const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  unsigned char resident;
  bool is_stream = address % alignof(void*) == 0 &&
                   mincore(reinterpret_cast<void*>(address & ~(page - 1)), 1,
                           &resident) == 0;
  if (is_stream) {
    DeviceGuard guard(device);
    const cudaError_t status =
        captures_under_way == 0 ? cudaStreamQuery(handle) : cudaSuccess;
    is_stream = status == cudaSuccess || status == cudaErrorNotReady;
    if (status != cudaSuccess) cudaGetLastError();
  }
  TENORITE_CHECK(is_stream, ValueError, "0x%llx is no CUDA stream",
                 static_cast<unsigned long long>(address));
}

}  // namespace

cudaStream_t stream_handle(Device device, StreamId stream) {
  if (stream == kDefaultStream) [[likely]]
    return nullptr;
  cudaStream_t handle = nullptr;
  const char* problem = nullptr;
  switch (look_up(device, stream, &handle)) {
    case Lookup::kOk:
      return handle;
    case Lookup::kDestroyed:
      problem = "was destroyed";
      break;
    case Lookup::kOtherDevice:
      problem = "belongs to another device";
      break;
    case Lookup::kOtherThread:
      problem = "is the default stream of another thread";
      break;
  }
  throw RuntimeError(
      format("the stream used on %s %s", to_string(device).c_str(), problem));
}

bool try_stream_handle(Device device, StreamId stream,
                       cudaStream_t* handle) noexcept {
  if (stream == kDefaultStream) {
    *handle = nullptr;
    return true;
  }
  return look_up(device, stream, handle) == Lookup::kOk;
}

bool is_own_stream(StreamId stream) noexcept {
  return (stream & kOwnedBit) != 0;
}

bool stream_finished(Device, StreamId stream) noexcept {
  if (!usable()) return find(stream) == nullptr && is_own_stream(stream);
  if (!is_own_stream(stream)) {
    if (stream == kDefaultStream || find(stream) != nullptr) return false;
    std::lock_guard lock(table().mutex);
    forget_ended_locked();
    return !table().ended.contains(stream);
  }
  if (find(stream) == nullptr) return true;
  std::lock_guard lock(table().mutex);
  reap_locked();
  return find(stream) == nullptr;
}

bool wait_for_ended(StreamId first, cudaStream_t then) {
  std::lock_guard lock(table().mutex);
  auto it = table().ended.find(first);
  if (it == table().ended.end()) return false;
  TENORITE_CUDA_TRY(cudaStreamWaitEvent(then, it->second, 0));
  return true;
}

StreamId create_stream(Device device, bool non_blocking, int priority) {
  DeviceGuard guard(device);
  bury_orphans();
  cudaStream_t handle = nullptr;
  TENORITE_CUDA_TRY(cudaStreamCreateWithPriority(
      &handle, non_blocking ? cudaStreamNonBlocking : cudaStreamDefault,
      priority));
  std::lock_guard lock(table().mutex);
  reap_locked();
  try {
    return add_locked(device, handle, Kind::kOwned);
  } catch (...) {
    check_quietly(cudaStreamDestroy(handle), "cudaStreamDestroy");
    throw;
  }
}

StreamId wrap_stream(Device device, cudaStream_t handle) {
  if (handle == nullptr || handle == cudaStreamLegacy) return kDefaultStream;
  if (handle == cudaStreamPerThread) return thread_stream(device);
  require_usable();
  bury_orphans();
  Table& t = table();
  std::lock_guard lock(t.mutex);
  auto it = t.by_handle.find(handle);
  if (it == t.by_handle.end()) {
    check_handle(device, handle);
    return add_locked(device, handle, Kind::kForeign);
  }
  Slot* slot = find(it->second);
  TENORITE_CHECK(slot->device.load() == device.index, RuntimeError,
                 "the stream given for %s belongs to cuda:%d",
                 to_string(device).c_str(), slot->device.load());
  ++slot->references;
  return it->second;
}

cudaStream_t foreign_handle(Device device, uintptr_t number) {
  auto handle = reinterpret_cast<cudaStream_t>(number);
  if (handle == nullptr || handle == cudaStreamLegacy) return nullptr;
  if (handle == cudaStreamPerThread) return handle;
  {
    std::lock_guard lock(table().mutex);
    if (table().by_handle.contains(handle)) return handle;
  }
  check_handle(device, handle);
  return handle;
}

StreamId add_second_id(Device device, cudaStream_t handle) {
  Table& t = table();
  std::lock_guard lock(t.mutex);
  return add_locked(device, handle, Kind::kSecond);
}

void point_second_id(StreamId id, cudaStream_t handle) {
  std::lock_guard lock(table().mutex);
  if (Slot* slot = find(id)) slot->handle.store(handle);
}

StreamId thread_stream(Device device) {
  StreamId& id = t_streams.ids[device.index];
  if (id == 0) {
    require_usable();
    bury_orphans();
    std::lock_guard lock(table().mutex);
    id = add_locked(device, cudaStreamPerThread, Kind::kThread);
  }
  return id;
}

void retain_stream(StreamId stream) {
  if (stream == kDefaultStream) return;
  std::lock_guard lock(table().mutex);
  Slot* slot = find(stream);
  TENORITE_CHECK(slot != nullptr, RuntimeError, "the stream was destroyed");
  ++slot->references;
}

void release_stream(StreamId stream) noexcept {
  if (stream == kDefaultStream || !usable()) return;
  Table& t = table();
  Device device{DeviceType::kCuda, 0};
  {
    std::lock_guard lock(t.mutex);
    Slot* slot = find(stream);
    // A thread's stream lives as long as the thread.
    if (slot == nullptr || slot->kind.load() == Kind::kThread) return;
    if (--slot->references > 0) return;
    forget_handle_locked(stream, *slot);
    device.index = static_cast<int16_t>(slot->device.load());
  }
  call_hooks(device, stream);
  std::lock_guard lock(t.mutex);
  if (find(stream)->kind.load() == Kind::kOwned) {
    t.dying.push_back(stream);
    reap_locked();
  } else {
    end_foreign_locked(device, stream);
    remove_locked(stream);
  }
}

void on_stream_destroy(StreamHook hook) {
  std::lock_guard lock(table().mutex);
  auto& hooks = table().hooks;
  if (std::find(hooks.begin(), hooks.end(), hook) == hooks.end())
    hooks.push_back(hook);
}

std::vector<StreamId> hold_streams(Device device) {
  std::vector<StreamId> ids;
  Table& t = table();
  std::lock_guard lock(t.mutex);
  ids.reserve(t.n_slots);
  for (size_t i = 0; i < t.n_slots; ++i) {
    Slot& slot = slot_at(i);
    const StreamId id = slot.id.load();
    if (id == 0 || slot.device.load() != device.index) continue;
    if (slot.references == 0 || slot.kind.load() == Kind::kThread) continue;
    ++slot.references;
    ids.push_back(id);
  }
  return ids;
}

}  // namespace tenorite::cuda
