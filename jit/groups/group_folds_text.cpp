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
    for (int k = 0; k < arrays(); ++k)
      if (needs_.arrays.test(static_cast<size_t>(k))) loads_.push_back(k);
    for (const GroupStore& store : plan_.stores)
      if (v_.stores && !is_kept_store(store)) stored_.push_back(&store);
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
    write_steps();
    write_make();
    write_keep();
    to_.line("};");
    to_.line("extern \"C\" __global__ void __launch_bounds__(" +
             number(cuda::kReduceThreads) + ", " + blocks(group) + ") " +
             kernel() + "(const __grid_constant__ " + group + " group) {");
    if (looks_up()) to_.line("  " + text_.fill_tables("group.constants"));
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
    if (!v_.one_axis) return "fold_any<" + folds + ">";
    // Elements one by one: more of them in flight, where there are registers.
    return "fold_any<" + folds + ", true, " + (loaded() > 1 ? "4>" : "8>");
  }

  int loaded() const {
    int count = 0;
    for (int k = 0; k < arrays(); ++k)
      count += v_.access[k] != FoldAccess::kNone &&
               v_.access[k] != FoldAccess::kOfOutput &&
               v_.access[k] != FoldAccess::kConstant;
    return count;
  }

  // The device's own kernel has registers for so many blocks; more arrays take
  // more of them.
  std::string blocks(const std::string& group) const {
    bool heavy = false;
    for (int i = 0; i < kMaxGroupSteps; ++i)
      heavy = heavy || (makes(i) && !text_.tables().is_looked_up(i) &&
                        is_heavy(step(i)));
    // More would be spilt to memory.
    if (heavy || (loaded() > 1 && folds_.size() > 2)) return "2";
    if (loaded() > 1) return "3";
    const bool rows =
        v_.kind == FoldKernel::kRows || v_.kind == FoldKernel::kRuns;
    return "tenorite::cuda::ReduceTuning<" + group +
           (rows ? "::Folds>::kRowBlocks" : "::Folds>::kBlocks");
  }

  bool makes(int i) const { return needs_.steps.test(static_cast<size_t>(i)); }
  bool looks_up() const {
    for (const ByteTable& table : text_.tables().all())
      if (makes(table.step)) return true;
    return false;
  }
  bool is_placed(int array) const {
    return v_.access[array] == FoldAccess::kRepeated ||
           v_.access[array] == FoldAccess::kStrided;
  }
  const char* placed(const char* placed, const char* along) const {
    return v_.along_last ? along : placed;
  }
  void load(int array, const std::string& x) {
    move(std::string(is_placed(array) ? placed("load_placed<", "load_along<")
                                      : "load_made<") +
             access(array) + ">",
         array, x);
  }
  void store(int array, const std::string& x) {
    move(is_placed(array) ? placed("store_placed", "store_along")
                          : "store_made<" + access(array) + ">",
         array, x);
  }
  void move(const std::string& how, int array, const std::string& x) {
    to_.line("#pragma unroll");
    to_.line("    for (int u = 0; u < B; ++u)");
    to_.line("      if (_count[b + u] > 0) " + how + "(*this, " +
             number(array) + ", " + place(array) + ", _count[b + u], " + x +
             "[u]);");
  }
  std::string place(int array) const {
    if (!is_placed(array)) return "_at[b + u]";
    if (!v_.along_last) return "_places[u]";
    return "_first" + number(array) + ", _at[b + u] - _at[0]";
  }
  // Whether elements may have to be made again: see
  // ops/device/scalar_divisor.h.
  bool may_miss() const {
    return text_.constants().any_divides() && !text_.constants().checked();
  }
  // A step's result, which an earlier kernel has stored.
  void read(int i) {
    const GroupSource value{Kind::kValue, 0, static_cast<int16_t>(i)};
    const int array = parts_.store_of[static_cast<size_t>(i)];
    to_.line("const " + type(value) + " " + name_of(value) + " = " +
             name_of({Kind::kArray, 0, static_cast<int16_t>(array)}) + ";");
  }
  std::string stored_type(const GroupStore* store) const {
    return device_type(array_dtype(store->array));
  }
  // The statements for one element: its operands by value, what is folded and
  // stored by reference.
  void write_steps() {
    std::string of_element;
    for (int k : loads_) {
      const GroupSource a{Kind::kArray, 0, static_cast<int16_t>(k)};
      of_element += ", " + type(a) + " " + name_of(a);
    }
    of_element += ", Folds::Value& _x, bool& _taken";
    for (const GroupStore* store : stored_)
      of_element += ", " + stored_type(store) + "& _s" + number(store->array);
    to_.line("  template <class Missed>");
    to_.line("  __device__ __forceinline__ void steps(Missed&& _missed" +
             of_element + ") const {");
    to_.line("    using namespace tenorite::kernel;");
    for (int i = 0; i < kMaxGroupSteps; ++i) {
      if (needs_.read.test(static_cast<size_t>(i))) read(i);
      if (makes(i)) to_.line(text_.statements(i));
    }
    int own = 0;
    for (int f : folds_)
      to_.line("put<" + number(own++) + ">(_x, " +
               text_.value(step(step_of(f)).in[0], v_.element[f]) + ");");
    if (mask().kind != Kind::kNone)
      to_.line("_taken = " + text_.value(mask(), DType::kBool) + ";");
    for (const GroupStore* store : stored_)
      to_.line("_s" + number(store->array) + " = " +
               text_.value(store->value, array_dtype(store->array)) + ";");
    to_.line("  }");
    if (!may_miss()) return;
    to_.line("  __device__ __noinline__ void steps_again(" +
             of_element.substr(2) + ") const {");
    to_.line("    steps(tenorite::AtOnce()" + operands("", "") +
             results("_", "", "") + ");");
    to_.line("  }");
  }
  // Arguments of these: ", _a0[u][e], a1", where `before` and `after` are about
  // the names of what was loaded for the element,
  std::string operands(const std::string& before,
                       const std::string& after) const {
    std::string text;
    for (int k : loads_) {
      const std::string name =
          name_of({Kind::kArray, 0, static_cast<int16_t>(k)});
      text += ", " + (is_of_output(k) ? name : before + name + after);
    }
    return text;
  }
  // and ", _x[b + u][e], _taken[b + u][e], _s2[u][e]".
  std::string results(const std::string& before, const std::string& folded,
                      const std::string& stored) const {
    std::string text =
        ", " + before + "x" + folded + ", " + before + "taken" + folded;
    for (const GroupStore* store : stored_)
      text += ", " + before + "s" + number(store->array) + stored;
    return text;
  }
  template <class F>
  void for_each_element(F f) {
    to_.line("#pragma unroll");
    to_.line("    for (int u = 0; u < B; ++u) {");
    to_.line("      if (_count[b + u] <= 0) continue;");
    to_.line("#pragma unroll");
    to_.line(std::string("      for (int e = 0; e < V; ++e) {") +
             (v_.whole ? "" : " if (e < _count[b + u]) {"));
    f();
    to_.line(v_.whole ? "      }" : "      } }");
    to_.line("    }");
  }
  void write_make() {
    int bytes = 0;
    for (int k : loads_)
      if (!is_of_output(k)) bytes += static_cast<int>(itemsize(array_dtype(k)));
    to_.line("  template <int V, int U>");
    to_.line(
        "  __device__ __forceinline__ void make(const long (&_at)[U], const "
        "int (&_count)[U], Folds::Value (&_x)[U][V], bool (&_taken)[U][V]) "
        "const {");
    to_.line("    using namespace tenorite::kernel;");
    bool placed = false, of_output = false;
    for (int k : loads_) {
      placed = placed || is_placed(k);
      of_output = of_output || is_of_output(k);
    }
    for (const GroupStore* store : stored_)
      placed = placed || is_placed(store->array);
    // All elements of a call are of one output, the first of them certainly.
    if (of_output || (placed && v_.along_last))
      to_.line("    const Place<" + number(v_.axes) +
               "> _first = place_in(shape, (unsigned)_at[0]);");
    for (int k : loads_) {
      const GroupSource a{Kind::kArray, 0, static_cast<int16_t>(k)};
      if (is_of_output(k))
        to_.line("    const " + type(a) + " " + name_of(a) + " = *(const " +
                 type(a) + "*)element(" + number(k) + ", _first);");
    }
    if (v_.along_last)
      for (int k = 0; k < arrays(); ++k)
        if (is_placed(k))
          to_.line("    char* const _first" + number(k) + " = element(" +
                   number(k) + ", _first);");
    to_.line("    constexpr int B = U * V * " + number(bytes) +
             " <= " + number(kMaxLoadedBytes) + " ? U : 1;");
    to_.line("#pragma unroll");
    to_.line("    for (int b = 0; b < U; b += B) {");
    if (placed && !v_.along_last) {
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
    for (int k : loads_) {
      const GroupSource a{Kind::kArray, 0, static_cast<int16_t>(k)};
      if (is_of_output(k)) continue;
      to_.line("    " + type(a) + " _" + name_of(a) + "[B][V];");
      load(k, "_" + name_of(a));
    }
    for (const GroupStore* store : stored_)
      to_.line("    " + std::string(device_type(array_dtype(store->array))) +
               " _s" + number(store->array) + "[B][V];");
    const bool again = may_miss();
    if (again) to_.line("    bool _again = false;");
    for_each_element([&] {
      to_.line(std::string("steps(") +
               (again ? "_again" : "tenorite::AtOnce()") +
               operands("_", "[u][e]") + results("_", "[b + u][e]", "[u][e]") +
               ");");
    });
    if (again) {
      to_.line("    if (_again) {");
      for_each_element([&] {
        // Others stay in registers.
        to_.line("Folds::Value x;");
        to_.line("bool taken = true;");
        for (const GroupStore* store : stored_)
          to_.line(stored_type(store) + " s" + number(store->array) + ";");
        const std::string arguments =
            operands("_", "[u][e]") + results("", "", "");
        to_.line("steps_again(" + arguments.substr(2) + ");");
        to_.line("_x[b + u][e] = x;");
        to_.line("_taken[b + u][e] = taken;");
        for (const GroupStore* store : stored_)
          to_.line("_s" + number(store->array) + "[u][e] = s" +
                   number(store->array) + ";");
      });
      to_.line("    }");
    }
    for (const GroupStore* store : stored_)
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
    if (text_.constants().any_divides())
      to_.line("    constexpr tenorite::AtOnce _missed{};");
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
  std::vector<int> folds_, loads_;         // loads_: arrays, over the shape
  std::vector<const GroupStore*> stored_;  // over the shape
  const GroupText& text_;
  TextBuilder& to_;
};

}  // namespace

KernelSource folds_source(const GroupPlan& plan, const FoldParts& parts,
                          const std::vector<FoldVariant>& variants) {
  const GroupText text(plan, ByteTables(plan));
  TextBuilder to(text.name());
  to.line("#include \"jit/prelude/groups/folds.cuh\"");
  to.line(text.preamble());
  std::string name;
  for (const FoldVariant& variant : variants) {
    FoldText fold(plan, parts, variant, text, to);
    fold.write();
    name = fold.kernel();
  }
  // Elements that a fold makes up are many of few threads.
  return make_source(
      name, to,
      {"--fmad=false", "--std=c++20", "--device-as-default-execution-space",
       "-DTENORITE_FEW_THREADS"},
      {});
}

}  // namespace tenorite::jit
