// SPDX-License-Identifier: Apache-2.0
#include "memory/host_copy.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <thread>

namespace tenorite::memory {
namespace {

constexpr size_t kParallelFrom = 2 << 20;
constexpr size_t kSlice = 512 << 10;
constexpr unsigned kMaxThreads = 8;

CopyCrew& crew() {
  static CopyCrew& all = *new CopyCrew(
      std::clamp(std::thread::hardware_concurrency() / 2, 1u, kMaxThreads) - 1);
  return all;
}

}  // namespace

CopyCrew::CopyCrew(unsigned n_helpers) : owner_(getpid()) {
  try {
    for (; n_helpers_ < n_helpers; ++n_helpers_)
      std::thread([this] { help(); }).detach();
  } catch (const std::exception&) {
    // Fewer helpers do as well.
  }
}

bool CopyCrew::copy(char* dst, const char* src, size_t n) {
  if (n_helpers_ == 0 || getpid() != owner_) return false;
  std::unique_lock busy(busy_, std::try_to_lock);
  if (!busy.owns_lock()) return false;
  const Job job{dst, src, n};
  {
    std::lock_guard lock(mutex_);
    job_ = job;
    next_ = 0;
    ++n_jobs_;
  }
  wake_.notify_all();
  copy_slices(job);
  std::unique_lock lock(mutex_);
  job_ = {};  // a helper that wakes up late finds nothing to do
  done_.wait(lock, [this] { return n_active_ == 0; });
  return true;
}

void CopyCrew::copy_slices(const Job& job) {
  size_t at;
  while ((at = next_.fetch_add(kSlice)) < job.n)
    std::memcpy(job.dst + at, job.src + at, std::min(kSlice, job.n - at));
}

void CopyCrew::help() {
  uint64_t seen = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return n_jobs_ != seen; });
    seen = n_jobs_;
    const Job job = job_;
    if (job.n == 0) continue;
    ++n_active_;
    lock.unlock();
    copy_slices(job);
    lock.lock();
    if (--n_active_ == 0) done_.notify_one();
  }
}

void host_copy(void* dst, const void* src, size_t n) {
  if (n < kParallelFrom ||
      !crew().copy(static_cast<char*>(dst), static_cast<const char*>(src), n))
    std::memcpy(dst, src, n);
}

}  // namespace tenorite::memory
