// SPDX-License-Identifier: Apache-2.0
#include "linalg/provider.h"

#include <mutex>

#include "ops/plan/registry.h"

namespace tenorite::linalg {
namespace {

const Provider* g_providers[kNumDeviceTypes] = {};

struct Paths {
  std::mutex mutex;
  std::vector<std::string> of[kNumDeviceTypes];
  std::vector<std::string> solver;
};
Paths& paths() {
  static Paths instance;
  return instance;
}

}  // namespace

void register_provider(DeviceType type, const Provider* provider) {
  g_providers[static_cast<int>(type)] = provider;
}

const Provider& provider(Device device) {
  const Provider* provider = g_providers[static_cast<int>(device.type)];
  if (!provider) throw_missing(device, "linear algebra");
  return *provider;
}

void set_blas_paths(DeviceType type, std::vector<std::string> files) {
  std::lock_guard lock(paths().mutex);
  paths().of[static_cast<int>(type)] = std::move(files);
}

std::vector<std::string> blas_paths(DeviceType type) {
  std::lock_guard lock(paths().mutex);
  return paths().of[static_cast<int>(type)];
}

void set_solver_paths(std::vector<std::string> files) {
  std::lock_guard lock(paths().mutex);
  paths().solver = std::move(files);
}

std::vector<std::string> solver_paths() {
  std::lock_guard lock(paths().mutex);
  return paths().solver;
}

std::string blas_description(DeviceType type) {
  const Provider* provider = g_providers[static_cast<int>(type)];
  return provider ? provider->description() : "none";
}

}  // namespace tenorite::linalg
