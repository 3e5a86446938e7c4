// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/device.h"

namespace tenorite::memory {

// What a pool asks the layers above for when memory runs out, and tells them.
// Each is called with no lock held and may be null.
struct Hooks {
  // Drops what nobody needs (one garbage collection); called once per failing
  // allocation, and not again from within itself.
  void (*last_resort)(Device device) = nullptr;
  // Names the largest live arrays, for the text of an OutOfMemoryError.
  std::string (*describe_live)(Device device) = nullptr;
  // A stream has ended: pools that others hold give up its cache.
  void (*stream_ended)(Device device, StreamId stream) = nullptr;
};

void set_hooks(const Hooks& hooks);
Hooks hooks();

}  // namespace tenorite::memory
