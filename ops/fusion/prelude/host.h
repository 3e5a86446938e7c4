// SPDX-License-Identifier: Apache-2.0
// The CUDA C++ of raw kernels for g++ and clang++. No standard header is
// included: they cost more than all of this.
#pragma once

// The user's own symbols are all that a kernel's library shows.
#pragma GCC visibility push(hidden)

#include "ops/fusion/prelude/host_atomics.h"
#include "ops/fusion/prelude/host_checks.h"
#include "ops/fusion/prelude/host_intrinsics.h"
#include "ops/fusion/prelude/host_math.h"
#include "ops/fusion/prelude/host_threads.h"
#include "ops/fusion/prelude/host_types.h"

#pragma GCC visibility pop
