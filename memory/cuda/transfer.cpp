// SPDX-License-Identifier: Apache-2.0
#include "memory/transfer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "core/cuda/check.h"
#include "core/cuda/graph.h"
#include "core/cuda/peer.h"
#include "core/cuda/stream_table.h"
#include "core/outer_lock.h"
#include "memory/allocator.h"
#include "memory/cuda/events.h"
#include "memory/host_copy.h"

namespace tenorite::cuda {
namespace {

// Several chunks in flight hide the host's copy behind the bus.
constexpr size_t kChunk = 4 << 20;
constexpr int kDepth = 4;
// Up to here the driver stages pageable memory itself and does not wait.
constexpr size_t kDriverStages = 64 << 10;
// Asking whether memory is page-locked costs more than staging less than this.
constexpr size_t kAskFrom = 256 << 10;

// What a graph cannot have: its launches would read what the host memory holds
// by then.
constexpr char kWithHost[] = "a copy from or to host memory";

// One chunk of page-locked memory; the event says when the stream is done.
class Chunk {
 public:
  Chunk(Device device, StreamId stream, size_t bytes)
      : device_(device),
        stream_(stream),
        data_(static_cast<char*>(
            memory::staging_pool().allocate(bytes, memory::kHostStream))) {}
  ~Chunk() {
    release_event(event_);
    const StreamId used_on = memory::host_stream(device_, stream_);
    memory::staging_pool().free(data_, &used_on, queued_ ? 1 : 0);
  }
  Chunk(const Chunk&) = delete;
  Chunk& operator=(const Chunk&) = delete;

  char* data() const { return data_; }

  void queue(void* dst, const void* src, size_t n, cudaMemcpyKind kind) {
    DeviceGuard guard(device_);
    queued_ = true;
    without_claimed_outer_lock([&] {
      TENORITE_CUDA_TRY(
          cudaMemcpyAsync(dst, src, n, kind, stream_handle(device_, stream_)));
    });
    event_ = record_event(device_, stream_);
  }

  void wait() {
    if (event_ == memory::kNoEvent) return;
    wait_event(event_);
    release_event(event_);
    event_ = memory::kNoEvent;
    queued_ = false;
  }

 private:
  const Device device_;
  const StreamId stream_;
  char* const data_;
  memory::EventId event_ = memory::kNoEvent;
  bool queued_ = false;
};

// The chunks of one large copy, used in turn.
class Chunks {
 public:
  Chunks(Device device, StreamId stream, size_t total)
      : device_(device), stream_(stream), bytes_(std::min(total, kChunk)) {}

  Chunk& operator[](size_t i) {
    std::unique_ptr<Chunk>& chunk = ring_[i % kDepth];
    if (chunk == nullptr)
      chunk = std::make_unique<Chunk>(device_, stream_, bytes_);
    return *chunk;
  }

 private:
  const Device device_;
  const StreamId stream_;
  const size_t bytes_;
  std::array<std::unique_ptr<Chunk>, kDepth> ring_;
};

bool is_page_locked(const void* host) {
  require_usable();
  cudaPointerAttributes attributes{};
  TENORITE_CUDA_TRY(cudaPointerGetAttributes(&attributes, host));
  return attributes.type == cudaMemoryTypeHost ||
         attributes.type == cudaMemoryTypeManaged;
}

void queue_copy(Device device, StreamId stream, void* dst, const void* src,
                size_t n, cudaMemcpyKind kind) {
  DeviceGuard guard(device);
  without_claimed_outer_lock([&] {
    TENORITE_CUDA_TRY(
        cudaMemcpyAsync(dst, src, n, kind, stream_handle(device, stream)));
  });
}

void wait_for(Device device, StreamId stream) {
  const memory::EventId event = record_event(device, stream);
  try {
    wait_event(event);
  } catch (...) {
    release_event(event);
    throw;
  }
  release_event(event);
}

void to_device(Device device, StreamId stream, void* dst, const void* src,
               size_t n) {
  refuse_capture(stream_handle(device, stream), kWithHost);
  if (n <= kDriverStages) {
    queue_copy(device, stream, dst, src, n, cudaMemcpyHostToDevice);
    return;
  }
  if (n >= kAskFrom && is_page_locked(src)) {
    queue_copy(device, stream, dst, src, n, cudaMemcpyHostToDevice);
    wait_for(device, stream);
    return;
  }
  Chunks chunks(device, stream, n);
  size_t i = 0;
  for (size_t at = 0; at < n; at += kChunk, ++i) {
    Chunk& chunk = chunks[i];
    chunk.wait();
    const size_t bytes = std::min(kChunk, n - at);
    memory::host_copy(chunk.data(), static_cast<const char*>(src) + at, bytes);
    chunk.queue(static_cast<char*>(dst) + at, chunk.data(), bytes,
                cudaMemcpyHostToDevice);
  }
}

void to_host(Device device, StreamId stream, void* dst, const void* src,
             size_t n) {
  refuse_capture(stream_handle(device, stream), kWithHost);
  if (n >= kAskFrom && is_page_locked(dst)) {
    queue_copy(device, stream, dst, src, n, cudaMemcpyDeviceToHost);
    wait_for(device, stream);
    return;
  }
  Chunks chunks(device, stream, n);
  const size_t count = (n + kChunk - 1) / kChunk;
  const auto size_at = [n](size_t i) {
    return std::min(kChunk, n - i * kChunk);
  };
  const auto queue = [&](size_t i) {
    chunks[i].queue(chunks[i].data(),
                    static_cast<const char*>(src) + i * kChunk, size_at(i),
                    cudaMemcpyDeviceToHost);
  };
  for (size_t i = 0; i < std::min<size_t>(count, kDepth); ++i) queue(i);
  for (size_t i = 0; i < count; ++i) {
    Chunk& chunk = chunks[i];
    chunk.wait();
    memory::host_copy(static_cast<char*>(dst) + i * kChunk, chunk.data(),
                      size_at(i));
    if (i + kDepth < count) queue(i + kDepth);
  }
}

void to_device_async(Device device, StreamId stream, void* dst, const void* src,
                     size_t n) {
  queue_copy(device, stream, dst, src, n, cudaMemcpyHostToDevice);
}

void to_host_async(Device device, StreamId stream, void* dst, const void* src,
                   size_t n) {
  queue_copy(device, stream, dst, src, n, cudaMemcpyDeviceToHost);
}

// `later` waits for what is now queued on `earlier`.
void order(Device later_device, StreamId later, Device earlier_device,
           StreamId earlier) {
  const memory::EventId event = record_event(earlier_device, earlier);
  try {
    stream_wait_event(later_device, later, event);
  } catch (...) {
    release_event(event);
    throw;
  }
  release_event(event);
}

// On the source's stream, because a source freed right afterwards is then
// safe without another stream to wait for.
void peer(Device dst_device, void* dst, StreamId dst_stream, Device src_device,
          const void* src, StreamId src_stream, size_t n) {
  order(src_device, src_stream, dst_device, dst_stream);
  copy_peer(dst, dst_device, src, src_device, n, src_device, src_stream);
  order(dst_device, dst_stream, src_device, src_stream);
}

const memory::TransferTable kTransfers{to_device,     to_host, to_device_async,
                                       to_host_async, peer,    is_page_locked};

[[maybe_unused]] const bool registered = [] {
  memory::register_transfers(DeviceType::kCuda, &kTransfers);
  return true;
}();

}  // namespace
}  // namespace tenorite::cuda
