// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <vector>

#include "ops/plan/planning.h"
#include "tests/cpp/fake_array.h"

namespace tenorite {
namespace {

using testing::distinct_strides;
using testing::fake_array;
using testing::for_each_index;
using testing::offset_of;
using testing::Random;

constexpr int64_t kTwo31 = int64_t{1} << 31;

uintptr_t address(const void* p) { return reinterpret_cast<uintptr_t>(p); }

// What is folded into each output: (element, mask) in the order of the fold.
using Element = std::pair<uintptr_t, uintptr_t>;
using Folds = std::map<uintptr_t, std::vector<Element>>;

struct Reduction {
  Instruction instruction;
  std::optional<ndarray> in, out, mask;

  Reduction(ReduceOp op, ndarray input, uint64_t axes, Random& random)
      : in(std::move(input)) {
    Dims kept;
    for (int i = 0; i < in->ndim(); ++i)
      if (!(axes >> i & 1)) kept.push_back(in->shape(i));
    out = fake_array(DType::kInt64, kept, distinct_strides(kept, 8, random),
                     uintptr_t{2} << 44);
    instruction.kind = Instruction::Kind::kReduce;
    instruction.reduce = op;
    instruction.compute = in->dtype();
    instruction.nin = instruction.nout = 1;
    instruction.in[0].array = &*in;
    instruction.out[0] = &*out;
    instruction.reduced_axes = axes;
  }
  Reduction(const Reduction&) = delete;

