// SPDX-License-Identifier: Apache-2.0
// With AVX-512 a bool is a register of masks, whose bits are elements of any
// size.
#include <utility>

#include "ops/cpu/machine/steps_writer.h"

namespace tenorite::cpu {
namespace {

class Avx512Writer final : public StepsWriter {
 public:
  using StepsWriter::StepsWriter;

 private:
  // ---- masks ----

  // The number by which instructions know a register of masks.
  static int number(int reg) { return reg & 7; }

  void emit_mask(VectorInstruction op, int dst, int a, int b) {
    code_.mask(op, number(dst), a < 0 ? a : number(a), number(b));
    ++length_;
  }
  void make_mask(int, int reg, int bytes) override {
    emit(in::kTest[0], number(reg), bytes, bytes, extent(1));
  }
  int bytes_of_mask(int reg, int) override {
    emit(in::kLoadElements[0], other_, -1, constant(int8_t{1}),
         {extent(1), number(reg), true});
    return other_;
  }
  void set_lane(int, int) override {}
  // where ? b : a, of elements of v's size.
  void blend(int to, int a, int b, int where, int v) {
    emit(in::kBlendMask[log2_size(dtype(v))], to, a, b,
         {extent(size(v)), number(where), false});
  }

  // ---- steps ----

  void move(int v, int to, int from) override {
    if (is_bool(v)) return emit_mask(in::kMoveMask, to, -1, from);
    emit(in::kMove, to, -1, from, extent(size(v)));
  }

  void multiply_longs(const PassStep& step, int v, int w) override {
    if (step.nin > 1) return binary(step, in::kMultiplyLong);
    const int a = read(v), b = read(w);
    emit(in::kMultiplyLong, result(step), a, b, extent(8));
  }

  // Elements that a mask leaves out raise no errors.
  void subtract_and_add(int to, int a, int b, int v) override {
    const int bytes = extent(size(v));
    code_.mask(in::kMoveMask, kTemporaryMask, constant(0x5555555555555555));
    emit_mask(in::kNotMask, kOtherMask, -1, kTemporaryMask);
    emit(in::of_float(in::kSubtract, is_double(v)), to, a, b,
         {bytes, kTemporaryMask, true});
    emit(in::of_float(in::kAdd, is_double(v)), to, a, b,
         {bytes, kOtherMask, false});
  }

  void choose(int to, int a, int b, int nan, bool larger, int v) override {
    const auto test = in::of_float(in::kCompare, is_double(v));
    const int bytes = extent(size(v));
    emit(test, kTemporaryMask, a, b, bytes, larger ? in::kGt : in::kLt);
    emit(test, kOtherMask, nan, nan, bytes, in::kUnordered);
    // Either way it is a.
    emit_mask(in::kOrMask, kTemporaryMask, kTemporaryMask, kOtherMask);
    blend(to, b, a, kTemporaryMask, v);
  }
  void choose_longs(int to, int a, int b, bool larger) override {
    emit((larger ? in::kMaximumSigned : in::kMinimumSigned)[3], to, a, b,
         extent(8));
  }

  void compare_integers(const PassStep& step) override {
    const int v = step.in[0], a = read(v), b = read(step.in[1]);
    const bool is_signed = kind(dtype(v)) == 'i';
    emit((is_signed ? in::kCompareSigned
                    : in::kCompareUnsigned)[log2_size(dtype(v))],
         result(step), a, b, extent(size(v)), comparison(step.op));
  }
  static in::IntegerComparison comparison(MachineOp op) {
    switch (op) {
      case MachineOp::kLess:
        return in::kIntegerLt;
      case MachineOp::kLessEqual:
        return in::kIntegerLe;
      case MachineOp::kGreater:
        return in::kIntegerGt;
      case MachineOp::kGreaterEqual:
        return in::kIntegerGe;
      case MachineOp::kEqual:
        return in::kIntegerEq;
      default:
        return in::kIntegerNeq;
    }
  }

  void compare_bools(const PassStep& step) override {
    int a = read(step.in[0]), b = read(step.in[1]);
    const int to = result(step);
    if (step.op == MachineOp::kEqual || step.op == MachineOp::kNotEqual)
      return emit_mask(
          step.op == MachineOp::kEqual ? in::kEqualMask : in::kXorMask, to, a,
          b);
    // a < b: not a, and b.
    if (step.op == MachineOp::kGreater || step.op == MachineOp::kLessEqual)
      std::swap(a, b);
    emit_mask(in::kAndNotMask, to, a, b);
    if (step.op == MachineOp::kLessEqual || step.op == MachineOp::kGreaterEqual)
      emit_mask(in::kNotMask, to, -1, to);
  }

  void combine_bools(const PassStep& step) override {
    const int a = read(step.in[0]);
    if (step.op == MachineOp::kInvert)
      return emit_mask(in::kNotMask, result(step), -1, a);
    const int b = read(step.in[1]);
    emit_mask(step.op == MachineOp::kAnd  ? in::kAndMask
              : step.op == MachineOp::kOr ? in::kOrMask
                                          : in::kXorMask,
              result(step), a, b);
  }

  void select(const PassStep& step) override {
    const int where = read(step.in[0]);
    const int a = read(step.in[1]), b = read(step.in[2]);
    const int to = result(step, !is_bool(step.out));
    if (!is_bool(step.out)) return blend(to, b, a, where, step.out);
    emit_mask(in::kAndMask, kTemporaryMask, where, a);
    emit_mask(in::kAndNotMask, to, where, b);
    emit_mask(in::kOrMask, to, to, kTemporaryMask);
  }

  // ---- casts ----

  void double_to_complex(int to, int x) override {
    code_.mask(in::kMoveMask, kTemporaryMask, constant(0x5555555555555555));
    emit(in::kExpand8Bytes, to, -1, x, {extent(16), kTemporaryMask, true});
  }
  void bool_to_number(const PassStep& step) override {
    const int where = read(step.in[0]), to = result(step);
    emit(in::kLoadElements[log2_size(dtype(step.out))], to, -1,
         one_of(dtype(step.out)),
         {extent(size(step.out)), number(where), true});
  }
  void integer_to_bool(const PassStep& step) override {
    const int v = step.in[0], x = read(v);
    emit(in::kTest[log2_size(dtype(v))], result(step), x, x, extent(size(v)));
  }
  void real_to_long(int to, int x, int v) override {
    emit(is_double(v) ? in::kDoubleToLong : in::kFloatToLong, to, -1, x,
         extent(8));
  }
  void long_to_real(int to, int x, const PassStep& step) override {
    emit(is_double(step.out) ? in::kLongToDouble : in::kLongToFloat, to, -1, x,
         extent(8));
  }
  void narrow(int to, int x, int from_bytes, int to_bytes) override {
    // The result is its last operand.
    emit(in::kNarrow[__builtin_ctz(static_cast<unsigned>(from_bytes))]
                    [__builtin_ctz(static_cast<unsigned>(to_bytes))],
         x, -1, to, extent(from_bytes));
  }
};

}  // namespace

std::unique_ptr<StepsWriter> avx512_writer(const Pass& pass, int held,
                                           int second) {
  return std::make_unique<Avx512Writer>(pass, VectorSet::kAvx512, held, second);
}

}  // namespace tenorite::cpu
