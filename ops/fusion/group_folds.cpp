// SPDX-License-Identifier: Apache-2.0
#include "ops/fusion/group_folds.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <type_traits>

#include "core/error.h"
#include "ops/cuda/fast_divisor.h"
#include "ops/fusion/group_fold.h"
#include "ops/fusion/group_key.h"
#include "ops/fusion/group_program.h"
#include "ops/fusion/group_text.h"
#include "ops/planning.h"

namespace tenorite::fusion {
namespace {

using Kind = GroupSource::Kind;
using StepKind = Instruction::Kind;

constexpr int kMostFolds = 4;
constexpr int kMostAxes = 6;
constexpr int kMostLiveWords = 32;  // several elements of a thread at a time
constexpr int64_t kMostParameterBytes = 4000;
constexpr int64_t kTwo31 = int64_t{1} << 31;
constexpr int64_t kMostTiles = int64_t{1} << 30;
// kNowhere of ops/fusion/prelude/folds.cuh.
constexpr uintptr_t kNowhere = uintptr_t{1} << 40;

static_assert(sizeof(cuda::ReduceArgs) % 8 == 0 &&
              std::is_trivially_copyable_v<cuda::ReduceArgs>);

// None where such a group has no kernels.
std::optional<FoldPasses> passes_of(const GroupPlan& plan) {
  FoldPasses passes;
  auto is_kept = [&](const GroupSource& source) {
    return source.kind == Kind::kValue &&
           plan.steps[static_cast<size_t>(source.index)].kept;
  };
  bool makes = false, in_place = false;
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    const GroupStep& step = plan.steps[i];
    const bool folds = step.kind == StepKind::kReduce;
    if (!step.kept || folds) {
      bool spreads = false;
      for_each_source(step, [&](const GroupSource& source) {
        spreads = spreads || is_kept(source);
      });
      if (spreads) return {};
    }
    if (!folds) {
      if (step.kept) passes.kept_steps.push_back(static_cast<int>(i));
      makes = makes || !step.kept;
      continue;
    }
    if (step.where.kind != Kind::kNone || step.in[0].kind == Kind::kScalar)
      return {};
    passes.folds.push_back(static_cast<int>(i));
  }
  for (const GroupArray& array : plan.arrays) {
    const bool constant =
        is_constant_along(array.view, plan.shape, plan.reduced_axes);
    passes.constant.push_back(constant);
    in_place = in_place || (array.read && array.written && !constant);
  }
  const size_t n = passes.folds.size();
  // Without steps in between, the device's own kernels do as well; and no
  // kernel may find what an earlier one has changed.
  if (n == 0 || n > kMostFolds || (n > 1 && (!makes || in_place)) ||
      plan.steps.size() < 2)
    return {};
  for (size_t pass = 0; pass < n; ++pass) {
    std::vector<bool> needed(plan.steps.size(), false);
    auto need = [&](const GroupSource& source) {
      if (source.kind == Kind::kValue)
        needed[static_cast<size_t>(source.index)] = true;
    };
    need(plan.steps[static_cast<size_t>(passes.folds[pass])].in[0]);
    if (pass == 0)
      for (const GroupStore& store : plan.stores)
        if (!is_kept(store.value)) need(store.value);
    std::vector<int> steps;
    for (size_t i = plan.steps.size(); i-- > 0;) {
      if (!needed[i]) continue;
      for_each_source(plan.steps[i], need);
      steps.push_back(static_cast<int>(i));
    }
    std::reverse(steps.begin(), steps.end());
    passes.steps.push_back(std::move(steps));
  }
  return passes;
}

class FoldsProgram final : public GroupProgram {
 public:
  FoldsProgram(GroupPlan structure, FoldPasses passes)
      : structure_(std::move(structure)),
        passes_(std::move(passes)),
        saving_(saving_of(structure_)) {
    const GroupText text(structure_);
    constants_ = {text.constant_offsets(), text.error_offset(),
                  text.constant_bytes(), text.checked()};
    for (int k = 0; k < arrays(); ++k) {
      const GroupSource a{Kind::kArray, 0, static_cast<int16_t>(k)};
      auto is_a = [&](const GroupSource& source) { return source == a; };
      bool kept = false;
      for (int i : passes_.kept_steps)
        for_each_source(structure_.steps[static_cast<size_t>(i)],
                        [&](const GroupSource& s) { kept = kept || is_a(s); });
      for (const GroupStore& store : structure_.stores)
        if (is_constant(store.array))
          kept = kept || store.array == k || is_a(store.value);
      kept_arrays_.push_back(kept);
    }
  }

  int constant_bytes() const { return constants_.bytes; }

