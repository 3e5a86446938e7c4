// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

#include "memory/backend.h"

namespace tenorite::cuda {

// Page-locked host memory that every device can address. Its streams are
// numbered by memory::host_stream().
class PinnedBackend final : public memory::Backend {
 public:
  void* allocate(size_t bytes) override;
  void deallocate(void* ptr, size_t bytes) noexcept override;
  memory::EventId record(StreamId stream) override;
  bool query(memory::EventId event) override;
  void wait(memory::EventId event) override;
  void release(memory::EventId event) noexcept override;
  void synchronize() override;
  memory::MemoryInfo info() override;
  Device device() const override { return kCpu; }
  void fill(void* ptr, size_t bytes, int value, StreamId stream) override;

 private:
  // Devices whose streams used the memory; others get no context by us.
  std::atomic<uint64_t> devices_{0};
};

}  // namespace tenorite::cuda
