// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/error.h"
#include "ops/api/ops.h"
#include "ops/api/slice_warnings.h"
#include "ops/api/sum_order.h"
#include "ops/plan/planning.h"
#include "ops/plan/registry.h"
#include "ops/record/submit.h"
#include "ops/record/truths.h"
#include "ops/table/casting.h"
#include "ops/table/ufunc_reduction.h"

namespace tenorite::ops {
namespace {

// A broadcast view may have more elements than can be counted.
void check_iterable(const ndarray& a) {
  int64_t size = 1;
  for (int64_t n : a.shape())
    TENORITE_CHECK(!__builtin_mul_overflow(size, n, &size), ValueError,
                   "iterator is too large");
}

uint64_t axis_bits(const ndarray& a, const std::optional<Dims>& axes) {
  if (!axes)
    return a.ndim() == 64 ? ~uint64_t{0} : (uint64_t{1} << a.ndim()) - 1;
  uint64_t bits = 0;
  for (int64_t axis : normalize_axes(*axes, a.ndim()))
    bits |= uint64_t{1} << axis;
  return bits;
}

// NumPy's accumulator for sums and products of small integers.
DType widen(DType d) {
  if (kind(d) == 'b' || kind(d) == 'i') return DType::kInt64;
  if (kind(d) == 'u') return DType::kUint64;
  return d;
}

DType compute_dtype(ReduceOp op, DType in, std::optional<DType> asked) {
  auto inexact = [](DType d) { return kind(d) == 'f' || kind(d) == 'c'; };
  switch (info(op).computes) {
    case ReduceDType::kOwn:
      return in;
    case ReduceDType::kAsked:
      return asked ? *asked : in;
    case ReduceDType::kWide:
      return asked ? *asked : widen(in);
    case ReduceDType::kInexact:
      // A real dtype for complex input would drop the imaginary part.
      return asked && inexact(*asked) ? *asked
             : inexact(in)            ? in
                                      : DType::kFloat64;
  }
  return in;
}

// The dtype that the caller or, for ufuncs, the output asks for.
std::optional<DType> asked_dtype(ReduceOp op, const ndarray& a,
                                 const ReduceOptions& options) {
  const bool is_ufunc = info(op).ufunc[0] != '\0';
  if (options.dtype || !options.out || !is_ufunc || makes_truth(op))
    return options.dtype;
  return promote_types(options.out->dtype(), a.dtype());
}

void check_not_empty(ReduceOp op, const ndarray& a, uint64_t bits,
                     const ReduceOptions& options) {
  if (options.initial ||
      !(info(op).empty == EmptyReduction::kError || options.no_identity))
    return;
  bool arg = counts_positions(op);
  if (options.where)
    throw ValueError(format(
        "reduction operation '%s' does not have an identity, so to use a where "
        "mask one has to specify 'initial'",
        info(op).ufunc));
  bool none = false;
  for (int i = 0; i < a.ndim(); ++i) none |= (bits >> i & 1) && a.shape(i) == 0;
  if (!none) return;
  if (arg)
    throw ValueError(
        format("attempt to get %s of an empty sequence", info(op).name));
  throw ValueError(
      format("zero-size array to reduction operation %s which has no identity",
             info(op).ufunc));
}

// The shape of the result, and the view of it that has the kept axes only.
struct Target {
  ndarray result;
  ndarray kept;
};

Target make_target(const ndarray& a, uint64_t bits, DType dtype,
                   const ReduceOptions& options, const char* ufunc,
                   bool c_order = false) {
  Dims shape, kept_shape;
  for (int i = 0; i < a.ndim(); ++i) {
    bool folded = bits >> i & 1;
    if (!folded) kept_shape.push_back(a.shape(i));
    if (!folded || options.keepdims) shape.push_back(folded ? 1 : a.shape(i));
  }
  ndarray result;
  if (options.out) {
    result = *options.out;
    TENORITE_CHECK(result.writeable(), ValueError, "output array is read-only");
    TENORITE_CHECK(
        result.ndim() == shape.size(), ValueError,
        "output parameter for reduction operation %s has the wrong number of "
        "dimensions: Found %d but expected %d%s",
        ufunc, result.ndim(), shape.size(),
        options.keepdims ? " (must match the operand's when keepdims=True)"
                         : "");
    TENORITE_CHECK(result.shape() == shape, ValueError,
                   "output parameter for reduction operation %s has the wrong "
                   "shape: found %s, expected %s",
                   ufunc, to_compact_string(result.shape()).c_str(),
                   to_compact_string(shape).c_str());
  } else if (shape.size() < 2 || c_order) {
    result = ndarray::deferred(shape, dtype, a.device(),
                               c_strides(shape, itemsize(dtype)));
  } else {
    // Kept axes keep the memory order of the input.
    const int64_t* strides = a.strides().data();
    int order[kMaxDims], kept_order[kMaxDims], rank[kMaxDims];
    k_order(a.ndim(), a.shape().data(), &strides, 1, order);
    int next = 0;
    for (int i = 0; i < a.ndim(); ++i) rank[i] = bits >> i & 1 ? -1 : next++;
    int n = 0;
    if (options.keepdims) {
      for (int i = 0; i < a.ndim(); ++i) kept_order[n++] = order[i];
    } else {
      for (int i = 0; i < a.ndim(); ++i)
        if (rank[order[i]] >= 0) kept_order[n++] = rank[order[i]];
    }
    result =
        ndarray::deferred(shape, dtype, a.device(),
                          strides_in_order(shape, itemsize(dtype), kept_order));
  }
  Dims kept_strides;
  for (int i = 0, k = 0; i < a.ndim(); ++i) {
    bool folded = bits >> i & 1;
    if (!folded) kept_strides.push_back(result.stride(k));
    if (!folded || options.keepdims) ++k;
  }
  ndarray kept = result.view(0, std::move(kept_shape), std::move(kept_strides));
  return {std::move(result), std::move(kept)};
}

// Of the calling thread.
thread_local uint32_t planned_results = 0;

void run(ReduceOp op, DType compute, const ndarray& a, uint64_t bits,
         const ndarray& out, const ReduceOptions& options) {
  Instruction instruction;
  instruction.kind = Instruction::Kind::kReduce;
  instruction.reduce = op;
  instruction.compute = compute;
  instruction.nin = instruction.nout = 1;
  instruction.in[0].array = &a;
  instruction.out[0] = &out;
  instruction.reduced_axes = bits;
  instruction.where = options.where;
  instruction.correction = options.correction;
  instruction.plan_results(planned_results);
  Scalar initial;
  if (options.initial) {
    initial = makes_truth(op)
                  ? cast_scalar(options.initial->item(DType::kBool), compute)
                  : options.initial->item(compute);
    instruction.initial = &initial;
  }
  submit(instruction);
}

// ComplexWarning where the elements, or the results, lose imaginary parts.
void check_casts(const ndarray& a, DType compute, DType result,
                 const ndarray* out) {
  check_discarded(a.dtype(), compute);
  if (out) check_discarded(result, out->dtype());
}

ndarray broadcast_where(const ndarray& where, const ndarray& a) {
  check_cast(where, DType::kBool, Casting::kSafe);
  Dims joint = a.shape();
  if (!broadcast_into(joint, where.shape()) || !(joint == a.shape()))
    throw ValueError("operands could not be broadcast together with shapes " +
                     to_compact_string(a.shape()) + " " +
                     to_compact_string(where.shape()) + " ");
  return where;
}

}  // namespace

int64_t plan_results(int64_t count) {
  return std::exchange(planned_results,
                       static_cast<uint32_t>(std::min<int64_t>(
                           count, std::numeric_limits<uint32_t>::max())));
}

DType fold_dtype(ReduceOp op, const ndarray& a, const ReduceOptions& options) {
  if (makes_truth(op)) return DType::kBool;
  return compute_dtype(op, a.dtype(), asked_dtype(op, a, options));
}

static ndarray reduce(ReduceOp op, const ndarray& a,
                      const ReduceOptions& options, bool warns) {
  check_iterable(a);
  uint64_t bits = axis_bits(a, options.axes);
  const bool is_ufunc = info(op).ufunc[0] != '\0';
  const std::optional<DType> asked = asked_dtype(op, a, options);
  DType compute = compute_dtype(op, a.dtype(), asked);
  DType result = result_dtype(op, compute);
  if (!is_valid(result))
    throw UFuncTypeError(format(
        "ufunc '%s' did not contain a loop with signature matching types "
        "(None, <class 'numpy.dtypes.%s'>) -> None",
        is_ufunc ? info(op).ufunc : info(op).name, name(compute)));
  if (info(op).makes == ReduceResult::kMean && asked) result = *asked;
  const ndarray* arrays[3] = {&a, options.out, options.where};
  common_device(arrays, 3);
  check_not_empty(op, a, bits, options);
  if (options.out && counts_positions(op)) {
    Dims shape;
    for (int i = 0; i < a.ndim(); ++i) {
      if (!(bits >> i & 1)) shape.push_back(a.shape(i));
      if ((bits >> i & 1) && options.keepdims) shape.push_back(1);
    }
    TENORITE_CHECK(options.out->shape() == shape, ValueError,
                   "output array does not match result of np.%s.",
                   info(op).name);
    check_cast(*options.out, DType::kInt64, Casting::kSafe);
  }
  if (options.where) broadcast_where(*options.where, a);
  Target target = make_target(a, bits, result, options,
                              *info(op).ufunc ? info(op).ufunc : "add",
                              counts_positions(op));
  check_casts(a, compute, result, options.out);
  const bool may_warn =
      warns && divides_by_count(op) && warn_by_shape(op, a, bits, options);
  if (options.out && overlap(a, *options.out) != Overlap::kNone)
    run(op, compute, copy(a), bits, target.kept, options);
  else
    run(op, compute, a, bits, target.kept, options);
  if (may_warn) [[unlikely]]
    warn_by_result(op, a, bits, options, target.result);
  return std::move(target.result);
}

ndarray reduce(ReduceOp op, const ndarray& a, const ReduceOptions& options) {
  return reduce(op, a, options, true);
}

ndarray reduce_quietly(ReduceOp op, const ndarray& a,
                       const ReduceOptions& options) {
  return reduce(op, a, options, false);
}

namespace {

// The loop of a binary ufunc in which out and first input agree, so that the
// result can be fed back (numpy's reduce-like promotion).
int fold_loop(Op op, DType in, std::optional<DType> asked) {
  const OpInfo& row = info(op);
  UfuncOptions options;
  Promotable types[2];
  DType start =
      asked ? *asked : (op == Op::add || op == Op::multiply ? widen(in) : in);
  types[0] = types[1] = {start, Weak::kNone};
  int loop = resolve_loop(op, types, options);
  const LoopTypes& chosen = row.loops[loop];
  if (chosen.out[0] == chosen.in[0]) return loop;
  // Only the logical functions fold values of another dtype: as bools.
  bool logical =
      op == Op::logical_and || op == Op::logical_or || op == Op::logical_xor;
  TENORITE_CHECK(
      !asked && logical, UFuncTypeError,
      "No loop matching the specified signature and casting was found for "
      "ufunc %s",
      row.name);
  types[0] = types[1] = {chosen.out[0], Weak::kNone};
  loop = resolve_loop(op, types, options);
  TENORITE_CHECK(
      row.loops[loop].out[0] == row.loops[loop].in[0], UFuncTypeError,
      "The resolved dtypes are not compatible with %s.reduce", row.name);
  return loop;
}

void check_binary(Op op, const char* method) {
  const OpInfo& row = info(op);
  TENORITE_CHECK(row.nin == 2, ValueError,
                 "%s only supported for binary functions", method);
  TENORITE_CHECK(row.nout == 1, ValueError,
                 "%s only supported for functions returning a single value",
                 method);
  TENORITE_CHECK(row.home != Home::Special, TypeError,
                 "%s is not supported for the special function '%s'", method,
                 row.name);
}

FoldPlan fold_plan(Op op, int loop, const ndarray& a, const ndarray& out,
                   int axis, int64_t out_stride, const Dims& out_lane_strides) {
  FoldPlan plan;
  plan.op = op;
  plan.loop = loop;
  plan.in_dtype = a.dtype();
  plan.out_dtype = out.dtype();
  plan.in = a.data();
  plan.out = out.data();
  plan.out_stride = out_stride;
  plan.accumulate = false;
  plan_lanes(a, axis, out_lane_strides, plan);
  plan.device = a.device();
  plan.stream = current_stream(a.device());
  a.storage()->use(plan.stream);
  out.storage()->use(plan.stream);
  return plan;
}

std::optional<Scalar> identity_of(Op op, DType dtype) {
  switch (info(op).identity) {
    case Identity::Zero:
      return cast_scalar(make_scalar(false), dtype);
    case Identity::One:
      return cast_scalar(make_scalar(true), dtype);
    case Identity::MinusOne:
      return cast_scalar(make_scalar(int64_t{-1}), dtype);
    case Identity::NegInf:
      return cast_scalar(make_scalar(-HUGE_VAL), dtype);
    case Identity::None:
    case Identity::Reorderable:
      break;
  }
  return {};
}

// Folds in order, one elementwise operation per step: for masks, and for loops
// whose operands differ in dtype. Rare, so no kernels are kept for them. The
// folded axes are the last ones.
void fold_by_steps(Op op, const ndarray& in, const ndarray* mask, int kept_axes,
                   const std::optional<Scalar>& initial, DType compute,
                   const ndarray& out) {
  Dims shape(in.shape().data(), kept_axes), flat = shape;
  int64_t n = 1;
  for (int i = kept_axes; i < in.ndim(); ++i) n *= in.shape(i);
  flat.push_back(n);
  auto step = [&](const ndarray& a, int64_t i) {
    return a.view(i * a.stride(kept_axes), shape,
                  Dims(a.strides().data(), kept_axes));
  };
  ndarray values = reshape(in, flat, Order::kC), chosen;
  if (mask) chosen = reshape(*mask, flat, Order::kC);
  ndarray total = empty_like(out, compute, Order::kC);
  if (initial)
    fill(total, *initial);
  else
    copy_into(total, step(values, 0), Casting::kUnsafe);
  for (int64_t i = initial ? 0 : 1; i < n; ++i) {
    ndarray value = step(values, i), where, result;
    Argument arguments[2];
    arguments[0].array = &total;
    arguments[1].array = &value;
    UfuncOptions options;
    options.out[0] = &total;
    if (mask) {
      where = step(chosen, i);
      options.where = &where;
    }
    options.casting = Casting::kUnsafe;
    ufunc(op, arguments, options, &result);
  }
  copy_into(out, total, Casting::kUnsafe);
}

int reduce_loop(Op op, const ndarray& a, const ReduceOptions& options) {
  std::optional<DType> asked = options.dtype;
  if (!asked && options.out && op != Op::logical_xor)
    asked = promote_types(options.out->dtype(), a.dtype());
  return fold_loop(op, a.dtype(), asked);
}

void check_foldable(Op op, int loop, const char* method) {
  const LoopTypes& types = info(op).loops[loop];
  TENORITE_CHECK(types.in[0] == types.in[1], TypeError,
                 "the resolved dtypes are not compatible with %s.%s. Resolved "
                 "(dtype('%s'), dtype('%s'), dtype('%s'))",
                 info(op).name, method, name(types.in[0]), name(types.in[1]),
                 name(types.out[0]));
}

}  // namespace

DType fold_dtype(Op op, const ndarray& a, const ReduceOptions& options) {
  if (auto kernel = reduction_of(op)) return fold_dtype(*kernel, a, options);
  return info(op).loops[reduce_loop(op, a, options)].out[0];
}

ndarray ufunc_reduce(Op op, const ndarray& a, const ReduceOptions& options) {
  check_binary(op, "reduce");
  if (auto kernel = reduction_of(op)) {
    bool logical = op == Op::logical_and || op == Op::logical_or;
    if (logical && options.dtype && *options.dtype != DType::kBool)
      fold_loop(op, a.dtype(), options.dtype);  // throws
    return reduce(*kernel, a, options);
  }
  const OpInfo& row = info(op);
  check_iterable(a);
  uint64_t bits = axis_bits(a, options.axes);
  int folded = __builtin_popcountll(bits);
  if (row.identity == Identity::None)
    TENORITE_CHECK(folded <= 1, ValueError,
                   "reduction operation '%s' is not reorderable, so at most "
                   "one axis may be specified",
                   row.name);
  int loop = reduce_loop(op, a, options);
  DType compute = row.loops[loop].out[0];
  const ndarray* arrays[3] = {&a, options.out, options.where};
  common_device(arrays, 3);
  ReduceOptions target_options = options;
  Target target = make_target(a, bits, compute, target_options, row.name);
  check_casts(a, compute, compute, options.out);

  std::optional<Scalar> initial;
  if (!options.no_identity) initial = identity_of(op, compute);
  if (options.initial) initial = options.initial->item(compute);
  // Folded axes become the last one, in C order.
  ndarray in = options.out && overlap(a, *options.out) != Overlap::kNone
                   ? copy(a)
                   : with_truths(a);
  Dims axes, kept_shape;
  for (int i = 0; i < a.ndim(); ++i)
    if (!(bits >> i & 1)) axes.push_back(i), kept_shape.push_back(a.shape(i));
  for (int i = 0; i < a.ndim(); ++i)
    if (bits >> i & 1) axes.push_back(i);
  in = transpose(in, axes);
  if (options.where) {
    TENORITE_CHECK(initial.has_value(), ValueError,
                   "reduction operation '%s' does not have an identity, so to "
                   "use a where mask one has to specify 'initial'",
                   row.name);
    ndarray mask = transpose(
        broadcast_to(broadcast_where(*options.where, a), a.shape()), axes);
    fold_by_steps(op, in, &mask, kept_shape.size(), initial, compute,
                  target.kept);
    return target.result;
  }
  int64_t n = 1;
  for (int i = kept_shape.size(); i < in.ndim(); ++i) n *= in.shape(i);
  Dims flat = kept_shape;
  flat.push_back(n);
  in = reshape(in, flat, Order::kC);
  if (n == 0) {
    TENORITE_CHECK(initial.has_value(), ValueError,
                   "zero-size array to reduction operation %s which has no "
                   "identity",
                   row.name);
    fill(target.result, *initial);
    return target.result;
  }
  if (row.loops[loop].in[0] != row.loops[loop].in[1]) {
    fold_by_steps(op, in, nullptr, kept_shape.size(), initial, compute,
                  target.kept);
    return target.result;
  }
  int axis = in.ndim() - 1;
  FoldPlan plan =
      fold_plan(op, loop, in, target.kept, axis, 0, target.kept.strides());
  plan.has_initial = initial.has_value();
  if (plan.has_initial) plan.initial = *initial;
  if (plan.lanes > 0) run_barrier<&DeviceOps::fold>({}, plan);
  return target.result;
}

ndarray accumulate(Op op, const ndarray& a, int64_t axis_in,
                   std::optional<DType> dtype, const ndarray* out) {
  check_binary(op, "accumulate");
  TENORITE_CHECK(a.ndim() > 0, TypeError, "cannot accumulate on a scalar");
  int axis = normalize_axis(axis_in, a.ndim());
  const ndarray* arrays[2] = {&a, out};
  common_device(arrays, 2);
  if (!dtype && out) dtype = promote_types(out->dtype(), a.dtype());
  int loop = fold_loop(op, a.dtype(), dtype);
  check_foldable(op, loop, "accumulate");
  DType compute = info(op).loops[loop].out[0];
  ndarray result;
  if (out) {
    TENORITE_CHECK(out->writeable(), ValueError, "output array is read-only");
    TENORITE_CHECK(out->shape() == a.shape(), ValueError,
                   "provided out is the wrong size for the accumulation.");
    result = *out;
  } else {
    result = empty_like(a, compute, Order::kK);
  }
  check_casts(a, compute, compute, out);
  ndarray in =
      out && overlap(a, *out) == Overlap::kPartial ? copy(a) : with_truths(a);
  if (a.size() == 0) return result;
  Instruction scan;
  scan.kind = Instruction::Kind::kScan;
  scan.op = op;
  scan.loop = loop;
  scan.nin = scan.nout = 1;
  scan.in[0].array = &in;
  scan.out[0] = &result;
  scan.reduced_axes = uint64_t{1} << axis;
  submit(scan);
  return result;
}

ndarray reduceat(Op op, const ndarray& a, const ndarray& indices,
                 int64_t axis_in, std::optional<DType> dtype,
                 const ndarray* out) {
  check_binary(op, "reduceat");
  TENORITE_CHECK(a.ndim() > 0, TypeError, "cannot reduceat on a scalar");
  int axis = normalize_axis(axis_in, a.ndim());
  TENORITE_CHECK(indices.ndim() <= 1, ValueError,
                 "setting an array element with a sequence. The requested "
                 "array would exceed the maximum number of dimension of 1.");
  TENORITE_CHECK(indices.ndim() == 1, ValueError,
                 "object of too small depth for desired array");
  // The segment bounds are needed on the host to be checked.
  ndarray host = contiguous(
      astype(to_device(indices, kCpu), DType::kInt64, Order::kC, false));
  int64_t segments = host.size(), n = a.shape(axis);
  const auto* start = reinterpret_cast<const int64_t*>(host.data());
  ndarray bounds = ndarray::empty(Dims{2, segments}, DType::kInt64, kCpu);
  auto* begin = reinterpret_cast<int64_t*>(bounds.data());
  int64_t* end = begin + segments;
  for (int64_t i = 0; i < segments; ++i) {
    TENORITE_CHECK(start[i] >= 0 && start[i] < n, IndexError,
                   "index %lld out-of-bounds in %s.reduceat [0, %lld)",
                   static_cast<long long>(start[i]), info(op).name,
                   static_cast<long long>(n));
    int64_t stop = i + 1 < segments ? start[i + 1] : n;
    begin[i] = start[i];
    end[i] = stop > start[i] ? stop : start[i] + 1;
  }
  if (!dtype && out) dtype = promote_types(out->dtype(), a.dtype());
  int loop = fold_loop(op, a.dtype(), dtype);
  check_foldable(op, loop, "reduceat");
  DType compute = info(op).loops[loop].out[0];
  Dims shape = a.shape();
  shape[axis] = segments;
  ndarray result;
  if (out) {
    TENORITE_CHECK(out->writeable(), ValueError, "output array is read-only");
    TENORITE_CHECK(out->shape() == shape, ValueError,
                   "provided out is the wrong size for the reduction");
    result = *out;
  } else {
    // NumPy sorts the axes without a step along the one that is reduced.
    Dims steps = a.strides();
    steps[axis] = 0;
    const int64_t* strides = steps.data();
    int order[kMaxDims];
    k_order(a.ndim(), a.shape().data(), &strides, 1, order);
    result = ndarray::empty(shape, compute, a.device(),
                            strides_in_order(shape, itemsize(compute), order));
  }
  check_casts(a, compute, compute, out);
  if (result.size() == 0) return result;
  ndarray in =
      out && overlap(a, *out) != Overlap::kNone ? copy(a) : with_truths(a);
  ndarray on_device = to_device(bounds, a.device());
  Dims lane_strides = result.strides();
  lane_strides.erase(axis);
  FoldPlan plan =
      fold_plan(op, loop, in, result, axis, result.stride(axis), lane_strides);
  plan.segments = segments;
  plan.begin = reinterpret_cast<const int64_t*>(on_device.data());
  plan.end = plan.begin + segments;
  run_barrier<&DeviceOps::fold>({}, plan);
  return result;
}

namespace {

// Where elements of the target can lie.
void place_elements(const ndarray& a, AtPlan& plan) {
  int64_t highest = 0;
  plan.lowest = plan.step = 0;
  for (int axis = 0; axis < a.ndim(); ++axis) {
    if (a.shape(axis) < 2) continue;
    const int64_t reach = a.stride(axis) * (a.shape(axis) - 1);
    (reach < 0 ? plan.lowest : highest) += reach;
    plan.step = std::gcd(plan.step, a.stride(axis));
  }
  if (plan.step == 0) plan.step = 1;
  plan.places = (highest - plan.lowest) / plan.step + 1;
}

// The loop for integers of the target's own type, where there is one whose
// results are the lowest bits of those of `loop`.
int loop_of_lowest_bits(Op op, int loop, DType target) {
  const bool wraps = op == Op::add || op == Op::subtract ||
                     op == Op::multiply || op == Op::bitwise_and ||
                     op == Op::bitwise_or || op == Op::bitwise_xor;
  const auto is_integer = [](DType type) {
    return kind(type) == 'i' || kind(type) == 'u';
  };
  const OpInfo& row = info(op);
  const DType from = row.loops[loop].in[0];
  if (!wraps || !is_integer(from) || !is_integer(target) ||
      itemsize(target) > itemsize(from))
    return loop;
  for (size_t k = 0; k < row.loops.size(); ++k)
    if (row.loops[k].in[0] == target && row.loops[k].in[1] == target)
      return static_cast<int>(k);
  return loop;
}

}  // namespace

void at(Op op, const ndarray& a, const ndarray& places, const Argument* value,
        int64_t scale) {
  if (value && value->is_weak) {
    Argument strong;  // here alone Python numbers are not weak
    strong.scalar = strong_scalar(value->weak);
    return at(op, a, places, &strong, scale);
  }
  const OpInfo& row = info(op);
  TENORITE_CHECK(row.nout == 1 && row.nin <= 2, ValueError,
                 "Only single output ufuncs supported at this time");
  TENORITE_CHECK(a.writeable(), ValueError, "output array is read-only");
  const ndarray* arrays[3] = {&a, &places, value ? value->array : nullptr};
  common_device(arrays, 3);
  Promotable types[2] = {{a.dtype(), Weak::kNone}, {}};
  if (value) types[1] = value->promotable();
  AtPlan plan;
  plan.op = op;
  plan.loop = resolve_loop(op, types, {});
  check_discarded(row.loops[plan.loop].out[0], a.dtype());
  plan.loop = loop_of_lowest_bits(op, plan.loop, a.dtype());
  const LoopTypes& loop = row.loops[plan.loop];
  plan.target = a.data();
  plan.target_dtype = a.dtype();
  plan.offset = reinterpret_cast<const int64_t*>(places.data());
  place_elements(a, plan);
  plan.scale = scale;
  plan.n = places.size();
  plan.direct =
      a.ndim() == 1 && a.dtype() == loop.in[0] && a.dtype() == loop.out[0] &&
      (!value || (value->array ? value->array->dtype() : value->scalar.dtype) ==
                     loop.in[1]);
  plan.unary = row.nin == 1;
  plan.device = a.device();
  plan.stream = current_stream(a.device());
  ndarray values;
  if (value && value->array) {
    const bool changes = overlap(a, *value->array) != Overlap::kNone;
    values = contiguous(astype(broadcast_to(*value->array, places.shape()),
                               loop.in[1], Order::kC, changes));
    plan.value.data = values.data();
    plan.value.dtype = plan.value.loop_dtype = loop.in[1];
    plan.value.strides[0] = static_cast<int64_t>(values.itemsize());
  } else if (value) {
    plan.value.scalar = true;
    plan.value.dtype = plan.value.loop_dtype = loop.in[1];
    plan.value.value = cast_scalar(value->scalar, loop.in[1]);
  }
  if (plan.n > 0) run_barrier<&DeviceOps::at>({&a, &places}, plan);
}

}  // namespace tenorite::ops
