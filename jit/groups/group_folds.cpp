// SPDX-License-Identifier: Apache-2.0
#include "jit/groups/group_folds.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <type_traits>

#include "core/error.h"
#include "jit/groups/group_fold.h"
#include "jit/groups/group_kernels.h"
#include "jit/groups/group_text.h"
#include "ops/cuda/abi/fast_divisor.h"
#include "ops/plan/planning.h"

namespace tenorite::jit {
namespace {

using Kind = GroupSource::Kind;

constexpr int kMaxAxes = 6;
constexpr int kMaxLiveWords = 32;  // several elements of a thread at a time
constexpr int64_t kTwo31 = int64_t{1} << 31;
// Fewer than the threads of a warp.
constexpr int64_t kFewColumns = 32;
constexpr int64_t kMaxTiles = int64_t{1} << 30;
// kNowhere of jit/prelude/groups/folds.cuh.
constexpr uintptr_t kNowhere = uintptr_t{1} << 40;

static_assert(sizeof(cuda::ReduceArgs) % 16 == 0 &&
              std::is_trivially_copyable_v<cuda::ReduceArgs>);

// Of the accumulators that a kernel's threads share.
constexpr int64_t kMaxSharedBytes = 48 << 10;

// Whether they take the same elements at the same time.
bool are_alike(const FoldGeometry& a, const FoldGeometry& b) {
  const cuda::ReduceArgs &x = a.args, &y = b.args;
  bool same = a.kernel == b.kernel && a.vector == b.vector &&
              a.loads == b.loads && x.lanes == y.lanes && x.slots == y.slots &&
              x.splits == y.splits && x.chunk == y.chunk &&
              x.outer_ndim == y.outer_ndim && x.reduced_ndim == y.reduced_ndim;
  for (int d = 0; same && d < x.outer_ndim + x.reduced_ndim; ++d)
    same =
        x.axis[d].in == y.axis[d].in && x.axis[d].size.by == y.axis[d].size.by;
  return same;
}

int64_t shared_bytes(const FoldGeometry& geometry, int64_t acc_bytes) {
  const bool columns = geometry.kernel == FoldKernel::kColumns;
  return cuda::kReduceThreads * (columns ? geometry.vector : 1) * acc_bytes;
}

class FoldsProgram final : public GroupKernels {
 public:
  FoldsProgram(GroupPlan structure, FoldParts parts)
      : structure_(std::move(structure)),
        parts_(std::move(parts)),
        saving_(saving_of(structure_)),
        constants_(structure_) {
    for (int k = 0; k < arrays(); ++k) {
      const GroupSource a{Kind::kArray, 0, static_cast<int16_t>(k)};
      auto is_a = [&](const GroupSource& source) { return source == a; };
      bool kept = false;
      for (int i : parts_.kept_steps)
        for_each_source(structure_.steps[static_cast<size_t>(i)],
                        [&](const GroupSource& s) { kept = kept || is_a(s); });
      for (const GroupStore& store : structure_.stores)
        if (is_constant(store.array))
          kept = kept || store.array == k || is_a(store.value);
      kept_arrays_.push_back(kept);
      if (is_constant(k)) continue;
      const GroupArray& array = structure_.arrays[static_cast<size_t>(k)];
      const auto item = static_cast<int>(array.view.itemsize());
      if (array.written) more_stored_ += item;
      if (array.read) more_stored_ -= item;
    }
  }

  int constant_bytes() const { return constants_.bytes(); }

