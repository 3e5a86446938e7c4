// SPDX-License-Identifier: Apache-2.0
#include "ops/api/sets.h"

#include <utility>

#include "ops/api/ops.h"
#include "ops/api/sort.h"
#include "ops/plan/registry.h"

namespace tenorite::ops {
namespace {

bool is_whole(DType dtype) {
  const char k = kind(dtype);
  return k == 'b' || k == 'i' || k == 'u';
}

// False, with nothing done, where the device has no faster way than a search.
bool find_in_table(const ndarray& values, const ndarray& tests,
                   const ndarray& found) {
  if (!device_ops(found.device()).contains) return false;
  const ndarray all = contiguous(values), line = contiguous(tests);
  ContainsPlan plan{all.dtype(),
                    all.data(),
                    all.size(),
                    line.dtype(),
                    line.data(),
                    line.size(),
                    reinterpret_cast<bool*>(found.data()),
                    found.device(),
                    current_stream(found.device())};
  return run_barrier<&DeviceOps::contains>({&all, &line, &found}, plan);
}

ndarray not_negative(const ndarray& a) {
  Argument operands[2];
  operands[0].array = &a;
  operands[1].scalar = make_scalar(int64_t{0});
  ndarray flags;
  ufunc(Op::greater_equal, operands, {}, &flags);
  return flags;
}

// Of signed integers and uint64, whose common dtype would take large integers
// for equal: what both can hold is compared as uint64.
ndarray find_with_signs(const ndarray& values, const ndarray& tests) {
  if (kind(tests.dtype()) == 'i')
    return isin(values,
                astype(mask_get(tests, not_negative(tests)), DType::kUint64),
                true);
  const ndarray found = isin(astype(values, DType::kUint64), tests, true);
  return binary(Op::logical_and, found, not_negative(values));
}

}  // namespace

ndarray isin(const ndarray& values, const ndarray& tests, bool sorts) {
  const ndarray* both[] = {&values, &tests};
  const Device device = common_device(both, 2);
  ndarray found = ndarray::empty(values.shape(), DType::kBool, device);
  if (values.size() == 0) return found;
  if (tests.size() == 0) {
    fill(found, Scalar{DType::kBool});
    return found;
  }
  if (!sorts && is_whole(values.dtype()) && is_whole(tests.dtype()) &&
      find_in_table(values, tests, found))
    return found;
  const DType dtype = promote_types(values.dtype(), tests.dtype());
  if (is_whole(values.dtype()) && is_whole(tests.dtype()) && !is_whole(dtype))
    return find_with_signs(values, tests);
  const ndarray line =
      sort(astype(ravel(tests, Order::kC), dtype, Order::kK, false), {});
  return is_in_sorted(line, astype(values, dtype, Order::kK, false));
}

}  // namespace tenorite::ops
