// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <type_traits>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "ops/cuda/abi/tuning.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/plan/sort_plan.h"

namespace tenorite::cuda {
namespace {

struct SearchArgs {
  const char* sorted;
  int64_t n;
  const char* values;
  int64_t m;
  int64_t* out;
  bool* found;
  bool right;
};

template <class U, KeyKind kKind>
struct NumberKey {
  U key;
  __device__ static NumberKey load(const char* items, int64_t i) {
    return {sort_key::equal(reinterpret_cast<const U*>(items)[i], kKind)};
  }
  __device__ bool operator<(const NumberKey& o) const { return key < o.key; }
  __device__ bool is_nan() const { return sort_key::is_nan_key(key, kKind); }
};
template <class U>
struct ComplexKey {
  sort_key::Pair<U> key;
  __device__ static ComplexKey load(const char* items, int64_t i) {
    auto* parts = reinterpret_cast<const U*>(items) + 2 * i;
    return {sort_key::equal_pair(parts[0], parts[1])};
  }
  __device__ bool operator<(const ComplexKey& o) const {
    return key.high < o.key.high ||
           (key.high == o.key.high && key.low < o.key.low);
  }
  __device__ bool is_nan() const { return key.high >= sort_key::kAbove<U>; }
};

// So many items at most are kept where their block has them near, as keys.
constexpr int64_t kMostFew = 1024;
// Values of a thread, whose loads do not wait for each other. Wide keys of far
// items want more threads instead.
template <class Key, bool kFew>
constexpr int kValues = kFew              ? 4
                        : sizeof(Key) > 4 ? 1
                                          : 2;

// Halves a range without a branch: all threads take as many steps. The larger
// part is searched whichever it is, since none behind a larger item counts.
template <class Key, bool kFew>
__global__ void __launch_bounds__(kThreads)
    search_kernel(const __grid_constant__ SearchArgs args) {
  using Place = std::conditional_t<kFew, int, int64_t>;
  constexpr int kCount = kValues<Key, kFew>;
  __shared__ Key few[kFew ? kMostFew : 1];
  if constexpr (kFew) {
    for (int i = threadIdx.x; i < args.n; i += kThreads)
      few[i] = Key::load(args.sorted, i);
    __syncthreads();
  }
  auto item = [&](Place i) {
    if constexpr (kFew)
      return few[i];
    else
      return Key::load(args.sorted, i);
  };
  const int64_t lanes = gridDim.x * int64_t{kThreads};
  for (int64_t i = blockIdx.x * int64_t{kThreads} + threadIdx.x; i < args.m;
       i += kCount * lanes) {
    Key value[kCount];
    Place low[kCount] = {};
#pragma unroll
    for (int k = 0; k < kCount; ++k) {
      const int64_t at = i + k * lanes;
      value[k] = Key::load(args.values, at < args.m ? at : i);
    }
    auto advance = [&](Place step) {
#pragma unroll
      for (int k = 0; k < kCount; ++k) {
        const Key next = item(low[k] + step - 1);
        const bool before = args.right ? !(value[k] < next) : next < value[k];
        low[k] += before ? step : 0;
      }
    };
    Place n = args.n;
    for (; n > 1; n -= n / 2) advance(n / 2);
    if (n == 1) advance(1);
#pragma unroll
    for (int k = 0; k < kCount; ++k) {
      const int64_t at = i + k * lanes;
      if (at >= args.m) continue;
      if (args.found)  // the item is not smaller
        args.found[at] =
            low[k] < args.n && !(value[k] < item(low[k])) && !value[k].is_nan();
      else
        args.out[at] = low[k];
    }
  }
}

template <class Key, bool kFew>
void launch_kernel(const SearchArgs& args, int64_t most_blocks,
                   cudaStream_t stream) {
  const int64_t blocks = (args.m - 1) / (kThreads * kValues<Key, kFew>)+1;
  const auto grid =
      static_cast<unsigned>(blocks < most_blocks ? blocks : most_blocks);
  search_kernel<Key, kFew><<<grid, kThreads, 0, stream>>>(args);
  TENORITE_CUDA_LAUNCHED("search");
}

template <class Key>
void launch(const SearchArgs& args, Device device, cudaStream_t stream) {
  constexpr int64_t kMost = 1 << 20, kResident = 8;
  if (args.n <= kMostFew && args.n <= args.m)
    launch_kernel<Key, true>(
        args, int64_t{properties(device).multiprocessors} * kResident, stream);
  else
    launch_kernel<Key, false>(args, kMost, stream);
}

template <class U>
void launch_numbers(const SearchArgs& args, KeyKind kind, Device device,
                    cudaStream_t stream) {
  switch (kind) {
    case KeyKind::kUnsigned:
      return launch<NumberKey<U, KeyKind::kUnsigned>>(args, device, stream);
    case KeyKind::kSigned:
      return launch<NumberKey<U, KeyKind::kSigned>>(args, device, stream);
    case KeyKind::kFloat:
      if constexpr (sizeof(U) > 1)
        return launch<NumberKey<U, KeyKind::kFloat>>(args, device, stream);
  }
}

}  // namespace

void search(const SearchPlan& plan) {
  DeviceGuard guard(plan.device);
  const SearchArgs args{plan.sorted, plan.n,     plan.values, plan.m,
                        plan.out,    plan.found, plan.right};
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  if (plan.dtype == DType::kComplex128)
    return launch<ComplexKey<unsigned long>>(args, plan.device, stream);
  if (plan.dtype == DType::kComplex64)
    return launch<ComplexKey<unsigned>>(args, plan.device, stream);
  const KeyKind kind = key_kind(plan.dtype);
  switch (itemsize(plan.dtype)) {
    case 1:
      return launch_numbers<unsigned char>(args, kind, plan.device, stream);
    case 2:
      return launch_numbers<unsigned short>(args, kind, plan.device, stream);
    case 4:
      return launch_numbers<unsigned>(args, kind, plan.device, stream);
    default:
      return launch_numbers<unsigned long>(args, kind, plan.device, stream);
  }
}

}  // namespace tenorite::cuda
