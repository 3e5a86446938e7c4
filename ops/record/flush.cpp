// SPDX-License-Identifier: Apache-2.0
#include "ops/record/flush.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include "core/assert.h"
#include "core/capture.h"
#include "core/error.h"
#include "core/interrupt.h"
#include "core/outer_lock.h"
#include "core/spans.h"
#include "ops/plan/registry.h"
#include "ops/record/log.h"
#include "ops/record/promised_bits.h"
#include "ops/record/trace.h"
#include "ops/table/reduce_op.h"

namespace tenorite {
namespace {

// Elements from which on others may run Python meanwhile.
constexpr int64_t kLongWork = 1 << 16;

// What is still executed after a signal has ended an execution.
using Clock = std::chrono::steady_clock;
constexpr auto kTimeAfterInterrupt = std::chrono::milliseconds(20);
constexpr int64_t kElementsAfterInterrupt = 1 << 20;

// What is pending on a storage whose instruction failed. Rare: never freed.
class Failure final : public PendingWork {
 public:
  explicit Failure(std::exception_ptr error) : error_(std::move(error)) {}
  bool finish(Storage&) override { std::rethrow_exception(error_); }

 private:
  const std::exception_ptr error_;
};

std::exception_ptr lost_value() {
  return std::make_exception_ptr(RuntimeError(
      "this array has no value: what computes it was interrupted"));
}

// The error at hand; where memory is lacking, with the operation.
std::exception_ptr named_error(const WindowInstruction& i) {
  try {
    throw;
  } catch (const OutOfMemoryError& e) {
    return std::make_exception_ptr(OutOfMemoryError(
        format("%s (for the result of a recorded %s)", e.what(), name_of(i))));
  } catch (...) {
    return std::current_exception();
  }
}

// "add float32 (3, 4)".
std::string text_of(const Window& window, const WindowInstruction& i) {
  const ndarray& out = window.view(i.out[0]).array;
  std::string text = std::string(name_of(i)) + " " + name(out.dtype()) + " " +
                     to_string(window.spaces[static_cast<size_t>(i.space)]);
  if (i.kind == Instruction::Kind::kReduce)
    text += " -> " + to_string(out.shape());
  return text;
}

class Flush {
 public:
  Flush(Window& window, FlushPlans& plans, Device device, StreamId stream,
        const char* reason)
      : window_(window),
        device_(device),
        stream_(stream),
        engine_(group_engine(device)),
        plans_(plans) {
    if (!trace::active()) return;
    note_.emplace();
    note_->reason = reason;
    note_->device = device;
    note_->recorded = static_cast<int>(window.instructions.size());
    note_->begin = steady_seconds();
    note_->thread = spans::this_thread_number();
    for (const WindowStorage& s : window.storages)
      if (!s.storage->address()) fresh_.push_back(s.storage);
  }
  ~Flush() {
    if (!note_) return;
    for (const WindowStorage& s : window_.storages)
      if (s.storage) count_memory(s.storage);
    note_->end = steady_seconds();
    trace::add(std::move(*note_));
  }
  Flush(const Flush&) = delete;
  Flush& operator=(const Flush&) = delete;

  void run() {
    const bool grouped = fusion_mode() > FusionMode::kTier0 && engine_.run;
    GroupLimits limits = grouped ? engine_.limits : GroupLimits{};
    // Small programs are to find its faults.
    if (fusion_mode() == FusionMode::kCheck)
      limits.least_again = limits.least_inherited = 0;
    // A graph reads what it was captured with whenever it is launched.
    if (captures_under_way.load() > 0) limits.least_inherited = INT64_MAX;
    FlushPlan& plan = plans_.find(window_, limits);
    plan_ = &plan;
    TENORITE_ASSERT(plan.uses.size() == window_.storages.size() &&
                        plan.live.size() == window_.storages.size(),
                    "a plan is used for a window of another form");
    uses_left_ = plan.uses;
    has_value_.reserve(window_.storages.size());
    for (const WindowStorage& s : window_.storages)
      has_value_.push_back(s.storage->address() != nullptr);
    if (plan.groups.empty())
      for (int i : plan.needed) run_one(i);
    else
      run_groups(plan.groups, limits);
    if (error_) std::rethrow_exception(error_);
  }

