// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace tenorite::memory {

struct Block;

inline constexpr unsigned kBinsPerPower = 8;
inline constexpr unsigned kNumBins = 448;

// Bin of a size in units of the pool's alignment: eight per power of two.
constexpr unsigned bin_of(uint64_t units) {
  if (units < kBinsPerPower) return static_cast<unsigned>(units);
  const unsigned log2 = 63u - static_cast<unsigned>(std::countl_zero(units));
  return (log2 - 2) * kBinsPerPower + ((units >> (log2 - 3)) & 7);
}
static_assert(bin_of(7) == 7 && bin_of(8) == 8 && bin_of(15) == 15);
static_assert(bin_of(16) == 16 && bin_of(17) == 16 && bin_of(18) == 17);
static_assert(bin_of(UINT64_MAX >> 6) == kNumBins - 1);

// Free blocks of one stream and kind, segregated by size. All operations take
// constant time: a bitmap finds the next bin, a scan is bounded.
class Bins {
 public:
  void insert(Block* block, unsigned shift) noexcept;
  void remove(Block* block) noexcept;
  // A block of at least this size, nearly the smallest; nullptr when none.
  // A bounded scan may miss a fit in the request's own bin, `thorough` cannot.
  Block* find(size_t size, unsigned shift, bool thorough) const noexcept;
  // Some block, for emptying the bins.
  Block* any() const noexcept;

  Block* head(unsigned bin) const { return heads_[bin]; }
  bool marked(unsigned bin) const { return words_[bin / 64] >> bin % 64 & 1; }

 private:
  // The first occupied bin at or after `bin`, or kNumBins.
  unsigned occupied_from(unsigned bin) const noexcept;

  std::array<uint64_t, kNumBins / 64> words_{};
  std::array<Block*, kNumBins> heads_{};
};

}  // namespace tenorite::memory
