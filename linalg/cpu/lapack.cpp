// SPDX-License-Identifier: Apache-2.0
#include "linalg/cpu/lapack.h"

#include <mutex>

#include "core/error.h"

namespace tenorite::linalg::cpu {
namespace {

struct Library {
  bool found = false;
  Lapack<double> d;
  Lapack<complex<double>> z;
};

// False when a routine is missing.
template <class T>
bool load(const BlasLibrary& library, char letter, Lapack<T>& routines) {
  bool complete = true;
  auto find = [&](auto& function, const char* real, const char* complex) {
    std::string name =
        std::string(1, letter) + (is_complex<T> ? complex : real) + "_";
    complete = library.find(function, name) && complete;
  };
  find(routines.potrf, "potrf", "potrf");
  find(routines.getrf, "getrf", "getrf");
  find(routines.gesv, "gesv", "gesv");
  find(routines.geqrf, "geqrf", "geqrf");
  find(routines.orgqr, "orgqr", "ungqr");
  find(routines.syevd, "syevd", "heevd");
  find(routines.geev, "geev", "geev");
  find(routines.gesdd, "gesdd", "gesdd");
  find(routines.gelsd, "gelsd", "gelsd");
  return complete;
}

// Distributions put LAPACK beside BLAS, or into it.
const Library& library() {
  static const Library instance = [] {
    Library result;
    auto load_from = [&](const BlasLibrary& file) {
      result.found = load(file, 'd', result.d) && load(file, 'z', result.z);
    };
    load_from(blas_library());
    if (!result.found)
      load_from({DynamicLibrary::open(
                     {"liblapack.so.3", "libopenblas.so.0", "libopenblas.so"},
                     "dgesv_"),
                 ""});
    return result;
  }();
  return instance;
}

const Library& found_library() {
  if (!library().found) [[unlikely]]
    throw RuntimeError(
        "LAPACK was not found; install it with `pip install scipy-openblas32`");
  return library();
}

// How many OneThreadEach there are, and what the library had before the first.
struct Threads {
  std::mutex mutex;
  int users = 0;
  int before = 1;
  int (*get)();
  void (*set)(int);

  Threads() {
    blas_library().find(get, "openblas_get_num_threads");
    blas_library().find(set, "openblas_set_num_threads");
  }
};
Threads& threads() {
  static Threads instance;
  return instance;
}

}  // namespace

template <>
const Lapack<double>& lapack() {
  return found_library().d;
}
template <>
const Lapack<complex<double>>& lapack() {
  return found_library().z;
}

OneThreadEach::OneThreadEach() {
  Threads& t = threads();
  if (!t.get || !t.set) return;
  std::lock_guard lock(t.mutex);
  if (t.users++ > 0) return;
  t.before = t.get();
  t.set(1);
}

OneThreadEach::~OneThreadEach() {
  Threads& t = threads();
  if (!t.get || !t.set) return;
  std::lock_guard lock(t.mutex);
  if (--t.users == 0) t.set(t.before);
}

}  // namespace tenorite::linalg::cpu
