// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/interleave.cuh"
#include "ops/cuda/interleave.h"
#include "ops/cuda/interleave_plan.h"

namespace tenorite::cuda {
namespace {

template <class Item>
__global__ void __launch_bounds__(kInterleaveThreads)
    pack_kernel(const __grid_constant__ InterleaveArgs args) {
  extern __shared__ uint4 shared[];
  Interleave<Item>::pack(args, shared);
}
template <class Item>
__global__ void __launch_bounds__(kInterleaveThreads)
    unpack_kernel(const __grid_constant__ InterleaveArgs args) {
  extern __shared__ uint4 shared[];
  Interleave<Item>::unpack(args, shared);
}

template <class Item>
void launch(const InterleaveLaunch& launch, cudaStream_t stream) {
  (launch.packs
       ? pack_kernel<Item>
       : unpack_kernel<
             Item>)<<<static_cast<unsigned>(launch.blocks), kInterleaveThreads,
                      launch.shared_bytes, stream>>>(launch.args);
  TENORITE_CUDA_LAUNCHED("interleave");
}

void run(const InterleaveLaunch& work, Device device, StreamId stream_id) {
  DeviceGuard guard(device);
  cudaStream_t stream = stream_handle(device, stream_id);
  switch (work.itemsize) {
    case 1:
      return launch<uint8_t>(work, stream);
    case 2:
      return launch<uint16_t>(work, stream);
    case 4:
      return launch<uint32_t>(work, stream);
    case 8:
      return launch<uint2>(work, stream);
    default:
      return launch<uint4>(work, stream);
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
