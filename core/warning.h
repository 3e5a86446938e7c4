// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace tenorite {

// The class of a warning: Python's RuntimeWarning or DeprecationWarning, or
// NumPy's ComplexWarning.
enum class Warning : uint8_t { kRuntime, kDeprecation, kComplex };

// What the user should know although the call goes on. The layer above shows
// it, at the program's own line; false when it became an exception there, which
// is then thrown on. Null by default: nobody is told.
using WarningSink = bool (*)(Warning kind, const std::string& text);
void set_warning_sink(WarningSink sink);
// Called with no lock held; nothing where the thread is Unattended. Throws
// Interrupted when the sink says so.
void warn(const std::string& text, Warning kind = Warning::kRuntime);

// NumPy's kinds of floating-point errors, as bits (NPY_FPE_*).
using FloatErrors = unsigned;
inline constexpr FloatErrors kDivideByZero = 1, kOverflow = 2, kUnderflow = 4,
                             kInvalid = 8;

// Floating-point errors of an operation, which the layer above takes as
// NumPy's `errstate` says: "divide by zero encountered in NAME". Those of
// recorded work are warnings, whatever is in force meanwhile. The same rules as
// for warnings.
using FloatErrorSink = bool (*)(const char* name, FloatErrors errors,
                                bool recorded);
void set_float_error_sink(FloatErrorSink sink);
void report_float_errors(const char* name, FloatErrors errors,
                         bool recorded = false);

}  // namespace tenorite
