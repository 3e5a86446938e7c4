// SPDX-License-Identifier: Apache-2.0
#include "jit/compile/headers.h"

#include <set>

#include "jit/compile/embedded.h"

namespace tenorite::jit {
namespace {

// Headers of CUDA and CuPy that have a text of ours.
struct OwnHeader {
  const char* file;
  const char* text;
  bool on_cuda;  // there too, instead of the toolkit's
};
constexpr OwnHeader kOwnHeaders[] = {
    {"cuda_fp16.h", "jit/prelude/emulator/host_half.h", false},
    {"cuda_fp16.hpp", "jit/prelude/emulator/host_half.h", false},
    {"cuda_bf16.h", "jit/prelude/emulator/host_half.h", false},
    {"cuda_bf16.hpp", "jit/prelude/emulator/host_half.h", false},
    {"cooperative_groups.h", "jit/prelude/emulator/host_groups.h", false},
    {"cooperative_groups/reduce.h", "jit/prelude/emulator/host_groups.h",
     false},
    {"cuComplex.h", "jit/prelude/kernels/cu_complex.h", true},
    {"cupy/atomics.cuh", "jit/prelude/kernels/atomics.h", true},
    {"cupy/carray.cuh", "jit/prelude/kernels/carray.h", true},
    {"cupy/cuda_workaround.h", "jit/prelude/kernels/names.h", true},
    {"cupy/float16.cuh", "jit/prelude/kernels/float16.h", true},
    {"cupy/math_constants.h", "jit/prelude/kernels/math_constants.h", true},
    {"cupy/complex.cuh", kComplexHeader, true},
    {"thrust/complex.h", kComplexHeader, true},
};

}  // namespace

const char* own_header(std::string_view file, bool on_cuda) {
  for (const OwnHeader& header : kOwnHeaders)
    if (file == header.file && (header.on_cuda || !on_cuda) &&
        embedded_text(header.text) != nullptr)
      return header.text;
  return nullptr;
}

std::string included_file(std::string_view directive) {
  const Directive parsed = parse_directive(directive);
  if (parsed.name != "include" || parsed.rest.size() < 2) return "";
  const char close = parsed.rest[0] == '<' ? '>' : '"';
  const size_t end = parsed.rest.find(close, 1);
  return end == parsed.rest.npos ? ""
                                 : std::string(parsed.rest.substr(1, end - 1));
}

bool is_harmless_header(std::string_view file) {
  if (is_standard_header(file) || is_host_header(file)) return true;
  const char* text = own_header(file, false);
  return text != nullptr &&
         text != std::string_view("jit/prelude/emulator/host_groups.h");
}

bool is_host_header(std::string_view file) {
  static const std::set<std::string_view> kHeaders = {
      "any",           "array",         "atomic",
      "bit",           "bitset",        "ccomplex",
      "cctype",        "cerrno",        "cfenv",
      "charconv",      "chrono",        "cinttypes",
      "compare",       "complex",       "concepts",
      "deque",         "exception",     "forward_list",
      "fstream",       "functional",    "initializer_list",
      "iomanip",       "ios",           "iosfwd",
      "iostream",      "istream",       "iterator",
      "list",          "locale",        "map",
      "memory",        "mutex",         "new",
      "numbers",       "numeric",       "optional",
      "ostream",       "queue",         "random",
      "ranges",        "ratio",         "regex",
      "set",           "span",          "sstream",
      "stack",         "stdexcept",     "string",
      "string_view",   "system_error",  "thread",
      "tuple",         "typeindex",     "typeinfo",
      "unordered_map", "unordered_set", "valarray",
      "variant",       "vector",        "version"};
  return kHeaders.count(file) != 0;
}

bool is_standard_header(std::string_view file) {
  static const std::set<std::string_view> kHeaders = {
      "assert.h",
      "float.h",
      "inttypes.h",
      "limits.h",
      "math.h",
      "stdbool.h",
      "stddef.h",
      "stdint.h",
      "stdio.h",
      "stdlib.h",
      "string.h",
      "time.h",
      "algorithm",
      "cassert",
      "cfloat",
      "climits",
      "cmath",
      "cstddef",
      "cstdint",
      "cstdio",
      "cstdlib",
      "cstring",
      "ctime",
      "limits",
      "type_traits",
      "utility",
      "cuda.h",
      "cuda_runtime.h",
      "cuda_runtime_api.h",
      "device_functions.h",
      "device_launch_parameters.h",
      "device_atomic_functions.h",
      "math_constants.h",
      "math_functions.h",
      "vector_functions.h",
      "vector_types.h",
      "builtin_types.h",
      "driver_types.h",
      "host_defines.h"};
  return kHeaders.count(file) != 0;
}

}  // namespace tenorite::jit
