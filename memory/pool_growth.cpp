// SPDX-License-Identifier: Apache-2.0
//
// Segments from and back to the backend, and what is tried, in which order,
// before an allocation fails.
#include <algorithm>
#include <bit>
#include <chrono>
#include <thread>

#include "core/error.h"
#include "core/outer_lock.h"
#include "memory/hooks.h"
#include "memory/pool.h"
#include "memory/size_text.h"

namespace tenorite::memory {
namespace {

constexpr size_t kSegmentUnit = 2 << 20;
constexpr auto kMaxPatience = std::chrono::seconds(1);

constexpr size_t round_up(size_t n, size_t unit) {
  return (n + unit - 1) / unit * unit;
}

// A collection may run destructors and finalisers that allocate in turn.
thread_local bool in_last_resort = false;

void run_last_resort(void (*hook)(Device), Device device) {
  struct Leave {
    ~Leave() { in_last_resort = false; }
  } leave;
  in_last_resort = true;
  hook(device);
}

}  // namespace

Block* Pool::allocate_slowly(const Request& request, StreamId stream) {
  if (!options_.pass_through) {
    // Whoever holds it collects for everybody; no need to queue up here.
    std::unique_lock recovery(recovery_mutex_, std::try_to_lock);
    if (recovery.owns_lock()) drain_tickets(false);
    if (Block* block = take(request, stream)) return block;
  }
  if (Block* block = grow_by(segment_size(request), request, stream))
    return block;
  if (is_hopeless(request)) return nullptr;
  if (Block* block = recover(request, stream)) return block;
  const auto last_resort = hooks().last_resort;
  if (last_resort != nullptr && !in_last_resort) {
    run_last_resort(last_resort, device());
    if (Block* block = recover(request, stream)) return block;
  }
  // What other threads are about to give back is neither cached nor free.
  const auto deadline = std::chrono::steady_clock::now() + kMaxPatience;
  while (others_in_transit() && std::chrono::steady_clock::now() < deadline) {
    without_outer_lock(
        [] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); });
    if (Block* block = recover(request, stream)) return block;
  }
  return nullptr;
}

bool Pool::others_in_transit() const {
  std::lock_guard lock(mutex_);
  return in_flight_bytes_ != 0 || stats_.pending_bytes != 0;
}

Block* Pool::recover(const Request& request, StreamId stream) {
  if (Block* block = take(request, stream)) return block;
  // Often a few old segments are enough; then the rest stays cached.
  give_back_idle(request.size);
  if (Block* block = grow_as_possible(request, stream)) return block;
  give_back_idle(SIZE_MAX);
  if (Block* block = grow_as_possible(request, stream)) return block;
  {
    std::lock_guard recovery(recovery_mutex_);
    drain_tickets(true);
    merge_streams();
  }
  if (Block* block = take_any_kind(request, stream)) return block;
  give_back_idle(SIZE_MAX);
  return grow_as_possible(request, stream);
}

// Free blocks of other kinds too: better a splintered segment than none.
Block* Pool::take_any_kind(const Request& request, StreamId stream) {
  if (options_.pass_through) return nullptr;
  std::lock_guard lock(mutex_);
  Arena& own = arena_locked(stream);
  live_.reserve_one();
  block_nodes_.reserve(1);
  for (Arena* arena : {&own, arenas_[0].get()}) {
    for (int i = 0; i < kNumKinds; ++i) {
      const int kind = (request.kind + i) % kNumKinds;
      Block* block = arena->bins[kind].find(request.size, shift_, true);
      if (block == nullptr) continue;
      ++stats_.hits;
      return claim_locked(block, request.size, own);
    }
  }
  return nullptr;
}

size_t Pool::segment_size(const Request& request) const {
  if (options_.pass_through) return request.size;
  if (request.kind == kSmall)
    return std::max(request.size, options_.small_segment);
  const size_t own = round_up(request.size, kSegmentUnit);
  if (request.kind == kHuge) return own;
  // A share of what is reserved, so that a large heap has few segments and
  // neighbouring blocks can coalesce, while a small program stays small.
  std::lock_guard lock(mutex_);
  const size_t share = std::bit_floor(stats_.reserved_bytes / 8);
  return std::max(own, std::clamp(share, options_.min_large_segment,
                                  options_.max_large_segment));
}

