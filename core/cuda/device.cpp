// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <mutex>

#include "core/cuda/check.h"
#include "core/cuda/driver.h"
#include "core/cuda/wait.h"
#include "core/error.h"

namespace tenorite::cuda {
namespace {

// The driver's cuDevicePrimaryCtxGetState; null when it cannot be had.
using ContextState = int (*)(int device, unsigned* flags, int* active);

// Restoring a device without a context would make one there.
bool has_context(int index) noexcept {
  static const auto state = reinterpret_cast<ContextState>(
      find_driver_function("cuDevicePrimaryCtxGetState", 12000));
  unsigned flags = 0;
  int active = 0;
  return state == nullptr || state(index, &flags, &active) != 0 || active != 0;
}

int attribute(cudaDeviceAttr which, int index) {
  int value = 0;
  TENORITE_CUDA_TRY(cudaDeviceGetAttribute(&value, which, index));
  return value;
}

const DeviceProperties* query_properties(int index) {
  auto* p = new DeviceProperties;
  p->multiprocessors = attribute(cudaDevAttrMultiProcessorCount, index);
  p->compute_capability =
      attribute(cudaDevAttrComputeCapabilityMajor, index) * 10 +
      attribute(cudaDevAttrComputeCapabilityMinor, index);
  p->max_threads_per_multiprocessor =
      attribute(cudaDevAttrMaxThreadsPerMultiProcessor, index);
  p->shared_memory_per_block_optin = static_cast<size_t>(
      attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, index));
  p->l2_bytes = static_cast<size_t>(attribute(cudaDevAttrL2CacheSize, index));
  return p;
}

unsigned* make_error_record(Device device) {
  DeviceGuard guard(device);
  void* record = nullptr;
  TENORITE_CUDA_WAIT(cudaMalloc(&record, kErrorRecordBytes));
  TENORITE_CUDA_WAIT(cudaMemset(record, 0, kErrorRecordBytes));
  // Streams that do not wait for the default one must see zeros too.
  wait_for_stream(nullptr);
  return static_cast<unsigned*>(record);
}

// One value per device, made at first use and never freed.
template <typename T, typename Make>
T* once_per_device(std::atomic<T*>* table, Device device, Make make) {
  TENORITE_CHECK(device.is_cuda() && device.index < kMaxDevices, RuntimeError,
                 "%s is not a CUDA device", to_string(device).c_str());
  std::atomic<T*>& entry = table[device.index];
  T* value = entry.load(std::memory_order_acquire);
  if (value != nullptr) [[likely]]
    return value;
  static PatientMutex& mutex = *new PatientMutex;
  std::lock_guard lock(mutex);
  value = entry.load(std::memory_order_acquire);
  if (value == nullptr) {
    value = make();
    entry.store(value, std::memory_order_release);
  }
  return value;
}

std::atomic<const DeviceProperties*> g_properties[kMaxDevices];
std::atomic<unsigned*> g_error_records[kMaxDevices];

}  // namespace

void DeviceGuard::enter(int index) {
  const int count = device_count();
  if (count == 0)
    throw CudaError(cudaErrorNoDevice, format("cuda:%d is not available: %s",
                                              index, why_no_device().c_str()));
  if (count == 1) return;
  int current = 0;
  TENORITE_CUDA_TRY(cudaGetDevice(&current));
  if (current == index) return;
  TENORITE_CUDA_TRY(cudaSetDevice(index));
  previous_ = current;
}

void DeviceGuard::leave() noexcept {
  if (usable() && has_context(previous_))
    check_quietly(cudaSetDevice(previous_), "cudaSetDevice");
}

const DeviceProperties& properties(Device device) {
  return *once_per_device(g_properties, device, [device] {
    require_usable();
    return query_properties(device.index);
  });
}

unsigned* error_word(Device device) {
  return once_per_device(g_error_records, device,
                         [device] { return make_error_record(device); });
}

}  // namespace tenorite::cuda
