// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "core/export.h"

namespace tenorite {

// Each class is named after the Python exception it becomes; the Python face
// maps them one to one and the texts are NumPy's wherever NumPy has one.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct ValueError : Error {
  using Error::Error;
};
struct TypeError : Error {
  using Error::Error;
};
struct IndexError : Error {
  using Error::Error;
};
struct OverflowError : Error {
  using Error::Error;
};
struct RuntimeError : Error {
  using Error::Error;
};
struct NotImplementedError : Error {
  using Error::Error;
};

// numpy.exceptions.AxisError: a ValueError and an IndexError at once.
struct AxisError : ValueError {
  // `name` is that of the parameter, or "".
  AxisError(int64_t axis, int ndim, const std::string& name);
  int64_t axis;
  int ndim;
  std::string name;
};
// numpy._core._exceptions._UFuncNoLoopError and friends are TypeErrors.
struct UFuncTypeError : TypeError {
  using TypeError::TypeError;
};
struct LinAlgError : ValueError {
  using ValueError::ValueError;
};
// tenorite.cuda.memory.OutOfMemoryError, a MemoryError.
struct OutOfMemoryError : Error {
  using Error::Error;
};
// A CUDA call failed; the process may go on unless it is a DeviceLostError.
struct CudaError : RuntimeError {
  CudaError(int code, const std::string& text)
      : RuntimeError(text), code(code) {}
  int code;
};
// An unrecoverable CUDA error happened earlier; only the CPU device works on.
struct DeviceLostError : CudaError {
  using CudaError::CudaError;
};

// printf-style text, so that one line states a check and its message.
[[gnu::format(printf, 1, 2)]] TENORITE_EXPORT std::string format(
    const char* fmt, ...);

#define TENORITE_CHECK(cond, Type, ...)                        \
  do {                                                         \
    if (!(cond)) [[unlikely]]                                  \
      throw ::tenorite::Type(::tenorite::format(__VA_ARGS__)); \
  } while (0)

}  // namespace tenorite