  GroupRun run(std::span<const GroupPlan> boxes, GroupEffort effort,
               const GroupDevice& device, std::shared_ptr<void>&,
               int&) override {
    if (boxes.size() > 1) return GroupRun::kUnfit;
    const GroupPlan& plan = boxes.front();
    Passes passes;
    if (!prepare(plan, device, passes)) return GroupRun::kUnfit;
    const CompiledKernel* kernels[kMaxFolds];
    bool ready = true;
    for (int p = 0; p < passes.count; ++p) {
      const FoldVariant variant = passes.at[p].variant;
      kernels[p] =
          kernels_.at(&variant, sizeof(variant))
              .get(effort, plan.device,
                   saving_.nanoseconds(size_of(plan.shape)), [this, variant] {
                     return folds_source(structure_, parts_, {variant});
                   });
      ready = ready && kernels[p];
    }
    if (!ready) return GroupRun::kNotReady;
    use_memory(plan);
    StoragePtr results[kMaxFolds];
    const Pass& first = passes.at[0];
    for_each_fold(first.variant.others, [&](int f) {
      results[f] = Storage::allocate(
          plan.device, first.outputs * itemsize(step_of(plan, f).dtype[0]),
          plan.stream);
    });
    StoragePtr shared[kMaxFolds][2];
    for (int p = 0; p < passes.count; ++p) {
      Pass& pass = passes.at[p];
      device.give_split_memory(&pass.geometry.args,
                               pass.geometry.partials * pass.acc_bytes,
                               plan.device, plan.stream, shared[p]);
      launch(plan, device, pass, *kernels[p], results);
    }
    if (constants_.checked())
      device.note_checked_launch(plan.device, plan.stream);
    return GroupRun::kDone;
  }

  KernelSource source(std::span<const GroupPlan> boxes) const override {
    const GroupPlan& plan = boxes.front();
    // As most devices would do it.
    static constexpr GroupDevice kTypical = {
        .row_folding = nullptr,
        .fold_geometry =
            [](const ReducePlan& plan, FoldGeometry* geometry) {
              *geometry = {};
              const bool masked = plan.mask != nullptr;
              const bool wide =
                  widens(plan.op, plan.in_dtype, plan.compute_dtype, masked);
              geometry->value = wide ? plan.in_dtype : plan.compute_dtype;
              const auto item = static_cast<int64_t>(itemsize(plan.in_dtype));
              const int kept = plan.outer_ndim - 1;
              const bool any =
                  masked || plan.by_column || geometry->value != plan.in_dtype;
              geometry->kernel = FoldKernel::kAny;
              if (!any &&
                  plan.reduced_in_strides[plan.reduced_ndim - 1] == item)
                geometry->kernel = plan.reduced_ndim > 1 ? FoldKernel::kRuns
                                                         : FoldKernel::kRows;
              else if (!any && kept >= 0 && plan.outer_in_strides[kept] == item)
                geometry->kernel = FoldKernel::kColumns;
              geometry->vector = geometry->kernel == FoldKernel::kAny
                                     ? 1
                                     : 16 / static_cast<int>(item);
              geometry->acc_bytes = 24;
              geometry->args.tiles = geometry->args.splits = 1;
              geometry->args.lanes = geometry->args.slots = 1;
              geometry->args.by_column =
                  geometry->kernel == FoldKernel::kColumns;
              return true;
            },
        .give_split_memory = nullptr,
        .multiprocessors = nullptr,
        .shared_bytes = nullptr,
        .error_word = nullptr,
        .note_checked_launch = nullptr,
    };
    Passes passes;
    TENORITE_CHECK(prepare(plan, kTypical, passes), NotImplementedError,
                   "there is no kernel for arrays of this layout");
    std::vector<FoldVariant> variants;
    for (Pass& pass : passes) variants.push_back(pass.variant);
    return folds_source(structure_, parts_, variants);
  }

 private:
  // One kernel.
  struct Pass {
    FoldVariant variant{};
    FoldGeometry geometry;
    int64_t acc_bytes = 0;  // of all its folds
    int64_t outputs;
    bool aligned;         // vectors are, if the data is
    int order[kMaxDims];  // of the axes, as elements follow each other
    AxisSetOf<kMaxGroupArrays> axes, kept_axes;
  };
  struct Passes {
    Pass at[kMaxFolds];
    int count = 0;
    Pass* begin() { return at; }
    Pass* end() { return at + count; }
  };

