// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "ops/cuda/copy/interleave.h"
#include "ops/cuda/copy/interleave_bytes.cuh"
#include "ops/cuda/copy/interleave_plan.h"
#include "ops/cuda/cuda_ops.h"

namespace tenorite::cuda {
namespace {

template <class Copy>
__global__ void __launch_bounds__(kInterleaveThreads)
    pack_kernel(const __grid_constant__ InterleaveArgs args) {
  extern __shared__ uint4 shared[];
  Copy::pack(args, shared);
}
template <class Copy>
__global__ void __launch_bounds__(kInterleaveThreads)
    unpack_kernel(const __grid_constant__ InterleaveArgs args) {
  extern __shared__ uint4 shared[];
  Copy::unpack(args, shared);
}

template <class Copy>
void launch(const InterleaveLaunch& launch, cudaStream_t stream) {
  const auto kernel = launch.packs ? pack_kernel<Copy> : unpack_kernel<Copy>;
  kernel<<<static_cast<unsigned>(launch.blocks), kInterleaveThreads,
           launch.shared_bytes, stream>>>(launch.args);
  TENORITE_CUDA_LAUNCHED("interleave");
}

void run(const InterleaveLaunch& work, Device device, StreamId stream_id) {
  DeviceGuard guard(device);
  cudaStream_t stream = stream_handle(device, stream_id);
  if (work.turns_bytes) {
    switch (work.args.lines) {
      case 2:
        return launch<InterleaveBytes<2>>(work, stream);
      case 3:
        return launch<InterleaveBytes<3>>(work, stream);
      default:
        return launch<InterleaveBytes<4>>(work, stream);
    }
  }
  switch (work.itemsize) {
    case 1:
      return launch<Interleave<uint8_t>>(work, stream);
    case 2:
      return launch<Interleave<uint16_t>>(work, stream);
    case 4:
      return launch<Interleave<uint32_t>>(work, stream);
    case 8:
      return launch<Interleave<uint2>>(work, stream);
    default:
      return launch<Interleave<uint4>>(work, stream);
  }
}

}  // namespace

bool interleave(const ElementwisePlan& plan) {
  InterleaveLaunch launch;
  if (!plan_interleave(plan, launch)) return false;
  run(launch, plan.device, plan.stream);
  return true;
}

bool join(const JoinPlan& plan) {
  std::vector<InterleaveLaunch> launches;
  if (!plan_join(plan, launches)) return false;
  for (const InterleaveLaunch& launch : launches)
    run(launch, plan.device, plan.stream);
  return true;
}

}  // namespace tenorite::cuda
