// SPDX-License-Identifier: Apache-2.0
// Boxes of the indices of an array: which views are such boxes, and what is
// left of one without another. Pure.
#pragma once

#include <optional>
#include <vector>

#include "core/ndarray.h"

namespace tenorite {

struct Box {
  Dims begin, end;

  bool empty() const;
  int64_t size() const;
};

Box meet(const Box& a, const Box& b);
// What of some boxes is not in another one, as boxes that do not meet if those
// did not.
std::vector<Box> without(const std::vector<Box>& boxes, const Box& other);

// The shape of an array in C order in a whole storage, of which a view has
// these strides; empty where there is none.
std::optional<Dims> whole_shape(const ndarray& view);
// The indices of a view in an array of that shape, of which `like` is a view
// too; empty where it is not a box of neighbours.
std::optional<Box> box_of(const ndarray& view, const ndarray& like,
                          const Dims& whole);

}  // namespace tenorite
