// SPDX-License-Identifier: Apache-2.0
// The compilers behind compile(). Each fails with CompileError (of which
// compile() fills in the user's side) or CompilerNotFound.
#pragma once

#include <string>
#include <vector>

#include "jit/compile/compile.h"

namespace tenorite::jit {

// What a backend works on: the source with its includes pasted.
struct Job {
  const KernelSource& source;
  const Target& target;
  const std::string& text;
  const std::vector<std::string>& options;  // instead of the source's
};

// Raised by a backend: the text did not compile.
struct Failure {
  std::string compiler;  // "NVRTC 13.0"
  std::string command;
  std::string log;
};

struct Compiled {
  Artifact::Kind kind;
  std::string code;
  std::map<std::string, std::string> symbols;
  std::string log;
};

struct BackendEntry {
  // What the code depends on besides the source: for keys.
  std::string (*identity)();
  Compiled (*compile)(const Job& job);
  // Does what would only make the next compilation wait. Null: there is
  // nothing.
  void (*prepare)() = nullptr;
};
extern const BackendEntry kNvrtcBackend;
extern const BackendEntry kNvccBackend;
extern const BackendEntry kHostBackend;  // the system's C++ compiler

// Its version, and the architectures that it makes code for, ascending.
struct NvrtcInfo {
  int major, minor;
  std::vector<int> archs;
};
NvrtcInfo nvrtc_info();

// Files that may be nvcc, before PATH.
void set_nvcc_paths(std::vector<std::string> files);
// How to run this Python, which may have a C++ compiler as a package.
void set_python_program(std::string path);

}  // namespace tenorite::jit
