// SPDX-License-Identifier: Apache-2.0
// Launches whose blocks wait for each other: all of them are alive at once.
#pragma once

#include <functional>

#include "jit/emulator/block_engine.h"
#include "jit/emulator/raw_function.h"

namespace tenorite::cpu {

inline constexpr int64_t kMaxCooperativeThreads = 65536;

// What a kernel's code has one of for each thread of the process.
struct ThreadState {
  host::ThreadVariables variables;
  ThreadStorage storage;
  // Of each block; null for no observer.
  std::function<std::unique_ptr<BlockObserver>()> observer;
};

// `state` is called on each thread that takes part.
void run_cooperative(const host::Kernel& kernel, const host::Launch& launch,
                     size_t shared_bytes,
                     const std::function<ThreadState()>& state);

}  // namespace tenorite::cpu
