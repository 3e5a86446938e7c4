// SPDX-License-Identifier: Apache-2.0
// The CUDA C++ of raw kernels for g++ and clang++. No standard header is
// included, as they cost more than all of this, unless the user's text includes
// others of them: then what they have is theirs (TENORITE_OWN_std).
#pragma once

#ifdef TENORITE_OWN_std
#include <math.h>
#include <stdlib.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>
#endif

// The user's own symbols are all that a kernel's library shows.
#pragma GCC visibility push(hidden)

#include "jit/prelude/emulator/host_atomics.h"
#include "jit/prelude/emulator/host_checks.h"
#include "jit/prelude/emulator/host_intrinsics.h"
#include "jit/prelude/emulator/host_math.h"
#include "jit/prelude/emulator/host_threads.h"
#include "jit/prelude/emulator/host_types.h"

#pragma GCC visibility pop
