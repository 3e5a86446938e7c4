// SPDX-License-Identifier: Apache-2.0
#include "jit/emulator/user_code_watch.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace tenorite::cpu {

namespace {

using std::chrono::milliseconds;

constexpr auto kRound = milliseconds(20);
constexpr auto kSoon = milliseconds(1);
// Rounds without anything to watch after which the watch sleeps.
constexpr int kIdleRounds = 50;

std::atomic<bool> g_asleep{false}, g_again{false};

}  // namespace

// Leaked. The thread of the watch is started when there is something to watch,
// again in a forked child.
class Watch {
 public:
  void add(WatchedThread* thread) {
    const std::lock_guard lock(mutex_);
    threads_.push_back(thread);
  }
  void remove(WatchedThread* thread) {
    const std::lock_guard lock(mutex_);
    std::erase(threads_, thread);
  }

  void wake() noexcept {
    const std::lock_guard lock(mutex_);
    if (!running_) try {
        sigset_t all, before;
        sigfillset(&all);
        // Signals of the process are not for this thread.
        pthread_sigmask(SIG_SETMASK, &all, &before);
        std::thread([this] { run(); }).detach();
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
        running_ = true;
      } catch (const std::system_error&) {
        return;  // tried again with the next kernel
      }
    g_asleep = false;
    changed_.notify_one();
  }

  void look(bool all) noexcept {
    const std::lock_guard lock(mutex_);
    look_locked(all);
  }

  void before_fork() { mutex_.lock(); }
  void after_fork() { mutex_.unlock(); }
  void after_fork_in_child() {
    std::erase_if(threads_, [](const WatchedThread* thread) {
      return !pthread_equal(thread->thread_, pthread_self());
    });
    running_ = false;
    g_asleep = true;
    mutex_.unlock();
  }

 private:
  // Whether any thread is busy.
  bool look_locked(bool all) noexcept {
    bool any = false;
    for (WatchedThread* thread : threads_) {
      if (!thread->busy_.load()) continue;
      any = true;
      const uint32_t entries = thread->entries_.load();
      if (all || entries == thread->seen_)
        pthread_kill(thread->thread_, look_signal());
      thread->seen_ = entries;
    }
    return any;
  }

  void run() {
    std::unique_lock lock(mutex_);
    for (int idle = 0;;) {
      changed_.wait_for(lock, g_again.exchange(false) ? kSoon : kRound);
      idle = look_locked(false) ? 0 : idle + 1;
      if (idle < kIdleRounds) continue;
      // Whoever begins after this wakes the watch; who has begun is seen here.
      g_asleep = true;
      if (!look_locked(false))
        changed_.wait(lock, [] { return !g_asleep.load(); });
      g_asleep = false;
      idle = 0;
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<WatchedThread*> threads_;
  bool running_ = false;
};

namespace {

Watch& watch() {
  static Watch& instance = *new Watch;
  return instance;
}

}  // namespace

WatchedThread::WatchedThread() : thread_(pthread_self()) { watch().add(this); }
WatchedThread::~WatchedThread() { watch().remove(this); }

void WatchedThread::begin() noexcept {
  entries_.store(entries_.load(std::memory_order_relaxed) + 1,
                 std::memory_order_relaxed);
  busy_.store(true);
  if (g_asleep.load()) [[unlikely]]
    watch().wake();
}

void start_watch(void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action{};
  action.sa_sigaction = handler;
  // On the thread's own stack: handlers of Python may need much of it.
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(look_signal(), &action, nullptr);
  watch();
  g_asleep = true;
  pthread_atfork([] { watch().before_fork(); }, [] { watch().after_fork(); },
                 [] { watch().after_fork_in_child(); });
}

// Seldom used by others: debuggers and libraries take the first ones.
int look_signal() noexcept { return SIGRTMAX - 7; }

void look_now() noexcept { watch().look(true); }

void look_again_soon() noexcept { g_again = true; }

}  // namespace tenorite::cpu
