// SPDX-License-Identifier: Apache-2.0
#include "jit/groups/group_rows_text.h"

#include <algorithm>
#include <set>

#include "jit/groups/group_fold.h"
#include "jit/groups/group_kernels.h"

namespace tenorite::jit {

void RowsText::write_head(const std::string& include) {
  write_head(include, 32 * v_.warps,
             "RowLoop<" + number(static_cast<int>(plan_.arrays.size())) + ", " +
                 number(v_.axes) + ", " +
                 number(static_cast<int>(s_.folds.size())) + ", " +
                 number(s_.places()) + "> loop");
}

void RowsText::write_head(const std::string& include, int threads,
                          const std::string& loop) {
  to_.line("#include \"" + include + "\"");
  to_.line(text_.preamble());
  to_.line("extern \"C\" __global__ void __launch_bounds__(" + number(threads) +
           ", " + number(v_.blocks) + ") " + text_.name() + "(");
  to_.line("    const __grid_constant__ tenorite::kernel::" + loop +
           (text_.constants().bytes() > 0 ? ", " + text_.constants().parameter()
                                          : "") +
           ") {");
  to_.line("  using namespace tenorite::kernel;");
  to_.line("  constexpr int V = " + number(s_.vector) + ";");
  if (text_.constants().any_divides())
    to_.line("  constexpr tenorite::AtOnce _missed{};");
}

KernelSource RowsText::finish() {
  to_.line("}");
  return make_source(
      text_.name(), to_,
      {"--fmad=false", "--std=c++20", "--device-as-default-execution-space"},
      {});
}

std::vector<int> RowsText::kept_steps(int stage) const {
  std::vector<int> now;
  for (int i = 0; i < steps(); ++i)
    if (step(i).kept && step(i).kind != StepKind::kReduce &&
        s_.step_stage[static_cast<size_t>(i)] == stage)
      now.push_back(i);
  return now;
}

RowsText::Pass RowsText::pass_of(int stage) const {
  Pass pass;
  std::set<std::string> known;
  auto use = [&](const GroupSource& source) {
    if (source.kind != Kind::kArray && source.kind != Kind::kValue) return;
    if (!known.insert(name(source)).second) return;
    const bool constant = source.kind == Kind::kArray
                              ? access(source.index) == RowAccess::kConstant
                              : step(source.index).kept;
    if (constant) {
      pass.constants.push_back(source);
      return;
    }
    const auto row =
        std::find_if(s_.carried.begin(), s_.carried.end(),
                     [&](const CarriedRow& r) { return r.value == source; });
    const bool is_kept = row != s_.carried.end() &&
                         row->last >= RowsSchedule::time_of_pass(stage);
    if (is_kept && row->birth < stage + row->scanned)
      pass.from.push_back(&*row);
    else if (source.kind == Kind::kArray &&
             s_.array_stage[static_cast<size_t>(source.index)] < stage)
      pass.loads.push_back(source.index);
  };
  for (int i = 0; i < steps(); ++i) {
    if (step(i).kept || step(i).kind == StepKind::kScan ||
        s_.step_stage[static_cast<size_t>(i)] != stage)
      continue;
    pass.steps.push_back(i);
    pass.heavy = pass.heavy || is_heavy(step(i));
    for_each_source(step(i), use);
  }
  for (const GroupStore& store : plan_.stores) {
    if (access(store.array) == RowAccess::kConstant) continue;
    const int at = store.value.kind == Kind::kValue
                       ? s_.step_stage[static_cast<size_t>(store.value.index)]
                       : 0;
    if (at != stage) continue;
    pass.stores.push_back(&store);
    use(store.value);
  }
  for (size_t k = 0; k < s_.array_stage.size(); ++k)
    if (s_.array_stage[k] == stage) pass.loads.push_back(static_cast<int>(k));
  for (const CarriedRow& row : s_.carried)
    if (row.birth == stage && !row.scanned) pass.to.push_back(&row);
  return pass;
}

std::vector<size_t> RowsText::folds_after(int stage) const {
  std::vector<size_t> now;
  for (size_t f = 0; f < s_.folds.size(); ++f)
    if (s_.step_stage[static_cast<size_t>(s_.folds[f])] == stage + 1)
      now.push_back(f);
  return now;
}

std::string RowsText::functor(size_t f) const {
  const std::string wide = fold_functor(fold(f), text_.dtype(fold(f).in[0]));
  return v_.few_terms ? "tenorite::reduction::of_few_terms<" + wide + ">"
                      : wide;
}

KernelSource rows_source(const GroupPlan& plan, const RowsSchedule& schedule,
                         const RowsVariant& variant) {
  return variant.held > 0 ? held_rows_source(plan, schedule, variant)
                          : shared_rows_source(plan, schedule, variant);
}

}  // namespace tenorite::jit