  void add_mask(const Dims& shape, const Dims& strides) {
    mask = fake_array(DType::kBool, shape, strides, uintptr_t{3} << 44);
    instruction.where = &*mask;
  }
  ReducePlan plan() const {
    ReducePlan plan;
    plan_reduce(instruction, testing::operands(instruction), plan);
    return plan;
  }
  Folds folds() const {
    Folds folds;
    const Dims& shape = in->shape();
    Dims mask_strides(shape.size()), out_strides(shape.size());
    if (mask)
      mask_strides = broadcast_strides(mask->shape(), mask->strides(), shape);
    for (int i = 0, k = 0; i < shape.size(); ++i)
      if (!(instruction.reduced_axes >> i & 1))
        out_strides[i] = out->stride(k++);
    for_each_index(shape, [&](const Dims& index) {
      folds[address(out->data()) + offset_of(index, out_strides)].emplace_back(
          address(in->data()) + offset_of(index, in->strides()),
          mask ? address(mask->data()) + offset_of(index, mask_strides) : 0);
    });
    return folds;
  }
};

Folds folds_of(const ReducePlan& plan) {
  Folds folds;
  int nk = plan.outer_ndim, nr = plan.reduced_ndim;
  for_each_index(Dims(plan.outer_shape, nk), [&](const Dims& kept) {
    uintptr_t in =
        address(plan.in) + offset_of(kept, Dims(plan.outer_in_strides, nk));
    uintptr_t mask =
        address(plan.mask) + offset_of(kept, Dims(plan.outer_mask_strides, nk));
    auto& elements = folds[address(plan.out) +
                           offset_of(kept, Dims(plan.outer_out_strides, nk))];
    for_each_index(Dims(plan.reduced_shape, nr), [&](const Dims& folded) {
      elements.emplace_back(
          in + offset_of(folded, Dims(plan.reduced_in_strides, nr)),
          plan.mask
              ? mask + offset_of(folded, Dims(plan.reduced_mask_strides, nr))
              : 0);
    });
  });
  return folds;
}

void check_axes(const ReducePlan& plan) {
  for (int i = 0; i < plan.outer_ndim; ++i) {
    EXPECT_NE(plan.outer_shape[i], 1);
    if (i == 0) continue;
    int64_t n = plan.outer_shape[i];
    EXPECT_FALSE(
        plan.outer_in_strides[i - 1] == plan.outer_in_strides[i] * n &&
        plan.outer_out_strides[i - 1] == plan.outer_out_strides[i] * n &&
        plan.outer_mask_strides[i - 1] == plan.outer_mask_strides[i] * n);
  }
  for (int i = 0; i < plan.reduced_ndim; ++i) {
    EXPECT_NE(plan.reduced_shape[i], 1);
    if (i == 0) continue;
    int64_t n = plan.reduced_shape[i];
    EXPECT_FALSE(
        plan.reduced_in_strides[i - 1] == plan.reduced_in_strides[i] * n &&
        plan.reduced_mask_strides[i - 1] == plan.reduced_mask_strides[i] * n);
  }
}

TEST(PlanReduceTest, FoldsTheSameElementsInFewerAxes) {
  Random random(8);
  for (int trial = 0; trial < 6000; ++trial) {
    constexpr ReduceOp kOps[] = {ReduceOp::sum, ReduceOp::argmax,
                                 ReduceOp::argmin, ReduceOp::var};
    ReduceOp op = kOps[random.below(std::size(kOps))];
    Dims shape(static_cast<int>(random.below(6)));
    for (int64_t& n : shape) n = random.once_in(20) ? 0 : 1 + random.below(4);
    Dims strides = distinct_strides(shape, 4, random);
    for (int64_t& s : strides)
      if (random.once_in(8)) s = 0;
    auto axes = static_cast<uint64_t>(random.below(1 << shape.size()));
    Reduction reduction(op, fake_array(DType::kFloat32, shape, strides), axes,
                        random);
    if (random.once_in(3)) {
      Dims cut = shape;
      for (int64_t& n : cut)
        if (random.once_in(4)) n = 1;
      while (!cut.empty() && random.once_in(6)) cut.erase(0);
      reduction.add_mask(cut, distinct_strides(cut, 1, random));
    }
    ReducePlan plan = reduction.plan();
    Folds expected = reduction.folds(), planned = folds_of(plan);
    int64_t outer = 1, reduced = 1;
    for (int i = 0; i < shape.size(); ++i)
      (axes >> i & 1 ? reduced : outer) *= shape[i];
    EXPECT_EQ(plan.outer_size, outer);
    EXPECT_EQ(plan.reduced_size, reduced);
    EXPECT_EQ(planned.size(), static_cast<size_t>(outer));
    EXPECT_EQ(plan.mask != nullptr, reduction.mask.has_value());
    EXPECT_EQ(plan.index32, !force_index64());
    check_axes(plan);
    if (op == ReduceOp::sum || op == ReduceOp::var) {
      for (Folds* folds : {&expected, &planned})
        for (auto& [out, elements] : *folds)
          std::sort(elements.begin(), elements.end());
    }
    // An index counts positions in C order: the order of elements is kept.
    if (reduced > 0) {
      ASSERT_EQ(planned, expected) << trial;
    }
    ASSERT_FALSE(HasFailure()) << trial;
  }
}

TEST(PlanReduceTest, Axes) {
  struct Row {
    ReduceOp op;
    Dims shape, strides;  // of float32
    uint64_t axes;
    int outer_ndim, reduced_ndim;
  };
  const Row rows[] = {
      {ReduceOp::sum, {}, {}, 0, 0, 0},
      {ReduceOp::sum, {2, 3, 4}, {48, 16, 4}, 0b111, 0, 1},
      {ReduceOp::sum, {2, 3, 4}, {4, 8, 24}, 0b111, 0, 1},
      {ReduceOp::argmax, {2, 3, 4}, {48, 16, 4}, 0b111, 0, 1},
      {ReduceOp::argmax, {2, 3, 4}, {4, 8, 24}, 0b111, 0, 3},
      {ReduceOp::sum, {2, 3, 4}, {48, 16, 4}, 0b110, 1, 1},
      {ReduceOp::sum, {2, 3, 4}, {48, 16, 4}, 0b001, 1, 1},
      {ReduceOp::sum, {2, 3, 4}, {48, 16, 4}, 0b101, 1, 2},
      {ReduceOp::sum, {2, 3, 4}, {0, 0, 0}, 0b111, 0, 1},
      {ReduceOp::sum, {2, 1, 4}, {16, 5, 4}, 0b010, 1, 0},
      {ReduceOp::sum, {2, 3}, {-12, -4}, 0b11, 0, 1},
      {ReduceOp::sum, {2, 3}, {-12, 4}, 0b11, 0, 2},
  };
  for (const Row& row : rows) {
    Random random(11);
    ndarray in = fake_array(DType::kFloat32, row.shape, row.strides);
    Reduction reduction(row.op, in, row.axes, random);
    reduction.out = fake_array(DType::kFloat32, reduction.out->shape(),
                               c_strides(reduction.out->shape(), 4));
    ReducePlan plan = reduction.plan();
    SCOPED_TRACE(to_string(row.shape) + to_string(row.strides));
    EXPECT_EQ(plan.outer_ndim, row.outer_ndim);
    EXPECT_EQ(plan.reduced_ndim, row.reduced_ndim);
  }
}

TEST(PlanReduceTest, ParametersAreHandedOn) {
  Random random(9);
  Reduction reduction(ReduceOp::var, fake_array(DType::kInt16, {3}, {2}), 1,
                      random);
  Scalar initial;
  initial.dtype = DType::kFloat64;
  initial.bytes[0] = 42;
  EXPECT_FALSE(reduction.plan().has_initial);
  reduction.instruction.initial = &initial;
  reduction.instruction.compute = DType::kFloat64;
  reduction.instruction.correction = 1.5;
  ReducePlan plan = reduction.plan();
  EXPECT_TRUE(plan.has_initial);
  EXPECT_EQ(plan.initial.bytes[0], 42);
  EXPECT_EQ(plan.correction, 1.5);
  EXPECT_EQ(plan.in_dtype, DType::kInt16);
  EXPECT_EQ(plan.compute_dtype, DType::kFloat64);
  EXPECT_EQ(plan.out_dtype, DType::kInt64);
  EXPECT_EQ(plan.in, reduction.in->data());
  EXPECT_EQ(plan.out, reduction.out->data());
}

TEST(PlanReduceTest, PositionsOf32BitsOnlyWhereAllFits) {
  if (force_index64()) GTEST_SKIP();
  struct Row {
    Dims shape, strides;  // of int8
    uint64_t axes;
    bool index32;
  };
  const Row rows[] = {
      {{1000, 1000}, {1000, 1}, 0b11, true},
      {{kTwo31}, {1}, 1, false},
      {{kTwo31}, {0}, 1, false},
      {{kTwo31, 2}, {2, 1}, 0b10, false},
      {{kTwo31, 2}, {2, 1}, 0b01, false},
      {{2}, {-kTwo31}, 1, false},
      {{2, 2}, {kTwo31 - 100, 100}, 0b10, false},  // both axes together
      {{1 << 20, 1 << 20}, {1 << 20, 1}, 0b10, false},
  };
  for (const Row& row : rows) {
    Random random(10);
    Reduction reduction(ReduceOp::sum,
                        fake_array(DType::kInt8, row.shape, row.strides),
                        row.axes, random);
    EXPECT_EQ(reduction.plan().index32, row.index32)
        << to_string(row.shape) << to_string(row.strides) << row.axes;
  }
}

TEST(PlanReduceTest, SixtyFourAxes) {
  Random random(12);
  Dims shape(64, 1);
  for (int i = 0; i < 62; ++i) shape[i] = 2;
  uint64_t odd = 0xaaaaaaaaaaaaaaaa;
  for (uint64_t axes : {~uint64_t{0}, odd}) {
    Reduction reduction(ReduceOp::sum,
                        fake_array(DType::kInt8, shape, c_strides(shape, 1)),
                        axes, random);
    ReducePlan plan = reduction.plan();
    int folded = std::popcount(axes & (~uint64_t{0} >> 2));
    EXPECT_EQ(plan.reduced_size, int64_t{1} << folded);
    EXPECT_EQ(plan.outer_size, int64_t{1} << (62 - folded));
    if (axes == odd) {
      EXPECT_EQ(plan.reduced_ndim, 31);
    }
    if (axes == ~uint64_t{0}) {
      EXPECT_EQ(plan.reduced_ndim, 1);
    }
  }
}

}  // namespace
}  // namespace tenorite
