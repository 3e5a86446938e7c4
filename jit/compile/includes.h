// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/sha256.h"

namespace tenorite::jit {

// The files of the user that a text includes, directly or not.
struct IncludedFiles {
  Digest digest{};       // of their names and contents; zeros if there are none
  bool complete = true;  // false where only a preprocessor can tell
};
// EagerRule for included files in `folders` (an option -I each) and beside the
// file that includes them. What is not there belongs to a compiler and stays
// the same with its version.
IncludedFiles included_files(const std::string& text,
                             const std::vector<std::string>& folders);

}  // namespace tenorite::jit
