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

TENORITE_HD unsigned long joined(unsigned lo, unsigned hi) {
  return (unsigned long)hi << 32 | lo;
}

// 128 bits.
struct Wide {
  unsigned long lo, hi;
};

// As one product and sum, which has the fewest instructions on a GPU.
TENORITE_HD Wide multiply_add(Wide a, Wide b, Wide c) {
  auto whole = [](Wide x) { return (unsigned __int128)x.hi << 64 | x.lo; };
  unsigned __int128 sum = whole(a) * whole(b) + whole(c);
  return {(unsigned long)sum, (unsigned long)(sum >> 64)};
}

TENORITE_HD Wide operator*(Wide a, Wide b) {
  return multiply_add(a, b, {0, 0});
}

// ---- Philox (Salmon, Moraes, Dror, Shaw 2011), ten rounds ----

// Four words of 64 bits for each counter: numpy.random.Philox.
struct Philox4x64 {
  unsigned long v[4];
};

struct Philox4x64Key {
  unsigned long key0, key1;
  TENORITE_HD unsigned long operator()(int which, int round) const {
    return which == 0 ? key0 + (unsigned long)round * 0x9e3779b97f4a7c15ul
                      : key1 + (unsigned long)round * 0xbb67ae8584caa73bul;
  }
};

template <class Key>
TENORITE_HD Philox4x64 philox(Philox4x64 x, const Key& key) {
  TENORITE_UNROLL
  for (int round = 0; round < 10; ++round) {
    auto product0 = (unsigned __int128)0xd2e7470ee14c6c93ul * x.v[0];
    auto product1 = (unsigned __int128)0xca5a826395121157ul * x.v[2];
    x = {{(unsigned long)(product1 >> 64) ^ x.v[1] ^ key(0, round),
          (unsigned long)product1,
          (unsigned long)(product0 >> 64) ^ x.v[3] ^ key(1, round),
          (unsigned long)product0}};
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
  TENORITE_HD unsigned operator()(int which, int round) const {
    return which == 0 ? key0 + (unsigned)round * 0x9e3779b9u
                      : key1 + (unsigned)round * 0xbb67ae85u;
  }
};

// A key with the keys of all rounds: a kernel that finds them among its
// arguments need not add them up.
template <class Key>
struct RoundKeys : Key {
  decltype(Key()(0, 0)) word[2][10];
  TENORITE_HD explicit RoundKeys(const Key& key) : Key(key) {
    for (int which = 0; which < 2; ++which)
      for (int round = 0; round < 10; ++round)
        word[which][round] = key(which, round);
  }
  TENORITE_HD auto operator()(int which, int round) const {
    return word[which][round];
  }
};

// Block `attempt` of a position of a call.
template <class Key>
TENORITE_HD Philox4x32 philox(const Key& key, unsigned long position,
                              unsigned attempt) {
  Philox4x32 x = {
      {(unsigned)position, (unsigned)(position >> 32), attempt, key.tag}};
  TENORITE_UNROLL
  for (int round = 0; round < 10; ++round) {
    unsigned long product0 = 0xd2511f53ul * x.v[0];
    unsigned long product1 = 0xcd9e8d57ul * x.v[2];
    x = {{(unsigned)(product1 >> 32) ^ x.v[1] ^ key(0, round),
          (unsigned)product1,
          (unsigned)(product0 >> 32) ^ x.v[3] ^ key(1, round),
          (unsigned)product0}};
  }
  return x;
}

// ---- PCG (O'Neill 2014): numpy.random.PCG64 and PCG64DXSM ----

// So many steps of a congruential generator: state * multiplier + increment.
struct Jump {
  Wide multiplier, increment;
  TENORITE_HD Wide operator()(Wide state) const {
    return multiply_add(state, multiplier, increment);
  }
};

TENORITE_HD unsigned long xsl_rr(Wide state) {
  unsigned long folded = state.hi ^ state.lo;
  unsigned turn = (unsigned)(state.hi >> 58);
#ifdef __CUDA_ARCH__
  // Two turns by less than 32, of halves that change places before.
  unsigned lo = (unsigned)folded, hi = (unsigned)(folded >> 32);
  unsigned first = turn & 32 ? hi : lo, second = turn & 32 ? lo : hi;
  return joined(::__funnelshift_r(first, second, turn),
                ::__funnelshift_r(second, first, turn));
#else
  return folded >> turn | folded << ((64 - turn) & 63);
#endif
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
// beside Substream, with the same words (ops/cpu/random/buffered_stream.h,
// first_trials.cpp).
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
  // One or the other.
  template <class F>
  TENORITE_HD static bool accepts(bool good, const F& other) {
    return good || other();
  }
  // Whether the rest need not be computed.
  TENORITE_HD static bool knows(bool known) { return known; }
  TENORITE_HD static bool log_is_less(double, double, double, double) {
    return false;
  }
  TENORITE_HD static bool is_small(double shape) { return shape < 1; }
  // For values that are wanted again with the same parameters.
  TENORITE_HD static NoMemory memory() { return {}; }
};

// As many words as a position of a call asks for.
class Substream : public Draws<Substream> {
 public:
  // From a block on.
  TENORITE_HD Substream(const CallKey& key, unsigned long position,
                        unsigned attempt = 0)
      : key_(key), position_(position), attempt_(attempt) {}

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
  unsigned attempt_;
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
TENORITE_HD unsigned long redrawn(unsigned long range, unsigned long threshold,
                                  int bits, Words more) {
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

// Makes a number of [0, range) from one of [0, 2^kBits); false where that is
// one too many. A range of 0 stands for 2^64.
template <int kBits>
TENORITE_HD bool scaled(unsigned long range, unsigned long threshold,
                        unsigned long word, unsigned long& number) {
  if constexpr (kBits == 64) {
    auto product = (unsigned __int128)word * range;
    number = range == 0 ? word : (unsigned long)(product >> 64);
    return (unsigned long)product >= threshold;
  } else if constexpr (kBits == 32) {
    // The range may be 2^32, of which one multiplication knows nothing.
    unsigned long product =
        (unsigned long)(unsigned)word * (unsigned)(range - 1) + (unsigned)word;
    number = product >> 32;
    return (unsigned)product >= (unsigned)threshold;
  } else {
    unsigned product = (unsigned)word * (unsigned)range;
    number = product >> kBits;
    return (product & ((1u << kBits) - 1)) >= (unsigned)threshold;
  }
}

}  // namespace tenorite::rng
