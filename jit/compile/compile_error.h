// SPDX-License-Identifier: Apache-2.0
// From what a compiler said to what the user reads.
#pragma once

#include <optional>

#include "jit/compile/backends.h"
#include "jit/compile/diagnostics.h"

namespace tenorite::jit {

// Finds the literal `text` in the program's file and gives the place of the
// text's line and column there.
using TextLocator = std::optional<Place> (*)(const std::string& text,
                                             const Place& place,
                                             const Origin& origin);
void set_text_locator(TextLocator locator);

CompileError describe(const Failure& failure, const KernelSource& source,
                      const Target& target);

// One sentence of advice, or nothing.
std::string hint_for(const std::string& log, const Target& target);

}  // namespace tenorite::jit
