// SPDX-License-Identifier: Apache-2.0
#include "ops/record/short_folds.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "core/assert.h"
#include "ops/plan/registry.h"
#include "ops/record/expression.h"
#include "ops/record/log.h"
#include "ops/table/scalar.h"

namespace tenorite {
namespace {

using Kind = Instruction::Kind;

constexpr int64_t kLongestAxis = 8;
// Operations for each position of the axis.
constexpr size_t kMostNodes = 6;
// Fewer elements are not worth what it takes to record that much.
constexpr int64_t kFewestElements = 1 << 15;
// What is read has fewer elements by this factor: else nothing is gained by
// computing with it once more, and memory is better read in one piece.
constexpr int64_t kLeastReuse = 4;

bool is_sum(const Instruction& fold) {
  return fold.reduce == ReduceOp::sum || fold.reduce == ReduceOp::mean;
}

bool may_unroll(const Instruction& fold) {
  if (!is_sum(fold) && fold.reduce != ReduceOp::max &&
      fold.reduce != ReduceOp::min)
    return false;
  if (!fold.in[0].array || fold.where || fold.initial || fold.planned_results)
    return false;
  const ndarray& in = *fold.in[0].array;
  const DType dtype = fold.compute;
  const int last = in.ndim() - 1;
  return last > 0 && fold.reduced_axes == uint64_t{1} << last &&
         in.shape(last) >= 2 && in.shape(last) <= kLongestAxis &&
         in.size() >= kFewestElements && in.is_c_contiguous() &&
         in.shape(last) * in.shape(last - 1) >=
             group_engine(in.device()).least_unrolled &&
         (dtype == DType::kFloat32 || dtype == DType::kFloat64) &&
         in.dtype() == dtype && fold.out[0]->dtype() == dtype &&
         is_pending(*in.storage().get());
}

// Of an array that is broadcast.
int64_t distinct_elements(const ndarray& a) {
  int64_t count = 1;
  for (int i = 0; i < a.ndim(); ++i)
    if (a.stride(i) != 0) count *= a.shape(i);
  return count;
}

int loop_of(Op op, DType dtype) {
  const auto& loops = info(op).loops;
  int loop = 0;
  while (loops[static_cast<size_t>(loop)].in[0] != dtype) ++loop;
  return loop;
}

Scalar number(double value, DType dtype) {
  return cast_scalar(make_scalar(value), dtype);
}

// The positions of the last axis, one after the other.
class Slices {
 public:
  // Neighbours of a position have to be neighbours in memory, or threads that
  // work side by side read far more than they need.
  explicit Slices(const ndarray& a) : whole_(a) {
    const int last = a.ndim() - 1;
    if (last < 1 || a.shape(last) == 1 || a.shape(last - 1) == 1 ||
        a.stride(last - 1) == 0 ||
        a.stride(last - 1) == static_cast<int64_t>(a.itemsize()))
      return;
    Dims shape{a.shape(last)}, strides{a.stride(last)};
    for (int i = 0; i < last; ++i) {
      shape.push_back(a.stride(i) == 0 ? 1 : a.shape(i));
      strides.push_back(a.stride(i));
    }
    const ndarray moved = a.view(0, shape, std::move(strides));
    const ndarray packed = ndarray::deferred(shape, a.dtype(), a.device());
    Instruction copy;
    copy.kind = Kind::kCopy;
    copy.nin = copy.nout = 1;
    copy.in[0].array = &moved;
    copy.out[0] = &packed;
    submit(copy);
    // The axis is last again; what was broadcast is so again.
    Dims back = a.shape(), steps;
    for (int i = 0; i < last; ++i)
      steps.push_back(a.stride(i) == 0 ? 0 : packed.stride(i + 1));
    steps.push_back(packed.stride(0));
    whole_ = packed.view(0, std::move(back), std::move(steps));
  }

  ndarray at(int64_t position) const {
    const int last = whole_.ndim() - 1;
    if (last < 0) return whole_;
    Dims shape(whole_.shape().data(), last);
    Dims strides(whole_.strides().data(), last);
    const int64_t offset =
        whole_.shape(last) == 1 ? 0 : position * whole_.stride(last);
    return whole_.view(offset, std::move(shape), std::move(strides));
  }

