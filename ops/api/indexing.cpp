// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "core/error.h"
#include "ops/api/ops.h"
#include "ops/plan/registry.h"
#include "ops/record/submit.h"
#include "ops/record/truths.h"
#include "ops/table/casting.h"

namespace tenorite::ops {
namespace {

struct Selection {
  Dims index_shape;  // of the broadcast index arrays
  Dims inner_shape;  // of the axes that are not indexed
  int first = -1;    // where the index axes go in the result
  // int64 or (CUDA) int32, on the device, one per indexed axis: the caller's
  // or a copy.
  int count = 0;
  const ndarray* arrays[kMaxDims];
  std::vector<ndarray> copies;

  const ndarray* keep(ndarray copy) {
    copies.reserve(2 * kMaxDims);  // they stay where they are
    copies.push_back(std::move(copy));
    return &copies.back();
  }
};

void add_positions(Selection& s, const ndarray& index) {
  const ndarray*& array = s.arrays[s.count++];
  array = &index;
  if (index.dtype() == DType::kInt64) return;
  TENORITE_CHECK(kind(index.dtype()) == 'i' || kind(index.dtype()) == 'u' ||
                     index.size() == 0,
                 IndexError,
                 "arrays used as indices must be of integer (or boolean) type");
  // CUDA kernels read int32 as it is, and what fits into that.
  bool narrow = index.device().is_cuda() &&
                can_cast(index.dtype(), DType::kInt32, Casting::kSafe);
  DType dtype = narrow ? DType::kInt32 : DType::kInt64;
  if (index.dtype() != dtype) array = s.keep(astype(index, dtype));
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
    add_positions(s, *index[i]);
    fits = broadcast_into(s.index_shape, index[i]->shape()) && fits;
  }
  if (!fits) [[unlikely]] {
    std::string shapes;
    for (int k = 0; k < s.count; ++k)
      shapes += to_compact_string(s.arrays[k]->shape()) + " ";
    throw IndexError(
        "shape mismatch: indexing arrays could not be broadcast together with "
        "shapes " +
        shapes);
  }
  // Arrays without a step along an axis are as large as anyone likes.
  int64_t items = 1;
  for (const Dims* dims : {&s.index_shape, &s.inner_shape})
    for (int64_t n : *dims)
      TENORITE_CHECK(n == 0 || !__builtin_mul_overflow(items, n, &items),
                     ValueError, "iterator is too large");
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
  if (shape.size() < 2) return ndarray::deferred(shape, a.dtype(), a.device());
  int n = s.index_shape.size(), inner = s.inner_shape.size();
  const int64_t* strides[kMaxDims];
  std::vector<Dims> broadcast(static_cast<size_t>(s.count));
  for (int k = 0; k < s.count; ++k) {
    Dims& own = broadcast[static_cast<size_t>(k)];
    own = broadcast_strides(s.arrays[k]->shape(), s.arrays[k]->strides(),
                            s.index_shape);
    strides[k] = own.data();
  }
  Dims inner_strides;
  for (int i = 0; i < a.ndim(); ++i)
    if (!index[i]) inner_strides.push_back(a.stride(i));
  int order[kMaxDims], part[kMaxDims], at = 0;
  k_order(n, s.index_shape.data(), strides, s.count, part);
  for (int i = 0; i < n; ++i) order[at++] = s.first + part[i];
  const int64_t* steps = inner_strides.data();
  k_order(inner, s.inner_shape.data(), &steps, 1, part);
  for (int i = 0; i < inner; ++i)
    order[at++] = part[i] < s.first ? part[i] : part[i] + n;
  return ndarray::deferred(shape, a.dtype(), a.device(),
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

// No index is within an empty axis. The CPU device names the first one.
void check_empty_bounds(const ndarray& a, const Selection& s,
                        const ndarray* const* index, IndexMode mode) {
  if (size_of(s.index_shape) == 0) return;
  if (a.device().is_cpu() && mode == IndexMode::kRaise) return;
  for (int i = 0; i < a.ndim(); ++i)
    TENORITE_CHECK(!index[i] || a.shape(i) > 0, IndexError,
                   "index %d is out of bounds for axis %d with size 0", 0, i);
}

// `other` is where the selected elements go or come from, with a stride per
// axis of the selection.
void make_plan(IndexPlan& plan, const ndarray& a, const Selection& s,
               const ndarray* const* index, char* other, const Dims& strides,
               IndexMode mode) {
  plan.itemsize = a.itemsize();
  plan.base = a.data();
  plan.mode = mode;
  plan.arrays = 0;
  plan.device = a.device();
  plan.stream = current_stream(a.device());
  a.storage()->use(plan.stream);
  plan.index_ndim = s.index_shape.size();
  plan.index_size = size_of(s.index_shape);
  plan.inner_ndim = s.inner_shape.size();
  plan.inner_size = size_of(s.inner_shape);
  plan.other = other;
  for (int i = 0; i < plan.index_ndim; ++i) {
    plan.index_shape[i] = s.index_shape[i];
    plan.other_index_strides[i] = strides[s.first + i];
  }
  for (int i = 0; i < plan.inner_ndim; ++i) {
    plan.inner_shape[i] = s.inner_shape[i];
    plan.other_inner_strides[i] =
        strides[i < s.first ? i : i + plan.index_ndim];
  }
  int inner = 0;
  for (int i = 0; i < a.ndim(); ++i) {
    if (!index[i]) {
      plan.inner_base_strides[inner++] = a.stride(i);
      continue;
    }
    int k = plan.arrays++;
    const ndarray& positions = *s.arrays[k];
    positions.storage()->use(plan.stream);
    plan.index[k] = positions.data();
    plan.narrow[k] = positions.dtype() == DType::kInt32;
    Dims steps = broadcast_strides(positions.shape(), positions.strides(),
                                   s.index_shape);
    for (int j = 0; j < plan.index_ndim; ++j)
      plan.index_strides[k][j] = steps[j];
    plan.bound[k] = a.shape(i);
    plan.base_stride[k] = a.stride(i);
    plan.axis[k] = i;
  }
}

// Single items, which may be recorded.
void look_up(const ndarray& result, const ndarray& a, const Selection& s,
             IndexMode mode) {
  Instruction instruction;
  instruction.kind = Instruction::Kind::kGather;
  instruction.loop = static_cast<int>(mode);
  instruction.nin = static_cast<uint8_t>(1 + s.count);
  instruction.nout = 1;
  instruction.out[0] = &result;
  instruction.in[0].array = &a;
  for (int k = 0; k < s.count; ++k) instruction.in[k + 1].array = s.arrays[k];
  submit(instruction);
}

}  // namespace

ndarray index_get(const ndarray& a, const ndarray* const* index, IndexMode mode,
                  const ndarray* out, int position) {
  Selection s = select(a, index, position);
  check_empty_bounds(a, s, index, mode);
  Dims shape = selected_shape(s);
  ndarray result = out ? *out : empty_result(a, s, index, shape);
  if (result.size() == 0 && size_of(s.index_shape) == 0) return result;
  if (s.inner_shape.empty() && s.count < kMaxInputs && a.is_aligned()) {
    look_up(result, a, s, mode);
    return result;
  }
  IndexPlan plan;
  make_plan(plan, a, s, index, result.data(), result.strides(), mode);
  run_barrier<&DeviceOps::index_get>({&result}, plan);
  if (may_hold_other_bytes(a)) make_truths(result);
  return result;
}

ndarray take(const ndarray& a, const ndarray& indices, IndexMode mode,
             int axis) {
  ndarray from = axis < 0 ? ravel(a, Order::kC) : a;
  int at = axis < 0 ? 0 : axis;
  Dims shape;
  for (int i = 0; i < at; ++i) shape.push_back(from.shape(i));
  for (int64_t n : indices.shape()) shape.push_back(n);
  for (int i = at + 1; i < from.ndim(); ++i) shape.push_back(from.shape(i));
  const ndarray* index[kMaxDims] = {};
  index[at] = &indices;
  ndarray out = ndarray::deferred(shape, a.dtype(), a.device());
  return index_get(from, index, mode, &out, at);
}

namespace {

// What of `a` is assigned to. Index arrays in the same memory are copied.
Selection select_target(const ndarray& a, const ndarray* const* index,
                        IndexMode mode, int position) {
  TENORITE_CHECK(a.writeable(), ValueError,
                 "assignment destination is read-only");
  Selection s = select(a, index, position);
  check_empty_bounds(a, s, index, mode);
  for (int k = 0; k < s.count; ++k)
    if (may_share_memory(*s.arrays[k], a))
      s.arrays[k] = s.keep(copy(*s.arrays[k]));
  return s;
}

// Steps through a value as if it were of `shape`; leading unit axes that are
// too many are dropped.
Dims assigned_strides(const ndarray& value, const Dims& shape) {
  int extra = 0;
  while (value.ndim() - extra > shape.size() && value.shape(extra) == 1)
    ++extra;
  Dims own(value.shape().data() + extra, value.ndim() - extra);
  Dims strides(value.strides().data() + extra, own.size());
  if (own == shape) return strides;
  Dims joint = shape;
  if (!broadcast_into(joint, own) || !(joint == shape))
    throw ValueError(format(
        "shape mismatch: value array of shape %s could not be broadcast to "
        "indexing result of shape %s",
        to_compact_string(value.shape()).c_str(),
        to_compact_string(shape).c_str()));
  return broadcast_strides(own, strides, shape);
}

}  // namespace

void index_put(const ndarray& a, const ndarray* const* index,
               const ndarray& value, IndexMode mode, int position) {
  const Selection s = select_target(a, index, mode, position);
  const ndarray* pair[2] = {&a, &value};
  common_device(pair, 2);
  const Dims shape = selected_shape(s);
  Dims strides = assigned_strides(value, shape);
  if (size_of(s.index_shape) == 0) return;
  ndarray own;
  const ndarray* from = &value;
  if (value.dtype() != a.dtype() || may_share_memory(value, a) ||
      may_hold_other_bytes(value)) {
    own = astype(value, a.dtype());
    strides = assigned_strides(own, shape);
    from = &own;
  }
  IndexPlan plan;
  make_plan(plan, a, s, index, from->data(), strides, mode);
  run_barrier<&DeviceOps::index_put>({from}, plan);
}

void index_put(const ndarray& a, const ndarray* const* index,
               const Scalar& value, IndexMode mode, int position) {
  check_discarded(value.dtype, a.dtype());
  Scalar element = cast_scalar(value, a.dtype());
  if (!a.device().is_cpu()) {
    ndarray from = ndarray::empty({}, a.dtype(), a.device());
    fill(from, element);
    return index_put(a, index, from, mode, position);
  }
  const Selection s = select_target(a, index, mode, position);
  const Dims shape = selected_shape(s);
  IndexPlan plan;
  make_plan(plan, a, s, index, reinterpret_cast<char*>(element.bytes),
            Dims(shape.size()), mode);
  run_barrier<&DeviceOps::index_put>({}, plan);
}

namespace {

// The flags of a mask in C order, which the plan only points to, counted.
MaskPlan count_flags(const ndarray& flags) {
  StreamId stream = current_stream(flags.device());
  const auto* data = reinterpret_cast<const bool*>(flags.data());
  MaskPlan plan{data, flags.size(), flags.device(), stream};
  run_barrier<&DeviceOps::count_true>({&flags}, plan);
  return plan;
}

void write_positions(const MaskPlan& plan, const Dims& shape,
                     ndarray* positions) {
  int64_t* data[kMaxDims];
  for (int d = 0; d < shape.size(); ++d) {
    positions[d] = ndarray::empty(Dims{plan.count}, DType::kInt64, plan.device);
    data[d] = reinterpret_cast<int64_t*>(positions[d].data());
  }
  run_barrier<&DeviceOps::true_positions>({}, plan, shape.size(), shape.data(),
                                          data);
}

// Whether a mask of all axes selects by its flat position.
bool selects_flat(const ndarray& a, const ndarray& mask) {
  return mask.ndim() == a.ndim() && a.is_c_contiguous() &&
         a.address() % a.itemsize() == 0;
}

}  // namespace

ndarray true_positions(const ndarray& mask) {
  ndarray flags = contiguous(mask);
  ndarray positions;
  write_positions(count_flags(flags), Dims{flags.size()}, &positions);
  return positions;
}

void nonzero(const ndarray& mask, ndarray* positions) {
  ndarray flags = contiguous(mask);
  write_positions(count_flags(flags), mask.shape(), positions);
}

ndarray mask_get(const ndarray& a, const ndarray& mask) {
  const ndarray* pair[2] = {&a, &mask};
  common_device(pair, 2);
  ndarray flags = contiguous(mask);
  MaskPlan plan = count_flags(flags);
  if (selects_flat(a, mask)) {
    ndarray result = ndarray::empty(Dims{plan.count}, a.dtype(), a.device());
    run_barrier<&DeviceOps::mask_get>({&a}, plan, a.data(), result.data(),
                                      a.itemsize());
    if (may_hold_other_bytes(a)) make_truths(result);
    return result;
  }
  ndarray positions[kMaxDims];
  const ndarray* index[kMaxDims] = {};
  write_positions(plan, mask.shape(), positions);
  for (int d = 0; d < mask.ndim(); ++d) index[d] = &positions[d];
  return index_get(a, index, IndexMode::kRaise, nullptr, 0);
}

namespace {

// The mask over all axes of `a`.
ndarray spread_mask(const ndarray& a, const ndarray& mask) {
  if (mask.shape() == a.shape()) return mask;
  Dims shape = mask.shape();
  while (shape.size() < a.ndim()) shape.push_back(1);
  return broadcast_to(reshape(mask, shape, Order::kC), a.shape());
}

}  // namespace

void mask_put(const ndarray& a, const ndarray& mask, const Scalar& value) {
  const ndarray flags = spread_mask(a, mask);
  fill(a, value, &flags);
}

void mask_put(const ndarray& a, const ndarray& mask, const ndarray& value) {
  const ndarray* pair[3] = {&a, &mask, &value};
  common_device(pair, 3);
  TENORITE_CHECK(a.writeable(), ValueError,
                 "assignment destination is read-only");
  if (value.ndim() == 0) {
    const ndarray flags = spread_mask(a, mask);
    return copy_into(a, value, Casting::kUnsafe, &flags);
  }
  TENORITE_CHECK(value.ndim() <= 1 || mask.ndim() < a.ndim(), TypeError,
                 "NumPy boolean array indexing assignment requires a 0 or "
                 "1-dimensional input, input has %d dimensions",
                 value.ndim());
  ndarray flags = may_share_memory(mask, a) ? copy(mask) : contiguous(mask);
  MaskPlan plan = count_flags(flags);
  bool listed = value.ndim() == 1 && mask.ndim() == a.ndim();
  if (listed) {
    int64_t given = value.shape(0);
    TENORITE_CHECK(given == 1 || given == plan.count, ValueError,
                   "NumPy boolean array indexing assignment cannot assign %lld "
                   "input values to the %lld output values where the mask is "
                   "true",
                   static_cast<long long>(given),
                   static_cast<long long>(plan.count));
  }
  if (listed && value.shape(0) == plan.count && selects_flat(a, mask)) {
    ndarray from = astype(value, a.dtype(), Order::kC, false);
    if (may_share_memory(from, a) || from.address() % a.itemsize() != 0 ||
        may_hold_other_bytes(from))
      from = copy(from);
    run_barrier<&DeviceOps::mask_put>({&a, &from}, plan, a.data(), from.data(),
                                      a.itemsize());
    return;
  }
  ndarray positions[kMaxDims];
  const ndarray* index[kMaxDims] = {};
  write_positions(plan, mask.shape(), positions);
  for (int d = 0; d < mask.ndim(); ++d) index[d] = &positions[d];
  index_put(a, index, value, IndexMode::kRaise, 0);
}

}  // namespace tenorite::ops
