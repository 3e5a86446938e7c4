// SPDX-License-Identifier: Apache-2.0
// Rows that a block keeps in shared memory.
#include <algorithm>
#include <set>

#include "jit/groups/group_fold.h"
#include "jit/groups/group_rows_text.h"

namespace tenorite::jit {
namespace {

// Vectors of a thread that are asked for before the first one is used, where
// they come from memory.
constexpr int kLoads = 4;
constexpr int kHeavyLoads = 2;

class SharedRowsText : RowsText {
 public:
  SharedRowsText(const GroupPlan& plan, const RowsSchedule& schedule,
                 const RowsVariant& variant)
      : RowsText(plan, schedule, variant) {}

  KernelSource source() {
    write_head("jit/prelude/groups/shared_rows.cuh");
    to_.line("  extern __shared__ uint4 _shared_words[];");
    to_.line("  char* const _shared = (char*)_shared_words;");
    to_.line("  const int _rows = loop.rows_here();");
    to_.line("  const int _vectors = _rows * (int)loop.vectors.by;");
    for (int stage = 0; stage < s_.stages; ++stage) {
      write_kept(stage);
      write_pass(stage);
      write_folds(stage);
    }
    write_kept_stores();
    return finish();
  }

 private:
  std::string place(int index) const {
    return "_shared + loop.place[" + number(index) + "]";
  }
  std::string kept_at(const GroupSource& source, const std::string& row) const {
    return "((" + type(source) + "*)(" +
           place(s_.kept_place[source.output]
                              [static_cast<size_t>(source.index)]) +
           "))[" + row + "]";
  }
  std::string row_at(const CarriedRow& row) const {
    return place(row.place) +
           " + _p[u].row * row_pitch((int)loop.vectors.by * "
           "(V * (int)sizeof(" +
           type(row.value) +
           "))) + _p[u].at * "
           "(int)sizeof(" +
           type(row.value) + ")";
  }
  // A variable for a value of a row: "const float v3 = ...".
  void declare_constant(const GroupSource& source, const std::string& row,
                        const char* indent) {
    const std::string from = is_kept(source)
                                 ? kept_at(source, row)
                                 : "*(const " + type(source) + "*)loop.start(" +
                                       number(source.index) + ", " + row + ")";
    to_.line(std::string(indent) + "const " + type(source) + " " +
             name(source) + " = " + from + ";");
  }

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

  std::string pointer(int array) const {
    return "loop.start(" + number(array) + ", _p[u].row) + _p[u].at * (int)" +
           "sizeof(" + array_type(array) + ")";
  }
  void for_each_vector(const std::string& what) {
    to_.line("#pragma unroll");
    to_.line("    for (int u = 0; u < U; ++u) " + what);
  }

  void write_pass(int stage) {
    const Pass pass = pass_of(stage);
    if (pass.steps.empty() && pass.loads.empty() && pass.stores.empty()) return;
    const int loads = pass.loads.empty() ? 1
                      : pass.heavy       ? kHeavyLoads
                                         : kLoads;
    to_.line("  {");
    to_.line("  constexpr int U = " + number(loads) + ";");
    to_.line("#pragma unroll 1");
    to_.line("  for (int _i = threadIdx.x; _i < _vectors; _i += U * " +
             threads() + ") {");
    to_.line("    RowPlace _p[U];");
    for_each_vector(std::string("_p[u] = loop.find<V, ") +
                    (v_.one ? "true" : "false") + ">(_i + u * " + threads() +
                    ", _vectors);");
    // Arrays of a thread's elements have the name of the element's variable.
    for (int k : pass.loads) {
      const GroupSource a{Kind::kArray, 0, static_cast<int16_t>(k)};
      to_.line("    " + type(a) + " _" + name(a) + "[U][V];");
      for_each_vector("load_row<V, " + is_vector(k) + ">(" + pointer(k) +
                      ", _p[u].count, _" + name(a) + "[u]);");
    }
    for (const CarriedRow* row : pass.from) {
      to_.line("    " + type(row->value) + " _" + name(row->value) + "[U][V];");
      for_each_vector("load_row<V, true>(" + row_at(*row) + ", _p[u].count, _" +
                      name(row->value) + "[u]);");
    }
    for (const CarriedRow* row : pass.to)
      if (row->value.kind == Kind::kValue)
        to_.line("    " + type(row->value) + " _" + name(row->value) +
                 "[U][V];");
    for (const GroupStore* store : pass.stores)
      to_.line("    " + array_type(store->array) + " _s" +
               number(store->array) + "[U][V];");
    if (!pass.steps.empty() || !pass.stores.empty()) write_elements(pass);
    for (const CarriedRow* row : pass.to)
      for_each_vector("store_row<V, true>(" + row_at(*row) +
                      ", _p[u].count, _" + name(row->value) + "[u]);");
    for (const GroupStore* store : pass.stores)
      for_each_vector("store_row<V, " + is_vector(store->array) + ">(" +
                      pointer(store->array) + ", _p[u].count, _s" +
                      number(store->array) + "[u]);");
    to_.line("  }");
    to_.line("  }");
  }

  void write_elements(const Pass& pass) {
    to_.line("#pragma unroll");
    to_.line("    for (int u = 0; u < U; ++u) {");
    to_.line("      if (_p[u].count <= 0) continue;");
    for (const GroupSource& source : pass.constants)
      declare_constant(source, "_p[u].row", "      ");
    to_.line("#pragma unroll");
    to_.line(std::string("      for (int e = 0; e < V; ++e) {") +
             (v_.whole ? "" : " if (e < _p[u].count) {"));
    auto element = [&](const GroupSource& source) {
      to_.line("const " + type(source) + " " + name(source) + " = _" +
               name(source) + "[u][e];");
    };
    for (int k : pass.loads)
      element({Kind::kArray, 0, static_cast<int16_t>(k)});
    for (const CarriedRow* row : pass.from) element(row->value);
    for (int i : pass.steps) to_.line(text_.statements(i));
    for (const CarriedRow* row : pass.to)
      if (row->value.kind == Kind::kValue)
        to_.line("_" + name(row->value) + "[u][e] = " + name(row->value) + ";");
    for (const GroupStore* store : pass.stores)
      to_.line(
          "_s" + number(store->array) + "[u][e] = " +
          text_.value(
              store->value,
              plan_.arrays[static_cast<size_t>(store->array)].view.dtype()) +
          ";");
    to_.line(v_.whole ? "      }" : "      } }");
    to_.line("    }");
  }

  void write_folds(int stage) {
    const std::vector<size_t> folds = folds_after(stage);
    if (folds.empty()) return;
    to_.line("  __syncthreads();");
    for (size_t f : folds) {
      const GroupSource& of = fold(f).in[0];
      const auto carried =
          std::find_if(s_.carried.begin(), s_.carried.end(),
                       [&](const CarriedRow& r) { return r.value == of; });
      const GroupSource result{Kind::kValue, 0,
                               static_cast<int16_t>(s_.folds[f])};
      to_.line("  fold_rows<" + functor(f) + ", " +
               (short_rows(f) ? "true" : "false") + ", " + threads() + ", " +
               device_type(fold_result(fold(f))) + ">(loop.fold[" +
               number(static_cast<int>(f)) + "], " + place(carried->place) +
               ", row_pitch((int)loop.vectors.by * (V * (int)sizeof(" +
               type(of) + "))), _rows, loop.run, " + place(s_.places() - 1) +
               ", &" + kept_at(result, "0") + ");");
    }
    to_.line("  __syncthreads();");
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
