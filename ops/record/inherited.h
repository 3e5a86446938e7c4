// SPDX-License-Identifier: Apache-2.0
// Memory that is passed on: where a group is the last one to read an array, a
// result of the group may take its place, element by element. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "ops/record/window_group.h"

namespace tenorite {

// What a window's plan depends on of a storage.
struct StorageState {
  bool is_live;     // somebody else refers to it
  bool has_memory;  // before the window is executed
  bool is_filled;   // by its first view, which has as many bytes
};

// Lets groups, which run in this order, update arrays in place where they can,
// of at least so many bytes. GroupPlan and Group::heirs say which.
void inherit_memory(const Window& window,
                    const std::vector<StorageState>& states,
                    int64_t least_bytes, std::vector<Group>& groups);

}  // namespace tenorite
