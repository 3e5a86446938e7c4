// SPDX-License-Identifier: Apache-2.0
#include "ops/fusion/elementwise_kernel.h"

#include <cstddef>

#include "core/error.h"
#include "ops/fusion/elementwise_launch.h"

namespace tenorite::fusion {
namespace {

// Threads of a block where each has one element, as CuPy's.
constexpr int kDefaultBlock = 128;

CompiledKernel compile_variant(const ElementwiseDefinition& definition,
                               const ElementwiseVariant& variant,
                               Device device) {
  const KernelSource source = elementwise_source(definition, variant);
  CompiledKernel compiled;
  compiled.text = source.text;
  const ArtifactPtr artifact = compile(source, target_of(device));
  compiled.module = load(artifact, device);
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
  const int nin = static_cast<int>(parameters.in.size());
  const int nout = static_cast<int>(parameters.out.size());
  const KernelArguments& args = call.arguments;
  const bool given = nout > 0 && args.out[0] != nullptr;

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

  for (int k = 0; k < nout; ++k) {
    const KernelParameter& p = parameters.out[k];
    if (given) {
      TENORITE_CHECK(p.raw || args.out[k]->shape() == shape, ValueError,
                     "Out shape is mismatched");
      results[k] = *args.out[k];
    } else {
      TENORITE_CHECK(!p.raw || call.size >= 0, ValueError,
                     "Output array size is Undecided");
      results[k] = ndarray::empty(shape, binding.dtype[nin + k], device);
    }
  }
  if (size_of(shape) == 0) return false;

  const StreamId stream = current_stream(device);
  const ndarray* array[kMaxParameters];
  ElementwiseLoop& loop = work.loop;
  ElementwiseVariant& variant = work.variant;
  for (int k = 0; k < nin + nout; ++k) {
    const ndarray* a = k < nin ? args.in[k].array : &results[k - nin];
    OperandVariant& operand = variant.operand[k];
    operand.dtype = binding.dtype[k];
    operand.access = Access::kValue;
    if (!a) {
      work.values.number(args.in[k], binding.dtype[k]);
      continue;
    }
    a->storage()->use(stream);
    if (parameters.at(k).raw) {
      operand = raw_variant(*a);
      variant.raw = true;
      work.values.array(*a);
    } else {
      array[loop.arrays] = a;
      operand.access = Access::kStrided;
      add_array(loop, k, k >= nin, *a);
    }
  }
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
    choose_device_variant(loop, heavy_, variant);
  else
    choose_host_variant(loop, variant);
  return true;
}

void ElementwiseKernel::operator()(const Call& call, ndarray* results) {
  const Device device = device_of(call);
  Work work;
  if (!prepare(call, device.type, device, results, work)) return;
  const ElementwiseVariant& variant = work.variant;
  const int count = definition_.parameters.count();
  const size_t key_bytes = offsetof(ElementwiseVariant, operand) +
                           static_cast<size_t>(count) * sizeof(OperandVariant);
  const CompiledKernel* compiled = memo_.find(device, &variant, key_bytes);
  if (!compiled) [[unlikely]] {
    CompiledKernel fresh;
    compile_within(call.compile_scope, [&] {
      fresh = compile_variant(definition_, variant, device);
    });
    for (int k = 0; k < count; ++k)
      if (variant.operand[k].access != Access::kValue)
        fresh.dtypes.push_back(variant.operand[k].dtype);
    compiled = memo_.add(device, &variant, key_bytes, std::move(fresh));
  }
  launch_elementwise(variant, work.loop, *compiled, work.values,
                     {current_stream(device),
                      call.block > 0 ? call.block : kDefaultBlock, heavy_});
}

KernelSource ElementwiseKernel::source(const Call& call, DeviceType target) {
  ndarray results[kMaxParameters];
  Work work;
  TENORITE_CHECK(prepare(call, target, device_of(call), results, work),
                 ValueError, "a kernel over no elements has no text");
  return elementwise_source(definition_, work.variant);
}

}  // namespace tenorite::fusion
