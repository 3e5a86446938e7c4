// SPDX-License-Identifier: Apache-2.0
#include "memory/pool.h"

#include <algorithm>
#include <bit>

#include "core/error.h"
#include "core/interval.h"
#include "core/memory_trace.h"

namespace tenorite::memory {
namespace {
// The arena of blocks that every stream may reuse; never a stream's number.
constexpr StreamId kAnyStream = UINT64_MAX;
// Large requests are rounded to this, so that nearly equal sizes share blocks.
constexpr size_t kLargeGranule = 64 << 10;
constexpr int kPoison = 0xFF;

constexpr size_t round_up(size_t n, size_t unit) {
  return (n + unit - 1) / unit * unit;
}
}  // namespace

Pool::Pool(Backend& backend, PoolOptions options)
    : backend_(backend),
      options_(options),
      shift_(static_cast<unsigned>(std::countr_zero(options.alignment))),
      max_cached_(options.pass_through ? 0 : options.max_cached) {
  TENORITE_CHECK(
      std::has_single_bit(options.alignment) && options.alignment >= 64,
      ValueError, "pool alignment must be a power of two >= 64");
  arenas_.push_back(std::make_unique<Arena>());
  arenas_[0]->id = kAnyStream;
}

Pool::~Pool() {
  try {
    trim(0);
  } catch (...) {
    // The device is lost; its memory went with it.
  }
}

size_t Pool::granule(Kind kind) const {
  return kind == kSmall ? options_.alignment
                        : std::max(options_.alignment, kLargeGranule);
}

Pool::Request Pool::plan(size_t bytes) const {
  if (bytes > SIZE_MAX / 4) return {SIZE_MAX, kHuge};
  bytes = std::max<size_t>(bytes, 1);
  // Kernels load the aligned 16 bytes around an element, which are never on two
  // pages, also where the array ends within them.
  if (options_.pass_through) return {(bytes + 15) / 16 * 16, kHuge};
  const Kind kind = bytes <= options_.small_limit   ? kSmall
                    : bytes <= options_.large_limit ? kLarge
                                                    : kHuge;
  return {round_up(bytes, granule(kind)), kind};
}

Arena& Pool::arena_locked(StreamId stream) {
  if (last_arena_ != nullptr && last_arena_->id == stream) return *last_arena_;
  if (auto it = arena_of_.find(stream); it != arena_of_.end()) {
    last_arena_ = it->second;
    return *last_arena_;
  }
  std::unique_ptr<Arena> arena;
  if (!spare_arenas_.empty()) {
    arena = std::move(spare_arenas_.back());
    spare_arenas_.pop_back();
    *arena = Arena{};
  } else {
    arena = std::make_unique<Arena>();
  }
  arena->id = stream;
  // Recycling must not fail, so the room for it is made here.
  spare_arenas_.reserve(arenas_.size() + spare_arenas_.size() + 1);
  arenas_.reserve(arenas_.size() + 1);
  arena_of_.emplace(stream, arena.get());
  last_arena_ = arena.get();
  arenas_.push_back(std::move(arena));
  return *last_arena_;
}

void* Pool::allocate(size_t bytes, StreamId stream) {
  const Request request = plan(bytes);
  if (request.size == SIZE_MAX) raise_out_of_memory(bytes);
  Block* block = take(request, stream);
  if (block == nullptr) [[unlikely]] {
    block = allocate_slowly(request, stream);
    if (block == nullptr) raise_out_of_memory(bytes);
  }
  void* ptr = block->ptr;
  if (options_.poison) [[unlikely]] {
    try {
      backend_.fill(ptr, block->size, kPoison, stream);
    } catch (...) {
      free(ptr, nullptr, 0);
      throw;
    }
  }
  if (memory_trace::is_watched()) [[unlikely]]
    tell(static_cast<int64_t>(bytes));
  return ptr;
}

void Pool::tell(int64_t bytes) const {
  Statistics now;
  {
    std::lock_guard lock(mutex_);
    now = stats_;
  }
  memory_trace::add({steady_seconds(), device(), this, bytes, now.used_bytes,
                     now.reserved_bytes});
}

Block* Pool::take(const Request& request, StreamId stream) {
  std::lock_guard lock(mutex_);
  Block* block = take_locked(request, arena_locked(stream));
  if (block != nullptr) ++stats_.hits;
  return block;
}

Block* Pool::take_locked(const Request& request, Arena& arena) {
  if (options_.pass_through) return nullptr;
  Block* block = arena.bins[request.kind].find(request.size, shift_, false);
  if (block == nullptr)
    block = arenas_[0]->bins[request.kind].find(request.size, shift_, false);
  if (block == nullptr) return nullptr;
  live_.reserve_one();
  block_nodes_.reserve(1);
  return claim_locked(block, request.size, arena);
}

// Room in live_ and one block node have been reserved.
Block* Pool::claim_locked(Block* block, size_t size, Arena& arena) noexcept {
  uncache_locked(block);
  if (block->size - size >= granule(block->segment->kind))
    split_locked(block, size);
  rehome_locked(block, arena);
  block->state = BlockState::kLive;
  set_busy_locked(block->segment, +1);
  live_.insert(block->ptr, block);
  ++stats_.allocations;
  stats_.used_bytes += block->size;
  stats_.peak_used = std::max(stats_.peak_used, stats_.used_bytes);
  return block;
}

void Pool::split_locked(Block* block, size_t size) noexcept {
  Block* rest = block_nodes_.take();
  rest->ptr = block->ptr + size;
  rest->size = block->size - size;
  rest->segment = block->segment;
  rest->arena = block->arena;
  ++rest->arena->n_blocks;
  rest->prev = block;
  rest->next = block->next;
  if (rest->next != nullptr) rest->next->prev = rest;
  block->next = rest;
  block->size = size;
  cache_locked(rest);
}

void Pool::free(void* ptr, const StreamId* used_on, size_t n) noexcept {
  bool too_much_cached = false;
  size_t size = 0;
  Block* elsewhere = nullptr;
  {
    std::lock_guard lock(mutex_);
    Block* block = live_.erase(ptr);
    if (block == nullptr) {
      ++stats_.invalid_frees;
      return;
    }
    ++stats_.frees;
    size = block->size;
    stats_.used_bytes -= size;
    const StreamId own = block->arena->id;
    if (block->arena->retired ||
        !std::all_of(used_on, used_on + n,
                     [own](StreamId id) { return id == own; })) {
      block->state = BlockState::kPending;
      stats_.pending_bytes += block->size;
      elsewhere = block;
    } else {
      set_busy_locked(block->segment, -1);
      publish_locked(block);
      too_much_cached = stats_.free_bytes > max_cached_;
    }
  }
  if (elsewhere != nullptr) free_used_elsewhere(elsewhere, used_on, n);
  if (too_much_cached || (options_.pass_through && elsewhere != nullptr))
    give_back_quietly();
  if (memory_trace::is_watched()) [[unlikely]]
    tell(-static_cast<int64_t>(size));
}

// Makes a block that nothing uses any more reusable. The segment's busy count
// and the counter of the block's former state are the caller's.
void Pool::publish_locked(Block* block) noexcept {
  if (block->arena->retired) rehome_locked(block, *arenas_[0]);
  const auto mergeable = [block](const Block* other) {
    return other != nullptr && other->state == BlockState::kFree &&
           other->arena == block->arena;
  };
  if (mergeable(block->next)) {
    uncache_locked(block->next);
    absorb_next_locked(block);
  }
  if (mergeable(block->prev)) {
    uncache_locked(block->prev);
    block = block->prev;
    absorb_next_locked(block);
  }
  cache_locked(block);
}

// Both are in no bin and belong to one arena.
void Pool::absorb_next_locked(Block* block) noexcept {
  Block* next = block->next;
  block->size += next->size;
  block->next = next->next;
  if (block->next != nullptr) block->next->prev = block;
  --next->arena->n_blocks;
  block_nodes_.give(next);
}

void Pool::rehome_locked(Block* block, Arena& arena) noexcept {
  if (block->arena == &arena) return;
  --block->arena->n_blocks;
  block->arena = &arena;
  ++arena.n_blocks;
}

void Pool::cache_locked(Block* block) noexcept {
  block->arena->bins[block->segment->kind].insert(block, shift_);
  block->state = BlockState::kFree;
  stats_.free_bytes += block->size;
  ++stats_.n_free_blocks;
}

void Pool::uncache_locked(Block* block) noexcept {
  block->arena->bins[block->segment->kind].remove(block);
  stats_.free_bytes -= block->size;
  --stats_.n_free_blocks;
}

void Pool::set_busy_locked(Segment* segment, int change) noexcept {
  if (segment->busy == 0) unlink_idle_locked(segment);
  segment->busy += static_cast<uint32_t>(change);
  if (segment->busy == 0) link_idle_locked(segment);
}

void Pool::link_idle_locked(Segment* segment) noexcept {
  segment->idle_next = nullptr;
  segment->idle_prev = idle_tail_;
  (idle_tail_ != nullptr ? idle_tail_->idle_next : idle_head_) = segment;
  idle_tail_ = segment;
}

void Pool::unlink_idle_locked(Segment* segment) noexcept {
  Segment* prev = segment->idle_prev;
  Segment* next = segment->idle_next;
  (prev != nullptr ? prev->idle_next : idle_head_) = next;
  (next != nullptr ? next->idle_prev : idle_tail_) = prev;
  segment->idle_prev = segment->idle_next = nullptr;
}

size_t Pool::size_of(const void* ptr) const {
  std::lock_guard lock(mutex_);
  const Block* block = live_.find(ptr);
  return block == nullptr ? 0 : block->size;
}

size_t Pool::limit() const {
  std::lock_guard lock(mutex_);
  return limit_;
}

Statistics Pool::statistics() const {
  std::lock_guard lock(mutex_);
  return stats_;
}

void Pool::reset_peak() {
  std::lock_guard lock(mutex_);
  stats_.peak_used = stats_.used_bytes;
  stats_.peak_reserved = stats_.reserved_bytes;
}

}  // namespace tenorite::memory
