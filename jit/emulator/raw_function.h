// SPDX-License-Identifier: Apache-2.0
// A raw kernel in a shared object that was compiled for the CPU.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

#include "jit/compile/module.h"
#include "jit/emulator/debug_tables.h"
#include "jit/prelude/emulator/host_abi.h"

namespace tenorite::cpu {

class BlockObserver;

// Variables of a shared object that each thread of the process has its own of:
// `__shared__` arrays among them. Null where it has none.
struct ThreadStorage {
  std::byte* begin = nullptr;
  size_t bytes = 0;
};
// Of the calling thread. `handle` is dlopen's.
ThreadStorage thread_storage(void* handle);

class RawFunction final : public jit::Function {
 public:
  RawFunction(const host::Module& module, const host::Kernel& kernel,
              void* handle, const jit::Artifact& artifact)
      : module_(module),
        kernel_(kernel),
        handle_(handle),
        artifact_(artifact) {}

  void launch(const jit::LaunchShape& shape, StreamId stream,
              void* const* arguments) override;
  bool parameter_sizes(std::vector<size_t>* sizes) override;
  int64_t max_cooperative_blocks(const jit::LaunchShape& shape) override;
  bool wants_arrays() const override { return module_.checked; }
  int attribute(jit::FunctionAttribute which) override;
  void set_attribute(jit::FunctionAttribute which, int value) override;

 private:
  jit::LaunchLimits limits() const;
  void launch_blocks(const host::Launch& launch, const jit::LaunchShape& shape);
  void launch_cooperative(const host::Launch& launch,
                          const jit::LaunchShape& shape);
  // Of debug mode, for the calling thread; null elsewhere.
  std::unique_ptr<BlockObserver> observer(const jit::LaunchShape& shape,
                                          void* const* arguments);

  const host::Module& module_;
  const host::Kernel& kernel_;
  void* const handle_;
  const jit::Artifact& artifact_;
  std::once_flag read_tables_;
  std::unique_ptr<const DebugTables> tables_;
  std::atomic<int> dynamic_shared_{48 * 1024};
};

}  // namespace tenorite::cpu
