// SPDX-License-Identifier: Apache-2.0
// Groups without reductions: the loops of elementwise kernels around the steps.
#include <algorithm>

#include "core/error.h"
#include "jit/codegen/elementwise_launch.h"
#include "jit/groups/group_kernels.h"
#include "jit/groups/group_text.h"

namespace tenorite::jit {
namespace {

// Registers that values may take; more would be spilt to memory.
constexpr int kMaxLiveWords = 64;
// Of scalars: long bodies have many.
constexpr int kMaxScalarBytes = 2048;
// A body of as many steps is not repeated for many elements.
constexpr size_t kLongBody = 24;
// Of a launch.
constexpr int64_t kMaxParameterBytes = 4000;

class ElementwiseProgram final : public GroupKernels {
 public:
  explicit ElementwiseProgram(const GroupPlan& plan)
      : saving_(saving_of(plan)) {
    const GroupText text(plan);
    constants_ = {text.constant_offsets(), text.error_offset(),
                  text.constant_bytes(), text.checked()};
    ElementwiseDefinition& d = definition_;
    d.name = text.name();
    d.of_device = true;
    d.pure = !text.checked();
    d.options = {"--fmad=false"};
    d.preamble = text.preamble();
    if (constants_.bytes > 0) d.constants = "const GroupConstants constants";
    d.heavy = plan.steps.size() > kLongBody;
    // Two vectors of float32 keep an H200's memory busy.
    if (!*d.heavy && d.pure) d.heavy_elements = 8;
    for (const GroupStep& step : plan.steps)
      if (is_heavy(step)) d.heavy = true;
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

  GroupRun run(const GroupPlan& plan, GroupEffort effort,
               const GroupDevice& device) override {
    Work work;
    if (!prepare(plan, work))
      return work.loop.size == 0 ? GroupRun::kDone : GroupRun::kUnfit;
    const ElementwiseVariant& variant = work.variant;
    LazyKernel& lazy =
        kernels_.at(&variant, offsetof(ElementwiseVariant, operand) +
                                  static_cast<size_t>(parameters_) *
                                      sizeof(OperandVariant));
    const CompiledKernel* kernel =
        lazy.get(effort, plan.device, saving_.nanoseconds(work.loop.size),
                 [this, variant] { return source_of(variant); });
    if (!kernel) return GroupRun::kNotReady;
    for (int k = 0; k < parameters_; ++k)
      plan.arrays[static_cast<size_t>(order_[k])].view.storage()->use(
          plan.stream);
    alignas(16) char bytes[kMaxScalarBytes];
    LaunchArguments values;
    if (constants_.bytes > 0) {
      constants_.write(plan, device, bytes);
      values.point(bytes, static_cast<size_t>(constants_.bytes));
    }
    launch_elementwise(variant, work.loop, *kernel, values,
                       {plan.stream, 0, *definition_.heavy});
    if (constants_.checked)
      device.note_checked_launch(plan.device, plan.stream);
    return GroupRun::kDone;
  }

  int constant_bytes() const { return constants_.bytes; }

  KernelSource source(const GroupPlan& plan) const override {
    Work work;
    TENORITE_CHECK(prepare(plan, work), NotImplementedError,
                   "there is no kernel for arrays of this layout");
    return source_of(work.variant);
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
    if (strided + constants_.bytes > kMaxParameterBytes) return false;
    work.variant.target = DeviceType::kCuda;
    choose_device_variant(loop,
                          *definition_.heavy ? definition_.heavy_elements : 0,
                          work.variant);
    return true;
  }

  KernelSource source_of(const ElementwiseVariant& variant) const {
    return elementwise_source(definition_, variant);
  }

  const Saving saving_;
  Constants constants_;
  ElementwiseDefinition definition_;
  int parameters_ = 0, inputs_ = 0;
  int order_[kMaxGroupArrays];  // the array that each parameter is
  LazyKernels kernels_;
};

}  // namespace

std::unique_ptr<GroupKernels> make_elementwise_program(const GroupPlan& plan) {
  if (plan.stores.empty() || live_words(plan) > kMaxLiveWords ||
      plan.arrays.size() > kMaxParameters)
    return nullptr;
  auto program = std::make_unique<ElementwiseProgram>(plan);
  if (program->constant_bytes() > kMaxScalarBytes) return nullptr;
  return program;
}

}  // namespace tenorite::jit
