// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tenorite::cuda {

// Ranges of the calling thread, and points in time, for an attached profiler.
// 0 is a colour of its choice. No GPU is needed.
void range_push(const char* message, uint32_t argb);
void range_pop();
void mark(const char* message, uint32_t argb);

}  // namespace tenorite::cuda
