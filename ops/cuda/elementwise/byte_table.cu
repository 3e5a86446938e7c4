// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "core/storage.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/elementwise/byte_table.cuh"
#include "ops/cuda/elementwise/byte_table.h"
#include "ops/cuda/elementwise/launch.h"
#include "ops/table/op_checks.h"
#include "ops/table/scalar.h"

namespace tenorite::cuda {
namespace {

constexpr int kBytes = 256;

// Fewer elements are not worth two more launches.
constexpr int64_t kShortest = int64_t{1} << 23;

template <class T>
void look_up(const ElementwisePlan& plan, const char* table) {
  auto* out = reinterpret_cast<T*>(plan.out(0).data);
  const auto* in = reinterpret_cast<const unsigned char*>(plan.in(0).data);
  constexpr int V = kTableElements<T>;
  const auto shift =
      static_cast<int64_t>(reinterpret_cast<uintptr_t>(out) / sizeof(T) % V);
  const bool aligned = (reinterpret_cast<uintptr_t>(in) - shift) % V == 0;
  DeviceGuard guard(plan.device);
  const auto blocks =
      static_cast<unsigned>((plan.size + shift - 1) / kTableBlock<T> + 1);
  const auto kernel =
      aligned ? byte_table_kernel<T, true> : byte_table_kernel<T, false>;
  kernel<<<blocks, kThreads, 0, stream_handle(plan.device, plan.stream)>>>(
      out, in, reinterpret_cast<const T*>(table), plan.size, shift);
  TENORITE_CUDA_LAUNCHED("an elementwise operation");
}

}  // namespace

bool is_tabled(const ElementwisePlan& plan) {
  const PlannedOperand& in = plan.in(0);
  const size_t item = itemsize(plan.out(0).dtype);
  return plan.size >= kShortest && plan.nin == 1 && plan.nout == 1 &&
         !in.scalar && itemsize(in.dtype) == 1 && in.strides[0] == 1 &&
         (item == 2 || item == 4 || item == 8) &&
         !may_report(plan.op, plan.loop);
}

void run_by_table(const ElementwisePlan& plan, const CudaLoop& loop) {
  const StoragePtr memory = Storage::allocate(
      plan.device, kBytes * (1 + itemsize(plan.out(0).dtype)), plan.stream);
  char* const table = memory->data() + kBytes;
  arange(memory->data(), DType::kUint8, kBytes,
         cast_scalar(make_scalar(int64_t{0}), DType::kUint8),
         cast_scalar(make_scalar(int64_t{1}), DType::kUint8), plan.device,
         plan.stream);
  ElementwisePlan bytes = plan;
  bytes.size = bytes.shape[0] = kBytes;
  bytes.operand[0].data = table;
  bytes.operand[1].data = memory->data();
  run_loop(bytes, loop, false);
  switch (itemsize(plan.out(0).dtype)) {
    case 2:
      return look_up<unsigned short>(plan, table);
    case 4:
      return look_up<unsigned>(plan, table);
    case 8:
      return look_up<unsigned long>(plan, table);
  }
}

}  // namespace tenorite::cuda