  GroupRun run(const GroupPlan& plan, GroupEffort effort,
               const GroupDevice& device) override {
    const int n = static_cast<int>(passes_.folds.size());
    Pass passes[kMostFolds];
    const CompiledKernel* kernels[kMostFolds];
    bool ready = true;
    for (int p = 0; p < n; ++p) {
      if (!prepare(plan, device, p, passes[p])) return GroupRun::kUnfit;
      const FoldVariant variant = passes[p].variant;
      kernels[p] =
          kernels_.at(&variant, sizeof(variant))
              .get(effort, plan.device,
                   saving_.nanoseconds(size_of(plan.shape)), [this, variant] {
                     return folds_source(structure_, passes_, {variant});
                   });
      ready = ready && kernels[p];
    }
    if (!ready) return GroupRun::kNotReady;
    for (const GroupArray& array : plan.arrays)
      array.view.storage()->use(plan.stream);
    StoragePtr results[kMostFolds];
    for (int p = 0; p + 1 < n; ++p)
      results[p] = Storage::allocate(
          plan.device, passes[p].outputs * itemsize(step_of(plan, p).dtype[0]),
          plan.stream);
    StoragePtr shared[kMostFolds][2];
    for (int p = 0; p < n; ++p) {
      device.give_split_memory(&passes[p].geometry, plan.device, plan.stream,
                               shared[p]);
      launch(plan, device, passes[p], *kernels[p], results);
    }
    if (constants_.checked)
      device.note_checked_launch(plan.device, plan.stream);
    return GroupRun::kDone;
  }

  KernelSource source(const GroupPlan& plan) const override {
    // As most devices would do it.
    static constexpr GroupDevice kTypical = {
        .row_folding = nullptr,
        .fold_geometry =
            [](const ReducePlan& plan, FoldGeometry* geometry) {
              *geometry = {};
              const bool wide =
                  widens(plan.op, plan.in_dtype, plan.compute_dtype, false);
              geometry->value = wide ? plan.in_dtype : plan.compute_dtype;
              geometry->converts = geometry->value != plan.in_dtype;
              const bool rows =
                  plan.reduced_in_strides[plan.reduced_ndim - 1] ==
                  static_cast<int64_t>(itemsize(plan.in_dtype));
              geometry->kernel = geometry->converts      ? FoldKernel::kAny
                                 : !rows                 ? FoldKernel::kColumns
                                 : plan.reduced_ndim > 1 ? FoldKernel::kRuns
                                                         : FoldKernel::kRows;
              geometry->vector =
                  geometry->converts
                      ? 1
                      : 16 / static_cast<int>(itemsize(geometry->value));
              geometry->args.tiles = geometry->args.splits = 1;
              return true;
            },
        .give_split_memory = nullptr,
        .multiprocessors = nullptr,
        .shared_bytes = nullptr,
        .error_word = nullptr,
        .note_checked_launch = nullptr,
    };
    std::vector<FoldVariant> variants;
    for (int p = 0; p < static_cast<int>(passes_.folds.size()); ++p) {
      Pass pass;
      TENORITE_CHECK(prepare(plan, kTypical, p, pass), NotImplementedError,
                     "there is no kernel for arrays of this layout");
      variants.push_back(pass.variant);
    }
    return folds_source(structure_, passes_, variants);
  }

 private:
  struct Pass {
    FoldVariant variant{};
    FoldGeometry geometry{};
    AxisSetOf<kMaxGroupArrays> axes, kept_axes;
    int64_t outputs = 1;
    bool aligned = false;  // vectors are, if the data is
  };

  int arrays() const { return static_cast<int>(structure_.arrays.size()); }
  bool is_constant(int array) const {
    return passes_.constant[static_cast<size_t>(array)];
  }
  const GroupStep& step_of(const GroupPlan& plan, int pass) const {
    return plan
        .steps[static_cast<size_t>(passes_.folds[static_cast<size_t>(pass)])];
  }

  bool prepare(const GroupPlan& plan, const GroupDevice& device, int p,
               Pass& pass) const {
    if (size_of(plan.shape) == 0 || !plan_fold(plan, device, p, pass))
      return false;
    FoldVariant& v = pass.variant;
    const FoldGeometry& geometry = pass.geometry;
    v.pass = static_cast<uint8_t>(p);
    v.kind = geometry.kernel;
    v.converts = geometry.converts;
    const GroupSource& in = step_of(plan, p).in[0];
    v.element = geometry.converts ? dtype_of(plan, in) : geometry.value;
    if (!place_arrays(plan, p, pass)) return false;
    place_kept(plan, pass);
    const int64_t bytes = parameter_bytes(pass);
    return pass.kept_axes.ndim <= kMostAxes && bytes <= kMostParameterBytes;
  }

