// SPDX-License-Identifier: Apache-2.0
// Random words as pure functions of a generator's state and a position.
#pragma once

#include "ops/device/types.h"

namespace tenorite::rng {

TENORITE_HD unsigned long multiply_high(unsigned long a, unsigned long b) {
#ifdef __CUDA_ARCH__
  return ::__umul64hi(a, b);
#else
  return (unsigned long)((unsigned __int128)a * b >> 64);
#endif
}

// 128 bits.
struct Wide {
  unsigned long lo, hi;
};

TENORITE_HD Wide operator+(Wide a, Wide b) {
  unsigned long lo = a.lo + b.lo;
  return {lo, a.hi + b.hi + (lo < a.lo)};
}

TENORITE_HD Wide operator*(Wide a, Wide b) {
  return {a.lo * b.lo, multiply_high(a.lo, b.lo) + a.hi * b.lo + a.lo * b.hi};
}

// ---- Philox (Salmon, Moraes, Dror, Shaw 2011), ten rounds ----

// Four words of 64 bits for each counter: numpy.random.Philox.
struct Philox4x64 {
  unsigned long v[4];
};

TENORITE_HD Philox4x64 philox(Philox4x64 x, unsigned long key0,
                              unsigned long key1) {
  TENORITE_UNROLL
  for (int round = 0; round < 10; ++round) {
    unsigned long hi0 = multiply_high(0xd2e7470ee14c6c93ul, x.v[0]);
    unsigned long lo0 = 0xd2e7470ee14c6c93ul * x.v[0];
    unsigned long hi1 = multiply_high(0xca5a826395121157ul, x.v[2]);
    unsigned long lo1 = 0xca5a826395121157ul * x.v[2];
    x = {{hi1 ^ x.v[1] ^ key0, lo1, hi0 ^ x.v[3] ^ key1, lo0}};
    key0 += 0x9e3779b97f4a7c15ul;
    key1 += 0xbb67ae8584caa73bul;
  }
  return x;
}

// The counter of 256 bits, so many blocks on.
TENORITE_HD Philox4x64 operator+(Philox4x64 counter, unsigned long blocks) {
  unsigned long before = counter.v[0];
  counter.v[0] += blocks;
  if (counter.v[0] < before && ++counter.v[1] == 0 && ++counter.v[2] == 0)
    ++counter.v[3];
  return counter;
}

// Four words of 32 bits: what distributions are made of.
struct Philox4x32 {
  unsigned v[4];
};

// The key of one call: the numbers of its elements and all that they need
// beyond are functions of it and of a position.
struct CallKey {
  unsigned key0, key1, tag;
};

// Block `attempt` of a position of a call.
TENORITE_HD Philox4x32 philox(const CallKey& key, unsigned long position,
                              unsigned attempt) {
  unsigned key0 = key.key0, key1 = key.key1;
  Philox4x32 x = {
      {(unsigned)position, (unsigned)(position >> 32), attempt, key.tag}};
  TENORITE_UNROLL
  for (int round = 0; round < 10; ++round) {
    unsigned long product0 = 0xd2511f53ul * x.v[0];
    unsigned long product1 = 0xcd9e8d57ul * x.v[2];
    x = {{(unsigned)(product1 >> 32) ^ x.v[1] ^ key0, (unsigned)product1,
          (unsigned)(product0 >> 32) ^ x.v[3] ^ key1, (unsigned)product0}};
    key0 += 0x9e3779b9u;
    key1 += 0xbb67ae85u;
  }
  return x;
}

TENORITE_HD unsigned long joined(unsigned lo, unsigned hi) {
  return (unsigned long)hi << 32 | lo;
}

// ---- PCG (O'Neill 2014): numpy.random.PCG64 and PCG64DXSM ----

// So many steps of a congruential generator: state * multiplier + increment.
struct Jump {
  Wide multiplier, increment;
  TENORITE_HD Wide operator()(Wide state) const {
    return state * multiplier + increment;
  }
};

TENORITE_HD unsigned long xsl_rr(Wide state) {
  unsigned long folded = state.hi ^ state.lo;
  unsigned turn = (unsigned)(state.hi >> 58);
  return folded >> turn | folded << ((64 - turn) & 63);
}

TENORITE_HD unsigned long dxsm(Wide state) {
  unsigned long hi = state.hi, lo = state.lo | 1;
  hi ^= hi >> 32;
  hi *= 0xda942042e4dd58b5ul;
  hi ^= hi >> 48;
  return hi * lo;
}

// ---- numbers of one element ----

// Calls f for a value that depends on k and on what all calls have in common.
struct NoMemory {
  template <class F>
  TENORITE_HD double operator()(double, const F& f) const {
    return f();
  }
};

// What elements ask for, made of the words of Words::next32. The CPU has others
// beside Substream, with the same words (ops/cpu/ahead.h, first_trials.cpp).
template <class Words>
struct Draws {
  TENORITE_HD unsigned long next64() {
    auto& words = static_cast<Words&>(*this);
    unsigned lo = words.next32();
    return joined(lo, words.next32());
  }
  // In the open interval (0, 1).
  TENORITE_HD double uniform() {
    return ((double)(long)(next64() >> 12) + 0.5) * 0x1p-52;
  }
  TENORITE_HD static bool accepts(bool good) { return good; }
  TENORITE_HD static bool is_small(double shape) { return shape < 1; }
  // For values that are wanted again with the same parameters.
  TENORITE_HD static NoMemory memory() { return {}; }
};

// As many words as a position of a call asks for.
class Substream : public Draws<Substream> {
 public:
  TENORITE_HD Substream(const CallKey& key, unsigned long position)
      : key_(key), position_(position) {}

