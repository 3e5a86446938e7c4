// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "ops/api/ops.h"
#include "ops/api/ufunc_loops.h"
#include "ops/record/submit.h"
#include "ops/table/casting.h"

namespace tenorite::ops {
namespace {

bool is_comparison(Op op) {
  switch (op) {
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
      return true;
    default:
      return false;
  }
}

// Whether operands count as true or false alone.
bool is_logical(Op op) {
  return op == Op::logical_and || op == Op::logical_or ||
         op == Op::logical_xor || op == Op::logical_not;
}

bool is_weak_integer(const Argument& a) {
  return a.is_weak && a.weak.weak == Weak::kInt;
}

// "'" of dtype texts as in numpy: dtype('float64').
std::string dtype_text(DType d) {
  return std::string("dtype('") + name(d) + "')";
}

}  // namespace

Device common_device(const ndarray* const* arrays, int n,
                     std::optional<Device> fallback) {
  const ndarray* first = nullptr;
  for (int k = 0; k < n; ++k) {
    if (!arrays[k]) continue;
    if (!first) first = arrays[k];
    TENORITE_CHECK(arrays[k]->device() == first->device(), ValueError,
                   "operands are on different devices: %s and %s; move one "
                   "with to_device()",
                   to_string(first->device()).c_str(),
                   to_string(arrays[k]->device()).c_str());
  }
  if (first) return first->device();
  return fallback ? *fallback : default_device();
}

Dims result_strides(const Dims& shape, size_t itemsize, OperandLayout* operands,
                    int n, Order order) {
  if (order == Order::kC) return c_strides(shape, itemsize);
  if (order == Order::kF) return f_strides(shape, itemsize);
  if (order == Order::kK && shape.size() < 2) return c_strides(shape, itemsize);
  bool all_c = true, all_f = true;
  for (int k = 0; k < n; ++k) {
    const OperandLayout& a = operands[k];
    bool whole = *a.shape == shape;
    all_c = all_c && whole && is_c_contiguous(shape, *a.strides, a.itemsize);
    all_f = all_f && whole && is_f_contiguous(shape, *a.strides, a.itemsize);
  }
  if (all_c || n == 0) return c_strides(shape, itemsize);
  if (all_f) return f_strides(shape, itemsize);
  if (order == Order::kA) return c_strides(shape, itemsize);
  TENORITE_CHECK(n <= kMaxLayouts, ValueError,
                 "an operation takes at most %d arrays", kMaxLayouts);
  const int64_t* strides[kMaxLayouts];
  for (int k = 0; k < n; ++k) {
    OperandLayout& a = operands[k];
    a.broadcast = broadcast_strides(*a.shape, *a.strides, shape);
    strides[k] = a.broadcast.data();
  }
  int axes[kMaxDims];
  k_order(shape.size(), shape.data(), strides, n, axes);
  return strides_in_order(shape, itemsize, axes);
}

namespace {

// What one look at the inputs of a call finds.
struct Inputs {
  Inputs(const OpInfo& row, const Argument* in) {
    for (int k = 0; k < row.nin; ++k) {
      promotable[k] = in[k].promotable();
      weak_integer = weak_integer || promotable[k].weak == Weak::kInt;
      const ndarray* array = in[k].array;
      if (!array) continue;
      if (!first)
        first = array;
      else if (array != first && (array->device() != first->device() ||
                                  array->shape() != first->shape()))
        alike = false;
    }
    alike = alike && first;
  }

