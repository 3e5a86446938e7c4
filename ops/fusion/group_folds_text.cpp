// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "ops/fusion/group_fold.h"
#include "ops/fusion/group_folds.h"
#include "ops/fusion/group_text.h"
#include "ops/fusion/kernel_text.h"

namespace tenorite::fusion {
namespace {

using Kind = GroupSource::Kind;
using StepKind = Instruction::Kind;

constexpr const char* kAccess[] = {"", "kVector", "kUnit", "kStrided",
                                   "kConstant"};
// What a thread asks memory for before it uses any of it.
constexpr int kMostLoadedBytes = 192;

std::string number(int n) { return std::to_string(n); }

// One pass.
class FoldText {
 public:
  FoldText(const GroupPlan& plan, const FoldPasses& passes,
           const FoldVariant& variant, const GroupText& text, TextBuilder& to)
      : plan_(plan),
        passes_(passes),
        v_(variant),
        fold_(passes.folds[variant.pass]),
        text_(text),
        to_(to) {}

  std::string kernel() const {
    return text_.name() +
           (passes_.folds.size() > 1 ? "_" + number(v_.pass) : "");
  }
  void write() {
    const std::string group = "Group" + number(v_.pass);
    to_.line("struct " + group + " : tenorite::kernel::FoldLoop<" +
             number(arrays() + static_cast<int>(passes_.folds.size()) - 1) +
             ", " + number(v_.axes) + ", " + number(v_.kept_axes) + "> {");
    to_.line(std::string("  using Element = ") + device_type(v_.element) + ";");
    if (text_.constant_bytes() > 0)
      to_.line("  alignas(16) GroupConstants constants;");
    write_make();
    write_keep();
    to_.line("};");
    const std::string functor =
        fold_functor(step(fold_), text_.dtype(step(fold_).in[0]));
    to_.line("extern \"C\" __global__ void __launch_bounds__(" +
             number(cuda::kReduceThreads) + ", " + blocks(functor) + ") " +
             kernel() + "(const __grid_constant__ " + group + " group) {");
    to_.line("  tenorite::cuda::" + fold(functor) + "(group);");
    to_.line("}");
  }

