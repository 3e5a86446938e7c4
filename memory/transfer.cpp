// SPDX-License-Identifier: Apache-2.0
#include "memory/transfer.h"

#include "core/error.h"
#include "core/late_failure.h"
#include "memory/host_copy.h"

namespace tenorite::memory {
namespace {

void copy_on_host(Device, StreamId, void* dst, const void* src, size_t n) {
  host_copy(dst, src, n);
}

const TransferTable kCpuTransfers{
    copy_on_host,
    copy_on_host,
    copy_on_host,
    copy_on_host,
    [](Device, void* dst, StreamId, Device, const void* src, StreamId,
       size_t n) { host_copy(dst, src, n); },
    [](const void*) { return false; }};

const TransferTable* tables[kNumDeviceTypes] = {&kCpuTransfers, nullptr};

const TransferTable& table(Device device) {
  const TransferTable* found = tables[static_cast<int>(device.type)];
  TENORITE_CHECK(found != nullptr, RuntimeError,
                 "%s: this build of Tenorite has no support for it",
                 to_string(device).c_str());
  return *found;
}

}  // namespace

void register_transfers(DeviceType type, const TransferTable* table) {
  tables[static_cast<int>(type)] = table;
}

void copy_to_device(Device device, StreamId stream, void* dst, const void* src,
                    size_t n) {
  if (n != 0) table(device).to_device(device, stream, dst, src, n);
}

void copy_to_host(Device device, StreamId stream, void* dst, const void* src,
                  size_t n) {
  if (n != 0) table(device).to_host(device, stream, dst, src, n);
  // What was waited for may have been given up instead of done.
  raise_late_failure();
}

void copy_to_device_async(Device device, StreamId stream, void* dst,
                          const void* src, size_t n) {
  if (n != 0) table(device).to_device_async(device, stream, dst, src, n);
}

void copy_to_host_async(Device device, StreamId stream, void* dst,
                        const void* src, size_t n) {
  if (n != 0) table(device).to_host_async(device, stream, dst, src, n);
}

void copy_peer(Device dst_device, void* dst, StreamId dst_stream,
               Device src_device, const void* src, StreamId src_stream,
               size_t n) {
  TENORITE_CHECK(dst_device.type == src_device.type, ValueError,
                 "no direct copy between %s and %s",
                 to_string(src_device).c_str(), to_string(dst_device).c_str());
  if (n != 0)
    table(src_device)
        .peer(dst_device, dst, dst_stream, src_device, src, src_stream, n);
}

bool is_page_locked(DeviceType type, const void* host) {
  const TransferTable* found = tables[static_cast<int>(type)];
  return found != nullptr && found->is_page_locked(host);
}

}  // namespace tenorite::memory
