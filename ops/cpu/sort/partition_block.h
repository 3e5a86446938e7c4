// SPDX-License-Identifier: Apache-2.0
// Two-way partition of a block of numbers around a pivot.
#pragma once

#include <cstdint>

namespace tenorite::cpu {

// The number of items less than the pivot `edge`, of n < 2^31; NaN is not less.
template <class T>
int64_t count_less(const T* items, int64_t n, T edge);

// Copies the `less` items less than the pivot to `low` and the others to
// `high`, each in any order.
template <class T>
void move_halves(const T* items, int64_t n, T edge, int64_t less, T* low,
                 T* high);

}  // namespace tenorite::cpu
