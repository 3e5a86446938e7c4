// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tenorite {

// Bits that a functor with kChecked ORs into its trailing argument. The loop
// collects them in an error word, and the host raises after the pass.
enum ErrorBit : unsigned {
  kNegativeIntegerPower = 1u << 0,
};

// NumPy's words; a ValueError.
inline constexpr char kNegativeIntegerPowerText[] =
    "Integers to negative integer powers are not allowed.";

}  // namespace tenorite
