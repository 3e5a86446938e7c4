// SPDX-License-Identifier: Apache-2.0
// cuBLAS, opened at run time. Declares the little of it that is used, so that
// building needs none of its headers.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <string>

#include "core/device.h"
#include "core/dynamic_library.h"

namespace tenorite::linalg::cuda {

using CublasHandle = void*;

// Values of cuBLAS's and library_types.h's enumerators.
enum class CublasOperation : int { kN = 0, kT = 1, kC = 2 };
enum class CublasType : int {
  kR32F = 0,
  kR64F = 1,
  kR16F = 2,
  kC32F = 4,
  kC64F = 5,
};
enum class CublasCompute : int { k32F = 68, k64F = 70, k32FFastTf32 = 77 };
inline constexpr int kCublasDefaultAlgorithm = -1;

struct Cublas {
  int (*create)(CublasHandle* handle);
  int (*set_stream)(CublasHandle, cudaStream_t stream);
  int (*set_workspace)(CublasHandle, void* workspace, size_t bytes);
  int (*set_math_mode)(CublasHandle, int mode);
  int (*get_property)(int which, int* value);
  const char* (*status_string)(int status);
  // Matrices are column-major.
  int (*gemm)(CublasHandle, CublasOperation trans_a, CublasOperation trans_b,
              int64_t m, int64_t n, int64_t k, const void* alpha, const void* a,
              CublasType type_a, int64_t lda, const void* b, CublasType type_b,
              int64_t ldb, const void* beta, void* c, CublasType type_c,
              int64_t ldc, CublasCompute compute, int algorithm);
  int (*gemm_strided_batched)(
      CublasHandle, CublasOperation trans_a, CublasOperation trans_b, int64_t m,
      int64_t n, int64_t k, const void* alpha, const void* a, CublasType type_a,
      int64_t lda, long long stride_a, const void* b, CublasType type_b,
      int64_t ldb, long long stride_b, const void* beta, void* c,
      CublasType type_c, int64_t ldc, long long stride_c, int64_t batch,
      CublasCompute compute, int algorithm);
};

// Opens the library at the first call; RuntimeError that says what to install
// if there is none.
const Cublas& cublas();
// The file, for what else is looked up in it; empty if there is none.
const DynamicLibrary& cublas_library();
// Its version and path, or that there is none.
std::string cublas_description();

// Throws CudaError, or OutOfMemoryError, unless the status is success.
void check(int status, const char* call);
#define TENORITE_CUBLAS_TRY(call) ::tenorite::linalg::cuda::check((call), #call)

// The calling thread's handle on the current device. It sums float16 products
// in float32, and uses TF32 only where a call asks for it.
CublasHandle cublas_handle(Device device);

}  // namespace tenorite::linalg::cuda
