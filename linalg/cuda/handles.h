// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <utility>
#include <vector>

#include "core/device.h"

namespace tenorite::linalg::cuda {

// Handles are expensive, so a thread that ends leaves its own to the next one.
// None is destroyed: at exit the CUDA libraries may be gone already.
class IdleHandles {
 public:
  void* take(int device) {
    std::lock_guard lock(mutex_);
    for (auto& handle : handles_) {
      if (handle.first != device) continue;
      std::swap(handle, handles_.back());
      void* taken = handles_.back().second;
      handles_.pop_back();
      return taken;
    }
    return nullptr;
  }
  void leave(const std::vector<void*>& of_device) {
    std::lock_guard lock(mutex_);
    for (size_t i = 0; i < of_device.size(); ++i)
      if (of_device[i])
        handles_.emplace_back(static_cast<int>(i), of_device[i]);
  }

 private:
  std::mutex mutex_;
  std::vector<std::pair<int, void*>> handles_;  // device index, handle
};

// The calling thread's handle of a library on a device, made by `create` on
// the current device if there is none to be had.
template <class Library, class F>
void* thread_handle(Device device, F&& create) {
  static auto* idle = new IdleHandles;
  struct Handles {
    std::vector<void*> of_device;
    ~Handles() { idle->leave(of_device); }
  };
  thread_local Handles handles;
  auto index = static_cast<size_t>(device.index);
  if (index >= handles.of_device.size()) handles.of_device.resize(index + 1);
  void*& handle = handles.of_device[index];
  if (!handle) [[unlikely]] {
    handle = idle->take(device.index);
    if (!handle) handle = create();
  }
  return handle;
}

}  // namespace tenorite::linalg::cuda
