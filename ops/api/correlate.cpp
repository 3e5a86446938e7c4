// SPDX-License-Identifier: Apache-2.0
#include "ops/api/correlate.h"

#include <algorithm>

#include "ops/api/ops.h"
#include "ops/plan/registry.h"

namespace tenorite::ops {
namespace {

// Where a device has no kernel: a short filter is a sum of shifted copies, with
// no padding and no gather. `sums` is all zeros.
void add_shifted(const ndarray& line, const ndarray& filter, int64_t before,
                 const ndarray& sums) {
  const auto size = static_cast<int64_t>(line.itemsize());
  const auto part = [size](const ndarray& a, int64_t begin, int64_t count) {
    return a.view(begin * size, Dims{count}, Dims{size});
  };
  for (int64_t k = 0; k < filter.size(); ++k) {
    const int64_t begin = std::max<int64_t>(0, before - k);
    const int64_t end = std::min(sums.size(), line.size() + before - k);
    if (begin >= end) continue;
    const ndarray products =
        binary(Op::multiply, part(line, begin + k - before, end - begin),
               filter.view(k * size, {}, {}));
    ndarray target = part(sums, begin, end - begin);
    const Argument terms[] = {&target, &products};
    UfuncOptions options;
    options.out[0] = &target;
    ufunc(Op::add, terms, options, &target);
  }
}

// Few results of a long filter are sums of their own, each over many threads;
// of as many at a time that their products, if they are made one by one, take
// little memory.
constexpr int64_t kFewResults = 64, kLongFilter = 4096;
constexpr int64_t kMostProducts = 1 << 22;

void sum_products(const ndarray& line, const ndarray& filter,
                  const ndarray& sums) {
  const auto size = static_cast<int64_t>(line.itemsize());
  const int64_t most = std::max<int64_t>(1, kMostProducts / filter.size());
  for (int64_t first = 0; first < sums.size(); first += most) {
    const int64_t count = std::min(most, sums.size() - first);
    const ndarray windows =
        line.view(first * size, Dims{count, filter.size()}, Dims{size, size});
    const ndarray some = sums.view(first * size, Dims{count}, Dims{size});
    ReduceOptions options;
    options.axes = Dims{1};
    options.dtype = line.dtype();
    options.out = &some;
    reduce(ReduceOp::sum, binary(Op::multiply, windows, filter), options);
  }
}

}  // namespace

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
  const DType sums = compute_of(dtype);
  const ndarray line = contiguous(astype(a, sums, Order::kK, false));
  const ndarray filter = contiguous(astype(v, sums, Order::kK, false));
  ndarray result = ndarray::empty({length}, sums, device);
  if (length <= kFewResults && filter.size() >= kLongFilter && before == 0 &&
      length + filter.size() - 1 <= line.size()) {
    sum_products(line, filter, result);
    return astype(result, dtype, Order::kK, false);
  }
  if (!device_ops(device).correlate) {
    fill(result, Scalar{sums});
    add_shifted(line, filter, before, result);
    return astype(result, dtype, Order::kK, false);
  }
  CorrelatePlan plan{sums,          line.data(),
                     line.size(),   filter.data(),
                     filter.size(), before,
                     result.data(), length,
                     device,        current_stream(device)};
  run_barrier<&DeviceOps::correlate>({&line, &filter, &result}, plan);
  return astype(result, dtype, Order::kK, false);
}

}  // namespace tenorite::ops
