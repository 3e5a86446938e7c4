// SPDX-License-Identifier: Apache-2.0
#include "jit/compile/compile_error.h"

namespace tenorite::jit {
namespace {

enum class Where : uint8_t { kCpu, kCuda, kBoth };

struct Hint {
  std::string_view sign;  // in the compiler's output
  Where where;
  std::string_view text;
};

// The first that fits is shown.
constexpr Hint kHints[] = {
    {"it took more than", Where::kBoth,
     "templates or constant expressions may have no end"},
    {"virtual memory exhausted", Where::kBoth,
     "templates, macros or constant expressions may have no end"},
    {"out of memory", Where::kBoth,
     "templates, macros or constant expressions may have no end"},
    {"nv_mangled_name", Where::kCuda,
     "one of the name expressions does not name a kernel or variable of this "
     "text"},
    {"open source file \"std", Where::kCuda,
     "the standard headers of C and C++ are not there on a GPU: leave the "
     "include out (mathematical functions, printf and assert are built in), or "
     "use libcu++'s <cuda/std/...>"},
    {"open source file \"c", Where::kCuda,
     "of the standard headers only libcu++'s <cuda/std/...> are there on a "
     "GPU; "
     "CUDA's own headers are found next to NVRTC, or through CUDA_HOME or an "
     "option -I"},
    {"open source file", Where::kCuda,
     "name its folder with the option -I; the standard headers of C and C++ "
     "are not there on a GPU"},
    {"fatal error: cuda", Where::kCpu,
     "CUDA's headers are not used on the CPU: what kernels need of them is "
     "there without an include"},
    {"No such file or directory", Where::kCpu,
     "name the folder of the header with the option -I"},
    {"file not found", Where::kCpu,
     "name the folder of the header with the option -I"},
    {"without execution space annotations", Where::kCuda,
     "write __device__ in front of functions that kernels call, or give the "
     "option -default-device"},
    {"Unresolved extern function", Where::kCuda,
     "a function is declared and called in this text, but not defined in it"},
    {"undefined reference to", Where::kCpu,
     "a function or variable is declared in this text, but not defined in it"},
    {"undefined symbol", Where::kCpu,
     "a function or variable is declared in this text, but not defined in it"},
    {"too much shared data", Where::kCuda,
     "a __shared__ array of fixed size may take 48 KiB; larger ones are "
     "`extern __shared__` and sized at the launch"},
    {"too much parameter space", Where::kCuda,
     "put large arguments into an array and pass that"},
    {"unrecognized option", Where::kBoth,
     "options are those of NVRTC; on the CPU what concerns a GPU is left out"},
    {"unrecognized command-line option", Where::kBoth,
     "options are those of NVRTC or of the C++ compiler"},
    {"unknown argument", Where::kCpu,
     "options are those of NVRTC or of the C++ compiler"},
    {"invalid value for --std", Where::kCuda, "NVRTC knows c++03 to c++20"},
    {"Unsupported .version", Where::kCuda,
     "this PTX is of a newer toolkit than the one here"},
    {"Assembler messages", Where::kCpu,
     "inline PTX does not run on the CPU: keep it inside #ifdef __CUDA_ARCH__"},
    {"impossible constraint in 'asm'", Where::kCpu,
     "inline PTX does not run on the CPU: keep it inside #ifdef __CUDA_ARCH__"},
    {"in asm", Where::kCpu,
     "inline PTX does not run on the CPU: keep it inside #ifdef __CUDA_ARCH__"},
    {"ptxas application ptx input", Where::kCuda,
     "an asm() statement is not PTX of this architecture"},
    {"expected a declaration", Where::kCuda,
     "a brace or semicolon before this line may be missing or too many"},
};

bool fits(const Hint& hint, const Target& target) {
  if (hint.where == Where::kBoth) return true;
  return (hint.where == Where::kCpu) == (target.type == DeviceType::kCpu);
}

}  // namespace

std::string hint_for(const std::string& log, const Target& target) {
  for (const Hint& hint : kHints)
    if (fits(hint, target) && log.find(hint.sign) != std::string::npos)
      return std::string(hint.text);
  return "";
}

}  // namespace tenorite::jit
