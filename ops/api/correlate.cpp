// SPDX-License-Identifier: Apache-2.0
#include "ops/api/correlate.h"

#include "ops/api/ops.h"
#include "ops/plan/registry.h"

namespace tenorite::ops {

ndarray correlate(const ndarray& a, const ndarray& v, int64_t before,
                  int64_t length) {
  const ndarray* both[] = {&a, &v};
  const Device device = common_device(both, 2);
  TENORITE_CHECK(a.ndim() == 1 && v.ndim() == 1, ValueError,
                 "object too deep for desired array");
  TENORITE_CHECK(a.size() > 0 && v.size() > 0 && length > 0 && before >= 0 &&
                     before < v.size(),
                 ValueError, "a filter slides along a line of items");
  const DType dtype = promote_types(a.dtype(), v.dtype());
  const DType sums = dtype == DType::kFloat16 ? DType::kFloat32 : dtype;
  const ndarray line = contiguous(astype(a, sums, Order::kK, false));
  const ndarray filter = contiguous(astype(v, sums, Order::kK, false));
  ndarray result = ndarray::empty({length}, sums, device);
  CorrelatePlan plan{sums,          line.data(),
                     line.size(),   filter.data(),
                     filter.size(), before,
                     result.data(), length,
                     device,        current_stream(device)};
  run_barrier<&DeviceOps::correlate>({&line, &filter, &result}, plan);
  return astype(result, dtype, Order::kK, false);
}

}  // namespace tenorite::ops
