// SPDX-License-Identifier: Apache-2.0
//
// Blocks that wait for other streams: every such block holds tickets, a ticket
// an event, and an event is recorded before its block can be seen by anybody.
#include "memory/pool.h"

namespace tenorite::memory {

void Pool::free_used_elsewhere(Block* block, const StreamId* used_on,
                               size_t n) noexcept {
  Ticket* tickets = nullptr;
  bool known = true;
  try {
    std::lock_guard lock(mutex_);
    tickets = take_tickets_locked(block, used_on, n);
  } catch (...) {
    known = false;  // no host memory for the tickets
  }
  if (known) {
    known = record_tickets(tickets);
  } else {
    try {
      backend_.synchronize();
      known = true;
    } catch (...) {
    }
  }
  if (!known) drop_tickets(tickets);
  std::lock_guard lock(mutex_);
  if (!known) {
    abandon_locked(block);
    return;
  }
  for (Ticket* ticket = tickets; ticket != nullptr; ticket = ticket->next)
    ++block->open_tickets;
  if (block->open_tickets == 0) publish_chain_locked(block, nullptr);
  while (tickets != nullptr) {
    Ticket* ticket = tickets;
    tickets = ticket->next;
    push_ticket_locked(ticket);
  }
}

// A ticket for each stream but the block's own, chained by next. All or none.
Ticket* Pool::take_tickets_locked(Block* block, const StreamId* used_on,
                                  size_t n) {
  ticket_nodes_.reserve(n + 1);
  for (size_t i = 0; i < n; ++i) arena_locked(used_on[i]);
  Ticket* chain = nullptr;
  const auto add = [&](Arena& arena) {
    Ticket* ticket = ticket_nodes_.take();
    ticket->queue = &arena;
    ticket->blocks = block;
    ticket->barrier = arena.retired;
    ticket->next = chain;
    ++arena.n_tickets;
    chain = ticket;
  };
  if (block->arena->retired) add(*block->arena);
  for (size_t i = 0; i < n; ++i)
    if (used_on[i] != block->arena->id) add(arena_locked(used_on[i]));
  return chain;
}

// False when it cannot be known when the streams will have finished.
bool Pool::record_tickets(Ticket* tickets) noexcept {
  bool complete = true;
  for (Ticket* ticket = tickets; ticket != nullptr; ticket = ticket->next) {
    if (ticket->barrier) continue;
    try {
      ticket->event = backend_.record(ticket->queue->id);
    } catch (...) {
      complete = false;
    }
  }
  if (complete) return true;
  try {
    backend_.synchronize();
    return true;
  } catch (...) {
    return false;
  }
}

void Pool::push_ticket_locked(Ticket* ticket) noexcept {
  Arena& arena = *ticket->queue;
  ticket->next = nullptr;
  (arena.tail != nullptr ? arena.tail->next : arena.head) = ticket;
  arena.tail = ticket;
}

void Pool::pop_ticket_locked(Arena& arena) noexcept {
  Ticket* ticket = arena.head;
  arena.head = ticket->next;
  if (arena.head == nullptr) arena.tail = nullptr;
  --arena.n_tickets;
  for (Block* block = ticket->blocks; block != nullptr;) {
    // Only a block that waits for one ticket alone is part of a longer chain.
    Block* next = block->bin_next;
    if (--block->open_tickets == 0) {
      block->bin_next = nullptr;
      publish_chain_locked(block, nullptr);
    }
    block = next;
  }
  ticket_nodes_.give(ticket);
}

void Pool::drop_tickets(Ticket* tickets) noexcept {
  for (Ticket* ticket = tickets; ticket != nullptr; ticket = ticket->next)
    if (ticket->event != kNoEvent) backend_.release(ticket->event);
  std::lock_guard lock(mutex_);
  while (tickets != nullptr) {
    Ticket* ticket = tickets;
    tickets = ticket->next;
    --ticket->queue->n_tickets;
    ticket_nodes_.give(ticket);
  }
}

// Nobody knows when this block is free to use: wait for a successful
// synchronization of the device.
void Pool::abandon_locked(Block* block) noexcept {
  block->open_tickets = 1;
  block->bin_next = abandoned_;
  abandoned_ = block;
}

void Pool::reclaim_abandoned() {
  Block* chain;
  {
    std::lock_guard lock(mutex_);
    chain = abandoned_;
    abandoned_ = nullptr;
  }
  if (chain == nullptr) return;
  try {
    backend_.synchronize();
  } catch (...) {
    std::lock_guard lock(mutex_);
    while (chain != nullptr) {
      Block* block = chain;
      chain = block->bin_next;
      abandon_locked(block);
    }
    throw;
  }
  std::lock_guard lock(mutex_);
  publish_chain_locked(chain, nullptr);
}

// Publishes what finished events were holding back; with `wait`, also what the
// unfinished ones do. Under recovery_mutex_, so heads change only here.
void Pool::drain_tickets(bool wait) {
  for (size_t i = 0;; ++i) {
    Arena* arena = nullptr;
    size_t n = 0;
    {
      std::lock_guard lock(mutex_);
      if (i >= arenas_.size()) break;
      if (!wait && stats_.pending_bytes == 0) break;
      arena = arenas_[i].get();
      n = arena->n_tickets;  // later ones are not waited for
    }
    for (; n > 0; --n) {
      EventId event;
      {
        std::lock_guard lock(mutex_);
        if (arena->head == nullptr) break;
        event = arena->head->event;
      }
      if (event != kNoEvent) {
        if (wait) {
          backend_.wait(event);
        } else if (!backend_.query(event)) {
          break;
        }
      }
      {
        std::lock_guard lock(mutex_);
        pop_ticket_locked(*arena);
      }
      if (event != kNoEvent) backend_.release(event);
    }
  }
  if (wait) reclaim_abandoned();
  std::lock_guard lock(mutex_);
  recycle_arenas_locked();
}

void Pool::collect_finished() {
  std::lock_guard recovery(recovery_mutex_);
  drain_tickets(false);
}

void Pool::recycle_arenas_locked() noexcept {
  for (size_t i = arenas_.size(); i-- > 1;) {
    Arena& arena = *arenas_[i];
    if (!arena.retired || arena.n_blocks != 0 || arena.n_tickets != 0) continue;
    if (last_arena_ == &arena) last_arena_ = nullptr;
    arena_of_.erase(arena.id);
    spare_arenas_.push_back(std::move(arenas_[i]));
    arenas_[i] = std::move(arenas_.back());
    arenas_.pop_back();
  }
}

// Waits until all work now queued on the streams has finished.
bool Pool::settle(const StreamSet& streams,
                  std::exception_ptr* error) noexcept {
  EventId events[StreamSet::kCapacity];
  size_t n = 0;
  bool done = false;
  try {
    if (!streams.overflowed()) {
      for (StreamId stream : streams) {
        const EventId event = backend_.record(stream);
        if (event != kNoEvent) events[n++] = event;
      }
      for (size_t i = 0; i < n; ++i) backend_.wait(events[i]);
      done = true;
    }
  } catch (...) {
    // A destroyed stream among them: synchronize instead.
  }
  while (n > 0) backend_.release(events[--n]);
  if (done) return true;
  try {
    backend_.synchronize();
    return true;
  } catch (...) {
    *error = std::current_exception();
    return false;
  }
}

// Takes every cached block of an arena out of reach, as pending.
Block* Pool::detach_free_locked(Arena& arena, Block* chain) noexcept {
  for (Bins& bins : arena.bins) {
    while (Block* block = bins.any()) {
      uncache_locked(block);
      block->state = BlockState::kPending;
      block->open_tickets = 1;
      block->bin_next = chain;
      chain = block;
      stats_.pending_bytes += block->size;
      set_busy_locked(block->segment, +1);
    }
  }
  return chain;
}

// Pending blocks become cached ones, of `arena` if given.
void Pool::publish_chain_locked(Block* chain, Arena* arena) noexcept {
  while (chain != nullptr) {
    Block* block = chain;
    chain = block->bin_next;
    block->bin_next = nullptr;
    block->open_tickets = 0;
    stats_.pending_bytes -= block->size;
    set_busy_locked(block->segment, -1);
    if (arena != nullptr) rehome_locked(block, *arena);
    publish_locked(block);
  }
}

// Lets every stream reuse what any stream has cached, and neighbours of
// different streams coalesce. Under recovery_mutex_.
void Pool::merge_streams() {
  Block* chain = nullptr;
  StreamSet streams;
  {
    std::lock_guard lock(mutex_);
    for (size_t i = 1; i < arenas_.size(); ++i) {
      Block* before = chain;
      chain = detach_free_locked(*arenas_[i], chain);
      if (chain != before) streams.add(arenas_[i]->id);
    }
  }
  if (chain == nullptr) return;
  std::exception_ptr error;
  const bool settled = settle(streams, &error);
  {
    std::lock_guard lock(mutex_);
    publish_chain_locked(chain, settled ? arenas_[0].get() : nullptr);
  }
  if (!settled) std::rethrow_exception(error);
}

void Pool::release_stream(StreamId stream) noexcept {
  Ticket* ticket = nullptr;
  try {
    std::lock_guard lock(mutex_);
    auto it = arena_of_.find(stream);
    if (it == arena_of_.end() || it->second->retired) return;
    ticket = ticket_nodes_.take();
    ticket->queue = it->second;
    ++ticket->queue->n_tickets;
  } catch (...) {
    return;  // its cache stays reachable by merge_streams()
  }
  // The work queued until now covers every block freed before the lock below.
  const bool known = record_tickets(ticket);
  std::lock_guard lock(mutex_);
  Arena& arena = *ticket->queue;
  if (known && !arena.retired) {
    arena.retired = true;
    ticket->blocks = detach_free_locked(arena, nullptr);
  }
  push_ticket_locked(ticket);
}

}  // namespace tenorite::memory
