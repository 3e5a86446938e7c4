// SPDX-License-Identifier: Apache-2.0
// The seam between public operations and devices.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/export.h"
#include "core/spans.h"
#include "core/stream.h"
#include "ops/plan/group.h"
#include "ops/plan/value_range.h"

// The headers of the plans, which its rows name.
#define TENORITE_DEVICE_OP(cpu, cuda, result, name, parameters)
#include "ops/plan/device_ops.def"
#undef TENORITE_DEVICE_OP

namespace tenorite {

// The functions of a device: those of ops/plan/device_ops.def. A null entry
// means that the device does not have the operation.
struct DeviceOps {
#define TENORITE_DEVICE_OP(cpu, cuda, result, name, parameters) \
  result(*name) parameters = nullptr;
#include "ops/plan/device_ops.def"
#undef TENORITE_DEVICE_OP
};

TENORITE_EXPORT void register_device_ops(DeviceType type, const DeviceOps* ops);
const DeviceOps& device_ops(Device device);

// Whether a device has the entry of that name.
bool has_operation(Device device, std::string_view name);

// NotImplementedError that names the device.
[[noreturn]] TENORITE_EXPORT void throw_missing(Device device,
                                                const char* what);

// The name of an entry, such as &DeviceOps::sort.
template <auto kEntry>
constexpr const char* entry_name() {
#define TENORITE_DEVICE_OP(cpu, cuda, result, name, parameters)               \
  if constexpr (std::is_same_v<decltype(kEntry), decltype(&DeviceOps::name)>) \
    if (kEntry == &DeviceOps::name) return #name;
#include "ops/plan/device_ops.def"
#undef TENORITE_DEVICE_OP
  return "this operation";
}

// A function of a device, whose calls profiles note.
template <class Function>
struct DeviceFunction {
  Function* function;
  const char* name;
  Device device;

  template <class... Arguments>
  decltype(auto) operator()(Arguments&&... arguments) const {
    if (!spans::active()) [[likely]]
      return function(std::forward<Arguments>(arguments)...);
    const spans::Scope scope("operation", name, device, current_stream(device));
    return function(std::forward<Arguments>(arguments)...);
  }
};

// A device's function for an entry; NotImplementedError where it has none.
template <auto kEntry>
auto require(Device device) {
  auto* const function = device_ops(device).*kEntry;
  if (!function) [[unlikely]]
    throw_missing(device, entry_name<kEntry>());
  return DeviceFunction{function, entry_name<kEntry>(), device};
}

// Runs an operation that is not recorded: the stream of the plan is told that
// it uses these arrays, whose addresses the plan has, then the device's
// function does the work.
template <auto kEntry, class Plan, class... More>
decltype(auto) run_barrier(std::initializer_list<const ndarray*> arrays,
                           Plan& plan, const More&... more) {
  const auto function = require<kEntry>(plan.device);
  for (const ndarray* array : arrays) array->storage()->use(plan.stream);
  return function(plan, more...);
}

// Executes an instruction that is a product, whose operands are in memory.
using Multiply = void (*)(const Instruction&);
TENORITE_EXPORT void register_multiply(Multiply);
Multiply registered_multiply();

// How a device runs groups of recorded operations in one pass each.
struct GroupEngine {
  GroupLimits limits;
  // Runs a group within these limits: once, or, without reductions, in each of
  // some boxes, which differ in shapes and arrays alone and are independent of
  // each other. How many kernels it took; 0, with nothing done, where it cannot
  // (yet): then its operations are run one by one. Throws with nothing written.
  // Null: there are no groups.
  int (*run)(std::span<const GroupPlan> boxes, GroupEffort) = nullptr;
  // Whether a group that did not run takes too much for one kernel, while parts
  // of it may do. Null: none does.
  bool (*too_large)(const GroupPlan&) = nullptr;
  // The text of a kernel that has run such a group, without what texts include.
  // Null where groups need none.
  std::string (*source)(std::span<const GroupPlan> boxes) = nullptr;
  // Whether reads of items by indices may be recorded: an index out of bounds
  // is then found when the group runs, not at the call. Null: never.
  bool (*records_indices)(IndexMode) = nullptr;
  // Whether groups may have a scan, which is recorded then. Null: never.
  bool (*records_scan)(const Instruction&) = nullptr;
  // What the values of an array in memory lie within, found by looking through
  // it; nobody else has work on it. With that, reads of items are also recorded
  // where the indices turn out to be within bounds. Null: the device does not
  // look.
  std::optional<ValueRange> (*value_range)(const ndarray&) = nullptr;
  // Whether sums of eight numbers add pairs, and pairs of these, not one number
  // after the other.
  bool adds_eight_in_pairs = false;
  // Folds are unrolled along a short last axis where the last two axes have so
  // many elements: see ops/record/short_axes.h.
  int64_t least_unrolled = 0;
  // Operations on at most so many elements may cost less when they are executed
  // at once than recorded: see ops/record/eager_rule.h. 0: none does.
  int64_t most_at_once = 0;
};

TENORITE_EXPORT void register_group_engine(DeviceType type,
                                           const GroupEngine* engine);
// One that runs nothing where a device has none.
const GroupEngine& group_engine(Device device);

}  // namespace tenorite
