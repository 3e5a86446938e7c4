// SPDX-License-Identifier: Apache-2.0
// With AVX2 a bool is a mask as wide as the elements of which it was made.
#include <algorithm>
#include <utility>

#include "ops/cpu/machine/steps_writer.h"

namespace tenorite::cpu {
namespace {

class Avx2Writer final : public StepsWriter {
 public:
  using StepsWriter::StepsWriter;

 private:
  // ---- masks ----

  void make_mask(int v, int reg, int bytes) override {
    emit(in::kEqualInteger[0], reg, bytes, zeros(), extent(1));
    emit(in::kXor, reg, reg, ones(), extent(1));
    state(v).lane = 1;
  }
  int bytes_of_mask(int reg, int lane) override {
    if (lane > 1) narrow_mask(other_, reg, lane, 1);
    emit(in::kAnd, other_, lane > 1 ? other_ : reg, constant(int8_t{1}),
         extent(1));
    return other_;
  }
  void set_lane(int v, int lane) override {
    State& s = state(v);
    if (s.lane > lane)
      narrow_mask(s.reg, s.reg, s.lane, lane);
    else if (s.lane < lane)
      widen(s.reg, s.reg, s.lane, lane, true);
    s.lane = lane;
  }
  // The widest of the lanes, in which all then are.
  int common_lane(const PassStep& step) {
    int lane = 0;
    for (int k = 0; k < step.nin; ++k)
      lane = std::max(lane, lane_of(step.in[k]));
    for (int k = 0; k < step.nin; ++k) set_lane(step.in[k], lane);
    return lane;
  }
  // where ? b : a
  void blend(int to, int a, int b, int where) {
    emit(in::kBlend, to, a, b, kAll, where << 4);
  }

  // ---- steps ----

  void move(int, int to, int from) override {
    emit(in::kMove, to, -1, from, kAll);
  }

  void multiply_longs(const PassStep& step, int v, int w) override {
    const int a = read(v), b = read(w), to = result(step, false);
    const int bytes = extent(8);
    // The products of lower with upper halves count in the upper one alone.
    emit(in::kShuffle4Bytes, temporary_, -1, b, bytes, in::kSwapHalves);
    emit(in::kMultiplyInteger[2], temporary_, a, temporary_, bytes);
    emit(in::kShuffle4Bytes, other_, -1, temporary_, bytes, in::kSwapHalves);
    emit(in::kAddInteger[2], temporary_, temporary_, other_, bytes);
    emit(in::kAnd, temporary_, temporary_, constant(~uint64_t{0} << 32), bytes);
    emit(in::kMultiplyLower, to, a, b, bytes);
    emit(in::kAddInteger[3], to, to, temporary_, bytes);
  }

  void subtract_and_add(int to, int a, int b, int v) override {
    emit(is_double(v) ? in::kAddSubtract64 : in::kAddSubtract32, to, a, b,
         extent(size(v)));
  }

  void choose(int to, int a, int b, int nan, bool larger, int v) override {
    const auto test = in::of_float(in::kCompare, is_double(v));
    emit(test, temporary_, a, b, kAll, larger ? in::kGt : in::kLt);
    emit(test, other_, nan, nan, kAll, in::kUnordered);
    // Either way it is a.
    emit(in::kOr, temporary_, temporary_, other_, kAll);
    blend(to, b, a, temporary_);
  }
  void choose_longs(int to, int a, int b, bool larger) override {
    emit(in::kGreaterSigned[3], temporary_, a, b, extent(8));
    blend(to, larger ? b : a, larger ? a : b, temporary_);
  }

  void compare_integers(const PassStep& step) override {
    const int v = step.in[0], w = step.in[1];
    const int bytes = extent(size(v)), log2 = log2_size(dtype(v));
    int a = read(v), b = read(w);
    const int to = result(step);
    const bool equality =
        step.op == MachineOp::kEqual || step.op == MachineOp::kNotEqual;
    // a > b, b > a, or the opposite.
    if (step.op == MachineOp::kLess || step.op == MachineOp::kGreaterEqual)
      std::swap(a, b);
    if (!equality && kind(dtype(v)) == 'u') {
      const MachineMemory sign = sign_of(size(v));
      emit(in::kXor, temporary_, a, sign, bytes);
      emit(in::kXor, other_, b, sign, bytes);
      a = temporary_;
      b = other_;
    }
    emit(equality ? in::kEqualInteger[log2] : in::kGreaterSigned[log2], to, a,
         b, bytes);
    if (step.op == MachineOp::kNotEqual || step.op == MachineOp::kLessEqual ||
        step.op == MachineOp::kGreaterEqual)
      emit(in::kXor, to, to, ones(), bytes);
    state(step.out).lane = size(v);
  }

