// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <optional>

#include "ops/plan/planning.h"
#include "tests/cpp/fake_array.h"

namespace tenorite {
namespace {

using testing::fake_array;

constexpr int64_t kTwo31 = int64_t{1} << 31;

ElementwisePlan plan_copy(DType dtype, const Dims& shape, const Dims& out,
                          const std::optional<Dims>& in, bool masked = false) {
  Instruction instruction;
  instruction.kind = Instruction::Kind::kCopy;
  instruction.nin = instruction.nout = 1;
  ndarray target = fake_array(dtype, shape, out), source, mask;
  instruction.out[0] = &target;
  if (in) {
    source = fake_array(dtype, shape, *in, uintptr_t{2} << 44);
    instruction.in[0].array = &source;
  } else {
    instruction.in[0].scalar = Scalar{.dtype = dtype};
  }
  if (masked) {
    mask = fake_array(DType::kBool, shape, c_strides(shape, 1),
                      uintptr_t{3} << 44);
    instruction.where = &mask;
  }
  ElementwisePlan plan;
  plan_elementwise(instruction, testing::operands(instruction), plan);
  return plan;
}

struct LayoutRow {
  Dims shape, out;         // of float32
  std::optional<Dims> in;  // none: a scalar
  int ndim;
  Layout layout;
  bool masked = false;
};

TEST(PlanLayoutTest, Layouts) {
  const LayoutRow rows[] = {
      {{}, {}, Dims{}, 0, Layout::kContiguous},
      {{1, 1}, {9, 9}, Dims{5, 5}, 0, Layout::kContiguous},
      {{6}, {4}, Dims{4}, 1, Layout::kContiguous},
      {{6}, {4}, std::nullopt, 1, Layout::kContiguous},
      {{2, 3}, {12, 4}, Dims{12, 4}, 1, Layout::kContiguous},
      {{2, 3}, {4, 8}, Dims{4, 8}, 1, Layout::kContiguous},  // both Fortran
      {{2, 3}, {-12, -4}, Dims{-12, -4}, 1, Layout::kContiguous},  // reversed
      {{2, 3}, {-12, 4}, Dims{-12, 4}, 1, Layout::kContiguous},
      {{2, 3, 4}, {16, 32, 4}, Dims{16, 32, 4}, 1, Layout::kContiguous},
      {{2, 3}, {12, 4}, Dims{0, 4}, 2, Layout::kInner},  // a row for each row
      {{2, 3}, {12, 4}, Dims{4, 0}, 2, Layout::kInner},  // a column
      {{6}, {4}, Dims{0}, 1, Layout::kInner},
      {{2, 3}, {16, 4}, Dims{12, 4}, 2, Layout::kInner},  // padded rows
      {{6}, {4}, Dims{8}, 1, Layout::kGeneric},
      {{6}, {4}, Dims{-4}, 1, Layout::kGeneric},
      {{2, 3}, {12, 4}, Dims{4, 8}, 2, Layout::kGeneric},  // transposed
      {{6}, {8}, Dims{8}, 1, Layout::kGeneric},
      {{6}, {4}, Dims{4}, 1, Layout::kInner, true},
      {{6}, {8}, Dims{4}, 1, Layout::kGeneric, true},
  };
  for (const LayoutRow& row : rows) {
    ElementwisePlan plan =
        plan_copy(DType::kFloat32, row.shape, row.out, row.in, row.masked);
    SCOPED_TRACE(to_string(row.shape) + to_string(row.out) +
                 (row.in ? to_string(*row.in) : ""));
    EXPECT_EQ(plan.ndim, row.ndim);
    EXPECT_EQ(plan.layout, row.layout);
  }
}

TEST(PlanLayoutTest, IndicesOf32BitsOnlyWhereAllFits) {
  if (force_index64()) GTEST_SKIP();
  struct Row {
    Dims shape, out, in;  // of int8
    bool index32;
  };
  const Row rows[] = {
      {{1000}, {1}, {1}, true},
      {{kTwo31}, {1}, {1}, false},
      {{kTwo31}, {1}, {0}, false},
      {{kTwo31 / 2, 4}, {4, 1}, {0, 0}, false},
      {{2}, {kTwo31}, {1}, false},  // the output spreads wide
      {{2}, {1}, {kTwo31}, false},  // the input does
      {{2}, {1}, {-kTwo31}, false},
      {{2, 2}, {kTwo31 / 2, 1}, {2, 1}, true},
      {{3, 2}, {kTwo31 / 2, 1}, {2, 1}, false},
      {{3, 2, 2}, {4, 2, 1}, {-kTwo31 / 2, 2, 1}, false},
      {{0, kTwo31}, {1, 1}, {1, 1}, true},
  };
  for (const Row& row : rows)
    EXPECT_EQ(plan_copy(DType::kInt8, row.shape, row.out, row.in).index32,
              row.index32)
        << to_string(row.shape) << to_string(row.out) << to_string(row.in);
}

TEST(PlanLayoutTest, SixtyFourAxes) {
  Dims shape(64, 1);
  for (int i = 0; i < 62; ++i) shape[i] = 2;
  Dims c = c_strides(shape, 1), f = f_strides(shape, 1);
  ElementwisePlan same = plan_copy(DType::kInt8, shape, c, c);
  EXPECT_EQ(same.ndim, 1);
  EXPECT_EQ(same.size, int64_t{1} << 62);
  EXPECT_EQ(plan_copy(DType::kInt8, shape, f, f).ndim, 1);
  ElementwisePlan crossed = plan_copy(DType::kInt8, shape, c, f);
  EXPECT_EQ(crossed.ndim, 62);
  EXPECT_EQ(crossed.layout, Layout::kGeneric);
  EXPECT_FALSE(crossed.index32);
  EXPECT_EQ(plan_copy(DType::kInt8, Dims(64, 1), Dims(64, 3), Dims(64)).ndim,
            0);
}

TEST(PlanLayoutTest, RunsOnTheCurrentStream) {
  set_current_stream(kCpu, 3);
  EXPECT_EQ(plan_copy(DType::kInt8, {2}, {1}, {{1}}).stream, 3u);
  set_current_stream(kCpu, kDefaultStream);
  EXPECT_EQ(plan_copy(DType::kInt8, {2}, {1}, {{1}}).stream, kDefaultStream);
}

}  // namespace
}  // namespace tenorite
