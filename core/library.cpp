// SPDX-License-Identifier: Apache-2.0
#include "core/library.h"

#include <map>
#include <mutex>

#include "core/cuda_part.h"
#include "core/cuda_runtime.h"
#include "core/error.h"

namespace tenorite {
namespace {

struct Paths {
  std::mutex mutex;
  std::map<std::string, std::vector<std::string>> of;
};
// Never destroyed: threads may still open libraries at exit.
Paths& paths() {
  static auto* instance = new Paths;
  return *instance;
}

bool is_built_with_cuda12() {
  return open_cuda_part() &&
         cuda_runtime_or_null()->runtime_version() / 1000 == 12;
}

}  // namespace

void set_library_paths(const std::string& name,
                       std::vector<std::string> files) {
  std::lock_guard lock(paths().mutex);
  paths().of[name] = std::move(files);
}

std::vector<std::string> library_paths(const std::string& name) {
  std::lock_guard lock(paths().mutex);
  auto found = paths().of.find(name);
  return found == paths().of.end() ? std::vector<std::string>() : found->second;
}

std::vector<std::string> CudaLibrary::files() const {
  std::vector<std::string> all = library_paths(name);
  const std::string file = format("lib%s.so", name);
  const bool cuda12_first = is_built_with_cuda12();
  for (bool cuda12 : {cuda12_first, !cuda12_first})
    all.push_back(file + "." + std::to_string(majors[cuda12]));
  all.push_back(file);
  return all;
}

std::string CudaLibrary::missing() const {
  return format(
      "%s was not found; install it with `pip install nvidia-%s` (CUDA 13) or "
      "`pip install nvidia-%s-cu12` (CUDA 12), or set CUDA_HOME to a CUDA "
      "toolkit",
      title, package, package);
}

void throw_not_found(const CudaLibrary& library) {
  throw RuntimeError(library.missing());
}

}  // namespace tenorite
