// SPDX-License-Identifier: Apache-2.0
// Compilers that are programs: where they are and what version they have.
#pragma once

#include <string>
#include <vector>

namespace tenorite::jit {

bool is_program(const std::string& path);
// The file that a name or path stands for, as a shell finds it; "" if none.
std::string find_program(const std::string& name);
// The line (from 1; 0: the last) of what it says to --version; "" when it does
// not work. Known from disk while the program stays the same.
std::string version_of(const std::vector<std::string>& argv, int line = 1);

// As a command line, for people.
std::string joined(const std::vector<std::string>& words);

}  // namespace tenorite::jit
