// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>

namespace tenorite::collectives {

// Bytes from one rank to another, in memory that both have: at the beginning
// all zeros. One thread puts and one takes.
struct Ring {
  alignas(64) std::atomic<uint64_t> written;  // bytes ever
  alignas(64) std::atomic<uint64_t> read;
  alignas(64) char data[64];  // the first of `capacity`, a power of two

  static_assert(std::atomic<uint64_t>::is_always_lock_free);

  static size_t bytes(size_t capacity) {
    return sizeof(Ring) - sizeof(Ring::data) + capacity;
  }

  // As many of the bytes as there is room for.
  size_t put(const char* from, size_t nbytes, size_t capacity) {
    const uint64_t at = written.load(std::memory_order_relaxed);
    const uint64_t free =
        capacity - (at - read.load(std::memory_order_acquire));
    const size_t n = std::min<uint64_t>(nbytes, free);
    const size_t offset = at & (capacity - 1);
    const size_t first = std::min(n, capacity - offset);
    if (n == 0) return 0;
    std::memcpy(data + offset, from, first);
    std::memcpy(data, from + first, n - first);
    written.store(at + n, std::memory_order_release);
    return n;
  }
  // As many bytes as are there, at most so many.
  size_t take(char* to, size_t nbytes, size_t capacity) {
    const uint64_t at = read.load(std::memory_order_relaxed);
    const uint64_t there = written.load(std::memory_order_acquire) - at;
    const size_t n = std::min<uint64_t>(nbytes, there);
    const size_t offset = at & (capacity - 1);
    const size_t first = std::min(n, capacity - offset);
    if (n == 0) return 0;
    std::memcpy(to, data + offset, first);
    std::memcpy(to + first, data, n - first);
    read.store(at + n, std::memory_order_release);
    return n;
  }
};

}  // namespace tenorite::collectives
