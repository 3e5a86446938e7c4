// SPDX-License-Identifier: Apache-2.0
// The CUDA C++ of raw kernels for g++ and clang++. No standard header is
// included: they cost more than all of this.
#pragma once

// The user's own symbols are all that a kernel's library shows.
#pragma GCC visibility push(hidden)

#include "jit/prelude/emulator/host_atomics.h"
#include "jit/prelude/emulator/host_checks.h"
#include "jit/prelude/emulator/host_intrinsics.h"
#include "jit/prelude/emulator/host_math.h"
#include "jit/prelude/emulator/host_threads.h"
#include "jit/prelude/emulator/host_types.h"

#pragma GCC visibility pop
