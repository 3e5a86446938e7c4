// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/device.h"
#include "core/export.h"
#include "core/fork_guard.h"
#include "core/outer_lock.h"
#include "memory/address_table.h"
#include "memory/backend.h"
#include "memory/blocks.h"
#include "memory/node_pool.h"
#include "memory/statistics.h"
#include "memory/stream_set.h"

namespace tenorite::memory {

struct PoolOptions {
  size_t alignment = 512;          // bytes, a power of two
  size_t small_limit = 1 << 20;    // larger requests are kept apart
  size_t small_segment = 2 << 20;  // segment size for small requests
  size_t large_limit = 64 << 20;   // larger requests get their own segment
  size_t min_large_segment = 16 << 20;
  size_t max_large_segment = 128 << 20;
  size_t max_cached = SIZE_MAX;  // free() gives back what is cached above this
  bool pass_through = false;     // no caching at all, for memory checkers
  bool poison = false;           // fill fresh blocks with 0xFF
};

// A caching allocator over a Backend: segregated bins with splitting and
// coalescing; a freed block is reusable at once on its own stream and on
// others only after its last use has finished. Thread-safe. No backend call
// and nothing foreign runs under its lock.
class Pool {
 public:
  explicit Pool(Backend& backend, PoolOptions options = {});
  // Gives back what is idle. Blocks still live stay with the backend.
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // Memory aligned to PoolOptions::alignment, for use on `stream` at once.
  // 0 bytes give a block of their own. Throws OutOfMemoryError after every
  // way to find memory failed; the pool is then as before, less some cache.
  TENORITE_EXPORT void* allocate(size_t bytes, StreamId stream);

  // `used_on`: every stream whose queued work may still touch the memory
  // (none: only the stream it was allocated for). Unknown pointers are counted
  // and ignored.
  TENORITE_EXPORT void free(void* ptr, const StreamId* used_on,
                            size_t n_streams) noexcept;

  // Bytes usable at a live pointer; 0 for an unknown one.
  size_t size_of(const void* ptr) const;

  // Upper bound of reserved bytes, 0 for none. Cached memory above it is given
  // back; live memory stays.
  void set_limit(size_t bytes);
  size_t limit() const;

  // What other streams have finished with becomes free; waits for nothing.
  // Allocations do this when they need it, statistics() does not.
  void collect_finished();

  Statistics statistics() const;
  void reset_peak();

  // Waits for what is pending and gives every idle segment back.
  void free_all_blocks() { trim(0); }
  // The same, but keeps at most `keep` reserved bytes if so many are in use
  // or idle: the oldest idle segments go first.
  void trim(size_t keep);
  // From now on free() gives back what is cached above `bytes`.
  void set_max_cached(size_t bytes);

  // To be called before a stream is destroyed: what it may reuse becomes
  // reusable by all streams once the stream's work has finished.
  void release_stream(StreamId stream) noexcept;

  Device device() const { return backend_.device(); }
  Backend& backend() const { return backend_; }
  const PoolOptions& options() const { return options_; }

  // Walks every structure and compares it with every counter; returns the
  // first contradiction, or nothing. While other threads are inside the pool
  // only what the lock protects is compared. For tests.
  std::string check_invariants(bool quiescent = true) const;

 private:
  struct Request {
    size_t size;
    Kind kind;
  };

  // pool.cpp: the hit path. Those called under mutex_ end in _locked.
  Request plan(size_t bytes) const;
  size_t granule(Kind kind) const;
  Arena& arena_locked(StreamId stream);
  Block* take_locked(const Request& request, Arena& arena);
  Block* claim_locked(Block* block, size_t size, Arena& arena) noexcept;
  void split_locked(Block* block, size_t size) noexcept;
  void publish_locked(Block* block) noexcept;
  void absorb_next_locked(Block* block) noexcept;
  void rehome_locked(Block* block, Arena& arena) noexcept;
  void cache_locked(Block* block) noexcept;
  void uncache_locked(Block* block) noexcept;
  void set_busy_locked(Segment* segment, int change) noexcept;
  void link_idle_locked(Segment* segment) noexcept;
  void unlink_idle_locked(Segment* segment) noexcept;
  void* finish_allocation(Block* block, StreamId stream);
  // core/memory_trace.h of what came or, negative, went.
  void tell(int64_t bytes) const;

