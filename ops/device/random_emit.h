// SPDX-License-Identifier: Apache-2.0
// What numpy.random.Generator makes of the words of a stream, bit for bit.
#pragma once

#include "ops/device/random_math.h"

namespace tenorite::rng {

// What numbers are scaled and limited to; a range of 0 stands for 2^64.
struct Target {
  double low_real, scale;
  unsigned long low, range, threshold;
  CallKey key;
};

// Functors: word -> kPerWord numbers, of which `index` is the first one's place
// in the result. kPerHalf is 0 where a number takes a whole word.

struct EmitDouble {
  using Value = double;
  static constexpr int kPerWord = 1, kPerHalf = 0;
  TENORITE_HD void operator()(unsigned long word, long, const Target& to,
                              double* out) const {
    out[0] = to.low_real + to.scale * (to_double(word >> 11) * 0x1p-53);
  }
};

struct EmitFloat {
  using Value = float;
  static constexpr int kPerWord = 2, kPerHalf = 1;
  TENORITE_HD void operator()(unsigned long word, long, const Target&,
                              float* out) const {
    out[0] = (float)(int)((unsigned)word >> 8) * 0x1p-24f;
    out[1] = (float)(int)(word >> 40) * 0x1p-24f;
  }
};

struct EmitInteger64 {
  using Value = unsigned long;
  static constexpr int kPerWord = 1, kPerHalf = 0;
  TENORITE_HD void operator()(unsigned long word, long index, const Target& to,
                              unsigned long* out) const {
    out[0] = to.low +
             below<64>(to.range, to.threshold, word, Substream(to.key, index));
  }
};

// kPieces numbers from each half of a word, its lowest bits first.
template <class T, int kPieces>
struct EmitInteger {
  using Value = T;
  static constexpr int kPerHalf = kPieces, kPerWord = 2 * kPieces;
  static constexpr int kBits = 32 / kPieces;
  TENORITE_HD void operator()(unsigned long word, long index, const Target& to,
                              T* out) const {
    TENORITE_UNROLL
    for (int i = 0; i < kPerWord; ++i) {
      unsigned long piece = word >> (kBits * i) & ((1ul << kBits) - 1);
      out[i] = (T)(to.low + below<kBits>(to.range, to.threshold, piece,
                                         Substream(to.key, index + i)));
    }
  }
};

struct EmitBool {
  using Value = bool;
  static constexpr int kPerHalf = 32, kPerWord = 64;
  TENORITE_HD void operator()(unsigned long word, long, const Target&,
                              bool* out) const {
    TENORITE_UNROLL
    for (int i = 0; i < 64; ++i) out[i] = word >> i & 1;
  }
};

}  // namespace tenorite::rng