  TENORITE_HD unsigned next32() {
    if (left_ == 0) {
      words_ = philox(key_, position_, attempt_++);
      left_ = 4;
    }
    unsigned word = words_.v[0];
    words_ = {{words_.v[1], words_.v[2], words_.v[3], 0}};
    --left_;
    return word;
  }

 private:
  CallKey key_;
  unsigned long position_;
  Philox4x32 words_ = {};
  unsigned attempt_ = 0;
  int left_ = 0;
};

// ---- integers below a bound (Lemire 2019) ----

// Of 2^bits numbers the first ones, this many, are one too many: a number is
// drawn again where the low bits of its product with the range are below.
TENORITE_HD unsigned long lemire_threshold(unsigned long range, int bits) {
  if (range == 0) return 0;
  return bits == 64 ? (0 - range) % range : ((1ul << bits) - range) % range;
}

template <class Words>
TENORITE_HD_NOINLINE unsigned long redrawn(unsigned long range,
                                           unsigned long threshold, int bits,
                                           Words more) {
  if (bits == 64) {
    unsigned long word;
    do word = more.next64();
    while (word * range < threshold);
    return multiply_high(word, range);
  }
  const unsigned long mask = (1ul << bits) - 1;
  unsigned long product;
  do product = (more.next32() & mask) * range;
  while ((product & mask) < threshold);
  return product >> bits;
}

// A number of [0, range) from one of [0, 2^kBits), which comes first, and from
// the substream where that is one too many. A range of 0 stands for 2^64.
template <int kBits, class Words>
TENORITE_HD unsigned long below(unsigned long range, unsigned long threshold,
                                unsigned long word, const Words& more) {
  if constexpr (kBits == 64) {
    if (range == 0) return word;
    if (word * range < threshold) return redrawn(range, threshold, 64, more);
    return multiply_high(word, range);
  } else {
    unsigned long product = word * range;
    if ((product & ((1ul << kBits) - 1)) < threshold)
      return redrawn(range, threshold, kBits, more);
    return product >> kBits;
  }
}

}  // namespace tenorite::rng