  int arrays() const { return static_cast<int>(structure_.arrays.size()); }
  bool is_constant(int array) const {
    return parts_.constant[static_cast<size_t>(array)];
  }
  const GroupStep& step_of(const GroupPlan& plan, int fold) const {
    return plan
        .steps[static_cast<size_t>(parts_.folds[static_cast<size_t>(fold)])];
  }

  bool prepare(const GroupPlan& plan, const GroupDevice& device,
               Passes& passes) const {
    if (size_of(plan.shape) == 0) return false;
    const int folds = static_cast<int>(parts_.folds.size());
    for (int f = 0; f < folds; ++f)
      if (!add_fold(plan, device, f, passes)) return false;
    // Threads side by side would store little, and others wait for them.
    const Pass& first = passes.at[0];
    if (more_stored_ > 0 && first.geometry.args.by_column &&
        first.outputs < kFewColumns)
      return false;
    // The device's own kernels would do as well; and none may find what an
    // earlier one has changed.
    if (passes.count > 1 &&
        (parts_.in_place || (passes.count == folds && !parts_.makes)))
      return false;
    unsigned others = (1u << folds) - 1;
    others &= ~unsigned{passes.end()[-1].variant.folds};
    for (Pass& pass : passes) {
      pass.variant.others = static_cast<uint8_t>(others);
      pass.variant.stores = &pass == passes.begin();
      if (!place_arrays(plan, pass)) return false;
      place_kept(plan, pass);
      if (pass.kept_axes.ndim > kMaxAxes ||
          parameter_bytes(pass) > kMaxParameterBytes)
        return false;
    }
    return true;
  }

  // In the first kernel that folds others alike, or in one of its own.
  bool add_fold(const GroupPlan& plan, const GroupDevice& device, int f,
                Passes& passes) const {
    Pass& own = passes.at[passes.count];
    if (!plan_fold(plan, device, f, own)) return false;
    auto takes = [&](const Pass& pass) {
      const int first = std::countr_zero(pass.variant.folds);
      // These keep many registers, and what waits for them is long.
      if (step_of(plan, f).where.kind != Kind::kNone &&
          (takes_batches(f) || takes_batches(first)))
        return false;
      return step_of(plan, first).where == step_of(plan, f).where &&
             std::equal(pass.order, pass.order + plan.shape.size(),
                        own.order) &&
             are_alike(pass.geometry, own.geometry) &&
             shared_bytes(pass.geometry, pass.acc_bytes + own.acc_bytes) <=
                 kMaxSharedBytes;
    };
    Pass* const pass = std::find_if(passes.begin(), &own, takes);
    if (pass == &own)
      ++passes.count;
    else
      pass->acc_bytes += own.acc_bytes;
    pass->variant.folds |= static_cast<uint8_t>(1u << f);
    pass->variant.element[f] = own.geometry.value;
    return true;
  }

  bool takes_batches(int f) const {
    return jit::takes_batches(step_of(structure_, f).reduce,
                              parts_.types[static_cast<size_t>(f)].compute);
  }

  static DType dtype_of(const GroupPlan& plan, const GroupSource& source) {
    const auto index = static_cast<size_t>(source.index);
    return source.kind == Kind::kArray ? plan.arrays[index].view.dtype()
                                       : plan.steps[index].dtype[source.output];
  }

