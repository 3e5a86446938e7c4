// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/sha256.h"

namespace tenorite::jit {

// A directory of our own (0700), removed with all that is in it. Those that
// killed processes left there an hour ago or earlier are removed too.
class TemporaryFolder {
 public:
  TemporaryFolder();  // RuntimeError where none can be made
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// The whole file; false when it cannot be read.
bool read_file(const std::string& path, std::string* bytes);

// Of path, size, time and number of a file: another file, or another version
// of it, has another one. Empty where there is no such file.
std::optional<Digest> file_identity(const std::string& path);

// Seconds that a compiler may take: TENORITE_COMPILE_TIMEOUT, else 120.
double compile_timeout();

}  // namespace tenorite::jit
