// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/counters.h"

#include <mutex>
#include <vector>

#include "core/capture.h"
#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/cuda/wait.h"
#include "core/outer_lock.h"

namespace tenorite::cuda {
namespace {

// What one stream keeps.
constexpr int64_t kKept = 4096;
constexpr size_t kKeptBytes = kKept * sizeof(unsigned);

struct Kept {
  Device device;
  StreamId stream;
  unsigned* counters;
};
struct KeptList {
  PatientMutex mutex;
  std::vector<Kept> entries;
};

// Never destroyed: the driver may already be gone when the process ends.
KeptList& kept_list() {
  static KeptList& list = *new KeptList;
  return list;
}

// Also while `handle` is captured: a graph would do it when it is launched,
// and the counters may be another stream's before.
void set_to_zero_now(unsigned* counters, Device device, StreamId stream,
                     cudaStream_t handle) {
  if (capture_of(device, stream) == nullptr) {
    TENORITE_CUDA_TRY(cudaMemsetAsync(counters, 0, kKeptBytes, handle));
    return;
  }
  cudaStream_t other = nullptr;
  TENORITE_CUDA_TRY(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  const cudaError_t queued = cudaMemsetAsync(counters, 0, kKeptBytes, other);
  const cudaError_t done =
      waiting([&] { return cudaStreamSynchronize(other); });
  check_quietly(cudaStreamDestroy(other), "cudaStreamDestroy");
  TENORITE_CUDA_TRY(queued);
  TENORITE_CUDA_TRY(done);
}

// The counters that only the kernels of this stream use, one after another, or
// null. A stream that is not ours has none: nobody would tell of its end.
unsigned* kept_counters(Device device, StreamId stream, cudaStream_t handle) {
  if (stream != kDefaultStream && !is_own_stream(stream)) return nullptr;
  KeptList& list = kept_list();
  std::lock_guard lock(list.mutex);
  for (const Kept& kept : list.entries)
    if (kept.stream == stream && kept.device == device) return kept.counters;
  for (Kept& kept : list.entries)
    if (kept.device == device && kept.stream != kDefaultStream &&
        stream_finished(device, kept.stream)) {
      kept.stream = stream;
      return kept.counters;
    }
  list.entries.reserve(list.entries.size() + 1);
  void* counters = nullptr;
  if (!check_quietly(waiting([&] { return cudaMalloc(&counters, kKeptBytes); }),
                     "cudaMalloc"))
    return nullptr;
  // Not reached with an error unless the device is lost.
  set_to_zero_now(static_cast<unsigned*>(counters), device, stream, handle);
  list.entries.push_back({device, stream, static_cast<unsigned*>(counters)});
  return list.entries.back().counters;
}

}  // namespace

unsigned* zero_counters(Device device, StreamId stream, int64_t n,
                        StoragePtr& holder) {
  cudaStream_t handle = stream_handle(device, stream);
  if (n <= kKept)
    if (unsigned* kept = kept_counters(device, stream, handle)) return kept;
  size_t bytes = n * sizeof(unsigned);
  holder = Storage::allocate(device, bytes, stream);
  TENORITE_CUDA_TRY(cudaMemsetAsync(holder->data(), 0, bytes, handle));
  return reinterpret_cast<unsigned*>(holder->data());
}

}  // namespace tenorite::cuda
