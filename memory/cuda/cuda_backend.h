// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "memory/backend.h"

namespace tenorite::cuda {

// Device memory by cudaMalloc.
class CudaBackend final : public memory::Backend {
 public:
  explicit CudaBackend(Device device) : device_(device) {}

  void* allocate(size_t bytes) override;
  void deallocate(void* ptr, size_t bytes) noexcept override;
  memory::EventId record(StreamId stream) override;
  bool query(memory::EventId event) override;
  void wait(memory::EventId event) override;
  void release(memory::EventId event) noexcept override;
  void synchronize() override;
  memory::MemoryInfo info() override;
  Device device() const override { return device_; }
  void fill(void* ptr, size_t bytes, int value, StreamId stream) override;

 private:
  const Device device_;
};

}  // namespace tenorite::cuda
