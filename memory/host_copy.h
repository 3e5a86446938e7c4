// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tenorite::memory {

// memcpy by several threads when that is faster: one core cannot keep up with
// the bus to a GPU. Falls back to one thread while another copy uses them.
void host_copy(void* dst, const void* src, size_t n);

}  // namespace tenorite::memory
