// SPDX-License-Identifier: Apache-2.0
#include "ops/plan/registry.h"

#include "core/error.h"

namespace tenorite {
namespace {
const DeviceOps* g_ops[kNumDeviceTypes] = {};
const GroupEngine* g_engines[kNumDeviceTypes] = {};
}  // namespace

void register_device_ops(DeviceType type, const DeviceOps* ops) {
  g_ops[static_cast<int>(type)] = ops;
}

const DeviceOps& device_ops(Device device) {
  const DeviceOps* ops = g_ops[static_cast<int>(device.type)];
  if (!ops) throw_missing(device, "any operation");
  return *ops;
}

void register_group_engine(DeviceType type, const GroupEngine* engine) {
  g_engines[static_cast<int>(type)] = engine;
}

const GroupEngine& group_engine(Device device) {
  static constexpr GroupEngine kNone;
  const GroupEngine* engine = g_engines[static_cast<int>(device.type)];
  return engine ? *engine : kNone;
}

void throw_missing(Device device, const char* what) {
  throw NotImplementedError(
      format("%s does not implement %s", to_string(device).c_str(), what));
}

}  // namespace tenorite
