// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "core/assert.h"
#include "ops/plan/fft_columns.h"
#include "ops/plan/fft_plan.h"
#include "ops/plan/planning.h"

namespace tenorite {
namespace {

std::atomic<FftRoute> g_route{FftRoute::kAuto};

// Steps up to this many bytes waste little of what memory moves at once.
constexpr int64_t kSector = 32;
// Items of a launch that takes longer than launching it.
constexpr int64_t kLaunchItems = 1 << 20;
// The library's strided transforms of more points are faster than columns, if
// one launch has them all.
constexpr int64_t kLongestColumns = 512;
// Strided transforms of more points are moved first.
constexpr int64_t kLongestStrided = 4096;

int64_t size_of_item(const FftSide& side) {
  return static_cast<int64_t>(itemsize(side.dtype));
}

// Axes of the plan, outermost first: by stride, that of the reals last. An
// axis of one point is left out unless it is the only one.
Dims plan_order(FftKind kind, const Dims& axes, const Dims& points,
                const FftSide& out) {
  Dims order;
  int movable = axes.size() - (kind == FftKind::kComplex ? 0 : 1);
  for (int i = 0; i < movable; ++i)
    if (points[i] > 1) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](int64_t i, int64_t j) {
    return out.strides[static_cast<int>(axes[static_cast<int>(i)])] >
           out.strides[static_cast<int>(axes[static_cast<int>(j)])];
  });
  if (movable < axes.size() || order.empty()) order.push_back(axes.size() - 1);
  return order;
}

// The layout of the plan's axes on one side; false where there is none.
bool place(const FftSide& side, const Dims& axes, FftLayout& layout) {
  int64_t item = size_of_item(side);
  int last = axes.size() - 1;
  int inner = static_cast<int>(axes[last]);
  int64_t below = side.shape[inner] > 1 ? side.strides[inner] : item;
  if (below <= 0 || below % item != 0) return false;
  layout.stride = below / item;
  for (int i = last; i > 0; --i) {
    int64_t length = side.shape[static_cast<int>(axes[i])];
    int64_t above = side.strides[static_cast<int>(axes[i - 1])];
    if (above <= 0 || above % below != 0 || above / below < length)
      return false;
    layout.embed[i] = above / below;
    below = above;
  }
  layout.embed[0] = side.shape[static_cast<int>(axes[0])];
  return true;
}

// One axis that steps forward on both sides becomes the batch, the others
// loops: the innermost if that makes long launches, else the longest.
bool place_batch(const AxisSet& rest, int64_t in_item, int64_t out_item,
                 FftLaunch& launch) {
  int64_t alignment = std::max(in_item, out_item);
  auto fits = [&](int i) {
    return rest.strides[0][i] > 0 && rest.strides[1][i] > 0 &&
           rest.strides[0][i] % out_item == 0 &&
           rest.strides[1][i] % in_item == 0;
  };
  int chosen = -1;
  for (int i = 0; i < rest.ndim; ++i)
    if (fits(i) && (chosen < 0 || rest.shape[i] >= rest.shape[chosen]))
      chosen = i;
  int64_t items = 1;
  for (int i = 0; i < launch.plan.rank; ++i) items *= launch.plan.n[i];
  int inner = rest.ndim - 1;
  if (inner > 0 && fits(inner) && items * rest.shape[inner] >= kLaunchItems)
    chosen = inner;
  if (chosen >= 0) {
    launch.plan.batch = rest.shape[chosen];
    launch.plan.out.distance = rest.strides[0][chosen] / out_item;
    launch.plan.in.distance = rest.strides[1][chosen] / in_item;
  }
  for (int i = 0; i < rest.ndim; ++i) {
    if (i == chosen) continue;
    if (rest.strides[0][i] % alignment != 0 ||
        rest.strides[1][i] % alignment != 0)
      return false;
    launch.loop_shape[launch.loop_ndim] = rest.shape[i];
    launch.loop_out[launch.loop_ndim] = rest.strides[0][i];
    launch.loop_in[launch.loop_ndim] = rest.strides[1][i];
    launch.loops *= rest.shape[i];
    ++launch.loop_ndim;
  }
  return true;
}