 private:
  const GroupStep& step(int i) const {
    return plan_.steps[static_cast<size_t>(i)];
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
  bool is_kept_store(const GroupStore& store) const {
    return passes_.constant[static_cast<size_t>(store.array)];
  }
  const std::vector<int>& made_steps() const { return passes_.steps[v_.pass]; }

  std::string fold(const std::string& functor) const {
    switch (v_.kind) {
      case FoldKernel::kRows:
        return "fold_rows<" + functor + ", true>";
      case FoldKernel::kRuns:
        return "fold_rows<" + functor + ", false>";
      case FoldKernel::kColumns:
        return "fold_columns<" + functor + ">";
      case FoldKernel::kAny:
        break;
    }
    return "fold_any<" + functor + ">";
  }

  // The device's own kernel has registers for so many blocks; more arrays take
  // more of them.
  std::string blocks(const std::string& functor) const {
    int loaded = 0;
    bool heavy = false;
    for (int k = 0; k < arrays(); ++k)
      loaded += v_.access[k] != FoldAccess::kNone &&
                v_.access[k] != FoldAccess::kConstant;
    for (int i : made_steps())
      heavy = heavy ||
              (step(i).kind == StepKind::kElementwise && info(step(i).op).ulp);
    if (loaded > 1 || heavy) return "2";
    const bool rows =
        v_.kind == FoldKernel::kRows || v_.kind == FoldKernel::kRuns;
    return "tenorite::cuda::ReduceTuning<" + functor +
           (rows ? ">::kRowBlocks" : ">::kBlocks");
  }

  void for_each_vector(const char* what, int array, const std::string& x) {
    to_.line("#pragma unroll");
    to_.line("    for (int u = 0; u < B; ++u)");
    to_.line(std::string("      if (_count[b + u] > 0) ") + what + "_made<" +
             access(array) + ">(*this, " + number(array) +
             ", _at[b + u], _count[b + u], " + x + "[u]);");
  }
  void write_make() {
    std::vector<int> loads;
    auto use = [&](const GroupSource& source) {
      if (source.kind == Kind::kArray &&
          std::find(loads.begin(), loads.end(), source.index) == loads.end())
        loads.push_back(source.index);
    };
    std::vector<const GroupStore*> stores;
    for (int i : made_steps()) for_each_source(step(i), use);
    use(step(fold_).in[0]);
    if (v_.pass == 0)
      for (const GroupStore& store : plan_.stores)
        if (!is_kept_store(store)) {
          stores.push_back(&store);
          use(store.value);
        }
    int bytes = 0;
    for (int k : loads) bytes += static_cast<int>(itemsize(array_dtype(k)));
    to_.line("  template <int V, int U>");
    to_.line(
        "  __device__ __forceinline__ void make(const long (&_at)[U], const "
        "int (&_count)[U], Element (&_x)[U][V]) const {");
    to_.line("    using namespace tenorite::kernel;");
    to_.line("    constexpr int B = U * V * " + number(bytes) +
             " <= " + number(kMostLoadedBytes) + " ? U : 1;");
    to_.line("#pragma unroll");
    to_.line("    for (int b = 0; b < U; b += B) {");
    // Arrays of a thread's elements have the name of the element's variable.
    for (int k : loads) {
      const GroupSource a{Kind::kArray, 0, static_cast<int16_t>(k)};
      to_.line("    " + type(a) + " _" + name_of(a) + "[B][V];");
      for_each_vector("load", k, "_" + name_of(a));
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
      to_.line("const " + type(a) + " " + name_of(a) + " = _" + name_of(a) +
               "[u][e];");
    }
    for (int i : made_steps()) to_.line(text_.statements(i));
    to_.line("_x[b + u][e] = " + text_.value(step(fold_).in[0], v_.element) +
             ";");
    for (const GroupStore* store : stores)
      to_.line("_s" + number(store->array) + "[u][e] = " +
               text_.value(store->value, array_dtype(store->array)) + ";");
    to_.line(v_.whole ? "      }" : "      } }");
    to_.line("    }");
    for (const GroupStore* store : stores)
      for_each_vector("store", store->array, "_s" + number(store->array));
    to_.line("    }");
    to_.line("  }");
  }

  // Results of other reductions, side by side.
  std::string other_result(size_t fold) const {
    const GroupSource value{Kind::kValue, 0,
                            static_cast<int16_t>(passes_.folds[fold])};
    return "((" + type(value) + "*)data[" +
           number(arrays() + static_cast<int>(fold)) + "])[_output]";
  }
  void write_keep() {
    const GroupSource result{Kind::kValue, 0, static_cast<int16_t>(fold_)};
    to_.line("  template <class F>");
    to_.line(
        "  __device__ __forceinline__ void keep(long _output, typename F::Acc "
        "_acc) const {");
    to_.line("    const " + type(result) + " " + name_of(result) + " = cast<" +
             type(result) + ">(tenorite::bit_cast<" +
             device_type(fold_result(step(fold_))) +
             ">(F::finish(_acc, reduced_size, finishing)));");
    if (!passes_.is_last(v_.pass)) {
      to_.line("    " + other_result(v_.pass) + " = " + name_of(result) + ";");
      to_.line("  }");
      return;
    }
    std::set<std::string> known{name_of(result)};
    for (size_t f = 0; f + 1 < passes_.folds.size(); ++f) {
      const GroupSource value{Kind::kValue, 0,
                              static_cast<int16_t>(passes_.folds[f])};
      to_.line("    const " + type(value) + " " + name_of(value) + " = " +
               other_result(f) + ";");
      known.insert(name_of(value));
    }
    auto load = [&](const GroupSource& source) {
      if (source.kind != Kind::kArray || !known.insert(name_of(source)).second)
        return;
      to_.line("    const " + type(source) + " " + name_of(source) +
               " = *(const " + type(source) + "*)" + kept(source.index) + ";");
    };
    for (int i : passes_.kept_steps) {
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
  const FoldPasses& passes_;
  const FoldVariant& v_;
  const int fold_;
  const GroupText& text_;
  TextBuilder& to_;
};

}  // namespace

KernelSource folds_source(const GroupPlan& plan, const FoldPasses& passes,
                          const std::vector<FoldVariant>& variants) {
  const GroupText text(plan);
  TextBuilder to(text.name());
  to.line("#include \"ops/fusion/prelude/folds.cuh\"");
  to.line(text.preamble());
  std::string name;
  for (const FoldVariant& variant : variants) {
    FoldText fold(plan, passes, variant, text, to);
    fold.write();
    name = fold.kernel();
  }
  return make_source(
      name, to,
      {"--fmad=false", "--std=c++20", "--device-as-default-execution-space"},
      {});
}

}  // namespace tenorite::fusion
