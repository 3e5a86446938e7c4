// SPDX-License-Identifier: Apache-2.0
// Plans of a library for Fourier transforms, kept for the next call with the
// same layout: making one takes longer than running it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/export.h"
#include "core/outer_lock.h"
#include "ops/plan/fft_plan.h"

namespace tenorite {

// What a library made of a plan; its destructor frees it.
struct FftLibraryPlan {
  virtual ~FftLibraryPlan() = default;
  size_t work_bytes = 0;  // that a run needs
  PatientMutex mutex;     // held while a run is being queued
};

// The plans of a device that were used last. Thread-safe; a plan that is
// dropped while it is in use goes when that use ends.
class TENORITE_EXPORT FftPlanCache {
 public:
  using Make = std::shared_ptr<FftLibraryPlan> (*)(const FftPlan&, Device);
  static constexpr int64_t kDefaultSize = 64;

  // The kept plan, or a new one for the device. `make` runs without a lock and
  // may throw; then nothing changes.
  std::shared_ptr<FftLibraryPlan> get(const FftPlan& plan, Device device,
                                      Make make);

  struct Info {
    int64_t size, memsize;  // limits: plans, bytes of their runs; -1: none
    int64_t current_size, current_memsize;
    int64_t hits, misses;
    // The last used first.
    std::vector<std::pair<FftPlan, size_t>> plans;
  };
  Info info() const;
  // ValueError below -1. With 0 nothing is kept.
  void set_size(int64_t size);
  void set_memsize(int64_t bytes);
  // Drops all plans and sets the counts back.
  void clear();

 private:
  struct Entry {
    FftPlan key;
    std::shared_ptr<FftLibraryPlan> plan;
  };
  using Entries = std::list<Entry>;
  // Moves what exceeds the limits to `dropped`, whose end frees it.
  void shrink_locked(Entries& dropped);

  mutable std::mutex mutex_;
  Entries entries_;  // the last used first
  std::unordered_map<FftPlan, Entries::iterator, FftPlanHash> index_;
  int64_t size_ = kDefaultSize;
  int64_t memsize_ = -1;
  int64_t current_memsize_ = 0;
  int64_t hits_ = 0, misses_ = 0;
};

// The cache of a device. It is never destroyed: at exit the library that frees
// plans may be gone already.
TENORITE_EXPORT FftPlanCache& fft_plan_cache(Device device);

}  // namespace tenorite