// Bytes from one item to the nearest other one that is used with it.
int64_t smallest_step(const FftPlan& plan, const FftLayout& layout,
                      size_t item) {
  int64_t step = layout.stride;
  if (plan.batch > 1) step = std::min(step, layout.distance);
  return step * static_cast<int64_t>(item);
}

// The axes that are not transformed; operands: out, in.
AxisSet batch_axes(const Dims& axes, const FftSide& in, const FftSide& out) {
  uint64_t transformed = 0;
  for (int64_t axis : axes) transformed |= uint64_t{1} << axis;
  AxisSet rest;
  rest.operands = 2;
  for (int i = 0; i < out.shape.size(); ++i) {
    if (transformed >> i & 1 || out.shape[i] == 1) continue;
    int64_t strides[2] = {out.strides[i], in.strides[i]};
    rest.push(out.shape[i], strides);
  }
  rest.sort();
  rest.merge();
  return rest;
}

// What the kernel for columns is asked for. None if it does not take so many
// points or axes, or for steps that are no whole items.
bool plan_columns(FftKind kind, const Dims& axes, const Dims& points,
                  const FftSide& in, const FftSide& out, FftLaunch& launch) {
  if (kind != FftKind::kComplex || axes.size() != 1 ||
      !takes_fft_columns(points[0]))
    return false;
  launch = {};
  FftPlan& plan = launch.plan;
  const int64_t item = size_of_item(out);
  plan.columns = true;
  plan.is_double = item == 16;
  plan.n[0] = points[0];
  const auto axis = static_cast<int>(axes[0]);
  const AxisSet rest = batch_axes(axes, in, out);
  if (rest.ndim > kMaxColumnAxes) return false;
  FftLayout* layouts[2] = {&plan.out, &plan.in};
  const FftSide* sides[2] = {&out, &in};
  for (int k = 0; k < 2; ++k) {
    const FftSide& side = *sides[k];
    if (reinterpret_cast<uintptr_t>(side.data) % item != 0 ||
        side.strides[axis] % item != 0)
      return false;
    for (int i = 0; i < rest.ndim; ++i)
      if (rest.strides[k][i] % item != 0) return false;
    layouts[k]->stride = side.strides[axis] / item;
    if (rest.ndim > 0)
      layouts[k]->distance = rest.strides[k][rest.ndim - 1] / item;
  }
  if (rest.ndim > 0) plan.batch = rest.shape[rest.ndim - 1];
  for (int i = 0; i + 1 < rest.ndim; ++i) {
    launch.loop_shape[i] = rest.shape[i];
    launch.loop_out[i] = rest.strides[0][i];
    launch.loop_in[i] = rest.strides[1][i];
    launch.loops *= rest.shape[i];
  }
  launch.loop_ndim = std::max(rest.ndim - 1, 0);
  launch.in = in.data;
  launch.out = const_cast<char*>(out.data);
  return true;
}

// Whether rows of neighbouring columns fill sectors of memory: the points of a
// transform lie further apart than these.
bool has_rows(const FftPlan& plan) {
  const int64_t item = plan.is_double ? 16 : 8;
  for (const FftLayout* side : {&plan.in, &plan.out}) {
    const int64_t step = std::abs(side->distance);
    if (step * item > kSector || step >= std::abs(side->stride)) return false;
  }
  return plan.batch * item >= kSector;
}

// A plan of the library. None for negative or uneven strides, axes that are not
// nested, and data that is not aligned to a complex item.
bool plan_library(FftKind kind, const Dims& axes, const Dims& points,
                  const FftSide& in, const FftSide& out, FftLaunch& launch) {
  launch = {};
  int64_t in_item = size_of_item(in), out_item = size_of_item(out);
  auto alignment = static_cast<uintptr_t>(std::max(in_item, out_item));
  if (reinterpret_cast<uintptr_t>(in.data) % alignment != 0 ||
      reinterpret_cast<uintptr_t>(out.data) % alignment != 0)
    return false;
  FftPlan& plan = launch.plan;
  plan.kind = kind;
  plan.is_double = alignment == 16;
  Dims order = plan_order(kind, axes, points, out), placed;
  plan.rank = order.size();
  for (int i = 0; i < order.size(); ++i) {
    auto k = static_cast<int>(order[i]);
    plan.n[i] = points[k];
    placed.push_back(axes[k]);
  }
  if (!place(in, placed, plan.in) || !place(out, placed, plan.out))
    return false;

  const AxisSet rest = batch_axes(axes, in, out);
  if (!place_batch(rest, in_item, out_item, launch)) return false;
  launch.in = in.data;
  launch.out = const_cast<char*>(out.data);
  return true;
}

