// SPDX-License-Identifier: Apache-2.0
#include "core/thread_pool.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "core/interrupt.h"

namespace tenorite {
namespace {

constexpr int kMaxThreads = 256;
// More parts than threads, so that one late thread does not hold up the rest.
constexpr int kPartsPerThread = 4;
// Blocks that are done before the first look for signals: they take 20 us each,
// or far more where memory is slow. As many follow as take about so long.
constexpr int64_t kFirstBlocks = 4;
constexpr auto kBetweenLooks = std::chrono::milliseconds(1);

// Processors by the control group's quota; 0 when there is none.
int quota() {
  std::FILE* file = std::fopen("/sys/fs/cgroup/cpu.max", "re");
  if (!file) return 0;
  long long budget = 0, period = 0;
  int fields = std::fscanf(file, "%lld %lld", &budget, &period);
  std::fclose(file);
  if (fields != 2 || budget <= 0 || period <= 0) return 0;
  return static_cast<int>(std::max(1LL, (budget + period - 1) / period));
}

int choose_num_threads() {
  if (const char* text = std::getenv("TENORITE_NUM_THREADS")) {
    char* end;
    long wanted = std::strtol(text, &end, 10);
    if (end != text && *end == '\0' && wanted > 0)
      return static_cast<int>(std::min<long>(wanted, kMaxThreads));
  }
  int n = static_cast<int>(std::thread::hardware_concurrency());
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0) n = CPU_COUNT(&set);
  if (int limit = quota()) n = std::min(n, limit);
  return std::clamp(n, 1, kMaxThreads);
}

struct Job {
  int64_t n, grain, blocks;
  int64_t parts;
  detail::Range range;
  void* body;
  std::atomic<int64_t> next{0};
  std::atomic<bool> stop{false};  // somebody was Interrupted
  int64_t failed_part = -1;  // guarded by the pool's mutex, as is `failure`
  std::exception_ptr failure = nullptr;
};

// Blocks [begin, end), with looks for signals.
void run_blocks(const Job& job, int64_t begin, int64_t end) {
  using Clock = std::chrono::steady_clock;
  auto run = [&](int64_t first, int64_t last) {
    job.range(job.body, first * job.grain,
              last == job.blocks ? job.n : last * job.grain);
  };
  if (end - begin <= kFirstBlocks) {
    look_for_signals();
    return run(begin, end);
  }
  Clock::time_point before = Clock::now();
  for (int64_t count = kFirstBlocks; begin < end;) {
    look_for_signals();
    const int64_t next = std::min(end, begin + count);
    run(begin, next);
    begin = next;
    const Clock::time_point now = Clock::now();
    if (now - before < kBetweenLooks)
      count *= 2;
    else if (now - before > 2 * kBetweenLooks && count > 1)
      count /= 2;
    before = now;
  }
}

thread_local bool t_inside = false;
struct InsideGuard {
  InsideGuard() { t_inside = true; }
  ~InsideGuard() { t_inside = false; }
};

class Pool {
 public:
  // False when another thread is using the pool.
  bool run(Job& job, int threads) {
    std::unique_lock turn(turn_, std::try_to_lock);
    if (!turn.owns_lock()) return false;
    {
      std::lock_guard lock(mutex_);
      start(threads - 1);
      job_ = &job;
      ++serial_;
    }
    auto helpers = static_cast<int>(std::min<int64_t>(started_, job.parts - 1));
    if (helpers == started_)
      wake_.notify_all();
    else
      for (int i = 0; i < helpers; ++i) wake_.notify_one();
    work(job);
    std::unique_lock lock(mutex_);
    job_ = nullptr;
    while (active_ != 0) wait_for_helpers(job, lock);
    return true;
  }

 private:
  // Helpers may be in endless code: they are told to stop when a signal's
  // handler says so, and go on when they must.
  void wait_for_helpers(Job& job, std::unique_lock<std::mutex>& lock) {
    const auto interval = std::chrono::milliseconds(job.stop ? 1 : 20);
    if (idle_.wait_for(lock, interval, [&] { return active_ == 0; })) return;
    lock.unlock();
    try {
      if (!job.stop) look_for_signals();
    } catch (const Interrupted&) {
      job.next = job.parts;
      job.stop = true;
    }
    if (job.stop) hasten_stop();
    lock.lock();
  }

  void start(int wanted) {
    try {
      for (; started_ < wanted; ++started_)
        std::thread([this] { serve(); }).detach();
    } catch (const std::system_error&) {
      // Fewer threads than asked for still do all the work.
    }
  }

  void serve() {
    t_inside = true;
    Unattended unattended;
    std::unique_lock lock(mutex_);
    for (uint64_t seen = 0;;) {
      wake_.wait(lock, [&] { return job_ && serial_ != seen; });
      seen = serial_;
      Job& job = *job_;
      ++active_;
      lock.unlock();
      work(job);
      lock.lock();
      if (--active_ == 0) idle_.notify_one();
    }
  }

  void work(Job& job) {
    JobStop stop(job.stop);
    for (int64_t part; (part = job.next.fetch_add(1)) < job.parts;) {
      int64_t first = job.blocks / job.parts * part +
                      job.blocks % job.parts * part / job.parts;
      int64_t last = job.blocks / job.parts * (part + 1) +
                     job.blocks % job.parts * (part + 1) / job.parts;
      try {
        run_blocks(job, first, last);
      } catch (const Interrupted&) {
        job.next = job.parts;
        job.stop = true;
      } catch (...) {
        job.next = job.parts;
        std::lock_guard lock(mutex_);
        if (job.failed_part < 0 || part < job.failed_part) {
          job.failed_part = part;
          job.failure = std::current_exception();
        }
      }
    }
  }

  std::mutex turn_;  // held for the whole of one job
  std::mutex mutex_;
  std::condition_variable wake_, idle_;
  Job* job_ = nullptr;
  uint64_t serial_ = 0;  // of the job, so that nobody takes one twice
  int active_ = 0;
  int started_ = 0;
};

std::atomic<Pool*> g_pool{nullptr};

// Never destroyed: its threads sleep in it until the process ends. A forked
// child has none of the threads and makes a pool of its own.
Pool& pool() {
  Pool* current = g_pool.load(std::memory_order_acquire);
  if (current) [[likely]]
    return *current;
  static const int registered =
      pthread_atfork(nullptr, nullptr, [] { g_pool.store(nullptr); });
  (void)registered;
  auto* made = new Pool;
  if (g_pool.compare_exchange_strong(current, made)) return *made;
  delete made;
  return *current;
}

}  // namespace

int num_threads() {
  static const int n = choose_num_threads();
  return n;
}

namespace detail {

void run_in_parallel(int64_t n, int64_t grain, int64_t blocks, Range range,
                     void* body) {
  int threads = num_threads();
  if (t_inside || threads == 1) {
    const Job job{n, grain, blocks, 1, range, body};
    return run_blocks(job, 0, blocks);
  }
  int64_t parts = blocks <= threads
                      ? blocks
                      : std::min<int64_t>(blocks, threads * kPartsPerThread);
  Job job{n, grain, blocks, parts, range, body};
  bool ran;
  {
    InsideGuard inside;
    ran = pool().run(job, static_cast<int>(std::min<int64_t>(threads, parts)));
  }
  if (!ran) return run_blocks(job, 0, blocks);
  if (job.stop) throw Interrupted();
  if (job.failure) std::rethrow_exception(job.failure);
}

}  // namespace detail
}  // namespace tenorite
