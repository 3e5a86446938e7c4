// SPDX-License-Identifier: Apache-2.0
#include "ops/record/log.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iterator>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "core/assert.h"
#include "core/float_state.h"
#include "core/interrupt.h"
#include "core/outer_lock.h"
#include "memory/allocator.h"
#include "ops/plan/registry.h"
#include "ops/record/eager_rule.h"
#include "ops/record/flush.h"
#include "ops/record/trace.h"
#include "ops/record/value_ranges.h"
#include "ops/table/op_checks.h"

namespace tenorite {
namespace {

FusionMode mode_of_environment() {
  const char* text = std::getenv("TENORITE_FUSION");
  if (!text || !*text) return FusionMode::kAuto;
  static constexpr const char* kNames[] = {"off", "tier0", "wait", "auto",
                                           "check"};
  for (int i = 0; i < 5; ++i)
    if (std::strcmp(text, kNames[i]) == 0) return static_cast<FusionMode>(i);
  throw ValueError(
      format("TENORITE_FUSION is '%s'; it can be off, tier0, wait, auto or "
             "check",
             text));
}

std::atomic<int> g_mode{-1};

struct ThreadLogs;
// Of a thread; all in one, since each thread_local is looked up by a call.
struct ThreadLogState {
  ThreadLogs* logs = nullptr;
  const char* reason = "pointer";
  int fused = 0;  // calls of begin_fused() that have no end yet
  bool executing = false;
  std::optional<StorageUse> own_work;  // see OwnWorkAlone
  bool looked = false;  // since the last operation; see ops/record/eager_rule.h
};
constinit thread_local ThreadLogState t_state;

GroupEffort group_effort(const ThreadLogState& thread) {
  return fusion_mode() == FusionMode::kAuto && thread.fused == 0
             ? GroupEffort::kReady
             : GroupEffort::kWait;
}

// Errors in user data are raised at the call, unless the device is known to
// tell of them later.
bool may_raise(const Instruction& instruction, Device device) {
  if (instruction.kind == Instruction::Kind::kGather) {
    const GroupEngine& engine = group_engine(device);
    return !engine.records_indices ||
           !engine.records_indices(instruction.index_mode());
  }
  return instruction.kind == Instruction::Kind::kElementwise &&
         may_report(instruction.op, instruction.loop);
}
// Unless it turns out to have none.
bool may_be_found_safe(const Instruction& instruction, Device device) {
  return instruction.kind == Instruction::Kind::kGather &&
         instruction.index_mode() == IndexMode::kRaise &&
         group_engine(device).value_range;
}

// Memory that may be kept only because instructions are not executed yet: so
// much, or that of a few large arrays, up to a share of the device's. A CPU
// reads what a cache still has; a GPU is faster where it stores less between
// groups.
struct MostDead {
  int64_t bytes;
  int storages;
};
constexpr MostDead kMostDead = {1 << 20, 2}, kMostDeadOnGpu = {64 << 20, 8};
constexpr int64_t kDeadShare = 16;

// Marks results that were executed eagerly. It executes nothing: it only
// records that the program has read one.
class ReadMarker final : public PendingWork {
 public:
  void put_on(Storage& storage) { storage.claim(this); }
  void take_off(Storage& storage) {
    const std::lock_guard lock(mutex);
    if (storage.pending() == this) storage.disclaim();
  }
  bool finish(Storage& storage) override {
    take_off(storage);
    return t_state.looked = true;
  }

  std::mutex mutex;  // nobody waits while having it
};
constinit ReadMarker g_read_marker;

// The work of one thread on one device, on one stream at a time. Only that
// thread records; anybody may have it executed. Logs are never freed: an ended
// thread's go to the next one.
class Log final : public PendingWork {
 public:
  Log(Device device)
      : device_(device),
        most_at_once_(group_engine(device).most_at_once),
        most_dead_(device.is_cpu() ? kMostDead : kMostDeadOnGpu),
        has_float_errors_(device.is_cpu()) {}

