// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <mutex>
#include <sstream>

#include "core/cpu_features.h"
#include "core/outer_lock.h"
#include "jit/compile/backends.h"
#include "jit/compile/embedded.h"
#include "jit/compile/files.h"
#include "jit/compile/options.h"
#include "jit/compile/process.h"
#include "jit/compile/programs.h"

namespace tenorite::jit {
namespace {

std::mutex g_mutex;
std::string& python_program() {
  static auto* path = new std::string;
  return *path;
}

struct HostCompiler {
  std::vector<std::string> argv;  // how to call it
  std::string version;            // the first line of --version
  // Of all that decides about the code, besides the source.
  std::string identity;
};

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> all;
  for (std::string word; stream >> word;) all.push_back(word);
  return all;
}

// The user's own options, which come last.
std::string more_flags() {
  const char* flags = std::getenv("TENORITE_CXXFLAGS");
  return flags ? flags : "";
}

bool try_compiler(std::vector<std::string> argv, HostCompiler* found) {
  if (argv.empty()) return false;
  argv[0] = find_program(argv[0]);
  if (argv[0].empty()) return false;
  found->version = version_of(argv);
  found->argv = std::move(argv);
  return !found->version.empty();
}

HostCompiler find_compiler() {
  HostCompiler found;
  const char* chosen = std::getenv("TENORITE_CXX");
  if (chosen && *chosen) {
    if (try_compiler(is_program(chosen) ? std::vector<std::string>{chosen}
                                        : words(chosen),
                     &found))
      return found;
    throw CompilerNotFound(
        format("the C++ compiler that TENORITE_CXX names, '%s', does not work",
               chosen));
  }
  for (const char* name : {"c++", "g++", "clang++"})
    if (try_compiler({name}, &found)) return found;
  std::string python;
  {
    std::lock_guard lock(g_mutex);
    python = python_program();
  }
  if (!python.empty() && try_compiler({python, "-m", "ziglang", "c++"}, &found))
    return found;
  throw CompilerNotFound(
      "no C++ compiler was found, which kernels on the CPU device need: "
      "install one (`apt install g++`), or `pip install ziglang`, or name one "
      "in TENORITE_CXX");
}

// No flag changes a value; see CMakeLists.txt.
const char* const kFlags[] = {"-O3",
                              "-shared",
                              "-fPIC",
                              "-std=c++20",
                              "-march=native",
                              "-ffp-contract=off",
                              "-fno-math-errno",
                              "-fno-trapping-math",
                              "-fno-semantic-interposition",
                              "-fdiagnostics-color=never",
                              "-Wl,-z,defs",
                              "-pipe"};

std::string identity_of(const HostCompiler& host) {
  Sha256 hash;
  hash.field(host.version).field(cpu_features());
  for (const char* flag : kFlags) hash.field(flag);
  for (const char* name :
       {"CPATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "GCC_EXEC_PREFIX"}) {
    const char* value = std::getenv(name);
    hash.field(value ? value : "");
  }
  return to_hex(hash.finish());
}

const HostCompiler& compiler() {
  static PatientMutex mutex;
  static const HostCompiler* found = nullptr;
  std::lock_guard lock(mutex);
  if (!found) {
    auto* made = new HostCompiler(find_compiler());
    made->identity = identity_of(*made);
    found = made;
  }
  return *found;
}

std::string host_compiler_identity() {
  return compiler().identity + more_flags();
}

Compiled compile_for_host(const Job& job) {
  const HostCompiler& host = compiler();
  TemporaryFolder folder;
  std::string made = folder.path() + "/kernel.so";
  std::vector<std::string> argv = host.argv;
  argv.insert(argv.end(), std::begin(kFlags), std::end(kFlags));
  // Carets are ours, and g++ would read any file that #line names for its own.
  if (host.version.find("clang") == std::string::npos)
    argv.insert(argv.end(), {"-fno-diagnostics-show-caret", "-fmax-errors=20"});
  for (std::string& option : host_options(job.options))
    argv.push_back(std::move(option));
  for (std::string& flag : words(more_flags())) argv.push_back(std::move(flag));
  for (const char* word : {"-x", "c++", "-", "-o"}) argv.push_back(word);
  argv.push_back(made);
  ProcessLimits limits;
  limits.seconds = compile_timeout();
  ProcessResult result =
      run_process(argv, line_directive(1, job.source.name) + "\n" + job.text,
                  folder.path(), limits);
  Compiled compiled;
  compiled.log = std::move(result.output);
  compiled.log += failure_of_compiler(result);
  bool ok = result.started && result.status == 0 &&
            read_file(made, &compiled.code) && !compiled.code.empty();
  if (!ok) {
    throw Failure{host.version, joined(argv), compiled.log};
  }
  compiled.kind = Artifact::Kind::kSharedObject;
  for (const std::string& name : job.source.names) {
    auto symbol = job.source.symbols.find(name);
    compiled.symbols[name] =
        symbol == job.source.symbols.end() ? name : symbol->second;
  }
  return compiled;
}

}  // namespace

const BackendEntry kHostBackend = {host_compiler_identity, compile_for_host};

void set_python_program(std::string path) {
  std::lock_guard lock(g_mutex);
  python_program() = std::move(path);
}

}  // namespace tenorite::jit
