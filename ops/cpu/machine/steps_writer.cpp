// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/machine/steps_writer.h"

#include <utility>

#include "core/assert.h"

namespace tenorite::cpu {

std::vector<uint8_t> StepsWriter::write() {
  for (size_t k = kFirstSaved; k < bases_.size(); ++k) code_.push(kBases[k]);
  for (size_t k = 0; k < bases_.size(); ++k)
    code_.load_pointer(kBases[k], kPointers, 8 * bases_[k]);
  for (int value : held_) load(value, states_[static_cast<size_t>(value)].reg);
  if (units_ == 2) code_.twice(kCount);
  code_.move(kLast, kCount);
  code_.add(kLast, -advance_ * units_);
  code_.set_zero(kAt);
  const size_t top = code_.here();
  length_ = 0;
  for (step_ = 0; step_ < static_cast<int>(pass_.steps.size()); ++step_)
    write_step(pass_.steps[static_cast<size_t>(step_)]);
  code_.add(kAt, advance_ * units_);
  code_.compare(kAt, kLast);
  code_.jump_if_not_greater(top);
  // What is left is less than a vector: some elements are computed again.
  code_.compare(kAt, kCount);
  const size_t end = code_.jump_if_equal();
  code_.move(kAt, kLast);
  code_.jump(top);
  code_.land(end);
  for (size_t k = bases_.size(); k-- > kFirstSaved;) code_.pop(kBases[k]);
  code_.leave();
  return code_.finish();
}

void StepsWriter::write_step(const PassStep& step) {
  pinned_ = 0;
  State& out = state(step.out);
  out.lane = 0;
  if (step.op == MachineOp::kCast && dtype(step.in[0]) == dtype(step.out))
    return copy(step);
  compute(step);
  for (int k = 0; k < step.nin; ++k) release(step.in[k]);
  if (value(step.out).is_stored) {
    store(step.out, out.reg, out.lane);
    out.in_memory = true;
  }
  if (next_use(step.out) == INT32_MAX) release(step.out);
}

void StepsWriter::copy(const PassStep& step) {
  const int from = read(step.in[0]);
  const int lane = state(step.in[0]).lane;
  State& out = state(step.out);
  if (value(step.out).is_stored) {
    store(step.out, from, lane);
    out.in_memory = true;
  }
  if (next_use(step.out) == INT32_MAX) return release(step.in[0]);
  move(step.out, result(step, false), from);
  out.lane = lane;
  release(step.in[0]);
}

void StepsWriter::compute(const PassStep& step) {
  const int a = step.in[0];
  const int bytes = extent(size(a));
  switch (step.op) {
    case MachineOp::kAdd:
      return arithmetic(step, in::kAdd, in::kAddInteger);
    case MachineOp::kSubtract:
      return arithmetic(step, in::kSubtract, in::kSubtractInteger);
    case MachineOp::kMultiply:
      if (is_complex(a)) return multiply_complex(step);
      return multiply(step);
    case MachineOp::kDivide:
      return arithmetic(step, in::kDivide, in::kAddInteger);
    case MachineOp::kSquare: {
      if (is_complex(a)) return multiply_complex(step);
      if (!is_real(a)) return multiply(step);
      const int x = read(a);
      return emit(in::of_float(in::kMultiply, is_double(a)), result(step), x, x,
                  bytes);
    }
    case MachineOp::kReciprocal: {
      const int x = read(a), to = result(step);
      emit(in::kLoad, temporary_, -1, one_of(dtype(a)), bytes);
      return emit(in::of_float(in::kDivide, is_double(a)), to, temporary_, x,
                  bytes);
    }
    case MachineOp::kSqrt: {
      const auto op = in::of_float(in::kSqrt, is_double(a));
      if (is_for_memory(step, 0)) {
        const int to = result(step);
        return emit(op, to, -1, address(a), bytes);
      }
      const int x = read(a);
      return emit(op, result(step), -1, x, bytes);
    }
    case MachineOp::kNegative: {
      const int x = read(a), to = result(step);
      if (is_real(a))
        return emit(in::kXor, to, x,
                    sign_of(is_complex(a) ? size(a) / 2 : size(a)), bytes);
      emit(in::kLoad, temporary_, -1, zeros(), bytes);
      return emit(in::kSubtractInteger[log2_size(dtype(a))], to, temporary_, x,
                  bytes);
    }
    case MachineOp::kAbsolute: {
      const int x = read(a), to = result(step);
      if (!is_real(a))
        return emit(in::kAbsoluteInteger[log2_size(dtype(a))], to, -1, x,
                    bytes);
      emit(in::kLoad, temporary_, -1, sign_of(size(a)), bytes);
      return emit(in::kAndNot, to, temporary_, x, bytes);
    }
    case MachineOp::kMaximum:
    case MachineOp::kMinimum:
    case MachineOp::kFmax:
    case MachineOp::kFmin:
      return extreme(step);
    case MachineOp::kClip:
      return clip(step);
    case MachineOp::kFloor:
      return round(step, in::kDown);
    case MachineOp::kCeil:
      return round(step, in::kUp);
    case MachineOp::kTrunc:
      return round(step, in::kToZero);
    case MachineOp::kRint:
      return round(step, in::kToEven);
    case MachineOp::kLess:
      return compare(step, in::kLt);
    case MachineOp::kLessEqual:
      return compare(step, in::kLe);
    case MachineOp::kGreater:
      return compare(step, in::kGt);
    case MachineOp::kGreaterEqual:
      return compare(step, in::kGe);
    case MachineOp::kEqual:
      return compare(step, in::kEq);
    case MachineOp::kNotEqual:
      return compare(step, in::kNeq);
    case MachineOp::kIsNan:
      return is_nan(step);
    case MachineOp::kAnd:
      return bits(step, in::kAnd);
    case MachineOp::kOr:
      return bits(step, in::kOr);
    case MachineOp::kXor:
      return bits(step, in::kXor);
    case MachineOp::kInvert: {
      if (is_bool(a)) return combine_bools(step);
      const int x = read(a);
      return emit(in::kXor, result(step), x, ones(), bytes);
    }
    case MachineOp::kSelect:
      return select(step);
    case MachineOp::kCast:
      return cast(step);
    case MachineOp::kNone:
      break;
  }
  TENORITE_ASSERT(false, "a step of a pass has no machine code");
}

void StepsWriter::arithmetic(const PassStep& step, VectorInstruction real,
                             const VectorInstruction* whole) {
  const int a = step.in[0];
  binary(step, is_real(a) ? in::of_float(real, is_double(a))
                          : whole[log2_size(dtype(a))]);
}

void StepsWriter::binary(const PassStep& step, VectorInstruction op) {
  const int a = step.in[0], b = step.in[1];
  const int bytes = extent(size(a));
  // The first operand stays the first: it decides which NaN is passed on.
  if (is_for_memory(step, 1)) {
    const int x = read(a);
    const int to = result(step);
    return emit(op, to, x, address(b), bytes);
  }
  const int x = read(a), y = read(b);
  emit(op, result(step), x, y, bytes);
}

void StepsWriter::multiply(const PassStep& step) {
  const int v = step.in[0], w = step.nin > 1 ? step.in[1] : v;
  const int bytes = extent(size(v));
  if (is_real(v) || size(v) == 2 || size(v) == 4) {
    if (step.nin > 1)
      return arithmetic(step, in::kMultiply, in::kMultiplyInteger);
    const int x = read(v);
    return emit(in::kMultiplyInteger[log2_size(dtype(v))], result(step), x, x,
                bytes);
  }
  if (size(v) == 8) return multiply_longs(step, v, w);
  // Those at odd places in the upper halves of words.
  const int a = read(v), b = read(w), to = result(step, false);
  emit(in::kShiftWordRight, in::kShiftWordRightDigit, temporary_, b, bytes, 8);
  emit(in::kAnd, other_, a, constant(uint16_t{0xff00}), bytes);
  emit(in::kMultiplyInteger[1], other_, other_, temporary_, bytes);
  emit(in::kMultiplyInteger[1], to, a, b, bytes);
  emit(in::kAnd, to, to, constant(uint16_t{0x00ff}), bytes);
  emit(in::kOr, to, to, other_, bytes);
}

// (a.re b.re - a.im b.im, a.re b.im + a.im b.re)
void StepsWriter::multiply_complex(const PassStep& step) {
  const int v = step.in[0], w = step.nin > 1 ? step.in[1] : v;
  const bool is_64 = is_double(v);
  const int bytes = extent(size(v));
  const int a = read(v), b = read(w), to = result(step, false);
  emit(is_64 ? in::kPermute64 : in::kPermute32, to, -1, b, bytes,
       is_64 ? in::kSwap64 : in::kSwap32);
  if (is_64)
    emit(in::kPermute64, other_, -1, a, bytes, in::kSecond64);
  else
    emit(in::kSecond32, other_, -1, a, bytes);
  emit(is_64 ? in::kFirst64 : in::kFirst32, temporary_, -1, a, bytes);
  const auto product = in::of_float(in::kMultiply, is_64);
  emit(product, other_, other_, to, bytes);
  emit(product, temporary_, temporary_, b, bytes);
  subtract_and_add(to, temporary_, other_, v);
}

void StepsWriter::extreme(const PassStep& step) {
  const int v = step.in[0];
  const bool larger =
      step.op == MachineOp::kMaximum || step.op == MachineOp::kFmax;
  const bool skips_nan =
      step.op == MachineOp::kFmax || step.op == MachineOp::kFmin;
  const int a = read(v), b = read(step.in[1]);
  if (is_real(v))
    return choose(result(step), a, b, skips_nan ? b : a, larger, v);
  choose_integers(result(step), a, b, v, larger);
}

// The larger or the smaller of two integers of v's dtype.
void StepsWriter::choose_integers(int to, int a, int b, int v, bool larger) {
  if (size(v) == 8) return choose_longs(to, a, b, larger);
  const bool is_signed = kind(dtype(v)) == 'i';
  const auto& table = is_signed
                          ? larger ? in::kMaximumSigned : in::kMinimumSigned
                      : larger ? in::kMaximumUnsigned
                               : in::kMinimumUnsigned;
  emit(table[log2_size(dtype(v))], to, a, b, extent(size(v)));
}

void StepsWriter::clip(const PassStep& step) {
  const int v = step.in[0];
  const int x = read(v), low = read(step.in[1]), high = read(step.in[2]);
  const int to = result(step, false);
  if (is_real(v)) {
    choose(to, x, low, x, true, v);
    return choose(to, to, high, to, false, v);
  }
  choose_integers(to, x, low, v, true);
  choose_integers(to, to, high, v, false);
}

void StepsWriter::round(const PassStep& step, in::Rounding how) {
  const int v = step.in[0], x = read(v);
  emit(is_double(v) ? in::kRound64 : in::kRound32, result(step), -1, x,
       extent(size(v)), how);
}

void StepsWriter::compare(const PassStep& step, in::Comparison how) {
  const int v = step.in[0], w = step.in[1];
  if (is_bool(v)) return compare_bools(step);
  if (!is_real(v)) return compare_integers(step);
  const int a = read(v), b = read(w);
  emit(in::of_float(in::kCompare, is_double(v)), result(step), a, b,
       extent(size(v)), how);
  state(step.out).lane = size(v);
}

void StepsWriter::is_nan(const PassStep& step) {
  const int v = step.in[0], x = read(v);
  emit(in::of_float(in::kCompare, is_double(v)), result(step), x, x,
       extent(size(v)), in::kNeq);
  state(step.out).lane = size(v);
}

void StepsWriter::bits(const PassStep& step, VectorInstruction op) {
  if (is_bool(step.in[0])) return combine_bools(step);
  const int a = read(step.in[0]), b = read(step.in[1]);
  emit(op, result(step), a, b, extent(size(step.out)));
}

void StepsWriter::cast(const PassStep& step) {
  const int v = step.in[0], from = size(v), to = size(step.out);
  if (is_bool(v)) return bool_to_number(step);
  if (is_bool(step.out)) {
    if (!is_real(v)) return integer_to_bool(step);
    const int x = read(v);
    emit(in::of_float(in::kCompare, is_double(v)), result(step), x, zeros(),
         extent(from), in::kNeq);
    state(step.out).lane = from;
    return;
  }
  const int x = read(v), reg = result(step);
  const bool is_signed = kind(dtype(v)) == 'i';
  if (is_complex(step.out)) {  // of its parts
    if (from == 4) return widen(reg, x, 4, 8, false);
    return double_to_complex(reg, x);
  }
  if (is_real(v) && is_real(step.out))
    return emit(to > from ? in::kFloatToDouble : in::kDoubleToFloat, reg, -1, x,
                extent(8));
  if (is_real(v)) {
    if (to == 8) return real_to_long(reg, x, v);
    emit(is_double(v) ? in::kDoubleToInt : in::kFloatToInt, reg, -1, x,
         extent(from));
    return resize(reg, reg, 4, to, true);
  }
  if (!is_real(step.out)) return resize(reg, x, from, to, is_signed);
  if (from == 8) return long_to_real(reg, x, step);
  resize(reg, x, from, 4, is_signed);
  emit(is_double(step.out) ? in::kIntToDouble : in::kIntToFloat, reg, -1, reg,
       extent(to));
}

// Of integers.
void StepsWriter::resize(int to, int x, int from_bytes, int to_bytes,
                         bool is_signed) {
  if (to_bytes > from_bytes)
    widen(to, x, from_bytes, to_bytes, is_signed);
  else if (to_bytes < from_bytes)
    narrow(to, x, from_bytes, to_bytes);
  else if (to != x)
    emit(in::kMove, to, -1, x, extent(from_bytes));
}

void StepsWriter::widen(int to, int x, int from_bytes, int to_bytes,
                        bool is_signed) {
  const auto& table = is_signed ? in::kWidenSigned : in::kWidenUnsigned;
  emit(table[__builtin_ctz(static_cast<unsigned>(from_bytes))]
            [__builtin_ctz(static_cast<unsigned>(to_bytes))],
       to, -1, x, extent(to_bytes));
}

}  // namespace tenorite::cpu