 private:
  ndarray whole_;
};

class Unrolled {
 public:
  Unrolled(const Instruction& fold, const Expression& expression)
      : fold_(fold),
        out_(*fold.out[0]),
        is_wide_(group_engine(out_.device()).wide_sums) {
    std::vector<Slices> slices;
    for (const ndarray& leaf : expression.leaves) slices.emplace_back(leaf);
    const int64_t length = fold.in[0].array->shape().back();
    for (int64_t at = 0; at < length; ++at) {
      std::vector<ndarray> results, leaves;
      for (const Slices& s : slices) leaves.push_back(s.at(at));
      for (const Expression::Node& node : expression.nodes) {
        Instruction call;
        static_cast<OpCall&>(call) = node;
        for (int k = 0; k < node.nin; ++k) {
          const Expression::Input& in = node.in[k];
          if (in.node >= 0)
            call.in[k].array = &results[static_cast<size_t>(in.node)];
          else if (in.leaf >= 0)
            call.in[k].array = &leaves[static_cast<size_t>(in.leaf)];
          else
            call.in[k].scalar = in.scalar;
        }
        const ndarray result = made(node.dtype);
        call.out[0] = &result;
        submit(call);
        results.push_back(result);
      }
      values_.push_back(std::move(results.back()));
    }
  }

  void combine() {
    if (!is_sum(fold_)) {
      const Op op = fold_.reduce == ReduceOp::max ? Op::maximum : Op::minimum;
      ndarray best = values_[0];
      for (size_t k = 1; k < values_.size(); ++k)
        best = apply(op, fold_.compute, {best, values_[k]},
                     k + 1 == values_.size() ? out_ : made(fold_.compute));
    } else if (fold_.reduce == ReduceOp::sum) {
      add_up(out_);
    } else {
      // Divided in double precision, since the count is an integer.
      const ndarray sum = made(is_wide_ ? DType::kFloat64 : fold_.compute);
      add_up(sum);
      const auto count = static_cast<double>(values_.size());
      apply(Op::divide, DType::kFloat64, {sum, number(count, DType::kFloat64)},
            out_);
    }
  }

 private:
  struct Term {
    Term(const ndarray& array) : array(array) {}
    Term(const Scalar& scalar) : scalar(scalar) {}
    ndarray array;
    Scalar scalar;
  };

  ndarray made(DType dtype) const {
    return ndarray::deferred(out_.shape(), dtype, out_.device());
  }

  static void apply(Op op, DType dtype, const std::vector<Term>& terms,
                    const ndarray* const* outs) {
    Instruction call;
    call.op = op;
    call.loop = loop_of(op, dtype);
    call.nin = static_cast<uint8_t>(terms.size());
    call.nout = static_cast<uint8_t>(info(op).nout);
    for (size_t k = 0; k < terms.size(); ++k) {
      if (terms[k].array.defined())
        call.in[k].array = &terms[k].array;
      else
        call.in[k].scalar = terms[k].scalar;
    }
    for (int k = 0; k < call.nout; ++k) call.out[k] = outs[k];
    submit(call);
  }
  static ndarray apply(Op op, DType dtype, const std::vector<Term>& terms,
                       const ndarray& out) {
    const ndarray* outs[] = {&out};
    apply(op, dtype, terms, outs);
    return out;
  }

  // In the order of the folds of ops/device/reduce.h on rows that short: one
  // after the other; eight of the CPU device in pairs. A sum is never -0.0.
  void add_up(const ndarray& out) const {
    const size_t n = values_.size();
    constexpr DType kDouble = DType::kFloat64;
    if (is_wide_ && fold_.compute == kDouble && n > 2) {
      ndarray high = values_[0], low;
      for (size_t k = 1; k + 1 < n; ++k) {
        const ndarray sum = made(kDouble), lack = made(kDouble);
        const ndarray* outs[] = {&sum, &lack};
        const Term before = low.defined() ? Term(low) : number(0, kDouble);
        apply(Op::carried_add, kDouble, {values_[k], high, before}, outs);
        high = sum;
        low = lack;
      }
      apply(Op::carried_sum, kDouble, {values_[n - 1], high, low}, out);
      return;
    }
    const DType dtype = is_wide_ ? kDouble : fold_.compute;
    std::vector<ndarray> left = values_;
    if (!is_wide_ && n == 8) {
      for (size_t step = 1; step < n; step *= 2)
        for (size_t k = 0; k < n; k += 2 * step)
          left[k] =
              apply(Op::add, dtype, {left[k], left[k + step]}, made(dtype));
    } else {
      for (size_t k = 1; k < n; ++k)
        left[0] = apply(Op::add, dtype, {left[0], left[k]}, made(dtype));
    }
    apply(Op::add, dtype, {left[0], number(0, dtype)}, out);
  }

  const Instruction& fold_;
  const ndarray& out_;
  const bool is_wide_;
  std::vector<ndarray> values_;  // of the positions
};

}  // namespace

bool submit_unrolled(const Instruction& fold) {
  if (!may_unroll(fold)) return false;
  const Expression expression =
      recorded_expression(*fold.in[0].array, kMostNodes);
  if (expression.nodes.empty()) return false;
  int64_t read = 0;
  for (const ndarray& leaf : expression.leaves) read += distinct_elements(leaf);
  if (read * kLeastReuse > fold.in[0].array->size()) return false;
  Unrolled(fold, expression).combine();
  return true;
}

}  // namespace tenorite
