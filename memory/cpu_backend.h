// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"
#include "memory/backend.h"

namespace tenorite::memory {

// Host memory. Work on the CPU device is finished when its call returns, so
// there is never anything to wait for.
class CpuBackend final : public Backend {
 public:
  void* allocate(size_t bytes) override;
  void deallocate(void* ptr, size_t bytes) noexcept override;
  EventId record(StreamId) override { return kNoEvent; }
  bool query(EventId) override { return true; }
  void wait(EventId) override {}
  void release(EventId) noexcept override {}
  void synchronize() override {}
  MemoryInfo info() override;
  Device device() const override { return kCpu; }
  void fill(void* ptr, size_t bytes, int value, StreamId stream) override;
};

// Available and total memory of this machine or, when smaller, container.
TENORITE_EXPORT MemoryInfo host_memory_info();

}  // namespace tenorite::memory
