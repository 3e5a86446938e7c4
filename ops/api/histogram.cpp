// SPDX-License-Identifier: Apache-2.0
#include "ops/api/histogram.h"

#include "ops/api/ops.h"
#include "ops/plan/registry.h"

namespace tenorite::ops {
namespace {

BinPlan plan_of(const ndarray& items) {
  TENORITE_CHECK(kind(items.dtype()) != 'c', TypeError,
                 "complex numbers are in no bin");
  BinPlan plan{};
  plan.in = items.data();
  plan.dtype = items.dtype();
  plan.n = items.size();
  plan.device = items.device();
  plan.stream = current_stream(plan.device);
  items.storage()->use(plan.stream);
  return plan;
}

void run(const BinPlan& plan) {
  if (plan.n > 0) run_barrier<&DeviceOps::bin>({}, plan);
}

ndarray zeros(int64_t n, DType dtype, Device device) {
  ndarray result = ndarray::empty(Dims{n}, dtype, device);
  if (n > 0) fill(result, Scalar{dtype});
  return result;
}

void set_edges(const ndarray& items, const ndarray& edges,
               const EvenEdges* even, BinPlan& plan) {
  const ndarray* both[] = {&items, &edges};
  common_device(both, 2);
  TENORITE_CHECK(edges.dtype() == DType::kFloat64 && edges.ndim() == 1 &&
                     edges.size() > 1 && edges.is_c_contiguous(),
                 ValueError, "edges must be two or more float64 in a line");
  plan.bins.edges = reinterpret_cast<const double*>(edges.data());
  plan.bins.count = edges.size() - 1;
  plan.bins.even = even != nullptr;
  if (even) {
    plan.bins.first = even->first;
    plan.bins.last = even->last;
    plan.bins.precision = even->precision;
  }
  edges.storage()->use(plan.stream);
}

}  // namespace

ndarray least_and_largest(const ndarray& a) {
  ndarray both = ndarray::empty(Dims{2}, a.dtype(), a.device());
  for (int i = 0; i < 2; ++i) {
    const ndarray one = both.view(i * a.itemsize(), Dims{}, Dims{});
    ReduceOptions options;
    options.out = &one;
    reduce(i == 0 ? ReduceOp::min : ReduceOp::max, a, options);
  }
  return both;
}

ndarray count_numbers(const ndarray& a, int64_t bins) {
  TENORITE_CHECK(bins >= 0, ValueError, "there cannot be %lld bins",
                 static_cast<long long>(bins));
  ndarray result = zeros(bins, DType::kInt64, a.device()),
          items = contiguous(a);
  BinPlan plan = plan_of(items);
  plan.bins.count = bins;
  plan.counts = reinterpret_cast<int64_t*>(result.data());
  run(plan);
  return result;
}

ndarray count_in_bins(const ndarray& a, const ndarray& edges,
                      const EvenEdges* even) {
  ndarray result = zeros(edges.size() - 1, DType::kInt64, a.device());
  ndarray items = contiguous(a);
  BinPlan plan = plan_of(items);
  set_edges(a, edges, even, plan);
  plan.counts = reinterpret_cast<int64_t*>(result.data());
  run(plan);
  return result;
}

ndarray bin_numbers(const ndarray& a, const ndarray& edges,
                    const EvenEdges* even) {
  ndarray result = ndarray::empty(a.shape(), DType::kInt64, a.device());
  ndarray items = contiguous(a);
  BinPlan plan = plan_of(items);
  set_edges(a, edges, even, plan);
  plan.numbers = reinterpret_cast<int64_t*>(result.data());
  run(plan);
  return result;
}

ndarray sum_by_number(const ndarray& numbers, const ndarray& weights,
                      int64_t bins) {
  TENORITE_CHECK(numbers.dtype() == DType::kInt64 &&
                     weights.dtype() == DType::kFloat64 &&
                     numbers.size() == weights.size(),
                 ValueError, "a sum by bins takes int64 and as many float64");
  const ndarray* both[] = {&numbers, &weights};
  common_device(both, 2);
  ndarray result = zeros(bins, DType::kFloat64, numbers.device());
  if (numbers.size() == 0 || bins == 0) return result;
  ndarray places = contiguous(numbers), values = contiguous(weights);
  BinSumPlan plan{};
  plan.numbers = reinterpret_cast<const int64_t*>(places.data());
  plan.weights = reinterpret_cast<const double*>(values.data());
  plan.n = places.size();
  plan.bins = bins;
  plan.out = reinterpret_cast<double*>(result.data());
  plan.device = result.device();
  plan.stream = current_stream(plan.device);
  run_barrier<&DeviceOps::bin_sums>({&places, &values}, plan);
  return result;
}

ndarray first_of_equals(const ndarray& sorted) {
  ndarray line = contiguous(sorted);
  ndarray result = ndarray::empty(line.shape(), DType::kBool, line.device());
  if (line.size() == 0) return result;
  StreamId stream = current_stream(line.device());
  line.storage()->use(stream);
  const auto first = require<&DeviceOps::first_of_equals>(line.device());
  first(line.dtype(), line.data(), line.size(),
        reinterpret_cast<bool*>(result.data()), line.device(), stream);
  return result;
}

}  // namespace tenorite::ops
