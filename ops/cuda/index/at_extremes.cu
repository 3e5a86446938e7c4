// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <type_traits>

#include "core/cuda/graph.h"
#include "core/cuda/stream_table.h"
#include "core/cuda/wait.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/index/at.h"
#include "ops/cuda/pinned_slot.h"

namespace tenorite::cuda {
namespace {

constexpr int kThreads = 256;
constexpr int64_t kMostBlocks = 1 << 16;

template <class U>
struct BitsOf {
  static constexpr U kSign = U(1) << (8 * sizeof(U) - 1);
  static constexpr U kInfinity =
      sizeof(U) == 4 ? U(0x7f800000) : U(0x7ff0000000000000);
};

// Neither NaN, of which the first wins, nor -0.0, which equals 0.0.
template <class U>
__device__ bool is_ordered(U bits) {
  return (bits & ~BitsOf<U>::kSign) <= BitsOf<U>::kInfinity &&
         bits != BitsOf<U>::kSign;
}

template <class U>
__device__ U value_at(const AtArgs& args, int64_t i) {
  const char* values = args.values ? args.values : args.scalar;
  return *reinterpret_cast<const U*>(values + i * args.value_stride);
}

template <class U>
__global__ void find_unordered(const __grid_constant__ AtArgs args,
                               const int64_t* offsets, int* found) {
  const int64_t step = gridDim.x * int64_t{kThreads};
  for (int64_t i = blockIdx.x * int64_t{kThreads} + threadIdx.x; i < args.n;
       i += step) {
    const U target = *reinterpret_cast<const U*>(args.target + offsets[i]);
    if (!is_ordered(target) || !is_ordered(value_at<U>(args, i))) *found = 1;
  }
}

// Floats that are not negative are ordered as their bits are as integers of
// either kind, and are above all negative ones as signed integers; those fall
// as their bits rise.
template <class U>
__global__ void extremes(const __grid_constant__ AtArgs args,
                         const int64_t* offsets, bool largest) {
  using I = std::conditional_t<sizeof(U) == 4, int, long long>;
  const int64_t step = gridDim.x * int64_t{kThreads};
  for (int64_t i = blockIdx.x * int64_t{kThreads} + threadIdx.x; i < args.n;
       i += step) {
    auto* bits = reinterpret_cast<U*>(args.target + offsets[i]);
    auto* number = reinterpret_cast<I*>(bits);
    const U value = value_at<U>(args, i);
    const bool negative = (value & BitsOf<U>::kSign) != 0;
    if (largest && negative)
      atomicMin(bits, value);
    else if (largest)
      atomicMax(number, static_cast<I>(value));
    else if (negative)
      atomicMax(bits, value);
    else
      atomicMin(number, static_cast<I>(value));
  }
}

template <class U>
bool run(const AtArgs& args, const int64_t* offsets, bool largest,
         cudaStream_t stream) {
  const int64_t blocks = (args.n - 1) / kThreads + 1;
  const auto grid =
      static_cast<unsigned>(blocks < kMostBlocks ? blocks : kMostBlocks);
  PinnedSlot slot;
  int* found = slot.as<int>();
  *found = 0;
  find_unordered<U><<<grid, kThreads, 0, stream>>>(args, offsets, found);
  TENORITE_CUDA_LAUNCHED("find_unordered");
  wait_for_stream(stream);
  if (*found) return false;
  extremes<U><<<grid, kThreads, 0, stream>>>(args, offsets, largest);
  TENORITE_CUDA_LAUNCHED("extremes");
  return true;
}

}  // namespace

bool at_extremes(const AtPlan& plan, const AtArgs& args) {
  const LoopTypes& types = info(plan.op).loops[plan.loop];
  const DType type = types.in[0];
  const bool largest = plan.op == Op::maximum || plan.op == Op::fmax;
  const bool smallest = plan.op == Op::minimum || plan.op == Op::fmin;
  if (!(largest || smallest) || is_capturing(plan.device, plan.stream))
    return false;
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  if (type == DType::kFloat32)
    return run<unsigned>(args, plan.offset, largest, stream);
  if (type == DType::kFloat64)
    return run<unsigned long long>(args, plan.offset, largest, stream);
  return false;
}

}  // namespace tenorite::cuda
