// SPDX-License-Identifier: Apache-2.0
// Libraries that are opened at their first use and never linked: where to look
// for them, and what to say where there is none.
#pragma once

#include <string>
#include <vector>

#include "core/dynamic_library.h"
#include "core/export.h"

namespace tenorite {

// Files to try for the library of that name before the loader's own search.
// They are read when the library is opened.
void set_library_paths(const std::string& name, std::vector<std::string> files);
std::vector<std::string> library_paths(const std::string& name);

// A library of the CUDA toolkit, before it is opened.
struct CudaLibrary {
  const char* name;     // of its paths and, as libNAME.so.MAJOR, of its file
  const char* title;    // in messages
  const char* symbol;   // that every version of use has
  int majors[2];        // of the files that come with CUDA 13 and with CUDA 12
  const char* package;  // of pip, for CUDA 13; "-cu12" is added for CUDA 12

  // What to try in turn: the paths that were set, then names for the loader's
  // search, first the version of the toolkit that this was built with.
  TENORITE_EXPORT std::vector<std::string> files() const;
  // That it was not found, and how to get it.
  TENORITE_EXPORT std::string missing() const;
};
// RuntimeError with that text.
[[noreturn]] TENORITE_EXPORT void throw_not_found(const CudaLibrary& library);

// A library of the CUDA toolkit with those of its functions that are used: a
// struct of pointers to them.
template <class Functions>
class OpenedLibrary {
 public:
  // Opens it. `load` is false where a function is missing.
  OpenedLibrary(const CudaLibrary& library,
                bool (*load)(const DynamicLibrary&, Functions&))
      : library_(library),
        file_(DynamicLibrary::open(library.files(), library.symbol)),
        found_(file_ && load(file_, functions_)) {}

  bool found() const { return found_; }
  const DynamicLibrary& file() const { return file_; }
  // RuntimeError that says what to install if there is none.
  const Functions& functions() const {
    if (!found_) [[unlikely]]
      throw_not_found(library_);
    return functions_;
  }

 private:
  const CudaLibrary& library_;
  DynamicLibrary file_;
  Functions functions_{};
  bool found_;
};

}  // namespace tenorite
