// SPDX-License-Identifier: Apache-2.0
#include "ops/record/box.h"

#include <algorithm>
#include <cstdint>

namespace tenorite {

bool Box::empty() const {
  for (int i = 0; i < begin.size(); ++i)
    if (begin[i] >= end[i]) return true;
  return false;
}

int64_t Box::size() const {
  int64_t size = 1;
  for (int i = 0; i < begin.size(); ++i) size *= end[i] - begin[i];
  return size;
}

Box meet(const Box& a, const Box& b) {
  Box both = a;
  for (int i = 0; i < a.begin.size(); ++i) {
    both.begin[i] = std::max(a.begin[i], b.begin[i]);
    both.end[i] = std::max(both.begin[i], std::min(a.end[i], b.end[i]));
  }
  return both;
}

std::vector<Box> without(const std::vector<Box>& boxes, const Box& other) {
  std::vector<Box> left;
  for (Box box : boxes) {
    const Box both = meet(box, other);
    if (both.empty()) {
      left.push_back(box);
      continue;
    }
    // Slabs before and behind it, axis by axis, of what is still there.
    for (int i = 0; i < box.begin.size(); ++i) {
      Box slab = box;
      slab.end[i] = both.begin[i];
      if (!slab.empty()) left.push_back(slab);
      slab = box;
      slab.begin[i] = both.end[i];
      if (!slab.empty()) left.push_back(slab);
      box.begin[i] = both.begin[i];
      box.end[i] = both.end[i];
    }
  }
  return left;
}

std::optional<Dims> whole_shape(const ndarray& view) {
  Dims shape(view.ndim());
  auto left = static_cast<int64_t>(view.storage()->nbytes());
  for (int i = 0; i < view.ndim(); ++i) {
    const int64_t stride = view.stride(i);
    if (stride <= 0 || left % stride != 0) return {};
    shape[i] = left / stride;
    left = stride;
  }
  if (view.ndim() == 0 || left != static_cast<int64_t>(view.itemsize()))
    return {};
  return shape;
}

std::optional<Box> box_of(const ndarray& view, const ndarray& like,
                          const Dims& whole) {
  if (view.ndim() != whole.size() || view.dtype() != like.dtype() ||
      !(view.strides() == like.strides()))
    return {};
  Box box{Dims(whole.size()), Dims(whole.size())};
  int64_t left = view.offset();
  for (int i = 0; i < whole.size(); ++i) {
    box.begin[i] = left / view.stride(i);
    left -= box.begin[i] * view.stride(i);
    box.end[i] = box.begin[i] + view.shape(i);
    if (box.end[i] > whole[i]) return {};
  }
  if (left != 0) return {};
  return box;
}

}  // namespace tenorite