  static DType dtype_of(const GroupPlan& plan, const GroupSource& source) {
    const auto index = static_cast<size_t>(source.index);
    return source.kind == Kind::kArray ? plan.arrays[index].view.dtype()
                                       : plan.steps[index].dtype[source.output];
  }

  // The reduction on its own, of elements that lie in C order.
  bool plan_fold(const GroupPlan& plan, const GroupDevice& device, int p,
                 Pass& pass) const {
    const GroupStep& step = step_of(plan, p);
    const Dims& shape = plan.shape;
    ReducePlan alone{};
    alone.op = step.reduce;
    alone.in_dtype = dtype_of(plan, step.in[0]);
    alone.compute_dtype = step.compute;
    alone.out_dtype = fold_result(step);
    alone.in = reinterpret_cast<const char*>(kNowhere);
    alone.device = plan.device;
    alone.stream = plan.stream;
    const Dims in = c_strides(shape, itemsize(alone.in_dtype));
    if (step.in_strides.size() != shape.size()) return false;
    int64_t kept[kMaxDims];
    auto item = static_cast<int64_t>(itemsize(alone.out_dtype));
    for (int axis = shape.size() - 1; axis >= 0; --axis) {
      if (shape[axis] != 1 && step.in_strides[axis] != in[axis]) return false;
      const bool reduced = plan.reduced_axes >> axis & 1;
      kept[axis] = reduced ? 0 : item;
      if (!reduced) item *= shape[axis];
    }
    plan_reduce_axes(shape, plan.reduced_axes, in.data(), nullptr, kept, alone);
    pass.outputs = alone.outer_size;
    if (alone.reduced_ndim == 0 || alone.outer_size >= kTwo31 ||
        alone.outer_ndim + alone.reduced_ndim > cuda::kNearAxes ||
        !device.fold_geometry(alone, &pass.geometry))
      return false;
    FoldGeometry& geometry = pass.geometry;
    geometry.args.finishing = finishing_of(step);
    // Vectors, and what lies between them, are counted from the first element.
    const bool columns = geometry.kernel == FoldKernel::kColumns;
    const int64_t run = columns ? alone.outer_shape[alone.outer_ndim - 1]
                                : alone.reduced_shape[alone.reduced_ndim - 1];
    const bool divides = run % geometry.vector == 0;
    pass.variant.whole = divides;
    pass.aligned = divides || alone.outer_ndim + alone.reduced_ndim == 1;
    return geometry.args.tiles <= kMostTiles;
  }

  bool place_arrays(const GroupPlan& plan, int p, Pass& pass) const {
    const Dims& shape = plan.shape;
    const int vector = pass.geometry.vector;
    bool used[kMaxGroupArrays] = {};
    auto use = [&](const GroupSource& source) {
      if (source.kind == Kind::kArray) used[source.index] = true;
    };
    for (int i : passes_.steps[static_cast<size_t>(p)])
      for_each_source(plan.steps[static_cast<size_t>(i)], use);
    use(step_of(plan, p).in[0]);
    if (p == 0)
      for (const GroupStore& store : plan.stores)
        if (!is_constant(store.array)) {
          used[store.array] = true;
          use(store.value);
        }
    int64_t strides[kMaxGroupArrays][kMaxDims];
    bool strided = false;
    for (int k = 0; k < arrays(); ++k) {
      const ndarray& a = plan.arrays[static_cast<size_t>(k)].view;
      if (!a.is_aligned()) return false;
      std::fill_n(strides[k], shape.size(), 0);
      if (!used[k]) continue;
      const auto item = static_cast<int64_t>(a.itemsize());
      broadcast_strides_of(a, shape, strides[k]);
      const Dims dense = c_strides(shape, a.itemsize());
      bool one = true, is_dense = true;
      int64_t last = 0;  // stride of the last axis
      for (int axis = 0; axis < shape.size(); ++axis) {
        if (shape[axis] == 1) {
          strides[k][axis] = 0;
          continue;
        }
        last = strides[k][axis];
        one = one && last == 0;
        is_dense = is_dense && last == dense[axis];
      }
      FoldAccess& access = pass.variant.access[k];
      const auto bits = reinterpret_cast<uintptr_t>(a.data());
      access = one         ? FoldAccess::kConstant
               : !is_dense ? FoldAccess::kStrided
               : pass.aligned && vector > 1 &&
                       bits % static_cast<uintptr_t>(
                                  std::min<int64_t>(16, vector * item)) ==
                           0
                   ? FoldAccess::kVector
                   : FoldAccess::kUnit;
      if (access != FoldAccess::kStrided) {
        std::fill_n(strides[k], shape.size(), 0);
        continue;
      }
      // What lies across is turned by tiles, on its own.
      if (last != 0 && last != item) return false;
      strided = true;
    }
    if (strided && size_of(shape) >= kTwo31) return false;
    push_axes(shape, strides, ~uint64_t{0}, pass.axes);
    pass.variant.axes = static_cast<uint8_t>(pass.axes.ndim);
    return pass.axes.ndim <= kMostAxes;
  }

