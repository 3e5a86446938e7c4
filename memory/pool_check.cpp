// SPDX-License-Identifier: Apache-2.0
#include <unordered_set>

#include "core/error.h"
#include "memory/pool.h"

namespace tenorite::memory {
namespace {

// Collects the first contradiction only.
struct Findings {
  std::string first;
  void expect(bool ok, const std::string& what) {
    if (!ok && first.empty()) first = what;
  }
  template <typename T>
  void expect_equal(T got, T want, const char* what) {
    expect(got == want, std::string(what) + ": " + std::to_string(got) +
                            " instead of " + std::to_string(want));
  }
};

// What a walk over all segments counts.
struct Walk {
  size_t reserved = 0, used = 0, free = 0, pending = 0;
  size_t n_live = 0, n_free = 0, n_idle = 0;
  size_t open_tickets = 0;
  std::unordered_set<const Block*> free_blocks;
};

void walk_segment(const Segment& segment, size_t alignment,
                  const AddressTable& live, Walk& walk, Findings& found) {
  walk.reserved += segment.size;
  char* at = segment.base;
  uint32_t busy = 0;
  const Block* prev = nullptr;
  for (const Block* b = segment.first; b != nullptr; prev = b, b = b->next) {
    found.expect(b->ptr == at, "blocks do not tile their segment");
    found.expect(b->prev == prev && b->segment == &segment, "broken links");
    found.expect(b->size > 0, "empty block");
    found.expect(reinterpret_cast<uintptr_t>(b->ptr) % alignment == 0,
                 "misaligned block");
    at += b->size;
    const bool free = b->state == BlockState::kFree;
    found.expect(!(free && prev != nullptr && prev->state == b->state &&
                   prev->arena == b->arena),
                 "adjacent free blocks of one stream");
    found.expect((live.find(b->ptr) == b) == (b->state == BlockState::kLive),
                 "live table disagrees with a block's state");
    found.expect((b->open_tickets > 0) == (b->state == BlockState::kPending),
                 "tickets disagree with a block's state");
    busy += free ? 0 : 1;
    switch (b->state) {
      case BlockState::kFree:
        walk.free += b->size;
        ++walk.n_free;
        walk.free_blocks.insert(b);
        found.expect(!b->arena->retired, "cached for a destroyed stream");
        break;
      case BlockState::kLive:
        walk.used += b->size;
        ++walk.n_live;
        break;
      case BlockState::kPending:
        walk.pending += b->size;
        walk.open_tickets += b->open_tickets;
        break;
    }
  }
  found.expect(at == segment.base + segment.size,
               "blocks do not fill their segment");
  found.expect_equal(segment.busy, busy, "busy count");
  walk.n_idle += busy == 0 ? 1 : 0;
}

void walk_bins(const Arena& arena, unsigned shift, Walk& walk,
               Findings& found) {
  for (int kind = 0; kind < kNumKinds; ++kind) {
    const Bins& bins = arena.bins[kind];
    for (unsigned bin = 0; bin < kNumBins; ++bin) {
      found.expect(bins.marked(bin) == (bins.head(bin) != nullptr),
                   "bitmap disagrees with a bin");
      for (const Block* b = bins.head(bin); b != nullptr; b = b->bin_next) {
        found.expect(walk.free_blocks.erase(b) == 1,
                     "a bin holds a block that is not free, or twice");
        found.expect(b->arena == &arena && b->segment->kind == kind &&
                         b->bin == bin && bin_of(b->size >> shift) == bin,
                     "block in a wrong bin");
      }
    }
  }
}

}  // namespace

std::string Pool::check_invariants(bool quiescent) const {
  std::lock_guard lock(mutex_);
  Findings found;
  Walk walk;
  for (const Segment* s = segments_; s != nullptr; s = s->next) {
    found.expect(s->next == nullptr || s->next->prev == s, "segment links");
    if (quiescent || s->busy == 0)
      walk_segment(*s, options_.pass_through ? 1 : options_.alignment, live_,
                   walk, found);
  }
  size_t n_idle = 0;
  for (const Segment* s = idle_head_; s != nullptr; s = s->idle_next, ++n_idle)
    found.expect(s->busy == 0, "busy segment among the idle ones");
  found.expect_equal(n_idle, walk.n_idle, "idle segments");
  if (!quiescent) return found.first;

  size_t tickets = 0, n_blocks = 0;
  for (const auto& arena : arenas_) {
    walk_bins(*arena, shift_, walk, found);
    n_blocks += arena->n_blocks;
    size_t queued = 0;
    for (const Ticket* t = arena->head; t != nullptr; t = t->next, ++queued)
      for (const Block* b = t->blocks; b != nullptr; b = b->bin_next) ++tickets;
    found.expect_equal(queued, arena->n_tickets, "tickets of a stream");
  }
  for (const Block* b = abandoned_; b != nullptr; b = b->bin_next) ++tickets;
  size_t all_blocks = 0;
  for (const Segment* s = segments_; s != nullptr; s = s->next)
    for (const Block* b = s->first; b != nullptr; b = b->next) ++all_blocks;

  found.expect(walk.free_blocks.empty(), "a free block is in no bin");
  found.expect_equal(tickets, walk.open_tickets, "open tickets");
  found.expect_equal(n_blocks, all_blocks, "blocks of all streams");
  found.expect_equal(live_.size(), walk.n_live, "live blocks");
  found.expect_equal(stats_.n_free_blocks, walk.n_free, "free blocks");
  found.expect_equal(stats_.used_bytes, walk.used, "used bytes");
  found.expect_equal(stats_.free_bytes, walk.free, "free bytes");
  found.expect_equal(stats_.pending_bytes, walk.pending, "pending bytes");
  found.expect_equal(in_flight_bytes_, size_t{0}, "bytes in flight");
  found.expect_equal(stats_.reserved_bytes, walk.reserved, "reserved bytes");
  found.expect_equal(stats_.allocations - stats_.frees,
                     static_cast<uint64_t>(walk.n_live), "allocations - frees");
  found.expect(stats_.hits + stats_.misses == stats_.allocations,
               "hits + misses");
  return found.first;
}

}  // namespace tenorite::memory
