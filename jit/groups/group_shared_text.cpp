// SPDX-License-Identifier: Apache-2.0
#include "jit/groups/group_shared_text.h"

namespace tenorite::jit {
namespace {

// Vectors of a thread that are asked for before the first one is used, where
// they come from memory.
constexpr int kLoads = 4;
constexpr int kHeavyLoads = 2;

}  // namespace

std::string SharedText::kept_at(const GroupSource& source,
                                const std::string& row) const {
  return "((" + type(source) + "*)(" +
         place(
             s_.kept_place[source.output][static_cast<size_t>(source.index)]) +
         "))[" + row + "]";
}
void SharedText::declare_constant(const GroupSource& source,
                                  const std::string& row, const char* indent) {
  const std::string from = is_kept(source)
                               ? kept_at(source, row)
                               : "*(const " + type(source) + "*)loop.start(" +
                                     number(source.index) + ", " + row + ")";
  to_.line(std::string(indent) + "const " + type(source) + " " + name(source) +
           " = " + from + ";");
}

std::string SharedText::row_at(const CarriedRow& row) const {
  return place(row.place) + " + loop.template kept_at<" + padded() +
         ", V>(_p[u], (int)" + "sizeof(" + type(row.value) + "))";
}

std::string SharedText::pointer(int array) const {
  return "loop.element(" + number(array) + ", _p[u], (int)sizeof(" +
         array_type(array) + "))";
}

void SharedText::for_each_vector(const std::string& what) {
  to_.line("#pragma unroll");
  to_.line("    for (int u = 0; u < U; ++u) " + what);
}

void SharedText::write_pass(int stage, const std::string& workers, bool few) {
  const Pass pass = pass_of(stage);
  if (pass.steps.empty() && pass.loads.empty() && pass.stores.empty()) return;
  const int loads = pass.loads.empty() && !few ? 1
                    : pass.heavy               ? kHeavyLoads
                                               : kLoads;
  to_.line("  {");
  to_.line("  constexpr int U = " + number(loads) + ";");
  to_.line("#pragma unroll 1");
  to_.line("  for (int _i = threadIdx.x; _i < _vectors; _i += U * " + workers +
           ") {");
  to_.line("    RowPlace _p[U];");
  for_each_vector(std::string("_p[u] = loop.template find<V, ") +
                  (v_.one ? "true" : "false") + ">(_i + u * " + workers +
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
      to_.line("    " + type(row->value) + " _" + name(row->value) + "[U][V];");
  for (const GroupStore* store : pass.stores)
    to_.line("    " + array_type(store->array) + " _s" + number(store->array) +
             "[U][V];");
  if (!pass.steps.empty() || !pass.stores.empty()) write_elements(pass);
  for (const CarriedRow* row : pass.to)
    for_each_vector("store_row<V, true>(" + row_at(*row) + ", _p[u].count, _" +
                    name(row->value) + "[u]);");
  for (const GroupStore* store : pass.stores)
    for_each_vector("store_row<V, " + is_vector(store->array) + ">(" +
                    pointer(store->array) + ", _p[u].count, _s" +
                    number(store->array) + "[u]);");
  to_.line("  }");
  to_.line("  }");
}

void SharedText::write_elements(const Pass& pass) {
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
  for (int k : pass.loads) element({Kind::kArray, 0, static_cast<int16_t>(k)});
  for (const CarriedRow* row : pass.from) element(row->value);
  for (int i : pass.steps) to_.line(text_.statements(i));
  for (const CarriedRow* row : pass.to)
    if (row->value.kind == Kind::kValue)
      to_.line("_" + name(row->value) + "[u][e] = " + name(row->value) + ";");
  for (const GroupStore* store : pass.stores)
    to_.line("_s" + number(store->array) + "[u][e] = " +
             text_.value(
                 store->value,
                 plan_.arrays[static_cast<size_t>(store->array)].view.dtype()) +
             ";");
  to_.line(v_.whole ? "      }" : "      } }");
  to_.line("    }");
}

}  // namespace tenorite::jit
