// SPDX-License-Identifier: Apache-2.0
#include "jit/compile/programs.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "core/error.h"
#include "jit/compile/files.h"
#include "jit/compile/kernel_cache.h"
#include "jit/compile/process.h"

namespace tenorite::jit {
namespace {

std::string ask_version(std::vector<std::string> argv, int line) {
  argv.push_back("--version");
  ProcessLimits limits;
  limits.seconds = 30;
  ProcessResult result = run_process(argv, "", "/", limits);
  if (is_shortage(result.error))
    throw RuntimeError(format("cannot start '%s': %s", argv[0].c_str(),
                              result.failure.c_str()));
  if (!result.started || result.status != 0) return "";
  std::istringstream lines(result.output);
  std::string text, last;
  for (int number = 1; std::getline(lines, text); ++number) {
    if (number == line) return text;
    if (!text.empty()) last = text;
  }
  return last;
}

// Whether a program is a compiler itself and not a script or a cache that
// calls one, which may change without it.
bool is_compiler(const std::string& program) {
  std::error_code error;
  std::string name =
      std::filesystem::canonical(program, error).filename().string();
  char start[2] = {};
  std::ifstream(program).read(start, 2);
  return start[0] != '#' && (name.find("g++") != name.npos ||
                             name.find("clang") != name.npos || name == "nvcc");
}

}  // namespace

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

std::string version_of(const std::vector<std::string>& argv, int line) {
  std::optional<Digest> file;
  if (argv.size() == 1 && is_compiler(argv[0])) file = file_identity(argv[0]);
  if (!file) return ask_version(argv, line);
  Digest key = Sha256().field("host compiler").field(to_hex(*file)).finish();
  if (std::optional<std::string> known = disk_cache().get(key)) return *known;
  std::string version = ask_version(argv, line);
  if (!version.empty()) disk_cache().put(key, version);
  return version;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : " ") + word;
  return text;
}

}  // namespace tenorite::jit
