// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/export.h"

namespace tenorite {

// A shared library opened at run time and kept open for the process's life.
class DynamicLibrary {
 public:
  DynamicLibrary() = default;
  // The first candidate (a file, or a name for the loader's own search) that
  // opens and has the symbol `required`; else an empty library.
  TENORITE_EXPORT static DynamicLibrary open(
      const std::vector<std::string>& candidates, const char* required);

  explicit operator bool() const { return handle_ != nullptr; }
  // Null when the library has no such symbol.
  TENORITE_EXPORT void* symbol(const char* name) const;
  // The same for a pointer to a function; whether the symbol is there.
  template <class Function>
  bool find(Function*& function, const char* name) const {
    function = reinterpret_cast<Function*>(symbol(name));
    return function != nullptr;
  }
  // The file that was opened.
  const std::string& path() const { return path_; }

 private:
  void* handle_ = nullptr;
  std::string path_;
};

}  // namespace tenorite
