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

  Dims() = default;
  explicit Dims(int n, int64_t value = 0) {
    resize(n);
    for (int i = 0; i < n; ++i) data_[i] = value;
  }
  Dims(std::initializer_list<int64_t> values) {
    resize(static_cast<int>(values.size()));
    int i = 0;
    for (int64_t v : values) data_[i++] = v;
  }
  Dims(const int64_t* first, int n) {
    resize(n);
    if (n > 0) std::memcpy(data_, first, sizeof(int64_t) * n);
  }
  Dims(const Dims& other) { *this = other; }
  Dims(Dims&& other) noexcept { steal(other); }
  Dims& operator=(const Dims& other) {
    if (this == &other) return *this;
    if (data_ == inline_ && other.data_ == other.inline_) {
      size_ = other.size_;
      std::memcpy(inline_, other.inline_, sizeof(inline_));
    } else {
      resize(other.size_);
      if (size_ > 0) std::memcpy(data_, other.data_, sizeof(int64_t) * size_);
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
  int64_t* data() { return data_; }
  const int64_t* data() const { return data_; }
  int64_t& operator[](int i) { return data_[i]; }
  int64_t operator[](int i) const { return data_[i]; }
  int64_t* begin() { return data_; }
  int64_t* end() { return data_ + size_; }
  const int64_t* begin() const { return data_; }
  const int64_t* end() const { return data_ + size_; }
  int64_t back() const { return data_[size_ - 1]; }

  void push_back(int64_t value) {
    resize(size_ + 1);
    data_[size_ - 1] = value;
  }
  void insert(int at, int64_t value) {
    resize(size_ + 1);
    std::memmove(data_ + at + 1, data_ + at,
                 sizeof(int64_t) * (size_ - 1 - at));
    data_[at] = value;
  }
  void erase(int at) {
    std::memmove(data_ + at, data_ + at + 1,
                 sizeof(int64_t) * (size_ - 1 - at));
    --size_;
  }
  // New trailing entries are uninitialised.
  void resize(int n) {
    TENORITE_CHECK(
        n <= kMaxDims, ValueError,
        "maximum supported dimension for an ndarray is currently %d, found %d",
        kMaxDims, n);
    if (n > kInline && data_ == inline_) {
      auto* heap = new int64_t[kMaxDims];
      std::memcpy(heap, inline_, sizeof(int64_t) * size_);
      data_ = heap;
    }
    size_ = n;
  }

  friend bool operator==(const Dims& a, const Dims& b) {
    if (a.size_ != b.size_) return false;
    for (int i = 0; i < a.size_; ++i)
      if (a.data_[i] != b.data_[i]) return false;
    return true;
  }

 private:
  void steal(Dims& other) noexcept {
    size_ = other.size_;
    if (other.data_ == other.inline_) {
      data_ = inline_;
      std::memcpy(inline_, other.inline_, sizeof(inline_));
    } else {
      data_ = other.data_;
      other.data_ = other.inline_;
      other.size_ = 0;
    }
  }
  void release() {
    if (data_ != inline_) delete[] data_;
    data_ = inline_;
  }

  int size_ = 0;
  int64_t* data_ = inline_;
  int64_t inline_[kInline];
};

}  // namespace tenorite
