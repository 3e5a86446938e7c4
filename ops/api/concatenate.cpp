// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <vector>

#include "core/error.h"
#include "ops/api/ops.h"
#include "ops/plan/registry.h"
#include "ops/record/log.h"
#include "ops/record/truths.h"

namespace tenorite::ops {
namespace {

void check_joinable(const ndarray* const* arrays, size_t n, int axis) {
  const ndarray& first = *arrays[0];
  for (size_t k = 1; k < n; ++k) {
    const ndarray& a = *arrays[k];
    TENORITE_CHECK(
        a.ndim() == first.ndim(), ValueError,
        "all the input arrays must have same number of dimensions, but the "
        "array at index 0 has %d dimension(s) and the array at index %zu has "
        "%d dimension(s)",
        first.ndim(), k, a.ndim());
    for (int i = 0; i < a.ndim(); ++i)
      TENORITE_CHECK(
          i == axis || a.shape(i) == first.shape(i), ValueError,
          "all the input array dimensions except for the concatenation axis "
          "must match exactly, but along dimension %d, the array at index 0 "
          "has size %lld and the array at index %zu has size %lld",
          i, static_cast<long long>(first.shape(i)), k,
          static_cast<long long>(a.shape(i)));
  }
}

// NumPy's order for the result: axes by falling stride; where arrays disagree,
// or none tells (axes of length one), C order wins.
Dims joined_strides(const ndarray* const* arrays, size_t n, const Dims& shape,
                    size_t itemsize) {
  bool all_c = true;
  for (size_t k = 0; k < n; ++k) all_c = all_c && arrays[k]->is_c_contiguous();
  if (all_c) return c_strides(shape, itemsize);
  int order[kMaxDims];
  for (int axis = 0; axis < shape.size(); ++axis) {
    int at = axis;
    for (int before = axis - 1; before >= 0; --before) {
      int other = order[before];
      bool any = false, all = true;
      for (size_t k = 0; k < n; ++k) {
        const ndarray& a = *arrays[k];
        if (a.shape(axis) == 1 || a.shape(other) == 1) continue;
        any = true;
        all = all && std::llabs(a.stride(axis)) > std::llabs(a.stride(other));
      }
      if (any && !all) break;
      if (any) at = before;
    }
    for (int i = axis; i > at; --i) order[i] = order[i - 1];
    order[at] = axis;
  }
  return strides_in_order(shape, itemsize, order);
}

// Sources whose rows are longer are copied one by one without loss.
constexpr int64_t kJoinedBytes = 128;
// What is recorded for the sources of larger results is not fused with their
// copies, each of which would write elements that lie apart. On CUDA one launch
// in place of two is worth more than that costs while all is in caches.
int64_t joined_at_once(Device device) {
  return int64_t{1} << (device.is_cpu() ? 15 : 20);
}

// Some axes of `a` as one: the step of the last, 0 if all are of length one.
// False if the others do not follow from it.
bool merge_axes(const ndarray& a, const Dims& axes, int64_t* step) {
  *step = 0;
  int64_t next = 0;
  bool any = false;
  for (int i = axes.size() - 1; i >= 0; --i) {
    const int64_t n = a.shape(axes[i]), stride = a.stride(axes[i]);
    if (n == 1) continue;
    if (!any)
      *step = stride;
    else if (stride != next)
      return false;
    next = stride * n;
    any = true;
  }
  return true;
}

// Where rows of the result are a few elements from each array, side by side:
// done in one pass by devices that can. False, with nothing done, elsewhere.
bool join(const ndarray& result, const ndarray* const* arrays, size_t n,
          int axis) {
  auto* const run = device_ops(result.device()).join;
  if (!run || result.size() == 0 || !result.writeable()) return false;
  JoinPlan plan{};
  plan.device = result.device();
  plan.itemsize = result.itemsize();
  plan.rows = 1;
  // The axes of rows, outermost first, and those within them.
  int order[kMaxDims];
  const int64_t* strides = result.strides().data();
  k_order(result.ndim(), result.shape().data(), &strides, 1, order);
  Dims outer, inner;
  bool within = false;
  for (int i = 0; i < result.ndim(); ++i) {
    within = within || order[i] == axis;
    (within ? inner : outer).push_back(order[i]);
    if (!within) plan.rows *= result.shape(order[i]);
  }
  plan.width = result.size() / plan.rows;
  const auto size = static_cast<int64_t>(plan.itemsize);
  int64_t column;
  if (plan.width * size > kJoinedBytes * static_cast<int64_t>(n) ||
      !merge_axes(result, outer, &plan.stride) ||
      !merge_axes(result, inner, &column) || (plan.width > 1 && column != size))
    return false;
  const bool waits = result.nbytes() < joined_at_once(plan.device);
  if (waits && is_pending(*result.storage().get())) return false;
  for (size_t k = 0; k < n; ++k) {
    const ndarray& a = *arrays[k];
    if (a.size() == 0) continue;
    if (a.dtype() != result.dtype() || !(a.device() == result.device()) ||
        (waits && is_pending(*a.storage().get())) ||
        overlap(a, result) != Overlap::kNone || may_hold_other_bytes(a))
      return false;
    JoinSource source{};
    source.width = a.size() / plan.rows;
    if (!merge_axes(a, outer, &source.row_stride) ||
        !merge_axes(a, inner, &source.column_stride))
      return false;
    plan.sources.push_back(source);
  }
  plan.stream = current_stream(plan.device);
  auto source = plan.sources.begin();
  for (size_t k = 0; k < n; ++k) {
    if (arrays[k]->size() == 0) continue;
    source++->data = arrays[k]->data();
    arrays[k]->storage()->use(plan.stream);
  }
  plan.out = result.data();
  result.storage()->use(plan.stream);
  return run(plan);
}

}  // namespace

ndarray concatenate(const ndarray* const* arrays, size_t n, int axis,
                    std::optional<DType> dtype, Casting casting,
                    const ndarray* out) {
  check_joinable(arrays, n, axis);
  Device device = common_device(arrays, static_cast<int>(n));
  Dims shape = arrays[0]->shape();
  std::vector<Promotable> dtypes{{arrays[0]->dtype(), Weak::kNone}};
  for (size_t k = 1; k < n; ++k) {
    shape[axis] += arrays[k]->shape(axis);
    dtypes.push_back({arrays[k]->dtype(), Weak::kNone});
  }
  DType joint = dtype ? *dtype : result_type(dtypes.data(), n);
  if (out)
    TENORITE_CHECK(out->shape() == shape, ValueError,
                   "Output array is the wrong shape");
  ndarray result =
      out ? *out
          : ndarray::empty(shape, joint, device,
                           joined_strides(arrays, n, shape, itemsize(joint)));
  if (join(result, arrays, n, axis)) return result;
  int64_t begin = 0;
  for (size_t k = 0; k < n; ++k) {
    shape[axis] = arrays[k]->shape(axis);
    copy_into(result.view(begin * result.stride(axis), shape, result.strides()),
              *arrays[k], casting);
    begin += shape[axis];
  }
  return result;
}

}  // namespace tenorite::ops