  // `reported` are the floating-point errors that are not ignored. What may
  // raise is recorded only if it is found that it does not.
  bool record(const Instruction& instruction, const OperandStorages& operands,
              StreamId stream, uint8_t reported, bool may_raise,
              ThreadLogState& thread) {
    if (is_executing()) return false;  // from the midst of it
    if (most_at_once_ > 0 && is_for_now(instruction, thread)) {
      execute(instruction);
      thread.looked = false;  // its own reads do not count
      for (int k = 0; k < instruction.nout; ++k)
        g_read_marker.put_on(*instruction.out[k]->storage().get());
      return true;
    }
    if (stream != stream_.load(std::memory_order_relaxed)) {
      flush("stream switch");
      stream_ = stream;
    }
    if (has_float_errors_ && reported != reported_) {
      flush("errstate");
      reported_ = reported;
    }
    const char* reason = nullptr;
    for (;;) {
      for (Storage* storage : operands)
        if (storage->pending() != this) settle_elsewhere(*storage, stream);
      const std::unique_lock lock = locked();
      if (!window_.claim(operands, this)) continue;
      if (!may_raise) [[likely]] {
        window_.add(instruction);
      } else if (!is_used(operands) || !add_if_within(instruction)) {
        window_.disclaim_unused();
        return false;
      }
      // Others may execute it all as soon as the lock is gone.
      if (window_.full()) reason = "full window";
      if (window_.bytes >= looked_at_ + most_dead_.bytes) [[unlikely]] {
        looked_at_ = window_.bytes;
        if (keeps_too_much()) reason = "memory";
      }
      break;
    }
    if (reason) flush(reason);
    return true;
  }

  // Unless somebody is at it.
  void try_flush(const char* reason) {
    if (is_executing()) return;
    std::unique_lock lock(mutex_, std::try_to_lock);
    if (lock.owns_lock() && !window_.empty()) run(reason);
    if (!t_state.executing) forget_deferred_errors();  // memory matters more
  }

  bool finish(Storage& storage) override {
    if (is_executing()) {
      TENORITE_CHECK(!in_signal_check(), RuntimeError,
                     "the handler of a signal uses an array that is being "
                     "computed by what the signal came in the midst of");
      return false;
    }
    bool is_done = true;  // or recorded work still reads it
    {
      const std::unique_lock lock = locked();
      if (storage.pending() == this) {
        if (t_state.own_work)
          run_own_work(storage, *t_state.own_work, t_state.reason);
        else
          run(t_state.reason);
        is_done = storage.pending() != this;
      }
    }
    if (!t_state.executing) report_deferred_errors();
    return is_done;
  }

  void flush(const char* reason) {
    if (is_executing()) return;
    {
      const std::unique_lock lock = locked();
      if (!window_.empty()) run(reason);
    }
    if (!t_state.executing) report_deferred_errors();
  }

  Expression expression(const ndarray& array, size_t most) {
    if (is_executing()) return {};
    const std::unique_lock lock = locked();
    return expression_of(window_, array, most);
  }
  ndarray result(const Instruction& call, DType dtype, const Dims& shape) {
    if (is_executing()) return {};
    const std::unique_lock lock = locked();
    return result_of(window_, call, dtype, shape);
  }

  bool has_work() {
    const std::unique_lock lock = locked();
    return !window_.empty();
  }

  // Executes what there is; then nobody records or executes until let_go().
  void hold() {
    std::unique_lock lock = locked();
    if (!window_.empty()) try {
        run("fork");
      } catch (...) {
        // The arrays that did not come about say so when they are used.
      }
    forget_deferred_errors();
    lock.release();
    held_ = true;
  }
  bool is_held() const { return held_; }
  void let_go() {
    TENORITE_ASSERT(held_, "a log is let go that was not held");
    held_ = false;
    mutex_.unlock();
  }

  Device device() const { return device_; }
  StreamId stream() const { return stream_; }

  Log* next = nullptr;  // in the list of all
  bool in_use = true;   // by a thread

 private:
  // By the calling thread.
  bool is_executing() const {
    return executor_.load(std::memory_order_relaxed) ==
           std::this_thread::get_id();
  }

  // Whoever waits must not keep what the executing thread may ask for.
  std::unique_lock<PatientMutex> locked() {
    std::unique_lock lock(mutex_);
    return lock;
  }

  // Whether to execute it rather than to record it. Never while someone takes
  // notes, nor where the user has asked for anything but the best.
  bool is_for_now(const Instruction& instruction, ThreadLogState& thread) {
    if (group_effort(thread) == GroupEffort::kReady && !trace::active())
      return looks_.next(std::exchange(thread.looked, false), instruction,
                         most_at_once_);
    looks_.forget();
    return false;
  }

