// SPDX-License-Identifier: Apache-2.0
#include "jit/codegen/elementwise_kernel.h"

#include "core/error.h"
#include "core/spans.h"
#include "jit/codegen/elementwise_launch.h"

namespace tenorite::jit {
namespace {

// Threads of a block where each has one element, as CuPy's.
constexpr int kDefaultBlock = 128;

CompiledKernel compile_variant(const ElementwiseDefinition& definition,
                               const ElementwiseVariant& variant,
                               Device device) {
  const KernelSource source = elementwise_source(definition, variant);
  CompiledKernel compiled;
  compiled.text = source.text;
  compiled.module = load(source, device);
  const ArtifactPtr& artifact = compiled.module->artifact();
  std::string symbol = elementwise_symbol(definition, variant);
  if (variant.target == DeviceType::kCpu &&
      variant.kind != LoopKind::kThreads) {
    compiled.address = compiled.module->address(symbol);
  } else {
    auto found = artifact->symbols.find(symbol);
    if (found != artifact->symbols.end()) symbol = found->second;
    compiled.function = compiled.module->function(symbol);
  }
  TENORITE_CHECK(compiled.address || compiled.function, RuntimeError,
                 "kernel '%s' is not in its module", definition.name.c_str());
  return compiled;
}

}  // namespace

ElementwiseKernel::ElementwiseKernel(ElementwiseDefinition definition)
    : definition_(std::move(definition)),
      uses_index_(definition_.uses_index()),
      uses_indexer_(definition_.uses_indexer()),
      sets_indexer_(definition_.sets_indexer()),
      threads_(definition_.needs_threads()),
      heavy_(definition_.heavy.value_or(is_heavy(definition_.operation))) {
  check_kernel_name(definition_.name);
}

struct ElementwiseKernel::Work {
  ElementwiseVariant variant{};
  ElementwiseLoop loop;
  LaunchArguments values;
};

Device ElementwiseKernel::device_of(const Call& call) const {
  return check_arrays(definition_.parameters, call.arguments, call.fallback);
}

bool ElementwiseKernel::prepare(const Call& call, DeviceType target,
                                Device device, ndarray* results,
                                Work& work) const {
  const Parameters& parameters = definition_.parameters;
  const KernelArguments& args = call.arguments;

  Dims shape;
  const bool looped = broadcast_arrays(parameters, args, true, shape);
  if (call.size >= 0) {
    TENORITE_CHECK(!looped, ValueError,
                   "Specified 'size' can be used only if all of the ndarray "
                   "are 'raw'.");
    shape = {call.size};
  } else {
    TENORITE_CHECK(looped, ValueError, "Loop size is undecided.");
  }
  Binding binding;
  bind(parameters, args.in, args.out, binding);

  take_outputs(parameters, args, binding, shape, call.size >= 0, device,
               results);
  if (size_of(shape) == 0) return false;

  const StreamId stream = current_stream(device);
  const ndarray* array[kMaxParameters];
  ElementwiseLoop& loop = work.loop;
  ElementwiseVariant& variant = work.variant;
  variant.raw = place_operands(parameters, args, binding, results, stream, loop,
                               array, variant.operand, work.values);
  if (uses_indexer_) {
    work.values.indexer(shape);
    variant.index_ndim = static_cast<uint8_t>(shape.size());
  }

  const bool threads = threads_ || call.block > 0;
  variant.target = target;
  loop.indexed = !threads && (uses_index_ || sets_indexer_);
  plan_axes(loop, shape, array, threads);
  if (threads)
    choose_thread_variant(loop, variant);
  else if (target == DeviceType::kCuda)
    choose_device_variant(loop, heavy_ ? definition_.heavy_elements : 0,
                          variant);
  else
    choose_host_variant(loop, variant);
  return true;
}

void ElementwiseKernel::operator()(const Call& call, ndarray* results) {
  const Device device = device_of(call);
  Work work;
  if (!prepare(call, device.type, device, results, work)) return;
  const ElementwiseVariant& variant = work.variant;
  const CompiledKernel& compiled = compiled_for(
      memo_, variant, definition_.parameters.count(), device,
      call.compile_scope,
      [&] { return compile_variant(definition_, variant, device); });
  const StreamId stream = current_stream(device);
  const spans::Scope scope("kernel", definition_.name.c_str(), device, stream);
  launch_elementwise(
      variant, work.loop, compiled, work.values,
      {stream, call.block > 0 ? call.block : kDefaultBlock, heavy_});
}

KernelSource ElementwiseKernel::source(const Call& call, DeviceType target) {
  ndarray results[kMaxParameters];
  Work work;
  TENORITE_CHECK(prepare(call, target, device_of(call), results, work),
                 ValueError, "a kernel over no elements has no text");
  return elementwise_source(definition_, work.variant);
}

}  // namespace tenorite::jit
