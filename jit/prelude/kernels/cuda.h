// SPDX-License-Identifier: Apache-2.0
// Names that kernel text takes for granted and NVRTC does not have.
#pragma once

#include "jit/prelude/kernels/constants.h"

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
