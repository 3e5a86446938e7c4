// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <string>

namespace tenorite::cuda {

// Whether this process may talk to CUDA at all.
enum class ProcessState : int {
  kUsable,
  kLost,     // after an unrecoverable error
  kForked,   // a child of a process that had initialised CUDA
  kExiting,  // the CUDA libraries are being torn down
};

extern std::atomic<ProcessState> g_state;
extern std::atomic<bool> g_single_device;

// For destructors: false means that no CUDA call may be made.
inline bool usable() noexcept {
  return g_state.load(std::memory_order_relaxed) == ProcessState::kUsable;
}
[[noreturn]] void throw_unusable();
inline void require_usable() {
  if (!usable()) [[unlikely]]
    throw_unusable();
}
inline bool single_device() noexcept {
  return g_single_device.load(std::memory_order_relaxed);
}

// Only the first cause is kept. `code` is the CUDA status.
void mark_lost(int code, const std::string& cause) noexcept;

// Usable devices. Asks the driver once and creates no context. 0 in a forked
// child of a CUDA process.
int device_count();
// Whether device_count() has found a device.
bool initialised() noexcept;
// One sentence on why device_count() is 0.
std::string why_no_device();

}  // namespace tenorite::cuda
