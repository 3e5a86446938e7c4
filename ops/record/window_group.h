// SPDX-License-Identifier: Apache-2.0
// A group of a window's instructions: what a device runs at once, whenever a
// window like it comes again.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "ops/record/assembly.h"
#include "ops/record/box.h"
#include "ops/record/window.h"

namespace tenorite {

// Where the boxes of an array of such a shape begin and end along each axis, if
// those of its elements that are in one box are in one of the parts, or none.
using Cuts = std::vector<std::vector<int64_t>>;
Cuts cuts_of(const Dims& shape, const std::vector<const Part*>& parts);
size_t count_boxes(const Cuts& cuts);
std::vector<Box> boxes_between(const Cuts& cuts);

// What a group runs as that reads arrays that are put together of parts, or of
// which not all is wanted: in each box every array is one view.
class Boxes {
 public:
  // Of a group that is bound, in which these arrays are put together.
  Boxes(const Window& window, const GroupPlan& bound, std::vector<Box> boxes,
        const std::vector<std::pair<size_t, Parts>>& assembled);
  ~Boxes() { unbind(); }
  Boxes(Boxes&&) = default;
  Boxes& operator=(Boxes&&) = default;
  Boxes(const Boxes&) = default;
  Boxes& operator=(const Boxes&) = default;

  const std::vector<GroupPlan>& plans() const { return plans_; }
  // Calls f(view) for an array of each memory that they use, at least.
  template <class F>
  void for_each_memory(F f) const {
    for (const auto& [box, array] : memories_)
      f(plans_[box].arrays[array].view);
  }
  // The same for other memory, stream and scalars of the group.
  void bind(const Window& window, const GroupPlan& bound);
  void unbind();

 private:
  // Of an array of a box: where its memory is.
  struct Place {
    int16_t view;    // of the window; or -1: the group's own array
    int64_t offset;  // from that one's first element, in bytes
  };

  std::vector<GroupPlan> plans_;
  std::vector<std::vector<Place>> places_;
  std::vector<std::pair<size_t, size_t>> memories_;  // a box and its array
};

struct Group {
  std::vector<int> instructions;  // in program order
  // Its arrays have memory, which the window keeps, and its scalars values,
  // from bind() to unbind().
  GroupPlan plan;

  void bind(const Window& window);
  void unbind();
  bool has_boxes() const { return !assembled.empty() || !left.empty(); }
  // Of the plan, or of one like it over other memory.
  Boxes make_boxes(const Window& window, const GroupPlan& bound) const;

  // Those of the arrays that are put together of parts, which have no memory.
  std::vector<std::pair<size_t, Parts>> assembled;
  // A copy alone of which no more is wanted; empty elsewhere.
  std::vector<Box> left;
  // Results that come in an array's place, and have no memory until they take
  // over its: what is written to the array is theirs, and it is gone.
  struct Heir {
    size_t array;
    int16_t view;  // of the window
  };
  std::vector<Heir> heirs;
  // Once it was bound, and if there are such arrays, or no more is wanted.
  std::optional<Boxes> boxes;

  // Where those are in a window.
  std::vector<int16_t> views;     // of the arrays
  std::vector<int16_t> tables;    // of the tables
  std::vector<int16_t> scalars;   // of the scalars
  std::vector<int16_t> initials;  // of the steps, or -1
  // The storages that it uses, and by how many of its instructions.
  std::vector<std::pair<int16_t, int16_t>> uses;
  // What it is split into where a device cannot run it; empty until then.
  std::vector<Group> split;
};

}  // namespace tenorite