 private:
  size_t storage_of(int view) const {
    return static_cast<size_t>(window_.view(view).storage);
  }

  void run_groups(std::vector<Group>& groups, const GroupLimits& limits) {
    for (Group& group : groups) {
      switch (try_group(group, limits)) {
        case Outcome::kDone:
          done(group);
          break;
        case Outcome::kTooLarge:
          if (group.split.empty())
            group.split = halve_group(window_, *plan_, group, limits);
          run_groups(group.split, limits);
          break;
        case Outcome::kTooHard: {
          GroupLimits lower = limits;
          lower.level =
              static_cast<GroupLevel>(static_cast<int>(limits.level) - 1);
          if (group.split.empty())
            group.split = lower_group(window_, *plan_, group, lower);
          run_groups(group.split, lower);
          break;
        }
        case Outcome::kOneByOne:
          for (int i : group.instructions) {
            assemble(i);
            run_one(i);
          }
          break;
      }
    }
  }

  enum class Outcome {
    kDone,
    kTooLarge,  // for one kernel: parts may do
    kTooHard,   // of a lower level parts may do
    kOneByOne
  };
  Outcome try_group(Group& group, const GroupLimits& limits) {
    if ((group.instructions.size() < 2 && !group.has_boxes()) ||
        interrupted_at_ || uses_failed(group))
      return Outcome::kOneByOne;
    // One by one it is a copy of everything.
    if (!group.left.empty() && fusion_mode() == FusionMode::kCheck)
      return Outcome::kOneByOne;
    bool too_large = group.plan.arrays.size() > limits.arrays;
    if (!too_large) {
      group.plan.device = device_;
      group.plan.stream = stream_;
      group.bind(window_);
      const bool ran = run_fused(group);
      too_large = !ran && is_too_large(group);
      group.unbind();
      if (ran) return Outcome::kDone;
    }
    if (too_large && group.instructions.size() > 2) return Outcome::kTooLarge;
    return limits.level > GroupLevel::kElementwise && group.plan.reduced_axes
               ? Outcome::kTooHard
               : Outcome::kOneByOne;
  }

  // False, with nothing written, where the operations are to run one by one:
  // then temporaries need not be there at once, and no compiler is needed.
  bool run_fused(const Group& group) {
    int kernels = 0;
    Timing timing(*this);
    try {
      // What has memory was used on the stream when it was recorded.
      auto use = [&](const ndarray& view) {
        Storage& storage = *view.storage().get();
        if (!storage.address()) storage.use(stream_);
      };
      if (group.boxes)
        group.boxes->for_each_memory(use);
      else
        for (const GroupArray& array : group.plan.arrays) use(array.view);
      kernels = fusion_mode() == FusionMode::kCheck
                    ? run_checked(group)
                    : engine_.run(boxes_of(group), group_effort());
    } catch (const InterruptedEarly&) {
      interrupted(std::current_exception());
    } catch (const Interrupted&) {
      interrupted(std::current_exception());
      // Some elements have been written, others not.
      for (const GroupArray& array : group.plan.arrays)
        if (array.written) fail(array.view.storage()->slot);
    } catch (...) {
    }
    timing.stop();
    if (kernels == 0) {
      give_back_memory(group);
      return false;
    }
    if (note_) note(group, kernels, timing.time);
    if (fusion_mode() != FusionMode::kCheck) pass_memory_on(group);
    return true;
  }

  // The results that came in the place of arrays have these arrays' memory.
  void pass_memory_on(const Group& group) {
    for (const auto& [array, view] : group.heirs) {
      Storage* from = group.plan.arrays[array].view.storage().get();
      Storage* to = window_.view(view).array.storage().get();
      count_memory(from);
      std::erase(fresh_, to);  // as if it had had memory
      to->take_memory(*from);
    }
  }

  // A group that reads no parts is a box by itself.
  static std::span<const GroupPlan> boxes_of(const Group& group) {
    if (group.boxes) return group.boxes->plans();
    return {&group.plan, 1};
  }

