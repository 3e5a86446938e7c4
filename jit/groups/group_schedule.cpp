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
  Scheduler(const GroupPlan& plan, const std::vector<bool>& constant,
            bool again)
      : plan_(plan), constant_(constant), again_(again) {}

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
      if (step(i).kind == StepKind::kScan) {
        fits = fits && !is_constant(step(i).in[0]);
        s_.scans.push_back(i);
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
    return !(s_.folds.empty() && s_.scans.empty()) &&
           s_.folds.size() <= kMaxRowFolds && s_.scans.size() <= kMaxRowScans;
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
    for_each_scan(add);
    for (int i = 0; i < steps(); ++i)
      if (i != but && is_of_pass(i))
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
    if (value.kind == Kind::kScalar || is_constant(value) || reads_again(value))
      return 0;
    const Uses others = uses_of(value, by);
    if (others.last >= stage) return 0;
    const int bytes = itemsize_of(value);
    if (others.any()) return bytes;
    // Nobody else wants it: it comes later, too.
    if (value.kind == Kind::kArray) return 0;
    if (stage_of(value) == stage) return 0;
    return is_of_pass(value.index)
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
  bool is_of_pass(int i) const {
    return !step(i).kept && step(i).kind != StepKind::kScan;
  }
  // Moves a step to the stage of its first use, if what it is made of then
  // takes less to be carried there than its result.
  void put_off(int i) {
    if (!is_of_pass(i)) return;
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
      if (is_of_pass(i))
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

  template <class F>
  void for_each_scan(F f) const {
    for (int i : s_.scans)
      f(step(i).in[0], s_.step_stage[static_cast<size_t>(i)] - 1);
  }

  int time_of_scan(int i) const {
    const auto at = std::find(s_.scans.begin(), s_.scans.end(), i);
    return RowsSchedule::time_of_scan(s_.step_stage[static_cast<size_t>(i)] - 1,
                                      static_cast<int>(at - s_.scans.begin()));
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
    for_each_scan(load);
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

  bool is_scanned(const GroupSource& source) const {
    return source.kind == Kind::kValue &&
           step(source.index).kind == StepKind::kScan;
  }

  bool reads_again(const GroupSource& source) const {
    return again_ && source.kind == Kind::kArray &&
           !plan_.arrays[static_cast<size_t>(source.index)].written;
  }

  void find_carried() {
    auto use = [&](const GroupSource& source, int time) {
      if (source.kind == Kind::kScalar || source.kind == Kind::kNone ||
          is_constant(source))
        return;
      const int birth = birth_of(source);
      const bool scanned = is_scanned(source);
      if (!scanned && time <= RowsSchedule::time_of_pass(birth)) return;
      auto found = std::find_if(
          s_.carried.begin(), s_.carried.end(),
          [&](const CarriedRow& row) { return row.value == source; });
      if (found == s_.carried.end()) {
        const int born = scanned ? time_of_scan(source.index)
                                 : RowsSchedule::time_of_pass(birth);
        s_.carried.push_back(
            {source, itemsize_of(source), birth, scanned, born, born, 0});
        found = s_.carried.end() - 1;
      }
      found->last = std::max(found->last, time);
    };
    for_each_fold([&](const GroupSource& source, int stage) {
      use(source, RowsSchedule::time_of_folds(stage));
    });
    for (int i : s_.scans) {
      use(step(i).in[0], time_of_scan(i));
      // Where nobody wants the result, it has a place all the same.
      use({Kind::kValue, 0, static_cast<int16_t>(i)}, time_of_scan(i));
    }
    for_each_pass_use([&](const GroupSource& source, int stage) {
      if (!reads_again(source)) use(source, RowsSchedule::time_of_pass(stage));
    });
    std::stable_sort(s_.carried.begin(), s_.carried.end(),
                     [](const CarriedRow& a, const CarriedRow& b) {
                       return a.born < b.born;
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
    for (const auto* list : {&s_.folds, &s_.scans})
      for (int i : *list) folded = std::max(folded, itemsize_of(step(i).in[0]));
    s_.vector = 16 / (2 * folded >= widest ? folded : widest);
  }

  // A thread reads its elements of a row before it writes those of the next,
  // in a pass and in a scan.
  void share_places() {
    std::vector<const CarriedRow*> last;
    for (CarriedRow& row : s_.carried) {
      size_t place = 0;
      while (place < last.size() && (s_.place_size[place] != row.itemsize ||
                                     last[place]->last > row.born))
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
  const bool again_;
  RowsSchedule s_;
};

}  // namespace

std::optional<RowsSchedule> schedule_rows(const GroupPlan& plan,
                                          const std::vector<bool>& constant,
                                          bool again) {
  TENORITE_ASSERT(constant.size() == plan.arrays.size(),
                  "rows are scheduled without knowing each array's kind");
  return Scheduler(plan, constant, again).run();
}

}  // namespace tenorite::jit
