// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace tenorite::memory {

// "1.50 GiB (1610612736 bytes)"; below 1 KiB just "512 bytes".
std::string describe_bytes(size_t bytes);

// "8GiB", "512 MB", "1000000", "1.5e9" or a share of `total` like "80%".
// Returns bytes; 0 (also for an empty text) means no limit. Throws ValueError
// that begins with `name` for anything else.
size_t parse_limit(const char* name, const std::string& text, size_t total);

}  // namespace tenorite::memory