  // Puts together in memory what an instruction reads of parts.
  void assemble(int n) {
    const Assemblies& assemblies = plan_->assemblies;
    if (assemblies.empty()) return;
    const WindowInstruction& i = window_.instructions[static_cast<size_t>(n)];
    auto put_together = [&](int view) {
      if (view < 0) return;
      const auto storage = static_cast<int16_t>(storage_of(view));
      if (!assemblies.has(storage)) return;
      put_together_.resize(window_.storages.size());
      if (std::exchange(put_together_[storage_of(view)], true)) return;
      for (int copy : assemblies.copies(storage)) {
        // A part that nobody reads may be gone already.
        const int16_t part =
            window_.instructions[static_cast<size_t>(copy)].in[0];
        if (part >= 0 && !window_.view(part).array.defined()) continue;
        assemble(copy);
        run_one(copy, false);
      }
    };
    for (int k = 0; k < i.nin; ++k) put_together(i.in[k]);
    put_together(i.where);
  }

  // Of what has no value yet: operations one by one need it later, or never.
  void give_back_memory(const Group& group) {
    for (const GroupArray& array : group.plan.arrays) {
      Storage* storage = array.view.storage().get();
      if (!has_value_[storage->slot]) storage->deallocate();
    }
  }

  bool is_too_large(const Group& group) const try {
    return engine_.too_large && engine_.too_large(group.plan);
  } catch (...) {
    return false;
  }

  // Runs the group into copies of what it writes, then one by one, and keeps an
  // error where the bits differ. 0 where the device cannot run it.
  int run_checked(const Group& group);
  // Keeps an error where what `plan` has written is not what the group has.
  void compare(const GroupPlan& plan, const Group& group);

  // The time that work of this flush takes, while notes are taken; what it
  // consists of is not noted by itself.
  class Timing {
   public:
    explicit Timing(Flush& flush) {
      if (!flush.note_) return;
      inner_.emplace();
      time.start(flush.device_, flush.stream_);
    }
    void stop() {
      if (inner_) time.stop();
      inner_.reset();
    }
    Interval time;

   private:
    std::optional<spans::Inner> inner_;
  };

  void note(const Group& group, int kernels, Interval time) {
    GroupNote n{"fused", kernels, 0, {}, {}, {}, std::move(time)};
    for (const GroupPlan& box : boxes_of(group))
      for (const GroupArray& a : box.arrays)
        n.bytes += a.view.nbytes() * (a.read + a.written);
    for (const ndarray& table : group.plan.tables) n.bytes += table.nbytes();
    for (int i : group.instructions) add_instruction(n, i);
    if (trace::sources() && engine_.source) try {
        n.source = engine_.source(boxes_of(group));
      } catch (const NotImplementedError&) {
        // run_checked() ran it over copies, which may lie better.
      }
    note_->groups.push_back(std::move(n));
  }
  void note_one(int i, Interval time) {
    GroupNote n{"tier0", 1, 0, {}, {}, {}, std::move(time)};
    for_each_view(window_.instructions[static_cast<size_t>(i)],
                  [&](int v) { n.bytes += window_.view(v).array.nbytes(); });
    add_instruction(n, i);
    note_->groups.push_back(std::move(n));
  }
  void add_instruction(GroupNote& n, int i) {
    n.operations.push_back(
        text_of(window_, window_.instructions[static_cast<size_t>(i)]));
    const auto at = static_cast<size_t>(i);
    n.sites.push_back(at < window_.sites.size() ? window_.sites[at]
                                                : CallSite{});
  }

  void run_one(int n, bool last = true) {
    const WindowInstruction& i = window_.instructions[static_cast<size_t>(n)];
    bool failed = uses_failed(i) || is_too_late_for(i);
    if (!failed) try {
        Timing timing(*this);
        execute(window_.instruction(n));
        timing.stop();
        if (note_ && last) note_one(n, std::move(timing.time));
      } catch (const Interrupted&) {
        failed = true;
        interrupted(std::current_exception());
      } catch (...) {
        failed = true;
        keep(named_error(i));
      }
    for (int k = 0; k < i.nout; ++k)
      if (failed)
        fail(storage_of(i.out[k]));
      else
        has_value_[storage_of(i.out[k])] = true;
    if (last) done(n);
  }

  void keep(std::exception_ptr error) {
    if (!error_) error_ = std::move(error);
  }

