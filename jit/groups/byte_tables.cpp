// SPDX-License-Identifier: Apache-2.0
#include "jit/groups/byte_tables.h"

#include <algorithm>
#include <optional>

#include "jit/codegen/loop_text.h"
#include "jit/groups/group_kernels.h"

namespace tenorite::jit {
namespace {

using Kind = GroupSource::Kind;
using StepKind = Instruction::Kind;

// Of a block's shared memory, for all tables.
constexpr size_t kMostTableBytes = 8192;

// What all that a step reads depends on.
struct Dependence {
  std::optional<GroupSource> byte;
  bool on_more = false;

  void add(const GroupSource& other) {
    on_more = on_more || (byte && !(*byte == other));
    byte = other;
  }
};

class Bytes {
 public:
  explicit Bytes(const GroupPlan& plan)
      : plan_(plan), of_(plan.steps.size()), takes_long_(plan.steps.size()) {
    for (size_t i = 0; i < plan.steps.size(); ++i) {
      const GroupStep& step = plan.steps[i];
      const Dependence on = dependence(step);
      if (on.byte && !on.on_more && may_be_in_table(step)) of_[i] = on.byte;
      takes_long_[i] = is_heavy(step);
      for_each_source(step, [&](const GroupSource& source) {
        if (source.kind == Kind::kValue &&
            of_[static_cast<size_t>(source.index)] == of_[i] &&
            takes_long_[static_cast<size_t>(source.index)])
          takes_long_[i] = true;
      });
    }
  }

  // The byte that a step's result is a function of, if it is of one.
  const std::optional<GroupSource>& of(size_t step) const { return of_[step]; }
  bool takes_long(size_t step) const { return takes_long_[step]; }

 private:
  static bool may_be_in_table(const GroupStep& step) {
    if (step.kept || step.nout != 1) return false;
    return step.kind == StepKind::kCopy ||
           (step.kind == StepKind::kElementwise &&
            !loop_text(step.op, step.loop, DeviceType::kCuda).checked);
  }
  Dependence dependence(const GroupStep& step) const {
    Dependence on;
    for_each_source(step, [&](const GroupSource& source) {
      const auto index = static_cast<size_t>(source.index);
      if (source.kind == Kind::kArray) {
        if (is_byte(plan_.arrays[index].view.dtype()))
          on.add(source);
        else
          on.on_more = true;
      } else if (source.kind == Kind::kValue) {
        const GroupStep& from = plan_.steps[index];
        if (of_[index])
          on.add(*of_[index]);
        else if (is_byte(from.dtype[source.output]) && !from.kept)
          on.add(source);
        else
          on.on_more = true;
      } else if (source.kind == Kind::kTable) {
        on.on_more = true;
      }
    });
    return on;
  }

  const GroupPlan& plan_;
  std::vector<std::optional<GroupSource>> of_;
  std::vector<bool> takes_long_;
};

// The steps that have the byte as their only way in, in order.
std::vector<int> steps_of(const GroupPlan& plan, int last,
                          const GroupSource& byte) {
  std::vector<int> steps{last};
  for (size_t k = 0; k < steps.size(); ++k)
    for_each_source(plan.steps[static_cast<size_t>(steps[k])],
                    [&](const GroupSource& source) {
                      if (source.kind == Kind::kValue && !(source == byte) &&
                          std::find(steps.begin(), steps.end(), source.index) ==
                              steps.end())
                        steps.push_back(source.index);
                    });
  std::sort(steps.begin(), steps.end());
  return steps;
}

}  // namespace

ByteTables::ByteTables(const GroupPlan& plan)
    : of_step_(plan.steps.size(), -1), is_done_(plan.steps.size()) {
  choose(plan);
  find_done(plan);
}

ByteTables ByteTables::none(const GroupPlan& plan) {
  ByteTables none;
  none.of_step_.assign(plan.steps.size(), -1);
  none.is_done_.assign(plan.steps.size(), true);
  return none;
}

void ByteTables::choose(const GroupPlan& plan) {
  const Bytes bytes(plan);
  size_t taken = 0;
  auto ask = [&](const GroupSource& source) {
    if (source.kind != Kind::kValue) return;
    const auto step = static_cast<size_t>(source.index);
    if (!bytes.of(step) || !bytes.takes_long(step) || of_step_[step] >= 0)
      return;
    const size_t size = 256 * itemsize(plan.steps[step].dtype[0]);
    if (taken + size > kMostTableBytes) return;
    taken += size;
    of_step_[step] = static_cast<int>(tables_.size());
    tables_.push_back({*bytes.of(step), source.index,
                       steps_of(plan, source.index, *bytes.of(step))});
  };
  for (size_t i = 0; i < plan.steps.size(); ++i)
    if (!bytes.of(i)) for_each_source(plan.steps[i], ask);
  for (const GroupStore& store : plan.stores) ask(store.value);
}

void ByteTables::find_done(const GroupPlan& plan) {
  auto need = [&](const GroupSource& source) {
    if (source.kind == Kind::kValue)
      is_done_[static_cast<size_t>(source.index)] = true;
  };
  for (const GroupStore& store : plan.stores) need(store.value);
  for (size_t i = plan.steps.size(); i-- > 0;) {
    const GroupStep& step = plan.steps[i];
    if (step.kind == StepKind::kReduce) is_done_[i] = true;
    if (!is_done_[i]) continue;
    if (of_step_[i] < 0)
      for_each_source(step, need);
    else
      need(tables_[static_cast<size_t>(of_step_[i])].of);
  }
}

}  // namespace tenorite::jit
