// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "ops/device/random_bits.h"

namespace tenorite::cpu {

// Positions whose blocks are made together.
inline constexpr int kPhiloxBlocks = 256;
// Word w of the block of position i is [w][i].
using PhiloxWords = unsigned[4][kPhiloxBlocks];

// The blocks rng::philox(key, first + i, attempt) of n positions, at most
// kPhiloxBlocks; words of positions behind them are undefined.
void philox_blocks(const rng::CallKey& key, uint64_t first, unsigned attempt,
                   int n, PhiloxWords& words);

}  // namespace tenorite::cpu
