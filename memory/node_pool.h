// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace tenorite::memory {

// Recycles the metadata nodes of a pool, so that the hit path never calls the
// system's allocator. A node is linked into the free list by T::next.
template <typename T>
class NodePool {
 public:
  // After reserve(n), n calls of take() cannot fail. May throw bad_alloc.
  void reserve(size_t n) {
    if (n_free_ < n) [[unlikely]]
      grow(n);
  }

  T* take() {
    reserve(1);
    T* node = free_;
    free_ = node->next;
    --n_free_;
    *node = T{};
    return node;
  }

  void give(T* node) noexcept {
    node->next = free_;
    free_ = node;
    ++n_free_;
  }

 private:
  static constexpr size_t kChunk = 64;

  void grow(size_t n) {
    while (n_free_ < n) {
      chunks_.push_back(std::make_unique<T[]>(kChunk));
      for (size_t i = 0; i < kChunk; ++i) give(&chunks_.back()[i]);
    }
  }

  std::vector<std::unique_ptr<T[]>> chunks_;
  T* free_ = nullptr;
  size_t n_free_ = 0;
};

}  // namespace tenorite::memory
