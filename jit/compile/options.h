// SPDX-License-Identifier: Apache-2.0
// Compiler options as NVRTC and nvcc spell them, for other compilers.
#pragma once

#include <string>
#include <vector>

#include "jit/compile/compile.h"

namespace tenorite::jit {

// One option with the value it takes: "-I" and "dir" for "-Idir", "-I dir",
// "--include-path=dir" and "--include-path dir". A string may hold several
// options, with blanks between and around them.
struct Option {
  std::string name;   // in its short form where it has one
  std::string value;  // empty where it takes none
  std::string text;   // as it was written
};
std::vector<Option> parse_options(const std::vector<std::string>& options);

// For g++ and clang++. What asks for macros, include paths, a language
// standard, warnings or debug information is translated; what concerns a GPU
// or speed alone is left out; options of the host compiler itself (-O2, -f...,
// -m..., -W..., -l..., -L...) are passed on.
std::vector<std::string> host_options(const std::vector<std::string>& options);
// For NVRTC and nvcc: all but the architecture, which the target says
// (ValueError where an option says another).
std::vector<std::string> cuda_options(const std::vector<std::string>& options,
                                      const Target& target);
// The options without those that define and undefine macros, which become
// lines of C++.
std::vector<std::string> split_definitions(
    const std::vector<std::string>& options, std::string* definitions);
// Directories that the options add to the search for included files.
std::vector<std::string> include_folders(
    const std::vector<std::string>& options);

}  // namespace tenorite::jit
