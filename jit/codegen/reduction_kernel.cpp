// SPDX-License-Identifier: Apache-2.0
#include "jit/codegen/reduction_kernel.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/error.h"
#include "core/spans.h"
#include "core/thread_pool.h"
#include "jit/codegen/reduction_plan.h"
#include "jit/emulator/user_code.h"
#include "ops/cuda/abi/fast_divisor.h"

namespace tenorite::jit {
namespace {

constexpr int kThreads = 256;

// Bytes of a type that the kernel's text names; 0 if it is not a dtype's. What
// a placeholder stands for has at most 16.
int bytes_of_type(const std::string& name) {
  if (name.size() == 1) return 16;
  for (int i = 0; i < kNumDTypes; ++i) {
    const auto dtype = static_cast<DType>(i);
    if (name == type_name(dtype)) return static_cast<int>(itemsize(dtype));
  }
  return 0;
}

// Divider of jit/prelude/kernels/reduction.h.
struct Divider {
  int64_t by;
  uint32_t multiplier = 0, shift = 0;
};
Divider make_divider(int64_t by) {
  if (by <= 0 || by >= int64_t{1} << 31) return {by};
  const cuda::FastDivisor divisor = cuda::make_divisor(by);
  return {by, divisor.multiplier, divisor.shift};
}

// Reduce of jit/prelude/kernels/reduction.h.
class ReduceBytes {
 public:
  ReduceBytes(const ReductionLoop& loop, char* partials) {
    for (int k = 0; k < loop.arrays(); ++k) put(&loop.data[k], 8);
    put(&partials, 8);
    put_number(loop.size);
    put_number(loop.total);
    put_number(loop.groups);
    put_number(loop.units);
    put_number(loop.chunk);
    put_number(loop.splits);
    lanes_ = used_;
    put_number(loop.lanes_log2);
    put_number(loop.run);
    put_divider(loop.run_vectors);
    for (int d = 0; d < loop.kept.ndim; ++d) put_divider(loop.kept.shape[d]);
    for (int d = 0; d < loop.reduced.ndim; ++d)
      put_divider(loop.reduced.shape[d]);
    for (int k = 0; k <= loop.arrays(); ++k)
      put(loop.kept.strides[k], 8 * static_cast<size_t>(loop.kept.ndim));
    for (int k = 0; k <= loop.inputs; ++k)
      put(loop.reduced.strides[k], 8 * static_cast<size_t>(loop.reduced.ndim));
  }
  void set_lanes(int64_t lanes_log2) {
    std::memcpy(bytes_ + lanes_, &lanes_log2, 8);
  }
  const void* data() const { return bytes_; }
  size_t size() const { return used_; }

 private:
  void put(const void* value, size_t n) {
    TENORITE_CHECK(used_ + n <= sizeof(bytes_), ValueError,
                   "the kernel has too many operands of too many axes");
    std::memcpy(bytes_ + used_, value, n);
    used_ += n;
  }
  void put_number(int64_t value) { put(&value, 8); }
  void put_divider(int64_t by) {
    const Divider divider = make_divider(by);
    put(&divider, sizeof(divider));
  }

