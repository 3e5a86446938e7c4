// SPDX-License-Identifier: Apache-2.0
// The CPU device's way between ranks: one ring from each to each.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collectives/place.h"
#include "collectives/ring.h"
#include "collectives/shared_memory.h"

namespace tenorite::collectives {

// What goes from one rank to another. Both describe it alike: the sender's text
// travels along, and the receiver compares.
struct Transfer {
  int rank;  // of this process, which sends or receives
  int peer;
  char* data;
  size_t nbytes;
  std::string text;
  bool sends;
};

class Channels {
 public:
  // Memory that all ranks of the communicator have, of bytes() at least.
  Channels(Place place, std::shared_ptr<SharedMemory> memory);
  static size_t bytes(int size);

  // All transfers at once, those between two ranks in their order; returns when
  // all are done. ValueError where sender and receiver disagree and
  // CommunicatorError where a rank fails, leaves, or lets the others wait; both
  // are the end of the job.
  void transfer(std::vector<Transfer> transfers, const Waiting& waiting);
  const Place& place() const { return place_; }

 private:
  struct Active;
  Ring* ring(int from, int to) const;
  bool advance(Active& active) const;
  void check_frame(const Active& active) const;
  void check_peers(const std::vector<Active>& all,
                   const Waiting& waiting) const;

  const Place place_;
  const std::shared_ptr<SharedMemory> memory_;
  const size_t capacity_;
};

}  // namespace tenorite::collectives
