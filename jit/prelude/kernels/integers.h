// SPDX-License-Identifier: Apache-2.0
// Integers of a fixed width, which NVRTC does not have. The text before this
// one defines TENORITE_OWN_<name> for each that the user's text defines itself.
#pragma once

#ifndef TENORITE_OWN_int8_t
typedef signed char int8_t;
#endif
#ifndef TENORITE_OWN_int16_t
typedef short int16_t;
#endif
#ifndef TENORITE_OWN_int32_t
typedef int int32_t;
#endif
#ifndef TENORITE_OWN_int64_t
typedef long int64_t;
#endif
#ifndef TENORITE_OWN_uint8_t
typedef unsigned char uint8_t;
#endif
#ifndef TENORITE_OWN_uint16_t
typedef unsigned short uint16_t;
#endif
#ifndef TENORITE_OWN_uint32_t
typedef unsigned int uint32_t;
#endif
#ifndef TENORITE_OWN_uint64_t
typedef unsigned long uint64_t;
#endif
#ifndef TENORITE_OWN_intptr_t
typedef long intptr_t;
#endif
#ifndef TENORITE_OWN_uintptr_t
typedef unsigned long uintptr_t;
#endif
