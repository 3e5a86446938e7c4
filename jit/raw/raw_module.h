// SPDX-License-Identifier: Apache-2.0
// A user's own CUDA C++ on any device: compiled and loaded when first used.
#pragma once

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/outer_lock.h"
#include "jit/compile/module.h"
#include "jit/compile/signature.h"

namespace tenorite::jit {

struct RawSource {
  std::string label;  // what messages call it
  std::string code;   // CUDA C++ or, when binary, a cubin, PTX or fatbin
  bool binary = false;
  std::vector<std::string> options;
  Backend backend = Backend::kDefault;
  // Kernels, template instances and variables to keep, as C++ expressions.
  std::vector<std::string> names;
  Origin origin;
  bool checked = false;  // debug mode on the CPU
  // cuComplex.h gives complex<float> and complex<double> instead of structs.
  bool translate_cucomplex = false;
  bool extern_c = false;  // the text stands in extern "C" {}, as PyCUDA has it
};

// What calls of a kernel on one device need.
struct LoadedKernel {
  Function* function;  // lives for the process's life
  // Whether `signature` tells types; otherwise only the sizes hold, and `kind`
  // is 0 everywhere.
  bool typed;
  // Whether the number of parameters is known at all.
  bool counted;
  Signature signature;
};

class RawModule {
 public:
  explicit RawModule(RawSource source);
  const RawSource& source() const { return source_; }

  // CompileError as compile() says. ValueError for code of another device.
  ArtifactPtr compile(const Target& target) const;
  ModulePtr load_on(Device device);
  // Of each kernel that the compiled text has, by name.
  std::map<std::string, std::string> signatures(const Target& target) const;
  // ValueError that names those there are.
  LoadedKernel kernel(const std::string& name, Device device);
  // Address and bytes; ValueError where there is no such variable.
  std::pair<void*, size_t> global(const std::string& name, Device device);

 private:
  KernelSource kernel_source(const Target& target) const;
  std::string symbol_of(const Artifact& artifact,
                        const std::string& name) const;

  const RawSource source_;
  std::vector<std::string> tables_;  // the names that have a signature each
  std::vector<std::string> wanted_;  // of source_.names, those to look for
  PatientMutex mutex_;
  std::vector<ModulePtr> loaded_;
};

// One kernel of a module, on every device.
class RawKernel {
 public:
  RawKernel(std::shared_ptr<RawModule> module, std::string name,
            bool cooperative)
      : module_(std::move(module)),
        name_(std::move(name)),
        cooperative_(cooperative) {}
  ~RawKernel();
  RawKernel(const RawKernel&) = delete;
  RawKernel& operator=(const RawKernel&) = delete;

  const std::shared_ptr<RawModule>& module() const { return module_; }
  const std::string& name() const { return name_; }
  bool cooperative() const { return cooperative_; }

  // Null before the first use there. Lock-free.
  const LoadedKernel* find(Device device) const {
    return slot(device).load(std::memory_order_acquire);
  }
  // Compiles and loads where that was not done.
  const LoadedKernel& on(Device device);

 private:
  static constexpr int kMaxDevices = 64;
  std::atomic<const LoadedKernel*>& slot(Device device) const {
    return slots_[device.is_cpu() ? 0 : 1 + device.index % kMaxDevices];
  }

  const std::shared_ptr<RawModule> module_;
  const std::string name_;
  const bool cooperative_;
  mutable std::array<std::atomic<const LoadedKernel*>, kMaxDevices + 1>
      slots_{};
};

}  // namespace tenorite::jit