  void place_kept(const GroupPlan& plan, Pass& pass) const {
    int64_t strides[kMaxGroupArrays][kMaxDims] = {};
    if (passes_.is_last(pass.variant.pass))
      for (int k = 0; k < arrays(); ++k)
        if (kept_arrays_[static_cast<size_t>(k)])
          broadcast_strides_of(plan.arrays[static_cast<size_t>(k)].view,
                               plan.shape, strides[k]);
    push_axes(plan.shape, strides, ~plan.reduced_axes, pass.kept_axes);
    pass.variant.kept_axes = static_cast<uint8_t>(pass.kept_axes.ndim);
  }

  void push_axes(const Dims& shape,
                 const int64_t (&strides)[kMaxGroupArrays][kMaxDims],
                 uint64_t which, AxisSetOf<kMaxGroupArrays>& axes) const {
    int64_t column[kMaxGroupArrays] = {};
    axes.operands = arrays();
    for (int axis = 0; axis < shape.size(); ++axis) {
      if (shape[axis] == 1 || !(which >> axis & 1)) continue;
      for (int k = 0; k < arrays(); ++k) column[k] = strides[k][axis];
      axes.push(shape[axis], column);
    }
    axes.merge();
    if (axes.ndim > 0) return;
    std::fill_n(column, arrays(), 0);
    axes.push(1, column);
  }

  int64_t parameter_bytes(const Pass& pass) const {
    const auto n = static_cast<int64_t>(arrays());
    const int64_t axes = pass.axes.ndim + pass.kept_axes.ndim;
    return static_cast<int64_t>(sizeof(cuda::ReduceArgs)) +
           8 * (n + kMostFolds) * (1 + axes) + 12 * axes + 32 +
           constants_.bytes;
  }

  // Group of the kernel's text.
  void launch(const GroupPlan& plan, const GroupDevice& device,
              const Pass& pass, const CompiledKernel& kernel,
              const StoragePtr (&results)[kMostFolds]) const {
    alignas(16) char bytes[kMostParameterBytes + 96];
    char* to = bytes;
    auto put = [&](const void* value, size_t n) {
      std::memcpy(to, value, n);
      to += n;
    };
    cuda::ReduceArgs args = pass.geometry.args;
    const int others = static_cast<int>(passes_.folds.size()) - 1;
    put(&args, sizeof(args));
    for (const GroupArray& array : plan.arrays) {
      const char* data = array.view.data();
      put(&data, 8);
    }
    for (int f = 0; f < others; ++f) {
      const char* data = results[f]->data();
      put(&data, 8);
    }
    for (const auto* axes : {&pass.axes, &pass.kept_axes})
      for (int k = 0; k < arrays() + others; ++k) {
        static constexpr int64_t kNone[kMaxDims] = {};
        put(k < arrays() ? axes->strides[k] : kNone,
            8 * static_cast<size_t>(axes->ndim));
      }
    for (const auto* axes : {&pass.axes, &pass.kept_axes})
      for (int d = 0; d < axes->ndim; ++d) {
        const cuda::FastDivisor divisor = cuda::make_divisor(axes->shape[d]);
        put(&divisor, sizeof(divisor));
      }
    to = bytes + (to - bytes + 15) / 16 * 16;
    constants_.write(plan, device, to);
    to += constants_.bytes;
    LaunchArguments arguments;
    arguments.point(bytes, static_cast<size_t>((to - bytes + 15) / 16 * 16));
    LaunchShape shape;
    shape.grid[0] = static_cast<unsigned>(args.tiles);
    shape.grid[1] = static_cast<unsigned>(args.splits);
    shape.block[0] = cuda::kReduceThreads;
    kernel.function->launch(shape, plan.stream, arguments.get());
  }

  const GroupPlan structure_;
  const FoldPasses passes_;
  const Saving saving_;
  Constants constants_;
  std::vector<bool> kept_arrays_;
  LazyKernels kernels_;
};

}  // namespace

std::unique_ptr<GroupProgram> make_folds_program(const GroupPlan& plan) {
  if (plan.stores.empty() || live_words(plan) > kMostLiveWords) return nullptr;
  std::optional<FoldPasses> passes = passes_of(plan);
  if (!passes) return nullptr;
  auto program =
      std::make_unique<FoldsProgram>(structure_of(plan), std::move(*passes));
  if (program->constant_bytes() > kMostConstantBytes) return nullptr;
  return program;
}

}  // namespace tenorite::fusion
