// SPDX-License-Identifier: Apache-2.0
// Groups without reductions: the loops of elementwise kernels around the steps.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/error.h"
#include "jit/codegen/elementwise_launch.h"
#include "jit/groups/group_kernels.h"
#include "jit/groups/group_text.h"

namespace tenorite::jit {
namespace {

// Registers that values may take; more would be spilt to memory.
constexpr int kMaxLiveWords = 64;
// A body of as many steps is not repeated for many elements.
constexpr int kLongBody = 24;
// A box of so many elements has a launch for itself, whose kernel is made for
// its layout; smaller ones share one.
constexpr int64_t kOwnLaunch = 1 << 20;
constexpr int kFewBoxes = 8, kMaxBoxes = 32;  // of a launch
// Of so many elements, blocks that have filled their tables take more.
constexpr int64_t kManyElements = 1 << 22;
constexpr int kRounds = 8;

class ElementwiseProgram final : public GroupKernels {
 public:
  explicit ElementwiseProgram(const GroupPlan& plan)
      : saving_(GroupKernels::saving_of(plan)), constants_(plan) {
    const GroupText text(plan, ByteTables(plan));
    ElementwiseDefinition& d = definition_;
    d.name = text.name();
    d.of_device = true;
    d.pure = !constants_.checked();
    d.may_miss = constants_.any_divides();
    d.options = {"--fmad=false"};
    // What is called with one type or another has no annotation.
    if (d.may_miss) d.options.push_back("--device-as-default-execution-space");
    d.preamble = text.preamble();
    d.constants = constants_.parameter();
    d.loop_prep = text.fill_tables("constants");
    has_tables_ = !d.loop_prep.empty();
    int done = 0;
    bool is_heavy_step_done = false;
    for (size_t k = 0; k < plan.steps.size(); ++k) {
      if (!text.tables().is_done(static_cast<int>(k))) continue;
      ++done;
      is_heavy_step_done = is_heavy_step_done ||
                           (is_heavy(plan.steps[k]) &&
                            !text.tables().is_looked_up(static_cast<int>(k)));
    }
    d.heavy = done > kLongBody;
    // Two vectors of float32 keep an H200's memory busy.
    if (!*d.heavy && d.pure) d.heavy_elements = 8;
    if (is_heavy_step_done) d.heavy = true;
    for (const bool written : {false, true})
      for (size_t k = 0; k < plan.arrays.size(); ++k) {
        const GroupArray& array = plan.arrays[k];
        if (array.written != written || !(array.read || written)) continue;
        const auto index = static_cast<int>(k);
        auto& list = written ? d.parameters.out : d.parameters.in;
        KernelParameter parameter;
        parameter.name = text.stored(index);
        parameter.dtype = array.view.dtype();
        list.push_back(parameter);
        order_[parameters_++] = index;
        if (written && array.read)
          d.operation += std::string("const ") + device_type(parameter.dtype) +
                         " " + text.element(index) + " = " + parameter.name +
                         ";\n";
      }
    inputs_ = static_cast<int>(d.parameters.in.size());
    for (size_t k = 0; k < plan.steps.size(); ++k)
      d.operation += text.statements(static_cast<int>(k));
    for (const GroupStore& store : plan.stores)
      d.operation += text.statement(store);
  }

  GroupRun run(std::span<const GroupPlan> boxes, GroupEffort effort,
               const GroupDevice& device, std::shared_ptr<void>& cache,
               int& kernels) override {
    std::vector<char*> data;
    auto* known = static_cast<KnownBoxes*>(cache.get());
    if (!known || !find_data(*known, boxes, data)) {
      auto made = std::make_shared<KnownBoxes>();
      if (!prepare(boxes, *made)) return GroupRun::kUnfit;
      known = made.get();
      cache = std::move(made);
      data.clear();
      find_data(*known, boxes, data);
    }
    const GroupPlan& plan = boxes.front();
    // All kernels are asked for before the first one is missed.
    bool ready = true;
    const CompiledKernel* shared = nullptr;
    // Without one of them none is of use.
    if (known->launches) {
      shared = get(*known->lazy, known->variant, effort, plan, known->elements);
      ready = shared != nullptr;
    }
    std::vector<const CompiledKernel*> own_kernels;
    for (const OwnBox& own : known->own) {
      own_kernels.push_back(
          get(*own.lazy, own.work->variant, effort, plan, known->elements));
      ready = ready && own_kernels.back();
    }
    if (!ready) return GroupRun::kNotReady;
    use_memory(plan);
    LaunchArguments values;  // behind the loop's own
    constants_.launch(plan, device, values, [&] {
      for (size_t k = 0; k < own_kernels.size(); ++k) {
        Work& own = *known->own[k].work;
        std::copy_n(data.begin() + known->own[k].first_operand, parameters_,
                    own.loop.data);
        launch_elementwise(own.variant, own.loop, *own_kernels[k], values,
                           {plan.stream, 0, *definition_.heavy});
      }
      if (shared)
        known->launches->run(data.data(), *shared, values, plan.stream);
    });
    const size_t launches =
        own_kernels.size() +
        static_cast<size_t>(shared ? known->launches->count() : 0);
    kernels = std::max(1, static_cast<int>(launches));
    return GroupRun::kDone;
  }