  // The order in which the elements of a fold lie, or would lie, in memory;
  // false where there are gaps. Kept axes, and those of masks, must be in C
  // order: others may be taken in an order that depends on further operands.
  static bool order_elements(const GroupPlan& plan, const GroupStep& fold,
                             const Dims& strides, size_t item, Pass& pass) {
    const Dims& shape = plan.shape;
    const int ndim = shape.size();
    if (strides.size() != ndim) return false;
    auto stride = [&](int axis) {
      return shape[axis] == 1 ? INT64_MAX : strides[axis];
    };
    std::iota(pass.order, pass.order + ndim, 0);
    std::stable_sort(pass.order, pass.order + ndim,
                     [&](int a, int b) { return stride(a) > stride(b); });
    const Dims dense = strides_in_order(shape, item, pass.order);
    int last = -1;
    for (int i = 0; i < ndim; ++i) {
      const int axis = pass.order[i];
      if (shape[axis] == 1) continue;
      if (strides[axis] != dense[axis]) return false;
      const bool reduced = plan.reduced_axes >> axis & 1;
      if (reduced && fold.where.kind == Kind::kNone) continue;
      if (axis < last) return false;
      last = axis;
    }
    return true;
  }

  static bool folds_last(const GroupPlan& plan, const int* order) {
    int last = plan.shape.size() - 1;
    while (plan.shape[order[last]] == 1) --last;
    return (plan.reduced_axes >> order[last] & 1) != 0;
  }

  // The reduction on its own.
  bool plan_fold(const GroupPlan& plan, const GroupDevice& device, int f,
                 Pass& pass) const {
    const GroupStep& step = step_of(plan, f);
    const FoldTypes& types = parts_.types[static_cast<size_t>(f)];
    const Dims& shape = plan.shape;
    ReducePlan alone{};
    alone.op = step.reduce;
    alone.in_dtype = types.in;
    alone.compute_dtype = types.compute;
    alone.out_dtype = fold_result(step);
    alone.planned_results = step.planned_results;
    alone.by_column = step.by_column;
    alone.in = reinterpret_cast<const char*>(kNowhere);
    alone.device = plan.device;
    alone.stream = plan.stream;
    Dims strides = step.in_strides;
    const size_t item_before = itemsize(dtype_of(plan, step.in[0]));
    for (int64_t& stride : strides)
      stride = stride / static_cast<int64_t>(item_before) *
               static_cast<int64_t>(itemsize(types.in));
    if (!order_elements(plan, step, strides, itemsize(types.in), pass))
      return false;
    int64_t kept[kMaxDims];
    auto item = static_cast<int64_t>(itemsize(alone.out_dtype));
    for (int axis = shape.size() - 1; axis >= 0; --axis) {
      const bool reduced = plan.reduced_axes >> axis & 1;
      kept[axis] = reduced ? 0 : item;
      if (!reduced) item *= shape[axis];
    }
    const bool masked = step.where.kind != Kind::kNone;
    const Dims mask = c_strides(shape, 1);
    alone.mask = masked ? alone.in : nullptr;
    plan_reduce_axes(shape, plan.reduced_axes, strides.data(),
                     masked ? mask.data() : nullptr, kept, alone);
    pass.outputs = alone.outer_size;
    if (alone.reduced_ndim == 0 || alone.outer_size >= kTwo31 ||
        alone.outer_ndim + alone.reduced_ndim > cuda::kNearAxes ||
        !device.fold_geometry(alone, &pass.geometry))
      return false;
    const FoldGeometry& geometry = pass.geometry;
    pass.variant.kind = geometry.kernel;
    pass.variant.one_axis = alone.reduced_ndim == 1;
    // Next to each other they are aligned.
    pass.acc_bytes = (geometry.acc_bytes + 7) / 8 * 8;
    // Vectors, and what lies between them, are counted from the first element.
    const bool columns = geometry.kernel == FoldKernel::kColumns;
    const int64_t run = columns ? alone.outer_shape[alone.outer_ndim - 1]
                                : alone.reduced_shape[alone.reduced_ndim - 1];
    const bool divides = run % geometry.vector == 0;
    pass.variant.whole = divides;
    pass.aligned = divides || alone.outer_ndim + alone.reduced_ndim == 1;
    return geometry.args.tiles <= kMaxTiles;
  }

