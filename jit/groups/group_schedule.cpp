// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/assert.h"
#include "jit/groups/group_rows.h"
#include "ops/table/reduce_op.h"

namespace tenorite::jit {
namespace {

using Kind = GroupSource::Kind;
using StepKind = Instruction::Kind;

class Scheduler {
 public:
  Scheduler(const GroupPlan& plan, const std::vector<bool>& constant)
      : plan_(plan), constant_(constant) {}

  std::optional<RowsSchedule> run() {
    if (!order_steps()) return {};
    find_loads();
    find_carried();
    share_places();
    number_kept();
    return std::move(s_);
  }

 private:
  const GroupStep& step(int i) const {
    return plan_.steps[static_cast<size_t>(i)];
  }
  int steps() const { return static_cast<int>(plan_.steps.size()); }
  int itemsize_of(const GroupSource& source) const {
    return static_cast<int>(
        source.kind == Kind::kArray
            ? plan_.arrays[static_cast<size_t>(source.index)].view.itemsize()
            : itemsize(step(source.index).dtype[source.output]));
  }
  // Whether a source has one value per row.
  bool is_constant(const GroupSource& source) const {
    switch (source.kind) {
      case Kind::kArray:
        return constant_[static_cast<size_t>(source.index)];
      case Kind::kValue:
        return step(source.index).kept;
      default:
        return true;
    }
  }
  int stage_of(const GroupSource& source) const {
    return source.kind == Kind::kValue
               ? s_.step_stage[static_cast<size_t>(source.index)]
               : 0;
  }

  bool order_steps() {
    for (int i = 0; i < steps(); ++i) {
      int stage = 0;
      bool fits = true;
      for_each_source(step(i), [&](const GroupSource& source) {
        stage = std::max(stage, stage_of(source));
        if (step(i).kept && step(i).kind != StepKind::kReduce)
          fits = fits && is_constant(source);
      });
      if (step(i).kind == StepKind::kReduce) {
        // Masked ones and those of converted elements have another order.
        fits = fits && step(i).where.kind == Kind::kNone && step(i).kept &&
               !is_constant(step(i).in[0]);
        s_.folds.push_back(i);
        ++stage;
      }
      if (!fits) return false;
      s_.step_stage.push_back(stage);
      s_.stages = std::max(s_.stages, stage + 1);
    }
    // Kept arrays are written one by one: none may become what another was.
    for (const GroupStore& store : plan_.stores)
      if (constant_[static_cast<size_t>(store.array)] &&
          (!is_constant(store.value) || store.value.kind == Kind::kArray))
        return false;
    return !s_.folds.empty() && s_.folds.size() <= kMaxRowFolds;
  }

  // The stages at whose passes something is read.
  template <class F>
  void for_each_pass_use(F f) const {
    for (int i = 0; i < steps(); ++i)
      if (!step(i).kept)
        for_each_source(step(i), [&](const GroupSource& source) {
          f(source, s_.step_stage[static_cast<size_t>(i)]);
        });
    for (const GroupStore& store : plan_.stores)
      if (!constant_[static_cast<size_t>(store.array)])
        f(store.value, stage_of(store.value));
  }
  template <class F>
  void for_each_fold(F f) const {
    for (int i : s_.folds)
      f(step(i).in[0], s_.step_stage[static_cast<size_t>(i)] - 1);
  }

  void find_loads() {
    s_.array_stage.assign(plan_.arrays.size(), -1);
    auto load = [&](const GroupSource& source, int stage) {
      if (source.kind != Kind::kArray || is_constant(source)) return;
      int& first = s_.array_stage[static_cast<size_t>(source.index)];
      first = first < 0 ? stage : std::min(first, stage);
    };
    for_each_pass_use(load);
    for_each_fold(load);
    // What is overwritten is loaded before.
    for (const GroupStore& store : plan_.stores) {
      int& first = s_.array_stage[static_cast<size_t>(store.array)];
      if (first >= 0) first = std::min(first, stage_of(store.value));
    }
  }

  int birth_of(const GroupSource& source) const {
    return source.kind == Kind::kArray
               ? s_.array_stage[static_cast<size_t>(source.index)]
               : stage_of(source);
  }

  void find_carried() {
    auto use = [&](const GroupSource& source, int pass, int fold) {
      if (source.kind == Kind::kScalar || source.kind == Kind::kNone ||
          is_constant(source))
        return;
      const int birth = birth_of(source);
      if (fold < 0 && pass <= birth) return;
      auto found = std::find_if(
          s_.carried.begin(), s_.carried.end(),
          [&](const CarriedRow& row) { return row.value == source; });
      if (found == s_.carried.end()) {
        s_.carried.push_back(
            {source, itemsize_of(source), birth, birth, -1, 0});
        found = s_.carried.end() - 1;
      }
      found->last_pass = std::max(found->last_pass, pass);
      found->last_fold = std::max(found->last_fold, fold);
    };
    for_each_fold(
        [&](const GroupSource& source, int stage) { use(source, -1, stage); });
    for_each_pass_use(
        [&](const GroupSource& source, int stage) { use(source, stage, -1); });
    std::stable_sort(s_.carried.begin(), s_.carried.end(),
                     [](const CarriedRow& a, const CarriedRow& b) {
                       return a.birth < b.birth;
                     });
    int widest = 1;
    for (const CarriedRow& row : s_.carried)
      widest = std::max(widest, row.itemsize);
    for (size_t k = 0; k < plan_.arrays.size(); ++k)
      if (!constant_[k])
        widest = std::max<int>(
            widest, static_cast<int>(plan_.arrays[k].view.itemsize()));
    s_.vector = 16 / widest;
  }

  // A thread reads its elements of a row before it writes those of the next.
  void share_places() {
    std::vector<const CarriedRow*> last;
    for (CarriedRow& row : s_.carried) {
      size_t place = 0;
      while (place < last.size() && (s_.place_size[place] != row.itemsize ||
                                     last[place]->last_pass > row.birth ||
                                     last[place]->last_fold >= row.birth))
        ++place;
      if (place == last.size()) {
        last.push_back(nullptr);
        s_.place_size.push_back(row.itemsize);
      }
      last[place] = &row;
      row.place = static_cast<int>(place);
      TENORITE_ASSERT(row.birth >= 0, "a row is kept that nothing has made");
    }
  }

  void number_kept() {
    const int first = static_cast<int>(s_.place_size.size());
    for (auto& places : s_.kept_place)
      places.assign(static_cast<size_t>(steps()), -1);
    for (int i = 0; i < steps(); ++i) {
      if (!step(i).kept) continue;
      for (int k = 0; k < step(i).nout; ++k) {
        s_.kept_place[k][static_cast<size_t>(i)] =
            first + static_cast<int>(s_.kept_size.size());
        s_.kept_size.push_back(static_cast<int>(itemsize(step(i).dtype[k])));
      }
    }
  }

  const GroupPlan& plan_;
  const std::vector<bool>& constant_;
  RowsSchedule s_;
};

}  // namespace

std::optional<RowsSchedule> schedule_rows(const GroupPlan& plan,
                                          const std::vector<bool>& constant) {
  TENORITE_ASSERT(constant.size() == plan.arrays.size(),
                  "rows are scheduled without knowing each array's kind");
  return Scheduler(plan, constant).run();
}

}  // namespace tenorite::jit
