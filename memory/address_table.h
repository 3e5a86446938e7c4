// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace tenorite::memory {

struct Block;

// Address -> live block: open addressing with linear probing. Erasing shifts
// entries back, so there are no tombstones and lookups stay short for ever.
class AddressTable {
 public:
  // After this one insert() cannot fail. May throw bad_alloc.
  void reserve_one() {
    if (2 * (count_ + 1) > capacity_) [[unlikely]]
      grow();
  }

  void insert(const void* key, Block* block) noexcept {
    size_t i = home(key);
    while (slots_[i].key != nullptr) i = (i + 1) & (capacity_ - 1);
    slots_[i] = {key, block};
    ++count_;
  }

  Block* find(const void* key) const noexcept {
    if (capacity_ == 0 || key == nullptr) return nullptr;
    for (size_t i = home(key); slots_[i].key != nullptr;
         i = (i + 1) & (capacity_ - 1))
      if (slots_[i].key == key) return slots_[i].block;
    return nullptr;
  }

  Block* erase(const void* key) noexcept {
    if (capacity_ == 0 || key == nullptr) return nullptr;
    const size_t mask = capacity_ - 1;
    size_t i = home(key);
    while (slots_[i].key != key) {
      if (slots_[i].key == nullptr) return nullptr;
      i = (i + 1) & mask;
    }
    Block* block = slots_[i].block;
    for (size_t j = (i + 1) & mask; slots_[j].key != nullptr;
         j = (j + 1) & mask) {
      // An entry may move back only if its home is not past the hole.
      if (((j - home(slots_[j].key)) & mask) >= ((j - i) & mask)) {
        slots_[i] = slots_[j];
        i = j;
      }
    }
    slots_[i] = {};
    --count_;
    return block;
  }

  size_t size() const { return count_; }

 private:
  struct Slot {
    const void* key = nullptr;
    Block* block = nullptr;
  };

  size_t home(const void* key) const noexcept {
    const uint64_t bits = reinterpret_cast<uintptr_t>(key);
    return (bits * 0x9E3779B97F4A7C15u) >> shift_;
  }

  void grow() {
    const size_t capacity = capacity_ == 0 ? 256 : 2 * capacity_;
    auto old = std::make_unique<Slot[]>(capacity);
    old.swap(slots_);
    const size_t n_old = capacity_;
    capacity_ = capacity;
    shift_ = 64 - std::countr_zero(capacity);
    count_ = 0;
    for (size_t i = 0; i < n_old; ++i)
      if (old[i].key != nullptr) insert(old[i].key, old[i].block);
  }

  std::unique_ptr<Slot[]> slots_;
  size_t capacity_ = 0;
  size_t count_ = 0;
  int shift_ = 63;
};

}  // namespace tenorite::memory
