// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/cuda/wait.h"
#include "core/storage.h"
#include "core/stream.h"
#include "memory/transfer.h"
#include "ops/api/fft_cache.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/fft/fft_columns.cuh"

namespace tenorite::cuda {
namespace {

template <class Real>
__global__ void __launch_bounds__(kMaxColumnThreads, sizeof(Real) == 4 ? 3 : 2)
    transform_columns_kernel(const __grid_constant__ ColumnArgs args) {
  extern __shared__ uint4 words[];
  transform_columns<Real>(args, words);
}

// Its runs need no memory, but it keeps some.
struct ColumnPlan final : FftLibraryPlan {
  FftRadices radices;
  StoragePtr roots;
};

template <class Real>
std::shared_ptr<FftLibraryPlan> make_plan(const FftPlan& plan, Device device) {
  auto made = std::make_shared<ColumnPlan>();
  made->radices = fft_radices(plan.n[0]);
  const auto roots = fft_roots<Real>(made->radices);
  if (roots.empty()) return made;
  made->work_bytes = roots.size() * sizeof(roots[0]);
  const StreamId stream = current_stream(device);
  made->roots = Storage::allocate(device, made->work_bytes, stream);
  memory::copy_to_device(device, stream, made->roots->data(), roots.data(),
                         made->work_bytes);
  // Other streams will read them, too.
  wait_for_stream(stream_handle(device, stream));
  return made;
}

// Columns by the loops and the batch.
ColumnArgs args_of(const FftLaunch& launch) {
  const FftPlan& plan = launch.plan;
  const int64_t item = plan.is_double ? 16 : 8;
  ColumnArgs args{};
  args.in = launch.in;
  args.out = launch.out;
  args.columns = launch.loops * plan.batch;
  args.ndim = launch.loop_ndim + 1;
  for (int i = 0; i < launch.loop_ndim; ++i) {
    args.shape[i] = launch.loop_shape[i];
    args.in_strides[i] = launch.loop_in[i] / item;
    args.out_strides[i] = launch.loop_out[i] / item;
  }
  args.shape[launch.loop_ndim] = plan.batch;
  args.in_strides[launch.loop_ndim] = plan.in.distance;
  args.out_strides[launch.loop_ndim] = plan.out.distance;
  args.in_step = plan.in.stride;
  args.out_step = plan.out.stride;
  args.inverse = launch.inverse;
  args.factor = launch.factor;
  return args;
}

template <class Real>
void run(const FftLaunch& launch) {
  const std::shared_ptr<FftLibraryPlan> kept =
      fft_plan_cache(launch.device)
          .get(launch.plan, launch.device, make_plan<Real>);
  const auto& plan = static_cast<const ColumnPlan&>(*kept);
  constexpr int64_t kItem = 2 * sizeof(Real);
  ColumnArgs args = args_of(launch);
  set_stages(args, plan.radices);
  const ColumnShape shape =
      column_shape(plan.radices, kItem, args.columns,
                   properties(launch.device).multiprocessors);
  args.log2_width = shape.log2_width;
  size_t shared = 0;
  if (plan.roots) {
    plan.roots->use(launch.stream);
    args.roots = plan.roots->data();
    shared = (args.stage[0].block << shape.log2_width) * kItem;
  }
  if (shared > 48 << 10)
    TENORITE_CUDA_TRY(cudaFuncSetAttribute(
        transform_columns_kernel<Real>,
        cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)));
  cudaStream_t stream = stream_handle(launch.device, launch.stream);
  // A grid has at most 2^31 - 1 blocks.
  const int64_t most = int64_t{INT32_MAX} << shape.log2_width;
  for (; args.begin < args.columns; args.begin += most) {
    const int64_t columns = std::min(args.columns - args.begin, most);
    const auto blocks =
        static_cast<unsigned>(((columns - 1) >> shape.log2_width) + 1);
    transform_columns_kernel<Real>
        <<<blocks, shape.threads, shared, stream>>>(args);
    TENORITE_CUDA_LAUNCHED("fft_columns");
  }
}

}  // namespace

void fft_columns(const FftLaunch& launch) {
  DeviceGuard guard(launch.device);
  launch.plan.is_double ? run<double>(launch) : run<float>(launch);
}

}  // namespace tenorite::cuda
