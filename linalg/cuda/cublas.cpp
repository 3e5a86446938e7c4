// SPDX-License-Identifier: Apache-2.0
#include "linalg/cuda/cublas.h"

#include "core/error.h"
#include "core/library.h"
#include "linalg/cuda/handles.h"

#if __has_include(<cublas_v2.h>)
#include <cublas_v2.h>
#define TENORITE_CUBLAS_EQUAL(ours, theirs) \
  static_assert(static_cast<int>(ours) == static_cast<int>(theirs))
namespace tenorite::linalg::cuda {
TENORITE_CUBLAS_EQUAL(CublasOperation::kN, CUBLAS_OP_N);
TENORITE_CUBLAS_EQUAL(CublasOperation::kT, CUBLAS_OP_T);
TENORITE_CUBLAS_EQUAL(CublasOperation::kC, CUBLAS_OP_C);
TENORITE_CUBLAS_EQUAL(CublasType::kR16F, CUDA_R_16F);
TENORITE_CUBLAS_EQUAL(CublasType::kR32F, CUDA_R_32F);
TENORITE_CUBLAS_EQUAL(CublasType::kR64F, CUDA_R_64F);
TENORITE_CUBLAS_EQUAL(CublasType::kC32F, CUDA_C_32F);
TENORITE_CUBLAS_EQUAL(CublasType::kC64F, CUDA_C_64F);
TENORITE_CUBLAS_EQUAL(CublasCompute::k32F, CUBLAS_COMPUTE_32F);
TENORITE_CUBLAS_EQUAL(CublasCompute::k64F, CUBLAS_COMPUTE_64F);
TENORITE_CUBLAS_EQUAL(CublasCompute::k32FFastTf32,
                      CUBLAS_COMPUTE_32F_FAST_TF32);
TENORITE_CUBLAS_EQUAL(kCublasDefaultAlgorithm, CUBLAS_GEMM_DEFAULT);
}  // namespace tenorite::linalg::cuda
#undef TENORITE_CUBLAS_EQUAL
#endif

namespace tenorite::linalg::cuda {
namespace {

constexpr int kSuccess = 0;
constexpr int kAllocationFailed = 3;
// CUBLAS_DEFAULT_MATH with CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION.
constexpr int kMathMode = 16;

bool load(const DynamicLibrary& library, Cublas& f) {
  return library.find(f.create, "cublasCreate_v2") &&
         library.find(f.set_stream, "cublasSetStream_v2") &&
         library.find(f.set_workspace, "cublasSetWorkspace_v2") &&
         library.find(f.set_math_mode, "cublasSetMathMode") &&
         library.find(f.get_property, "cublasGetProperty") &&
         library.find(f.status_string, "cublasGetStatusString") &&
         library.find(f.gemm, "cublasGemmEx_64") &&
         library.find(f.gemm_strided_batched, "cublasGemmStridedBatchedEx_64");
}

constexpr CudaLibrary kCublas = {
    .name = "cublas",
    .title = "cuBLAS 12 or newer",
    .symbol = "cublasGemmEx_64",  // versions before 12 lack 64-bit sizes
    .majors = {13, 12},
    .package = "cublas",
};

const OpenedLibrary<Cublas>& library() {
  static const OpenedLibrary<Cublas> instance(kCublas, load);
  return instance;
}

}  // namespace

const Cublas& cublas() { return library().functions(); }

const DynamicLibrary& cublas_library() { return library().file(); }

std::string cublas_description() {
  if (!library().found()) return kCublas.missing();
  int version[3] = {};
  for (int i = 0; i < 3; ++i) cublas().get_property(i, &version[i]);
  return format("cuBLAS %d.%d.%d (%s)", version[0], version[1], version[2],
                library().file().path().c_str());
}

void check(int status, const char* call) {
  if (status == kSuccess) [[likely]]
    return;
  std::string text =
      format("cuBLAS: %s (%s)", cublas().status_string(status), call);
  if (status == kAllocationFailed) throw OutOfMemoryError(text);
  throw CudaError(status, text);
}

CublasHandle cublas_handle(Device device) {
  return thread_handle<Cublas>(device, [] {
    CublasHandle made = nullptr;
    TENORITE_CUBLAS_TRY(cublas().create(&made));
    TENORITE_CUBLAS_TRY(cublas().set_math_mode(made, kMathMode));
    return made;
  });
}

}  // namespace tenorite::linalg::cuda
