// SPDX-License-Identifier: Apache-2.0
#include "memory/bins.h"

#include "core/assert.h"
#include "memory/blocks.h"

namespace tenorite::memory {
namespace {
// Blocks of the request's own bin may be too small; look at so many of them.
constexpr size_t kMaxScan = 16;
}  // namespace

void Bins::insert(Block* block, unsigned shift) noexcept {
  const unsigned bin = bin_of(block->size >> shift);
  TENORITE_ASSERT(bin < kNumBins, "a free block is larger than any bin has");
  block->bin = static_cast<uint16_t>(bin);
  block->bin_prev = nullptr;
  block->bin_next = heads_[bin];
  if (heads_[bin] != nullptr) heads_[bin]->bin_prev = block;
  heads_[bin] = block;
  words_[bin / 64] |= uint64_t{1} << bin % 64;
}

void Bins::remove(Block* block) noexcept {
  TENORITE_ASSERT(block->bin_prev ? block->bin_prev->bin_next == block
                                  : heads_[block->bin] == block,
                  "a block is not in the bin that it is taken from");
  if (block->bin_next != nullptr) block->bin_next->bin_prev = block->bin_prev;
  if (block->bin_prev != nullptr) {
    block->bin_prev->bin_next = block->bin_next;
  } else {
    heads_[block->bin] = block->bin_next;
    if (block->bin_next == nullptr)
      words_[block->bin / 64] &= ~(uint64_t{1} << block->bin % 64);
  }
  block->bin_prev = block->bin_next = nullptr;
}

unsigned Bins::occupied_from(unsigned bin) const noexcept {
  if (bin >= kNumBins) return kNumBins;
  unsigned word = bin / 64;
  uint64_t bits = words_[word] & (~uint64_t{0} << bin % 64);
  while (bits == 0) {
    if (++word == words_.size()) return kNumBins;
    bits = words_[word];
  }
  return word * 64 + static_cast<unsigned>(std::countr_zero(bits));
}

Block* Bins::find(size_t size, unsigned shift, bool thorough) const noexcept {
  const unsigned bin = bin_of(size >> shift);
  Block* best = nullptr;
  size_t left = thorough ? SIZE_MAX : kMaxScan;
  for (Block* b = heads_[bin]; b != nullptr && left > 0;
       b = b->bin_next, --left) {
    if (b->size < size || (best != nullptr && b->size >= best->size)) continue;
    best = b;
    if (b->size == size) break;
  }
  if (best != nullptr) return best;
  const unsigned next = occupied_from(bin + 1);
  return next == kNumBins ? nullptr : heads_[next];
}

Block* Bins::any() const noexcept {
  const unsigned bin = occupied_from(0);
  return bin == kNumBins ? nullptr : heads_[bin];
}

}  // namespace tenorite::memory
