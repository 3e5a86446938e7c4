// SPDX-License-Identifier: Apache-2.0
#include "jit/compile/module.h"

#include <map>
#include <mutex>
#include <tuple>

#include "core/error.h"
#include "core/outer_lock.h"
#include "core/stream.h"

namespace tenorite::jit {
namespace {

constinit const ModuleLoader* g_loaders[kNumDeviceTypes] = {};

using Key = std::tuple<const Artifact*, DeviceType, int>;

}  // namespace

void register_module_loader(DeviceType type, const ModuleLoader* loader) {
  g_loaders[static_cast<int>(type)] = loader;
}

ModulePtr load(const ArtifactPtr& artifact, Device device) {
  check_device(device);
  const ModuleLoader* loader = g_loaders[static_cast<int>(device.type)];
  TENORITE_CHECK(loader != nullptr, RuntimeError,
                 "%s cannot load kernels in this build",
                 to_string(device).c_str());
  TENORITE_CHECK(artifact->target.type == device.type, RuntimeError,
                 "the code of '%s' is of another kind of device than %s",
                 artifact->name.c_str(), to_string(device).c_str());
  // Leaked with all modules; a module holds its artifact, so that the address
  // is a key.
  static PatientMutex& mutex = *new PatientMutex;
  static auto& loaded = *new std::map<Key, ModulePtr>;
  std::lock_guard lock(mutex);
  ModulePtr& module = loaded[{artifact.get(), device.type, device.index}];
  if (module == nullptr) module = loader->load(artifact, device);
  return module;
}

ModulePtr load(const KernelSource& source, Device device) {
  const Target target = target_of(device);
  const ArtifactPtr artifact = compile(source, target);
  try {
    return load(artifact, device);
  } catch (const LoadError&) {
    forget(source, target);
    return load(compile(source, target), device);
  }
}

void check_launch(const char* kernel, const LaunchShape& shape,
                  const LaunchLimits& limits) {
  auto check_axes = [&](const char* what, const unsigned* given,
                        const unsigned* most) {
    for (int axis = 0; axis < 3; ++axis)
      TENORITE_CHECK(given[axis] >= 1 && given[axis] <= most[axis], ValueError,
                     "kernel '%s': %s (%u, %u, %u) has %u along %c; 1 to %u "
                     "can be launched",
                     kernel, what, given[0], given[1], given[2], given[axis],
                     "xyz"[axis], most[axis]);
  };
  check_axes("grid", shape.grid, limits.grid);
  check_axes("block", shape.block, limits.block);
  const uint64_t threads =
      uint64_t{shape.block[0]} * shape.block[1] * shape.block[2];
  TENORITE_CHECK(threads <= limits.threads, ValueError,
                 "kernel '%s': block (%u, %u, %u) has %llu threads, and the "
                 "kernel can be launched with at most %u",
                 kernel, shape.block[0], shape.block[1], shape.block[2],
                 static_cast<unsigned long long>(threads), limits.threads);
  if (shape.shared_bytes <= limits.shared_bytes) [[likely]]
    return;
  TENORITE_CHECK(shape.shared_bytes <= limits.shared_most, ValueError,
                 "kernel '%s': %u bytes of dynamic shared memory are asked "
                 "for, and the device has at most %zu for this kernel",
                 kernel, shape.shared_bytes, limits.shared_most);
  throw ValueError(format(
      "kernel '%s': %u bytes of dynamic shared memory are asked for, and "
      "the kernel is allowed %zu: set its max_dynamic_shared_size_bytes "
      "(at most %zu) first",
      kernel, shape.shared_bytes, limits.shared_bytes, limits.shared_most));
}

}  // namespace tenorite::jit