  bool place_arrays(const GroupPlan& plan, Pass& pass) const {
    const Dims& shape = plan.shape;
    const int vector = pass.geometry.vector;
    std::bitset<kMaxGroupArrays> used = parts_.needs_of(pass.variant).arrays;
    for (const GroupStore& store : plan.stores)
      if (pass.variant.stores && !is_constant(store.array))
        used.set(static_cast<size_t>(store.array));
    int64_t strides[kMaxGroupArrays][kMaxDims];
    bool strided = false;
    for (int k = 0; k < arrays(); ++k) {
      const ndarray& a = plan.arrays[static_cast<size_t>(k)].view;
      if (!a.is_aligned()) return false;
      std::fill_n(strides[k], shape.size(), 0);
      if (!used[static_cast<size_t>(k)]) continue;
      const auto item = static_cast<int64_t>(a.itemsize());
      broadcast_strides_of(a, shape, strides[k]);
      const Dims dense = strides_in_order(shape, a.itemsize(), pass.order);
      bool one = true, is_dense = true, repeats = true;
      bool of_output = pass.variant.kind != FoldKernel::kColumns;
      int64_t last = 0;   // stride of the last axis
      int64_t inner = 1;  // elements after which all come again
      for (int i = 0; i < shape.size(); ++i) {
        const int axis = pass.order[i];
        if (shape[axis] == 1) continue;
        last = strides[k][axis];
        inner = last == 0 ? 1 : inner * shape[axis];
        repeats = repeats && (last == dense[axis] || (one && last == 0));
        one = one && last == 0;
        of_output =
            of_output && (last == 0 || !(plan.reduced_axes >> axis & 1));
        is_dense = is_dense && last == dense[axis];
      }
      FoldAccess& access = pass.variant.access[k];
      const auto bits = reinterpret_cast<uintptr_t>(a.data());
      const bool vectors =
          pass.aligned && vector > 1 &&
          bits % static_cast<uintptr_t>(std::min<int64_t>(16, vector * item)) ==
              0;
      access = one         ? FoldAccess::kConstant
               : of_output ? FoldAccess::kOfOutput
               : is_dense  ? vectors ? FoldAccess::kVector : FoldAccess::kUnit
               : repeats && vectors && inner % vector == 0
                   ? FoldAccess::kRepeated
                   : FoldAccess::kStrided;
      if (access < FoldAccess::kRepeated || one) {
        std::fill_n(strides[k], shape.size(), 0);
        continue;
      }
      // What lies across is turned by tiles, on its own.
      if (last != 0 && last != item && !of_output) return false;
      for (int axis = 0; axis < shape.size(); ++axis)
        if (shape[axis] > 1 && std::abs(strides[k][axis]) >= kTwo31)
          return false;
      strided = true;
    }
    if (strided && size_of(shape) >= kTwo31) return false;
    push_axes(shape, strides, pass.order, ~uint64_t{0}, pass.axes);
    pass.variant.axes = static_cast<uint8_t>(pass.axes.ndim);
    int64_t folded = 1;
    for (int axis = 0; axis < shape.size(); ++axis)
      if (plan.reduced_axes >> axis & 1) folded *= shape[axis];
    pass.variant.along_last = pass.variant.one_axis &&
                              pass.variant.kind != FoldKernel::kColumns &&
                              folds_last(plan, pass.order) &&
                              pass.axes.shape[pass.axes.ndim - 1] % folded == 0;
    return pass.axes.ndim <= kMaxAxes;
  }

  void place_kept(const GroupPlan& plan, Pass& pass) const {
    int64_t strides[kMaxGroupArrays][kMaxDims] = {};
    if (pass.variant.is_last())
      for (int k = 0; k < arrays(); ++k)
        if (kept_arrays_[static_cast<size_t>(k)])
          broadcast_strides_of(plan.arrays[static_cast<size_t>(k)].view,
                               plan.shape, strides[k]);
    push_axes(plan.shape, strides, pass.order, ~plan.reduced_axes,
              pass.kept_axes);
    pass.variant.kept_axes = static_cast<uint8_t>(pass.kept_axes.ndim);
  }

