// SPDX-License-Identifier: Apache-2.0
// Assertions on what the library itself keeps true: plans, claims, sources.
// A broken one is a fault of the library; what users may do wrong are
// exceptions (core/error.h). They are compiled in where TENORITE_ASSERTIONS is
// defined: in the C++ tests, and in a module built with that option.
//
// For sources of the host part, not for headers: CMake compiles those that
// include this once with assertions and once without.
#pragma once

namespace tenorite {

// Prints file, line, condition and what is broken, and aborts.
[[noreturn]] void assertion_failed(const char* file, int line,
                                   const char* condition, const char* broken);

}  // namespace tenorite

#ifdef TENORITE_ASSERTIONS
#define TENORITE_ASSERT(condition, broken) \
  (static_cast<bool>(condition)            \
       ? static_cast<void>(0)              \
       : ::tenorite::assertion_failed(__FILE__, __LINE__, #condition, broken))
#else
// Compiled, never evaluated.
#define TENORITE_ASSERT(condition, broken) \
  static_cast<void>(sizeof(static_cast<bool>(condition)))
#endif
