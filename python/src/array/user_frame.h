// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "python/src/array/object.h"

namespace tenorite::python {

// The innermost frame that is not of this package: the program's own line.
struct UserFrame {
  Ref frame;  // null where there is none
  std::string file;
  int line = 0;
  int level = 1;  // of it, as `stacklevel` of warnings counts from C
};
UserFrame user_frame();

}  // namespace tenorite::python