  // pool_streams.cpp: blocks that wait for other streams.
  void free_used_elsewhere(Block* block, const StreamId* used_on,
                           size_t n) noexcept;
  Ticket* take_tickets_locked(Block* block, const StreamId* used_on, size_t n);
  bool record_tickets(Ticket* tickets) noexcept;
  void push_ticket_locked(Ticket* ticket) noexcept;
  void pop_ticket_locked(Arena& arena) noexcept;
  void drop_tickets(Ticket* tickets) noexcept;
  void abandon_locked(Block* block) noexcept;
  void reclaim_abandoned();
  void drain_tickets(bool wait);
  void recycle_arenas_locked() noexcept;
  bool settle(const StreamSet& streams, std::exception_ptr* error) noexcept;
  Block* detach_free_locked(Arena& arena, Block* chain) noexcept;
  void publish_chain_locked(Block* chain, Arena* arena) noexcept;
  void merge_streams();

  // pool_growth.cpp: segments from and back to the backend, and the ladder.
  Block* allocate_slowly(const Request& request, StreamId stream);
  Block* take(const Request& request, StreamId stream);
  Block* take_any_kind(const Request& request, StreamId stream);
  Block* grow_by(size_t size, const Request& request, StreamId stream);
  Block* grow_as_possible(const Request& request, StreamId stream);
  Block* add_segment(void* memory, size_t size, const Request& request,
                     StreamId stream);
  Block* recover(const Request& request, StreamId stream);
  bool is_hopeless(const Request& request);
  bool others_in_transit() const;
  size_t segment_size(const Request& request) const;
  void give_back_idle(size_t bytes);
  Segment* detach_idle_locked(size_t bytes, StreamSet& streams) noexcept;
  void attach_locked(Segment* segment) noexcept;
  void forget_locked(Segment* segment) noexcept;
  void forget_in_flight_locked() noexcept;
  void give_back_quietly() noexcept;
  [[noreturn]] void raise_out_of_memory(size_t bytes);

  Backend& backend_;
  const PoolOptions options_;
  const unsigned shift_;  // log2(alignment)

  // Protects everything below; held for short, bounded times only.
  mutable std::mutex mutex_;
  // Held by who asks, awaits or pops tickets, or merges streams. Taken before
  // mutex_, never on the hit path, nor around a hook or around allocate() and
  // deallocate() of a backend, which may be a user's and want further locks.
  PatientMutex recovery_mutex_;

  AddressTable live_;
  NodePool<Block> block_nodes_;
  NodePool<Segment> segment_nodes_;
  NodePool<Ticket> ticket_nodes_;
  std::vector<std::unique_ptr<Arena>> arenas_;  // [0] is anyone's
  std::vector<std::unique_ptr<Arena>> spare_arenas_;
  std::unordered_map<StreamId, Arena*> arena_of_;
  Arena* last_arena_ = nullptr;
  Segment* segments_ = nullptr;
  Segment* idle_head_ = nullptr;  // oldest first
  Segment* idle_tail_ = nullptr;
  Block* abandoned_ = nullptr;  // no event could be recorded for these
  // Of the reserved bytes, those in a backend call right now.
  size_t in_flight_bytes_ = 0;
  size_t limit_ = 0;
  size_t max_cached_;
  Statistics stats_;

  ForkGuard fork_guard_{&recovery_mutex_, &mutex_,
                        [this] { forget_in_flight_locked(); }};
};

}  // namespace tenorite::memory
