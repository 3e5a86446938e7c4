// SPDX-License-Identifier: Apache-2.0
// Kernels that are used once they are there: compiled apart when they have
// proved worth it, published by one store.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "jit/codegen/kernel_call.h"
#include "ops/plan/group.h"

namespace tenorite::jit {

class LazyKernel {
 public:
  // What makes the kernel's text, in any thread, as long as the process lives;
  // its kernel has the name of the source.
  using MakeSource = std::function<KernelSource()>;

  // `shared_bytes` of dynamic shared memory are the most it is launched with.
  LazyKernel(std::string key, int shared_bytes)
      : key_(std::move(key)), shared_bytes_(shared_bytes) {}

  // Null where there is none (yet). kReady has it looked for on disk, and
  // compiled once all calls could have saved enough, of which this one could
  // `saved_nanoseconds`; what fails to compile is not tried again.
  template <class F>
  const CompiledKernel* get(GroupEffort effort, Device device,
                            double saved_nanoseconds, F make_source) {
    const CompiledKernel* ready = ready_.load(std::memory_order_acquire);
    if (ready) [[likely]]
      return ready;
    const State state = state_.load(std::memory_order_acquire);
    if (state == State::kFailed) return nullptr;
    if (effort == GroupEffort::kWait) return make(device, make_source);
    if (!wants_work(state, saved_nanoseconds)) return nullptr;
    prepare(state, device, make_source);
    return nullptr;
  }

 private:
  friend class LazyKernels;
  enum class State : uint8_t {
    kUnknown,
    kLooking,  // on disk
    kMissing,  // there
    kCompiling,
    kFailed,
  };
  bool wants_work(State state, double saved_nanoseconds);
  void prepare(State state, Device device, MakeSource make_source);
  const CompiledKernel* make(Device device, const MakeSource& make_source);
  void work(bool compiles, Device device, const Target& target,
            const MakeSource& make_source);
  void load_and_publish(const KernelSource& source, Device device);
  void fail(const std::string& why);

  const std::string key_;
  const int shared_bytes_;
  LazyKernel* next_ = nullptr;
  std::atomic<const CompiledKernel*> ready_{nullptr};
  std::atomic<State> state_{State::kUnknown};
  std::atomic<double> saved_{0};
};

// Those of one group, by the bytes of their variants. Entries stay.
class LazyKernels {
 public:
  LazyKernel& at(const void* key, size_t bytes, int shared_bytes = 0);

 private:
  std::atomic<LazyKernel*> first_{nullptr};
};

}  // namespace tenorite::jit
