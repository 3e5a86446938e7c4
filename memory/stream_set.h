// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/device.h"

namespace tenorite::memory {

// A few distinct streams, without allocating. Past the capacity it overflows,
// and the reader synchronizes the whole device instead.
class StreamSet {
 public:
  void add(StreamId stream) noexcept {
    if (std::find(begin(), end(), stream) != end()) return;
    if (n_ == ids_.size()) {
      overflowed_ = true;
    } else {
      ids_[n_++] = stream;
    }
  }

  bool overflowed() const { return overflowed_; }
  const StreamId* begin() const { return ids_.data(); }
  const StreamId* end() const { return ids_.data() + n_; }
  static constexpr size_t kCapacity = 16;

 private:
  std::array<StreamId, kCapacity> ids_{};
  size_t n_ = 0;
  bool overflowed_ = false;
};

}  // namespace tenorite::memory
