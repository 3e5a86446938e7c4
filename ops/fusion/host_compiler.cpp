// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <mutex>
#include <sstream>

#include "ops/fusion/backends.h"
#include "ops/fusion/embedded.h"
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
std::string version_of(std::vector<std::string> argv) {
  argv.push_back("--version");
  ProcessLimits limits;
  limits.seconds = 30;
  ProcessResult result = run_process(argv, "", "/", limits);
  if (!result.started || result.status != 0) return "";
  return result.output.substr(0, result.output.find('\n'));
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

const HostCompiler& compiler() {
  static std::mutex mutex;
  static const HostCompiler* found = nullptr;
  std::lock_guard lock(mutex);
  if (!found) found = new HostCompiler(find_compiler());
  return *found;
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

}  // namespace

void set_python_program(std::string path) {
  std::lock_guard lock(g_mutex);
  python_program() = std::move(path);
}

std::string host_compiler_identity() { return compiler().version; }

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
