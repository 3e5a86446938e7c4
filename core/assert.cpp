// SPDX-License-Identifier: Apache-2.0
#include "core/assert.h"

#include <cstdio>
#include <cstdlib>

namespace tenorite {

void assertion_failed(const char* file, int line, const char* condition,
                      const char* broken) {
  std::fprintf(stderr, "%s:%d: %s (not true: %s)\n", file, line, broken,
               condition);
  std::abort();
}

}  // namespace tenorite
