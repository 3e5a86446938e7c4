// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/pinned_slot.h"

#include <cuda_runtime_api.h>

#include <exception>
#include <mutex>
#include <vector>

#include "core/cuda/check.h"
#include "core/cuda/wait.h"
#include "core/outer_lock.h"

namespace tenorite::cuda {
namespace {

struct FreeList {
  PatientMutex mutex;
  size_t total = 0;
  std::vector<void*> slots;
};

// Never destroyed: the driver may already be gone when the process ends.
FreeList& free_list() {
  static FreeList& list = *new FreeList;
  return list;
}

}  // namespace

PinnedSlot::PinnedSlot() : exceptions_(std::uncaught_exceptions()) {
  FreeList& list = free_list();
  std::lock_guard lock(list.mutex);
  if (list.slots.empty()) {
    // One page of pinned memory serves many.
    constexpr size_t kSlots = 16;
    void* block = nullptr;
    list.slots.reserve(list.total + kSlots);
    TENORITE_CUDA_WAIT(
        cudaHostAlloc(&block, kSlots * kBytes, cudaHostAllocPortable));
    list.total += kSlots;
    for (size_t i = 0; i < kSlots; ++i)
      list.slots.push_back(static_cast<char*>(block) + i * kBytes);
  }
  data_ = list.slots.back();
  list.slots.pop_back();
}

PinnedSlot::~PinnedSlot() {
  if (std::uncaught_exceptions() > exceptions_) return;
  FreeList& list = free_list();
  std::lock_guard lock(list.mutex);
  list.slots.push_back(data_);
}

}  // namespace tenorite::cuda
