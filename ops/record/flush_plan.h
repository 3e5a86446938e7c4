// SPDX-License-Identifier: Apache-2.0
// What a flush does with a window, kept for windows that do the same again.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "ops/record/grouping.h"
#include "ops/record/inherited.h"
#include "ops/record/partial_copies.h"

namespace tenorite {

// Depends on neither the memory of the arrays nor the values of scalars.
struct FlushPlan {
  std::vector<uint8_t> live;  // storages that somebody else refers to
  Assemblies assemblies;
  // Instructions of which somebody will see something, in program order; not
  // those that only put arrays together.
  std::vector<int> needed;
  std::vector<PartialCopy> partial_copies;  // of those
  std::vector<int> uses;                    // of each storage, by those
  std::vector<Group> groups;                // of those; none at kNone
};

FlushPlan make_plan(const Window& window,
                    const std::vector<StorageState>& states,
                    const GroupLimits& limits);
// The instructions of a group, in groups of a lower level.
std::vector<Group> lower_group(const Window& window, const FlushPlan& plan,
                               const Group& group, const GroupLimits& limits);
// In groups of its first and of its last instructions, cut about the middle,
// where the fewest values have to pass through memory.
std::vector<Group> halve_group(const Window& window, const FlushPlan& plan,
                               const Group& group, const GroupLimits& limits);

// The plans of one log.
class FlushPlans {
 public:
  // Stays as it is until the next call.
  FlushPlan& find(const Window& window, const GroupLimits& limits);

 private:
  struct Entry {
    std::vector<uint64_t> key;
    FlushPlan plan;
  };

  void make_head(const Window& window, const GroupLimits& limits);

  std::unordered_map<uint64_t, Entry> entries_;
  size_t words_ = 0;              // of their keys
  std::vector<uint64_t> missed_;  // hashes, the oldest is replaced next
  size_t misses_ = 0;
  std::vector<uint64_t> head_;  // of the key of a window
  std::vector<StorageState> states_;
  FlushPlan passing_;
};

}  // namespace tenorite
