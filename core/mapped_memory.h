// SPDX-License-Identifier: Apache-2.0
// Addresses that users give as numbers.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace tenorite {

// Whether memory of the host is there, however it may be protected.
inline bool is_mapped(uintptr_t address, size_t bytes) {
  if (address == 0 || address + bytes < address) return false;
  static const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  unsigned char resident[16];
  const uintptr_t end = address + std::max<size_t>(bytes, 1);
  for (uintptr_t at = address & ~(page - 1); at < end;) {
    const size_t part = std::min<size_t>(end - at, sizeof(resident) * page);
    if (mincore(reinterpret_cast<void*>(at), part, resident) != 0) return false;
    at += sizeof(resident) * page;
  }
  return true;
}

}  // namespace tenorite
