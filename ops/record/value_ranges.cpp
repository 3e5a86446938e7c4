// SPDX-License-Identifier: Apache-2.0
#include "ops/record/value_ranges.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <initializer_list>

#include "ops/record/box.h"
#include "ops/table/op.h"
#include "ops/table/scalar.h"

namespace tenorite {
namespace {

using Kind = Instruction::Kind;
using Range = std::optional<ValueRange>;

bool is_integer(DType d) { return kind(d) == 'i' || kind(d) == 'u'; }

// What a dtype's values can be; floats can be NaNs.
Range range_of(DType dtype) {
  if (kind(dtype) == 'b') return ValueRange{0, 1};
  if (!is_integer(dtype)) return {};
  // Of 64 bits it is one more, which is as good.
  const double values = std::ldexp(1, static_cast<int>(8 * itemsize(dtype)));
  if (kind(dtype) == 'u') return ValueRange{0, values - 1};
  return ValueRange{-values / 2, values / 2 - 1};
}

// Of exact results from `least` to `most`, rounded to a dtype or, as integers,
// wrapped around.
Range rounded(DType dtype, double least, double most) {
  if (dtype == DType::kFloat32) {
    least = static_cast<float>(least);
    most = static_cast<float>(most);
  }
  if (!std::isfinite(least) || !std::isfinite(most)) return range_of(dtype);
  if (dtype == DType::kFloat32 || dtype == DType::kFloat64)
    return ValueRange{least, most};
  const Range whole = range_of(dtype);
  if (!whole) return {};  // complex, or a float with fewer digits
  constexpr double kMost = ValueRange::kMostKnown;
  if (least < std::max(whole->least, -kMost) ||
      most > std::min(whole->most, kMost))
    return whole;
  return ValueRange{least, most};
}

Range both(const Range& a, const Range& b) {
  if (!a || !b) return {};
  return ValueRange{std::min(a->least, b->least), std::max(a->most, b->most)};
}

// As a cast to the dtype leaves the values.
Range cast(const Range& range, DType from, DType to) {
  if (from == to) return range;
  if (kind(to) == 'b' || !range) return range_of(to);
  if (is_integer(to))
    return rounded(to, std::trunc(range->least), std::trunc(range->most));
  return rounded(to, range->least, range->most);
}

Range of_corners(DType dtype, std::initializer_list<double> corners) {
  return rounded(dtype, std::min(corners), std::max(corners));
}

// The least 2^n - 1 that is no less than a number.
double all_bits(double most) {
  double bits = 1;
  while (bits <= most) bits *= 2;
  return bits - 1;
}

// `a`, `b` and `c` are the operands, as the loop takes them.
Range range_of(Op op, DType dtype, const Range& a, const Range& b,
               const Range& c) {
  const bool are_whole = is_integer(dtype);
  switch (op) {
    case Op::sin:
    case Op::cos:
      // A last digit more for functions that are not correctly rounded.
      if (!a) return {};
      return ValueRange{-1.0000001, 1.0000001};
    case Op::sign:
      if (!a) return {};
      return ValueRange{-1, 1};
    case Op::select:
      return both(b, c);
    case Op::bitwise_and: {
      // Of a number that is not negative no bits are added.
      const bool by_a = a && a->least >= 0, by_b = b && b->least >= 0;
      if (by_a && by_b) return ValueRange{0, std::min(a->most, b->most)};
      if (by_a) return ValueRange{0, a->most};
      if (by_b) return ValueRange{0, b->most};
      return range_of(dtype);
    }
    case Op::remainder:
      // Also of what is not known, but a float may be a NaN.
      if (b && b->least > 0 && (are_whole || a)) {
        if (a && a->least >= 0 && a->most < b->least) return a;
        return ValueRange{0, are_whole ? b->most - 1 : b->most};
      }
      return range_of(dtype);
    default:
      break;
  }
  if (!a || (info(op).nin > 1 && !b) || (info(op).nin > 2 && !c))
    return range_of(dtype);
  switch (op) {
    case Op::positive:
      return a;
    case Op::negative:
      return rounded(dtype, -a->most, -a->least);
    case Op::absolute:
    case Op::fabs:
      return rounded(dtype, std::max({0.0, a->least, -a->most}),
                     std::max(-a->least, a->most));
    case Op::square:
      return of_corners(dtype, {a->least * a->least, a->most * a->most,
                                std::max({0.0, a->least, -a->most}) *
                                    std::max({0.0, a->least, -a->most})});
    case Op::sqrt:
      if (a->least < 0) return {};
      return rounded(dtype, std::sqrt(a->least), std::sqrt(a->most));
    case Op::floor:
      return ValueRange{std::floor(a->least), std::floor(a->most)};
    case Op::ceil:
      return ValueRange{std::ceil(a->least), std::ceil(a->most)};
    case Op::trunc:
      return ValueRange{std::trunc(a->least), std::trunc(a->most)};
    case Op::rint:
      return ValueRange{std::nearbyint(a->least), std::nearbyint(a->most)};
    case Op::add:
      return rounded(dtype, a->least + b->least, a->most + b->most);
    case Op::subtract:
      return rounded(dtype, a->least - b->most, a->most - b->least);
    case Op::multiply:
      return of_corners(dtype, {a->least * b->least, a->least * b->most,
                                a->most * b->least, a->most * b->most});
    case Op::divide:
      if (b->least <= 0 && b->most >= 0) return {};
      return of_corners(dtype, {a->least / b->least, a->least / b->most,
                                a->most / b->least, a->most / b->most});
    case Op::floor_divide: {
      if (b->least <= 0 && b->most >= 0) return range_of(dtype);
      const double corners[] = {a->least / b->least, a->least / b->most,
                                a->most / b->least, a->most / b->most};
      // A quotient may have been rounded to a whole number.
      constexpr double kMost = ValueRange::kMostKnown;
      const bool is_exact = are_whole && a->least > -kMost && a->most < kMost;
      const double slack = is_exact ? 0 : 1;
      const auto [least, most] = std::minmax_element(corners, corners + 4);
      return rounded(dtype, std::floor(*least) - slack,
                     std::floor(*most) + slack);
    }
    case Op::maximum:
    case Op::fmax:
      return ValueRange{std::max(a->least, b->least),
                        std::max(a->most, b->most)};
    case Op::minimum:
    case Op::fmin:
      return ValueRange{std::min(a->least, b->least),
                        std::min(a->most, b->most)};
    case Op::clip:
      return ValueRange{std::min(std::max(a->least, b->least), c->least),
                        std::min(std::max(a->most, b->most), c->most)};
    case Op::bitwise_or:
    case Op::bitwise_xor:
      if (a->least < 0 || b->least < 0) return range_of(dtype);
      return ValueRange{0, all_bits(std::max(a->most, b->most))};
    case Op::left_shift:
      if (b->least < 0 || b->most > 31) return range_of(dtype);
      return of_corners(dtype,
                        {std::ldexp(a->least, static_cast<int>(b->least)),
                         std::ldexp(a->least, static_cast<int>(b->most)),
                         std::ldexp(a->most, static_cast<int>(b->least)),
                         std::ldexp(a->most, static_cast<int>(b->most))});
    case Op::right_shift:
      if (b->least < 0) return range_of(dtype);
      return ValueRange{std::min(0.0, a->least), std::max(0.0, a->most)};
    default:
      return range_of(dtype);
  }
}

}  // namespace

class ValueRanges::Finder {
 public:
  Finder(ValueRanges& known, const Window& window, InMemory in_memory,
         int64_t most_read)
      : known_(known),
        window_(window),
        in_memory_(in_memory),
        left_to_read_(most_read) {}

