// SPDX-License-Identifier: Apache-2.0
// Rows that the threads of a block keep in registers, each the elements that it
// folds: nothing but the folds' parts goes through shared memory.
#include <algorithm>
#include <set>

#include "jit/groups/group_fold.h"
#include "jit/groups/group_rows_text.h"

namespace tenorite::jit {
namespace {

class HeldRowsText : RowsText {
 public:
  HeldRowsText(const GroupPlan& plan, const RowsSchedule& schedule,
               const RowsVariant& variant)
      : RowsText(plan, schedule, variant) {}

  KernelSource source() {
    write_head("jit/prelude/groups/held_rows.cuh");
    to_.line("  constexpr int I = " + number(v_.held) +
             ", P = " + number(v_.parts) + ";");
    to_.line("  __shared__ uint4 _parts[" +
             number(static_cast<int>(s_.folds.size())) + "][" +
             number(v_.warps * kRowPartBytes / 16) + "];");
    if (v_.parts > 1)
      to_.line("  __shared__ uint4 _states[" + threads() + " / P * 2];");
    to_.line("  const auto _h = HeldRow<V, I, P, " + number(v_.sure) +
             ">::of<" + (v_.rows ? "true" : "false") + ">(loop);");
    write_starts();
    for (int stage = 0; stage < s_.stages; ++stage) {
      for (int i : kept_steps(stage)) to_.line("  " + text_.statements(i));
      write_pass(stage);
      write_folds(stage);
    }
    write_kept_stores();
    return finish();
  }

 private:
  std::string start(int array) const { return "_start" + number(array); }
  std::string pointer(int array) const {
    return start(array) + " + _h.at(i) * (int)sizeof(" + array_type(array) +
           ")";
  }
  void for_each_vector(const std::string& what) {
    to_.line("#pragma unroll");
    to_.line("  for (int i = 0; i < I; ++i) " + what);
  }

  // Where the row begins in each array, and what is the same along it, which a
  // slower thread must not read after a faster one has written it.
  void write_starts() {
    for (size_t k = 0; k < plan_.arrays.size(); ++k) {
      const int array = static_cast<int>(k);
      const std::string at = "loop.start(" + number(array) + ", _h.row)";
      if (access(array) != RowAccess::kConstant) {
        to_.line("  char* const " + start(array) + " = " + at + ";");
      } else if (plan_.arrays[k].read) {
        const GroupSource source{Kind::kArray, 0, static_cast<int16_t>(array)};
        to_.line("  const " + type(source) + " " + name(source) +
                 " = *(const " + type(source) + "*)" + at + ";");
      }
    }
  }

  static bool carries(const std::vector<const CarriedRow*>& rows,
                      const GroupSource& source) {
    return std::any_of(rows.begin(), rows.end(), [&](const CarriedRow* row) {
      return row->value == source;
    });
  }

  // Floats over what is the same along a row: half the work of a division.
  bool divides_row(int i) const {
    const GroupStep& s = step(i);
    const auto is_float = [&](const GroupSource& source) {
      return text_.dtype(source) == DType::kFloat32;
    };
    if (s.kind != StepKind::kElementwise || s.op != Op::divide ||
        s.where.kind != Kind::kNone || s.dtype[0] != DType::kFloat32 ||
        !is_float(s.in[0]) || !is_float(s.in[1]))
      return false;
    return is_kept(s.in[1]) || (s.in[1].kind == Kind::kArray &&
                                access(s.in[1].index) == RowAccess::kConstant);
  }
  bool divides_scalar(int i) const {
    const GroupStep& s = step(i);
    return s.kind == StepKind::kElementwise && s.op == Op::divide &&
           s.in[1].kind == Kind::kScalar &&
           text_.constants().divides(s.in[1].index);
  }