// Whether the library's launch is worth it as it is.
bool is_direct(const FftLaunch& launch) {
  switch (g_route.load(std::memory_order_relaxed)) {
    case FftRoute::kDirect:
      return true;
    case FftRoute::kCopy:
      if (launch.loops > 1 || launch.plan.in.stride > 1) return false;
      break;
    case FftRoute::kAuto:
    case FftRoute::kColumns:
      break;
  }
  const FftPlan& plan = launch.plan;
  size_t complex_item = plan.is_double ? 16 : 8;
  auto item = [&](FftKind real) {
    return plan.kind == real ? complex_item / 2 : complex_item;
  };
  if (smallest_step(plan, plan.in, item(FftKind::kFromReal)) > kSector ||
      smallest_step(plan, plan.out, item(FftKind::kToReal)) > kSector)
    return false;
  // The library has fast strided transforms along one axis up to some length,
  // in double precision of powers of two.
  if (std::max(plan.in.stride, plan.out.stride) > 1) {
    const int64_t n = plan.n[0];
    if (plan.rank > 1 || n > kLongestStrided) return false;
    if (plan.is_double && (n & (n - 1)) != 0) return false;
  }
  int64_t items = plan.batch;
  for (int i = 0; i < plan.rank; ++i) items *= plan.n[i];
  return launch.loops == 1 || items >= kLaunchItems;
}

}  // namespace

size_t FftPlanHash::operator()(const FftPlan& plan) const noexcept {
  uint64_t hash = static_cast<uint64_t>(plan.kind) * 2 + plan.is_double;
  auto mix = [&hash](int64_t word) {
    hash = (hash ^ static_cast<uint64_t>(word)) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  };
  mix(plan.rank);
  for (int64_t n : plan.n) mix(n);
  for (const FftLayout* side : {&plan.in, &plan.out}) {
    for (int64_t n : side->embed) mix(n);
    mix(side->stride);
    mix(side->distance);
  }
  mix(plan.batch * 2 + plan.columns);
  return hash;
}

bool plan_fft(FftKind kind, const Dims& axes, const Dims& points,
              const FftSide& in, const FftSide& out, FftLaunch& launch) {
  TENORITE_ASSERT(0 < axes.size() && axes.size() <= kMaxFftRank &&
                      axes.size() == points.size(),
                  "a transform over more axes than a plan has");
  TENORITE_ASSERT(in.shape.size() == out.shape.size(),
                  "the sides of a transform have other numbers of axes");
  const FftRoute route = g_route.load(std::memory_order_relaxed);
  FftLaunch columns;
  const bool takes_columns =
      (route == FftRoute::kAuto || route == FftRoute::kColumns) &&
      plan_columns(kind, axes, points, in, out, columns) &&
      (route == FftRoute::kColumns || has_rows(columns.plan));
  const bool direct =
      plan_library(kind, axes, points, in, out, launch) && is_direct(launch);
  if (!takes_columns || (direct && route == FftRoute::kAuto &&
                         launch.loops == 1 && points[0] > kLongestColumns))
    return direct;
  launch = columns;
  return true;
}

void plan_fft_lines(FftKind kind, int axis, int64_t points, const FftSide& in,
                    const FftSide& out, FftLines& plan) {
  plan.kind = kind;
  plan.n = points;
  plan.in_length = in.shape[axis];
  plan.out_length = out.shape[axis];
  plan.in_step = in.strides[axis];
  plan.out_step = out.strides[axis];
  plan.in = in.data;
  plan.out = const_cast<char*>(out.data);
  const AxisSet rest = batch_axes({axis}, in, out);
  plan.ndim = rest.ndim;
  for (int i = 0; i < rest.ndim; ++i) {
    plan.shape[i] = rest.shape[i];
    plan.out_strides[i] = rest.strides[0][i];
    plan.in_strides[i] = rest.strides[1][i];
  }
}

void set_fft_route(FftRoute route) { g_route = route; }

}  // namespace tenorite
