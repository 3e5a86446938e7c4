// SPDX-License-Identifier: Apache-2.0
#include "core/error.h"

#include <cstdarg>
#include <cstdio>

namespace tenorite {

std::string format(const char* fmt, ...) {
  va_list args;
  va_start(args, fmt);
  va_list again;
  va_copy(again, args);
  int n = std::vsnprintf(nullptr, 0, fmt, args);
  va_end(args);
  std::string text(n > 0 ? static_cast<size_t>(n) : 0, '\0');
  if (n > 0) std::vsnprintf(text.data(), text.size() + 1, fmt, again);
  va_end(again);
  return text;
}

AxisError::AxisError(int64_t axis, int ndim, const std::string& name)
    : ValueError(format("%s%saxis %lld is out of bounds for array of "
                        "dimension %d",
                        name.c_str(), name.empty() ? "" : ": ",
                        static_cast<long long>(axis), ndim)),
      axis(axis),
      ndim(ndim),
      name(name) {}

}  // namespace tenorite
