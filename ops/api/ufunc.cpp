// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>

#include "ops/api/ops.h"
#include "ops/record/submit.h"
#include "ops/table/casting.h"

namespace tenorite::ops {
namespace {

std::string dtype_class_text(const Promotable& p) {
  static constexpr const char* kClasses[] = {
      "Bool",    "Int8",    "UInt8",     "Int16",     "UInt16",
      "Int32",   "UInt32",  "Int64",     "UInt64",    "Float16",
      "Float32", "Float64", "Complex64", "Complex128"};
  static constexpr const char* kWeak[] = {"", "_PyLongDType", "_PyFloatDType",
                                          "_PyComplexDType"};
  if (p.weak != Weak::kNone)
    return std::string("<class 'numpy.dtypes.") +
           kWeak[static_cast<int>(p.weak)] + "'>";
  return std::string("<class 'numpy.dtypes.") +
         kClasses[static_cast<int>(p.dtype)] + "DType'>";
}

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

// Bool has no loop, and is not promoted to one, for these.
bool refuses_bool(Op op) {
  switch (op) {
    case Op::subtract:
    case Op::negative:
    case Op::positive:
    case Op::sign:
    case Op::gcd:
    case Op::lcm:
      return true;
    default:
      return false;
  }
}

[[noreturn]] void throw_no_loop(Op op, const Promotable* in) {
  const OpInfo& row = info(op);
  if (op == Op::subtract)
    throw TypeError(
        "numpy boolean subtract, the `-` operator, is not supported, use the "
        "bitwise_xor, the `^` operator, or the logical_xor function instead.");
  if (op == Op::negative)
    throw TypeError(
        "The numpy boolean negative, the `-` operator, is not supported, use "
        "the `~` operator or the logical_not function instead.");
  if (refuses_bool(op)) {
    // These resolve to one dtype for all operands, and say what they were.
    std::string types = dtype_class_text(in[0]);
    if (row.nin == 2)
      types = "(" + types + ", " + dtype_class_text(in[1]) + ")";
    throw UFuncTypeError(format(
        "ufunc '%s' did not contain a loop with signature matching types %s "
        "-> None",
        row.name, types.c_str()));
  }
  throw TypeError(format(
      "ufunc '%s' not supported for the input types, and the inputs could not "
      "be safely coerced to any supported types according to the casting rule "
      "''safe''",
      row.name));
}

// The operands that agree on one dtype when Python numbers are about: those
// that have the dtype of the loop's name in every loop.
bool is_uniform(const OpInfo& row, int operand) {
  const LoopTypes& last = row.loops.back();
  int reference = row.nin - 1;  // a condition comes first
  return last.in[operand] == last.in[reference];
}

int resolve_by_signature(Op op, const Promotable* in,
                         const UfuncOptions& options) {
  const OpInfo& row = info(op);
  int best = -1;
  for (size_t i = 0; i < row.loops.size(); ++i) {
    const LoopTypes& types = row.loops[i];
    bool matches = true, safe = true;
    for (int k = 0; k < row.nin && matches; ++k) {
      const auto& want = options.signature[k];
      if (want)
        matches = *want == types.in[k];
      else if (op == Op::divide && in[k].weak != Weak::kNone)
        // Python's integers need not fit the dtype of integers beside them.
        safe = safe && (kind(types.in[k]) == 'f' || kind(types.in[k]) == 'c');
      else
        safe = safe && can_cast_safely(in[k], types.in[k]);
    }
    for (int k = 0; k < row.nout && matches; ++k) {
      const auto& want = options.signature[row.nin + k];
      if (want) matches = *want == types.out[k];
    }
    if (!matches) continue;
    if (safe) return static_cast<int>(i);
    // dtype= may force inputs down; the casting rule is checked afterwards.
    if (best < 0) best = static_cast<int>(i);
  }
  if (best >= 0) return best;
  std::string types = "(";
  for (int k = 0; k < row.nin; ++k)
    types += (k ? ", " : "") + dtype_class_text(in[k]);
  types += row.nin == 1 ? ",)" : ")";
  std::string wanted;
  for (int k = 0; k < row.nout; ++k) {
    const auto& want = options.signature[row.nin + k];
    wanted += (k ? ", " : "") +
              (want ? dtype_class_text({*want, Weak::kNone}) : "None");
  }
  if (row.nout > 1) wanted = "(" + wanted + ")";
  throw UFuncTypeError(format(
      "No loop matching the specified signature and casting was found for "
      "ufunc %s",
      row.name));
}

int resolve_by_promotion(Op op, const Promotable* in) {
  const OpInfo& row = info(op);
  bool any_weak = false, all_bool = true;
  for (int k = 0; k < row.nin; ++k) {
    any_weak = any_weak || in[k].weak != Weak::kNone;
    all_bool =
        all_bool && (in[k].weak != Weak::kNone || in[k].dtype == DType::kBool);
  }
  // With Python numbers about, operands of a uniform loop first agree on one
  // dtype; without, each only has to be castable safely.
  Promotable each[kMaxInputs], uniform[kMaxInputs];
  int n = 0;
  for (int k = 0; k < row.nin; ++k) {
    each[k] = in[k];
    if (is_uniform(row, k)) uniform[n++] = in[k];
  }
  DType common = result_type(uniform, n);
  if (refuses_bool(op) && common == DType::kBool) throw_no_loop(op, in);
  bool agree = any_weak && n > 1;
  const bool in_double = op == Op::divide || row.home == Home::Special;
  if (in_double && kind(common) != 'f' && kind(common) != 'c') {
    common = DType::kFloat64;
    agree = true;
  }
  for (int k = 0; k < row.nin; ++k) {
    if (agree && is_uniform(row, k))
      each[k] = {common, Weak::kNone};
    else if (in[k].weak == Weak::kFloat || in[k].weak == Weak::kComplex ||
             (in[k].weak == Weak::kInt && all_bool))
      each[k] = {result_type(&in[k], 1), Weak::kNone};
  }

  for (size_t i = 0; i < row.loops.size(); ++i) {
    bool fits = true;
    for (int k = 0; k < row.nin && fits; ++k)
      fits = can_cast_safely(each[k], row.loops[i].in[k]);
    if (fits) return static_cast<int>(i);
  }
  throw_no_loop(op, in);
}

// Loops that promotion chose: each word is a call's key above its loop + 1.
constexpr int kResolvedBits = 10;
constinit std::atomic<uint32_t> g_resolved[1 << kResolvedBits] = {};

// The operation and the dtype or weak kind of every input, in 23 bits.
uint32_t promotion_key(Op op, int nin, const Promotable* in) {
  constexpr int kWeakKinds = 4;
  static_assert(kNumOps <= 256 && kNumDTypes + kWeakKinds <= 32 &&
                kMaxInputs == 3);
  auto key = static_cast<uint32_t>(op);
  for (int k = 0; k < nin; ++k) {
    auto weak = static_cast<int>(in[k].weak);
    int code = weak ? kNumDTypes + weak : static_cast<int>(in[k].dtype);
    key |= static_cast<uint32_t>(code) << (8 + 5 * k);
  }
  return key;
}

}  // namespace

int resolve_loop(Op op, const Promotable* in, const UfuncOptions& options) {
  const OpInfo& row = info(op);
  for (int k = 0; k < row.nin + row.nout; ++k)
    if (options.signature[k]) return resolve_by_signature(op, in, options);
  uint32_t key = promotion_key(op, row.nin, in);
  std::atomic<uint32_t>& slot =
      g_resolved[key * 0x9E3779B1u >> (32 - kResolvedBits)];
  uint32_t known = slot.load(std::memory_order_relaxed);
  if (known >> 8 == key && known & 0xff) [[likely]]
    return static_cast<int>(known & 0xff) - 1;
  int loop = resolve_by_promotion(op, in);
  if (loop < 0xff)
    slot.store(key << 8 | static_cast<uint32_t>(loop + 1),
               std::memory_order_relaxed);
  return loop;
}

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

struct Call {
  Op op;
  const OpInfo& row;
  const Argument* in;
  const UfuncOptions& options;
  int loop;
  Device device;
  Dims shape;
};

// Whether a Python number of that kind can be of a dtype: no float is an
// integer, even where the caller asks for a loop of integers.
bool fits(Weak weak, DType dtype) {
  const char k = kind(dtype);
  return weak == Weak::kInt     ? k != 'b'
         : weak == Weak::kFloat ? k == 'f' || k == 'c'
                                : k == 'c';
}

// Whether inputs, which are all that is given, have the dtypes of the loop.
bool needs_no_casts(const Call& call, const Promotable* in) {
  const LoopTypes& types = call.row.loops[call.loop];
  bool same = !call.options.out[0] && !call.options.out[1];
  for (int k = 0; k < call.row.nin; ++k)
    same = same && (in[k].weak == Weak::kNone ? in[k].dtype == types.in[k]
                                              : fits(in[k].weak, types.in[k]));
  return same;
}

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

void broadcast_inputs(Call& call) {
  bool fits = true, first = true;
  for (int k = 0; k < call.row.nin; ++k) {
    const ndarray* a = call.in[k].array;
    if (!a) continue;
    if (first)
      call.shape = a->shape();
    else
      fits = fits && broadcast_into(call.shape, a->shape());
    first = false;
  }
  if (fits && call.options.where)
    fits = broadcast_into(call.shape, call.options.where->shape());
  if (!fits)
    throw ValueError("operands could not be broadcast together with shapes " +
                     shapes_text(call));
  for (int k = 0; k < call.row.nout; ++k) {
    const ndarray* out = call.options.out[k];
    if (!out) continue;
    // An output may be larger than the inputs, never smaller.
    Dims joint = call.shape;
    if (!broadcast_into(joint, out->shape()))
      throw ValueError("operands could not be broadcast together with shapes " +
                       shapes_text(call));
    if (!(joint == out->shape()))
      throw ValueError(format(
          "non-broadcastable output operand with shape %s doesn't match the "
          "broadcast shape %s",
          to_compact_string(out->shape()).c_str(),
          to_compact_string(joint).c_str()));
    call.shape = joint;
  }
}

Dims result_strides(const Call& call, size_t itemsize) {
  if (call.options.order == Order::kK && call.shape.size() < 2)
    return c_strides(call.shape, itemsize);
  OperandLayout layouts[kMaxInputs];
  int n = 0;
  for (int k = 0; k < call.row.nin; ++k)
    if (const ndarray* a = call.in[k].array)
      layouts[n++] = {&a->shape(), &a->strides(), a->itemsize(), {}};
  return result_strides(call.shape, itemsize, layouts, n, call.options.order);
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

}  // namespace

void ufunc(Op op, const Argument* in, const UfuncOptions& options,
           ndarray* results) {
  const OpInfo& row = info(op);
  if (is_logical(op) && std::any_of(in, in + row.nin, is_weak_integer)) {
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
  Promotable promotable[kMaxInputs];
  const ndarray* arrays[kMaxOperands + 1];
  int n = 0;
  for (int k = 0; k < row.nin; ++k) {
    promotable[k] = in[k].promotable();
    arrays[n++] = in[k].array;
  }
  for (int k = 0; k < row.nout; ++k) {
    const ndarray* out = options.out[k];
    TENORITE_CHECK(!out || out->writeable(), ValueError,
                   "output array is read-only");
    arrays[n++] = out;
  }
  arrays[n++] = options.where;
  if (options.where) check_cast(*options.where, DType::kBool, Casting::kSafe);
  if (is_comparison(op) && compare_out_of_range(op, in, results, options))
    return;

  Call call{op,
            row,
            in,
            options,
            resolve_loop(op, promotable, options),
            common_device(arrays, n, options.device),
            {}};
  const LoopTypes& types = row.loops[call.loop];
  const bool casts = !needs_no_casts(call, promotable);
  if (options.casting == Casting::kEquiv && !is_logical(op))
    check_equivalent(call);
  Instruction instruction;
  // Python numbers that the loop cannot hold are refused before other casts, as
  // in NumPy.
  for (int k = 0; k < row.nin; ++k)
    if (in[k].is_weak)
      instruction.in[k].scalar = to_scalar(in[k].weak, types.in[k]);
  if (casts) check_casts(call);
  broadcast_inputs(call);
  if (casts) check_discarded_parts(call);

  instruction.op = op;
  instruction.loop = call.loop;
  instruction.nin = row.nin;
  instruction.nout = row.nout;
  for (int k = 0; k < row.nin; ++k) {
    if (in[k].array)
      instruction.in[k].array = in[k].array;
    else if (!in[k].is_weak)
      instruction.in[k].scalar = cast_scalar(in[k].scalar, types.in[k]);
  }
  for (int k = 0; k < row.nout; ++k) {
    if (options.out[k])
      results[k] = *options.out[k];
    else
      results[k] =
          ndarray::deferred(call.shape, types.out[k], call.device,
                            result_strides(call, itemsize(types.out[k])));
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
    ndarray first = ndarray::empty(call.shape, types.out[0], call.device);
    if (options.where) copy_into(first, results[0], Casting::kUnsafe);
    instruction.out[0] = &first;
    ndarray second = ndarray::empty(call.shape, types.out[1], call.device);
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
  ufunc(op, &in, {}, &result);
  return result;
}

ndarray binary(Op op, const ndarray& a, const ndarray& b) {
  Argument in[2];
  in[0].array = &a;
  in[1].array = &b;
  ndarray result;
  ufunc(op, in, {}, &result);
  return result;
}

}  // namespace tenorite::ops
