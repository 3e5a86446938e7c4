// SPDX-License-Identifier: Apache-2.0
// A substream of random words for one element of a call on the CPU. The first
// Philox blocks are generated for a whole vector of elements at once, and a
// small cache keeps values that many elements compute from equal parameters.
#pragma once

#include <cstdint>
#include <limits>

#include "ops/cpu/random/philox_blocks.h"

namespace tenorite::cpu {

// A direct-mapped cache of values by whole number k; collisions evict.
class Memory {
 public:
  Memory() {
    for (Entry& entry : entries_)
      entry.k = std::numeric_limits<double>::quiet_NaN();
  }
  template <class F>
  double operator()(double k, const F& f) {
    // The golden ratio spreads neighbours.
    Entry& entry =
        entries_[bit_cast<uint64_t>(k) * 0x9e3779b97f4a7c15ul >> (64 - kBits)];
    if (entry.k != k) entry = {k, f()};
    return entry.value;
  }

 private:
  static constexpr int kBits = 9;
  struct Entry {
    double k, value;
  };
  Entry entries_[1 << kBits];
};

class BufferedStream : public rng::Draws<BufferedStream> {
 public:
  static constexpr unsigned kMaxAhead = 8;  // blocks

  // `ahead` has the first `blocks` blocks, this position's as `element`; no
  // memory where parameters differ between elements. `next` words are gone.
  BufferedStream(const rng::CallKey& key, uint64_t position,
                 const PhiloxWords* ahead, unsigned blocks, int element,
                 Memory* memory, unsigned next = 0)
      : key_(key),
        position_(position),
        ahead_(ahead),
        num_ahead_(blocks),
        element_(element),
        next_(next),
        memory_(memory) {}

  unsigned next32() {
    const unsigned block = next_ / 4, word = next_ % 4;
    ++next_;
    if (block < num_ahead_) return ahead_[block][word][element_];
    if (word == 0) make(block);
    return block_.v[word];
  }

  // How many blocks have been asked for.
  unsigned blocks() const { return (next_ + 3) / 4; }

  auto memory() const {
    return [memory = memory_](double k, const auto& f) {
      return memory ? (*memory)(k, f) : f();
    };
  }

 private:
  // Seldom, and asked for in many places.
  [[gnu::noinline]] void make(unsigned block) {
    block_ = rng::philox(key_, position_, block);
  }

  const rng::CallKey& key_;
  uint64_t position_;
  const PhiloxWords* ahead_;
  unsigned num_ahead_;
  int element_;
  unsigned next_;
  Memory* memory_;
  rng::Philox4x32 block_{};
};

}  // namespace tenorite::cpu
