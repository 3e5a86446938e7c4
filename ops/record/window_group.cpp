// SPDX-License-Identifier: Apache-2.0
#include "ops/record/window_group.h"

#include <algorithm>
#include <cstdint>

#include "core/assert.h"
#include "ops/plan/invariants.h"
#include "ops/plan/registry.h"

namespace tenorite {
namespace {

bool holds(const Part& part, const Dims& begin) {
  for (int axis = 0; axis < begin.size(); ++axis)
    if (begin[axis] < part.begin[axis] || begin[axis] >= part.end[axis])
      return false;
  return true;
}

// What of an array, which broadcasts to a shape of `ndim` axes, is in a box:
// its shape, and its offset from the array's first element.
std::pair<Dims, int64_t> place_of(const ndarray& array, const Dims& begin,
                                  const Dims& end) {
  Dims shape = array.shape();
  int64_t offset = 0;
  const int missing = begin.size() - shape.size();
  for (int axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == 1) continue;
    offset += begin[missing + axis] * array.stride(axis);
    shape[axis] = end[missing + axis] - begin[missing + axis];
  }
  return {std::move(shape), offset};
}

// Has the longest stretch of rows begin where vectors of elements may.
void align(Cuts& cuts, const GroupPlan& plan) {
  if (cuts.empty() || plan.arrays.empty()) return;
  int64_t alignment =
      group_engine(plan.arrays[0].view.device()).limits.box_alignment;
  const bool has_narrow =
      std::any_of(plan.arrays.begin(), plan.arrays.end(),
                  [](const GroupArray& a) { return a.view.itemsize() <= 2; });
  if (!has_narrow) return;
  std::vector<int64_t>& at = cuts.back();
  // In all rows, if in one of them.
  while (cuts.size() > 1 && at.back() % alignment != 0) alignment /= 2;
  if (alignment == 1) return;
  size_t longest = 0;
  for (size_t i = 0; i + 1 < at.size(); ++i)
    if (at[i + 1] - at[i] > at[longest + 1] - at[longest]) longest = i;
  const int64_t begin = (at[longest] + alignment - 1) / alignment * alignment;
  constexpr int64_t kLong = 256;
  if (begin != at[longest] && at[longest + 1] - begin >= kLong)
    at.insert(at.begin() + static_cast<ptrdiff_t>(longest) + 1, begin);
}

}  // namespace

Cuts cuts_of(const Dims& shape, const std::vector<const Part*>& parts) {
  Cuts cuts;
  for (int axis = 0; axis < shape.size(); ++axis) {
    std::vector<int64_t>& at = cuts.emplace_back();
    at = {0, shape[axis]};
    for (const Part* part : parts) {
      at.push_back(part->begin[axis]);
      at.push_back(part->end[axis]);
    }
    std::sort(at.begin(), at.end());
    at.erase(std::unique(at.begin(), at.end()), at.end());
  }
  return cuts;
}

size_t count_boxes(const Cuts& cuts) {
  size_t count = 1;
  for (const auto& axis : cuts) count *= axis.size() - 1;
  return count;
}

std::vector<Box> boxes_between(const Cuts& cuts) {
  const auto ndim = static_cast<int>(cuts.size());
  std::vector<Box> boxes(count_boxes(cuts), {Dims(ndim), Dims(ndim)});
  for (size_t n = 0; n < boxes.size(); ++n) {
    size_t left = n;
    for (int axis = ndim; axis-- > 0;) {
      const auto& at = cuts[static_cast<size_t>(axis)];
      boxes[n].begin[axis] = at[left % (at.size() - 1)];
      boxes[n].end[axis] = at[left % (at.size() - 1) + 1];
      left /= at.size() - 1;
    }
  }
  return boxes;
}

