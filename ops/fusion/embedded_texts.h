// SPDX-License-Identifier: Apache-2.0
// What the build generates for embedded.cpp.
#pragma once

#include <cstddef>
#include <iterator>

#include "ops/fusion/embedded.h"

namespace tenorite::fusion {

extern const EmbeddedText kEmbeddedTexts[];
extern const size_t kNumEmbeddedTexts;
extern const std::string_view kEmbeddedDigest;

}  // namespace tenorite::fusion
