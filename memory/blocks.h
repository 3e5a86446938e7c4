// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "memory/backend.h"
#include "memory/bins.h"

namespace tenorite::memory {

// The boundary tags of a pool. They live in host memory beside the blocks,
// because device memory cannot be read by the host.

struct Segment;
struct Arena;

enum class BlockState : uint8_t { kFree, kLive, kPending };

struct Block {
  char* ptr = nullptr;
  size_t size = 0;
  Segment* segment = nullptr;
  Arena* arena = nullptr;
  Block* prev = nullptr;  // neighbours in the segment, by address
  Block* next = nullptr;
  Block* bin_prev = nullptr;
  Block* bin_next = nullptr;  // in a bin, or in the chain of one ticket
  uint32_t open_tickets = 0;  // while pending
  uint16_t bin = 0;
  BlockState state = BlockState::kFree;
};

// Segments of a kind serve requests of that kind; see PoolOptions.
enum Kind : uint8_t { kSmall = 0, kLarge = 1, kHuge = 2 };
inline constexpr int kNumKinds = 3;

// One piece of memory from the backend.
struct Segment {
  char* base = nullptr;
  size_t size = 0;
  Block* first = nullptr;
  Segment* prev = nullptr;
  Segment* next = nullptr;
  Segment* idle_prev = nullptr;
  Segment* idle_next = nullptr;
  uint32_t busy = 0;  // live and pending blocks; idle when 0
  Kind kind = kSmall;
};

// A block (or a chain of blocks) that waits for an event of one stream.
struct Ticket {
  Ticket* next = nullptr;
  Arena* queue = nullptr;
  Block* blocks = nullptr;
  EventId event = kNoEvent;
  // Of a destroyed stream: the event recorded at its end stands before this
  // ticket in the queue, so none is recorded.
  bool barrier = false;
};

// What a stream may reuse at once, and the events awaited on it in the order
// of recording, so that only the head needs to be asked.
struct Arena {
  StreamId id = 0;
  Bins bins[kNumKinds];
  Ticket* head = nullptr;
  Ticket* tail = nullptr;
  size_t n_tickets = 0;  // queued and about to be queued
  size_t n_blocks = 0;   // blocks of any state that name this arena
  bool retired = false;  // the stream was destroyed
};

}  // namespace tenorite::memory
