// SPDX-License-Identifier: Apache-2.0
#include "ops/record/short_axes.h"

#include <algorithm>
#include <bit>
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
// Operations for each position of the axis; where they are looked up.
constexpr size_t kMostNodes = 6, kMostLookedUp = 12;
// Fewer elements are not worth what it takes to record that much.
constexpr int64_t kFewestElements = 1 << 15;
// What is read has fewer elements by this factor: else nothing is gained by
// computing with it once more, and memory is better read in one piece.
constexpr int64_t kLeastReuse = 4;

bool is_sum(const Instruction& fold) {
  return fold.reduce == ReduceOp::sum || fold.reduce == ReduceOp::mean;
}

bool folds_last_axis(const Instruction& fold) {
  return (fold.reduced_axes >> (fold.in[0].array->ndim() - 1) & 1) != 0;
}

// Columns, which the axis has side by side, are folded in one order with the
// others and alone.
bool keeps_columns(const Instruction& fold) {
  const ndarray& in = *fold.in[0].array;
  const uint64_t axes = fold.reduced_axes;
  const int first = std::countr_zero(axes), count = std::popcount(axes);
  const bool adjacent = axes >> first == (uint64_t{1} << count) - 1;
  const int before = in.ndim() - 2;
  return adjacent && in.shape(before + 1) <= kMostColumns &&
         ((axes >> before & 1) != 0 ||
          (first == 0 && in.shape(before) > kMostColumns));
}