// Near the limit a smaller segment may do where the usual one does not.
Block* Pool::grow_as_possible(const Request& request, StreamId stream) {
  size_t size = segment_size(request);
  while (true) {
    if (Block* block = grow_by(size, request, stream)) return block;
    if (size == request.size) return nullptr;
    size = std::max(request.size, round_up(size / 2, granule(request.kind)));
  }
}

// nullptr when the limit or the backend refuses.
Block* Pool::grow_by(size_t size, const Request& request, StreamId stream) {
  {
    std::lock_guard lock(mutex_);
    if (limit_ != 0 && (stats_.reserved_bytes >= limit_ ||
                        size > limit_ - stats_.reserved_bytes))
      return nullptr;
    // Counted before the backend is asked, so that the limit always holds.
    stats_.reserved_bytes += size;
    in_flight_bytes_ += size;
  }
  void* memory = nullptr;
  try {
    memory = backend_.allocate(size);
    if (memory != nullptr) return add_segment(memory, size, request, stream);
  } catch (...) {
    if (memory != nullptr) backend_.deallocate(memory, size);
    std::lock_guard lock(mutex_);
    stats_.reserved_bytes -= size;
    in_flight_bytes_ -= size;
    throw;
  }
  std::lock_guard lock(mutex_);
  stats_.reserved_bytes -= size;
  in_flight_bytes_ -= size;
  return nullptr;
}

Block* Pool::add_segment(void* memory, size_t size, const Request& request,
                         StreamId stream) {
  std::lock_guard lock(mutex_);
  Arena& arena = arena_locked(stream);
  live_.reserve_one();
  block_nodes_.reserve(2);
  Segment* segment = segment_nodes_.take();
  Block* block = block_nodes_.take();
  *segment = {.base = static_cast<char*>(memory),
              .size = size,
              .first = block,
              .kind = request.kind};
  block->ptr = segment->base;
  block->size = size;
  block->segment = segment;
  block->arena = &arena;
  ++arena.n_blocks;
  attach_locked(segment);
  ++stats_.misses;
  ++stats_.backend_allocations;
  stats_.peak_reserved = std::max(stats_.peak_reserved, stats_.reserved_bytes);
  return claim_locked(block, request.size, arena);
}

// Makes a segment of free blocks, counted as in flight, part of the pool.
void Pool::attach_locked(Segment* segment) noexcept {
  segment->prev = nullptr;
  segment->next = segments_;
  if (segments_ != nullptr) segments_->prev = segment;
  segments_ = segment;
  in_flight_bytes_ -= segment->size;
  link_idle_locked(segment);
  for (Block* block = segment->first; block != nullptr; block = block->next)
    cache_locked(block);
}

// Takes idle segments out of the pool, oldest first, until they make up
// `bytes`, and names the streams that may still use them. They stay reserved,
// as in flight, and are chained by next.
Segment* Pool::detach_idle_locked(size_t bytes, StreamSet& streams) noexcept {
  Segment* chain = nullptr;
  for (size_t sum = 0; sum < bytes && idle_head_ != nullptr;) {
    Segment* segment = idle_head_;
    unlink_idle_locked(segment);
    for (Block* b = segment->first; b != nullptr; b = b->next) {
      uncache_locked(b);
      if (b->arena != arenas_[0].get()) streams.add(b->arena->id);
    }
    Segment* prev = segment->prev;
    (prev != nullptr ? prev->next : segments_) = segment->next;
    if (segment->next != nullptr) segment->next->prev = prev;
    in_flight_bytes_ += segment->size;
    sum += segment->size;
    segment->prev = nullptr;
    segment->next = chain;
    chain = segment;
  }
  return chain;
}

void Pool::forget_locked(Segment* segment) noexcept {
  for (Block* block = segment->first; block != nullptr;) {
    Block* next = block->next;
    --block->arena->n_blocks;
    block_nodes_.give(block);
    block = next;
  }
  stats_.reserved_bytes -= segment->size;
  in_flight_bytes_ -= segment->size;
  ++stats_.backend_frees;
  segment_nodes_.give(segment);
}

