// SPDX-License-Identifier: Apache-2.0
#include "memory/hooks.h"

#include <atomic>

namespace tenorite::memory {
namespace {
std::atomic<void (*)(Device)> last_resort{nullptr};
std::atomic<std::string (*)(Device)> describe_live{nullptr};
std::atomic<void (*)(Device, StreamId)> stream_ended{nullptr};
}  // namespace

void set_hooks(const Hooks& hooks) {
  last_resort = hooks.last_resort;
  describe_live = hooks.describe_live;
  stream_ended = hooks.stream_ended;
}

Hooks hooks() {
  return {last_resort.load(), describe_live.load(), stream_ended.load()};
}

}  // namespace tenorite::memory