bool may_unroll(const Instruction& fold) {
  if (!is_sum(fold) && fold.reduce != ReduceOp::max &&
      fold.reduce != ReduceOp::min)
    return false;
  if (!fold.in[0].array || fold.where || fold.initial || fold.planned_results ||
      fold.reduced_axes == 0)
    return false;
  const ndarray& in = *fold.in[0].array;
  const DType dtype = fold.compute;
  const int last = in.ndim() - 1;
  if (last == 0 || in.shape(last) < 2 || in.shape(last) > kLongestAxis ||
      in.size() < kFewestElements || !in.is_c_contiguous())
    return false;
  if (folds_last_axis(fold) ? fold.reduced_axes != uint64_t{1} << last
                            : !keeps_columns(fold))
    return false;
  return in.shape(last) * in.shape(last - 1) >=
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

bool is_worth_it(const Instruction& fold, const Expression& expression) {
  int64_t read = 0;
  for (const ndarray& leaf : expression.leaves) {
    const int last = leaf.ndim() - 1;
    // Columns have as many elements as the one that they all are made of.
    const bool in_common =
        last < 0 || leaf.shape(last) == 1 || leaf.stride(last) == 0;
    if (folds_last_axis(fold) || !in_common) read += distinct_elements(leaf);
  }
  return read * kLeastReuse <= fold.in[0].array->size();
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

Instruction copy_of(const ndarray& from) {
  Instruction copy;
  copy.kind = Kind::kCopy;
  copy.nin = copy.nout = 1;
  copy.in[0].array = &from;
  return copy;
}

void submit_copy(const ndarray& from, const ndarray& to) {
  Instruction copy = copy_of(from);
  copy.out[0] = &to;
  submit(copy);
}

// A new array, or one that is computed so anyhow.
ndarray submitted(Instruction call, DType dtype, const Dims& shape,
                  Device device) {
  ndarray result = recorded_result(call, dtype, shape, device);
  if (result.defined()) return result;
  result = ndarray::deferred(shape, dtype, device);
  call.out[0] = &result;
  submit(call);
  return result;
}

// The positions of the last axis, one after the other.
class Slices {
 public:
  // Neighbours of a position have to be neighbours in memory, or threads that
  // work side by side read far more than they need.
  // `turns`: that is worth a copy.
  Slices(const ndarray& a, bool turns) : whole_(a) {
    const int last = a.ndim() - 1;
    if (!turns || last < 1 || a.shape(last) == 1 || a.shape(last - 1) == 1 ||
        a.stride(last - 1) == 0 ||
        a.stride(last - 1) == static_cast<int64_t>(a.itemsize()))
      return;
    Dims shape{a.shape(last)}, strides{a.stride(last)};
    for (int i = 0; i < last; ++i) {
      shape.push_back(a.stride(i) == 0 ? 1 : a.shape(i));
      strides.push_back(a.stride(i));
    }
    const ndarray moved = a.view(0, shape, std::move(strides));
    const ndarray packed =
        submitted(copy_of(moved), a.dtype(), shape, a.device());
    // The axis is last again; what was broadcast is so again.
    Dims back = a.shape(), steps;
    for (int i = 0; i < last; ++i)
      steps.push_back(a.stride(i) == 0 ? 0 : packed.stride(i + 1));
    steps.push_back(packed.stride(0));
    whole_ = packed.view(0, std::move(back), std::move(steps));
  }

  // `keeps`: the axis, of length one.
  ndarray at(int64_t position, bool keeps) const {
    const int last = whole_.ndim() - 1;
    if (last < 0) return whole_;
    Dims shape(whole_.shape().data(), last);
    Dims strides(whole_.strides().data(), last);
    if (keeps) {
      shape.push_back(1);
      strides.push_back(0);
    }
    const int64_t offset =
        whole_.shape(last) == 1 ? 0 : position * whole_.stride(last);
    return whole_.view(offset, std::move(shape), std::move(strides));
  }

 private:
  ndarray whole_;
};

// The last of an expression's results, over some of its elements.
ndarray submit_nodes(const Expression& expression,
                     const std::vector<ndarray>& leaves, const Dims& shape,
                     Device device) {
  std::vector<ndarray> results;
  for (const Expression::Node& node : expression.nodes) {
    Instruction call;
    static_cast<OpCall&>(call) = node;
    for (int k = 0; k < node.nin; ++k) {
      const Expression::Input& input = node.in[k];
      if (input.node >= 0)
        call.in[k].array = &results[static_cast<size_t>(input.node)];
      else if (input.leaf >= 0)
        call.in[k].array = &leaves[static_cast<size_t>(input.leaf)];
      else
        call.in[k].scalar = input.scalar;
    }
    results.push_back(submitted(call, node.dtype, shape, device));
  }
  return std::move(results.back());
}

// What an array is at each position of the last axis: for products, which keep
// that axis, or for folds, for which the arrays that are read are turned.
std::vector<ndarray> values_of(const ndarray& in, const Expression& expression,
                               bool for_product) {
  const int last = in.ndim() - 1;
  Dims shape(in.shape().data(), last);
  if (for_product) shape.push_back(1);
  std::vector<Slices> slices;
  for (const ndarray& leaf : expression.leaves)
    slices.emplace_back(leaf, !for_product);
  std::vector<ndarray> values;
  for (int64_t at = 0; at < in.shape(last); ++at) {
    std::vector<ndarray> leaves;
    for (const Slices& s : slices) leaves.push_back(s.at(at, for_product));
    values.push_back(submit_nodes(expression, leaves, shape, in.device()));
  }
  return values;
}

// Whether the elements are functions of one byte each, for which the device has
// tables.
bool is_looked_up(const Expression& expression, Device device) {
  if (!group_engine(device).limits.looks_up_bytes ||
      expression.leaves.size() != 1)
    return false;
  return is_byte(expression.leaves[0].dtype());
}

// A fold of the last axis: its positions are combined.
class Combination {
 public:
  Combination(const Instruction& fold, std::vector<ndarray> values)
      : fold_(fold), out_(*fold.out[0]), values_(std::move(values)) {}

  void run() {
    if (!is_sum(fold_)) {
      const Op op = fold_.reduce == ReduceOp::max ? Op::maximum : Op::minimum;
      ndarray best = values_[0];
      for (size_t k = 1; k < values_.size(); ++k)
        best = apply(op, fold_.compute, best, values_[k],
                     k + 1 == values_.size() ? out_ : made(fold_.compute));
    } else if (fold_.reduce == ReduceOp::sum) {
      add_up(out_);
    } else {
      // Divided in double precision, since the count is an integer.
      const ndarray sum = made(fold_.compute);
      add_up(sum);
      const auto count = static_cast<double>(values_.size());
      apply(Op::divide, DType::kFloat64, sum, number(count, DType::kFloat64),
            out_);
    }
  }

 private:
  struct Term {
    Term(const ndarray& array) : array(&array) {}
    Term(const Scalar& scalar) : scalar(scalar) {}
    const ndarray* array = nullptr;
    Scalar scalar;
  };

  ndarray made(DType dtype) const {
    return ndarray::deferred(out_.shape(), dtype, out_.device());
  }

  static ndarray apply(Op op, DType dtype, const Term& a, const Term& b,
                       const ndarray& out) {
    Instruction call;
    call.op = op;
    call.loop = loop_of(op, dtype);
    call.nin = 2;
    call.nout = 1;
    const Term* const terms[] = {&a, &b};
    for (int k = 0; k < 2; ++k) {
      call.in[k].array = terms[k]->array;
      call.in[k].scalar = terms[k]->scalar;
    }
    call.out[0] = &out;
    submit(call);
    return out;
  }

  // In the order of folds of rows that short: one after the other, or eight in
  // pairs. A sum is never -0.0.
  void add_up(const ndarray& out) const {
    const size_t n = values_.size();
    const DType dtype = fold_.compute;
    std::vector<ndarray> left = values_;
    if (n == 8 && group_engine(out_.device()).adds_eight_in_pairs) {
      for (size_t step = 1; step < n; step *= 2)
        for (size_t k = 0; k < n; k += 2 * step)
          left[k] = apply(Op::add, dtype, left[k], left[k + step], made(dtype));
    } else {
      for (size_t k = 1; k < n; ++k)
        left[0] = apply(Op::add, dtype, left[0], left[k], made(dtype));
    }
    apply(Op::add, dtype, left[0], number(0, dtype), out);
  }

  const Instruction& fold_;
  const ndarray& out_;
  const std::vector<ndarray> values_;  // of the positions
};

// A fold that keeps the last axis: of each column by itself.
void fold_columns(const Instruction& fold, const std::vector<ndarray>& values) {
  const ndarray& out = *fold.out[0];
  const int last = out.ndim() - 1;
  const Dims shape(out.shape().data(), last);
  const Dims strides(out.strides().data(), last);
  Instruction own = fold;
  own.plan_results(out.size());
  own.by_column = (fold.reduced_axes >> (values[0].ndim() - 1) & 1) != 0;
  // Folds of a group leave results that lie side by side.
  for (size_t k = 0; k < values.size(); ++k) {
    const ndarray result = ndarray::deferred(shape, out.dtype(), out.device());
    own.in[0].array = &values[k];
    own.out[0] = &result;
    submit(own);
    const ndarray column =
        out.view(static_cast<int64_t>(k) * out.stride(last), shape, strides);
    submit_copy(result, column);
  }
}

}  // namespace

bool submit_unrolled(const Instruction& fold) {
  if (!may_unroll(fold)) return false;
  const Expression expression =
      recorded_expression(*fold.in[0].array, kMostNodes);
  if (expression.nodes.empty() || !is_worth_it(fold, expression)) return false;
  std::vector<ndarray> values = values_of(*fold.in[0].array, expression, false);
  if (folds_last_axis(fold))
    Combination(fold, std::move(values)).run();
  else
    fold_columns(fold, values);
  return true;
}

namespace {

// How an array comes about of few light operations, or of any that are looked
// up, from arrays of half as many bytes at most; else without nodes.
Expression narrow_expression(const ndarray& array) {
  Expression expression = recorded_expression(array, kMostLookedUp);
  if (!is_looked_up(expression, array.device())) {
    if (expression.nodes.size() > kMostNodes) return {};
    for (const Expression::Node& node : expression.nodes)
      if (node.kind == Kind::kElementwise && info(node.op).ulp > 0) return {};
  }
  int64_t bytes = 0;
  for (const ndarray& leaf : expression.leaves)
    bytes += distinct_elements(leaf) * static_cast<int64_t>(leaf.itemsize());
  if (2 * bytes > array.nbytes()) return {};
  return expression;
}

// The position of a view of all elements that have it along the last axis of
// its storage's array, in C order; -1 if it is none.
int64_t position_of(const ndarray& view, int64_t length) {
  const auto item = static_cast<int64_t>(view.itemsize());
  int64_t stride = length * item;
  for (int i = view.ndim(); i-- > 0;) {
    if (view.shape(i) != 1 && view.stride(i) != stride) return -1;
    stride *= view.shape(i);
  }
  const int64_t position = view.offset() / item;
  return view.offset() % item == 0 && position < length ? position : -1;
}

// The same elements, computed from narrow arrays; undefined elsewhere.
ndarray narrow_position(const ndarray& view) {
  Storage& storage = *view.storage().get();
  const auto bytes = static_cast<int64_t>(storage.nbytes());
  if (view.size() < kFewestElements || bytes % view.nbytes() != 0) return {};
  const int64_t length = bytes / view.nbytes();
  if (length < 2 || length > kLongestAxis || !is_pending(storage)) return {};
  const int64_t position = position_of(view, length);
  if (position < 0) return {};
  Dims shape = view.shape();
  shape.push_back(length);
  const ndarray whole =
      view.view(-view.offset(), shape, c_strides(shape, view.itemsize()));
  const Expression expression = narrow_expression(whole);
  if (expression.nodes.empty()) return {};
  std::vector<ndarray> leaves;
  for (const ndarray& leaf : expression.leaves)
    leaves.push_back(Slices(leaf, false).at(position, false));
  return submit_nodes(expression, leaves, view.shape(), view.device());
}

}  // namespace

std::vector<ndarray> submit_narrow_positions(const ndarray& array) {
  const int last = array.ndim() - 1;
  if (last < 1 || array.shape(last) > kLongestAxis ||
      array.size() < kFewestElements || !is_pending(*array.storage().get()))
    return {};
  const Expression expression = narrow_expression(array);
  if (expression.nodes.empty()) return {};
  return values_of(array, expression, true);
}

bool submit_narrow(const Instruction& given) {
  if (given.out[0]->device().is_cpu()) return false;
  for (int k = 0; k < given.nin; ++k) {
    const ndarray* array = given.in[k].array;
    if (!array || array->is_c_contiguous()) continue;
    const ndarray made = narrow_position(*array);
    if (!made.defined()) continue;
    Instruction own = given;
    own.in[k].array = &made;
    submit(own);  // which looks at the other inputs
    return true;
  }
  return false;
}

}  // namespace tenorite
