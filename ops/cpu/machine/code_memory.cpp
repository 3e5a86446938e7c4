// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/machine/code_memory.h"

#include <sys/mman.h>

#include <cstring>

namespace tenorite::cpu {

std::unique_ptr<CodeMemory> CodeMemory::of(const std::vector<uint8_t>& code) {
  void* data = mmap(nullptr, code.size(), PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) return nullptr;
  std::memcpy(data, code.data(), code.size());
  if (mprotect(data, code.size(), PROT_READ | PROT_EXEC) != 0) {
    munmap(data, code.size());
    return nullptr;
  }
  return std::unique_ptr<CodeMemory>(new CodeMemory(data, code.size()));
}

CodeMemory::~CodeMemory() { munmap(data_, bytes_); }

}  // namespace tenorite::cpu
