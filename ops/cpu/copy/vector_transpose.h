// SPDX-License-Identifier: Apache-2.0
// A square of numbers in vectors, transposed in registers.
#pragma once

#include <cstddef>
#include <utility>

#include "core/cpu_targets.h"

namespace tenorite::cpu {

// One step of a transposition, for rows i and i + step.
template <int step, class V, size_t... l>
TENORITE_ALWAYS_INLINE void exchange(V& a, V& b, std::index_sequence<l...>) {
  constexpr int n = sizeof...(l);
  V first = __builtin_shufflevector(a, b, (l & step ? l - step + n : l)...);
  b = __builtin_shufflevector(a, b, (l & step ? l + n : l + step)...);
  a = first;
}

// Transposes n vectors of n lanes: bit by bit, the numbers of the row and of
// the lane change places.
template <int step, int n, class V>
TENORITE_ALWAYS_INLINE void transpose(V (&row)[n]) {
  if constexpr (step < n) {
    constexpr std::make_index_sequence<n> kLanes;
#pragma GCC unroll 8
    for (int i = 0; i < n; ++i)
      if (!(i & step)) exchange<step>(row[i], row[i + step], kLanes);
    transpose<2 * step>(row);
  }
}

}  // namespace tenorite::cpu
