// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/elementwise/launch_axes.h"

#include <algorithm>
#include <cstdlib>

#include "ops/plan/planning.h"

namespace tenorite::cuda {
namespace {

// Byte offsets of a launch are 31 bits, and so are element numbers even of the
// last block's missing elements. To test cutting, both are few.
int64_t most_bytes() {
  return force_index64() ? int64_t{1} << 14 : (int64_t{1} << 31) - 1;
}
int64_t most_elements() { return int64_t{1} << (force_index64() ? 12 : 30); }
// Axes are cut where neither vectors nor tiles are.
constexpr int64_t kCutMultiple = 128;

}  // namespace

LaunchAxes::LaunchAxes(const ElementwisePlan& plan)
    : ndim(plan.ndim), operands(plan.nout + plan.nin + plan.masked) {
  std::copy(plan.shape, plan.shape + ndim, shape);
  for (int k = 0; k < operands; ++k) {
    const PlannedOperand& operand = plan.operand[k];
    data[k] = operand.data;
    if (operand.scalar)
      std::fill(strides[k], strides[k] + ndim, 0);
    else
      std::copy(operand.strides, operand.strides + ndim, strides[k]);
  }
  if (ndim == 0) {
    ndim = 1;
    shape[0] = 1;
    for (int k = 0; k < operands; ++k) strides[k][0] = 0;
  }
  move_axis(closest_axis(0), ndim - 1);
}

void LaunchAxes::move_axis(int from, int to) {
  auto move = [&](int64_t* list) {
    if (from < to)
      std::rotate(list + from, list + from + 1, list + to + 1);
    else
      std::rotate(list + to, list + from, list + from + 1);
  };
  move(shape);
  for (int k = 0; k < operands; ++k) move(strides[k]);
}

int LaunchAxes::closest_axis(int operand) const {
  int best = ndim - 1;
  for (int d = ndim - 2; d >= 0; --d) {
    int64_t stride = std::llabs(strides[operand][d]);
    int64_t least = std::llabs(strides[operand][best]);
    if (stride != 0 && (least == 0 || stride < least)) best = d;
  }
  return best;
}

int LaunchAxes::tiled_axis(int nout, int nin) const {
  int last = ndim - 1;
  if (last < 1 || shape[last] < kShortestTiledAxis) return -1;
  for (int k = nout; k < nout + nin; ++k) {
    if (std::llabs(strides[k][last]) <= kTiledStrideBytes) continue;
    int axis = closest_axis(k);
    if (axis != last && shape[axis] >= kShortestTiledAxis &&
        std::llabs(strides[k][axis]) <= kTiledStrideBytes)
      return axis;
  }
  return -1;
}

int64_t LaunchAxes::size() const {
  int64_t n = 1;
  for (int d = 0; d < ndim; ++d) n *= shape[d];
  return n;
}

LaunchAxes LaunchAxes::part(int axis, int64_t begin, int64_t count) const {
  LaunchAxes result = *this;
  result.shape[axis] = count;
  for (int k = 0; k < operands; ++k) result.data[k] += begin * strides[k][axis];
  return result;
}

void LaunchAxes::drop_first() {
  for (int k = 0; k < operands; ++k)
    std::copy(strides[k] + 1, strides[k] + ndim, strides[k]);
  std::copy(shape + 1, shape + ndim, shape);
  --ndim;
}

int64_t LaunchAxes::span(int operand) const {
  int64_t bytes = 16;
  for (int d = 0; d < ndim; ++d)
    bytes += (shape[d] - 1) * std::llabs(strides[operand][d]);
  return bytes;
}

int LaunchAxes::widest_axis(int operand) const {
  int best = 0;
  auto extent = [&](int d) {
    return (shape[d] - 1) * std::llabs(strides[operand][d]);
  };
  for (int d = 1; d < ndim; ++d)
    if (extent(d) > extent(best)) best = d;
  return best;
}

int LaunchAxes::axis_to_cut() const {
  if (size() > most_elements())
    return static_cast<int>(std::max_element(shape, shape + ndim) - shape);
  for (int k = 0; k < operands; ++k)
    if (span(k) > most_bytes()) return widest_axis(k);
  return -1;
}

int64_t LaunchAxes::place_to_cut(int axis) const {
  int64_t half = shape[axis] / 2;
  return half > kCutMultiple ? half - half % kCutMultiple : half;
}

bool is_aligned(const ElementwisePlan& plan, const PlannedOperand& operand) {
  if (operand.scalar) return true;
  auto bits = reinterpret_cast<uintptr_t>(operand.data);
  for (int d = 0; d < plan.ndim; ++d)
    bits |= static_cast<uintptr_t>(operand.strides[d]);
  return bits % itemsize(operand.dtype) == 0;
}

}  // namespace tenorite::cuda
