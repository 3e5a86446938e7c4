// SPDX-License-Identifier: Apache-2.0
#include "jit/emulator/cooperative.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include "core/interrupt.h"
#include "core/thread_pool.h"
#include "jit/emulator/user_code.h"

namespace tenorite::cpu {
namespace {

// Many stacks, so smaller ones.
constexpr size_t kStackBytes = size_t{128} << 10;

// Where the threads of a launch meet at each barrier of the grid.
class Crew {
 public:
  explicit Crew(int size) : size_(size) {}

  // Set by who is Interrupted: the others stop.
  std::atomic<bool> stop{false};

  // True when any of them has blocks that go on, and none has failed.
  bool meet(bool goes_on, bool failed) {
    std::unique_lock lock(mutex_);
    goes_on_ |= goes_on;
    failed_ |= failed;
    if (++arrived_ == size_) {
      result_ = goes_on_ && !failed_;
      arrived_ = 0;
      goes_on_ = false;
      ++round_;
      all_there_.notify_all();
      return result_;
    }
    const unsigned round = round_;
    auto is_over = [&] { return round_ != round; };
    while (!all_there_.wait_for(lock, std::chrono::milliseconds(stop ? 1 : 20),
                                is_over))
      look(lock);
    return result_;
  }

 private:
  // Others may be in endless code.
  void look(std::unique_lock<std::mutex>& lock) {
    lock.unlock();
    try {
      if (!stop) look_for_signals();
    } catch (const Interrupted&) {
      stop = true;
    }
    if (stop) hasten_stop();
    lock.lock();
    failed_ |= stop;
  }

  const int size_;
  std::mutex mutex_;
  std::condition_variable all_there_;
  int arrived_ = 0;
  unsigned round_ = 0;
  bool goes_on_ = false, failed_ = false, result_ = false;
};

// A block that waits for the grid. The thread's own variables, where its
// shared arrays are, belong to one block at a time.
struct Resident {
  std::unique_ptr<BlockObserver> observer;
  std::unique_ptr<Block> block;
  std::unique_ptr<std::byte[]> storage;
  bool ended = false;
};

struct Work {
  const host::Kernel& kernel;
  const host::Launch& launch;
  size_t shared_bytes;
  const std::function<ThreadState()>& state;
  int64_t blocks;
  int workers;
};

void run_residents(std::vector<Resident>& residents, const ThreadState& state) {
  const bool alone = residents.size() == 1;
  for (Resident& resident : residents) {
    if (resident.ended) continue;
    if (resident.storage)
      std::memcpy(state.storage.begin, resident.storage.get(),
                  state.storage.bytes);
    if (const Fault fault =
            run_user_code([&] { resident.ended = resident.block->run(); }))
      throw_block_fault(fault, *resident.block);
    if (alone || resident.ended || state.storage.bytes == 0) continue;
    if (!resident.storage)
      resident.storage.reset(new std::byte[state.storage.bytes]);
    std::memcpy(resident.storage.get(), state.storage.begin,
                state.storage.bytes);
  }
}

// Blocks number, number + workers, ... on one thread from begin to end: what
// compilers keep of the thread's variables stays right.
std::exception_ptr run_share(const Work& work, int number, Crew& crew) {
  std::vector<Resident> residents;
  ThreadState state{};
  std::exception_ptr failure;
  JobStop stop(crew.stop);
  try {
    state = work.state();
    for (int64_t i = number; i < work.blocks; i += work.workers) {
      Resident resident;
      if (state.observer) resident.observer = state.observer();
      resident.block = std::make_unique<Block>(kStackBytes);
      resident.block->begin(work.kernel, work.launch, state.variables,
                            work.shared_bytes, resident.observer.get(), true);
      resident.block->set_block(
          position(static_cast<uint64_t>(i), work.launch.grid));
      residents.push_back(std::move(resident));
    }
  } catch (...) {
    failure = std::current_exception();
  }
  for (;;) {
    try {
      if (!failure) run_residents(residents, state);
    } catch (const Interrupted&) {
      crew.stop = true;
      failure = std::current_exception();
    } catch (...) {
      failure = std::current_exception();
    }
    const bool goes_on =
        std::any_of(residents.begin(), residents.end(),
                    [](const Resident& r) { return !r.ended; });
    if (!crew.meet(goes_on, failure != nullptr)) return failure;
  }
}

}  // namespace

void run_cooperative(const host::Kernel& kernel, const host::Launch& launch,
                     size_t shared_bytes,
                     const std::function<ThreadState()>& state) {
  const int64_t blocks = int64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  // Threads of its own: those of the pool may be busy, and these have to run
  // at the same time.
  int workers = static_cast<int>(std::min<int64_t>(num_threads(), blocks));
  std::mutex mutex;
  std::condition_variable changed;
  std::unique_ptr<Crew> crew;
  std::vector<std::exception_ptr> failures(static_cast<size_t>(workers));
  std::vector<std::thread> threads;
  Work work{kernel, launch, shared_bytes, state, blocks, workers};
  auto serve = [&](int number) {
    {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return crew != nullptr; });
    }
    std::optional<Unattended> unattended;
    if (number != 0) unattended.emplace();
    failures[static_cast<size_t>(number)] = run_share(work, number, *crew);
  };
  try {
    threads.reserve(static_cast<size_t>(workers));
    for (int i = 1; i < workers; ++i) threads.emplace_back(serve, i);
  } catch (const std::system_error&) {
    // Those that were started do all the work.
  }
  {
    std::lock_guard lock(mutex);
    work.workers = static_cast<int>(threads.size()) + 1;
    crew = std::make_unique<Crew>(work.workers);
  }
  changed.notify_all();
  serve(0);
  for (std::thread& thread : threads) thread.join();
  if (crew->stop) throw Interrupted();
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

}  // namespace tenorite::cpu
