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

using Clock = std::chrono::steady_clock;

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
  // Parts from here on need not be done: an earlier one failed.
  std::atomic<int64_t> end = parts;
  std::atomic<bool> stop{false};         // somebody was Interrupted
  std::exception_ptr failure = nullptr;  // of part `end`; by the pool's mutex
};

// Blocks [begin, end), with looks for signals.
void run_blocks(const Job& job, int64_t begin, int64_t end) {
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

// Between jobs, and at the end of one, threads look for the next thing to do
// for this long before they sleep: to wake one takes 5 to 50 us.
constexpr auto kAwake = std::chrono::microseconds(500);

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Whether `ready` comes true while it is worth staying awake.
template <class Ready>
bool comes_soon(const Ready& ready) {
  const auto end = Clock::now() + kAwake;
  do {
    for (int i = 0; i < 16; ++i) {
      if (ready()) return true;
      pause();
    }
    sched_yield();
  } while (Clock::now() < end);
  return false;
}

// A system may wake a thread on the processor of the thread that woke it, where
// both would take turns.
void leave_processor(int cpu) {
  cpu_set_t all;
  if (sched_getcpu() != cpu || sched_getaffinity(0, sizeof(all), &all) != 0)
    return;
  cpu_set_t others = all;
  CPU_CLR(cpu, &others);
  if (sched_setaffinity(0, sizeof(others), &others) == 0)
    sched_setaffinity(0, sizeof(all), &all);
}

class Pool {
 public:
  // False when another thread is using the pool.
  bool run(Job& job, int threads) {
    std::unique_lock turn(turn_, std::try_to_lock);
    if (!turn.owns_lock()) return false;
    start(threads - 1);
    threads = std::min(threads, started_ + 1);
    for (int i = 0; i < threads; ++i) {
      shares_[i].next = job.parts * i / threads;
      shares_[i].end = job.parts * (i + 1) / threads;
    }
    job_ = &job;
    threads_ = threads;
    processor_ = sched_getcpu();
    gate_.fetch_add(kTurn);
    work(job, 0, threads);
    gate_.fetch_add(kTurn);
    if (!comes_soon([&] { return nobody_inside(); })) wait_for_helpers(job);
    return true;
  }

 private:
  struct Helper {
    std::condition_variable wakes;
    std::atomic<bool> asleep{true};
  };
  // The parts that a thread begins with, so that it finds in its caches what it
  // left there in the job before; then it helps the others.
  struct alignas(64) Share {
    std::atomic<int64_t> next;
    int64_t end;
  };

  // The gate counts helpers at work in its lower bits, and in the others its
  // turns: it is open for a job after an odd number of them.
  static constexpr uint64_t kTurn = uint64_t{1} << 16;
  static constexpr uint64_t kInside = kTurn - 1;

  bool nobody_inside() const { return (gate_ & kInside) == 0; }

  // Each thread wakes two more, so that the caller need not wake them all.
  void wake_others(int share, int threads) {
    for (int other : {2 * share + 1, 2 * share + 2}) {
      if (other >= threads || !helpers_[other - 1].asleep) continue;
      // Those who fall asleep hold the lock until they can be woken.
      std::unique_lock(mutex_).unlock();
      helpers_[other - 1].wakes.notify_one();
    }
  }

  // Helpers may be in endless code: they are told to stop when a signal's
  // handler says so, and go on when they must.
  void wait_for_helpers(Job& job) {
    std::unique_lock lock(mutex_);
    waits_ = true;
    for (;;) {
      const auto interval = std::chrono::milliseconds(job.stop ? 1 : 20);
      if (idle_.wait_for(lock, interval, [&] { return nobody_inside(); }))
        break;
      lock.unlock();
      try {
        if (!job.stop) look_for_signals();
      } catch (const Interrupted&) {
        job.stop = true;
      }
      if (job.stop) hasten_stop();
      lock.lock();
    }
    waits_ = false;
  }

  void start(int wanted) {
    try {
      for (; started_ < wanted; ++started_)
        std::thread([this, i = started_] { serve(i); }).detach();
    } catch (const std::system_error&) {
      // Fewer threads than asked for still do all the work.
    }
  }

  void serve(int number) {
    t_inside = true;
    Unattended unattended;
    Helper& self = helpers_[number];
    const int share = number + 1;
    for (uint64_t seen = 0;;) {
      auto is_wanted = [&] {
        const uint64_t turns = gate_ / kTurn;
        return turns % 2 == 1 && turns != seen && share < threads_;
      };
      self.asleep = false;
      if (!comes_soon(is_wanted)) {
        std::unique_lock lock(mutex_);
        self.asleep = true;
        self.wakes.wait(lock, is_wanted);
        self.asleep = false;
      }
      leave_processor(processor_);
      // Another job may be there by now.
      seen = gate_.fetch_add(1) / kTurn;
      if (seen % 2 == 1 && share < threads_) work(*job_, share, threads_);
      if (((gate_.fetch_sub(1) - 1) & kInside) == 0 && waits_) {
        std::lock_guard lock(mutex_);
        idle_.notify_one();
      }
    }
  }

  // All parts that nobody has begun, those of `share` first.
  void work(Job& job, int share, int threads) {
    wake_others(share, threads);
    JobStop stop(job.stop);
    for (int i = 0; i < threads; ++i) {
      Share& from = shares_[(share + i) % threads];
      while (from.next < from.end) {
        const int64_t part = from.next.fetch_add(1);
        if (part >= from.end || part >= job.end || job.stop) break;
        run_part(job, part);
      }
    }
  }

  void run_part(Job& job, int64_t part) {
    const auto first_block = [&](int64_t of) {
      return job.blocks / job.parts * of +
             job.blocks % job.parts * of / job.parts;
    };
    try {
      run_blocks(job, first_block(part), first_block(part + 1));
    } catch (const Interrupted&) {
      job.stop = true;
    } catch (...) {
      std::lock_guard lock(mutex_);
      if (part < job.end) {
        job.end = part;
        job.failure = std::current_exception();
      }
    }
  }

  std::mutex turn_;   // held for the whole of one job
  std::mutex mutex_;  // of those who sleep, and of failures
  std::condition_variable idle_;
  std::atomic<uint64_t> gate_{0};
  // Of the job, while the gate is open or somebody is inside.
  Job* job_ = nullptr;
  std::atomic<int> threads_{0};
  std::atomic<int> processor_{-1};  // the caller's
  Share shares_[kMaxThreads];
  Helper helpers_[kMaxThreads - 1];
  std::atomic<bool> waits_{false};  // the caller sleeps
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
