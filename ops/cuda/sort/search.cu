// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

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
  bool right;
};

template <class U, KeyKind kKind>
struct NumberKey {
  U key;
  __device__ static NumberKey load(const char* items, int64_t i) {
    return {sort_key::equal(reinterpret_cast<const U*>(items)[i], kKind)};
  }
  __device__ bool operator<(const NumberKey& o) const { return key < o.key; }
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
};

// Values of a thread, whose loads do not wait for each other. Wide keys want
// more threads instead.
template <class Key>
constexpr int kValues = sizeof(Key) > 4 ? 1 : 2;

// Halves a range without a branch: all threads take as many steps. The larger
// part is searched whichever it is, since none behind a larger item counts.
template <class Key>
__global__ void __launch_bounds__(kThreads)
    search_kernel(const __grid_constant__ SearchArgs args) {
  const int64_t lanes = gridDim.x * int64_t{kThreads};
  for (int64_t i = blockIdx.x * int64_t{kThreads} + threadIdx.x; i < args.m;
       i += kValues<Key> * lanes) {
    Key value[kValues<Key>];
    int64_t low[kValues<Key>] = {};
#pragma unroll
    for (int k = 0; k < kValues<Key>; ++k) {
      const int64_t at = i + k * lanes;
      value[k] = Key::load(args.values, at < args.m ? at : i);
    }
    auto advance = [&](int64_t step) {
#pragma unroll
      for (int k = 0; k < kValues<Key>; ++k) {
        const Key item = Key::load(args.sorted, low[k] + step - 1);
        const bool before = args.right ? !(value[k] < item) : item < value[k];
        low[k] += before ? step : 0;
      }
    };
    int64_t n = args.n;
    for (; n > 1; n -= n / 2) advance(n / 2);
    if (n == 1) advance(1);
#pragma unroll
    for (int k = 0; k < kValues<Key>; ++k)
      if (i + k * lanes < args.m) args.out[i + k * lanes] = low[k];
  }
}

template <class Key>
void launch(const SearchArgs& args, cudaStream_t stream) {
  constexpr int64_t kMost = 1 << 20;
  const int64_t blocks = (args.m - 1) / (kThreads * kValues<Key>)+1;
  const auto grid = static_cast<unsigned>(blocks < kMost ? blocks : kMost);
  search_kernel<Key><<<grid, kThreads, 0, stream>>>(args);
  TENORITE_CUDA_LAUNCHED("search");
}

template <class U>
void launch_numbers(const SearchArgs& args, KeyKind kind, cudaStream_t stream) {
  switch (kind) {
    case KeyKind::kUnsigned:
      return launch<NumberKey<U, KeyKind::kUnsigned>>(args, stream);
    case KeyKind::kSigned:
      return launch<NumberKey<U, KeyKind::kSigned>>(args, stream);
    case KeyKind::kFloat:
      if constexpr (sizeof(U) > 1)
        return launch<NumberKey<U, KeyKind::kFloat>>(args, stream);
  }
}

}  // namespace

void search(const SearchPlan& plan) {
  DeviceGuard guard(plan.device);
  const SearchArgs args{plan.sorted, plan.n,   plan.values,
                        plan.m,      plan.out, plan.right};
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  if (plan.dtype == DType::kComplex128)
    return launch<ComplexKey<unsigned long>>(args, stream);
  if (plan.dtype == DType::kComplex64)
    return launch<ComplexKey<unsigned>>(args, stream);
  const KeyKind kind = key_kind(plan.dtype);
  switch (itemsize(plan.dtype)) {
    case 1:
      return launch_numbers<unsigned char>(args, kind, stream);
    case 2:
      return launch_numbers<unsigned short>(args, kind, stream);
    case 4:
      return launch_numbers<unsigned>(args, kind, stream);
    default:
      return launch_numbers<unsigned long>(args, kind, stream);
  }
}

}  // namespace tenorite::cuda
