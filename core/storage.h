// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

#include "core/device.h"

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

// A reference-counted buffer on one device that knows the streams whose work
// uses it, so that its memory is not given out while they still run.
class Storage {
 public:
  static StoragePtr allocate(Device device, size_t nbytes, StreamId stream);
  // Foreign memory; `release(owner)` is called when the last view dies.
  static StoragePtr wrap(Device device, void* data, size_t nbytes, void* owner,
                         void (*release)(void* owner), bool readonly);

  Device device() const { return device_; }
  char* data() const { return static_cast<char*>(block_.data); }
  size_t nbytes() const { return nbytes_; }
  bool readonly() const { return readonly_; }
  bool owned() const { return release_ == nullptr; }

  // Notes that the next work on `stream` uses the buffer. Where the last use
  // was on another stream, that work comes after it: neither fresh memory nor
  // data is ever touched before the other stream is done with it.
  void use(StreamId stream) {
    if (stream != last_stream_.load(std::memory_order_relaxed)) [[unlikely]]
      use_elsewhere(stream);
  }

 private:
  friend class StoragePtr;
  Storage() = default;
  ~Storage();
  void use_elsewhere(StreamId stream);

  std::atomic<int64_t> references_{1};
  Device device_;
  bool readonly_ = false;
  StreamId stream_ = kDefaultStream;  // of the allocation
  std::atomic<StreamId> last_stream_{kDefaultStream};
  StorageAllocator::Block block_{};
  size_t nbytes_ = 0;
  struct ExtraStreams;
  std::atomic<ExtraStreams*> extra_{nullptr};
  void* owner_ = nullptr;
  void (*release_)(void*) = nullptr;
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
    if (p_ && p_->references_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete p_;
  }
  Storage* get() const { return p_; }
  Storage* operator->() const { return p_; }
  explicit operator bool() const { return p_ != nullptr; }
  int64_t use_count() const {
    return p_ ? p_->references_.load(std::memory_order_relaxed) : 0;
  }

 private:
  Storage* p_ = nullptr;
};

}  // namespace tenorite
