// SPDX-License-Identifier: Apache-2.0
#include "core/capture.h"

namespace tenorite {
namespace {

CaptureFinder g_finder = nullptr;

}  // namespace

constinit std::atomic<int> captures_under_way{0};

void register_capture_finder(CaptureFinder finder) { g_finder = finder; }

Capture* capture_of(Device device, StreamId stream) {
  if (captures_under_way.load(std::memory_order_relaxed) == 0 || !g_finder)
    return nullptr;
  return g_finder(device, stream);
}

}  // namespace tenorite
