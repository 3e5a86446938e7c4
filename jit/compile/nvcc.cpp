// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <fstream>
#include <mutex>

#include "core/outer_lock.h"
#include "jit/compile/backends.h"
#include "jit/compile/embedded.h"
#include "jit/compile/files.h"
#include "jit/compile/options.h"
#include "jit/compile/process.h"
#include "jit/compile/programs.h"

namespace tenorite::jit {
namespace {

PatientMutex g_mutex;
std::vector<std::string>& paths() {
  static auto* all = new std::vector<std::string>;
  return *all;
}

struct Nvcc {
  std::string program;
  std::string version;  // "Build cuda_13.0.r13.0/compiler.36424714_0"
};

std::vector<std::string> candidates() {
  if (const char* chosen = std::getenv("TENORITE_NVCC"); chosen && *chosen)
    return {chosen};
  std::vector<std::string> all = paths();
  all.push_back("nvcc");
  return all;
}

const Nvcc& nvcc() {
  static const Nvcc* found = nullptr;
  std::lock_guard lock(g_mutex);
  if (found) return *found;
  for (const std::string& name : candidates()) {
    std::string program = find_program(name);
    if (program.empty()) continue;
    std::string version = version_of({program}, 0);
    if (version.empty()) continue;
    return *(found = new Nvcc{program, version});
  }
  throw CompilerNotFound(
      "nvcc was not found: install the CUDA toolkit and put it into PATH or "
      "CUDA_HOME, or name the program in TENORITE_NVCC; backend='nvrtc' needs "
      "no toolkit");
}

std::string nvcc_identity() { return nvcc().version; }

Compiled compile_with_nvcc(const Job& job) {
  const Nvcc& compiler = nvcc();
  TemporaryFolder folder;
  bool ptx = job.source.output == Output::kPtx;
  std::string arch = to_string(job.target);
  std::vector<std::string> argv = {
      compiler.program, ptx ? "-ptx" : "-cubin",
      "-arch=" + (ptx ? "compute_" + arch.substr(3) : arch)};
  for (std::string& option : cuda_options(job.options, job.target))
    argv.push_back(std::move(option));
  for (const char* word : {"-o", "kernel.out", "kernel.cu"})
    argv.push_back(word);
  std::ofstream(folder.path() + "/kernel.cu", std::ios::binary)
      << line_directive(1, job.source.name) << '\n'
      << job.text;
  ProcessLimits limits;
  limits.seconds = compile_timeout();
  // nvcc's own programs reserve far more than they use.
  limits.memory_bytes *= 4;
  ProcessResult result = run_process(argv, "", folder.path(), limits);
  Compiled compiled;
  compiled.log = std::move(result.output);
  compiled.log += failure_of_compiler(result);
  bool ok = result.started && result.status == 0 &&
            read_file(folder.path() + "/kernel.out", &compiled.code) &&
            !compiled.code.empty();
  if (!ok)
    throw Failure{"nvcc, " + compiler.version, joined(argv), compiled.log};
  compiled.kind = ptx ? Artifact::Kind::kPtx : Artifact::Kind::kCubin;
  for (const std::string& name : job.source.names)
    compiled.symbols[name] = name;
  return compiled;
}

}  // namespace

const BackendEntry kNvccBackend = {nvcc_identity, compile_with_nvcc};

void set_nvcc_paths(std::vector<std::string> files) {
  std::lock_guard lock(g_mutex);
  paths() = std::move(files);
}

}  // namespace tenorite::jit
