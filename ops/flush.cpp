// SPDX-License-Identifier: Apache-2.0
#include "ops/flush.h"

#include <algorithm>
#include <exception>

#include "core/error.h"
#include "core/outer_lock.h"
#include "ops/grouping.h"
#include "ops/log.h"
#include "ops/reduce_op.h"
#include "ops/registry.h"

namespace tenorite {
namespace {

// Elements from which on others may run Python meanwhile.
constexpr int64_t kLongWork = 1 << 16;

// What is pending on a storage whose instruction failed. Rare: never freed.
class Failure final : public PendingWork {
 public:
  explicit Failure(std::exception_ptr error) : error_(std::move(error)) {}
  bool finish(Storage&) override { std::rethrow_exception(error_); }

 private:
  const std::exception_ptr error_;
};

const char* name_of(const WindowInstruction& i) {
  switch (i.kind) {
    case Instruction::Kind::kElementwise:
      return info(i.op).name;
    case Instruction::Kind::kReduce:
      return info(i.reduce).name;
    case Instruction::Kind::kCopy:
      break;
  }
  return "copy";
}

class Flush {
 public:
  Flush(Window& window, Device device, StreamId stream)
      : window_(window),
        device_(device),
        stream_(stream),
        ops_(device_ops(device)) {}

  void run() {
    find_fates();
    const FusionMode mode = fusion_mode();
    const bool grouped = mode > FusionMode::kTier0 && ops_.group &&
                         ops_.group_level > GroupLevel::kNone;
    if (!grouped || needed_.size() == 1)
      for (int i : needed_) run_one(i);
    else
      run_groups(needed_, ops_.group_level);
    if (error_) std::rethrow_exception(error_);
  }

 private:
  // Which instructions somebody will see something of.
  void find_fates() {
    const size_t storages = window_.storages.size();
    fates_.live.resize(storages);
    fates_.users.resize(storages);
    uses_left_.resize(storages);
    for (size_t s = 0; s < storages; ++s)
      fates_.live[s] = window_.is_live(static_cast<int>(s));
    std::vector<uint8_t> wanted = fates_.live;
    for (size_t n = window_.instructions.size(); n-- > 0;) {
      const WindowInstruction& i = window_.instructions[n];
      bool needed = false;
      for (int k = 0; k < i.nout; ++k)
        needed = needed || wanted[storage_of(i.out[k])];
      if (!needed) continue;
      needed_.push_back(static_cast<int>(n));
      for_each_view(i, [&](int view) { wanted[storage_of(view)] = true; });
    }
    std::reverse(needed_.begin(), needed_.end());
    for (int n : needed_)
      for_each_view(window_.instructions[static_cast<size_t>(n)],
                    [&](int view) {
                      std::vector<int>& users = fates_.users[storage_of(view)];
                      if (!users.empty() && users.back() == n) return;
                      users.push_back(n);
                      ++uses_left_[storage_of(view)];
                    });
  }

  template <class F>
  void for_each_view(const WindowInstruction& i, F f) {
    for (int k = 0; k < i.nout; ++k) f(i.out[k]);
    for (int k = 0; k < i.nin; ++k)
      if (i.in[k] >= 0) f(i.in[k]);
    if (i.where >= 0) f(i.where);
  }

  size_t storage_of(int view) const {
    return static_cast<size_t>(window_.view(view).storage);
  }

  void run_groups(const std::vector<int>& instructions, GroupLevel level) {
    const GroupEffort effort = fusion_mode() == FusionMode::kAuto
                                   ? GroupEffort::kReady
                                   : GroupEffort::kWait;
    for (Group& group : make_groups(window_, instructions, level, fates_)) {
      if (group.instructions.size() > 1) {
        group.plan.device = device_;
        group.plan.stream = stream_;
        if (run_fused(group.plan, effort)) {
          for (int i : group.instructions) done(i);
          continue;
        }
        if (level > GroupLevel::kElementwise && group.plan.reduced_axes) {
          run_groups(group.instructions,
                     static_cast<GroupLevel>(static_cast<int>(level) - 1));
          continue;
        }
      }
      for (int i : group.instructions) run_one(i);
    }
  }

  bool run_fused(const GroupPlan& plan, GroupEffort effort) {
    try {
      for (const GroupArray& array : plan.arrays)
        array.view.storage()->use(stream_);
      if (fusion_mode() == FusionMode::kCheck) return run_checked(plan);
      return ops_.group(plan, effort);
    } catch (const OutOfMemoryError&) {
      return false;  // one by one, temporaries need not be there at once
    }
  }

  bool run_checked(const GroupPlan& plan);

  void run_one(int n) {
    const WindowInstruction& i = window_.instructions[static_cast<size_t>(n)];
    bool failed = false;
    for_each_view(i, [&](int view) {
      failed = failed || failed_storage(storage_of(view));
    });
    if (!failed) try {
        execute(window_.instruction(n));
      } catch (const OutOfMemoryError& e) {
        failed = true;
        keep(std::make_exception_ptr(OutOfMemoryError(format(
            "%s (for the result of a recorded %s)", e.what(), name_of(i)))));
      } catch (...) {
        failed = true;
        keep(std::current_exception());
      }
    if (failed)
      for (int k = 0; k < i.nout; ++k) fail(storage_of(i.out[k]));
    done(n);
  }

  void keep(std::exception_ptr error) {
    if (!error_) error_ = std::move(error);
  }

  bool failed_storage(size_t storage) const {
    return storage < failed_.size() && failed_[storage];
  }
  // What has memory keeps its value.
  void fail(size_t storage) {
    if (window_.storages[storage].storage->address()) return;
    failed_.resize(window_.storages.size());
    failed_[storage] = true;
    if (!fates_.live[storage]) return;
    if (!failure_) failure_ = new Failure(error_);
    window_.storages[storage].storage->fail(failure_);
    window_.storages[storage].storage = nullptr;
  }

  // Memory that nobody else will read goes back at once.
  void done(int n) {
    const WindowInstruction& i = window_.instructions[static_cast<size_t>(n)];
    size_t seen[kMaxOperands];
    int count = 0;
    for_each_view(i, [&](int view) {
      const size_t s = storage_of(view);
      for (int k = 0; k < count; ++k)
        if (seen[k] == s) return;
      seen[count++] = s;
      if (--uses_left_[s] > 0 || fates_.live[s]) return;
      window_.storages[s].storage = nullptr;
      for (int16_t v = window_.storages[s].first; v >= 0;) {
        WindowView& dead = window_.views[static_cast<size_t>(v)];
        v = dead.next;
        dead.array = ndarray();
      }
    });
  }

  Window& window_;
  const Device device_;
  const StreamId stream_;
  const DeviceOps& ops_;
  Fates fates_;
  std::vector<int> needed_;
  std::vector<int> uses_left_;
  std::vector<uint8_t> failed_;
  std::exception_ptr error_;
  Failure* failure_ = nullptr;
};

// Runs the group into copies of what it writes first; the caller then runs it
// one by one, and what_differs() compares.
bool Flush::run_checked(const GroupPlan&) { return false; }

}  // namespace

void flush_window(Window& window, Device device, StreamId stream,
                  const char* reason) {
  (void)reason;
  int64_t elements = 0;
  for (const Dims& space : window.spaces)
    elements = std::max(elements, size_of(space));
  auto work = [&] { Flush(window, device, stream).run(); };
  if (elements >= kLongWork)
    without_outer_lock(work);
  else
    work();
}

void release(Window& window) {
  for (const WindowStorage& s : window.storages)
    if (s.storage) s.storage->disclaim();
}

}  // namespace tenorite