  // Whether there is work on one of them: what has nothing to do with what is
  // recorded had better run at once if it may raise.
  bool is_used(const OperandStorages& operands) const {
    return std::any_of(operands.begin(), operands.end(),
                       [&](const Storage* storage) {
                         return window_.storages[storage->slot].first >= 0;
                       });
  }

  // A lookup whose indices are known to be within bounds.
  bool add_if_within(Instruction gather) {
    const std::optional<IndexMode> mode =
        ranges_.mode_of(window_, gather, group_engine(device_).value_range);
    if (!mode) return false;
    gather.loop = static_cast<int>(*mode);
    window_.add(gather);
    return true;
  }

  // Nothing else is pending on an operand, and whoever uses it on another
  // stream from now on sees that there is work on this one.
  static void settle_elsewhere(Storage& storage, StreamId stream) {
    PendingWork* other = storage.pending();
    if (other == &g_read_marker) {
      g_read_marker.take_off(storage);
    } else if (other) {
      const FlushReason reason("another thread");
      other->finish(storage);
    }
    storage.use(stream);
  }

  bool keeps_too_much() {
    const Window::Dead dead = window_.dead();
    if (dead.bytes < most_dead_.bytes) return false;
    if (most_dead_bytes_ == 0)
      most_dead_bytes_ =
          static_cast<int64_t>(memory::capacity(device_)) / kDeadShare;
    return dead.storages > most_dead_.storages || dead.bytes > most_dead_bytes_;
  }

  // From here on the calling thread executes.
  class Execution {
   public:
    explicit Execution(Log& log) : log_(log) {
      TENORITE_ASSERT(log.executor_.load() == std::thread::id(),
                      "a log is executed twice at a time");
      log.executor_ = std::this_thread::get_id();
      t_state.executing = true;
    }
    ~Execution() {
      log_.looked_at_ = 0;
      t_state.looked = true;
      t_state.executing = false;
      log_.executor_ = std::thread::id();
    }
    Execution(const Execution&) = delete;
    Execution& operator=(const Execution&) = delete;

   private:
    Log& log_;
  };

  void run(const char* reason) {
    const Execution execution(*this);
    struct Done {
      Log& log;
      ~Done() {
        release(log.window_);
        log.window_.clear();
        log.ranges_.forget();
      }
    } done{*this};
    execute_window(window_, reason);
  }

  void execute_window(Window& window, const char* reason) {
    const StreamScope scope(device_, stream_);
    const DeferredErrors deferred(reported_);
    flush_window(window, plans_, device_, stream_, reason);
  }

  // Executes what concerns a storage, and records the rest again. Storages that
  // both use stay claimed meanwhile.
  void run_own_work(Storage& storage, StorageUse use, const char* reason) {
    std::vector<uint8_t> live;
    for (const WindowStorage& s : window_.storages) live.push_back(s.is_live());
    const std::vector<int> needed = needed_of(window_, live);
    const std::vector<int> chosen =
        work_on(window_, static_cast<int>(storage.slot), use, needed);
    if (chosen.empty()) return;
    if (chosen.size() == needed.size()) return run(reason);
    std::vector<int> left;
    std::set_difference(needed.begin(), needed.end(), chosen.begin(),
                        chosen.end(), std::back_inserter(left));
    const Execution execution(*this);
    Window all = std::exchange(window_, Window());
    ranges_.forget();
    std::vector<uint8_t> is_left(all.storages.size());
    for (int i : left)
      for_each_storage(
          all, all.instructions[static_cast<size_t>(i)],
          [&](int16_t s) { is_left[static_cast<size_t>(s)] = true; });
    Window own;
    for (int i : chosen) add_again(own, all, i);
    // What nobody needs besides has no memory, as ever.
    std::vector<uint8_t> stays(own.storages.size());  // claimed
    for (size_t s = 0; s < all.storages.size(); ++s) {
      Storage* known = all.storages[s].storage;
      const bool is_own = own.has(*known);
      if (is_left[s]) {
        if (is_own) stays[known->slot] = true;
        continue;
      }
      if (!is_own) known->disclaim();  // it is never computed
      all.forget(static_cast<int>(s));
    }
    std::exception_ptr error;
    try {
      execute_window(own, reason);
    } catch (...) {
      error = std::current_exception();
    }
    for (size_t s = 0; s < own.storages.size(); ++s)
      if (own.storages[s].storage && !stays[s])
        own.storages[s].storage->disclaim();
    own.clear();
    for (int i : left) record_again(all, i);
    // Nothing is pending any more on what could not be recorded.
    for (const WindowStorage& s : all.storages)
      if (s.storage && s.storage->pending() == this && !window_.has(*s.storage))
        s.storage->disclaim();
    if (error) std::rethrow_exception(error);
  }

