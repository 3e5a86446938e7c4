// SPDX-License-Identifier: Apache-2.0
#include "core/cuda_part.h"

#include <dlfcn.h>
#include <interface_digest.h>

#include <cstring>
#include <mutex>

#include "core/cuda_runtime.h"
#include "core/error.h"
#include "core/export.h"
#include "core/library.h"
#include "core/outer_lock.h"

// The CUDA part asks for this symbol, whose name tells the headers of the host
// part: one that was built with others cannot be opened.
extern "C" TENORITE_EXPORT const char TENORITE_INTERFACE[] = "";

namespace tenorite {
namespace {

struct Part {
  PatientMutex mutex;
  bool tried = false;
  std::string file;
  std::string why_none;
};
// Never destroyed: threads may still ask at exit.
Part& part() {
  static auto* instance = new Part;
  return *instance;
}

// Lets libraries that are opened from now on find the exported symbols here:
// Python opens modules for itself alone.
void show_exports() {
  Dl_info here;
  if (dladdr(TENORITE_INTERFACE, &here) && here.dli_fname)
    dlopen(here.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
}

std::string describe_failure(const std::string& file, const char* error) {
  if (std::strstr(error, "tenorite_interface_"))
    return format(
        "%s is of another build of tenorite: install the same version of "
        "tenorite-cuda13 and tenorite",
        file.c_str());
  return format("the CUDA part of tenorite could not be opened: %s", error);
}

void try_to_open(Part& p) {
  show_exports();
  for (const std::string& file : library_paths(kCudaPart)) {
    if (dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
      p.file = file;
      return;
    }
    const char* error = dlerror();
    p.why_none = describe_failure(file, error ? error : file.c_str());
  }
  if (p.why_none.empty())
    p.why_none =
        "the CUDA part of tenorite is not installed (`pip install "
        "'tenorite[cuda13]'` brings it; builds from source have it where nvcc "
        "is found)";
}

}  // namespace

bool open_cuda_part() {
  if (cuda_runtime_or_null()) return true;
  Part& p = part();
  std::lock_guard lock(p.mutex);
  if (!p.tried && !cuda_runtime_or_null()) try_to_open(p);
  p.tried = true;
  return cuda_runtime_or_null() != nullptr;
}

std::string why_no_cuda_part() {
  if (open_cuda_part()) return std::string();
  std::lock_guard lock(part().mutex);
  return part().why_none;
}

std::string cuda_part_file() {
  std::lock_guard lock(part().mutex);
  return part().file;
}

bool has_cuda_driver() {
  static const bool found = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
  return found;
}

}  // namespace tenorite
