// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/device.h"
#include "core/export.h"

namespace tenorite {

class StoragePtr;

// Where storages get their memory; memory/ registers one per device type.
class StorageAllocator {
 public:
  virtual ~StorageAllocator() = default;
  struct Block {
    void* data;
    void* context;  // handed back to release
  };
  virtual Block allocate(Device device, size_t nbytes, StreamId stream) = 0;
  // `streams` are all the streams that used the block.
  virtual void release(Device device, Block block, const StreamId* streams,
                       size_t n) noexcept = 0;
};
void register_storage_allocator(DeviceType type, StorageAllocator* allocator);

class Storage;

// Recorded work that has not been executed; ops/record/log.h implements it.
// What is pending on a storage is whatever reads or writes it.
class PendingWork {
 public:
  // Returns once nothing is pending on `storage` any more, or false, at once,
  // when called from the midst of that very execution. Throws what recorded
  // work that failed has left behind for the storage.
  virtual bool finish(Storage& storage) = 0;

 protected:
  ~PendingWork() = default;
};

// A reference-counted buffer on one device that knows the streams whose work
// uses it, so that its memory is not given out while they still run.
class Storage {
 public:
  TENORITE_EXPORT static StoragePtr allocate(Device device, size_t nbytes,
                                             StreamId stream);
  // One item in host memory, of at most kItemBytes: the storage holds it
  // itself.
  static constexpr size_t kItemBytes = 16;
  static StoragePtr of_item(const void* value, size_t nbytes);
  // Gets its memory, for use by the current stream, when it is first needed.
  static StoragePtr deferred(Device device, size_t nbytes);
  // Foreign memory, last used on `stream`. When the last view dies,
  // `release` is called, by any thread; work on the stream `last` may use the
  // memory still, and all other streams' comes before it.
  using Release = void (*)(void* owner, Device device, StreamId last);
  static StoragePtr wrap(Device device, void* data, size_t nbytes, void* owner,
                         Release release, bool readonly,
                         StreamId stream = kDefaultStream);

  Device device() const { return device_; }
  // Memory that may be read and written: whatever is pending on it is executed
  // first.
  char* data() {
    if (state_.load(std::memory_order_acquire) != kSettled) [[unlikely]]
      settle();
    return address();
  }
  // Where the memory is, for comparisons; null before it is allocated.
  char* address() const {
    return static_cast<char*>(std::atomic_ref(const_cast<void*&>(block_.data))
                                  .load(std::memory_order_relaxed));
  }
  size_t nbytes() const { return nbytes_; }
  int64_t use_count() const {
    return references_.load(std::memory_order_relaxed);
  }
  bool readonly() const { return readonly_; }
  bool owned() const { return release_ == nullptr; }

  // Others may read or write the memory at any time: foreign memory, and what
  // somebody was given the address of. No work on it is ever deferred.
  bool exposed() const { return exposed_.load(std::memory_order_relaxed); }
  void expose() { exposed_.store(true, std::memory_order_relaxed); }

  // The work that is pending on it, if any; claimed by one at a time.
  PendingWork* pending() const {
    const uintptr_t state = state_.load(std::memory_order_acquire);
    return state > kUnallocated ? reinterpret_cast<PendingWork*>(state)
                                : nullptr;
  }
  // False if another's work is pending.
  bool claim(PendingWork* work);
  void disclaim();
  // Gives memory back that holds no value yet; for the claimer alone.
  void deallocate();
  // Gets the memory of a storage of as many bytes, whose value nobody needs any
  // more; for the claimer of both, if it has none.
  void take_memory(Storage& from);
  // Whoever needs the memory gets what `failure` throws.
  void fail(PendingWork* failure);
  uint32_t slot = 0;  // the claimer's

  // Notes that the next work on `stream` uses the buffer, after whatever is
  // pending on it. Where the last use was on another stream, that work comes
  // after it: neither fresh memory nor data is ever touched before the other
  // stream is done with it.
  void use(StreamId stream) {
    if (state_.load(std::memory_order_acquire) > kUnallocated) [[unlikely]]
      settle();
    if (stream != last_stream_.load(std::memory_order_relaxed)) [[unlikely]]
      use_elsewhere(stream);
  }
  // The stream that use() was last told of: what others use the buffer for
  // comes after what is queued there.
  StreamId last_stream() const {
    return last_stream_.load(std::memory_order_relaxed);
  }

 private:
  friend class StoragePtr;
  static constexpr uintptr_t kSettled = 0, kUnallocated = 1;

  Storage() = default;
  TENORITE_EXPORT ~Storage();
  // From memory that each thread recycles.
  static void* operator new(size_t size);
  TENORITE_EXPORT static void operator delete(void* memory);
  bool holds_item() const { return address() == item_; }
  // Memory for `nbytes`: of its own, or its allocator's.
  StorageAllocator::Block new_block();
  TENORITE_EXPORT void settle();
  void allocate_now();
  void note_origin();
  TENORITE_EXPORT void use_elsewhere(StreamId stream);

  std::atomic<int64_t> references_{1};
  std::atomic<uintptr_t> state_{kSettled};  // or the address of a PendingWork
  std::atomic<bool> exposed_{false};
  Device device_;
  bool readonly_ = false;
  bool noted_ = false;                // by core/memory_trace.h
  StreamId stream_ = kDefaultStream;  // of the allocation
  std::atomic<StreamId> last_stream_{kDefaultStream};
  StorageAllocator::Block block_{};
  size_t nbytes_ = 0;
  struct ExtraStreams;
  std::atomic<ExtraStreams*> extra_{nullptr};
  void* owner_ = nullptr;
  Release release_ = nullptr;
  alignas(16) char item_[kItemBytes];
};

class StoragePtr {
 public:
  StoragePtr() = default;
  explicit StoragePtr(Storage* adopted) : p_(adopted) {}
  StoragePtr(const StoragePtr& o) : p_(o.p_) {
    if (p_) p_->references_.fetch_add(1, std::memory_order_relaxed);
  }
  StoragePtr(StoragePtr&& o) noexcept : p_(std::exchange(o.p_, nullptr)) {}
  StoragePtr& operator=(StoragePtr o) noexcept {
    std::swap(p_, o.p_);
    return *this;
  }
  ~StoragePtr() {
    if (!p_) return;
    // Nobody else can get hold of it by the last reference.
    if (p_->references_.load(std::memory_order_acquire) == 1 ||
        p_->references_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete p_;
  }
  // Refers to a storage that another pointer keeps until give_back().
  void borrow(const StoragePtr& owner) { *this = StoragePtr(owner.p_); }
  void give_back() { p_ = nullptr; }

  Storage* get() const { return p_; }
  Storage* operator->() const { return p_; }
  explicit operator bool() const { return p_ != nullptr; }
  int64_t use_count() const { return p_ ? p_->use_count() : 0; }

 private:
  Storage* p_ = nullptr;
};

}  // namespace tenorite