  // As the instructions leave it.
  Range of_array(const ndarray& array) {
    const int16_t view = window_.find_view(array);
    if (view >= 0) return of_view(view, window_.instructions.size());
    if (window_.has(*array.storage().get()))
      return of_stored(array, window_.instructions.size());
    return look_through(array);
  }

 private:
  static constexpr int kMostNested = 64;   // operations
  static constexpr int kMostWriters = 64;  // of a storage

  Range of_view(int16_t view, size_t reader) {
    const ndarray& array = window_.view(view).array;
    if (last_writer(window_, window_.view(view).storage, reader) >= 0)
      return of_stored(array, reader);
    const auto known = known_.leaves_.find(view);
    if (known != known_.leaves_.end()) return known->second;
    const int64_t left = left_to_read_;
    const Range found = look_through(array);
    if (left_to_read_ < left) known_.leaves_.emplace(view, found);
    return found;
  }

  // Of all that instructions have written there, back to where they have
  // written all of it.
  Range of_stored(const ndarray& array, size_t reader) {
    const auto storage = static_cast<int16_t>(array.storage()->slot);
    const std::optional<Dims> whole = whole_shape(array);
    std::vector<Box> left;
    if (whole)
      if (const auto box = box_of(array, array, *whole)) left.push_back(*box);
    Range all;
    int writers = 0;
    for (int n = last_writer(window_, storage, reader); n >= 0;
         n = last_writer(window_, storage, static_cast<size_t>(n))) {
      if (++writers > kMostWriters) return range_of(array.dtype());
      const WindowInstruction& i = window_.instructions[static_cast<size_t>(n)];
      for (int k = 0; k < i.nout; ++k) {
        const WindowView& out = window_.view(i.out[k]);
        if (out.storage != storage) continue;
        if (out.array.dtype() != array.dtype()) return range_of(array.dtype());
        const Range its = of_result(n);
        if (!its) return range_of(array.dtype());
        all = all ? both(all, its) : its;
        if (i.where >= 0) continue;
        if (out.array.offset() == array.offset() &&
            out.array.shape() == array.shape() &&
            out.array.strides() == array.strides())
          return all;
        if (left.empty()) continue;
        if (const auto box = box_of(out.array, array, *whole)) {
          left = without(left, *box);
          if (left.empty()) return all;
        }
      }
    }
    // What was there before.
    const Range former = look_through(array);
    return all ? both(all, former) : former;
  }

