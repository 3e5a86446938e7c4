// SPDX-License-Identifier: Apache-2.0
// What the code of a group depends on, as bytes: operations, loops, dtypes,
// sources, stores, and which arrays are constant along reduced axes. Not
// shapes, strides, numbers or addresses.
#pragma once

#include <cstdint>
#include <string_view>

#include "ops/plan/group.h"

namespace tenorite::jit {

// Whether an array, broadcast to a shape, does not change along some axes.
bool is_constant_along(const ndarray& array, const Dims& shape, uint64_t axes);

class GroupKey {
 public:
  explicit GroupKey(const GroupPlan& plan);

  // Whether the group is within the limits of ops/plan/group.h.
  bool fits() const { return fits_; }
  std::string_view bytes() const {
    return {reinterpret_cast<const char*>(words_), size_};
  }
  uint64_t hash() const { return hash_; }

 private:
  template <class T>
  void put(const T& value);

  static constexpr size_t kMost = 24 << 10;
  bool fits_;
  size_t size_ = 0;  // a multiple of eight
  uint64_t hash_ = 0;
  uint64_t words_[kMost / 8];
};

}  // namespace tenorite::jit
