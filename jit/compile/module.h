// SPDX-License-Identifier: Apache-2.0
// Compiled code on a device, and launches of it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/device.h"
#include "core/error.h"
#include "core/export.h"
#include "jit/compile/compile.h"

namespace tenorite::jit {

struct LaunchShape {
  unsigned grid[3] = {1, 1, 1};
  unsigned block[3] = {1, 1, 1};
  unsigned shared_bytes = 0;
  bool cooperative = false;
  // For a function that asks for it: the memory of the arguments that are
  // arrays. `others` says that some address comes from elsewhere.
  struct Array {
    const void* begin;
    size_t bytes;
  };
  const Array* arrays = nullptr;
  size_t num_arrays = 0;
  bool others = true;
};

// In the order of CUDA's CUfunction_attribute.
enum class FunctionAttribute : uint8_t {
  kMaxThreadsPerBlock,
  kSharedSizeBytes,
  kConstSizeBytes,
  kLocalSizeBytes,
  kNumRegs,
  kPtxVersion,
  kBinaryVersion,
  kCacheModeCa,
  kMaxDynamicSharedSizeBytes,
  kPreferredSharedMemoryCarveout,
};
// CuPy's names of them: "max_threads_per_block", ...
inline constexpr const char* kFunctionAttributes[] = {
    "max_threads_per_block",
    "shared_size_bytes",
    "const_size_bytes",
    "local_size_bytes",
    "num_regs",
    "ptx_version",
    "binary_version",
    "cache_mode_ca",
    "max_dynamic_shared_size_bytes",
    "preferred_shared_memory_carveout",
};
inline constexpr int kNumFunctionAttributes =
    sizeof(kFunctionAttributes) / sizeof(kFunctionAttributes[0]);

// A kernel in a module. Lives as long as its module.
class Function {
 public:
  virtual ~Function() = default;
  // Queues the kernel; arguments[i] points to the value of parameter i.
  // ValueError, and nothing was queued, for a shape that the device or the
  // kernel cannot run.
  virtual void launch(const LaunchShape& shape, StreamId stream,
                      void* const* arguments) = 0;
  // Bytes of each parameter, where the device can tell.
  virtual bool parameter_sizes(std::vector<size_t>* sizes) = 0;
  // How many blocks of this shape can run at once, as a cooperative launch
  // demands.
  virtual int64_t max_cooperative_blocks(const LaunchShape& shape) = 0;
  // Whether it checks accesses to memory.
  virtual bool wants_arrays() const { return false; }
  virtual int attribute(FunctionAttribute which) = 0;
  virtual void set_attribute(FunctionAttribute which, int value) = 0;
};

// What a kernel can be launched with.
struct LaunchLimits {
  unsigned grid[3];
  unsigned block[3];
  unsigned threads;     // of a block, by device and kernel
  size_t shared_bytes;  // dynamic, as far as the kernel was allowed
  size_t shared_most;   // dynamic, as far as it may be allowed
};
// ValueError that names kernel, limit and request.
TENORITE_EXPORT void check_launch(const char* kernel, const LaunchShape& shape,
                                  const LaunchLimits& limits);

class Module {
 public:
  virtual ~Module() = default;
  Device device() const { return device_; }
  const ArtifactPtr& artifact() const { return artifact_; }
  // By symbol, as Artifact::symbols gives it. Null where there is none.
  virtual Function* function(const std::string& symbol) = 0;
  // Address and bytes of a variable; {nullptr, 0} where there is none.
  virtual std::pair<void*, size_t> global(const std::string& symbol) = 0;
  // CPU: the address of any extern "C" symbol; null elsewhere.
  virtual void* address(const std::string& symbol) { return nullptr; }

 protected:
  Module(ArtifactPtr artifact, Device device)
      : artifact_(std::move(artifact)), device_(device) {}

 private:
  ArtifactPtr artifact_;
  Device device_;
};
using ModulePtr = std::shared_ptr<Module>;

// Loads code for a device, once: equal artifacts share their variables. It
// stays loaded for the process's life, since work that uses it may be queued
// or recorded in a graph.
ModulePtr load(const ArtifactPtr& artifact, Device device);
// compile() and load(). Code that the device refuses may come from a damaged or
// outdated cache: it is compiled anew, once.
ModulePtr load(const KernelSource& source, Device device);

// Code that a device does not take.
struct LoadError : RuntimeError {
  using RuntimeError::RuntimeError;
};

// What ops/cuda and ops/cpu provide.
struct ModuleLoader {
  // LoadError for the code, other errors for the device.
  ModulePtr (*load)(const ArtifactPtr& artifact, Device device);
};
TENORITE_EXPORT void register_module_loader(DeviceType type,
                                            const ModuleLoader* loader);

}  // namespace tenorite::jit
