// SPDX-License-Identifier: Apache-2.0
#include "memory/cpu_backend.h"

#include <sys/mman.h>
#include <sys/sysinfo.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

namespace tenorite::memory {
namespace {

constexpr size_t kPage = 4 << 10;
constexpr size_t kHugePage = 2 << 20;
constexpr size_t kMapFrom = 1 << 20;
// Below, a huge page would be touched for a few kilobytes of data.
constexpr size_t kHugeFrom = 4 << 20;
constexpr size_t kCacheLine = 64;

constexpr size_t round_up(size_t n, size_t unit) {
  return (n + unit - 1) / unit * unit;
}

void* map(size_t bytes) {
  void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return at == MAP_FAILED ? nullptr : at;
}

// Aligned to huge pages, which then cover all of it: far fewer page faults.
void* map_huge(size_t bytes) {
  auto* raw = static_cast<char*>(map(bytes + kHugePage));
  if (raw == nullptr) return nullptr;
  const size_t offset = reinterpret_cast<uintptr_t>(raw) % kHugePage;
  const size_t head = offset == 0 ? 0 : kHugePage - offset;
  if (head != 0) munmap(raw, head);
  char* aligned = raw + head;
  if (head != kHugePage) munmap(aligned + bytes, kHugePage - head);
  madvise(aligned, bytes, MADV_HUGEPAGE);  // a wish, not a condition
  return aligned;
}

// The first number in a file, or `otherwise` ("max" is not a number).
size_t read_number(const char* path, size_t otherwise) {
  std::ifstream file(path);
  size_t value = 0;
  return file >> value ? value : otherwise;
}

size_t available_memory(size_t otherwise) {
  std::ifstream file("/proc/meminfo");
  std::string key;
  size_t kib = 0;
  while (file >> key >> kib) {
    if (key == "MemAvailable:") return kib << 10;
    file.ignore(256, '\n');
  }
  return otherwise;
}

}  // namespace

void* CpuBackend::allocate(size_t bytes) {
  if (bytes >= kHugeFrom) return map_huge(round_up(bytes, kPage));
  if (bytes >= kMapFrom) return map(round_up(bytes, kPage));
  void* ptr = nullptr;
  return posix_memalign(&ptr, kCacheLine, bytes) == 0 ? ptr : nullptr;
}

void CpuBackend::deallocate(void* ptr, size_t bytes) noexcept {
  if (bytes >= kMapFrom) {
    munmap(ptr, round_up(bytes, kPage));
  } else {
    std::free(ptr);
  }
}

MemoryInfo CpuBackend::info() { return host_memory_info(); }

void CpuBackend::fill(void* ptr, size_t bytes, int value, StreamId) {
  std::memset(ptr, value, bytes);
}

MemoryInfo host_memory_info() {
  struct sysinfo system{};
  sysinfo(&system);
  MemoryInfo info;
  info.total = static_cast<size_t>(system.totalram) * system.mem_unit;
  info.free =
      available_memory(static_cast<size_t>(system.freeram) * system.mem_unit);
  struct Group {
    const char* limit;
    const char* usage;
  };
  static constexpr Group kGroups[] = {
      {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"},
      {"/sys/fs/cgroup/memory/memory.limit_in_bytes",
       "/sys/fs/cgroup/memory/memory.usage_in_bytes"},
  };
  for (const Group& group : kGroups) {
    const size_t limit = read_number(group.limit, SIZE_MAX);
    if (limit >= info.total) continue;
    const size_t usage = std::min(limit, read_number(group.usage, 0));
    info.total = limit;
    info.free = std::min(info.free, limit - usage);
  }
  return info;
}

}  // namespace tenorite::memory