  void compare_bools(const PassStep& step) override {
    const int lane = common_lane(step);
    int a = read(step.in[0]), b = read(step.in[1]);
    const int to = result(step);
    if (step.op == MachineOp::kEqual || step.op == MachineOp::kNotEqual) {
      emit(in::kXor, to, a, b, kAll);
    } else {
      // a < b: not a, and b.
      if (step.op == MachineOp::kGreater || step.op == MachineOp::kLessEqual)
        std::swap(a, b);
      emit(in::kAndNot, to, a, b, kAll);
    }
    if (step.op == MachineOp::kEqual || step.op == MachineOp::kLessEqual ||
        step.op == MachineOp::kGreaterEqual)
      emit(in::kXor, to, to, ones(), kAll);
    state(step.out).lane = lane;
  }

  void combine_bools(const PassStep& step) override {
    const int lane = common_lane(step), a = read(step.in[0]);
    if (step.op == MachineOp::kInvert) {
      emit(in::kXor, result(step), a, ones(), kAll);
    } else {
      const int b = read(step.in[1]);
      emit(step.op == MachineOp::kAnd  ? in::kAnd
           : step.op == MachineOp::kOr ? in::kOr
                                       : in::kXor,
           result(step), a, b, kAll);
    }
    state(step.out).lane = lane;
  }

  void select(const PassStep& step) override {
    const bool of_bools = is_bool(step.out);
    const int lane = of_bools ? common_lane(step) : size(step.out);
    const int where = read(step.in[0], lane);
    const int a = read(step.in[1]), b = read(step.in[2]);
    blend(result(step), b, a, where);
    state(step.out).lane = of_bools ? lane : 0;
  }

  // ---- casts ----

  void double_to_complex(int to, int x) override {
    emit(in::kPermute8Bytes, to, -1, x, kAll, in::kApart);
    const uint64_t first[] = {~uint64_t{0}, 0};
    emit(in::kAnd, to, to, constant(first, 16), kAll);
  }
  void bool_to_number(const PassStep& step) override {
    const int bytes = size(step.out), x = read(step.in[0], bytes);
    emit(in::kAnd, result(step), x, one_of(dtype(step.out)), extent(bytes));
  }
  void integer_to_bool(const PassStep& step) override {
    const int v = step.in[0], x = read(v), to = result(step);
    emit(in::kEqualInteger[log2_size(dtype(v))], to, x, zeros(),
         extent(size(v)));
    emit(in::kXor, to, to, ones(), extent(size(v)));
    state(step.out).lane = size(v);
  }
  void real_to_long(int to, int x, int v) override {
    emit(is_double(v) ? in::kDoubleToInt : in::kFloatToInt, to, -1, x,
         extent(size(v)));
    widen(to, to, 4, 8, true);
  }
  void long_to_real(int to, int x, const PassStep& step) override {
    // Among the bits of the doubles around 1.5 2^52, which are integers.
    constexpr double kMiddle = 0x1.8p52;
    const int bytes = extent(8);
    emit(in::kAddInteger[3], to, x, constant(kMiddle), bytes);
    emit(in::of_float(in::kSubtract, true), to, to, constant(kMiddle), bytes);
    emit(in::kDoubleToInt, temporary_, -1, to, bytes);  // for its flag
    if (!is_double(step.out)) emit(in::kDoubleToFloat, to, -1, to, bytes);
  }

  // ---- widths: `to` may be x; both temporaries are used ----

  void narrow_mask(int to, int x, int from_bytes, int to_bytes) {
    for (; from_bytes > to_bytes; from_bytes /= 2, x = to)
      halve(to, x, from_bytes,
            from_bytes == 8   ? in::kShuffle
            : from_bytes == 4 ? in::kPackMask4
                              : in::kPackMask2);
  }
  void narrow(int to, int x, int from_bytes, int to_bytes) override {
    for (; from_bytes > to_bytes; from_bytes /= 2, x = to) {
      if (from_bytes == 8) {
        halve(to, x, from_bytes, in::kShuffle);
        continue;
      }
      const uint64_t lower = from_bytes == 4 ? 0xffff : 0xff;
      emit(in::kAnd, other_, x, constant(&lower, from_bytes),
           extent(from_bytes));
      halve(to, other_, from_bytes, from_bytes == 4 ? in::kPack4 : in::kPack2);
    }
  }
  void halve(int to, int x, int from_bytes, VectorInstruction pack) {
    int upper = x;
    if (extent(from_bytes) == kAll) {
      upper = temporary_;
      // Its operands are the other way round.
      emit(in::kUpperHalf, x, -1, upper, kAll, 1);
    }
    emit(pack, to, x, upper, 16, from_bytes == 8 ? in::kEven : -1);
  }

  static constexpr int kAll = 32;
};

}  // namespace

std::unique_ptr<StepsWriter> avx2_writer(const Pass& pass, int held,
                                         int second) {
  return std::make_unique<Avx2Writer>(pass, VectorSet::kAvx2, held, second);
}

}  // namespace tenorite::cpu
