// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/machine/pass_writer.h"

#include <algorithm>
#include <utility>

#include "core/assert.h"
#include "ops/cpu/machine/pass_registers.h"

namespace tenorite::cpu {
namespace {

// Two vectors at a time may be so many times as long as one: they leave fewer
// registers for each.
constexpr double kWorthTwo = 2.3;

// The steps for two vectors side by side: while one waits for a result the
// other goes on. Values of the second one follow those of the first.
Pass twice(const Pass& pass) {
  Pass both = pass;
  both.steps.clear();
  const auto count = static_cast<int16_t>(pass.values.size());
  both.values.insert(both.values.end(), pass.values.begin(), pass.values.end());
  auto other = [&](int16_t v) {
    const bool shared = pass.values[static_cast<size_t>(v)].is_single;
    return shared ? v : static_cast<int16_t>(v + count);
  };
  for (const PassStep& step : pass.steps) {
    both.steps.push_back(step);
    PassStep& second = both.steps.emplace_back(step);
    second.out = other(step.out);
    for (int k = 0; k < step.nin; ++k) second.in[k] = other(step.in[k]);
  }
  return both;
}

// The loop, and in it step by step.
class Writer : PassRegisters {
 public:
  using PassRegisters::is_crowded;
  using PassRegisters::length;
  using PassRegisters::PassRegisters;
  using PassRegisters::width;