  int constant_bytes() const { return constants_.bytes(); }

  KernelSource source(std::span<const GroupPlan> boxes) const override {
    KnownBoxes known;
    TENORITE_CHECK(prepare(boxes, known), NotImplementedError,
                   "there is no kernel for arrays of this layout");
    return source_of(known.own.empty() ? known.variant
                                       : known.own[0].work->variant);
  }

 private:
  struct Work {
    ElementwiseVariant variant{};
    ElementwiseLoop loop;
  };

  // False where there is nothing to do, or no kernel for it.
  bool prepare(const GroupPlan& plan, Work& work) const {
    ElementwiseLoop& loop = work.loop;
    loop.size = size_of(plan.shape);
    if (loop.size == 0) return false;
    const ndarray* arrays[kMaxGroupArrays];
    for (int k = 0; k < parameters_; ++k) {
      const ndarray& a = plan.arrays[static_cast<size_t>(order_[k])].view;
      add_array(loop, k, k >= inputs_, a);
      if (!a.is_aligned()) return false;
      arrays[k] = &a;
      work.variant.operand[k].dtype = a.dtype();
      work.variant.operand[k].access = Access::kStrided;
    }
    plan_axes(loop, plan.shape, arrays, false);
    // Those of Rows and Tiles of jit/prelude/kernels/vectors.h.
    const int64_t strided =
        8 * parameters_ + 40 + 4 * loop.axes.ndim * (3 + parameters_);
    if (strided + constants_.bytes() > kMaxParameterBytes) return false;
    work.variant.target = DeviceType::kCuda;
    ElementwiseVariant& variant = work.variant;
    choose_device_variant(
        loop, *definition_.heavy ? definition_.heavy_elements : 0, variant);
    if (has_tables_ && loop.size >= kManyElements &&
        (variant.kind == LoopKind::kContiguous ||
         variant.kind == LoopKind::kRows))
      variant.rounds = kRounds;
    return true;
  }

  // The only box or a large one, which has a kernel for its layout.
  struct OwnBox {
    std::unique_ptr<Work> work;
    LazyKernel* lazy;
    std::ptrdiff_t first_operand;
  };
  // What of some boxes does not depend on their memory.
  struct KnownBoxes {
    // Of the boxes that share launches, one after the other, then of others:
    struct Operand {
      size_t box, array;
      int64_t offset;     // of where the loop begins
      uintptr_t residue;  // of the array's address
    };
    std::vector<Operand> operands;
    std::vector<OwnBox> own;
    // Of those that share launches:
    ElementwiseVariant variant{};
    LazyKernel* lazy = nullptr;
    std::optional<BoxLaunches> launches;
    int64_t elements = 0;  // of all boxes
  };
  // Addresses are alike, for loads and for how many elements lie before the
  // first vector, if they leave the same residue.
  static constexpr uintptr_t kAlignment = 256;
  static uintptr_t residue_of(const char* data) {
    return reinterpret_cast<uintptr_t>(data) % kAlignment;
  }

  // Where the operands are; false if they are aligned in another way.
  static bool find_data(const KnownBoxes& known,
                        std::span<const GroupPlan> boxes,
                        std::vector<char*>& data) {
    data.reserve(known.operands.size());
    for (const auto& [box, array, offset, residue] : known.operands) {
      char* const first = boxes[box].arrays[array].view.data();
      if (residue_of(first) != residue) return false;
      data.push_back(first + offset);
    }
    return true;
  }

