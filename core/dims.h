// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "core/error.h"

namespace tenorite {

inline constexpr int kMaxDims = 64;

// Shape or strides: a small vector that stays off the heap for common ranks.
class Dims {
 public:
  static constexpr int kInline = 6;

  Dims() : inline_{} {}
  explicit Dims(int n, int64_t value = 0) : Dims() {
    resize(n);
    for (int64_t& entry : *this) entry = value;
  }
  Dims(std::initializer_list<int64_t> values)
      : Dims(values.begin(), static_cast<int>(values.size())) {}
  Dims(const int64_t* first, int n) : Dims() {
    resize(n);
    if (n > 0) std::memcpy(data(), first, sizeof(int64_t) * n);
  }
  Dims(const Dims& other) { copy(other); }
  Dims(Dims&& other) noexcept { steal(other); }
  Dims& operator=(const Dims& other) {
    if (this == &other) return *this;
    if (!on_heap()) {
      copy(other);
    } else {
      resize(other.size_);
      std::memcpy(data(), other.data(), sizeof(int64_t) * other.size_);
    }
    return *this;
  }
  Dims& operator=(Dims&& other) noexcept {
    if (this != &other) {
      release();
      steal(other);
    }
    return *this;
  }
  ~Dims() { release(); }

  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  int64_t* data() { return on_heap() ? heap_ : inline_; }
  const int64_t* data() const { return on_heap() ? heap_ : inline_; }
  int64_t& operator[](int i) { return data()[i]; }
  int64_t operator[](int i) const { return data()[i]; }
  int64_t* begin() { return data(); }
  int64_t* end() { return data() + size_; }
  const int64_t* begin() const { return data(); }
  const int64_t* end() const { return data() + size_; }
  int64_t back() const { return data()[size_ - 1]; }

  void push_back(int64_t value) {
    resize(size_ + 1);
    data()[size_ - 1] = value;
  }
  void insert(int at, int64_t value) {
    resize(size_ + 1);
    int64_t* entries = data();
    std::memmove(entries + at + 1, entries + at,
                 sizeof(int64_t) * (size_ - 1 - at));
    entries[at] = value;
  }
  void erase(int at) {
    int64_t* entries = data();
    std::memmove(entries + at, entries + at + 1,
                 sizeof(int64_t) * (size_ - 1 - at));
    resize(size_ - 1);
  }
  // New trailing entries are uninitialised.
  void resize(int n) {
    TENORITE_CHECK(
        n <= kMaxDims, ValueError,
        "maximum supported dimension for an ndarray is currently %d, found %d",
        kMaxDims, n);
    if ((n > kInline) != on_heap()) [[unlikely]]
      move_entries();
    size_ = n;
  }

  friend bool operator==(const Dims& a, const Dims& b) {
    if (a.size_ != b.size_) return false;
    if (a.on_heap()) [[unlikely]]
      return std::memcmp(a.heap_, b.heap_, sizeof(int64_t) * a.size_) == 0;
    for (int i = 0; i < a.size_; ++i)
      if (a.inline_[i] != b.inline_[i]) return false;
    return true;
  }

 private:
  bool on_heap() const { return size_ > kInline; }
  // Into memory on the heap, which is enough for any, or back.
  [[gnu::noinline]] void move_entries() {
    if (on_heap()) {
      int64_t* former = heap_;
      std::memcpy(inline_, former, sizeof(inline_));
      delete[] former;
    } else {
      auto* heap = new int64_t[kMaxDims];
      std::memcpy(heap, inline_, sizeof(int64_t) * size_);
      heap_ = heap;
    }
  }
  // Where this one has nothing on the heap.
  void copy(const Dims& other) {
    if (other.on_heap()) [[unlikely]] {
      resize(other.size_);
      std::memcpy(heap_, other.heap_, sizeof(int64_t) * other.size_);
      return;
    }
    size_ = other.size_;
    std::memcpy(inline_, other.inline_, sizeof(inline_));
  }
  void steal(Dims& other) noexcept {
    size_ = other.size_;
    std::memcpy(inline_, other.inline_, sizeof(inline_));
    if (on_heap()) [[unlikely]]
      other.size_ = 0;
  }
  void release() {
    if (on_heap()) [[unlikely]]
      delete[] heap_;
  }

  int size_ = 0;
  union {
    int64_t inline_[kInline];
    int64_t* heap_;
  };
};

}  // namespace tenorite