  // What is left is done if that takes no time to speak of; else it is not, and
  // what it writes has no value any more.
  void interrupted(std::exception_ptr error) {
    error_ = std::move(error);
    interrupted_at_ = Clock::now();
    failure_ = new Failure(lost_value());
  }
  bool is_too_late_for(const WindowInstruction& i) const {
    if (!interrupted_at_) return false;
    return Clock::now() - *interrupted_at_ > kTimeAfterInterrupt ||
           size_of(window_.spaces[static_cast<size_t>(i.space)]) >
               kElementsAfterInterrupt;
  }

  bool uses_failed(const WindowInstruction& i) const {
    bool failed = false;
    if (!failed_.empty())
      for_each_view(
          i, [&](int view) { failed = failed || failed_[storage_of(view)]; });
    return failed;
  }
  bool uses_failed(const Group& group) const {
    return !failed_.empty() &&
           std::any_of(group.uses.begin(), group.uses.end(),
                       [&](const auto& use) {
                         return failed_[static_cast<size_t>(use.first)];
                       });
  }
  // What has a value keeps it; memory alone is none, and neither is a part of
  // a copy.
  void fail(size_t storage) {
    Storage* known = window_.storages[storage].storage;
    const bool is_part = !is_part_.empty() && is_part_[storage];
    if (!known || (has_value_[storage] && !is_part && !interrupted_at_)) return;
    failed_.resize(window_.storages.size());
    failed_[storage] = true;
    if (!plan_->live[storage]) return;
    if (!failure_) failure_ = new Failure(error_);
    known->fail(failure_);
    window_.storages[storage].storage = nullptr;
  }

  // Memory that nobody else will read goes back at once.
  void done(const Group& group) {
    for (const auto& [number, count] : group.uses) {
      const auto at = static_cast<size_t>(number);
      const Storage* storage = window_.storages[at].storage;
      if (storage && storage->address()) has_value_[at] = true;
    }
    if (!group.left.empty()) {
      is_part_.resize(window_.storages.size());
      const auto& copy =
          window_.instructions[static_cast<size_t>(group.instructions.front())];
      is_part_[storage_of(copy.out[0])] = true;
    }
    for (const auto& [storage, count] : group.uses)
      used(static_cast<size_t>(storage), count);
  }
  void done(int n) {
    plan_->assemblies.for_each_storage(
        window_, window_.instructions[static_cast<size_t>(n)],
        [&](int16_t storage) { used(static_cast<size_t>(storage), 1); });
  }
  void used(size_t storage, int times) {
    TENORITE_ASSERT(uses_left_[storage] >= times,
                    "a storage is used more often than was planned");
    if ((uses_left_[storage] -= times) > 0 || plan_->live[storage]) return;
    WindowStorage& s = window_.storages[storage];
    if (!s.storage->address()) return;
    count_memory(s.storage);
    s.storage = nullptr;
    for (int16_t v = s.first; v >= 0;) {
      WindowView& dead = window_.views[static_cast<size_t>(v)];
      v = dead.next;
      dead.array = ndarray();
    }
  }

  // Memory that a storage has got from this flush.
  void count_memory(Storage* storage) {
    if (!note_ || !storage || !storage->address()) return;
    const auto at = std::find(fresh_.begin(), fresh_.end(), storage);
    if (at == fresh_.end()) return;
    note_->bytes_allocated += static_cast<int64_t>(storage->nbytes());
    fresh_.erase(at);
  }

