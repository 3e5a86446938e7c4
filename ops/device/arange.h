// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/device/arithmetic.h"

namespace tenorite {

// Element i of numpy.arange: NumPy multiplies in the array's own type (float
// for float16) and lets integers wrap around. The index is an integer, or a
// double where the host wants vectors of them.
template <class T, class Index>
TENORITE_HD T arange_element(Index i, compute_t<T> start, compute_t<T> delta) {
  if constexpr (is_complex<T>) {
    using R = real_t<T>;
    return {arange_element<R>(i, start.re, delta.re),
            arange_element<R>(i, start.im, delta.im)};
  } else if constexpr (is_bool<T>) {
    return (start ? 1 : 0) + (delta ? i : 0) != 0;
  } else if constexpr (is_integer<T>) {
    using U = wrapping_t<T>;
    return (T)((U)start + (U)i * (U)delta);
  } else {
    return (T)(start + (compute_t<T>)i * delta);
  }
}

}  // namespace tenorite