Boxes::Boxes(const Window& window, const GroupPlan& bound,
             std::vector<Box> boxes,
             const std::vector<std::pair<size_t, Parts>>& assembled) {
  const int ndim = bound.shape.size();
  GroupPlan plan = bound;
  plan.device_cache = nullptr;
  plans_.resize(boxes.size(), plan);
  for (size_t n = 0; n < plans_.size(); ++n) {
    const auto& [begin, end] = boxes[n];
    GroupPlan& box = plans_[n];
    for (int axis = 0; axis < ndim; ++axis)
      box.shape[axis] = end[axis] - begin[axis];
    std::vector<Place>& places = places_.emplace_back();
    for (GroupArray& array : box.arrays) {
      auto [shape, offset] = place_of(array.view, begin, end);
      places.push_back({-1, offset});
      array.view = array.view.view(offset, shape, array.view.strides());
    }
    for (const auto& [array, of_array] : assembled)
      for (const Part& part : of_array) {
        if (!holds(part, begin)) continue;
        int64_t offset = part.offset;
        for (int axis = 0; axis < ndim; ++axis)
          offset += (begin[axis] - part.begin[axis]) * part.strides[axis];
        places[array] = {part.view, offset};
        box.arrays[array].view =
            window.view(part.view).array.view(offset, box.shape, part.strides);
      }
    // The group's own arrays are in all boxes, parts in some.
    for (size_t k = 0; k < places.size(); ++k) {
      const bool known = std::any_of(
          memories_.begin(), memories_.end(), [&](const auto& memory) {
            const Place& other = places_[memory.first][memory.second];
            return other.view == places[k].view &&
                   (other.view >= 0 || memory.second == k);
          });
      if (!known) memories_.emplace_back(n, k);
    }
    for (GroupArray& array : box.arrays)
      array.view = ndarray({}, 0, array.view.dtype(), array.view.shape(),
                           array.view.strides(), array.view.writeable());
    for (ndarray& table : box.tables)
      table = ndarray({}, 0, table.dtype(), table.shape(), table.strides());
  }
  bind(window, bound);
}

void Boxes::bind(const Window& window, const GroupPlan& bound) {
  for (size_t n = 0; n < plans_.size(); ++n) {
    GroupPlan& box = plans_[n];
    box.stream = bound.stream;
    box.scalars = bound.scalars;
    for (size_t k = 0; k < box.arrays.size(); ++k) {
      const auto [view, offset] = places_[n][k];
      const ndarray& from =
          view < 0 ? bound.arrays[k].view : window.view(view).array;
      box.arrays[k].view.borrow(from, from.offset() + offset);
    }
    for (size_t k = 0; k < box.tables.size(); ++k)
      box.tables[k].borrow(bound.tables[k], bound.tables[k].offset());
  }
}

void Boxes::unbind() {
  for (GroupPlan& box : plans_) {
    for (GroupArray& array : box.arrays) array.view.give_back();
    for (ndarray& table : box.tables) table.give_back();
  }
}

void Group::bind(const Window& window) {
  TENORITE_ASSERT(views.size() == plan.arrays.size() &&
                      initials.size() == plan.steps.size(),
                  "a group is bound that has not a view for each array");
  for (size_t k = 0; k < views.size(); ++k) {
    const ndarray& from = window.view(views[k]).array;
    plan.arrays[k].view.borrow(from, from.offset());
  }
  for (size_t k = 0; k < tables.size(); ++k) {
    const ndarray& from = window.view(tables[k]).array;
    plan.tables[k].borrow(from, from.offset());
  }
  plan.scalars.clear();
  for (int16_t number : scalars)
    plan.scalars.push_back(window.scalars[static_cast<size_t>(number)]);
  for (size_t k = 0; k < initials.size(); ++k)
    if (initials[k] >= 0)
      plan.steps[k].initial = window.scalars[static_cast<size_t>(initials[k])];
  TENORITE_ASSERT(has_matching_arrays(plan),
                  "arrays of a group do not broadcast to its shape");
  TENORITE_ASSERT(has_its_sources(plan),
                  "a step of a group reads what is not there");
  if (boxes)
    boxes->bind(window, plan);
  else if (!left.empty() || !assembled.empty())
    boxes.emplace(make_boxes(window, plan));
}

Boxes Group::make_boxes(const Window& window, const GroupPlan& bound) const {
  if (!left.empty()) return {window, bound, left, assembled};
  std::vector<const Part*> parts;
  for (const auto& [array, of_array] : assembled)
    for (const Part& part : of_array) parts.push_back(&part);
  Cuts cuts = cuts_of(bound.shape, parts);
  align(cuts, bound);
  return {window, bound, boxes_between(cuts), assembled};
}

void Group::unbind() {
  for (GroupArray& array : plan.arrays) array.view.give_back();
  for (ndarray& table : plan.tables) table.give_back();
  if (boxes) boxes->unbind();
}

}  // namespace tenorite