  size_t used_ = 0, lanes_ = 0;
  alignas(8) char bytes_[kMaxParameterBytes];
};

ReductionDefinition completed(ReductionDefinition definition) {
  check_kernel_name(definition.name);
  TENORITE_CHECK(!definition.parameters.out.empty(), ValueError,
                 "a reduction kernel needs an output");
  if (definition.reduce_type.empty())
    definition.reduce_type = definition.parameters.out[0].type();
  return definition;
}

}  // namespace

ReductionKernel::ReductionKernel(ReductionDefinition definition)
    : definition_(completed(std::move(definition))),
      reduce_bytes_(bytes_of_type(definition_.reduce_type)),
      heavy_(is_heavy(definition_.map) || is_heavy(definition_.reduce)),
      uses_in_(has_word(definition_.all_text(), "_in_ind")),
      uses_out_(has_word(definition_.all_text(), "_out_ind")) {
  TENORITE_CHECK(!has_word(definition_.map, "_in_ind") ||
                     !has_word(definition_.map, "get"),
                 NotImplementedError,
                 "_in_ind.get() is not available: _J is the position along "
                 "the reduced axes");
}

struct ReductionKernel::Work {
  ReductionVariant variant{};
  ReductionLoop loop;
  LaunchArguments values;
};

bool ReductionKernel::prepare(const Call& call, DeviceType target,
                              Device device, ndarray* results,
                              Work& work) const {
  const Parameters& parameters = definition_.parameters;
  const KernelArguments& args = call.arguments;

  Dims shape;
  TENORITE_CHECK(broadcast_arrays(parameters, args, false, shape), ValueError,
                 "Loop size is undecided.");
  Binding binding;
  bind(parameters, args.in, args.out, binding);
  bool folded[kMaxDims] = {};
  if (call.axes) {
    for (int64_t axis : *call.axes) {
      bool& flag = folded[normalize_axis(axis, shape.size())];
      TENORITE_CHECK(!flag, ValueError, "duplicate value in 'axis'");
      flag = true;
    }
  } else {
    std::fill(folded, folded + shape.size(), true);
  }
  Dims out_shape;
  bool empty = false;
  for (int i = 0; i < shape.size(); ++i) {
    if (!folded[i])
      out_shape.push_back(shape[i]);
    else if (call.keepdims)
      out_shape.push_back(1);
    empty = empty || shape[i] == 0;
  }
  take_outputs(parameters, args, binding, out_shape, false, device, results);
  if (size_of(out_shape) == 0) return false;
  TENORITE_CHECK(!empty || !definition_.identity.empty(), ValueError,
                 "zero-size array to reduction operation %s which has no "
                 "identity",
                 definition_.name.c_str());

  const StreamId stream = current_stream(device);
  const ndarray* array[kMaxParameters];
  ReductionLoop& loop = work.loop;
  ReductionVariant& variant = work.variant;
  place_operands(parameters, args, binding, results, stream, loop, array,
                 variant.operand, work.values);
  if (uses_in_) {
    work.values.indexer(shape);
    variant.in_ndim = static_cast<uint8_t>(shape.size());
  }
  if (uses_out_) {
    work.values.indexer(out_shape);
    variant.out_ndim = static_cast<uint8_t>(out_shape.size());
  }
  plan_axes(loop, shape, folded, call.keepdims, array);
  variant.target = target;
  if (target == DeviceType::kCuda)
    divide_on_device(loop, heavy_, reduce_bytes_, variant);
  else
    divide_on_host(loop, variant);
  return true;
}

CompiledKernel ReductionKernel::compile_variant(const ReductionVariant& variant,
                                                Device device) const {
  const KernelSource source = reduction_source(definition_, variant);
  CompiledKernel compiled;
  compiled.text = source.text;
  compiled.module = load(source, device);
  const std::string& name = definition_.name;
  const void* size;
  if (device.is_cuda()) {
    compiled.function = compiled.module->function(name);
    compiled.merge = compiled.module->function(name + "_merge");
    size = compiled.module->global(name + "_size").first;
  } else {
    compiled.address = compiled.module->address("tenorite_" + name);
    compiled.merge_address =
        compiled.module->address("tenorite_" + name + "_merge");
    size = compiled.module->address(name + "_size");
  }
  TENORITE_CHECK((compiled.function || compiled.address) && size, RuntimeError,
                 "kernel '%s' is not in its module", name.c_str());
  const ndarray held(Storage::wrap(
                         device, const_cast<void*>(size), 4, nullptr,
                         [](void*, Device, StreamId) {}, true),
                     0, DType::kInt32, {}, {});
  int32_t bytes;
  const Scalar value = ops::item(held);
  std::memcpy(&bytes, value.bytes, 4);
  compiled.part_bytes = bytes;
  return compiled;
}

void ReductionKernel::launch(const Work& work, const CompiledKernel& compiled,
                             Device device) {
  const ReductionLoop& loop = work.loop;
  const StreamId stream = current_stream(device);
  StoragePtr partials;
  if (loop.splits > 1)
    partials = Storage::allocate(
        device,
        static_cast<size_t>(loop.size * loop.splits * compiled.part_bytes),
        stream);
  ReduceBytes bytes(loop, partials ? partials->data() : nullptr);
  LaunchArguments arguments;
  arguments.point(bytes.data(), bytes.size());
  arguments.append(work.values);
  if (device.is_cpu()) {
    using Body = void (*)(void* const*, int64_t, int64_t);
    auto body = reinterpret_cast<Body>(compiled.address);
    const int64_t width = std::max<int64_t>(1, loop.size / loop.groups);
    const int64_t grain =
        std::max<int64_t>(1, kLightGrain / (loop.chunk * width));
    const char* name = compiled.module->artifact()->name.c_str();
    auto run = [&](int64_t n, int64_t step, Body code) {
      parallel_for(n, step, [&](int64_t begin, int64_t end) {
        cpu::run_kernel_code(name, [&] { code(arguments.get(), begin, end); });
      });
    };
    run(loop.groups * loop.splits, grain, body);
    if (loop.splits == 1) return;
    auto merge = reinterpret_cast<Body>(compiled.merge_address);
    run(loop.size, std::max<int64_t>(1, kLightGrain / loop.splits), merge);
    return;
  }
  auto queue = [&](Function* function, int64_t groups, int lanes_log2,
                   int64_t splits) {
    const int64_t slots = kThreads >> lanes_log2;
    LaunchShape shape;
    shape.grid[0] = static_cast<unsigned>((groups - 1) / slots + 1);
    shape.grid[1] = static_cast<unsigned>(splits);
    shape.block[0] = kThreads;
    function->launch(shape, stream, arguments.get());
  };
  queue(compiled.function, loop.groups, loop.lanes_log2, loop.splits);
  if (loop.splits == 1) return;
  const int lanes_log2 =
      std::min<int>(8, std::bit_width(static_cast<uint64_t>(loop.splits - 1)));
  bytes.set_lanes(lanes_log2);
  queue(compiled.merge, loop.size, lanes_log2, 1);
}

void ReductionKernel::operator()(const Call& call, ndarray* results) {
  const Device device =
      check_arrays(definition_.parameters, call.arguments, call.fallback);
  Work work;
  if (!prepare(call, device.type, device, results, work)) return;
  const ReductionVariant& variant = work.variant;
  const CompiledKernel& compiled = compiled_for(
      memo_, variant, definition_.parameters.count(), device,
      call.compile_scope, [&] { return compile_variant(variant, device); });
  const spans::Scope scope("kernel", definition_.name.c_str(), device,
                           current_stream(device));
  launch(work, compiled, device);
}

KernelSource ReductionKernel::source(const Call& call, DeviceType target) {
  ndarray results[kMaxParameters];
  Work work;
  const Device device =
      check_arrays(definition_.parameters, call.arguments, call.fallback);
  TENORITE_CHECK(prepare(call, target, device, results, work), ValueError,
                 "a kernel over no elements has no text");
  return reduction_source(definition_, work.variant);
}

}  // namespace tenorite::jit
