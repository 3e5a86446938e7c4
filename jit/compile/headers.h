// SPDX-License-Identifier: Apache-2.0
// The headers that the texts of raw kernels include.
#pragma once

#include <string>
#include <string_view>

namespace tenorite::jit {

// The file that an #include directive names; empty for none.
std::string included_file(std::string_view directive);
// A file that the prelude stands for, so that it is not included.
bool is_standard_header(std::string_view file);
// The text of the prelude that stands for a header of CUDA, on the CPU or for
// NVRTC; null where there is none.
const char* own_header(std::string_view file, bool on_cuda);
// A header of either kind that tells nothing about what kernels do: its
// functions neither wait nor read indices.
bool is_harmless_header(std::string_view file);

}  // namespace tenorite::jit
