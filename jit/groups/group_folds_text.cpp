// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <set>

#include "jit/codegen/kernel_text.h"
#include "jit/groups/group_fold.h"
#include "jit/groups/group_folds.h"
#include "jit/groups/group_kernels.h"
#include "jit/groups/group_text.h"

namespace tenorite::jit {
namespace {

using Kind = GroupSource::Kind;
using StepKind = Instruction::Kind;

constexpr const char* kAccess[] = {
    "", "kVector", "kUnit", "kRepeated", "kStrided", nullptr, "kConstant"};
// What a thread asks memory for before it uses any of it.
constexpr int kMaxLoadedBytes = 192;

std::string number(int n) { return std::to_string(n); }

// One kernel.
class FoldText {
 public:
  FoldText(const GroupPlan& plan, const FoldParts& parts,
           const FoldVariant& variant, const GroupText& text, TextBuilder& to)
      : plan_(plan),
        parts_(parts),
        v_(variant),
        needs_(parts.needs_of(variant)),
        text_(text),
        to_(to) {
    for_each_fold(v_.folds, [&](int f) { folds_.push_back(f); });
  }

  std::string kernel() const {
    return text_.name() + (v_.others ? "_" + number(folds_[0]) : "");
  }
  void write() {
    const std::string group = "Group" + number(folds_[0]);
    to_.line("struct " + group + " : tenorite::kernel::FoldLoop<" +
             number(static_cast<int>(folds_.size())) + ", " + number(arrays()) +
             ", " + number(std::popcount(v_.others)) + ", " + number(v_.axes) +
             ", " + number(v_.kept_axes) + "> {");
    write_folds();
    if (text_.constants().bytes() > 0)
      to_.line("  alignas(16) GroupConstants constants;");
    write_make();
    write_keep();
    to_.line("};");
    to_.line("extern \"C\" __global__ void __launch_bounds__(" +
             number(cuda::kReduceThreads) + ", " + blocks(group) + ") " +
             kernel() + "(const __grid_constant__ " + group + " group) {");
    to_.line("  tenorite::cuda::" + body(group) + "(group);");
    to_.line("}");
  }

 private:
  const GroupStep& step(int i) const {
    return plan_.steps[static_cast<size_t>(i)];
  }
  const GroupSource& mask() const { return step(step_of(folds_[0])).where; }
  int step_of(int fold) const {
    return parts_.folds[static_cast<size_t>(fold)];
  }
  int arrays() const { return static_cast<int>(plan_.arrays.size()); }
  DType array_dtype(int array) const {
    return plan_.arrays[static_cast<size_t>(array)].view.dtype();
  }
  std::string type(const GroupSource& source) const {
    return device_type(text_.dtype(source));
  }
  // What statements call it.
  std::string name_of(const GroupSource& source) const {
    return text_.value(source, text_.dtype(source));
  }
  std::string access(int array) const {
    return std::string("FoldAccess::") +
           kAccess[static_cast<int>(v_.access[array])];
  }
  bool is_of_output(int array) const {
    return v_.access[array] == FoldAccess::kOfOutput;
  }
  bool is_kept_store(const GroupStore& store) const {
    return parts_.constant[static_cast<size_t>(store.array)];
  }

  void write_folds() {
    std::string list;
    int i = 0;
    for (int f : folds_) {
      const FoldTypes& types = parts_.types[static_cast<size_t>(f)];
      GroupStep fold = step(step_of(f));
      fold.compute = types.compute;
      to_.line("  using Fold" + number(i) + " = " +
               fold_functor(fold, types.in) + ";");
      list += (i ? ", " : "") + ("tenorite::kernel::Fold<" + number(i) +
                                 ", Fold" + number(i) + ">");
      ++i;
    }
    to_.line("  using Folds = tenorite::kernel::Siblings<" + list + ">;");
    const bool masked = mask().kind != Kind::kNone;
    to_.line(std::string("  static constexpr bool kMasked = ") +
             (masked ? "true;" : "false;"));
  }

  std::string body(const std::string& group) const {
    const std::string folds = group + "::Folds";
    const std::string one_axis = v_.one_axis ? ", true>" : ">";
    switch (v_.kind) {
      case FoldKernel::kRows:
        return "fold_rows<" + folds + ", true>";
      case FoldKernel::kRuns:
        return "fold_rows<" + folds + ", false>";
      case FoldKernel::kColumns:
        return "fold_columns<" + folds + one_axis;
      case FoldKernel::kAny:
        break;
    }
    return "fold_any<" + folds + one_axis;
  }