  // False where there is no kernel for one of them.
  bool prepare(std::span<const GroupPlan> boxes, KnownBoxes& known) const {
    std::vector<std::unique_ptr<Work>> works;
    std::vector<size_t> shared, own;
    int ndim = 1;
    for (size_t b = 0; b < boxes.size(); ++b) {
      // Not initialised: an axis set has room for many.
      works.push_back(std::make_unique_for_overwrite<Work>());
      const ElementwiseLoop& loop = works[b]->loop;
      if (!prepare(boxes[b], *works[b])) {
        if (loop.size == 0) continue;
        return false;
      }
      known.elements += loop.size;
      const bool is_own =
          boxes.size() == 1 || loop.size >= kOwnLaunch || !fits_box(loop);
      (is_own ? own : shared).push_back(b);
      if (!is_own) ndim = std::max(ndim, loop.axes.ndim);
    }
    auto add_operands = [&](size_t b) {
      for (int k = 0; k < parameters_; ++k) {
        const auto array = static_cast<size_t>(order_[k]);
        char* const first = boxes[b].arrays[array].view.data();
        known.operands.push_back(
            {b, array, works[b]->loop.data[k] - first, residue_of(first)});
      }
    };
    std::vector<const ElementwiseLoop*> loops;
    for (size_t b : shared) {
      add_operands(b);
      loops.push_back(&works[b]->loop);
    }
    for (size_t b : own) {
      const auto first = static_cast<std::ptrdiff_t>(known.operands.size());
      add_operands(b);
      LazyKernel& lazy = lazy_of(works[b]->variant);
      known.own.push_back({std::move(works[b]), &lazy, first});
    }
    if (shared.empty()) return true;
    known.variant = works[shared.back()]->variant;
    known.variant.ndim = static_cast<uint8_t>(ndim);
    if (!choose_boxes(shared.size(), known.variant)) return false;
    known.lazy = &lazy_of(known.variant);
    known.launches.emplace(known.variant, loops);
    return true;
  }

  // Of some boxes with the operands of one of them; false where a launch has
  // too little room for them.
  bool choose_boxes(size_t boxes, ElementwiseVariant& variant) const {
    const int room = most_boxes(parameters_, variant.ndim, constants_.bytes());
    // As many again next time, more or less, are to find the same kernel.
    const int wanted = std::clamp(static_cast<int>(std::bit_ceil(boxes)),
                                  kFewBoxes, kMaxBoxes);
    variant.kind = LoopKind::kBoxes;
    variant.vector = variant.unroll = variant.rounds = variant.tile_x =
        variant.tile_y = 0;
    variant.boxes = static_cast<uint8_t>(std::min(room, wanted));
    for (int k = 0; k < parameters_; ++k)
      variant.operand[k].access = Access::kStrided;
    return room > 0;
  }

  double saving_of(const GroupPlan& plan, int64_t size) const {
    return saving_.nanoseconds(size, plan.saved_bytes);
  }

  LazyKernel& lazy_of(const ElementwiseVariant& variant) const {
    return kernels_.at(&variant, offsetof(ElementwiseVariant, operand) +
                                     static_cast<size_t>(parameters_) *
                                         sizeof(OperandVariant));
  }
  // Null while it is missing.
  const CompiledKernel* get(LazyKernel& lazy, const ElementwiseVariant& variant,
                            GroupEffort effort, const GroupPlan& plan,
                            int64_t size) {
    return lazy.get(effort, plan.device, saving_of(plan, size),
                    [this, variant] { return source_of(variant); });
  }

  KernelSource source_of(const ElementwiseVariant& variant) const {
    return elementwise_source(definition_, variant);
  }

  const Saving saving_;
  const GroupConstants constants_;
  ElementwiseDefinition definition_;
  int parameters_ = 0, inputs_ = 0;
  bool has_tables_ = false;
  int order_[kMaxGroupArrays];  // the array that each parameter is
  mutable LazyKernels kernels_;
};

}  // namespace

std::unique_ptr<GroupKernels> make_elementwise_program(const GroupPlan& plan) {
  if (plan.stores.empty() || live_words(plan) > kMaxLiveWords ||
      plan.arrays.size() > kMaxParameters)
    return nullptr;
  auto program = std::make_unique<ElementwiseProgram>(plan);
  if (program->constant_bytes() > kMaxElementwiseConstants) return nullptr;
  return program;
}

}  // namespace tenorite::jit
