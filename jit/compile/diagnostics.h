// SPDX-License-Identifier: Apache-2.0
// What compilers say, taken apart: NVRTC and nvcc (EDG's form), ptxas and
// nvlink, g++, clang++ and linkers.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tenorite::jit {

struct Place {
  std::string file;
  int line = 0, column = 0;  // from 1; 0 if unknown
};

struct Diagnostic {
  enum class Severity : uint8_t { kError, kWarning, kNote };
  Severity severity = Severity::kError;
  std::string message;
  Place place;  // no file: the compiler names none
  // Where the user's text led to it (template instantiations, macros); the
  // place itself where that is the user's.
  Place user;
};

// The errors and warnings; notes only tell the `user` places of those before
// them. `is_user` says which files are the user's own.
std::vector<Diagnostic> parse_log(
    std::string_view log,
    const std::function<bool(const std::string&)>& is_user);

}  // namespace tenorite::jit
