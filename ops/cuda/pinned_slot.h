// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tenorite::cuda {

// A few bytes of pinned host memory, for values that the host waits for.
// Kept for the next user when it goes out of scope, unless an exception ended
// the wait: the copy into it may still be on its way.
class PinnedSlot {
 public:
  static constexpr size_t kBytes = 256;

  PinnedSlot();
  ~PinnedSlot();
  PinnedSlot(const PinnedSlot&) = delete;
  PinnedSlot& operator=(const PinnedSlot&) = delete;

  template <class T>
  T* as() const {
    static_assert(sizeof(T) <= kBytes);
    return static_cast<T*>(data_);
  }

 private:
  void* data_;
  int exceptions_;
};

}  // namespace tenorite::cuda
