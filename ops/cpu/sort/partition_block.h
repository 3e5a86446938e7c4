// SPDX-License-Identifier: Apache-2.0
// A block of numbers in two halves: what is less than an edge, and the others.
#pragma once

#include <cstdint>

namespace tenorite::cpu {

// How many of n < 2^31 items are less than the edge; NaNs are not.
template <class T>
int64_t count_less(const T* items, int64_t n, T edge);

// Moves the items that are less, of which there are `less`, to `low` and the
// others to `high`. Nothing else is written, and the order within a half is
// any.
template <class T>
void move_halves(const T* items, int64_t n, T edge, int64_t less, T* low,
                 T* high);

}  // namespace tenorite::cpu
