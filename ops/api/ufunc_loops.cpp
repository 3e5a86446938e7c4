// SPDX-License-Identifier: Apache-2.0
#include "ops/api/ufunc_loops.h"

#include <string>

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

// Whether a Python number of that kind can be of a dtype: no float is an
// integer, even where the caller asks for a loop of integers.
bool fits(Weak weak, DType dtype) {
  const char k = kind(dtype);
  return weak == Weak::kInt     ? k != 'b'
         : weak == Weak::kFloat ? k == 'f' || k == 'c'
                                : k == 'c';
}

// Whether inputs have other dtypes than those of a loop.
bool needs_casts(const OpInfo& row, int loop, const Promotable* in) {
  const LoopTypes& types = row.loops[static_cast<size_t>(loop)];
  for (int k = 0; k < row.nin; ++k)
    if (in[k].weak == Weak::kNone ? in[k].dtype != types.in[k]
                                  : !fits(in[k].weak, types.in[k]))
      return true;
  return false;
}

uint32_t promotion_key(Op op, int nin, const Promotable* in) {
  PromotionKey key(op);
  for (int k = 0; k < nin; ++k) key.add(in[k]);
  return key.word;
}

}  // namespace

constinit std::atomic<uint32_t> resolved_loops[1 << kResolvedBits] = {};

Resolved resolve(const OpInfo& row, Op op, const Promotable* in,
                 const UfuncOptions& options) {
  if (options.has_signature()) {
    const int loop = resolve_by_signature(op, in, options);
    return {loop, needs_casts(row, loop, in)};
  }
  const uint32_t key = promotion_key(op, row.nin, in);
  if (const auto known = known_loop(key)) [[likely]]
    return *known;
  const int loop = resolve_by_promotion(op, in);
  const bool casts = needs_casts(row, loop, in);
  remember_loop(key, {loop, casts});
  return {loop, casts};
}

int resolve_loop(Op op, const Promotable* in, const UfuncOptions& options) {
  return resolve(info(op), op, in, options).loop;
}

}  // namespace tenorite::ops
