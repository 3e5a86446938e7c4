// SPDX-License-Identifier: Apache-2.0
#include "core/late_failure.h"

#include <atomic>

namespace tenorite {
namespace {
std::atomic<LateFailure> g_failure{nullptr};
}  // namespace

void post_late_failure(LateFailure raise) { g_failure = raise; }

void raise_late_failure() {
  if (g_failure.load(std::memory_order_relaxed) == nullptr) [[likely]]
    return;
  if (LateFailure raise = g_failure.exchange(nullptr)) raise();
}

}  // namespace tenorite
