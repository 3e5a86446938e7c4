// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "core/device.h"
#include "core/export.h"

namespace tenorite::memory {

// Copies of n bytes between host and device memory, in stream order. To be
// called without the interpreter's lock; waits throw Interrupted (see
// core/interrupt.h), and then the destination is undefined.

// Returns as soon as the host memory may be reused; the copy itself is work on
// the stream like any other.
TENORITE_EXPORT void copy_to_device(Device device, StreamId stream, void* dst,
                                    const void* src, size_t n);
// Returns when the data has arrived.
TENORITE_EXPORT void copy_to_host(Device device, StreamId stream, void* dst,
                                  const void* src, size_t n);

// Only queue the copy. The host memory must be page-locked and stay untouched
// until the stream has come so far.
void copy_to_device_async(Device device, StreamId stream, void* dst,
                          const void* src, size_t n);
void copy_to_host_async(Device device, StreamId stream, void* dst,
                        const void* src, size_t n);

// Between two devices: runs on the source's stream, after what is now queued
// on both and before what is queued on either later.
void copy_peer(Device dst_device, void* dst, StreamId dst_stream,
               Device src_device, const void* src, StreamId src_stream,
               size_t n);

// Whether the driver can address this host memory directly.
bool is_page_locked(DeviceType type, const void* host);

// What a device type brings along; the members mirror the functions above.
struct TransferTable {
  using ToDevice = void (*)(Device, StreamId, void*, const void*, size_t);
  ToDevice to_device;
  ToDevice to_host;
  ToDevice to_device_async;
  ToDevice to_host_async;
  void (*peer)(Device, void*, StreamId, Device, const void*, StreamId, size_t);
  bool (*is_page_locked)(const void*);
};
TENORITE_EXPORT void register_transfers(DeviceType type,
                                        const TransferTable* table);

}  // namespace tenorite::memory