  Promotable promotable[kMaxInputs];
  const ndarray* first = nullptr;
  bool alike = true;  // there are arrays, of one shape on one device
  bool weak_integer = false;
};

bool are_in_c_order(const OpInfo& row, const Argument* in) {
  for (int k = 0; k < row.nin; ++k)
    if (in[k].array && !in[k].array->is_c_contiguous()) return false;
  return true;
}

void check_given(const OpInfo& row, const UfuncOptions& options) {
  for (int k = 0; k < row.nout; ++k)
    TENORITE_CHECK(!options.out[k] || options.out[k]->writeable(), ValueError,
                   "output array is read-only");
  if (options.where) check_cast(*options.where, DType::kBool, Casting::kSafe);
}

Device joint_device(const OpInfo& row, const Argument* in,
                    const UfuncOptions& options) {
  const ndarray* arrays[kMaxOperands];
  int n = 0;
  for (int k = 0; k < row.nin; ++k) arrays[n++] = in[k].array;
  for (int k = 0; k < row.nout; ++k) arrays[n++] = options.out[k];
  arrays[n++] = options.where;
  return common_device(arrays, n, options.device);
}

struct Call {
  Op op;
  const OpInfo& row;
  const Argument* in;
  const UfuncOptions& options;
  int loop;
  Device device;
};

// A Python number that becomes another dtype than its own is not equivalent.
void check_equivalent(const Call& call) {
  static constexpr const char* kTypes[] = {"", "int", "float", "complex"};
  const LoopTypes& types = call.row.loops[call.loop];
  for (int k = 0; k < call.row.nin; ++k) {
    if (!call.in[k].is_weak) continue;
    const Promotable number = call.in[k].promotable();
    if (result_type(&number, 1) == types.in[k]) continue;
    // Integers compare exactly, whatever their dtypes.
    const bool exact = is_comparison(call.op) && number.weak == Weak::kInt;
    if (exact && (kind(types.in[k]) == 'i' || kind(types.in[k]) == 'u'))
      continue;
    throw TypeError(
        format("cannot cast Python %s to %s under the casting rule 'equiv'",
               kTypes[static_cast<int>(number.weak)], name(types.in[k])));
  }
}

void check_casts(const Call& call) {
  const LoopTypes& types = call.row.loops[call.loop];
  const char* rule = name(call.options.casting);
  // Logical operations take their inputs under any rule.
  const int checked = is_logical(call.op) ? 0 : call.row.nin;
  for (int k = 0; k < checked; ++k) {
    const Promotable with[] = {call.in[k].promotable(), {types.in[k]}};
    if (call.in[k].is_weak && call.options.signature[k]) continue;
    // Python numbers are of the loop's dtype, or of a wider one.
    const DType from =
        with[0].weak == Weak::kNone ? with[0].dtype : result_type(with, 2);
    if (can_cast(from, types.in[k], call.options.casting)) continue;
    std::string which = call.row.nin == 1 ? "" : format(" %d", k);
    throw UFuncTypeError(format(
        "Cannot cast ufunc '%s' input%s from %s to %s with casting rule '%s'",
        call.row.name, which.c_str(), dtype_text(from).c_str(),
        dtype_text(types.in[k]).c_str(), rule));
  }
  for (int k = 0; k < call.row.nout; ++k) {
    const ndarray* out = call.options.out[k];
    if (!out || can_cast(types.out[k], out->dtype(), call.options.casting))
      continue;
    std::string which = call.row.nout == 1 ? "" : format(" %d", k);
    throw UFuncTypeError(format(
        "Cannot cast ufunc '%s' output%s from %s to %s with casting rule '%s'",
        call.row.name, which.c_str(), dtype_text(types.out[k]).c_str(),
        dtype_text(out->dtype()).c_str(), rule));
  }
}

void check_discarded_parts(const Call& call) {
  const LoopTypes& types = call.row.loops[call.loop];
  for (int k = 0; k < call.row.nin; ++k) {
    const Promotable from = call.in[k].promotable();
    check_discarded(
        from.weak == Weak::kComplex ? DType::kComplex128 : from.dtype,
        types.in[k]);
  }
  for (int k = 0; k < call.row.nout; ++k)
    if (const ndarray* out = call.options.out[k])
      check_discarded(types.out[k], out->dtype());
}

std::string shapes_text(const Call& call) {
  std::string text;
  for (int k = 0; k < call.row.nin; ++k)
    text += (call.in[k].array ? to_compact_string(call.in[k].array->shape())
                              : std::string("()")) +
            " ";
  for (int k = 0; k < call.row.nout; ++k)
    if (call.options.out[k])
      text += to_compact_string(call.options.out[k]->shape()) + " ";
  if (call.options.where)
    text += to_compact_string(call.options.where->shape()) + " ";
  return text;
}

// Of the results: what the arrays broadcast to.
Dims joint_shape(const Call& call) {
  Dims shape;
  bool fits = true, first = true;
  for (int k = 0; k < call.row.nin; ++k) {
    const ndarray* a = call.in[k].array;
    if (!a) continue;
    if (first)
      shape = a->shape();
    else
      fits = fits && broadcast_into(shape, a->shape());
    first = false;
  }
  if (fits && call.options.where)
    fits = broadcast_into(shape, call.options.where->shape());
  if (!fits)
    throw ValueError("operands could not be broadcast together with shapes " +
                     shapes_text(call));
  for (int k = 0; k < call.row.nout; ++k) {
    const ndarray* out = call.options.out[k];
    if (!out) continue;
    // An output may be larger than the inputs, never smaller.
    Dims joint = shape;
    if (!broadcast_into(joint, out->shape()))
      throw ValueError("operands could not be broadcast together with shapes " +
                       shapes_text(call));
    if (!(joint == out->shape()))
      throw ValueError(format(
          "non-broadcastable output operand with shape %s doesn't match the "
          "broadcast shape %s",
          to_compact_string(out->shape()).c_str(),
          to_compact_string(joint).c_str()));
    shape = joint;
  }
  return shape;
}

Dims result_strides(const Call& call, const Dims& shape, size_t itemsize) {
  OperandLayout layouts[kMaxInputs];
  int n = 0;
  for (int k = 0; k < call.row.nin; ++k)
    if (const ndarray* a = call.in[k].array)
      layouts[n++] = {&a->shape(), &a->strides(), a->itemsize(), {}};
  return result_strides(shape, itemsize, layouts, n, call.options.order);
}

// numpy compares arrays with any Python integer exactly: one that does not
// fit the dtype decides the result by its sign alone.
bool compare_out_of_range(Op op, const Argument* in, ndarray* results,
                          const UfuncOptions& options) {
  for (int k = 0; k < 2; ++k) {
    const Argument& number = in[k];
    const Argument& other = in[1 - k];
    if (!number.is_weak || number.weak.weak != Weak::kInt) continue;
    if (other.is_weak) continue;
    DType d = other.promotable().dtype;
    if ((kind(d) != 'i' && kind(d) != 'u') || fits(number.weak, d)) continue;
    bool number_larger = !number.weak.negative;
    bool left_larger = (k == 0) == number_larger;
    bool answer =
        op == Op::not_equal ||
        (left_larger && (op == Op::greater || op == Op::greater_equal)) ||
        (!left_larger && (op == Op::less || op == Op::less_equal));
    // Comparing the array with itself gives a result of the right shape.
    Argument same[2] = {other, other};
    bool reflexive =
        op == Op::equal || op == Op::less_equal || op == Op::greater_equal;
    Op constant = answer ? (reflexive ? op : Op::equal)
                         : (reflexive ? Op::not_equal : op);
    ufunc(constant, same, options, results);
    return true;
  }
  return false;
}

// The commonest calls: of inputs that are arrays of one shape in C order, or
// Python numbers, all of which the loop takes as they are. False, with nothing
// done, for all others.
template <int kInputs>
bool plain_ufunc(Op op, const OpInfo& row, const Argument* in,
                 ndarray* result) {
  PromotionKey key(op);
  const ndarray* first = nullptr;
  bool weak_integer = false;
  for (int k = 0; k < kInputs; ++k) {
    if (const ndarray* array = in[k].array) {
      key.add(array->dtype());
      if (!first)
        first = array;
      else if (array->device() != first->device() ||
               array->shape() != first->shape())
        return false;
      if (array->ndim() > 1 && !array->is_c_contiguous()) return false;
    } else if (in[k].is_weak) {
      key.add(in[k].weak.weak);
      weak_integer = weak_integer || in[k].weak.weak == Weak::kInt;
    } else {
      return false;
    }
  }
  const std::optional<Resolved> found = known_loop(key.word);
  if (!first || !found || found->casts) return false;
  // Such integers count as bools, or need not fit the dtype.
  if (weak_integer && (is_logical(op) || is_comparison(op))) return false;
  const LoopTypes& types = row.loops[static_cast<size_t>(found->loop)];
  Instruction instruction;
  instruction.op = op;
  instruction.loop = found->loop;
  instruction.nin = kInputs;
  instruction.nout = 1;
  for (int k = 0; k < kInputs; ++k) {
    instruction.in[k].array = in[k].array;
    if (!in[k].array)
      instruction.in[k].scalar = to_scalar(in[k].weak, types.in[k]);
  }
  *result = ndarray::deferred(first->shape(), types.out[0], first->device());
  instruction.out[0] = result;
  submit(instruction);
  return true;
}

}  // namespace

void ufunc(Op op, const Argument* in, ndarray* results) {
  static_assert(kMaxInputs == 3);
  const OpInfo& row = info(op);
  const bool done =
      row.nout == 1 && (row.nin == 1   ? plain_ufunc<1>(op, row, in, results)
                        : row.nin == 2 ? plain_ufunc<2>(op, row, in, results)
                                       : plain_ufunc<3>(op, row, in, results));
  if (!done) ufunc(op, in, {}, results);
}

void ufunc(Op op, const Argument* in, const UfuncOptions& options,
           ndarray* results) {
  const OpInfo& row = info(op);
  const Inputs inputs(row, in);
  if (inputs.weak_integer && is_logical(op)) {
    // Python's integers are bools then, whatever dtype is beside them.
    Argument truths[kMaxInputs];
    for (int k = 0; k < row.nin; ++k) {
      truths[k] = in[k];
      if (!is_weak_integer(in[k])) continue;
      truths[k].is_weak = false;
      truths[k].scalar =
          cast_scalar(to_scalar(in[k].weak, DType::kInt64), DType::kBool);
    }
    return ufunc(op, truths, options, results);
  }
  const bool has_arrays = options.has_arrays();
  if (has_arrays) check_given(row, options);
  if (inputs.weak_integer && is_comparison(op) &&
      compare_out_of_range(op, in, results, options))
    return;

  const Resolved found = resolve(row, op, inputs.promotable, options);
  const bool alike = inputs.alike && !has_arrays;
  const Call call{
      op,
      row,
      in,
      options,
      found.loop,
      alike ? inputs.first->device() : joint_device(row, in, options)};
  const LoopTypes& types = row.loops[static_cast<size_t>(call.loop)];
  const bool casts = found.casts || options.out[0] || options.out[1];
  if (options.casting == Casting::kEquiv && !is_logical(op))
    check_equivalent(call);
  Instruction instruction;
  // Python numbers that the loop cannot hold are refused before other casts, as
  // in NumPy.
  for (int k = 0; k < row.nin; ++k)
    if (in[k].is_weak)
      instruction.in[k].scalar = to_scalar(in[k].weak, types.in[k]);
  if (casts) check_casts(call);
  Dims joint;
  if (!alike) joint = joint_shape(call);
  const Dims& shape = alike ? inputs.first->shape() : joint;
  if (casts) check_discarded_parts(call);

  instruction.op = op;
  instruction.loop = call.loop;
  instruction.nin = static_cast<uint8_t>(row.nin);
  instruction.nout = static_cast<uint8_t>(row.nout);
  for (int k = 0; k < row.nin; ++k) {
    if (in[k].array)
      instruction.in[k].array = in[k].array;
    else if (!in[k].is_weak)
      instruction.in[k].scalar = cast_scalar(in[k].scalar, types.in[k]);
  }
  const bool in_c_order =
      options.order == Order::kK &&
      (shape.size() < 2 || (alike && are_in_c_order(row, in)));
  for (int k = 0; k < row.nout; ++k) {
    if (options.out[k])
      results[k] = *options.out[k];
    else if (in_c_order)
      results[k] = ndarray::deferred(shape, types.out[k], call.device);
    else
      results[k] = ndarray::deferred(
          shape, types.out[k], call.device,
          result_strides(call, shape, itemsize(types.out[k])));
    instruction.out[k] = &results[k];
  }
  instruction.where = options.where;
  if (!options.out[0] && !options.out[1]) return submit(instruction);

  // Inputs that partially overlap an output are copied first.
  ndarray temporaries[kMaxInputs + 1];
  auto detach = [&](const ndarray*& array, int slot) {
    for (int k = 0; k < row.nout; ++k) {
      if (!options.out[k] ||
          overlap(*array, *options.out[k]) != Overlap::kPartial)
        continue;
      temporaries[slot] = copy(*array, Order::kK);
      array = &temporaries[slot];
      return;
    }
  };
  for (int k = 0; k < row.nin; ++k)
    if (instruction.in[k].array) detach(instruction.in[k].array, k);
  if (instruction.where) detach(instruction.where, kMaxInputs);
  if (row.nout == 2 && options.out[0] && options.out[1] &&
      overlap(*options.out[0], *options.out[1]) != Overlap::kNone) {
    // The later output wins where both name the same memory.
    ndarray first = ndarray::empty(shape, types.out[0], call.device);
    if (options.where) copy_into(first, results[0], Casting::kUnsafe);
    instruction.out[0] = &first;
    ndarray second = ndarray::empty(shape, types.out[1], call.device);
    if (options.where) copy_into(second, results[1], Casting::kUnsafe);
    instruction.out[1] = &second;
    submit(instruction);
    copy_into(results[0], first, Casting::kUnsafe);
    copy_into(results[1], second, Casting::kUnsafe);
    return;
  }
  submit(instruction);
}

ndarray unary(Op op, const ndarray& a) {
  Argument in;
  in.array = &a;
  ndarray result;
  ufunc(op, &in, &result);
  return result;
}

ndarray binary(Op op, const ndarray& a, const ndarray& b) {
  Argument in[2];
  in[0].array = &a;
  in[1].array = &b;
  ndarray result;
  ufunc(op, in, &result);
  return result;
}

}  // namespace tenorite::ops
