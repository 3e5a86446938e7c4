// SPDX-License-Identifier: Apache-2.0
#include "linalg/provider.h"

#include "ops/plan/registry.h"

namespace tenorite::linalg {
namespace {

const Provider* g_providers[kNumDeviceTypes] = {};

}  // namespace

void register_provider(DeviceType type, const Provider* provider) {
  g_providers[static_cast<int>(type)] = provider;
}

const Provider& provider(Device device) {
  const Provider* provider = g_providers[static_cast<int>(device.type)];
  if (!provider) throw_missing(device, "linear algebra");
  return *provider;
}

std::string blas_description(DeviceType type) {
  const Provider* provider = g_providers[static_cast<int>(type)];
  return provider ? provider->description() : "none";
}

}  // namespace tenorite::linalg