  void push_axes(const Dims& shape,
                 const int64_t (&strides)[kMaxGroupArrays][kMaxDims],
                 const int* order, uint64_t which,
                 AxisSetOf<kMaxGroupArrays>& axes) const {
    int64_t column[kMaxGroupArrays] = {};
    axes.operands = arrays();
    for (int i = 0; i < shape.size(); ++i) {
      const int axis = order[i];
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
    return static_cast<int64_t>(sizeof(cuda::ReduceArgs) +
                                kMaxFolds * sizeof(reduction::Finishing)) +
           8 * (n * (1 + axes) + kMaxFolds) + 12 * axes + 32 +
           constants_.bytes();
  }

  // Group of the kernel's text.
  void launch(const GroupPlan& plan, const GroupDevice& device,
              const Pass& pass, const CompiledKernel& kernel,
              const StoragePtr (&results)[kMaxFolds]) const {
    alignas(16) char bytes[kMaxParameterBytes + 96];
    char* to = bytes;
    auto put = [&](const void* value, size_t n) {
      std::memcpy(to, value, n);
      to += n;
    };
    const cuda::ReduceArgs& args = pass.geometry.args;
    put(&args, sizeof(args));
    for_each_fold(pass.variant.folds, [&](int f) {
      const reduction::Finishing finishing = finishing_of(step_of(plan, f));
      put(&finishing, sizeof(finishing));
    });
    auto point = [&](const char* data) { put(&data, 8); };
    for (const GroupArray& array : plan.arrays) point(array.view.data());
    for_each_fold(pass.variant.others,
                  [&](int f) { point(results[f]->data()); });
    for (int k = 0; k < arrays(); ++k)
      put(pass.kept_axes.strides[k],
          8 * static_cast<size_t>(pass.kept_axes.ndim));
    for (int k = 0; k < arrays(); ++k)
      for (int d = 0; d < pass.axes.ndim; ++d) {
        const auto stride = static_cast<int>(pass.axes.strides[k][d]);
        put(&stride, sizeof(stride));
      }
    for (const auto* axes : {&pass.axes, &pass.kept_axes})
      for (int d = 0; d < axes->ndim; ++d) {
        const cuda::FastDivisor divisor = cuda::make_divisor(axes->shape[d]);
        put(&divisor, sizeof(divisor));
      }
    to = bytes + (to - bytes + 15) / 16 * 16;
    constants_.write(plan, device, to);
    to += constants_.bytes();
    LaunchArguments arguments;
    arguments.point(bytes, static_cast<size_t>((to - bytes + 15) / 16 * 16));
    LaunchShape shape;
    shape.grid[0] = static_cast<unsigned>(args.tiles);
    shape.grid[1] = static_cast<unsigned>(args.splits);
    shape.block[0] = cuda::kReduceThreads;
    kernel.function->launch(shape, plan.stream, arguments.get());
  }

  const GroupPlan structure_;
  const FoldParts parts_;
  const Saving saving_;
  const GroupConstants constants_;
  std::vector<bool> kept_arrays_;
  // Bytes that are stored for an element over the shape, less those read.
  int more_stored_ = 0;
  LazyKernels kernels_;
};

}  // namespace

std::unique_ptr<GroupKernels> make_folds_program(const GroupPlan& plan) {
  if (plan.stores.empty() || live_words(plan) > kMaxLiveWords) return nullptr;
  std::optional<FoldParts> parts = fold_parts(plan);
  if (!parts) return nullptr;
  auto program =
      std::make_unique<FoldsProgram>(structure_of(plan), std::move(*parts));
  if (program->constant_bytes() > kMaxConstantBytes) return nullptr;
  return program;
}

}  // namespace tenorite::jit