  // The device's own kernel has registers for so many blocks; more arrays take
  // more of them.
  std::string blocks(const std::string& group) const {
    int loaded = 0;
    bool heavy = false;
    for (int k = 0; k < arrays(); ++k)
      loaded += v_.access[k] != FoldAccess::kNone &&
                v_.access[k] != FoldAccess::kOfOutput &&
                v_.access[k] != FoldAccess::kConstant;
    for (int i = 0; i < kMaxGroupSteps; ++i)
      heavy = heavy || (makes(i) && is_heavy(step(i)));
    if (loaded > 1 || heavy) return "2";
    const bool rows =
        v_.kind == FoldKernel::kRows || v_.kind == FoldKernel::kRuns;
    return "tenorite::cuda::ReduceTuning<" + group +
           (rows ? "::Folds>::kRowBlocks" : "::Folds>::kBlocks");
  }

  bool makes(int i) const { return needs_.steps.test(static_cast<size_t>(i)); }
  bool is_placed(int array) const {
    return v_.access[array] == FoldAccess::kRepeated ||
           v_.access[array] == FoldAccess::kStrided;
  }
  void load(int array, const std::string& x) {
    move(std::string(is_placed(array) ? "load_placed<" : "load_made<") +
             access(array) + ">",
         array, x);
  }
  void store(int array, const std::string& x) {
    move(
        is_placed(array) ? "store_placed" : "store_made<" + access(array) + ">",
        array, x);
  }
  void move(const std::string& how, int array, const std::string& x) {
    to_.line("#pragma unroll");
    to_.line("    for (int u = 0; u < B; ++u)");
    to_.line("      if (_count[b + u] > 0) " + how + "(*this, " +
             number(array) + ", " +
             (is_placed(array) ? "_places[u]" : "_at[b + u]") +
             ", _count[b + u], " + x + "[u]);");
  }
  void write_make() {
    std::vector<int> loads;
    for (int k = 0; k < arrays(); ++k)
      if (needs_.arrays.test(static_cast<size_t>(k))) loads.push_back(k);
    std::vector<const GroupStore*> stores;
    for (const GroupStore& store : plan_.stores)
      if (v_.stores && !is_kept_store(store)) stores.push_back(&store);
    int bytes = 0;
    for (int k : loads)
      if (!is_of_output(k)) bytes += static_cast<int>(itemsize(array_dtype(k)));
    to_.line("  template <int V, int U>");
    to_.line(
        "  __device__ __forceinline__ void make(const long (&_at)[U], const "
        "int (&_count)[U], Folds::Value (&_x)[U][V], bool (&_taken)[U][V]) "
        "const {");
    to_.line("    using namespace tenorite::kernel;");
    // All elements of a call are of one output, the first of them certainly.
    for (int k : loads) {
      const GroupSource a{Kind::kArray, 0, static_cast<int16_t>(k)};
      if (is_of_output(k))
        to_.line("    const " + type(a) + " " + name_of(a) + " = *(const " +
                 type(a) + "*)element(" + number(k) +
                 ", place_in(shape, (unsigned)_at[0]));");
    }
    to_.line("    constexpr int B = U * V * " + number(bytes) +
             " <= " + number(kMaxLoadedBytes) + " ? U : 1;");
    to_.line("#pragma unroll");
    to_.line("    for (int b = 0; b < U; b += B) {");
    bool placed = false;
    for (int k : loads) placed = placed || is_placed(k);
    for (const GroupStore* store : stores)
      placed = placed || is_placed(store->array);
    if (placed) {
      // For all arrays, which take less with them than without.
      to_.line("    Place<" + number(v_.axes) + "> _places[B][V];");
      to_.line("#pragma unroll");
      to_.line("    for (int u = 0; u < B; ++u)");
      to_.line("#pragma unroll");
      to_.line("      for (int e = 0; e < V; ++e)");
      to_.line(
          "        _places[u][e] = place_in(shape, (unsigned)_at[b + u] + e);");
    }
    // Arrays of a thread's elements have the name of the element's variable.
    for (int k : loads) {
      const GroupSource a{Kind::kArray, 0, static_cast<int16_t>(k)};
      if (is_of_output(k)) continue;
      to_.line("    " + type(a) + " _" + name_of(a) + "[B][V];");
      load(k, "_" + name_of(a));
    }
    for (const GroupStore* store : stores)
      to_.line("    " + std::string(device_type(array_dtype(store->array))) +
               " _s" + number(store->array) + "[B][V];");
    to_.line("#pragma unroll");
    to_.line("    for (int u = 0; u < B; ++u) {");
    to_.line("      if (_count[b + u] <= 0) continue;");
    to_.line("#pragma unroll");
    to_.line(std::string("      for (int e = 0; e < V; ++e) {") +
             (v_.whole ? "" : " if (e < _count[b + u]) {"));
    for (int k : loads) {
      const GroupSource a{Kind::kArray, 0, static_cast<int16_t>(k)};
      if (is_of_output(k)) continue;
      to_.line("const " + type(a) + " " + name_of(a) + " = _" + name_of(a) +
               "[u][e];");
    }
    for (int i = 0; i < kMaxGroupSteps; ++i)
      if (makes(i)) to_.line(text_.statements(i));
    int own = 0;
    for (int f : folds_)
      to_.line("put<" + number(own++) + ">(_x[b + u][e], " +
               text_.value(step(step_of(f)).in[0], v_.element[f]) + ");");
    if (mask().kind != Kind::kNone)
      to_.line("_taken[b + u][e] = " + text_.value(mask(), DType::kBool) + ";");
    for (const GroupStore* store : stores)
      to_.line("_s" + number(store->array) + "[u][e] = " +
               text_.value(store->value, array_dtype(store->array)) + ";");
    to_.line(v_.whole ? "      }" : "      } }");
    to_.line("    }");
    for (const GroupStore* store : stores)
      this->store(store->array, "_s" + number(store->array));
    to_.line("    }");
    to_.line("  }");
  }

