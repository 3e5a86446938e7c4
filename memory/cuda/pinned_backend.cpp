// SPDX-License-Identifier: Apache-2.0
#include "memory/cuda/pinned_backend.h"

#include <cstring>

#include "core/cuda/check.h"
#include "core/cuda/wait.h"
#include "memory/allocator.h"
#include "memory/cpu_backend.h"
#include "memory/cuda/events.h"

namespace tenorite::cuda {
namespace {

constexpr int kDeviceShift = 48;

Device device_of(StreamId stream) {
  return {DeviceType::kCuda,
          static_cast<int16_t>((stream >> kDeviceShift) - 1)};
}

}  // namespace

void* PinnedBackend::allocate(size_t bytes) {
  require_usable();  // any device will do, so the current one stays
  void* ptr = nullptr;
  const cudaError_t status = waiting(
      [&] { return cudaHostAlloc(&ptr, bytes, cudaHostAllocPortable); });
  if (status == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    return nullptr;
  }
  check(status, "cudaHostAlloc", __FILE__, __LINE__);
  return ptr;
}

void PinnedBackend::deallocate(void* ptr, size_t) noexcept {
  if (usable())
    check_quietly(waiting([&] { return cudaFreeHost(ptr); }), "cudaFreeHost");
}

memory::EventId PinnedBackend::record(StreamId stream) {
  // The host's own accesses are over when it frees.
  if (stream == memory::kHostStream) return memory::kNoEvent;
  const Device device = device_of(stream);
  devices_.fetch_or(uint64_t{1} << device.index, std::memory_order_relaxed);
  return record_event(device, stream & ((StreamId{1} << kDeviceShift) - 1));
}

bool PinnedBackend::query(memory::EventId event) { return query_event(event); }

void PinnedBackend::wait(memory::EventId event) { block_on_event(event); }

void PinnedBackend::release(memory::EventId event) noexcept {
  release_event(event);
}

void PinnedBackend::synchronize() {
  const uint64_t used = devices_.load(std::memory_order_relaxed);
  for (int16_t i = 0; i < 64; ++i) {
    if ((used >> i & 1) == 0) continue;
    DeviceGuard guard({DeviceType::kCuda, i});
    TENORITE_CUDA_WAIT(cudaDeviceSynchronize());
  }
}

memory::MemoryInfo PinnedBackend::info() { return memory::host_memory_info(); }

void PinnedBackend::fill(void* ptr, size_t bytes, int value, StreamId) {
  std::memset(ptr, value, bytes);
}

namespace {

[[maybe_unused]] const bool registered = [] {
  memory::register_pinned_backend_factory(
      []() -> memory::Backend* { return new PinnedBackend; });
  return true;
}();

}  // namespace
}  // namespace tenorite::cuda
