// SPDX-License-Identifier: Apache-2.0
// A raw kernel in a shared object that was compiled for the CPU.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "ops/fusion/module.h"
#include "ops/fusion/prelude/host_abi.h"

namespace tenorite::cpu {

// Variables of a shared object that each thread of the process has its own of:
// `__shared__` arrays among them. Null where it has none.
struct ThreadStorage {
  std::byte* begin = nullptr;
  size_t bytes = 0;
};
// Of the calling thread. `handle` is dlopen's.
ThreadStorage thread_storage(void* handle);

class RawFunction final : public fusion::Function {
 public:
  RawFunction(const host::Module& module, const host::Kernel& kernel,
              void* handle)
      : module_(module), kernel_(kernel), handle_(handle) {}

  void launch(const fusion::LaunchShape& shape, StreamId stream,
              void* const* arguments) override;
  bool parameter_sizes(std::vector<size_t>* sizes) override;
  int64_t max_cooperative_blocks(const fusion::LaunchShape& shape) override;
  int attribute(fusion::FunctionAttribute which) override;
  void set_attribute(fusion::FunctionAttribute which, int value) override;

 private:
  fusion::LaunchLimits limits() const;
  void launch_blocks(const host::Launch& launch, size_t shared_bytes);
  void launch_cooperative(const host::Launch& launch, size_t shared_bytes);

  const host::Module& module_;
  const host::Kernel& kernel_;
  void* const handle_;
  std::atomic<int> dynamic_shared_{48 * 1024};
};

}  // namespace tenorite::cpu
