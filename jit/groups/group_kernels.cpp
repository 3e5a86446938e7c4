// SPDX-License-Identifier: Apache-2.0
#include "jit/groups/group_kernels.h"

#include <algorithm>
#include <cstring>

#include "core/assert.h"

namespace tenorite::jit {
namespace {

using Kind = GroupSource::Kind;

// What a launch takes at least, and what memory moves in a nanosecond.
constexpr double kLaunchNanoseconds = 1500;
constexpr double kBytesPerNanosecond = 3000;

}  // namespace

double GroupKernels::Saving::nanoseconds(int64_t size, int64_t bytes) const {
  return launches * kLaunchNanoseconds +
         static_cast<double>(size * bytes_per_element + bytes) /
             kBytesPerNanosecond;
}

GroupKernels::Saving GroupKernels::saving_of(const GroupPlan& plan) {
  Saving saving;
  saving.launches = static_cast<int>(plan.steps.size()) - 1;
  int64_t apart = 0, together = 0;
  auto bytes = [&](const GroupSource& source) -> int64_t {
    const auto index = static_cast<size_t>(source.index);
    if (source.kind == Kind::kArray)
      return static_cast<int64_t>(plan.arrays[index].view.itemsize());
    if (source.kind == Kind::kValue)
      return static_cast<int64_t>(
          itemsize(plan.steps[index].dtype[source.output]));
    return 0;
  };
  for (const GroupStep& step : plan.steps) {
    const bool folds = step.kind == Instruction::Kind::kReduce;
    if (step.kept && !folds) continue;
    for_each_source(step, [&](const GroupSource& s) { apart += bytes(s); });
    for (int k = 0; k < step.nout && !folds; ++k)
      apart += static_cast<int64_t>(itemsize(step.dtype[k]));
  }
  for (const GroupArray& array : plan.arrays)
    together += (array.read + array.written) *
                static_cast<int64_t>(array.view.itemsize());
  saving.bytes_per_element = std::max<int64_t>(0, apart - together);
  return saving;
}

void use_memory(const GroupPlan& plan) {
  for (const GroupArray& array : plan.arrays)
    array.view.storage()->use(plan.stream);
  for (const ndarray& table : plan.tables) table.storage()->use(plan.stream);
}

GroupPlan structure_of(const GroupPlan& plan) {
  GroupPlan structure;
  structure.device = plan.device;
  structure.reduced_axes = plan.reduced_axes;
  structure.steps = plan.steps;
  structure.stores = plan.stores;
  for (const Scalar& scalar : plan.scalars)
    structure.scalars.push_back({scalar.dtype});
  for (const GroupArray& array : plan.arrays)
    structure.arrays.push_back({ndarray({}, 0, array.view.dtype(), {}, {}),
                                array.read, array.written});
  for (const ndarray& table : plan.tables) {
    const Dims axes(table.ndim());
    structure.tables.push_back({{}, 0, table.dtype(), axes, axes});
  }
  return structure;
}

int live_words(const GroupPlan& plan) {
  TENORITE_ASSERT(plan.steps.size() <= kMaxGroupSteps,
                  "a group has more steps than one may have");
  const int steps = static_cast<int>(plan.steps.size());
  int last_use[kMaxGroupSteps][kMaxOutputs] = {};
  auto use = [&](const GroupSource& source, int step) {
    if (source.kind == Kind::kValue)
      last_use[source.index][source.output] = step;
  };
  for (int s = 0; s < steps; ++s)
    for_each_source(plan.steps[static_cast<size_t>(s)],
                    [&](const GroupSource& source) { use(source, s); });
  for (const GroupStore& store : plan.stores) use(store.value, steps);
  int most = 0;
  for (int at = 0; at < steps; ++at) {
    int words = 0;
    for (int s = 0; s <= at; ++s) {
      const GroupStep& step = plan.steps[static_cast<size_t>(s)];
      for (int k = 0; k < step.nout; ++k)
        if (last_use[s][k] > at)
          words += static_cast<int>((itemsize(step.dtype[k]) + 3) / 4);
    }
    most = std::max(most, words);
  }
  return most;
}

bool is_heavy(const GroupStep& step) {
  return step.kind == Instruction::Kind::kElementwise && info(step.op).ulp > 0;
}

}  // namespace tenorite::jit