  Window& window_;
  std::optional<FlushNote> note_;
  std::vector<Storage*> fresh_;  // had no memory, while notes are taken
  const Device device_;
  const StreamId stream_;
  const GroupEngine& engine_;
  FlushPlans& plans_;
  FlushPlan* plan_ = nullptr;
  std::optional<Clock::time_point> interrupted_at_;
  std::vector<int> uses_left_;
  std::vector<uint8_t> has_value_;     // storages
  std::vector<uint8_t> put_together_;  // assembled ones, after all
  std::vector<uint8_t> is_part_;       // of which a part was copied
  std::vector<uint8_t> failed_;
  std::exception_ptr error_;
  Failure* failure_ = nullptr;
};

int Flush::run_checked(const Group& group) {
  GroupPlan plan = group.plan;
  plan.device_cache = nullptr;  // the copies have strides of their own
  for (GroupArray& array : plan.arrays) {
    if (!array.written) continue;
    const ndarray& view = array.view;
    ndarray copied = ndarray::empty(view.shape(), view.dtype(), device_);
    if (array.read) {
      Instruction copy;
      copy.kind = Instruction::Kind::kCopy;
      copy.nin = copy.nout = 1;
      copy.out[0] = &copied;
      copy.in[0].array = &view;
      execute(copy);
    }
    array.view = std::move(copied);
  }
  std::optional<Boxes> boxes;
  if (group.has_boxes()) boxes.emplace(group.make_boxes(window_, plan));
  const auto all = boxes ? std::span<const GroupPlan>(boxes->plans())
                         : std::span<const GroupPlan>(&plan, 1);
  const int kernels = engine_.run(all, GroupEffort::kWait);
  if (kernels == 0) return 0;
  for (int i : group.instructions) {
    assemble(i);
    run_one(i, false);
  }
  if (!error_) try {
      compare(plan, group);
    } catch (...) {
      keep(std::current_exception());
    }
  return kernels;
}

void Flush::compare(const GroupPlan& plan, const Group& group) {
  for (size_t k = 0; k < plan.arrays.size(); ++k) {
    if (!plan.arrays[k].written) continue;
    const auto heir = std::find_if(group.heirs.begin(), group.heirs.end(),
                                   [&](auto& h) { return h.array == k; });
    const ndarray& expected = heir == group.heirs.end()
                                  ? group.plan.arrays[k].view
                                  : window_.view(heir->view).array;
    if (same_promised_bits(plan.arrays[k].view, expected)) continue;
    std::string text;
    for (int i : group.instructions)
      text += (text.empty() ? "" : "; ") +
              text_of(window_, window_.instructions[static_cast<size_t>(i)]);
    keep(std::make_exception_ptr(RuntimeError(
        "fusion='check': a group has other bits than its operations one by "
        "one: " +
        text)));
  }
}

void run_single(Window& window) {
  const Instruction only = window.instruction(0);
  bool has_value[kMaxOutputs];
  for (int k = 0; k < only.nout; ++k)
    has_value[k] = only.out[k]->storage()->address() != nullptr;
  auto work = [&] { execute(only); };
  try {
    if (only.out[0]->size() >= kLongWork || outer_lock_is_claimed())
      without_outer_lock(work);
    else
      work();
  } catch (const Interrupted&) {
    for (int k = 0; k < only.nout; ++k) {
      Storage* out = only.out[k]->storage().get();
      window.storages[out->slot].storage = nullptr;
      out->fail(new Failure(lost_value()));
    }
    throw;
  } catch (...) {
    const std::exception_ptr error = named_error(window.instructions[0]);
    for (int k = 0; k < only.nout; ++k) {
      Storage* out = only.out[k]->storage().get();
      if (has_value[k]) continue;
      window.storages[out->slot].storage = nullptr;
      out->fail(new Failure(error));
    }
    std::rethrow_exception(error);
  }
}

}  // namespace

void flush_window(Window& window, FlushPlans& plans, Device device,
                  StreamId stream, const char* reason) {
  // Most observations are of the last operation: nothing to group then.
  if (window.instructions.size() == 1 && !trace::active()) {
    const WindowInstruction& only = window.instructions[0];
    for (int k = 0; k < only.nout; ++k)
      if (window.is_live(window.view(only.out[k]).storage))
        return run_single(window);
    return;
  }
  int64_t elements = 0;
  for (const Dims& space : window.spaces)
    elements = std::max(elements, size_of(space));
  auto work = [&] { Flush(window, plans, device, stream, reason).run(); };
  if (elements >= kLongWork || outer_lock_is_claimed())
    without_outer_lock(work);
  else
    work();
}

void release(Window& window) {
  for (const WindowStorage& s : window.storages) {
    if (!s.storage) continue;
    TENORITE_ASSERT(
        s.first >= 0 && s.storage->slot ==
                            static_cast<uint32_t>(&s - window.storages.data()),
        "a window releases what it has not claimed");
    s.storage->disclaim();
  }
}

}  // namespace tenorite
