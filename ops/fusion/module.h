// SPDX-License-Identifier: Apache-2.0
// Compiled code on a device, and launches of it.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/device.h"
#include "ops/fusion/compile.h"

namespace tenorite::fusion {

struct LaunchShape {
  unsigned grid[3] = {1, 1, 1};
  unsigned block[3] = {1, 1, 1};
  unsigned shared_bytes = 0;
  bool cooperative = false;
};

// A kernel in a module. Lives as long as its module.
class Function {
 public:
  virtual ~Function() = default;
  // Queues the kernel; arguments[i] points to the value of parameter i.
  virtual void launch(const LaunchShape& shape, StreamId stream,
                      void* const* arguments) = 0;
  // Bytes of each parameter, where the device can tell.
  virtual bool parameter_sizes(std::vector<size_t>* sizes) = 0;
  // CUDA's names: max_threads_per_block, num_regs, ...
  virtual int attribute(const std::string& name) = 0;
  virtual void set_attribute(const std::string& name, int value) = 0;
};

class Module {
 public:
  virtual ~Module() = default;
  Device device() const { return device_; }
  // By symbol, as Artifact::symbols gives it. Null where there is none.
  virtual Function* function(const std::string& symbol) = 0;
  // Address and bytes of a variable; {nullptr, 0} where there is none.
  virtual std::pair<void*, size_t> global(const std::string& symbol) = 0;
  // CPU: the address of any extern "C" symbol; null elsewhere.
  virtual void* address(const std::string& symbol) { return nullptr; }

 protected:
  explicit Module(Device device) : device_(device) {}

 private:
  Device device_;
};
using ModulePtr = std::shared_ptr<Module>;

// Loads code for a device; it stays loaded for the process's life where the
// driver cannot unload it safely.
ModulePtr load(const ArtifactPtr& artifact, Device device);

// What ops/cuda and ops/cpu provide.
struct ModuleLoader {
  ModulePtr (*load)(const ArtifactPtr& artifact, Device device);
};
void register_module_loader(DeviceType type, const ModuleLoader* loader);

}  // namespace tenorite::fusion