// In a forked child, where the threads that had segments in flight are not.
void Pool::forget_in_flight_locked() noexcept {
  stats_.reserved_bytes -= in_flight_bytes_;
  in_flight_bytes_ = 0;
}

// When it cannot be known that the streams are done with the segments, they
// stay cached and the reason is thrown.
void Pool::give_back_idle(size_t bytes) {
  StreamSet streams;
  Segment* chain;
  {
    std::lock_guard lock(mutex_);
    chain = detach_idle_locked(bytes, streams);
  }
  if (chain == nullptr) return;
  std::exception_ptr error;
  const bool settled = settle(streams, &error);
  if (settled)
    for (Segment* s = chain; s != nullptr; s = s->next)
      backend_.deallocate(s->base, s->size);
  {
    std::lock_guard lock(mutex_);
    while (chain != nullptr) {
      Segment* segment = chain;
      chain = segment->next;
      settled ? forget_locked(segment) : attach_locked(segment);
    }
  }
  if (!settled) std::rethrow_exception(error);
}

void Pool::give_back_quietly() noexcept {
  try {
    if (options_.pass_through) {
      std::lock_guard recovery(recovery_mutex_);
      drain_tickets(true);
    }
    size_t excess = 0;
    {
      std::lock_guard lock(mutex_);
      if (stats_.free_bytes > max_cached_)
        excess = stats_.free_bytes - max_cached_;
    }
    give_back_idle(excess);
  } catch (...) {
    // The memory stays cached; the next call that may throw meets the cause.
  }
}

void Pool::trim(size_t keep) {
  {
    std::lock_guard recovery(recovery_mutex_);
    drain_tickets(true);
  }
  size_t excess = 0;
  {
    std::lock_guard lock(mutex_);
    if (stats_.reserved_bytes > keep) excess = stats_.reserved_bytes - keep;
  }
  give_back_idle(excess);
}

void Pool::set_limit(size_t bytes) {
  {
    std::lock_guard lock(mutex_);
    limit_ = bytes;
    if (bytes == 0 || stats_.reserved_bytes <= bytes) return;
  }
  trim(bytes);
}

void Pool::set_max_cached(size_t bytes) {
  {
    std::lock_guard lock(mutex_);
    max_cached_ = options_.pass_through ? 0 : bytes;
  }
  give_back_quietly();
}

bool Pool::is_hopeless(const Request& request) {
  {
    std::lock_guard lock(mutex_);
    if (limit_ != 0 && request.size > limit_) return true;
  }
  const size_t total = backend_.info().total;
  return total != 0 && request.size > total;
}

void Pool::raise_out_of_memory(size_t bytes) {
  Statistics now;
  size_t limit, largest = 0;
  {
    std::lock_guard lock(mutex_);
    ++stats_.out_of_memory;
    now = stats_;
    limit = limit_;
    for (const Segment* s = segments_; s != nullptr; s = s->next)
      for (const Block* b = s->first; b != nullptr; b = b->next)
        if (b->state == BlockState::kFree) largest = std::max(largest, b->size);
  }
  std::string text = format(
      "Unable to allocate %s on %s: %s live, %s cached in %zu blocks of at "
      "most "
      "%s, %s pending on other streams, ",
      describe_bytes(bytes).c_str(), to_string(device()).c_str(),
      describe_bytes(now.used_bytes).c_str(),
      describe_bytes(now.free_bytes).c_str(), now.n_free_blocks,
      describe_bytes(largest).c_str(),
      describe_bytes(now.pending_bytes).c_str());
  try {
    const MemoryInfo info = backend_.info();
    text += format("%s free on the device of %s, ",
                   describe_bytes(info.free).c_str(),
                   describe_bytes(info.total).c_str());
  } catch (const Error&) {
    // The rest of the text is worth having without it.
  }
  text += limit == 0 ? std::string("no limit")
                     : format("limit %s", describe_bytes(limit).c_str());
  if (const auto describe_live = hooks().describe_live) {
    const std::string arrays = describe_live(device());
    if (!arrays.empty()) text += "\n" + arrays;
  }
  throw OutOfMemoryError(text);
}

}  // namespace tenorite::memory
