// SPDX-License-Identifier: Apache-2.0
#include "core/lattice.h"

#include <algorithm>
#include <cstdlib>

namespace tenorite {
namespace {

struct Axis {
  int64_t step, length;
};
// The bytes low + sum(i * step) + [0, item), 0 <= i < length, widest step
// first.
struct Lattice {
  int64_t low = 0, item;
  int ndim = 0;
  Axis axis[kMaxDims];

  explicit Lattice(const ndarray& a) : low(a.offset()), item(a.itemsize()) {
    for (int i = 0; i < a.ndim(); ++i) {
      if (a.shape(i) == 1 || a.stride(i) == 0) continue;
      if (a.stride(i) < 0) low += a.stride(i) * (a.shape(i) - 1);
      axis[ndim++] = {std::llabs(a.stride(i)), a.shape(i)};
    }
    std::sort(axis, axis + ndim,
              [](const Axis& x, const Axis& y) { return x.step > y.step; });
  }
  // The bytes that the axes from one on span.
  int64_t extent(int from) const {
    int64_t bytes = item;
    for (int i = from; i < ndim; ++i)
      bytes += axis[i].step * (axis[i].length - 1);
    return bytes;
  }
};

// From axis x of a and y of b on, where a begins `distance` bytes after b.
bool meet(const Lattice& a, int x, const Lattice& b, int y, int64_t distance) {
  if (distance >= b.extent(y) || -distance >= a.extent(x)) return false;
  const int64_t step = std::max(x < a.ndim ? a.axis[x].step : 0,
                                y < b.ndim ? b.axis[y].step : 0);
  if (step == 0) return true;
  const bool steps_a = x < a.ndim && a.axis[x].step == step;
  const bool steps_b = y < b.ndim && b.axis[y].step == step;
  const int64_t most_a = steps_a ? a.axis[x].length - 1 : 0;
  const int64_t most_b = steps_b ? b.axis[y].length - 1 : 0;
  x += steps_a;
  y += steps_b;
  // Where several places along this axis are close enough, anything may be.
  if (a.extent(x) + b.extent(y) > step + 1) return true;
  const int64_t near = -distance / step;
  for (int64_t k = near - 1; k <= near + 1; ++k)
    if (k >= -most_b && k <= most_a && meet(a, x, b, y, distance + k * step))
      return true;
  return false;
}

}  // namespace

bool may_meet(const ndarray& a, const ndarray& b) {
  if (a.size() == 0 || b.size() == 0) return false;
  const Lattice x(a), y(b);
  return meet(x, 0, y, 0, x.low - y.low);
}

bool same_view(const ndarray& a, const ndarray& b) {
  if (a.offset() != b.offset() || a.dtype() != b.dtype() ||
      !(a.shape() == b.shape()))
    return false;
  for (int i = 0; i < a.ndim(); ++i)
    if (a.shape(i) != 1 && a.stride(i) != b.stride(i)) return false;
  return true;
}

}  // namespace tenorite
