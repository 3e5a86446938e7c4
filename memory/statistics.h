// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tenorite::memory {

// One consistent snapshot. Sizes are bytes of whole blocks, so they are
// rounded up from what was asked for.
struct Statistics {
  size_t used_bytes = 0;      // live blocks
  size_t reserved_bytes = 0;  // everything taken from the backend
  size_t free_bytes = 0;      // cached: ready for reuse
  size_t pending_bytes = 0;   // freed, but another stream may still use them
  size_t peak_used = 0;
  size_t peak_reserved = 0;
  size_t n_free_blocks = 0;
  uint64_t allocations = 0;
  uint64_t frees = 0;
  uint64_t hits = 0;    // served without calling backend.allocate
  uint64_t misses = 0;  // served by a new segment
  uint64_t backend_allocations = 0;
  uint64_t backend_frees = 0;
  uint64_t out_of_memory = 0;  // OutOfMemoryErrors raised
  uint64_t invalid_frees = 0;  // unknown pointers handed to free()
};

}  // namespace tenorite::memory
