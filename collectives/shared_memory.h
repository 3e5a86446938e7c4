// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace tenorite::collectives {

// Memory that begins with zeros, of this process alone or of several ones of a
// host.
class SharedMemory {
 public:
  // Of this process.
  explicit SharedMemory(size_t nbytes);
  // Of processes: one creates it, the others open it by its name, then the name
  // is removed. RuntimeError where the system has no such memory left.
  static SharedMemory create(const std::string& name, size_t nbytes);
  static SharedMemory open(const std::string& name, size_t nbytes);
  static void remove(const std::string& name) noexcept;

  SharedMemory(SharedMemory&& other) noexcept;
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory();

  char* data() const { return data_; }

 private:
  SharedMemory(int descriptor, size_t nbytes, const char* what);

  char* data_ = nullptr;
  size_t nbytes_ = 0;
};

}  // namespace tenorite::collectives
