// SPDX-License-Identifier: Apache-2.0
#include "jit/emulator/raw_function.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdio>

#include "core/error.h"
#include "core/thread_pool.h"
#include "jit/emulator/block_engine.h"
#include "jit/emulator/cooperative.h"
#include "jit/emulator/kernel_checks.h"
#include "jit/emulator/user_code.h"

namespace tenorite::cpu {
namespace {

using jit::FunctionAttribute;

constexpr unsigned kMaxThreads = 1024;
constexpr int kMaxShared = 227 * 1024;  // an H100's and H200's
// Virtual memory; local arrays of a thread stand there.
constexpr size_t kStackBytes = size_t{256} << 10;
// Threads that one task runs at least: fewer are not worth another processor.
constexpr int64_t kThreadsPerTask = 64;

// This thread's, kept for the next launch with its stacks; another one where a
// handler of a signal launches a kernel in the midst of one.
class OwnBlock {
 public:
  OwnBlock() : outer_(t_used) {
    if (outer_) extra_ = std::make_unique<Block>(kStackBytes);
    t_used = true;
  }
  ~OwnBlock() { t_used = outer_; }
  OwnBlock(const OwnBlock&) = delete;
  OwnBlock& operator=(const OwnBlock&) = delete;

  Block& get() {
    thread_local Block block(kStackBytes);
    return extra_ ? *extra_ : block;
  }

 private:
  static thread_local bool t_used;
  const bool outer_;
  std::unique_ptr<Block> extra_;
};
thread_local bool OwnBlock::t_used = false;

}  // namespace

ThreadStorage thread_storage(void* handle) {
  link_map* map = nullptr;
  void* begin = nullptr;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 ||
      dlinfo(handle, RTLD_DI_TLS_DATA, &begin) != 0 || begin == nullptr)
    return {};
  struct Search {
    ElfW(Addr) address;
    size_t bytes;
  } search{map->l_addr, 0};
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* data) {
        auto* s = static_cast<Search*>(data);
        if (info->dlpi_addr != s->address) return 0;
        for (int i = 0; i < info->dlpi_phnum; ++i)
          if (info->dlpi_phdr[i].p_type == PT_TLS)
            s->bytes = info->dlpi_phdr[i].p_memsz;
        return 1;
      },
      &search);
  return {static_cast<std::byte*>(begin), search.bytes};
}

jit::LaunchLimits RawFunction::limits() const {
  const unsigned threads = kernel_.max_threads
                               ? std::min(kernel_.max_threads, kMaxThreads)
                               : kMaxThreads;
  return {{2147483647, 65535, 65535},
          {kMaxThreads, kMaxThreads, 64},
          threads,
          static_cast<size_t>(dynamic_shared_.load()),
          kMaxShared};
}

void RawFunction::launch(const jit::LaunchShape& shape, StreamId,
                         void* const* arguments) {
  jit::check_launch(kernel_.name, shape, limits());
  const host::Launch launch = {{shape.grid[0], shape.grid[1], shape.grid[2]},
                               {shape.block[0], shape.block[1], shape.block[2]},
                               arguments};
  if (shape.cooperative) {
    const int64_t blocks =
        int64_t{shape.grid[0]} * shape.grid[1] * shape.grid[2];
    TENORITE_CHECK(blocks <= max_cooperative_blocks(shape), ValueError,
                   "kernel '%s': a cooperative launch of %lld blocks of this "
                   "shape is too large: at most %lld can run at once",
                   kernel_.name, static_cast<long long>(blocks),
                   static_cast<long long>(max_cooperative_blocks(shape)));
    launch_cooperative(launch, shape);
  } else {
    launch_blocks(launch, shape);
  }
  if (kernel_.flags & host::kPrints) std::fflush(stdout);
}

std::unique_ptr<BlockObserver> RawFunction::observer(
    const jit::LaunchShape& shape, void* const* arguments) {
  if (!module_.checked) return nullptr;
  std::call_once(read_tables_, [this] {
    tables_ = std::make_unique<const DebugTables>(artifact_.code);
  });
  return std::make_unique<KernelChecks>(*tables_, handle_, kernel_, shape,
                                        arguments);
}

void RawFunction::launch_blocks(const host::Launch& launch,
                                const jit::LaunchShape& shape) {
  const int64_t threads =
      int64_t{launch.block.x} * launch.block.y * launch.block.z;
  const int64_t blocks = int64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  const int64_t grain = std::max<int64_t>(1, kThreadsPerTask / threads);
  parallel_for(blocks, grain, [&](int64_t first, int64_t last) {
    const host::ThreadVariables variables = module_.variables();
    OwnBlock own;
    Block& block = own.get();
    const std::unique_ptr<BlockObserver> checks =
        observer(shape, launch.arguments);
    block.begin(kernel_, launch, variables, shape.shared_bytes, checks.get(),
                false);
    if (kernel_.blocks != nullptr) {
      block.set_variables();
      return run_kernel_code(kernel_.name, [&] {
        kernel_.blocks(&launch, static_cast<unsigned long>(first),
                       static_cast<unsigned long>(last));
      });
    }
    const Fault fault = run_user_code([&] {
      for (int64_t i = first; i < last; ++i) {
        block.set_block(position(static_cast<uint64_t>(i), launch.grid));
        block.run();
      }
    });
    if (fault) throw_block_fault(fault, block);
  });
}

void RawFunction::launch_cooperative(const host::Launch& launch,
                                     const jit::LaunchShape& shape) {
  run_cooperative(kernel_, launch, shape.shared_bytes, [&] {
    ThreadState state{module_.variables(), thread_storage(handle_), {}};
    if (module_.checked)
      state.observer = [&] { return observer(shape, launch.arguments); };
    return state;
  });
}

bool RawFunction::parameter_sizes(std::vector<size_t>* sizes) {
  sizes->clear();
  for (unsigned i = 0; i < kernel_.num_parameters; ++i)
    sizes->push_back(kernel_.parameters[i].size);
  return true;
}

int64_t RawFunction::max_cooperative_blocks(const jit::LaunchShape& shape) {
  const int64_t threads =
      int64_t{shape.block[0]} * shape.block[1] * shape.block[2];
  return kMaxCooperativeThreads / std::max<int64_t>(1, threads);
}

int RawFunction::attribute(FunctionAttribute which) {
  switch (which) {
    case FunctionAttribute::kMaxThreadsPerBlock:
      return static_cast<int>(limits().threads);
    case FunctionAttribute::kMaxDynamicSharedSizeBytes:
      return dynamic_shared_;
    case FunctionAttribute::kSharedSizeBytes:
      module_.variables();  // the calling thread has them from now on
      return static_cast<int>(thread_storage(handle_).bytes);
    default:
      return 0;
  }
}

void RawFunction::set_attribute(FunctionAttribute which, int value) {
  if (which == FunctionAttribute::kPreferredSharedMemoryCarveout) return;
  TENORITE_CHECK(which == FunctionAttribute::kMaxDynamicSharedSizeBytes,
                 ValueError, "the attribute '%s' cannot be set",
                 jit::kFunctionAttributes[static_cast<int>(which)]);
  TENORITE_CHECK(value >= 0 && value <= kMaxShared, ValueError,
                 "kernel '%s': %d bytes of dynamic shared memory are out of "
                 "range; 0 to %d can be asked for",
                 kernel_.name, value, kMaxShared);
  dynamic_shared_ = value;
}

}  // namespace tenorite::cpu
