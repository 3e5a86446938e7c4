// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "core/export.h"

namespace tenorite::memory {

// memcpy by several threads when that is faster: one core cannot keep up with
// the bus to a GPU. Falls back to one thread while another copy uses them.
TENORITE_EXPORT void host_copy(void* dst, const void* src, size_t n);

// Helper threads that share one copy at a time, slice by slice, with the
// caller. They live until the process ends, and so must the crew.
class CopyCrew {
 public:
  explicit CopyCrew(unsigned n_helpers);

  // False when the crew is busy, empty, or stayed behind in the parent of a
  // fork; then nothing was copied.
  bool copy(char* dst, const char* src, size_t n);

 private:
  struct Job {
    char* dst = nullptr;
    const char* src = nullptr;
    size_t n = 0;
  };

  void copy_slices(const Job& job);
  void help();

  const pid_t owner_;
  unsigned n_helpers_ = 0;
  std::mutex busy_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  Job job_;
  uint64_t n_jobs_ = 0;
  unsigned n_active_ = 0;
  std::atomic<size_t> next_{0};
};

}  // namespace tenorite::memory