  static void add_again(Window& window, const Window& all, int i) {
    const Instruction instruction = all.instruction(i);
    window.adopt(OperandStorages(instruction));
    window.add(instruction);
    if (static_cast<size_t>(i) >= all.sites.size()) return;
    window.sites.resize(window.instructions.size());
    window.sites.back() = all.sites[static_cast<size_t>(i)];
  }

  void record_again(const Window& all, int i) {
    const Instruction instruction = all.instruction(i);
    const OperandStorages operands(instruction);
    for (Storage* operand : operands) {
      if (operand->pending() == this) continue;
      // It did not come about, and so what is made of it does not.
      PendingWork* failure = operand->pending();
      for (int k = 0; k < instruction.nout; ++k) {
        Storage* out = instruction.out[k]->storage().get();
        if (out->pending() == this && !out->address()) out->fail(failure);
      }
      return;
    }
    add_again(window_, all, i);
  }

  const Device device_;
  const int64_t most_at_once_;  // elements
  const MostDead most_dead_;
  EagerRule looks_;
  // Whether the device finds floating-point errors, and which ones were not
  // ignored when the window's instructions were recorded.
  const bool has_float_errors_;
  uint8_t reported_ = 0;
  std::atomic<StreamId> stream_{kDefaultStream};
  PatientMutex mutex_;
  bool held_ = false;
  std::atomic<std::thread::id> executor_{};
  Window window_;
  ValueRanges ranges_;  // of the window's arrays
  FlushPlans plans_;
  int64_t looked_at_ = 0;  // window_.bytes at the last look for dead ones
  int64_t most_dead_bytes_ = 0;
};

// All logs there are; they stay.
struct Logs {
  std::mutex mutex;
  Log* first = nullptr;
  PatientMutex held;  // from hold_logs() to let_logs_go()
};
Logs& logs() {
  static Logs& all = *new Logs;
  return all;
}

struct ThreadLogs {
  Log* of[kNumDeviceTypes][kMaxDevices] = {};
  ~ThreadLogs();
};
struct ThreadEnd {
  ~ThreadEnd() {
    if (!t_state.logs) return;
    ThreadLogs* mine = std::exchange(t_state.logs, nullptr);
    delete mine;
  }
};

template <class F>
void for_each_log(F f) {
  std::vector<Log*> all;
  {
    std::lock_guard lock(logs().mutex);
    for (Log* log = logs().first; log; log = log->next) all.push_back(log);
  }
  for (Log* log : all) f(*log);
}

ThreadLogs::~ThreadLogs() {
  for (auto& type : of)
    for (Log* log : type) {
      if (!log) continue;
      // What executes work keeps things of its own per thread, which may be
      // gone here already: another thread does it.
      if (log->has_work())
        without_outer_lock([log] {
          std::thread([log] {
            try {
              log->flush("end of thread");
            } catch (...) {
              // The arrays that did not come about say so when they are used.
            }
          }).join();
        });
      std::lock_guard lock(logs().mutex);
      log->in_use = false;
    }
}

Log& log_of_thread(Device device, ThreadLogState& thread) {
  if (!thread.logs) [[unlikely]] {
    static thread_local ThreadEnd end;
    (void)end;
    thread.logs = new ThreadLogs;
  }
  Log*& log = thread.logs->of[static_cast<int>(device.type)][device.index];
  if (!log) [[unlikely]] {
    std::lock_guard lock(logs().mutex);
    for (Log* known = logs().first; known && !log; known = known->next)
      if (!known->in_use && known->device() == device) log = known;
    if (!log) {
      log = new Log(device);
      log->next = logs().first;
      logs().first = log;
    }
    log->in_use = true;
  }
  return *log;
}

bool is_of_this_thread(const Log* log) {
  if (!t_state.logs) return false;
  for (auto& type : t_state.logs->of)
    if (std::find(std::begin(type), std::end(type), log) != std::end(type))
      return true;
  return false;
}

}  // namespace

FusionMode fusion_mode() {
  int mode = g_mode.load(std::memory_order_relaxed);
  if (mode < 0) [[unlikely]] {
    mode = static_cast<int>(mode_of_environment());
    int expected = -1;
    if (!g_mode.compare_exchange_strong(expected, mode)) mode = expected;
  }
  return static_cast<FusionMode>(mode);
}

void set_fusion_mode(FusionMode mode) {
  flush_all("another mode");
  g_mode = static_cast<int>(mode);
}

bool record(const Instruction& instruction) {
  if (fusion_mode() == FusionMode::kOff) return false;
  const Device device = instruction.out[0]->device();
  if (instruction.out[0]->size() == 0) return false;
  if (instruction.kind == Instruction::Kind::kScan) {
    const auto records = group_engine(device).records_scan;
    if (!records || !records(instruction)) return false;
  }
  const bool raises = may_raise(instruction, device);
  if (raises && !may_be_found_safe(instruction, device)) return false;
  const OperandStorages operands(instruction);
  if (operands.any_exposed()) return false;
  ThreadState& thread = this_thread();
  if (thread.floats.at_once && device.is_cpu()) return false;
  ThreadLogState& of_logs = looked_up(t_state);
  return log_of_thread(device, of_logs)
      .record(instruction, operands, thread.stream(device),
              thread.floats.reported, raises, of_logs);
}

Expression recorded_expression(const ndarray& array, size_t most) {
  if (fusion_mode() == FusionMode::kOff) return {};
  return log_of_thread(array.device(), looked_up(t_state))
      .expression(array, most);
}

ndarray recorded_result(const Instruction& call, DType dtype, const Dims& shape,
                        Device device) {
  if (fusion_mode() == FusionMode::kOff) return {};
  return log_of_thread(device, looked_up(t_state)).result(call, dtype, shape);
}

void flush_all(const char* reason) {
  for_each_log([&](Log& log) { log.flush(reason); });
}

void hold_logs() {
  Logs& all = logs();
  all.held.lock();
  for (;;) {
    all.mutex.lock();
    Log* next = all.first;
    while (next && next->is_held()) next = next->next;
    if (!next) break;  // and nobody makes another one
    all.mutex.unlock();
    next->hold();
  }
  g_read_marker.mutex.lock();
}

void let_logs_go(bool in_child) {
  g_read_marker.mutex.unlock();
  Logs& all = logs();
  for (Log* log = all.first; log; log = log->next) {
    log->let_go();
    if (in_child) log->in_use = is_of_this_thread(log);
  }
  all.mutex.unlock();
  all.held.unlock();
}

bool is_pending(const Storage& storage) {
  const PendingWork* work = storage.pending();
  return work && work != &g_read_marker;
}

bool is_executing_log() { return t_state.executing; }

void flush_for_memory() {
  for_each_log([](Log& log) { log.try_flush("out of memory"); });
}

void flush_stream(Device device, StreamId stream, const char* reason) {
  for_each_log([&](Log& log) {
    if (log.device() == device && log.stream() == stream) log.flush(reason);
  });
}

void flush_thread(const char* reason) {
  if (!t_state.logs) return;
  for (auto& type : t_state.logs->of)
    for (Log* log : type)
      if (log) log->flush(reason);
}

void begin_fused() {
  if (t_state.fused == 0) flush_thread("fuse");
  ++t_state.fused;
}

void end_fused(bool execute) {
  struct End {
    ~End() { --t_state.fused; }
  } end;
  TENORITE_ASSERT(t_state.fused > 0, "end_fused() without begin_fused()");
  if (execute && t_state.fused == 1) flush_thread("fuse");
}

GroupEffort group_effort() { return group_effort(t_state); }

OwnWorkAlone::OwnWorkAlone(StorageUse use)
    : former_(std::exchange(t_state.own_work, use)) {}
OwnWorkAlone::~OwnWorkAlone() { t_state.own_work = former_; }

FlushReason::FlushReason(const char* reason)
    : former_(std::exchange(t_state.reason, reason)) {}
FlushReason::~FlushReason() { t_state.reason = former_; }

}  // namespace tenorite
