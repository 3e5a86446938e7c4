// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jit/compile/compile.h"

namespace tenorite::python {

// The program's line that is being run: of the innermost Python frame outside
// this package. Needs the GIL; cheap enough for every kernel that is made.
jit::Origin caller_origin();

}  // namespace tenorite::python
