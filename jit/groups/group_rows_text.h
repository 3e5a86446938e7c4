// SPDX-License-Identifier: Apache-2.0
// What the texts of both kinds of kernels of rows are made of.
#pragma once

#include <string>
#include <vector>

#include "jit/codegen/kernel_text.h"
#include "jit/groups/group_rows.h"
#include "jit/groups/group_text.h"

namespace tenorite::jit {

class RowsText {
 protected:
  using Kind = GroupSource::Kind;
  using StepKind = Instruction::Kind;

  RowsText(const GroupPlan& plan, const RowsSchedule& schedule,
           const RowsVariant& variant)
      : plan_(plan),
        s_(schedule),
        v_(variant),
        text_(plan),
        to_(text_.name()) {}

  static std::string number(int n) { return std::to_string(n); }

  const GroupStep& step(int i) const {
    return plan_.steps[static_cast<size_t>(i)];
  }
  int steps() const { return static_cast<int>(plan_.steps.size()); }
  std::string threads() const { return number(32 * v_.warps); }
  bool is_kept(const GroupSource& source) const {
    return source.kind == Kind::kValue && step(source.index).kept;
  }
  RowAccess access(int array) const {
    return v_.access[static_cast<size_t>(array)];
  }
  std::string type(const GroupSource& source) const {
    return device_type(text_.dtype(source));
  }
  // What statements call it.
  std::string name(const GroupSource& source) const {
    return text_.value(source, text_.dtype(source));
  }
  std::string is_vector(int array) const {
    return access(array) == RowAccess::kVector ? "true" : "false";
  }
  bool short_rows(size_t fold) const {
    return (v_.short_rows >> fold & 1) != 0;
  }
  std::string array_type(int array) const {
    return device_type(plan_.arrays[static_cast<size_t>(array)].view.dtype());
  }

  // The kernel's head; it names the header that `include` has, and the struct
  // there that `loop` is, by default a RowLoop.
  void write_head(const std::string& include);
  void write_head(const std::string& include, int threads,
                  const std::string& loop);
  KernelSource finish();

  // Steps of a stage that have one value per row.
  std::vector<int> kept_steps(int stage) const;
  // What goes over the elements of rows in a stage.
  struct Pass {
    std::vector<int> steps, loads;
    std::vector<const GroupStore*> stores;
    std::vector<const CarriedRow*> from, to;
    std::vector<GroupSource> constants;
    bool heavy = false;
  };
  Pass pass_of(int stage) const;
  // The folds that follow the pass of a stage, by their places in s_.folds.
  std::vector<size_t> folds_after(int stage) const;
  // "tenorite::reduction::Sum::Fold<float, true>"
  std::string functor(size_t fold) const;
  const GroupStep& fold(size_t f) const { return step(s_.folds[f]); }

  const GroupPlan& plan_;
  const RowsSchedule& s_;
  const RowsVariant& v_;
  const GroupText text_;
  TextBuilder to_;
};

// Rows in shared memory, and rows in registers.
KernelSource shared_rows_source(const GroupPlan& plan,
                                const RowsSchedule& schedule,
                                const RowsVariant& variant);
KernelSource held_rows_source(const GroupPlan& plan,
                              const RowsSchedule& schedule,
                              const RowsVariant& variant);
// Tiles of longer rows. A place that nothing but the scan's result has is
// wanted for one tile at a time.
bool is_result_alone(const RowsSchedule& schedule, int place);
KernelSource tiled_rows_source(const GroupPlan& plan,
                               const RowsSchedule& schedule,
                               const RowsVariant& variant);

}  // namespace tenorite::jit
