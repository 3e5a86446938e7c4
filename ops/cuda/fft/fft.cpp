// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <mutex>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/storage.h"
#include "ops/api/fft_cache.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/fft/cufft.h"

namespace tenorite::cuda {
namespace {

struct CufftPlan final : FftLibraryPlan {
  explicit CufftPlan(Device device) : device(device) {
    TENORITE_CUFFT_TRY(cufft().create(&handle));
  }
  ~CufftPlan() override {
    try {
      DeviceGuard guard(device);
      cufft().destroy(handle);
    } catch (const Error&) {
      // CUDA is lost, and the plan with it.
    }
  }

  const Device device;
  CufftHandle handle = 0;
};

struct Types {
  CufftType in, out, execution;
};

Types types_of(const FftPlan& plan) {
  CufftType real = plan.is_double ? CufftType::kR64F : CufftType::kR32F;
  CufftType pair = plan.is_double ? CufftType::kC64F : CufftType::kC32F;
  return {plan.kind == FftKind::kFromReal ? real : pair,
          plan.kind == FftKind::kToReal ? real : pair, pair};
}

// For the current device, whose cache asks for it.
std::shared_ptr<FftLibraryPlan> make_plan(const FftPlan& plan, Device device) {
  auto made = std::make_shared<CufftPlan>(device);
  // Memory comes from the pool, at every run.
  TENORITE_CUFFT_TRY(cufft().set_auto_allocation(made->handle, 0));
  long long n[kMaxFftRank], inembed[kMaxFftRank], onembed[kMaxFftRank];
  std::copy_n(plan.n, kMaxFftRank, n);
  std::copy_n(plan.in.embed, kMaxFftRank, inembed);
  std::copy_n(plan.out.embed, kMaxFftRank, onembed);
  Types types = types_of(plan);
  TENORITE_CUFFT_TRY(cufft().make_plan_many(
      made->handle, plan.rank, n, inembed, plan.in.stride, plan.in.distance,
      types.in, onembed, plan.out.stride, plan.out.distance, types.out,
      plan.batch, &made->work_bytes, types.execution));
  return made;
}

void execute(const CufftPlan& plan, const FftLaunch& launch) {
  int direction = launch.inverse ? kCufftInverse : kCufftForward;
  int64_t index[kMaxDims] = {};
  const char* in = launch.in;
  char* out = launch.out;
  for (int64_t i = 0; i < launch.loops; ++i) {
    TENORITE_CUFFT_TRY(
        cufft().execute(plan.handle, const_cast<char*>(in), out, direction));
    for (int d = launch.loop_ndim - 1; d >= 0; --d) {
      in += launch.loop_in[d];
      out += launch.loop_out[d];
      if (++index[d] < launch.loop_shape[d]) break;
      in -= launch.loop_in[d] * launch.loop_shape[d];
      out -= launch.loop_out[d] * launch.loop_shape[d];
      index[d] = 0;
    }
  }
}

}  // namespace

void fft(const FftLaunch& launch) {
  if (launch.plan.columns) return fft_columns(launch);
  DeviceGuard guard(launch.device);
  std::shared_ptr<FftLibraryPlan> kept =
      fft_plan_cache(launch.device).get(launch.plan, launch.device, make_plan);
  auto& plan = static_cast<CufftPlan&>(*kept);
  StoragePtr work;
  if (plan.work_bytes > 0)
    work = Storage::allocate(launch.device, plan.work_bytes, launch.stream);
  std::lock_guard lock(plan.mutex);
  TENORITE_CUFFT_TRY(cufft().set_stream(
      plan.handle, stream_handle(launch.device, launch.stream)));
  if (work)
    TENORITE_CUFFT_TRY(cufft().set_work_area(plan.handle, work->data()));
  execute(plan, launch);
}

}  // namespace tenorite::cuda
