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
    for (int i = steps(); i-- > 0;) put_off(i);
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

  // The first and the last stage that reads a value; `last` is -1 for none.
  struct Uses {
    int first, last;
    bool any() const { return last >= 0; }
  };
  // By all steps but one.
  Uses uses_of(const GroupSource& value, int but) const {
    Uses uses{s_.stages, -1};
    auto add = [&](const GroupSource& source, int stage) {
      if (!(source == value)) return;
      uses.first = std::min(uses.first, stage);
      uses.last = std::max(uses.last, stage);
    };
    for_each_fold(add);
    for (int i = 0; i < steps(); ++i)
      if (i != but && !step(i).kept)
        for_each_source(step(i), [&](const GroupSource& source) {
          add(source, s_.step_stage[static_cast<size_t>(i)]);
        });
    for (const GroupStore& store : plan_.stores)
      if (!constant_[static_cast<size_t>(store.array)])
        add(store.value, stage_of(store.value));
    return uses;
  }
  // Bytes of an element more that are carried from stage to stage if the step
  // `by` reads a value in a later stage.
  int carried_more(const GroupSource& value, int by, int stage) const {
    if (value.kind == Kind::kScalar || is_constant(value)) return 0;
    const Uses others = uses_of(value, by);
    if (others.last >= stage) return 0;
    const int bytes = itemsize_of(value);
    if (others.any()) return bytes;
    // Nobody else wants it: it comes later, too.
    if (value.kind == Kind::kArray) return 0;
    if (stage_of(value) == stage) return 0;
    return is_put_off(value.index)
               ? std::min(bytes, more_of(value.index, stage))
               : bytes;
  }
  int more_of(int i, int stage) const {
    int bytes = 0;
    std::vector<GroupSource> seen;
    for_each_source(step(i), [&](const GroupSource& source) {
      if (std::find(seen.begin(), seen.end(), source) != seen.end()) return;
      seen.push_back(source);
      bytes += carried_more(source, i, stage);
    });
    return bytes;
  }
  bool is_put_off(int i) const {
    return !step(i).kept && step(i).kind != StepKind::kReduce;
  }
  // Moves a step to the stage of its first use, if what it is made of then
  // takes less to be carried there than its result.
  void put_off(int i) {
    if (!is_put_off(i)) return;
    int stage = s_.stages, bytes = 0;
    for (int k = 0; k < step(i).nout; ++k) {
      const GroupSource value{Kind::kValue, static_cast<uint8_t>(k),
                              static_cast<int16_t>(i)};
      const Uses uses = uses_of(value, -1);
      if (!uses.any()) continue;
      stage = std::min(stage, uses.first);
      bytes += itemsize_of(value);
    }
    int& now = s_.step_stage[static_cast<size_t>(i)];
    if (stage < s_.stages && stage > now && more_of(i, stage) < bytes)
      now = stage;
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
    choose_vector();
  }

  // As many elements as folds take at a time, where those of other values are
  // two loads at most.
  void choose_vector() {
    int widest = 1, folded = 1;
    for (const CarriedRow& row : s_.carried)
      widest = std::max(widest, row.itemsize);
    for (size_t k = 0; k < plan_.arrays.size(); ++k)
      if (!constant_[k])
        widest = std::max<int>(
            widest, static_cast<int>(plan_.arrays[k].view.itemsize()));
    for (int i : s_.folds)
      folded = std::max(folded, itemsize_of(step(i).in[0]));
    s_.vector = 16 / (2 * folded >= widest ? folded : widest);
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
