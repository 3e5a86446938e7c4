// SPDX-License-Identifier: Apache-2.0
#include "jit/codegen/lazy_kernel.h"

#include <cstring>

#include "core/error.h"
#include "core/interrupt.h"
#include "core/outer_lock.h"
#include "core/warning.h"
#include "jit/compile/background.h"

namespace tenorite::jit {
namespace {

constexpr double kWorthCompiling = 250e3;  // nanoseconds

}  // namespace

bool LazyKernel::wants_work(State state, double saved_nanoseconds) {
  const double saved =
      saved_.fetch_add(saved_nanoseconds, std::memory_order_relaxed) +
      saved_nanoseconds;
  return state == State::kUnknown ||
         (state == State::kMissing && saved >= kWorthCompiling);
}

void LazyKernel::prepare(State state, Device device, MakeSource make_source) {
  const bool compiles = saved_ >= kWorthCompiling;  // if it is not on disk
  if (!state_.compare_exchange_strong(
          state, compiles ? State::kCompiling : State::kLooking))
    return;
  // What it is made for is asked here: jobs leave the driver alone until the
  // code is to be loaded.
  const Target target = target_of(device);
  const bool queued = run_in_background(
      [this, compiles, device, target, make = std::move(make_source)] {
        work(compiles, device, target, make);
      },
      compiles ? JobLength::kLong : JobLength::kQuick);
  if (!queued) state_ = state;
}

void LazyKernel::work(bool compiles, Device device, const Target& target,
                      const MakeSource& make_source) {
  try {
    const KernelSource source = make_source();
    const ArtifactPtr artifact =
        compiles ? compile(source, target) : find_compiled(source, target);
    if (!artifact) {
      state_ = State::kMissing;
      prepare_compiler(source, target);
      return;
    }
    BackgroundDriverUse use;
    if (use) load_and_publish(source, device);
  } catch (const OutOfMemoryError&) {
    state_ = State::kMissing;
  } catch (const std::exception& error) {
    fail(error.what());
  }
}

const CompiledKernel* LazyKernel::make(Device device,
                                       const MakeSource& make_source) {
  try {
    without_outer_lock([&] { load_and_publish(make_source(), device); });
  } catch (const OutOfMemoryError&) {
    return nullptr;
  } catch (const Interrupted&) {
    throw InterruptedEarly();
  } catch (const std::exception& error) {
    fail(error.what());
  }
  return ready_.load(std::memory_order_acquire);
}

void LazyKernel::load_and_publish(const KernelSource& source, Device device) {
  auto made = std::make_unique<CompiledKernel>();
  made->module = load(source, device);
  made->function = made->module->function(source.name);
  TENORITE_CHECK(made->function, RuntimeError,
                 "kernel '%s' is not in its module", source.name.c_str());
  if (shared_bytes_ > 0)
    made->function->set_attribute(FunctionAttribute::kMaxDynamicSharedSizeBytes,
                                  shared_bytes_);
  const CompiledKernel* none = nullptr;
  if (ready_.compare_exchange_strong(none, made.get(),
                                     std::memory_order_release))
    made.release();
}

// Recorded operations go on one by one; whoever waits for compilers hears why.
void LazyKernel::fail(const std::string& why) {
  if (state_.exchange(State::kFailed) == State::kFailed) return;
  warn("a group of operations is not run by one kernel: " + why);
}

LazyKernel& LazyKernels::at(const void* key, size_t bytes, int shared_bytes) {
  LazyKernel* const first = first_.load(std::memory_order_acquire);
  auto find = [&](LazyKernel* from, const LazyKernel* end) {
    for (; from != end; from = from->next_)
      if (from->key_.size() == bytes &&
          std::memcmp(from->key_.data(), key, bytes) == 0)
        return from;
    return static_cast<LazyKernel*>(nullptr);
  };
  if (LazyKernel* found = find(first, nullptr)) [[likely]]
    return *found;
  auto* made = new LazyKernel(std::string(static_cast<const char*>(key), bytes),
                              shared_bytes);
  made->next_ = first;
  while (!first_.compare_exchange_strong(made->next_, made)) {
    // Others came first: perhaps with the same one.
    if (LazyKernel* found = find(made->next_, first)) {
      delete made;
      return *found;
    }
  }
  return *made;
}

}  // namespace tenorite::jit
