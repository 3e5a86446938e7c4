// SPDX-License-Identifier: Apache-2.0
// Indices of array axes, and what is read by them.
#pragma once

#include "ops/device/config.h"

namespace tenorite {

// What becomes of an index that is out of bounds. kWithin: none is, and none is
// negative, which has been found out before.
enum class IndexMode : unsigned char { kRaise, kWrap, kClip, kWithin };

// The position in [0, bound) that an index means. One that the mode does not
// allow sets `outside`, and means the nearest position there is.
TENORITE_HD long long position_of(IndexMode mode, long long index,
                                  long long bound, bool& outside) {
  if (mode == IndexMode::kRaise) {
    if (index < 0) index += bound;
    outside = outside || index < 0 || index >= bound;
  } else if (mode == IndexMode::kWrap) {
    if (index < 0 || index >= bound) index %= bound;
    if (index < 0) index += bound;
  }
  return index < 0 ? 0 : index < bound ? index : bound - 1;
}

// An array of N axes of which single items are read by their indices.
template <int N>
struct Table {
  const char* data;
  long long bounds[N];
  long long strides[N];  // in bytes
};

}  // namespace tenorite
