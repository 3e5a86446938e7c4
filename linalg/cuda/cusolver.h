// SPDX-License-Identifier: Apache-2.0
// cuSOLVER, and cuBLAS' routines for many small matrices, opened at run time.
// Declares the little of them that is used, so that building needs none of
// their headers. Matrices are column-major.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "core/device.h"
#include "core/dtype.h"
#include "linalg/cuda/cublas.h"

namespace tenorite::linalg::cuda {

using CusolverHandle = void*;
using CusolverParams = void*;

// Values of cuBLAS's and cuSOLVER's enumerators.
enum class Half : int { kLower = 0, kUpper = 1 };
inline constexpr int kNoVectors = 0;
inline constexpr int kVectors = 1;

struct Cusolver {
  int (*create)(CusolverHandle* handle);
  int (*set_stream)(CusolverHandle, cudaStream_t stream);
  int (*create_params)(CusolverParams* params);

  int (*potrf_size)(CusolverHandle, CusolverParams, Half, int64_t n, CublasType,
                    const void* a, int64_t lda, CublasType compute,
                    size_t* on_device, size_t* on_host);
  int (*potrf)(CusolverHandle, CusolverParams, Half, int64_t n, CublasType,
               void* a, int64_t lda, CublasType compute, void* work,
               size_t on_device, void* host_work, size_t on_host, int* info);
  int (*getrf_size)(CusolverHandle, CusolverParams, int64_t m, int64_t n,
                    CublasType, const void* a, int64_t lda, CublasType compute,
                    size_t* on_device, size_t* on_host);
  int (*getrf)(CusolverHandle, CusolverParams, int64_t m, int64_t n, CublasType,
               void* a, int64_t lda, int64_t* pivots, CublasType compute,
               void* work, size_t on_device, void* host_work, size_t on_host,
               int* info);
  int (*getrs)(CusolverHandle, CusolverParams, CublasOperation, int64_t n,
               int64_t nrhs, CublasType, const void* a, int64_t lda,
               const int64_t* pivots, CublasType type_b, void* b, int64_t ldb,
               int* info);
  int (*geqrf_size)(CusolverHandle, CusolverParams, int64_t m, int64_t n,
                    CublasType, const void* a, int64_t lda, CublasType type_tau,
                    const void* tau, CublasType compute, size_t* on_device,
                    size_t* on_host);
  int (*geqrf)(CusolverHandle, CusolverParams, int64_t m, int64_t n, CublasType,
               void* a, int64_t lda, CublasType type_tau, void* tau,
               CublasType compute, void* work, size_t on_device,
               void* host_work, size_t on_host, int* info);
  int (*syevd_size)(CusolverHandle, CusolverParams, int vectors, Half,
                    int64_t n, CublasType, const void* a, int64_t lda,
                    CublasType type_w, const void* w, CublasType compute,
                    size_t* on_device, size_t* on_host);
  int (*syevd)(CusolverHandle, CusolverParams, int vectors, Half, int64_t n,
               CublasType, void* a, int64_t lda, CublasType type_w, void* w,
               CublasType compute, void* work, size_t on_device,
               void* host_work, size_t on_host, int* info);
  int (*gesvd_size)(CusolverHandle, CusolverParams, signed char job_u,
                    signed char job_vt, int64_t m, int64_t n, CublasType,
                    const void* a, int64_t lda, CublasType type_s,
                    const void* s, CublasType type_u, const void* u,
                    int64_t ldu, CublasType type_vt, const void* vt,
                    int64_t ldvt, CublasType compute, size_t* on_device,
                    size_t* on_host);
  int (*gesvd)(CusolverHandle, CusolverParams, signed char job_u,
               signed char job_vt, int64_t m, int64_t n, CublasType, void* a,
               int64_t lda, CublasType type_s, void* s, CublasType type_u,
               void* u, int64_t ldu, CublasType type_vt, void* vt, int64_t ldvt,
               CublasType compute, void* work, size_t on_device,
               void* host_work, size_t on_host, int* info);

  // Since CUDA 12.6; null before.
  int (*syev_batched_size)(CusolverHandle, CusolverParams, int vectors, Half,
                           int64_t n, CublasType, const void* a, int64_t lda,
                           CublasType type_w, const void* w, CublasType compute,
                           size_t* on_device, size_t* on_host, int64_t batch);
  int (*syev_batched)(CusolverHandle, CusolverParams, int vectors, Half,
                      int64_t n, CublasType, void* a, int64_t lda,
                      CublasType type_w, void* w, CublasType compute,
                      void* work, size_t on_device, void* host_work,
                      size_t on_host, int* info, int64_t batch);

  // Routines that exist once for each dtype.
  struct Typed {
    int (*potrf_batched)(CusolverHandle, Half, int n, void** a, int lda,
                         int* info, int batch);
    int (*orgqr_size)(CusolverHandle, int m, int n, int k, const void* a,
                      int lda, const void* tau, int* work_items);
    int (*orgqr)(CusolverHandle, int m, int n, int k, void* a, int lda,
                 const void* tau, void* work, int work_items, int* info);
    // cuBLAS'; `host_info` of two is what is wrong with the arguments.
    int (*getrf_batched)(CublasHandle, int n, void** a, int lda, int* pivots,
                         int* info, int batch);
    int (*getrs_batched)(CublasHandle, CublasOperation, int n, int nrhs,
                         void** a, int lda, const int* pivots, void** b,
                         int ldb, int* host_info, int batch);
    int (*geqrf_batched)(CublasHandle, int m, int n, void** a, int lda,
                         void** tau, int* host_info, int batch);
  };
  Typed typed[4];  // by index_of

  static int index_of(DType dtype) {
    return (dtype == DType::kFloat64 || dtype == DType::kComplex128) +
           (kind(dtype) == 'c' ? 2 : 0);
  }
  const Typed& of(DType dtype) const { return typed[index_of(dtype)]; }
};

// Opens the libraries at the first call; RuntimeError that says what to
// install if there are none.
const Cusolver& cusolver();

// Throws CudaError, or OutOfMemoryError, unless the status is success.
void check_cusolver(int status, const char* call);
#define TENORITE_CUSOLVER_TRY(call) \
  ::tenorite::linalg::cuda::check_cusolver((call), #call)

// The calling thread's handles on the current device, on that stream.
CusolverHandle cusolver_handle(Device device, StreamId stream);
CublasHandle cublas_handle(Device device, StreamId stream);
// Default parameters, which every call may share.
CusolverParams cusolver_params();

}  // namespace tenorite::linalg::cuda
