// SPDX-License-Identifier: Apache-2.0
#include "memory/cuda/cuda_backend.h"

#include "core/capture.h"
#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/cuda/wait.h"
#include "core/error.h"
#include "memory/allocator.h"
#include "memory/cuda/events.h"

namespace tenorite::cuda {

void* CudaBackend::allocate(size_t bytes) {
  DeviceGuard guard(device_);
  void* ptr = nullptr;
  // Kernels read whole words, of which the last one may end behind the data.
  bytes = (bytes + 3) & ~size_t{3};
  const cudaError_t status = waiting([&] { return cudaMalloc(&ptr, bytes); });
  if (status == cudaErrorMemoryAllocation) {
    cudaGetLastError();  // the next launch must not report it as its own
    return nullptr;
  }
  check(status, "cudaMalloc", __FILE__, __LINE__);
  return ptr;
}

void CudaBackend::deallocate(void* ptr, size_t) noexcept {
  // Otherwise the memory has gone, or goes, with the context.
  if (!usable()) return;
  try {
    DeviceGuard guard(device_);
    check_quietly(waiting([&] { return cudaFree(ptr); }), "cudaFree");
  } catch (...) {
    // Lost in between: the same.
  }
}

memory::EventId CudaBackend::record(StreamId stream) {
  return record_event(device_, stream);
}

bool CudaBackend::query(memory::EventId event) { return query_event(event); }

void CudaBackend::wait(memory::EventId event) { block_on_event(event); }

void CudaBackend::release(memory::EventId event) noexcept {
  release_event(event);
}

void CudaBackend::synchronize() {
  TENORITE_CHECK(captures_under_way == 0, RuntimeError,
                 "a wait for %s would end the capture of a graph",
                 to_string(device_).c_str());
  DeviceGuard guard(device_);
  TENORITE_CUDA_WAIT(cudaDeviceSynchronize());
}

memory::MemoryInfo CudaBackend::info() {
  DeviceGuard guard(device_);
  memory::MemoryInfo info;
  TENORITE_CUDA_WAIT(cudaMemGetInfo(&info.free, &info.total));
  return info;
}

void CudaBackend::fill(void* ptr, size_t bytes, int value, StreamId stream) {
  DeviceGuard guard(device_);
  TENORITE_CUDA_TRY(
      cudaMemsetAsync(ptr, value, bytes, stream_handle(device_, stream)));
}

namespace {

[[maybe_unused]] const bool registered = [] {
  memory::register_backend_factory(DeviceType::kCuda,
                                   [](Device device) -> memory::Backend* {
                                     return new CudaBackend(device);
                                   });
  on_stream_destroy(memory::release_stream);
  return true;
}();

}  // namespace
}  // namespace tenorite::cuda
