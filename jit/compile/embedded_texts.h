// SPDX-License-Identifier: Apache-2.0
// What the build generates for embedded.cpp.
#pragma once

#include <cstddef>
#include <iterator>

#include "jit/compile/embedded.h"

namespace tenorite::jit {

extern const EmbeddedText kEmbeddedTexts[];
extern const size_t kNumEmbeddedTexts;
extern const std::string_view kEmbeddedDigest;

}  // namespace tenorite::jit
