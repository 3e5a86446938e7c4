// SPDX-License-Identifier: Apache-2.0
// Rows that a block keeps in shared memory.
#include <algorithm>
#include <set>

#include "jit/groups/group_fold.h"
#include "jit/groups/group_scan.h"
#include "jit/groups/group_shared_text.h"

namespace tenorite::jit {
namespace {

class SharedRowsText : SharedText {
 public:
  SharedRowsText(const GroupPlan& plan, const RowsSchedule& schedule,
                 const RowsVariant& variant)
      : SharedText(plan, schedule, variant) {}

  KernelSource source() {
    write_head(s_.scans.empty() ? "jit/prelude/groups/shared_rows.cuh"
                                : "jit/prelude/groups/scan_rows.cuh");
    to_.line("  extern __shared__ uint4 _shared_words[];");
    to_.line("  char* const _shared = (char*)_shared_words;");
    to_.line("  const int _rows = loop.rows_here();");
    to_.line("  const int _vectors = _rows * (int)loop.vectors.by;");
    for (int stage = 0; stage < s_.stages; ++stage) {
      write_kept(stage);
      write_pass(stage, threads());
      write_folds(stage);
      write_scans(stage);
    }
    write_kept_stores();
    return finish();
  }

 private:
  // One thread for each row.
  void write_kept(int stage) {
    const std::vector<int> now = kept_steps(stage);
    if (now.empty()) return;
    to_.line("  if ((int)threadIdx.x < _rows) {");
    std::set<std::string> known;
    for (int i : now) {
      for_each_source(step(i), [&](const GroupSource& source) {
        if (source.kind != Kind::kArray && source.kind != Kind::kValue) return;
        if (known.insert(name(source)).second)
          declare_constant(source, "threadIdx.x", "    ");
      });
      to_.line(text_.statements(i));
      for (int k = 0; k < step(i).nout; ++k) {
        const GroupSource value{Kind::kValue, static_cast<uint8_t>(k),
                                static_cast<int16_t>(i)};
        known.insert(name(value));
        to_.line("    " + kept_at(value, "threadIdx.x") + " = " + name(value) +
                 ";");
      }
    }
    to_.line("  }");
    to_.line("  __syncthreads();");
  }

  const CarriedRow& carried(const GroupSource& value) const {
    return *std::find_if(
        s_.carried.begin(), s_.carried.end(),
        [&](const CarriedRow& row) { return row.value == value; });
  }
  // Bytes between rows of a value.
  std::string pitch(const GroupSource& value) const {
    return "row_pitch<" + padded() +
           ">((int)loop.vectors.by * V, (int)sizeof(" + type(value) + "))";
  }
  static GroupSource value_of(int step) {
    return {Kind::kValue, 0, static_cast<int16_t>(step)};
  }

  void write_folds(int stage) {
    const std::vector<size_t> folds = folds_after(stage);
    if (folds.empty()) return;
    to_.line("  __syncthreads();");
    for (size_t f : folds) {
      const GroupSource& of = fold(f).in[0];
      const GroupSource result = value_of(s_.folds[f]);
      to_.line("  fold_rows<" + functor(f) + ", " +
               (short_rows(f) ? "true" : "false") + ", " + threads() + ", " +
               device_type(fold_result(fold(f))) +
               (s_.scans.empty() ? "" : ", true") + ">(loop.fold[" +
               number(static_cast<int>(f)) + "], " + place(carried(of).place) +
               ", " + pitch(of) + ", _rows, loop.run, " +
               place(s_.places() - 1) + ", &" + kept_at(result, "0") + ");");
    }
    to_.line("  __syncthreads();");
  }

  // The scans that follow the pass of a stage, one after the other.
  void write_scans(int stage) {
    bool any = false;
    for (int i : s_.scans) {
      if (s_.step_stage[static_cast<size_t>(i)] != stage + 1) continue;
      any = true;
      const GroupSource &from = step(i).in[0], to = value_of(i);
      to_.line("  __syncthreads();");
      to_.line("  scan_rows<" + scan_type(step(i), text_.dtype(from)) + ", " +
               threads() + ">(" + place(carried(from).place) + ", " +
               pitch(from) + ", " + place(carried(to).place) + ", " +
               pitch(to) + ", _rows, loop.run, " + place(s_.places() - 1) +
               ");");
    }
    if (any) to_.line("  __syncthreads();");
  }

  void write_kept_stores() {
    bool any = false;
    for (const GroupStore& store : plan_.stores) {
      if (access(store.array) != RowAccess::kConstant) continue;
      if (!any) {
        // Others may still read what was there.
        to_.line("  __syncthreads();");
        to_.line("  if ((int)threadIdx.x < _rows) {");
        any = true;
      }
      to_.line("    {");
      if (store.value.kind == Kind::kArray || store.value.kind == Kind::kValue)
        declare_constant(store.value, "threadIdx.x", "    ");
      const DType dtype =
          plan_.arrays[static_cast<size_t>(store.array)].view.dtype();
      to_.line("    *(" + array_type(store.array) + "*)loop.start(" +
               number(store.array) +
               ", threadIdx.x) = " + text_.value(store.value, dtype) + ";");
      to_.line("    }");
    }
    if (any) to_.line("  }");
  }
};

}  // namespace

KernelSource shared_rows_source(const GroupPlan& plan,
                                const RowsSchedule& schedule,
                                const RowsVariant& variant) {
  return SharedRowsText(plan, schedule, variant).source();
}

}  // namespace tenorite::jit