  std::vector<uint8_t> write() {
    for (size_t k = kFirstSaved; k < bases_.size(); ++k) code_.push(kBases[k]);
    for (size_t k = 0; k < bases_.size(); ++k)
      code_.load_pointer(kBases[k], kPointers, 8 * bases_[k]);
    for (int value : held_)
      load(value, states_[static_cast<size_t>(value)].reg);
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

 private:
  void write_step(const PassStep& step) {
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

  void copy(const PassStep& step) {
    const int from = read(step.in[0]);
    const int lane = state(step.in[0]).lane;
    State& out = state(step.out);
    if (value(step.out).is_stored) {
      store(step.out, from, lane);
      out.in_memory = true;
    }
    if (next_use(step.out) == INT32_MAX) return release(step.in[0]);
    const int to = result(step, false);
    emit(in::kMove, to, -1, from, true);
    out.lane = lane;
    release(step.in[0]);
  }

  void compute(const PassStep& step) {
    const int a = step.in[0];
    switch (step.op) {
      case MachineOp::kAdd:
        return binary(step, in::kAdd, in::kAddInteger);
      case MachineOp::kSubtract:
        return binary(step, in::kSubtract, in::kSubtractInteger);
      case MachineOp::kMultiply:
        if (is_complex(a)) return multiply_complex(step);
        return multiply(step);
      case MachineOp::kDivide:
        return binary(step, in::kDivide, in::kAddInteger);
      case MachineOp::kSquare: {
        if (is_complex(a)) return multiply_complex(step);
        if (!is_real(a)) return multiply(step);
        const int x = read(a);
        return emit(in::of_float(in::kMultiply, is_double(a)), result(step), x,
                    x, is_full(size(a)));
      }
      case MachineOp::kReciprocal: {
        const int x = read(a), to = result(step);
        emit(in::kLoad, kTemporary, -1, one_of(dtype(a)), is_full(size(a)));
        return emit(in::of_float(in::kDivide, is_double(a)), to, kTemporary, x,
                    is_full(size(a)));
      }
      case MachineOp::kSqrt: {
        const auto op = in::of_float(in::kSqrt, is_double(a));
        if (is_for_memory(step, 0)) {
          const int to = result(step);
          return emit(op, to, -1, address(a), is_full(size(a)));
        }
        const int x = read(a);
        return emit(op, result(step), -1, x, is_full(size(a)));
      }
      case MachineOp::kNegative: {
        const int x = read(a), to = result(step);
        if (is_real(a))
          return emit(in::kXor, to, x,
                      sign_of(is_complex(a) ? size(a) / 2 : size(a)),
                      is_full(size(a)));
        emit(in::kLoad, kTemporary, -1, zeros(), true);
        return emit(in::kSubtractInteger[log2_size(dtype(a))], to, kTemporary,
                    x, is_full(size(a)));
      }
      case MachineOp::kAbsolute: {
        const int x = read(a), to = result(step);
        if (!is_real(a))
          return emit(in::kAbsoluteInteger[log2_size(dtype(a))], to, -1, x,
                      is_full(size(a)));
        emit(in::kLoad, kTemporary, -1, sign_of(size(a)), is_full(size(a)));
        return emit(in::kAndNot, to, kTemporary, x, is_full(size(a)));
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
      case MachineOp::kLessEqual:
      case MachineOp::kGreater:
      case MachineOp::kGreaterEqual:
      case MachineOp::kEqual:
      case MachineOp::kNotEqual:
        return compare(step);
      case MachineOp::kIsNan:
        return is_nan(step);
      case MachineOp::kAnd:
        return bits(step, in::kAnd);
      case MachineOp::kOr:
        return bits(step, in::kOr);
      case MachineOp::kXor:
        return bits(step, in::kXor);
      case MachineOp::kInvert: {
        const int x = read(a);
        const int lane = state(a).lane;
        const int to = result(step);
        emit(in::kXor, to, x, ones(), true);
        state(step.out).lane = lane;
        return;
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

  // Numbers of floats, which may be pairs.
  bool is_real(int v) const { return kind(dtype(v)) == 'f' || is_complex(v); }

  void binary(const PassStep& step, VectorInstruction real,
              const VectorInstruction* whole) {
    const int a = step.in[0], b = step.in[1];
    const auto op = is_real(a) ? in::of_float(real, is_double(a))
                               : whole[log2_size(dtype(a))];
    const bool full = is_full(size(a));
    // The first operand stays the first: it decides which NaN is passed on.
    if (is_for_memory(step, 1)) {
      const int x = read(a);
      const int to = result(step);
      return emit(op, to, x, address(b), full);
    }
    const int x = read(a), y = read(b);
    emit(op, result(step), x, y, full);
  }

  void multiply(const PassStep& step) {
    const int v = step.in[0], w = step.nin > 1 ? step.in[1] : v;
    if (is_real(v) || size(v) == 2 || size(v) == 4) {
      if (step.nin > 1)
        return binary(step, in::kMultiply, in::kMultiplyInteger);
      const int x = read(v);
      return emit(in::kMultiplyInteger[log2_size(dtype(v))], result(step), x, x,
                  is_full(size(v)));
    }
    const int a = read(v), b = read(w), to = result(step, false);
    const bool full = is_full(size(v));
    if (size(v) == 1) {  // those at odd places in the upper halves of words
      emit(in::kShiftWordRight, in::kShiftWordRightDigit, kTemporary, b, full,
           8);
      emit(in::kAnd, kOther, a, constant(uint16_t{0xff00}), full);
      emit(in::kMultiplyInteger[1], kOther, kOther, kTemporary, full);
      emit(in::kMultiplyInteger[1], to, a, b, full);
      emit(in::kAnd, to, to, constant(uint16_t{0x00ff}), full);
      return emit(in::kOr, to, to, kOther, full);
    }
    // The products of lower with upper halves count in the upper one alone.
    emit(in::kShuffle4Bytes, kTemporary, -1, b, full, in::kSwapHalves);
    emit(in::kMultiplyInteger[2], kTemporary, a, kTemporary, full);
    emit(in::kShuffle4Bytes, kOther, -1, kTemporary, full, in::kSwapHalves);
    emit(in::kAddInteger[2], kTemporary, kTemporary, kOther, full);
    emit(in::kAnd, kTemporary, kTemporary, constant(~uint64_t{0} << 32), full);
    emit(in::kMultiplyLower, to, a, b, full);
    emit(in::kAddInteger[3], to, to, kTemporary, full);
  }

  // (a.re b.re - a.im b.im, a.re b.im + a.im b.re)
  void multiply_complex(const PassStep& step) {
    const int v = step.in[0], w = step.nin > 1 ? step.in[1] : v;
    const bool is_64 = is_double(v), full = is_full(size(v));
    const int a = read(v), b = read(w), to = result(step, false);
    emit(is_64 ? in::kPermute64 : in::kPermute32, to, -1, b, full,
         is_64 ? in::kSwap64 : in::kSwap32);
    if (is_64)
      emit(in::kPermute64, kOther, -1, a, full, in::kSecond64);
    else
      emit(in::kSecond32, kOther, -1, a, full);
    emit(is_64 ? in::kFirst64 : in::kFirst32, kTemporary, -1, a, full);
    const auto product = in::of_float(in::kMultiply, is_64);
    emit(product, kOther, kOther, to, full);
    emit(product, kTemporary, kTemporary, b, full);
    emit(is_64 ? in::kAddSubtract64 : in::kAddSubtract32, to, kTemporary,
         kOther, full);
  }

  // a > b ? a : b or a < b ? a : b, of floats; then `nan`'s own NaN. `to` is
  // none of them.
  void choose(int to, int a, int b, int nan, bool larger, bool is_64) {
    const auto test = in::of_float(in::kCompare, is_64);
    emit(test, kTemporary, a, b, true, larger ? in::kGt : in::kLt);
    blend(kTemporary, b, a, kTemporary);
    emit(test, kOther, nan, nan, true, in::kUnordered);
    blend(to, kTemporary, a, kOther);
  }
  // where ? b : a
  void blend(int to, int a, int b, int where) {
    emit(in::kBlend, to, a, b, true, where << 4);
  }

  void extreme(const PassStep& step) {
    const int v = step.in[0];
    const bool larger =
        step.op == MachineOp::kMaximum || step.op == MachineOp::kFmax;
    const bool skips_nan =
        step.op == MachineOp::kFmax || step.op == MachineOp::kFmin;
    const int a = read(v), b = read(step.in[1]);
    if (is_real(v))
      return choose(result(step), a, b, skips_nan ? b : a, larger,
                    is_double(v));
    choose_integer(result(step), a, b, v, larger);
  }
  // The larger or the smaller of two integers of v's dtype.
  void choose_integer(int to, int a, int b, int v, bool larger) {
    const bool full = is_full(size(v));
    if (size(v) < 8)
      return emit(extreme_of_integers(dtype(v), larger), to, a, b, full);
    emit(in::kGreaterSigned[3], kTemporary, a, b, full);
    blend(to, larger ? b : a, larger ? a : b, kTemporary);
  }
  static VectorInstruction extreme_of_integers(DType dtype, bool larger) {
    const int size = log2_size(dtype);
    if (kind(dtype) == 'u')
      return larger ? in::kMaximumUnsigned[size] : in::kMinimumUnsigned[size];
    return larger ? in::kMaximumSigned[size] : in::kMinimumSigned[size];
  }

  void clip(const PassStep& step) {
    const int v = step.in[0];
    const int x = read(v), low = read(step.in[1]), high = read(step.in[2]);
    const int to = result(step, false);
    if (is_real(v)) {
      choose(to, x, low, x, true, is_double(v));
      choose(to, to, high, to, false, is_double(v));
      return;
    }
    choose_integer(to, x, low, v, true);
    choose_integer(to, to, high, v, false);
  }

  void round(const PassStep& step, in::Rounding how) {
    const int v = step.in[0], x = read(v);
    emit(is_double(v) ? in::kRound64 : in::kRound32, result(step), -1, x,
         is_full(size(v)), how);
  }

  void compare(const PassStep& step) {
    const int v = step.in[0], w = step.in[1];
    if (is_bool(v)) return compare_bools(step);
    const int bytes = size(v);
    const bool full = is_full(bytes);
    if (is_real(v)) {
      const in::Comparison how = step.op == MachineOp::kLess           ? in::kLt
                                 : step.op == MachineOp::kLessEqual    ? in::kLe
                                 : step.op == MachineOp::kGreater      ? in::kGt
                                 : step.op == MachineOp::kGreaterEqual ? in::kGe
                                 : step.op == MachineOp::kEqual ? in::kEq
                                                                : in::kNeq;
      const auto op = in::of_float(in::kCompare, is_double(v));
      const int a = read(v), b = read(w);
      emit(op, result(step), a, b, full, how);
      state(step.out).lane = bytes;
      return;
    }
    int a = read(v), b = read(w);
    const int to = result(step), log2 = log2_size(dtype(v));
    const bool equality =
        step.op == MachineOp::kEqual || step.op == MachineOp::kNotEqual;
    // a > b, b > a, or the opposite.
    if (step.op == MachineOp::kLess || step.op == MachineOp::kGreaterEqual)
      std::swap(a, b);
    if (!equality && kind(dtype(v)) == 'u') {
      const MachineMemory sign = sign_of(bytes);
      emit(in::kXor, kTemporary, a, sign, full);
      emit(in::kXor, kOther, b, sign, full);
      a = kTemporary;
      b = kOther;
    }
    emit(equality ? in::kEqualInteger[log2] : in::kGreaterSigned[log2], to, a,
         b, full);
    if (step.op == MachineOp::kNotEqual || step.op == MachineOp::kLessEqual ||
        step.op == MachineOp::kGreaterEqual)
      emit(in::kXor, to, to, ones(), full);
    state(step.out).lane = bytes;
  }

  // The wider of the two lanes, in which both then are.
  int common_lane(int v, int w) {
    const int lane = std::max(lane_of(v), lane_of(w));
    set_lane(v, lane);
    set_lane(w, lane);
    return lane;
  }

  void is_nan(const PassStep& step) {
    const int v = step.in[0], x = read(v);
    emit(in::of_float(in::kCompare, is_double(v)), result(step), x, x,
         is_full(size(v)), in::kNeq);
    state(step.out).lane = size(v);
  }

  void compare_bools(const PassStep& step) {
    const int v = step.in[0], w = step.in[1], lane = common_lane(v, w);
    int a = read(v), b = read(w);
    const int to = result(step);
    if (step.op == MachineOp::kEqual || step.op == MachineOp::kNotEqual) {
      emit(in::kXor, to, a, b, true);
    } else {
      // a < b: not a, and b.
      if (step.op == MachineOp::kGreater || step.op == MachineOp::kLessEqual)
        std::swap(a, b);
      emit(in::kAndNot, to, a, b, true);
    }
    if (step.op == MachineOp::kEqual || step.op == MachineOp::kLessEqual ||
        step.op == MachineOp::kGreaterEqual)
      emit(in::kXor, to, to, ones(), true);
    state(step.out).lane = lane;
  }

  void bits(const PassStep& step, VectorInstruction op) {
    const int v = step.in[0], w = step.in[1];
    const int lane = is_bool(v) ? common_lane(v, w) : 0;
    const int a = read(v), b = read(w);
    emit(op, result(step), a, b, true);
    state(step.out).lane = lane;
  }

  void select(const PassStep& step) {
    const int where = step.in[0], v = step.in[1], w = step.in[2];
    int lane = size(step.out);
    if (is_bool(step.out))
      lane = std::max({lane_of(where), lane_of(v), lane_of(w)});
    const int mask = read(where, lane);
    const int a = read(v, lane), b = read(w, lane);
    blend(result(step), b, a, mask);
    state(step.out).lane = is_bool(step.out) ? lane : 0;
  }

  void cast(const PassStep& step) {
    const int v = step.in[0], from = size(v), to = size(step.out);
    if (is_complex(step.out)) {  // of its parts
      const int x = read(v), reg = result(step);
      if (from == 4) return widen(reg, x, 4, 8, false);
      emit(in::kPermute8Bytes, reg, -1, x, true, in::kApart);
      const uint64_t first[] = {~uint64_t{0}, 0};
      return emit(in::kAnd, reg, reg, constant(first, 16), true);
    }
    if (is_bool(v)) {
      const int x = read(v, to);
      return emit(in::kAnd, result(step), x, one_of(dtype(step.out)),
                  is_full(to));
    }
    const int x = read(v);
    if (is_bool(step.out)) {
      const int reg = result(step);
      if (is_real(v)) {
        emit(in::of_float(in::kCompare, is_double(v)), reg, x, zeros(),
             is_full(from), in::kNeq);
      } else {
        emit(in::kEqualInteger[log2_size(dtype(v))], reg, x, zeros(),
             is_full(from));
        emit(in::kXor, reg, reg, ones(), is_full(from));
      }
      state(step.out).lane = from;
      return;
    }
    const int reg = result(step);
    if (is_real(v) && is_real(step.out))
      return emit(to > from ? in::kFloatToDouble : in::kDoubleToFloat, reg, -1,
                  x, true);
    if (is_real(v)) {
      if (is_double(v))
        emit(in::kDoubleToInt, reg, -1, x, true);
      else
        emit(in::kFloatToInt, reg, -1, x, is_full(4));
      return resize(reg, reg, 4, to, true);
    }
    if (!is_real(step.out))
      return resize(reg, x, from, to, kind(dtype(v)) == 'i');
    if (from == 8) {
      // Among the bits of the doubles around 1.5 2^52, which are integers.
      constexpr double kMiddle = 0x1.8p52;
      emit(in::kAddInteger[3], reg, x, constant(kMiddle), true);
      emit(in::of_float(in::kSubtract, true), reg, reg, constant(kMiddle),
           true);
      emit(in::kDoubleToInt, kTemporary, -1, reg, true);  // for its flag
      if (!is_double(step.out)) emit(in::kDoubleToFloat, reg, -1, reg, true);
      return;
    }
    resize(reg, x, from, 4, kind(dtype(v)) == 'i');
    if (is_double(step.out))
      emit(in::kIntToDouble, reg, -1, reg, true);
    else
      emit(in::kIntToFloat, reg, -1, reg, is_full(4));
  }
  // Of integers.
  void resize(int dst, int src, int from, int to, bool is_signed) {
    if (to > from)
      widen(dst, src, from, to, is_signed);
    else if (to < from)
      narrow_integers(dst, src, from, to);
    else if (dst != src)
      emit(in::kMove, dst, -1, src, true);
  }
};

// The shortest one, by how many single inputs have registers: as many as leave
// enough for values.
WrittenPass shortest(const Pass& pass, int second, int* length) {
  int singles = 0;
  for (const PassValue& value : pass.values) singles += value.is_single;
  WrittenPass best;
  *length = INT32_MAX;
  for (int held = std::min(singles, kTemporary - kFewestRegisters);;
       held = std::max(0, held - 3)) {
    Writer writer(pass, held, second);
    std::vector<uint8_t> code = writer.write();
    if (writer.length() < *length) {
      *length = writer.length();
      best = {std::move(code), writer.width()};
    }
    if (held == 0 || !writer.is_crowded()) break;
  }
  return best;
}

}  // namespace

WrittenPass write_pass(const Pass& pass) {
  const auto values = static_cast<int>(pass.values.size());
  int one = 0, two = 0;
  WrittenPass of_one = shortest(pass, values, &one);
  WrittenPass of_two = shortest(twice(pass), values, &two);
  return two <= kWorthTwo * one ? of_two : of_one;
}

}  // namespace tenorite::cpu
