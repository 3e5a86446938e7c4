// SPDX-License-Identifier: Apache-2.0
// Names that kernel text takes for granted and NVRTC does not have.
#pragma once

#include "jit/prelude/kernels/constants.h"
#include "jit/prelude/kernels/integers.h"
