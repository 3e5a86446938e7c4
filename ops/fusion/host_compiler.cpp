// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>

#include "core/cpu_features.h"
#include "ops/fusion/backends.h"
#include "ops/fusion/embedded.h"
#include "ops/fusion/files.h"
#include "ops/fusion/kernel_cache.h"
#include "ops/fusion/options.h"
#include "ops/fusion/process.h"

namespace tenorite::fusion {
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

bool is_program(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
         access(path.c_str(), X_OK) == 0;
}

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return is_program(name) ? name : "";
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "/usr/local/bin:/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::string file = (folder.empty() ? "." : folder) + "/" + name;
    if (is_program(file)) return file;
  }
  return "";
}

std::vector<std::string> words(const std::string& text) {
  if (is_program(text)) return {text};
  std::istringstream stream(text);
  std::vector<std::string> all;
  for (std::string word; stream >> word;) all.push_back(word);
  return all;
}

// The first line that it says about itself; empty when it does not work.
std::string ask_version(std::vector<std::string> argv) {
  argv.push_back("--version");
  ProcessLimits limits;
  limits.seconds = 30;
  ProcessResult result = run_process(argv, "", "/", limits);
  if (!result.started || result.status != 0) return "";
  return result.output.substr(0, result.output.find('\n'));
}

// Whether a program is a compiler itself and not a script or a cache that
// calls one, which may change without it.
bool is_compiler(const std::string& program) {
  std::error_code error;
  std::string name =
      std::filesystem::canonical(program, error).filename().string();
  char start[2] = {};
  std::ifstream(program).read(start, 2);
  return start[0] != '#' &&
         (name.find("g++") != name.npos || name.find("clang") != name.npos);
}

// The same, from disk where it is known: a process takes longer to start than
// a kernel to load.
std::string version_of(const std::vector<std::string>& argv) {
  std::optional<Digest> file;
  if (argv.size() == 1 && is_compiler(argv[0])) file = file_identity(argv[0]);
  if (!file) return ask_version(argv);
  Digest key = Sha256().field("host compiler").field(to_hex(*file)).finish();
  if (std::optional<std::string> known = disk_cache().get(key)) return *known;
  std::string version = ask_version(argv);
  if (!version.empty()) disk_cache().put(key, version);
  return version;
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
    if (try_compiler(words(chosen), &found)) return found;
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
                              "-fmax-errors=20",
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
  static std::mutex mutex;
  static const HostCompiler* found = nullptr;
  std::lock_guard lock(mutex);
  if (!found) {
    auto* made = new HostCompiler(find_compiler());
    made->identity = identity_of(*made);
    found = made;
  }
  return *found;
}

}  // namespace

void set_python_program(std::string path) {
  std::lock_guard lock(g_mutex);
  python_program() = std::move(path);
}

std::string host_compiler_identity() { return compiler().identity; }

Compiled compile_for_host(const Job& job) {
  const HostCompiler& host = compiler();
  TemporaryFolder folder;
  std::string made = folder.path() + "/kernel.so";
  std::vector<std::string> argv = host.argv;
  argv.insert(argv.end(), std::begin(kFlags), std::end(kFlags));
  for (std::string& option : host_options(job.source.options))
    argv.push_back(std::move(option));
  for (const char* word : {"-x", "c++", "-", "-o"}) argv.push_back(word);
  argv.push_back(made);
  ProcessResult result =
      run_process(argv, line_directive(1, job.source.name) + "\n" + job.text,
                  folder.path());
  Compiled compiled;
  compiled.log = std::move(result.output);
  if (!result.failure.empty())
    compiled.log += "\nerror: the compiler stopped: " + result.failure;
  bool ok = result.started && result.status == 0 &&
            read_file(made, &compiled.code) && !compiled.code.empty();
  if (!ok) {
    std::string command;
    for (const std::string& word : argv)
      command += (command.empty() ? "" : " ") + word;
    throw Failure{host.version, command, compiled.log};
  }
  compiled.kind = Artifact::Kind::kSharedObject;
  for (const std::string& name : job.source.names) {
    auto symbol = job.source.symbols.find(name);
    compiled.symbols[name] =
        symbol == job.source.symbols.end() ? name : symbol->second;
  }
  return compiled;
}

}  // namespace tenorite::fusion
