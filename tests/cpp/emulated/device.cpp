// SPDX-License-Identifier: Apache-2.0
#include "tests/cpp/emulated/device.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/error.h"
#include "jit/compile/module.h"
#include "jit/cuda/group_geometry.h"
#include "ops/cuda/reduce/reduce_geometry.h"
#include "ops/plan/registry.h"
#include "ops/record/log.h"
// From here on it is CUDA C++.
#include "tests/cpp/emulated/emulation.h"
// The library's own kernels.
#include "ops/cuda/reduce/reduce_kernels.cuh"

namespace tenorite::testing {
namespace {

int g_multiprocessors = 4, g_kernels_run = 0;

struct Entry {
  ReduceOp op;
  DType value;
  bool widens;
  cuda::ReduceKernels kernels;
  reduction::Finish finish;
};

template <class F>
Entry entry(ReduceOp op, DType value,
            reduction::Finish finish = reduction::Finish::kValue,
            bool widens = false) {
  return {op, value, widens, cuda::kernels_of<F>(), finish};
}

cuda::Folding folding_of(ReduceOp op, DType in, DType compute, bool masked) {
  using namespace reduction;
  constexpr DType kBool = DType::kBool, kF32 = DType::kFloat32,
                  kF64 = DType::kFloat64;
  static const Entry kEntries[] = {
      entry<Sum::Fold<float, true>>(ReduceOp::sum, kF32),
      entry<Sum::Fold<double, true>>(ReduceOp::sum, kF64),
      entry<Sum::Fold<float, true>>(ReduceOp::mean, kF32, Finish::kMean),
      entry<Sum::Fold<double, true>>(ReduceOp::mean, kF64, Finish::kMean),
      entry<Variance::Fold<float, true>>(ReduceOp::var, kF32),
      entry<Variance::Fold<double, true>>(ReduceOp::var, kF64),
      entry<Max::Fold<float, true>>(ReduceOp::max, kF32),
      entry<Min::Fold<float, true>>(ReduceOp::min, kF32),
      entry<ArgMax::Fold<float, true>>(ReduceOp::argmax, kF32),
      entry<Any::Fold<bool, true>>(ReduceOp::any, kBool),
      entry<Any::Fold<long, true>>(ReduceOp::any, DType::kInt64),
      entry<CountNonzero::Fold<bool, true>>(ReduceOp::count_nonzero, kBool),
      entry<CountNonzero::Fold<int, true>>(ReduceOp::count_nonzero,
                                           DType::kInt32),
      entry<CountNonzero::Fold<long, true>>(ReduceOp::count_nonzero,
                                            DType::kInt64),
      entry<Sum::Fold<long, true>>(ReduceOp::sum, DType::kInt64),
      entry<Sum::Widening<bool>>(ReduceOp::sum, kBool, Finish::kValue, true),
      entry<Sum::Widening<int>>(ReduceOp::sum, DType::kInt32, Finish::kValue,
                                true),
      entry<Sum::Widening<short>>(ReduceOp::sum, DType::kInt16, Finish::kValue,
                                  true),
  };
  const bool wide = widens(op, in, compute, masked);
  const DType value = wide ? in : compute;
  for (const Entry& e : kEntries)
    if (e.op == fold_row(op, compute) && e.value == value && e.widens == wide)
      return {&e.kernels, e.finish, value};
  throw NotImplementedError("a reduction that no test has");
}

void call(const void* const* kernel_and_args) {
  const auto kernel =
      reinterpret_cast<void (*)(cuda::ReduceArgs)>(kernel_and_args[0]);
  kernel(*static_cast<const cuda::ReduceArgs*>(kernel_and_args[1]));
}

void give_split_memory(cuda::ReduceArgs* args, int64_t partial_bytes,
                       Device device, StreamId stream,
                       StoragePtr (&holders)[2]) {
  if (args->splits == 1) return;
  const auto count = static_cast<size_t>(args->tiles) * sizeof(unsigned);
  holders[0] = Storage::allocate(device, partial_bytes, stream);
  holders[1] = Storage::allocate(device, count, stream);
  std::memset(holders[1]->data(), 0, count);
  args->partials = holders[0]->data();
  args->arrivals = reinterpret_cast<unsigned*>(holders[1]->data());
}

// As ops/cuda/reduce/reduce.cpp does it, where nothing has to be copied.
void reduce(const ReducePlan& plan) {
  const cuda::Folding how = folding_of(
      plan.op, plan.in_dtype, plan.compute_dtype, plan.mask != nullptr);
  const cuda::ReduceKernels& kernels = *how.kernels;
  const bool converts = how.value != plan.in_dtype;
  const DType result = result_dtype(plan.op, plan.compute_dtype);
  TENORITE_CHECK((!converts || kernels.converts) && result == plan.out_dtype,
                 NotImplementedError, "a copy that no test needs");
  const cuda::ReduceClass kind = cuda::classify(plan, converts);
  cuda::ReduceArgs args = cuda::reduce_args(
      plan, kernels, kind, converts, static_cast<int64_t>(itemsize(result)),
      g_multiprocessors);
  args.finishing.finish = how.finish;
  args.finishing.correction = plan.correction;
  args.finishing.has_initial = plan.has_initial;
  std::memcpy(args.finishing.initial, plan.initial.bytes,
              sizeof(args.finishing.initial));
  StoragePtr holders[2];
  give_split_memory(
      &args, cuda::partial_count(args, kernels, kind) * kernels.acc_bytes,
      plan.device, plan.stream, holders);
  const void* arguments[] = {cuda::kernel_of(kernels, kind), &args};
  emulation::run(call, arguments,
                 {static_cast<unsigned>(args.tiles),
                  static_cast<unsigned>(args.splits), 1},
                 cuda::kReduceThreads);
}

cuda::ErrorRecord g_errors{};

constexpr jit::GroupDevice kDevice = {
    .row_folding =
        [](ReduceOp op, DType in, DType compute, int64_t rows, int64_t length,
           Device, jit::RowFolding* folding) {
          return cuda::row_folding(folding_of(op, in, compute, false), op, in,
                                   compute, rows, length, g_multiprocessors,
                                   folding);
        },
    .fold_geometry =
        [](const ReducePlan& plan, jit::FoldGeometry* geometry) {
          return cuda::fold_geometry(
              folding_of(plan.op, plan.in_dtype, plan.compute_dtype,
                         plan.mask != nullptr),
              plan, g_multiprocessors, geometry);
        },
    .give_split_memory = give_split_memory,
    .plant =
        [](cuda::TileTree* tree, int64_t rows, int accumulator_bytes,
           Device device, StreamId stream) {
          const int64_t posted = cuda::grow(*tree, rows, cuda::kWarpRadixLog2);
          const int64_t bytes =
              16 + posted * cuda::posted_bytes(accumulator_bytes);
          StoragePtr memory = Storage::allocate(device, bytes, stream);
          std::memset(memory->data(), 0, static_cast<size_t>(bytes));
          tree->ticket = reinterpret_cast<unsigned long long*>(memory->data());
          tree->posted = memory->data() + 16;
          return memory;
        },
    .multiprocessors = [](Device) { return g_multiprocessors; },
    .shared_bytes =
        [](Device) { return static_cast<int>(sizeof(_shared_words)); },
    .error_word = [](Device) { return &g_errors.bits; },
    .next_checked_launch = [] { return 1; },
    .note_checked_launch = [](Device, StreamId) {},
};

class EmulatedFunction final : public jit::Function {
 public:
  EmulatedFunction(void* library, void* kernel)
      : run_(reinterpret_cast<Run>(dlsym(library, "run_kernel"))),
        kernel_(kernel) {}
  void launch(const jit::LaunchShape& shape, StreamId,
              void* const* arguments) override {
    ++g_kernels_run;
    run_(kernel_, arguments, shape.grid[0], shape.grid[1], shape.block[0]);
  }
  bool parameter_sizes(std::vector<size_t>*) override { return false; }
  int64_t max_cooperative_blocks(const jit::LaunchShape&) override { return 0; }
  int attribute(jit::FunctionAttribute) override { return 0; }
  void set_attribute(jit::FunctionAttribute, int) override {}

