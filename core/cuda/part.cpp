// SPDX-License-Identifier: Apache-2.0
#include <interface_digest.h>

// See core/cuda_part.cpp.
extern "C" const char TENORITE_INTERFACE[];

namespace tenorite::cuda {

[[gnu::used]] const char* const host_interface = TENORITE_INTERFACE;

}  // namespace tenorite::cuda
