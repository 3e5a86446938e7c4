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

// What a word becomes: `make` has its kPerWord numbers, and bits for those that
// must be drawn again, which `again` does for the number at `index` of the
// result. kPerHalf is 0 where a number takes a whole word.

template <class T, int kNumbers>
struct EmitAny {
  using Value = T;
  static constexpr int kPerWord = kNumbers, kPerHalf = kNumbers / 2;
  TENORITE_HD static T again(long, const Target&) { return T(); }
};

struct EmitDouble : EmitAny<double, 1> {
  TENORITE_HD static unsigned make(unsigned long word, const Target& to,
                                   double* out) {
    out[0] = to.low_real + to.scale * (to_double(word >> 11) * 0x1p-53);
    return 0;
  }
};

struct EmitFloat : EmitAny<float, 2> {
  TENORITE_HD static unsigned make(unsigned long word, const Target&,
                                   float* out) {
    out[0] = (float)(int)((unsigned)word >> 8) * 0x1p-24f;
    out[1] = (float)(int)(word >> 40) * 0x1p-24f;
    return 0;
  }
};

// kPieces numbers from each half of a word, its lowest bits first; one number
// from a whole word where kPieces is 0.
template <class T, int kPieces>
struct EmitInteger : EmitAny<T, kPieces == 0 ? 1 : 2 * kPieces> {
  static constexpr int kPerWord = EmitInteger::EmitAny::kPerWord;
  static constexpr int kBits = 64 / kPerWord;
  TENORITE_HD static unsigned make(unsigned long word, const Target& to,
                                   T* out) {
    unsigned rejected = 0;
    TENORITE_UNROLL
    for (int i = 0; i < kPerWord; ++i) {
      unsigned long piece = word >> (kBits * i), number;
      if constexpr (kBits < 64) piece &= (1ul << kBits) - 1;
      bool good = scaled<kBits>(to.range, to.threshold, piece, number);
      rejected |= (unsigned)!good << i;
      out[i] = (T)(to.low + number);
    }
    return rejected;
  }
  TENORITE_HD static T again(long index, const Target& to) {
    return (T)(to.low + redrawn(to.range, to.threshold, kBits,
                                Substream(to.key, index)));
  }
};

struct EmitBool : EmitAny<bool, 64> {
  TENORITE_HD static unsigned make(unsigned long word, const Target&,
                                   bool* out) {
    TENORITE_UNROLL
    for (int i = 0; i < 64; ++i) out[i] = word >> i & 1;
    return 0;
  }
};

// All numbers of a word, of which the first one's place is `index`.
template <class Emit>
TENORITE_HD void emit(unsigned long word, long index, const Target& to,
                      typename Emit::Value* out) {
  unsigned rejected = Emit::make(word, to, out);
  if (rejected == 0) return;
  for (int i = 0; i < Emit::kPerWord; ++i)
    if (rejected >> i & 1) out[i] = Emit::again(index + i, to);
}

}  // namespace tenorite::rng