  void write_pass(int stage) {
    const Pass pass = pass_of(stage);
    if (pass.steps.empty() && pass.loads.empty() && pass.stores.empty()) return;
    std::vector<int> passing;
    for (int k : pass.loads) {
      const GroupSource a{Kind::kArray, 0, static_cast<int16_t>(k)};
      if (!carries(pass.to, a)) {
        passing.push_back(k);
        continue;
      }
      to_.line("  " + type(a) + " _" + name(a) + "[I][V];");
      for_each_vector(load(k, "[i]"));
    }
    for (const CarriedRow* row : pass.to)
      if (row->value.kind == Kind::kValue)
        to_.line("  " + type(row->value) + " _" + name(row->value) + "[I][V];");
    if (pass.steps.empty() && pass.stores.empty()) return;
    bool may_miss = false;
    for (int i : pass.steps) {
      may_miss = may_miss || divides_row(i) || divides_scalar(i);
      if (divides_row(i) && divisors_.insert(divisor(i)).second)
        to_.line("  const RowDivisor " + divisor(i) + "(" +
                 name(step(i).in[1]) + ");");
    }
    for_each_vector("{");
    for (int k : passing) {
      const GroupSource a{Kind::kArray, 0, static_cast<int16_t>(k)};
      to_.line("    " + type(a) + " _" + name(a) + "[V];");
      to_.line("    " + load(k, ""));
    }
    for (const GroupStore* store : pass.stores)
      to_.line("    " + array_type(store->array) + " _s" +
               number(store->array) + "[V];");
    if (may_miss) {
      to_.line("    bool _missed = false;");
      write_elements(pass, passing, true);
      to_.line("    if (_missed) {");
      to_.line("    constexpr tenorite::AtOnce _missed{};");
      write_elements(pass, passing, false);
      to_.line("    }");
    } else {
      write_elements(pass, passing, false);
    }
    for (const GroupStore* store : pass.stores)
      to_.line("    store_row<V, " + is_vector(store->array) + ">(" +
               pointer(store->array) + ", _h.stored(i), _s" +
               number(store->array) + ");");
    to_.line("  }");
  }

  std::string load(int array, const std::string& element) const {
    const GroupSource a{Kind::kArray, 0, static_cast<int16_t>(array)};
    return "load_row<V, " + is_vector(array) + ">(" + pointer(array) +
           ", _h.count(i), _" + name(a) + element + ");";
  }
  std::string divisor(int i) const { return "_by" + name(step(i).in[1]); }

  // `quick`: divisions by divisors, which may note that they have missed.
  void write_elements(const Pass& pass, const std::vector<int>& passing,
                      bool quick) {
    to_.line("#pragma unroll");
    to_.line("    for (int e = 0; e < V; ++e) if (_h.has(i, e)) {");
    const auto element = [&](const GroupSource& source,
                             const std::string& index) {
      to_.line("const " + type(source) + " " + name(source) + " = _" +
               name(source) + index + ";");
    };
    for (int k : pass.loads) {
      const GroupSource a{Kind::kArray, 0, static_cast<int16_t>(k)};
      const bool passes =
          std::find(passing.begin(), passing.end(), k) != passing.end();
      element(a, passes ? "[e]" : "[i][e]");
    }
    for (const CarriedRow* row : pass.from) element(row->value, "[i][e]");
    for (int i : pass.steps) {
      const GroupSource value{Kind::kValue, 0, static_cast<int16_t>(i)};
      if (quick && divides_row(i))
        to_.line("const float " + name(value) + " = " + divisor(i) +
                 ".divide(" + name(step(i).in[0]) + ", _missed);");
      else
        to_.line(text_.statements(i));
    }
    for (const CarriedRow* row : pass.to)
      if (row->value.kind == Kind::kValue)
        to_.line("_" + name(row->value) + "[i][e] = " + name(row->value) + ";");
    for (const GroupStore* store : pass.stores)
      to_.line(
          "_s" + number(store->array) + "[e] = " +
          text_.value(
              store->value,
              plan_.arrays[static_cast<size_t>(store->array)].view.dtype()) +
          ";");
    to_.line("    }");
  }

  void write_folds(int stage) {
    for (size_t f : folds_after(stage)) {
      const GroupSource result{Kind::kValue, 0,
                               static_cast<int16_t>(s_.folds[f])};
      const std::string index = number(static_cast<int>(f));
      to_.line(
          "  const " + type(result) + " " + name(result) + " = fold_held<" +
          functor(f) + ", " + (short_rows(f) ? "true" : "false") + ", " +
          threads() + ", " + device_type(fold_result(fold(f))) + ", " +
          type(result) + ">(loop.fold[" + index + "], loop.run, _h, _" +
          name(fold(f).in[0]) + ", " + (v_.parts > 1 ? "_states" : "nullptr") +
          ", _parts[" + index + "]);");
    }
  }

  void write_kept_stores() {
    bool any = false;
    for (const GroupStore& store : plan_.stores) {
      if (access(store.array) != RowAccess::kConstant) continue;
      // Others may still read what was there.
      if (!any) to_.line("  __syncthreads();");
      any = true;
      const std::string t = array_type(store.array);
      to_.line(
          "  if (_h.writes_kept()) *(" + t + "*)loop.start(" +
          number(store.array) + ", _h.row) = " +
          text_.value(
              store.value,
              plan_.arrays[static_cast<size_t>(store.array)].view.dtype()) +
          ";");
    }
  }

  std::set<std::string> divisors_;  // those that have their RowDivisor
};

}  // namespace

KernelSource held_rows_source(const GroupPlan& plan,
                              const RowsSchedule& schedule,
                              const RowsVariant& variant) {
  return HeldRowsText(plan, schedule, variant).source();
}

}  // namespace tenorite::jit
