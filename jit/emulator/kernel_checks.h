// SPDX-License-Identifier: Apache-2.0
// Debug mode of raw kernels: each access to memory and each barrier is looked
// at while the kernel runs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "jit/compile/module.h"
#include "jit/emulator/block_engine.h"
#include "jit/emulator/debug_tables.h"
#include "jit/emulator/raw_function.h"

namespace tenorite::cpu {

// Of one thread of the process, during one launch. Finds accesses outside of
// array arguments and shared arrays, reads of shared memory that the block has
// not written, accesses to it that no barrier orders, and barriers at different
// lines.
class KernelChecks final : public BlockObserver {
 public:
  KernelChecks(const DebugTables& tables, void* handle,
               const host::Kernel& kernel, const jit::LaunchShape& shape,
               void* const* arguments);

  void begin_block(Block& block) override;
  void arrive(Block& block, const Fiber& thread, const void* site) override;
  void pass_grid() override { ++time_; }
  void access(Block& block, const void* address, size_t size,
              host::AccessKind kind, const void* site) override;
  void open_without(Block& block, unsigned arrived) override;
  std::string place(const Block& block, const void* site) const override {
    return start(block, static_cast<const std::byte*>(site) + 1);
  }

 private:
  struct Range {
    const std::byte* begin;
    size_t bytes;
    bool holds(const std::byte* p, size_t n) const {
      return p >= begin && n <= bytes &&
             static_cast<size_t>(p - begin) <= bytes - n;
    }
  };
  // Who touched a byte of shared memory last. Times count barriers, on through
  // all blocks.
  struct Touch {
    uint64_t time = 0;
    uint64_t meetings = 0;  // of the warp
    unsigned thread = 0;
    bool atomic = false;
    bool by_lanes = false, by_warps = false;  // and by others
    const void* site = nullptr;
  };
  struct Shadow {
    Touch write, read;
  };

  // `offset` counts as the shadows do, from a variable's own `first` on.
  void check_shared(Block& block, std::vector<Shadow>& shadows, size_t first,
                    size_t offset, size_t size, host::AccessKind kind,
                    const void* site, const std::string& what);
  bool unordered(const Block& block, const Touch& before, bool atomic) const;
  [[noreturn]] void fail_bounds(Block& block, const std::byte* address,
                                size_t size, host::AccessKind kind,
                                const void* site);
  std::string line(const void* site) const;
  std::string start(const Block& block, const void* site) const;

  const DebugTables& tables_;
  uintptr_t load_address_ = 0;
  ThreadStorage storage_;
  std::vector<ThreadVariable> shared_;  // without gaps and the prelude's own
  std::vector<Range> arrays_, known_;
  bool opaque_ = false;  // some argument may hold addresses of anything
  std::vector<Shadow> static_shadow_, dynamic_shadow_;
  uint64_t first_time_ = 1, time_ = 1;  // of the block, and now
  unsigned generation_ = 0;
  const void* barrier_ = nullptr;  // where the first thread arrived
  host::Index barrier_thread_{};
};

}  // namespace tenorite::cpu
