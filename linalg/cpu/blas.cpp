// SPDX-License-Identifier: Apache-2.0
#include "linalg/cpu/blas.h"

#include "core/library.h"

namespace tenorite::linalg::cpu {
namespace {

struct Blas {
  bool found = false;
  BlasLibrary library;
  std::string description = "built-in kernels (no BLAS library was found)";
  Routines<float> s;
  Routines<double> d;
  Routines<complex<float>> c;
  Routines<complex<double>> z;
};

// False when a routine is missing.
template <class T>
bool load(const BlasLibrary& library, char letter, Routines<T>& routines) {
  bool complete = true;
  auto find = [&](auto& function, const char* name, const char* suffix) {
    std::string symbol = std::string("cblas_") + letter + name + suffix;
    complete = library.find(function, symbol) && complete;
  };
  find(routines.gemm, "gemm", "");
  find(routines.syrk, "syrk", "");
  find(routines.gemv, "gemv", "");
  if constexpr (is_complex<T>) {
    find(routines.dot, "dotu", "_sub");
    find(routines.conjugate_dot, "dotc", "_sub");
  } else {
    find(routines.dot, "dot", "");
    routines.conjugate_dot = routines.dot;
  }
  return complete;
}

// OpenBLAS built for SciPy's wheels puts a prefix before every name.
bool load_all(const std::vector<std::string>& candidates,
              const std::string& prefix, Blas& blas) {
  BlasLibrary library{
      DynamicLibrary::open(candidates, (prefix + "cblas_sgemm").c_str()),
      prefix};
  blas.found = library.file && load(library, 's', blas.s) &&
               load(library, 'd', blas.d) && load(library, 'c', blas.c) &&
               load(library, 'z', blas.z);
  if (!blas.found) return false;
  char* (*get_config)();
  std::string config =
      library.find(get_config, "openblas_get_config") ? get_config() : "BLAS";
  while (!config.empty() && config.back() == ' ') config.pop_back();
  blas.description = config + " (" + library.file.path() + ")";
  blas.library = std::move(library);
  return true;
}

const Blas& blas() {
  static const Blas instance = [] {
    Blas result;
    std::vector<std::string> given = library_paths("openblas");
    if (load_all(given, "scipy_", result) || load_all(given, "", result))
      return result;
    load_all(
        {"libopenblas.so.0", "libopenblas.so", "libblas.so.3", "libcblas.so.3"},
        "", result);
    return result;
  }();
  return instance;
}

}  // namespace

template <>
const Routines<float>* routines() {
  return blas().found ? &blas().s : nullptr;
}
template <>
const Routines<double>* routines() {
  return blas().found ? &blas().d : nullptr;
}
template <>
const Routines<complex<float>>* routines() {
  return blas().found ? &blas().c : nullptr;
}
template <>
const Routines<complex<double>>* routines() {
  return blas().found ? &blas().z : nullptr;
}

std::string description() { return blas().description; }

const BlasLibrary& blas_library() { return blas().library; }

}  // namespace tenorite::linalg::cpu
