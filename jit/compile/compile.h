// SPDX-License-Identifier: Apache-2.0
// Source text -> machine code, for every kernel that is made at run time. No
// GPU and no driver is needed for either target.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/device.h"
#include "core/error.h"

namespace tenorite::jit {

// What code is made for: the host's processor, or a CUDA architecture.
struct Target {
  DeviceType type = DeviceType::kCpu;
  int arch = 0;          // kCuda: 90 for sm_90
  std::string suffix{};  // kCuda: "a" or "f" of sm_90a, sm_100f
};
// "cpu", "sm_90"; ValueError for anything else.
Target parse_target(const std::string& text);
std::string to_string(const Target& target);
// What a device of this machine runs.
Target target_of(Device device);

enum class Backend : uint8_t {
  kDefault,  // NVRTC for CUDA, the system's C++ compiler for the CPU
  kNvcc,
};

enum class Output : uint8_t {
  kDefault,  // a cubin, or PTX where the compiler is older than the GPU; .so
  kPtx,
};

// Where the program made a kernel; file is empty if unknown.
struct Origin {
  std::string file;
  int line = 0;
};

// One translation unit. `text` may include files of ops/device and
// jit/prelude by their names in the tree: they are embedded, and each is
// pasted once. #line directives in it say where the user's own lines stand.
struct KernelSource {
  std::string name;  // what messages call it
  std::string text;
  std::vector<std::string> options;  // as NVRTC and nvcc spell them
  // Expressions that name kernels, variables and template instances, such as
  // "scale<float>"; an artifact knows the symbol of each.
  std::vector<std::string> names;
  // CPU: the extern "C" function that the text defines for each of `names`;
  // one without an entry here is its own symbol.
  std::map<std::string, std::string> symbols;
  Backend backend = Backend::kDefault;
  Output output = Output::kDefault;
  // The texts of the files that #line directives name, for messages: those of
  // the user, never those of a prelude. None: all of `text` is the user's.
  // Such files need no real names: where a text stands as a literal in the
  // file of `origin`, messages point there, and neither names nor lines of the
  // program's files get into the key.
  std::map<std::string, std::string> files;
  Origin origin;
};

struct Artifact {
  enum class Kind : uint8_t { kCubin, kPtx, kSharedObject };
  Kind kind;
  Target target;
  std::string name;
  std::string code;                            // the bytes of the file
  std::map<std::string, std::string> symbols;  // of KernelSource::names
  std::string log;                             // warnings
};
using ArtifactPtr = std::shared_ptr<const Artifact>;

// A text that does not compile. what() is for people: kernel, target, compiler
// and the user's lines.
struct CompileError : RuntimeError {
  using RuntimeError::RuntimeError;
  std::string kernel, target, compiler;
  std::string source;                // as the user gave it
  std::vector<std::string> options;  // likewise
  std::string command;               // the compiler's command line
  std::string log;                   // all that it said
  std::string file;                  // of the first error; empty if unknown
  int line = 0, column = 0;          // from 1; 0 if unknown
};
// The text names the ways to get a compiler.
struct CompilerNotFound : RuntimeError {
  using RuntimeError::RuntimeError;
};

// From memory, from disk, or from the compiler; one thread compiles a key while
// others that want it wait. CompileError for text that does not compile,
// CompilerNotFound where there is no compiler.
ArtifactPtr compile(const KernelSource& source, const Target& target);
// What compile() would give without a compiler, from memory or from disk; else
// null.
ArtifactPtr find_compiled(const KernelSource& source, const Target& target);
// Has the compiler ready for what find_compiled() did not find, unless it is:
// compile() then takes less time.
void prepare_compiler(const KernelSource& source, const Target& target);
// Forgets what compile() would give, in memory and on disk: for code that a
// device does not take.
void forget(const KernelSource& source, const Target& target);

// What compile() has done in this process.
struct CompileCounts {
  uint64_t memory_hits = 0, disk_hits = 0, compiled = 0;
  uint64_t entries = 0, bytes = 0;  // in memory
};
CompileCounts compile_counts();
// Empties the cache in memory.
void clear_compiled();
// Told when the calling thread begins to wait for a compiler, and when it ends;
// not of what is compiled in the background. Registered by the layer above.
using CompileWatch = void (*)(const char* kernel, bool begins);
void set_compile_watch(CompileWatch watch);

// The library's own version, which is part of every key on disk.
void set_library_version(const std::string& version);

}  // namespace tenorite::jit
