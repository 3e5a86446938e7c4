// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "core/error.h"
#include "ops/ops.h"
#include "ops/registry.h"

namespace tenorite::ops {
namespace {

struct Selection {
  Dims index_shape;  // of the broadcast index arrays
  Dims inner_shape;  // of the axes that are not indexed
  int first = -1;    // where the index axes go in the result
  // int64, on the device, one per indexed axis: the caller's or a conversion.
  std::vector<const ndarray*> arrays;
  std::vector<ndarray> converted;
};

// Adds `index` to the selection as int64; `axes` bounds how many there may be.
void add_positions(Selection& s, const ndarray& index, int axes) {
  if (index.dtype() == DType::kInt64) {
    s.arrays.push_back(&index);
    return;
  }
  TENORITE_CHECK(kind(index.dtype()) == 'i' || kind(index.dtype()) == 'u' ||
                     index.size() == 0,
                 IndexError,
                 "arrays used as indices must be of integer (or boolean) type");
  s.converted.reserve(static_cast<size_t>(axes));  // they stay where they are
  s.converted.push_back(astype(index, DType::kInt64, Order::kK, false));
  s.arrays.push_back(&s.converted.back());
}

Selection select(const ndarray& a, const ndarray* const* index, int position) {
  Selection s;
  bool fits = true, separated = false;
  int last = -1;
  for (int i = 0; i < a.ndim(); ++i) {
    if (!index[i]) {
      s.inner_shape.push_back(a.shape(i));
      continue;
    }
    const ndarray* pair[2] = {&a, index[i]};
    common_device(pair, 2);
    if (last >= 0 && i != last + 1) separated = true;
    if (last < 0) s.first = i;
    last = i;
    add_positions(s, *index[i], a.ndim());
    fits = broadcast_into(s.index_shape, index[i]->shape()) && fits;
  }
  if (!fits) [[unlikely]] {
    std::string shapes;
    for (const ndarray* array : s.arrays)
      shapes += to_compact_string(array->shape()) + " ";
    throw IndexError(
        "shape mismatch: indexing arrays could not be broadcast together with "
        "shapes " +
        shapes);
  }
  if (position >= 0)
    s.first = position;
  else if (separated || s.first < 0)
    s.first = 0;
  return s;
}

// Memory order as NumPy's: index axes outermost, in the order of the index
// arrays, then the other axes in the order of the array.
ndarray empty_result(const ndarray& a, const Selection& s,
                     const ndarray* const* index, const Dims& shape) {
  if (shape.size() < 2) return ndarray::empty(shape, a.dtype(), a.device());
  int n = s.index_shape.size(), inner = s.inner_shape.size();
  const int64_t* strides[kMaxDims];
  std::vector<Dims> broadcast;
  broadcast.reserve(s.arrays.size());
  for (const ndarray* array : s.arrays) {
    broadcast.push_back(
        broadcast_strides(array->shape(), array->strides(), s.index_shape));
    strides[broadcast.size() - 1] = broadcast.back().data();
  }
  int arrays = static_cast<int>(broadcast.size());
  Dims inner_strides;
  for (int i = 0; i < a.ndim(); ++i)
    if (!index[i]) inner_strides.push_back(a.stride(i));
  int order[kMaxDims], part[kMaxDims], at = 0;
  k_order(n, s.index_shape.data(), strides, arrays, part);
  for (int i = 0; i < n; ++i) order[at++] = s.first + part[i];
  const int64_t* steps = inner_strides.data();
  k_order(inner, s.inner_shape.data(), &steps, 1, part);
  for (int i = 0; i < inner; ++i)
    order[at++] = part[i] < s.first ? part[i] : part[i] + n;
  return ndarray::empty(shape, a.dtype(), a.device(),
                        strides_in_order(shape, a.itemsize(), order));
}

// The result's shape: the index axes take the place of the first one.
Dims selected_shape(const Selection& s) {
  Dims shape;
  for (int i = 0; i < s.first; ++i) shape.push_back(s.inner_shape[i]);
  for (int64_t n : s.index_shape) shape.push_back(n);
  for (int i = s.first; i < s.inner_shape.size(); ++i)
    shape.push_back(s.inner_shape[i]);
  return shape;
}

void check_empty_bounds(const ndarray& a, const Selection& s,
                        const ndarray* const* index) {
  if (size_of(s.index_shape) == 0) return;
  for (int i = 0; i < a.ndim(); ++i)
    TENORITE_CHECK(!index[i] || a.shape(i) > 0, IndexError,
                   "index %d is out of bounds for axis %d with size 0", 0, i);
}

IndexPlan make_plan(const ndarray& a, const Selection& s,
                    const ndarray* const* index, const ndarray& other,
                    IndexMode mode) {
  IndexPlan plan;
  plan.itemsize = a.itemsize();
  plan.base = a.data();
  plan.mode = mode;
  plan.arrays = 0;
  plan.device = a.device();
  plan.stream = current_stream(a.device());
  a.storage()->use(plan.stream);
  other.storage()->use(plan.stream);
  plan.index_ndim = s.index_shape.size();
  plan.index_size = size_of(s.index_shape);
  plan.inner_ndim = s.inner_shape.size();
  plan.inner_size = size_of(s.inner_shape);
  plan.other = other.data();
  for (int i = 0; i < plan.index_ndim; ++i) {
    plan.index_shape[i] = s.index_shape[i];
    plan.other_index_strides[i] = other.stride(s.first + i);
  }
  for (int i = 0; i < plan.inner_ndim; ++i) {
    plan.inner_shape[i] = s.inner_shape[i];
    plan.other_inner_strides[i] =
        other.stride(i < s.first ? i : i + plan.index_ndim);
  }
  int inner = 0;
  for (int i = 0; i < a.ndim(); ++i) {
    if (!index[i]) {
      plan.inner_base_strides[inner++] = a.stride(i);
      continue;
    }
    int k = plan.arrays++;
    const ndarray& positions = *s.arrays[static_cast<size_t>(k)];
    positions.storage()->use(plan.stream);
    plan.index[k] = reinterpret_cast<const int64_t*>(positions.data());
    Dims strides = broadcast_strides(positions.shape(), positions.strides(),
                                     s.index_shape);
    for (int j = 0; j < plan.index_ndim; ++j)
      plan.index_strides[k][j] = strides[j];
    plan.bound[k] = a.shape(i);
    plan.base_stride[k] = a.stride(i);
    plan.axis[k] = i;
  }
  return plan;
}

}  // namespace

ndarray index_get(const ndarray& a, const ndarray* const* index, IndexMode mode,
                  const ndarray* out, int position) {
  Selection s = select(a, index, position);
  check_empty_bounds(a, s, index);
  Dims shape = selected_shape(s);
  ndarray result = out ? *out : empty_result(a, s, index, shape);
  if (result.size() == 0 && size_of(s.index_shape) == 0) return result;
  IndexPlan plan = make_plan(a, s, index, result, mode);
  device_ops(a.device()).index_get(plan);
  return result;
}

void index_put(const ndarray& a, const ndarray* const* index,
               const ndarray& value, IndexMode mode, int position) {
  TENORITE_CHECK(a.writeable(), ValueError,
                 "assignment destination is read-only");
  Selection s = select(a, index, position);
  check_empty_bounds(a, s, index);
  Dims shape = selected_shape(s);
  const ndarray* pair[2] = {&a, &value};
  common_device(pair, 2);
  ndarray from = value;
  while (from.ndim() > shape.size() && from.shape(0) == 1)
    from = from.view(0, Dims(from.shape().data() + 1, from.ndim() - 1),
                     Dims(from.strides().data() + 1, from.ndim() - 1));
  Dims joint = shape;
  if (!broadcast_into(joint, from.shape()) || !(joint == shape))
    throw ValueError(format(
        "shape mismatch: value array of shape %s could not be broadcast to "
        "indexing result of shape %s",
        to_compact_string(value.shape()).c_str(),
        to_compact_string(shape).c_str()));
  if (size_of(s.index_shape) == 0) return;
  from = astype(from, a.dtype(), Order::kK, false);
  if (may_share_memory(from, a)) from = copy(from);
  std::vector<ndarray> apart;
  apart.reserve(s.arrays.size());
  for (const ndarray*& array : s.arrays) {
    if (!may_share_memory(*array, a)) continue;
    apart.push_back(copy(*array));
    array = &apart.back();
  }
  from = broadcast_to(from, shape);
  IndexPlan plan = make_plan(a, s, index, from, mode);
  device_ops(a.device()).index_put(plan);
}

ndarray true_positions(const ndarray& mask) {
  ndarray flags = contiguous(mask);
  StreamId stream = current_stream(mask.device());
  flags.storage()->use(stream);
  const auto* data = reinterpret_cast<const bool*>(flags.data());
  const DeviceOps& table = device_ops(mask.device());
  int64_t n = flags.size();
  int64_t count = n == 0 ? 0 : table.count_true(data, n, mask.device(), stream);
  ndarray positions = ndarray::empty(Dims{count}, DType::kInt64, mask.device());
  if (count > 0)
    table.true_positions(data, n, reinterpret_cast<int64_t*>(positions.data()),
                         count, mask.device(), stream);
  return positions;
}

void nonzero(const ndarray& mask, ndarray* positions) {
  ndarray flat = true_positions(mask);
  // Peel axes off the flat position, innermost first.
  for (int i = mask.ndim() - 1; i >= 0; --i) {
    if (i == 0) {
      positions[0] = flat;
      break;
    }
    Argument in[2];
    in[0].array = &flat;
    in[1].scalar = make_scalar(std::max<int64_t>(mask.shape(i), 1));
    ndarray parts[2];
    ufunc(Op::divmod, in, {}, parts);
    flat = parts[0];
    positions[i] = parts[1];
  }
}

}  // namespace tenorite::ops