  Range of_result(int n) {
    const auto known = known_.results_.find(n);
    if (known != known_.results_.end()) return known->second;
    if (nested_ == kMostNested) return {};
    ++nested_;
    const Range found = compute(n);
    --nested_;
    known_.results_.emplace(n, found);
    return found;
  }

  Range of_input(const WindowInstruction& i, int k, int n) {
    if (i.in[k] >= 0) return of_view(i.in[k], static_cast<size_t>(n));
    return of_scalar(window_.scalars[static_cast<size_t>(~i.in[k])]);
  }
  DType dtype_of_input(const WindowInstruction& i, int k) const {
    if (i.in[k] >= 0) return window_.view(i.in[k]).array.dtype();
    return window_.scalars[static_cast<size_t>(~i.in[k])].dtype;
  }
  static Range of_scalar(const Scalar& scalar) {
    if (kind(scalar.dtype) == 'c') return {};
    const Scalar number = cast_scalar(scalar, DType::kFloat64);
    double value;
    std::memcpy(&value, number.bytes, sizeof value);
    if (!(std::abs(value) < HUGE_VAL) ||
        (is_integer(scalar.dtype) && std::abs(value) >= ValueRange::kMostKnown))
      return range_of(scalar.dtype);
    return ValueRange{value, value};
  }

  Range compute(int n) {
    const WindowInstruction& i = window_.instructions[static_cast<size_t>(n)];
    const DType dtype = window_.view(i.out[0]).array.dtype();
    if (i.nout != 1) return range_of(dtype);
    switch (i.kind) {
      case Kind::kCopy:
      case Kind::kGather:  // items of the table
        return cast(of_input(i, 0, n), dtype_of_input(i, 0), dtype);
      case Kind::kElementwise: {
        const LoopTypes& types = info(i.op).loops[i.loop];
        Range in[kMaxInputs];
        for (int k = 0; k < i.nin; ++k)
          in[k] = cast(of_input(i, k, n), dtype_of_input(i, k), types.in[k]);
        return cast(tenorite::range_of(i.op, types.out[0], in[0], in[1], in[2]),
                    types.out[0], dtype);
      }
      case Kind::kReduce:
        if (i.reduce == ReduceOp::argmin || i.reduce == ReduceOp::argmax) {
          int64_t length = 1;
          const Dims& space = window_.spaces[static_cast<size_t>(i.space)];
          for (int axis = 0; axis < space.size(); ++axis)
            if (i.reduced_axes >> axis & 1) length *= space[axis];
          return rounded(dtype, 0, static_cast<double>(length - 1));
        }
        if (i.reduce == ReduceOp::min || i.reduce == ReduceOp::max) {
          if (i.has_initial) return range_of(dtype);
          return cast(of_input(i, 0, n), dtype_of_input(i, 0), dtype);
        }
        return range_of(dtype);
      case Kind::kProduct:
      case Kind::kScan:
        break;
    }
    return range_of(dtype);
  }

  // Memory that no instruction writes to.
  Range look_through(const ndarray& array) {
    const DType dtype = array.dtype();
    if (!array.storage()->address() || array.nbytes() > left_to_read_ ||
        array.size() == 0 || kind(dtype) == 'b')
      return range_of(dtype);
    left_to_read_ -= array.nbytes();
    const Range found = in_memory_(array);
    return found ? found : range_of(dtype);
  }

  ValueRanges& known_;
  const Window& window_;
  const InMemory in_memory_;
  int64_t left_to_read_;  // bytes
  int nested_ = 0;
};

std::optional<IndexMode> ValueRanges::mode_of(const Window& window,
                                              const Instruction& gather,
                                              InMemory in_memory) {
  // Small tables and the like are looked through for any result; what takes as
  // long as a signal may wait is not.
  constexpr int64_t kFew = 1 << 15, kMost = 64 << 20;
  const int64_t indices = gather.out[0]->size() * (gather.nin - 1);
  Finder finder(
      *this, window, in_memory,
      std::min(kMost, kFew + indices * static_cast<int64_t>(sizeof(int64_t))));
  IndexMode mode = IndexMode::kWithin;
  for (int k = 1; k < gather.nin; ++k) {
    const Range range = finder.of_array(*gather.in[k].array);
    const auto bound = static_cast<double>(gather.in[0].array->shape(k - 1));
    if (!range || range->least < -bound || range->most >= bound) return {};
    if (range->least < 0) mode = IndexMode::kWrap;
  }
  return mode;
}

}  // namespace tenorite
