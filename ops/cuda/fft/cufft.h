// SPDX-License-Identifier: Apache-2.0
// cuFFT, opened at run time. Declares the little of it that is used, so that
// building needs none of its headers.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace tenorite::cuda {

using CufftHandle = int;

// Values of cuFFT's directions and of library_types.h's enumerators.
inline constexpr int kCufftForward = -1;
inline constexpr int kCufftInverse = 1;
enum class CufftType : int {
  kR32F = 0,
  kR64F = 1,
  kC32F = 4,
  kC64F = 5,
};

struct Cufft {
  int (*create)(CufftHandle* plan);
  int (*destroy)(CufftHandle plan);
  int (*set_auto_allocation)(CufftHandle plan, int automatic);
  int (*make_plan_many)(CufftHandle plan, int rank, long long* n,
                        long long* inembed, long long istride, long long idist,
                        CufftType in, long long* onembed, long long ostride,
                        long long odist, CufftType out, long long batch,
                        size_t* work_bytes, CufftType execution);
  int (*set_stream)(CufftHandle plan, cudaStream_t stream);
  int (*set_work_area)(CufftHandle plan, void* area);
  int (*execute)(CufftHandle plan, void* in, void* out, int direction);
};

// Opens the library at the first call; RuntimeError that says what to install
// if there is none.
const Cufft& cufft();

// Throws CudaError, or OutOfMemoryError, unless the status is success.
void check_cufft(int status, const char* call);
#define TENORITE_CUFFT_TRY(call) ::tenorite::cuda::check_cufft((call), #call)

}  // namespace tenorite::cuda
