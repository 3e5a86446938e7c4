// SPDX-License-Identifier: Apache-2.0
#include "core/dynamic_library.h"

#include <dlfcn.h>

namespace tenorite {

DynamicLibrary DynamicLibrary::open(const std::vector<std::string>& candidates,
                                    const char* required) {
  DynamicLibrary library;
  for (const std::string& candidate : candidates) {
    void* handle = dlopen(candidate.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (!handle) continue;
    void* symbol = dlsym(handle, required);
    if (!symbol) {
      dlclose(handle);
      continue;
    }
    library.handle_ = handle;
    Dl_info where;
    library.path_ = dladdr(symbol, &where) && where.dli_fname
                        ? where.dli_fname
                        : candidate.c_str();
    return library;
  }
  return library;
}

void* DynamicLibrary::symbol(const char* name) const {
  return handle_ ? dlsym(handle_, name) : nullptr;
}

}  // namespace tenorite
