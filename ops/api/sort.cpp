// SPDX-License-Identifier: Apache-2.0
#include "ops/api/sort.h"

#include <algorithm>
#include <bit>

#include "ops/api/ops.h"
#include "ops/plan/registry.h"
#include "ops/record/truths.h"

namespace tenorite::ops {
namespace {

// The axis last, the others by the strides of `a`, so that a dense array whose
// lines are contiguous is in C order.
Dims lines_last(const ndarray& a, int axis) {
  const int64_t* strides = a.strides().data();
  int order[kMaxDims];
  k_order(a.ndim(), a.shape().data(), &strides, 1, order);
  Dims axes;
  for (int i = 0; i < a.ndim(); ++i)
    if (order[i] != axis) axes.push_back(order[i]);
  axes.push_back(axis);
  return axes;
}

// Dense, and each item at a multiple of its size (up to a word).
bool is_direct(const ndarray& a) {
  return a.is_c_contiguous() &&
         a.address() % std::min<size_t>(a.itemsize(), 8) == 0;
}

SortPlan plan_of(const ndarray& rows, const SortOptions& options) {
  SortPlan plan{};
  plan.dtype = rows.dtype();
  plan.n = rows.shape(rows.ndim() - 1);
  plan.rows = rows.size() / plan.n;
  plan.in = rows.data();
  plan.stable = options.stable;
  plan.descending = options.descending;
  plan.device = rows.device();
  plan.stream = current_stream(plan.device);
  return plan;
}

void run(const SortPlan& plan) { run_barrier<&DeviceOps::sort>({}, plan); }

// Whether lines along the axis have an order to be found.
bool has_order(const ndarray& a, int axis) {
  return a.size() > 0 && a.shape(axis) > 1;
}

// All but the pointers.
PartitionPlan plan_of(const ndarray& a, int axis,
                      const std::vector<int64_t>& ranks, int64_t kept) {
  PartitionPlan plan{};
  plan.dtype = a.dtype();
  plan.n = a.shape(axis);
  plan.rows = a.size() / plan.n;
  plan.ranks = ranks.data();
  plan.count = std::ssize(ranks);
  plan.kept = kept;
  plan.device = a.device();
  plan.stream = current_stream(plan.device);
  return plan;
}

// Whether the device partitions lines rather than sort them.
bool selects(const ndarray& a, int axis, const std::vector<int64_t>& ranks,
             int64_t kept) {
  auto* selects = device_ops(a.device()).selects;
  return selects && has_order(a, axis) && !ranks.empty() &&
         selects(plan_of(a, axis, ranks, kept));
}

// Calls body(in, out) with dense arrays in C order, the lines of `from` and the
// place for what becomes the lines of `to`, which may be the same.
template <class Body>
void with_lines(const ndarray& from, const ndarray& to, int axis, Body&& body) {
  Dims axes = lines_last(to, axis);
  ndarray in = transpose(from, axes), out = transpose(to, axes);
  const bool copied = !is_direct(in) || may_hold_other_bytes(in),
             direct = is_direct(out);
  if (copied) in = copy(in, Order::kC);
  ndarray target =
      direct ? out
      : copied && in.dtype() == out.dtype() && in.shape() == out.shape()
          ? in
          : ndarray::empty(out.shape(), out.dtype(), out.device());
  for (const ndarray* side : {&in, &target})
    side->storage()->use(current_stream(to.device()));
  body(in, target);
  if (!direct) copy_into(out, target, Casting::kUnsafe);
}

void sort_into(const ndarray& from, const ndarray& to, int axis,
               const SortOptions& options) {
  with_lines(from, to, axis, [&](const ndarray& in, const ndarray& out) {
    SortPlan plan = plan_of(in, options);
    plan.out = out.data();
    run(plan);
  });
}

// What the plan asks for, in `to`: items, or positions.
void partition_into(PartitionPlan plan, const ndarray& from, const ndarray& to,
                    int axis, bool positions) {
  with_lines(from, to, axis, [&](const ndarray& in, const ndarray& out) {
    plan.in = in.data();
    if (positions)
      plan.order = reinterpret_cast<int64_t*>(out.data());
    else
      plan.out = out.data();
    run_barrier<&DeviceOps::partition>({}, plan);
  });
}

// Ascending, and each once.
void arrange(std::vector<int64_t>& ranks, int64_t n) {
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  TENORITE_CHECK(ranks.empty() || (ranks[0] >= 0 && ranks.back() < n),
                 ValueError, "a position is out of bounds of %lld items",
                 static_cast<long long>(n));
}

// Lines of another length and dtype in the memory order of those of `a`.
ndarray lines_like(const ndarray& a, int axis, int64_t n, DType dtype) {
  const Dims axes = lines_last(a, axis);
  Dims shape, back(a.ndim());
  for (int i = 0; i < axes.size(); ++i) {
    shape.push_back(axes[i] == axis ? n : a.shape(axes[i]));
    back[axes[i]] = i;
  }
  return transpose(ndarray::empty(shape, dtype, a.device()), back);
}

// Lines of at most as many items are sorted by one block of a GPU.
constexpr int64_t kShortLine = 8192;

ndarray with_number(Op op, const ndarray& a, int64_t number) {
  Argument operands[2];
  operands[0].array = &a;
  operands[1].scalar = cast_scalar(make_scalar(number), a.dtype());
  ndarray result;
  ufunc(op, operands, {}, &result);
  return result;
}

// order_words() by sorts of positions: of the rows by themselves, or of all
// with the number of the row above as many bits as fit.
ndarray order_by_sorts(const ndarray& words, int bits, int64_t count) {
  const int64_t rows = words.shape(0), n = words.shape(1);
  const auto numbers = [&](DType dtype, int64_t step) {
    return reshape(
        arange(rows, cast_scalar(make_scalar(int64_t{0}), dtype),
               cast_scalar(make_scalar(step), dtype), dtype, words.device()),
        {rows, 1}, Order::kC);
  };
  const ndarray keys = bits ? with_number(Op::right_shift, words, bits) : words;
  const int row_bits = std::bit_width(static_cast<uint64_t>(rows - 1));
  ndarray order;
  if (rows == 1 || n <= kShortLine || row_bits > bits) {
    order = argsort(keys, {});
    if (rows > 1) order = binary(Op::add, order, numbers(DType::kInt64, n));
  } else {
    const ndarray above =
        with_number(Op::left_shift, numbers(DType::kUint64, 1), 64 - bits);
    const ndarray all = binary(Op::bitwise_or, keys, above);
    order = reshape(argsort(reshape(all, {rows * n}, Order::kC), {}), {rows, n},
                    Order::kC);
  }
  return count == n ? order
                    : order.view(0, {rows, count}, Dims(order.strides()));
}

}  // namespace

ndarray sort(const ndarray& a, const SortOptions& options) {
  int axis = normalize_axis(options.axis, a.ndim());
  if (!has_order(a, axis)) return copy(a, Order::kK);
  ndarray result = empty_like(a, a.dtype(), Order::kK);
  sort_into(a, result, axis, options);
  return result;
}

void sort_in_place(const ndarray& a, const SortOptions& options) {
  int axis = normalize_axis(options.axis, a.ndim());
  TENORITE_CHECK(a.writeable(), ValueError, "sort array is read-only");
  if (has_order(a, axis)) sort_into(a, a, axis, options);
}

ndarray argsort(const ndarray& a, const SortOptions& options) {
  int axis = normalize_axis(options.axis, a.ndim());
  ndarray result = ndarray::empty(a.shape(), DType::kInt64, a.device());
  if (!has_order(a, axis)) {
    if (result.size() > 0) fill(result, Scalar{DType::kInt64});
    return result;
  }
  with_lines(a, result, axis, [&](const ndarray& in, const ndarray& out) {
    SortPlan plan = plan_of(in, options);
    plan.order = reinterpret_cast<int64_t*>(out.data());
    run(plan);
  });
  return result;
}

ndarray partition(const ndarray& a, std::vector<int64_t> ranks, int axis) {
  axis = normalize_axis(axis, a.ndim());
  const int64_t n = a.shape(axis);
  arrange(ranks, n);
  if (!selects(a, axis, ranks, n)) return sort(a, {axis});
  ndarray result = empty_like(a, a.dtype(), Order::kK);
  partition_into(plan_of(a, axis, ranks, n), a, result, axis, false);
  return result;
}

void partition_in_place(const ndarray& a, std::vector<int64_t> ranks,
                        int axis) {
  axis = normalize_axis(axis, a.ndim());
  TENORITE_CHECK(a.writeable(), ValueError, "partition array is read-only");
  const int64_t n = a.shape(axis);
  arrange(ranks, n);
  if (selects(a, axis, ranks, n))
    partition_into(plan_of(a, axis, ranks, n), a, a, axis, false);
  else
    sort_in_place(a, {axis});
}

ndarray argpartition(const ndarray& a, std::vector<int64_t> ranks, int axis) {
  axis = normalize_axis(axis, a.ndim());
  const int64_t n = a.shape(axis);
  arrange(ranks, n);
  if (!selects(a, axis, ranks, n)) return argsort(a, {axis});
  ndarray result = ndarray::empty(a.shape(), DType::kInt64, a.device());
  partition_into(plan_of(a, axis, ranks, n), a, result, axis, true);
  return result;
}

std::optional<ndarray> first_positions(const ndarray& a, int64_t k, int axis,
                                       bool descending) {
  axis = normalize_axis(axis, a.ndim());
  std::vector<int64_t> ranks{k - 1};
  arrange(ranks, a.shape(axis));
  if (k == a.shape(axis) || !selects(a, axis, ranks, k)) return {};
  Dims shape = a.shape();
  shape[axis] = k;
  ndarray result = ndarray::empty(shape, DType::kInt64, a.device());
  PartitionPlan plan = plan_of(a, axis, ranks, k);
  plan.descending = descending;
  partition_into(plan, a, result, axis, true);
  return result;
}

std::optional<ndarray> items_at_ranks(const ndarray& a,
                                      std::vector<int64_t> ranks) {
  const int axis = normalize_axis(-1, a.ndim());
  arrange(ranks, a.shape(axis));
  if (!selects(a, axis, ranks, 0)) return {};
  ndarray result = lines_like(a, axis, std::ssize(ranks), a.dtype());
  partition_into(plan_of(a, axis, ranks, 0), a, result, axis, false);
  return result;
}

ndarray order_words(const ndarray& words, int bits, int64_t count) {
  TENORITE_CHECK(words.ndim() == 2 && words.dtype() == DType::kUint64,
                 TypeError, "rows of uint64 have an order, not %s of %s",
                 name(words.dtype()), to_string(words.shape()).c_str());
  const int64_t rows = words.shape(0), n = words.shape(1);
  TENORITE_CHECK(0 <= bits && bits < 64 && 0 <= count && count <= n, ValueError,
                 "no order of %lld items of %lld by the bits above %d",
                 static_cast<long long>(count), static_cast<long long>(n),
                 bits);
  ndarray result = ndarray::empty({rows, count}, DType::kInt64, words.device());
  if (result.size() == 0) return result;
  const ndarray dense = contiguous(words);
  WordOrderPlan plan{reinterpret_cast<const uint64_t*>(dense.data()),
                     rows,
                     n,
                     bits,
                     count,
                     reinterpret_cast<int64_t*>(result.data()),
                     words.device(),
                     current_stream(words.device())};
  if (device_ops(plan.device).order_words &&
      run_barrier<&DeviceOps::order_words>({&dense, &result}, plan))
    return result;
  return order_by_sorts(dense, bits, count);
}

namespace {

// Int64 places, or bools that say which of the values are there.
ndarray search(const ndarray& sorted, const ndarray& values, DType dtype,
               bool right) {
  const ndarray* both[] = {&sorted, &values};
  common_device(both, 2);
  ndarray result = ndarray::empty(values.shape(), dtype, values.device());
  if (values.size() == 0) return result;
  if (sorted.size() == 0) {
    fill(result, Scalar{dtype});
    return result;
  }
  ndarray line = contiguous(sorted), dense = contiguous(values);
  SearchPlan plan{};
  plan.dtype = line.dtype();
  plan.sorted = line.data();
  plan.n = line.size();
  plan.values = dense.data();
  plan.m = dense.size();
  if (dtype == DType::kBool)
    plan.found = reinterpret_cast<bool*>(result.data());
  else
    plan.out = reinterpret_cast<int64_t*>(result.data());
  plan.right = right;
  plan.device = result.device();
  plan.stream = current_stream(plan.device);
  run_barrier<&DeviceOps::search>({&line, &dense}, plan);
  return result;
}

}  // namespace

ndarray searchsorted(const ndarray& sorted, const ndarray& values, bool right) {
  return search(sorted, values, DType::kInt64, right);
}

ndarray is_in_sorted(const ndarray& sorted, const ndarray& values) {
  return search(sorted, values, DType::kBool, false);
}

}  // namespace tenorite::ops
