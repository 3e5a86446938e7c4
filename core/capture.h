// SPDX-License-Identifier: Apache-2.0
// Streams whose work is not done but captured as a graph, to be launched later
// as often as one likes.
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include "core/export.h"
#include "core/outer_lock.h"
#include "core/storage.h"

namespace tenorite {

// What a graph that is being captured uses of memory from before: it has to
// live as long as the graph.
class Capture {
 public:
  void hold(StoragePtr storage) {
    std::lock_guard lock(mutex_);
    held_.push_back(std::move(storage));
  }
  const std::vector<StoragePtr>& held() const { return held_; }
  void release() { held_.clear(); }
  // Once the capture is over: the ids of other streams that were part of it.
  std::vector<StreamId> joined;

 private:
  PatientMutex mutex_;
  std::vector<StoragePtr> held_;
};

// How many there are in the process: while it is 0, nobody needs to ask for
// more.
extern TENORITE_EXPORT constinit std::atomic<int> captures_under_way;

// What work on the stream becomes part of, or null. The CUDA part says how it
// is found.
using CaptureFinder = Capture* (*)(Device device, StreamId stream);
TENORITE_EXPORT void register_capture_finder(CaptureFinder finder);
TENORITE_EXPORT Capture* capture_of(Device device, StreamId stream);

}  // namespace tenorite
