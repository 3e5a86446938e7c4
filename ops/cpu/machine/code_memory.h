// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tenorite::cpu {

// Memory of code that was made at run time: never writable and executable at a
// time.
class CodeMemory {
 public:
  // Null where the system allows none.
  static std::unique_ptr<CodeMemory> of(const std::vector<uint8_t>& code);
  ~CodeMemory();
  CodeMemory(const CodeMemory&) = delete;
  CodeMemory& operator=(const CodeMemory&) = delete;

  const void* data() const { return data_; }

 private:
  CodeMemory(void* data, size_t bytes) : data_(data), bytes_(bytes) {}

  void* const data_;
  const size_t bytes_;
};

}  // namespace tenorite::cpu
