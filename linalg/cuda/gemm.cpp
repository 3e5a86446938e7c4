// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/check.h"
#include "linalg/cuda/cublas.h"
#include "linalg/cuda/decompositions.h"
#include "linalg/cuda/kernels.h"

namespace tenorite::linalg::cuda {
namespace {

void gemm(const GemmPlan& plan) {
  tenorite::cuda::DeviceGuard guard(plan.device);
  bool floating = kind(plan.dtype) == 'f' || kind(plan.dtype) == 'c';
  auto* run = is_dots(plan) ? dots : floating ? library_gemm : tiled_gemm;
  for_each_run(plan, [&](const BatchRun& part) { run(plan, part); });
}

constexpr Provider kProvider = {.gemm = gemm,
                                .description = cublas_description,
                                .cholesky = cholesky,
                                .solve = solve,
                                .inverse = inverse,
                                .determinant = determinant,
                                .qr = qr,
                                .eigh = eigh,
                                .eig = nullptr,
                                .svd = svd,
                                .lstsq = nullptr};

[[maybe_unused]] const bool registered = [] {
  register_provider(DeviceType::kCuda, &kProvider);
  return true;
}();

}  // namespace
}  // namespace tenorite::linalg::cuda
