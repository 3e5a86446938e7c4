// SPDX-License-Identifier: Apache-2.0
#include "ops/api/fft_cache.h"

#include <map>

#include "core/error.h"

namespace tenorite {
std::shared_ptr<FftLibraryPlan> FftPlanCache::get(const FftPlan& plan,
                                                  Device device, Make make) {
  {
    std::lock_guard lock(mutex_);
    auto found = index_.find(plan);
    if (found != index_.end()) {
      ++hits_;
      entries_.splice(entries_.begin(), entries_, found->second);
      return found->second->plan;
    }
    ++misses_;
  }
  std::shared_ptr<FftLibraryPlan> made = make(plan, device);
  Entries dropped;
  std::lock_guard lock(mutex_);
  auto bytes = static_cast<int64_t>(made->work_bytes);
  if (size_ == 0 || (memsize_ >= 0 && bytes > memsize_)) return made;
  // Another thread may have been faster.
  if (auto found = index_.find(plan); found != index_.end())
    return found->second->plan;
  entries_.push_front({plan, made});
  index_[plan] = entries_.begin();
  current_memsize_ += bytes;
  shrink_locked(dropped);
  return made;
}

void FftPlanCache::shrink_locked(Entries& dropped) {
  auto exceeds = [&] {
    return (size_ >= 0 && static_cast<int64_t>(entries_.size()) > size_) ||
           (memsize_ >= 0 && current_memsize_ > memsize_);
  };
  while (!entries_.empty() && exceeds()) {
    auto last = std::prev(entries_.end());
    current_memsize_ -= static_cast<int64_t>(last->plan->work_bytes);
    index_.erase(last->key);
    dropped.splice(dropped.end(), entries_, last);
  }
}

FftPlanCache::Info FftPlanCache::info() const {
  std::lock_guard lock(mutex_);
  Info info{size_,
            memsize_,
            static_cast<int64_t>(entries_.size()),
            current_memsize_,
            hits_,
            misses_,
            {}};
  for (const Entry& entry : entries_)
    info.plans.emplace_back(entry.key, entry.plan->work_bytes);
  return info;
}

void FftPlanCache::set_size(int64_t size) {
  TENORITE_CHECK(size >= -1, ValueError,
                 "the number of plans must be -1 (no limit) or more, not %lld",
                 static_cast<long long>(size));
  Entries dropped;
  std::lock_guard lock(mutex_);
  size_ = size;
  shrink_locked(dropped);
}

void FftPlanCache::set_memsize(int64_t bytes) {
  TENORITE_CHECK(bytes >= -1, ValueError,
                 "the bytes of plans must be -1 (no limit) or more, not %lld",
                 static_cast<long long>(bytes));
  Entries dropped;
  std::lock_guard lock(mutex_);
  memsize_ = bytes;
  shrink_locked(dropped);
}

void FftPlanCache::clear() {
  Entries dropped;
  std::lock_guard lock(mutex_);
  dropped.swap(entries_);
  index_.clear();
  current_memsize_ = hits_ = misses_ = 0;
}

FftPlanCache& fft_plan_cache(Device device) {
  static auto& mutex = *new std::mutex;
  static auto& caches = *new std::map<int, std::unique_ptr<FftPlanCache>>;
  std::lock_guard lock(mutex);
  auto& cache = caches[device.index];
  if (!cache) cache = std::make_unique<FftPlanCache>();
  return *cache;
}

}  // namespace tenorite
