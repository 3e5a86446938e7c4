// SPDX-License-Identifier: Apache-2.0
// The one way to a device for what an Instruction is.
#pragma once

#include "ops/plan/instruction.h"

namespace tenorite {

// Records the instruction (docs/design/recording.md), or executes it at once.
void submit(const Instruction& instruction);
// At once.
void execute(const Instruction& instruction);
// Of the operation, as NumPy calls it.
const char* name_of(const OpCall& call);

}  // namespace tenorite
