// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/peer.h"

#include <cuda_runtime_api.h>

#include <atomic>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"

namespace tenorite::cuda {
namespace {

enum class Access : char { kUnknown, kDirect, kByHost };
std::atomic<Access> g_access[kMaxDevices][kMaxDevices];

// Switches direct access on once per pair, so that copies need not ask.
void prepare(Device device, Device peer) {
  if (device == peer) return;
  std::atomic<Access>& access = g_access[device.index][peer.index];
  if (access.load(std::memory_order_acquire) != Access::kUnknown) return;
  const bool direct = can_access_peer(device, peer);
  if (direct) enable_peer_access(device, peer);
  access.store(direct ? Access::kDirect : Access::kByHost,
               std::memory_order_release);
}

}  // namespace

bool can_access_peer(Device device, Device peer) {
  require_usable();
  int can = 0;
  TENORITE_CUDA_TRY(cudaDeviceCanAccessPeer(&can, device.index, peer.index));
  return can != 0;
}

void enable_peer_access(Device device, Device peer) {
  DeviceGuard guard(device);
  const cudaError_t status = cudaDeviceEnablePeerAccess(peer.index, 0);
  if (status == cudaErrorPeerAccessAlreadyEnabled) {
    cudaGetLastError();
    return;
  }
  check(status, "cudaDeviceEnablePeerAccess", __FILE__, __LINE__);
}

void disable_peer_access(Device device, Device peer) {
  DeviceGuard guard(device);
  TENORITE_CUDA_TRY(cudaDeviceDisablePeerAccess(peer.index));
  // What the user switched off stays off for copies as well.
  g_access[device.index][peer.index] = Access::kByHost;
}

void copy_peer(void* dst, Device dst_device, const void* src, Device src_device,
               size_t bytes, Device stream_device, StreamId stream) {
  if (bytes == 0) return;
  prepare(dst_device, src_device);
  prepare(src_device, dst_device);
  DeviceGuard guard(stream_device);
  TENORITE_CUDA_TRY(cudaMemcpyPeerAsync(dst, dst_device.index, src,
                                        src_device.index, bytes,
                                        stream_handle(stream_device, stream)));
}

}  // namespace tenorite::cuda
