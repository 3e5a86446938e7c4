// SPDX-License-Identifier: Apache-2.0
#include "ops/plan/registry.h"

#include "core/assert.h"
#include "core/error.h"

namespace tenorite {
namespace {
const DeviceOps* g_ops[kNumDeviceTypes] = {};
const GroupEngine* g_engines[kNumDeviceTypes] = {};
Multiply g_multiply = nullptr;
}  // namespace

void register_device_ops(DeviceType type, const DeviceOps* ops) {
  g_ops[static_cast<int>(type)] = ops;
}

const DeviceOps& device_ops(Device device) {
  const DeviceOps* ops = g_ops[static_cast<int>(device.type)];
  if (!ops) throw_missing(device, "any operation");
  return *ops;
}

void register_multiply(Multiply multiply) { g_multiply = multiply; }

Multiply registered_multiply() {
  TENORITE_ASSERT(g_multiply, "there is no linear algebra");
  return g_multiply;
}

void register_group_engine(DeviceType type, const GroupEngine* engine) {
  g_engines[static_cast<int>(type)] = engine;
}

const GroupEngine& group_engine(Device device) {
  static constexpr GroupEngine kNone;
  const GroupEngine* engine = g_engines[static_cast<int>(device.type)];
  return engine ? *engine : kNone;
}

bool has_operation(Device device, std::string_view name) {
  const DeviceOps& ops = device_ops(device);
#define TENORITE_DEVICE_OP(cpu, cuda, result, entry, parameters) \
  if (name == #entry) return ops.entry != nullptr;
#include "ops/plan/device_ops.def"
#undef TENORITE_DEVICE_OP
  throw ValueError(
      format("no device has an operation '%s'", std::string(name).c_str()));
}

void throw_missing(Device device, const char* what) {
  throw NotImplementedError(
      format("%s does not implement %s", to_string(device).c_str(), what));
}

}  // namespace tenorite