  GroupSource result_of(int fold) const {
    return {Kind::kValue, 0, static_cast<int16_t>(step_of(fold))};
  }
  // Where kernels before the last one leave theirs, side by side.
  std::string left_result(int fold) const {
    const int before = std::popcount(v_.others & ((1u << fold) - 1));
    return "((" + type(result_of(fold)) + "*)data[" +
           number(arrays() + before) + "])[_output]";
  }
  void write_keep() {
    to_.line(
        "  __device__ __forceinline__ void keep(long _output, const "
        "Folds::Acc& "
        "_acc) const {");
    to_.line("    using namespace tenorite::kernel;");
    std::set<std::string> known;
    auto have = [&](int fold, const std::string& text) {
      const GroupSource result = result_of(fold);
      known.insert(name_of(result));
      to_.line("    const " + type(result) + " " + name_of(result) + " = " +
               text + ";");
    };
    int i = 0;
    for (int f : folds_) {
      const std::string own = number(i++);
      have(f, "cast<" + type(result_of(f)) + ">(tenorite::bit_cast<" +
                  device_type(fold_result(step(step_of(f)))) + ">(finish<Fold" +
                  own + ", " + own + ">(_acc)))");
      if (!v_.is_last())
        to_.line("    " + left_result(f) + " = " + name_of(result_of(f)) + ";");
    }
    if (!v_.is_last()) {
      to_.line("  }");
      return;
    }
    for_each_fold(v_.others, [&](int f) { have(f, left_result(f)); });
    auto load = [&](const GroupSource& source) {
      if (source.kind != Kind::kArray || !known.insert(name_of(source)).second)
        return;
      to_.line("    const " + type(source) + " " + name_of(source) +
               " = *(const " + type(source) + "*)" + kept(source.index) + ";");
    };
    for (int i : parts_.kept_steps) {
      for_each_source(step(i), load);
      to_.line(text_.statements(i));
    }
    for (const GroupStore& store : plan_.stores)
      if (is_kept_store(store)) load(store.value);
    for (const GroupStore& store : plan_.stores) {
      if (!is_kept_store(store)) continue;
      const DType dtype = array_dtype(store.array);
      to_.line("    *(" + std::string(device_type(dtype)) + "*)" +
               kept(store.array) + " = " + text_.value(store.value, dtype) +
               ";");
    }
    to_.line("  }");
  }
  std::string kept(int array) const {
    return "this->kept(" + number(array) + ", _output)";
  }

  const GroupPlan& plan_;
  const FoldParts& parts_;
  const FoldVariant& v_;
  const FoldNeeds needs_;
  std::vector<int> folds_;
  const GroupText& text_;
  TextBuilder& to_;
};

}  // namespace

KernelSource folds_source(const GroupPlan& plan, const FoldParts& parts,
                          const std::vector<FoldVariant>& variants) {
  const GroupText text(plan);
  TextBuilder to(text.name());
  to.line("#include \"jit/prelude/groups/folds.cuh\"");
  to.line(text.preamble());
  std::string name;
  for (const FoldVariant& variant : variants) {
    FoldText fold(plan, parts, variant, text, to);
    fold.write();
    name = fold.kernel();
  }
  return make_source(
      name, to,
      {"--fmad=false", "--std=c++20", "--device-as-default-execution-space"},
      {});
}

}  // namespace tenorite::jit
