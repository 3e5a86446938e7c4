// SPDX-License-Identifier: Apache-2.0
// The headers that the texts of raw kernels include.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace tenorite::jit {

// Complex numbers alone, and with these functions, which take longer to
// compile.
inline constexpr char kComplexHeader[] = "jit/prelude/kernels/complex.h";
inline constexpr char kComplexFunctionsHeader[] =
    "jit/prelude/kernels/complex_functions.h";
inline constexpr std::array<std::string_view, 21> kComplexFunctions = {
    "exp",  "exp2", "expm1", "log", "log2",  "log10", "log1p",
    "sqrt", "sin",  "cos",   "tan", "asin",  "acos",  "atan",
    "sinh", "cosh", "tanh",  "pow", "asinh", "acosh", "atanh"};

// The file that an #include directive names; empty for none.
std::string included_file(std::string_view directive);
// A file that the prelude stands for, so that it is not included.
bool is_standard_header(std::string_view file);
// The text of the prelude that stands for a header of CUDA, on the CPU or for
// NVRTC; null where there is none.
const char* own_header(std::string_view file, bool on_cuda);
// A header of the C++ library that the prelude does not stand for: the host's
// compiler has it, NVRTC does not.
bool is_host_header(std::string_view file);
// A header of these kinds that tells nothing about what kernels do: its
// functions neither wait nor read indices.
bool is_harmless_header(std::string_view file);

}  // namespace tenorite::jit
