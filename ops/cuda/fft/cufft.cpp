// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/fft/cufft.h"

#include <string>

#include "core/error.h"
#include "core/library.h"

#if __has_include(<cufftXt.h>)
#include <cufftXt.h>

#include "core/cuda/abi_check.h"
namespace tenorite::cuda {
#define TENORITE_CUFFT_SAME(ours, theirs) \
  static_assert(SameCall<decltype(Cufft::ours), decltype(&::theirs)>::value)
TENORITE_CUFFT_SAME(create, cufftCreate);
TENORITE_CUFFT_SAME(destroy, cufftDestroy);
TENORITE_CUFFT_SAME(set_auto_allocation, cufftSetAutoAllocation);
TENORITE_CUFFT_SAME(make_plan_many, cufftXtMakePlanMany);
TENORITE_CUFFT_SAME(set_stream, cufftSetStream);
TENORITE_CUFFT_SAME(set_work_area, cufftSetWorkArea);
TENORITE_CUFFT_SAME(execute, cufftXtExec);
#undef TENORITE_CUFFT_SAME
static_assert(kCufftForward == CUFFT_FORWARD);
static_assert(kCufftInverse == CUFFT_INVERSE);
static_assert(static_cast<int>(CufftType::kR32F) == CUDA_R_32F);
static_assert(static_cast<int>(CufftType::kR64F) == CUDA_R_64F);
static_assert(static_cast<int>(CufftType::kC32F) == CUDA_C_32F);
static_assert(static_cast<int>(CufftType::kC64F) == CUDA_C_64F);
}  // namespace tenorite::cuda
#endif

namespace tenorite::cuda {
namespace {

constexpr int kSuccess = 0;
constexpr int kAllocationFailed = 2;

// By status; the library has no function for it.
constexpr const char* kStatus[] = {"success",
                                   "invalid plan",
                                   "allocation failed",
                                   "invalid type",
                                   "invalid value",
                                   "internal error",
                                   "execution failed",
                                   "setup failed",
                                   "invalid size",
                                   "unaligned data",
                                   "incomplete parameter list",
                                   "invalid device",
                                   "parse error",
                                   "no workspace",
                                   "not implemented",
                                   "licence error",
                                   "not supported",
                                   "missing dependency",
                                   "NVRTC failure",
                                   "nvJitLink failure",
                                   "NVSHMEM failure"};

bool load(const DynamicLibrary& library, Cufft& f) {
  return library.find(f.create, "cufftCreate") &&
         library.find(f.destroy, "cufftDestroy") &&
         library.find(f.set_auto_allocation, "cufftSetAutoAllocation") &&
         library.find(f.make_plan_many, "cufftXtMakePlanMany") &&
         library.find(f.set_stream, "cufftSetStream") &&
         library.find(f.set_work_area, "cufftSetWorkArea") &&
         library.find(f.execute, "cufftXtExec");
}

constexpr CudaLibrary kCufft = {
    .name = "cufft",
    .title = "cuFFT",
    .symbol = "cufftXtExec",
    .majors = {12, 11},
    .package = "cufft",
};

}  // namespace

const Cufft& cufft() {
  static const OpenedLibrary<Cufft> library(kCufft, load);
  return library.functions();
}

void check_cufft(int status, const char* call) {
  if (status == kSuccess) [[likely]]
    return;
  constexpr int kCount = sizeof(kStatus) / sizeof(kStatus[0]);
  std::string text =
      format("cuFFT: %s (%d, %s)",
             status > 0 && status < kCount ? kStatus[status] : "unknown error",
             status, call);
  if (status == kAllocationFailed) throw OutOfMemoryError(text);
  throw CudaError(status, text);
}

}  // namespace tenorite::cuda
