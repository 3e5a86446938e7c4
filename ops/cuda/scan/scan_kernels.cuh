// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/check.h"
#include "ops/cuda/scan/scan_ahead.cuh"
#include "ops/cuda/scan/scan_columns.cuh"
#include "ops/cuda/scan/scan_rows.cuh"
#include "ops/cuda/scan/scan_segments.cuh"

namespace tenorite::cuda {
namespace {

inline unsigned grid_of(int64_t blocks) {
  constexpr int64_t kMost = 1 << 30;
  return static_cast<unsigned>(blocks < kMost ? blocks : kMost);
}

template <class F, class Acc, class In, class Out>
void launch_ahead(const ScanArgs& args, cudaStream_t stream) {
  constexpr int kBytes = kAheadBytes<In, Out>;
  static_assert(kBytes <= kMostAheadBytes);
  const auto kernel = scan_ahead<F, Acc, In, Out>;
  TENORITE_CUDA_TRY(cudaFuncSetAttribute(
      kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes));
  kernel<<<args.ahead_blocks, kPipelineThreads, kBytes, stream>>>(args);
}

// False for dtypes for which there is no such kernel.
template <class F, class Acc>
bool scan_by_ahead(const ScanArgs& args, cudaStream_t stream) {
  auto is = [&](DType in, DType out) {
    return args.in_dtype == in && args.out_dtype == out;
  };
  auto launch = [&]<class In, class Out>(TypeTag<In>, TypeTag<Out>) {
    launch_ahead<F, Acc, In, Out>(args, stream);
    return true;
  };
  constexpr TypeTag<unsigned> kWord;
  constexpr TypeTag<unsigned long> kLong;
  if constexpr (is_complex<Acc>) {
    return false;
  } else if constexpr (is_real_floating<Acc>) {
    if (is(DType::kFloat32, DType::kFloat32))
      return launch(TypeTag<float>(), TypeTag<float>());
    if (is(DType::kFloat64, DType::kFloat64))
      return launch(TypeTag<double>(), TypeTag<double>());
    if constexpr (is_same<F, op::Add>) {
      if (is(DType::kFloat16, DType::kFloat16))
        return launch(TypeTag<half>(), TypeTag<half>());
      if (is(DType::kFloat32, DType::kFloat64))
        return launch(TypeTag<float>(), TypeTag<double>());
    }
  } else if constexpr (is_signed_integer<Acc>) {
    if (is(DType::kInt32, DType::kInt32)) return launch(TypeTag<int>(), kWord);
    if (is(DType::kInt64, DType::kInt64)) return launch(TypeTag<long>(), kLong);
  } else if constexpr (!is_same<F, op::BitwiseAnd> &&
                       !is_same<F, op::BitwiseOr> &&
                       !is_same<F, op::BitwiseXor>) {
    // Of sums and products of integers with signs, the same bits are stored.
    if (is(DType::kUint32, DType::kUint32) || is(DType::kInt32, DType::kInt32))
      return launch(kWord, kWord);
    if (is(DType::kUint64, DType::kUint64) || is(DType::kInt64, DType::kInt64))
      return launch(kLong, kLong);
    if constexpr (is_same<F, op::Add>) {
      if (is(DType::kInt32, DType::kInt64))
        return launch(TypeTag<int>(), kLong);
      if (is(DType::kUint32, DType::kUint64)) return launch(kWord, kLong);
      if (is(DType::kBool, DType::kInt64))
        return launch(TypeTag<bool>(), kLong);
      if (is(DType::kUint8, DType::kUint64))
        return launch(TypeTag<unsigned char>(), kLong);
    }
  }
  return false;
}

template <class F, class Acc>
void launch_rows(const ScanArgs& args, cudaStream_t stream) {
  if (args.ahead_blocks > 0 && scan_by_ahead<F, Acc>(args, stream)) return;
  if (args.tile_bytes > 48 << 10)
    TENORITE_CUDA_TRY(cudaFuncSetAttribute(
        scan_rows<F, Acc>, cudaFuncAttributeMaxDynamicSharedMemorySize,
        args.tile_bytes));
  scan_rows<F, Acc><<<static_cast<unsigned>(args.blocks), kScanThreads,
                      static_cast<size_t>(args.tile_bytes), stream>>>(args);
}

template <class F, class Acc>
void launch_scan(const ScanArgs& args, cudaStream_t stream) {
  if (args.segmented) {
    int64_t tasks = args.lanes.size * args.segments;
    if (args.columns)
      reduce_columns<F, Acc><<<grid_of((tasks - 1) / kScanThreads + 1),
                               kScanThreads, 0, stream>>>(args);
    else
      reduce_rows<F, Acc>
          <<<grid_of(tasks), args.reduce_threads, 0, stream>>>(args);
  } else {
    if (args.columns)
      scan_columns<F, Acc>
          <<<static_cast<unsigned>(args.blocks), kScanThreads, 0, stream>>>(
              args);
    else
      launch_rows<F, Acc>(args, stream);
  }
  TENORITE_CUDA_LAUNCHED("scan");
}

}  // namespace
}  // namespace tenorite::cuda
