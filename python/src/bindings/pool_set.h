// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <array>
#include <atomic>
#include <memory>
#include <mutex>

#include "core/outer_lock.h"
#include "memory/allocator.h"

namespace tenorite::python {

// One pool per device, made at first use: what CuPy's MemoryPool is. The pools
// outlive the set until their last block dies.
class PoolSet {
 public:
  enum class Source {
    kShared,   // the pools that arrays use by default
    kBackend,  // pools of its own
    kPython,   // pools of its own that grow through a Python allocator
  };
  explicit PoolSet(Source source, pybind11::object allocator = {});
  ~PoolSet();
  PoolSet(const PoolSet&) = delete;
  PoolSet& operator=(const PoolSet&) = delete;

  memory::Pool& of(Device device);
  // Null when nothing was allocated there yet.
  memory::Pool* existing(Device device);

 private:
  memory::Pool* make(Device device);

  static constexpr int kMaxDevices = 64;
  const Source source_;
  pybind11::object allocator_;
  PatientMutex mutex_;
  std::array<std::atomic<memory::Pool*>, kMaxDevices> pools_[kNumDeviceTypes]{};
};

// Takes from the pool of the device asked for.
memory::Allocator pool_set_allocator(std::shared_ptr<PoolSet> pools);
// Calls `function(bytes)`; its result has a `ptr` and owns the memory.
memory::Allocator python_allocator(pybind11::object function);

// Tells the pools with Python allocators that a stream goes away; all others
// know it from memory/.
void release_stream_in_python_pools(Device device, StreamId stream);

}  // namespace tenorite::python
