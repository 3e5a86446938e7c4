// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/error.h"
#include "core/storage.h"
#include "linalg/cuda/cublas.h"
#include "linalg/cuda/kernels.h"

namespace tenorite::linalg::cuda {
namespace {

// Zero and one as the library reads them for a dtype.
struct Types {
  CublasType data;
  CublasCompute compute;
  const void* zero;
  const void* one;
};

Types types_of(DType dtype, MatmulPrecision precision) {
  static constexpr float kFloats[] = {0, 0, 1, 0};
  static constexpr double kDoubles[] = {0, 0, 1, 0};
  const auto single = precision == MatmulPrecision::kTf32
                          ? CublasCompute::k32FFastTf32
                          : CublasCompute::k32F;
  switch (dtype) {
    case DType::kFloat16:
      return {CublasType::kR16F, CublasCompute::k32F, kFloats, kFloats + 2};
    case DType::kFloat32:
      return {CublasType::kR32F, single, kFloats, kFloats + 2};
    case DType::kFloat64:
      return {CublasType::kR64F, CublasCompute::k64F, kDoubles, kDoubles + 2};
    case DType::kComplex64:
      return {CublasType::kC32F, single, kFloats, kFloats + 2};
    case DType::kComplex128:
      return {CublasType::kC64F, CublasCompute::k64F, kDoubles, kDoubles + 2};
    default:
      throw NotImplementedError(
          format("cuBLAS does not multiply %s", name(dtype)));
  }
}

CublasOperation operation(Transpose t) {
  return t == Transpose::kNo    ? CublasOperation::kN
         : t == Transpose::kYes ? CublasOperation::kT
                                : CublasOperation::kC;
}

// What NVIDIA recommends; the library then allocates nothing of its own, so
// that results do not depend on other streams and graphs can be captured.
size_t workspace_bytes(Device device) {
  bool hopper_or_newer =
      tenorite::cuda::properties(device).compute_capability >= 90;
  return size_t{hopper_or_newer ? 32u : 4u} << 20;
}

}  // namespace

void library_gemm(const GemmPlan& plan, const BatchRun& run) {
  const Cublas& library = cublas();
  Types types = types_of(plan.dtype, plan.precision);
  auto item = static_cast<int64_t>(itemsize(plan.dtype));
  const char* a = plan.a.data + run.offset_a * item;
  const char* b = plan.b.data + run.offset_b * item;
  char* c = plan.c + run.offset_c * item;

  CublasHandle handle = cublas_handle(plan.device);
  // Setting the stream drops the workspace of the previous call.
  TENORITE_CUBLAS_TRY(library.set_stream(
      handle, tenorite::cuda::stream_handle(plan.device, plan.stream)));
  size_t bytes = workspace_bytes(plan.device);
  StoragePtr workspace = Storage::allocate(plan.device, bytes, plan.stream);
  TENORITE_CUBLAS_TRY(library.set_workspace(handle, workspace->data(), bytes));

  // A matrix in C order is its transpose in the library's column order:
  // c.T = b.T @ a.T.
  CublasOperation op_a = operation(plan.a.transpose);
  CublasOperation op_b = operation(plan.b.transpose);
  if (run.count > 1 && run.step_a >= 0 && run.step_b >= 0 && run.step_c >= 0) {
    TENORITE_CUBLAS_TRY(library.gemm_strided_batched(
        handle, op_b, op_a, plan.n, plan.m, plan.k, types.one, b, types.data,
        plan.b.ld, run.step_b, a, types.data, plan.a.ld, run.step_a, types.zero,
        c, types.data, plan.ldc, run.step_c, run.count, types.compute,
        kCublasDefaultAlgorithm));
    return;
  }
  for (int64_t i = 0; i < run.count; ++i)
    TENORITE_CUBLAS_TRY(
        library.gemm(handle, op_b, op_a, plan.n, plan.m, plan.k, types.one,
                     b + i * run.step_b * item, types.data, plan.b.ld,
                     a + i * run.step_a * item, types.data, plan.a.ld,
                     types.zero, c + i * run.step_c * item, types.data,
                     plan.ldc, types.compute, kCublasDefaultAlgorithm));
}

}  // namespace tenorite::linalg::cuda