 private:
  using Run = void (*)(void*, void* const*, unsigned, unsigned, unsigned);
  const Run run_;
  void* const kernel_;
};

// Stays, as kernels of groups do.
class EmulatedModule final : public jit::Module {
 public:
  EmulatedModule(jit::ArtifactPtr artifact, Device device)
      : Module(std::move(artifact), device) {
    static int count = 0;
    const std::string path = std::filesystem::temp_directory_path() /
                             ("emulated-" + std::to_string(getpid()) + "-" +
                              std::to_string(count++) + ".so");
    std::ofstream(path, std::ios::binary) << this->artifact()->code;
    library_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    unlink(path.c_str());
    TENORITE_CHECK(library_, RuntimeError, "%s", dlerror());
  }
  jit::Function* function(const std::string& symbol) override {
    void* kernel = dlsym(library_, symbol.c_str());
    return kernel ? new EmulatedFunction(library_, kernel) : nullptr;
  }
  std::pair<void*, size_t> global(const std::string&) override { return {}; }

 private:
  void* library_;
};
constexpr jit::ModuleLoader kLoader = {
    [](const jit::ArtifactPtr& artifact, Device device) {
      return jit::ModulePtr(std::make_shared<EmulatedModule>(artifact, device));
    }};

}  // namespace

cuda::ErrorRecord& errors_found() { return g_errors; }

void use_emulated_kernels() {
  static DeviceOps ops = device_ops(kCpu);
  ops.reduce = reduce;
  register_device_ops(DeviceType::kCpu, &ops);
  static GroupEngine engine = group_engine(kCpu);
  engine.run = [](std::span<const GroupPlan> boxes, GroupEffort effort) {
    return jit::run_group(boxes, effort, kDevice);
  };
  register_group_engine(DeviceType::kCpu, &engine);
  const auto folder = std::filesystem::absolute(__FILE__).parent_path();
  setenv("TENORITE_CACHE", "off", 1);
  setenv("EMULATION_HEADER", EMULATION_HEADER, 1);
  setenv("TENORITE_CXX", (folder / "compiler.sh").c_str(), 1);
  jit::register_module_loader(DeviceType::kCpu, &kLoader);
}

void set_multiprocessors(int count) { g_multiprocessors = count; }

int kernels_run() { return g_kernels_run; }

}  // namespace tenorite::testing
