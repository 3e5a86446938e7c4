// SPDX-License-Identifier: Apache-2.0
// How CUDA reductions are divided, which needs no GPU.
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "ops/cuda/abi/tuning.h"
#include "ops/cuda/reduce/reduce_geometry.h"

namespace tenorite::cuda {
namespace {

constexpr int64_t kMultiprocessors = 132;
// float32
constexpr int64_t kItem = 4;
ReduceKernels kernels() {
  ReduceKernels kernels{};
  kernels.acc_bytes = 16;
  kernels.row_blocks = 4;
  kernels.column_blocks = 3;
  kernels.row_vector = kernels.row_loads = 4;
  kernels.column_vector = kernels.column_loads = 4;
  kernels.any_loads = 4;
  return kernels;
}

struct Axis {
  int64_t size, stride;  // in elements
};

ReducePlan plan_of(const std::vector<Axis>& kept,
                   const std::vector<Axis>& reduced) {
  ReducePlan plan{};
  plan.in = reinterpret_cast<const char*>(uintptr_t{1} << 20);
  plan.in_dtype = plan.compute_dtype = plan.out_dtype = DType::kFloat32;
  plan.outer_size = plan.reduced_size = 1;
  for (const Axis& axis : kept) {
    plan.outer_shape[plan.outer_ndim] = axis.size;
    plan.outer_in_strides[plan.outer_ndim++] = axis.stride * kItem;
    plan.outer_size *= axis.size;
  }
  for (const Axis& axis : reduced) {
    plan.reduced_shape[plan.reduced_ndim] = axis.size;
    plan.reduced_in_strides[plan.reduced_ndim++] = axis.stride * kItem;
    plan.reduced_size *= axis.size;
  }
  int64_t stride = kItem;
  for (int i = plan.outer_ndim - 1; i >= 0; --i) {
    plan.outer_out_strides[i] = stride;
    stride *= plan.outer_shape[i];
  }
  return plan;
}

ReduceArgs args_of(const ReducePlan& plan) {
  return reduce_args(plan, kernels(), classify(plan, false), false, kItem,
                     kMultiprocessors);
}

TEST(ReduceGeometry, TheContiguousAxisChoosesTheClass) {
  EXPECT_EQ(classify(plan_of({}, {{1 << 20, 1}}), false), ReduceClass::kRows);
  EXPECT_EQ(classify(plan_of({{9, 512}}, {{512, 1}}), false),
            ReduceClass::kShortRows);
  EXPECT_EQ(classify(plan_of({{9, 513}}, {{513, 1}}), false),
            ReduceClass::kRows);
  EXPECT_EQ(classify(plan_of({{8, 5}}, {{9, 40}, {5, 1}}), false),
            ReduceClass::kRuns);
  EXPECT_EQ(classify(plan_of({{512, 1}}, {{9, 512}}), false),
            ReduceClass::kColumns);
  EXPECT_EQ(classify(plan_of({{9, 1024}}, {{512, 2}}), false),
            ReduceClass::kAny);
}

TEST(ReduceGeometry, ConversionsMasksAndNoElementsGoOneByOne) {
  ReducePlan plan = plan_of({}, {{1 << 20, 1}});
  EXPECT_EQ(classify(plan, true), ReduceClass::kAny);
  plan.mask = plan.in;
  EXPECT_EQ(classify(plan, false), ReduceClass::kAny);
  EXPECT_EQ(classify(plan_of({{3, 0}}, {{0, 1}}), false), ReduceClass::kAny);
}

TEST(ReduceGeometry, ColumnsLeaveAsVectorsWhereTheirPlacesAllow) {
  constexpr int64_t kColumns = 1 << 22;
  ReducePlan plan = plan_of({{kColumns, 1}}, {{2, kColumns}});
  EXPECT_TRUE(args_of(plan).whole);
  EXPECT_EQ(args_of(plan).thread_vectors, kColumnVectors);
  plan.out += kItem;
  EXPECT_FALSE(args_of(plan).whole);
  EXPECT_EQ(args_of(plan).thread_vectors, 1);
  // One run may end anywhere, several must be whole vectors.
  EXPECT_TRUE(args_of(plan_of({{kColumns + 1, 1}}, {{3, kColumns + 1}})).whole);
  EXPECT_TRUE(
      args_of(plan_of({{1 << 12, 3072}, {1024, 1}}, {{3, 1024}})).whole);
  EXPECT_FALSE(
      args_of(plan_of({{1 << 12, 3069}, {1023, 1}}, {{3, 1023}})).whole);
  // Lanes and splits share.
  EXPECT_FALSE(args_of(plan_of({{64, 1}}, {{1 << 16, 64}})).whole);
}

TEST(ReduceGeometry, LanesOfShortRowsDependOnTheirLengthAlone) {
  for (int64_t length = 1; length <= kShortRowBytes / kItem; ++length) {
    int lanes_log2 = args_of(plan_of({{1, length}}, {{length, 1}})).lanes_log2;
    EXPECT_LE(lanes_log2, kWarpLog2);
    for (int64_t rows : {int64_t{7}, int64_t{100000}, int64_t{1} << 33})
      for (int64_t pitch : {length, length + 3})
        EXPECT_EQ(args_of(plan_of({{rows, pitch}}, {{length, 1}})).lanes_log2,
                  lanes_log2)
            << length;
  }
}

TEST(ReduceGeometry, LanesOfMiddleRowsDependOnTheirLengthAlone) {
  for (int64_t length = kShortRowBytes / kItem + 1;
       length <= kMiddleRowBytes / kItem; length += 61) {
    const int64_t units = (length + 3) / 4;
    for (int64_t rows :
         {int64_t{1}, int64_t{7}, int64_t{kManyMiddleRows}, int64_t{1} << 33}) {
      const ReducePlan plan = plan_of({{rows, length}}, {{length, 1}});
      const bool many = classify(plan, false) == ReduceClass::kMiddleRows;
      EXPECT_EQ(many, rows >= kManyMiddleRows);
      const ReduceArgs args = args_of(plan);
      EXPECT_TRUE(args.middle);
      EXPECT_EQ(args.splits, 1);
      const int lanes_log2 = args.lanes_log2 - (many ? 0 : kMiddleStatesLog2);
      EXPECT_GE(lanes_log2, 3);
      EXPECT_LE(lanes_log2, kWarpLog2);
      EXPECT_LE(units, int64_t{kMiddleStates * kMiddleRowLoads} << lanes_log2);
      EXPECT_GE(args.tiles * (kReduceThreads >> args.lanes_log2), rows);
    }
  }
  // One element more.
  EXPECT_FALSE(
      args_of(plan_of({{9, 4097}}, {{kMiddleRowBytes / kItem + 1, 1}})).middle);
  ReducePlan spread = plan_of({{9, 1024}}, {{1024, 1}});
  spread.op = ReduceOp::var;
  EXPECT_TRUE(args_of(spread).middle);
  spread = plan_of({{9, 2048}}, {{1024, 2}});
  spread.op = ReduceOp::var;
  spread.in_dtype = spread.compute_dtype = DType::kFloat64;
  EXPECT_EQ(classify(spread, false), ReduceClass::kRows);
  EXPECT_FALSE(args_of(spread).middle);
}

// A thread of each accumulator, or one of each lane: the folds are the same.
TEST(ReduceGeometry, AccumulatorsOfMiddleRowsAreFoldedInOneOrder) {
  constexpr int kWarp = 1 << kWarpLog2;
  const auto fold = [](std::vector<std::string> parts, size_t from, size_t step,
                       size_t end) {
    for (size_t by = step; by < end; by *= 2)
      for (size_t i = from; i + by < end; i += 2 * by)
        parts[i] = "(" + parts[i] + " " + parts[i + by] + ")";
    return parts[from];
  };
  for (int lanes_log2 = 3; lanes_log2 <= kWarpLog2; ++lanes_log2) {
    const int lanes = 1 << lanes_log2, threads = lanes * kMiddleStates;
    std::vector<std::string> of_lanes, of_warps;
    for (int lane = 0; lane < lanes; ++lane) {
      std::vector<std::string> states;
      for (int s = 0; s < kMiddleStates; ++s)
        states.push_back(std::to_string(lane + s * lanes));
      of_lanes.push_back(fold(states, 0, 1, states.size()));
    }
    for (int warp = 0; warp < threads / kWarp; ++warp) {
      std::vector<std::string> own;
      for (int t = 0; t < kWarp; ++t)
        own.push_back(std::to_string(first_middle_vector(
            warp * kWarp + t, lanes_log2 + kMiddleStatesLog2)));
      of_warps.push_back(fold(own, 0, 1, own.size()));
    }
    for (size_t half = of_warps.size() / 2; half > 0; half /= 2)
      for (size_t i = 0; i < half; ++i)
        of_warps[i] = "(" + of_warps[i] + " " + of_warps[i + half] + ")";
    EXPECT_EQ(of_warps[0], fold(of_lanes, 0, 1, of_lanes.size()));
  }
}

TEST(ReduceGeometry, BlocksCoverAllRowsOfFewTerms) {
  for (int64_t length = 1; length <= reduction::kFewTerms; ++length)
    for (int64_t rows : {9, 1000, 1 << 22})
      for (int64_t pitch : {length, length + 1, length + 2}) {
        const ReducePlan plan = plan_of({{rows, pitch}}, {{length, 1}});
        ASSERT_EQ(classify(plan, false), ReduceClass::kFewTerms);
        const ReduceArgs args = args_of(plan);
        const int64_t block_rows = kReduceThreads * few_term_rows(kItem);
        EXPECT_GE(args.tiles * block_rows, rows);
        EXPECT_LT((args.tiles - 1) * block_rows, rows);
        EXPECT_EQ(args.term_vector, std::gcd(std::gcd(length, pitch), 4));
      }
}

TEST(ReduceGeometry, BlocksCoverAllShortRowsAndFitSharedMemory) {
  constexpr int64_t kVectors = kShortRowLoads * kReduceThreads;
  for (int64_t length = reduction::kFewTerms + 1;
       length <= kShortRowBytes / kItem; ++length)
    for (int64_t rows : {1, 1000, 1 << 22})
      for (int64_t pitch : {length, length + 1}) {
        ReduceArgs args = args_of(plan_of({{rows, pitch}}, {{length, 1}}));
        EXPECT_EQ(args.packed, pitch == length);
        EXPECT_GE(args.block_rows, 1);
        EXPECT_GE(args.tiles * args.block_rows, rows);
        EXPECT_LT((args.tiles - 1) * args.block_rows, rows);
        int64_t bytes =
            args.packed ? length * kItem : args.units * kVectorBytes;
        EXPECT_LE(args.block_rows * bytes, kVectors * kVectorBytes);
      }
}

TEST(ReduceGeometry, SplitsCoverAllUnits) {
  for (int64_t length : {513, 5000, 100000, 1 << 20, 16777217})
    for (int64_t rows : {1, 3, 100, 300, 1500, 5000})
      for (bool columns : {false, true}) {
        ReducePlan plan = columns ? plan_of({{rows, 1}}, {{length, rows}})
                                  : plan_of({{rows, length}}, {{length, 1}});
        ReduceArgs args = args_of(plan);
        if (classify(plan, false) == ReduceClass::kRows) {
          EXPECT_EQ(args.units, (length + 3) / 4);
        }
        EXPECT_GE(args.splits * args.chunk, args.units);
        EXPECT_LT((args.splits - 1) * args.chunk, args.units);
        if (args.splits == 1) continue;
        EXPECT_LT(args.tiles, kReduceTiles * kMultiprocessors);
        EXPECT_LE(args.tiles * (args.splits - 1),
                  kReduceTiles * kMultiprocessors);
        EXPECT_GE(partial_count(args, kernels(), classify(plan, false)),
                  rows * args.splits);
      }
}

TEST(ReduceGeometry, PlannedResultsFixTheOrder) {
  for (int64_t length : {40, 513, 5000, 100000, 1 << 20})
    for (int64_t all : {64, 4096, 1 << 20})
      for (int shape = 0; shape < 3; ++shape) {
        auto plan = [&](int64_t rows) {
          ReducePlan plan = shape == 0 ? plan_of({{rows, 1}}, {{length, rows}})
                            : shape == 1
                                ? plan_of({{rows, length}}, {{length, 1}})
                                : plan_of({{rows, 2 * length}}, {{length, 2}});
          plan.planned_results = static_cast<uint32_t>(all);
          return plan;
        };
        ReducePlan alone = plan(all);
        alone.planned_results = 0;
        const ReduceArgs whole = args_of(alone);
        for (int64_t rows : {all, all / 2, all / 7, int64_t{9}}) {
          const ReducePlan part = plan(rows);
          const ReduceArgs args = args_of(part);
          // Threads of each accumulator, or of each lane: one order.
          const auto lanes_log2 = [](const ReducePlan& plan,
                                     const ReduceArgs& args) {
            return args.lanes_log2 -
                   (args.middle && classify(plan, false) == ReduceClass::kRows
                        ? kMiddleStatesLog2
                        : 0);
          };
          EXPECT_EQ(lanes_log2(part, args), lanes_log2(alone, whole));
          EXPECT_EQ(args.splits, whole.splits);
          EXPECT_EQ(args.chunk, whole.chunk);
          EXPECT_EQ(args.units, whole.units);
          if (classify(part, false) == ReduceClass::kShortRows) continue;
          if (args.by_column) {
            EXPECT_EQ(args.lanes, whole.lanes);
            EXPECT_EQ(args.slots, whole.slots);
          }
          const int64_t groups = int64_t{args.slots} * args.thread_vectors;
          EXPECT_GE(args.tiles * groups, args.groups);
          EXPECT_LT((args.tiles - 1) * groups, args.groups);
        }
      }
}

TEST(ReduceGeometry, FewColumnsAreFoldedLikeEachOfThem) {
  for (int64_t length : {40, 513, 5000, 100000, 1 << 20})
    for (int64_t rows : {1, 3, 100, 16384})
      for (int64_t columns : {2, 3, 7}) {
        std::vector<Axis> kept, alone;
        if (rows > 1) {
          kept.push_back({rows, columns * length});
          alone.push_back({rows, length});
        }
        kept.push_back({columns, 1});
        const ReducePlan all = plan_of(kept, {{length, columns}});
        ReducePlan one = plan_of(alone, {{length, 1}});
        one.planned_results = static_cast<uint32_t>(all.outer_size);
        one.by_column = true;
        EXPECT_EQ(classify(all, false), ReduceClass::kFewColumns);
        EXPECT_EQ(classify(one, false), ReduceClass::kFewColumns);
        const ReduceArgs a = args_of(all), b = args_of(one);
        EXPECT_TRUE(a.by_column && b.by_column);
        EXPECT_EQ(a.lanes, b.lanes);
        EXPECT_EQ(a.slots, b.slots);
        EXPECT_EQ(a.splits, b.splits);
        EXPECT_EQ(a.chunk, b.chunk);
      }
  EXPECT_EQ(classify(plan_of({{8, 1}}, {{5000, 8}}), false),
            ReduceClass::kColumns);
  // Along several axes nothing is unrolled.
  EXPECT_EQ(
      classify(plan_of({{9, 600}, {3, 1}}, {{50, 5400}, {200, 3}}), false),
      ReduceClass::kColumns);
}

TEST(ReduceGeometry, FewColumnsLeaveFewThreadsIdle) {
  for (int64_t columns = 8; columns <= 600; ++columns) {
    const ReducePlan plan = plan_of({{columns, 1}}, {{1 << 20, columns}});
    const ReduceArgs args = args_of(plan);
    ASSERT_EQ(classify(plan, false), ReduceClass::kColumns);
    EXPECT_EQ(args.groups, (columns + 3) / 4);
    EXPECT_LE(args.lanes * args.slots, kReduceThreads);
    EXPECT_GE(args.tiles * args.slots, args.groups);
    // Of the threads of all tiles.
    const double busy = static_cast<double>(args.groups * args.lanes) /
                        static_cast<double>(args.tiles * kReduceThreads);
    if (args.groups <= 128) {
      EXPECT_GT(busy, 0.85) << columns;
    } else {
      EXPECT_EQ(args.slots, 32) << columns;
    }
  }
}

TEST(ReduceGeometry, OneOutputKeepsTheDeviceBusy) {
  // Blocks that are at work at a time.
  constexpr int64_t kWave = 4 * kMultiprocessors;
  auto splits = [](int64_t n) { return args_of(plan_of({}, {{n, 1}})).splits; };
  EXPECT_EQ(splits(1000), 1);
  EXPECT_GE(splits(100000), 16);
  EXPECT_GE(splits(1000000), kMultiprocessors);
  // Blocks that do little are one wave, which is full.
  EXPECT_LE(splits(10000000), kWave);
  EXPECT_GE(splits(10000000), kWave * 3 / 4);
  EXPECT_GE(splits(1 << 28), 2 * kWave);
}

TEST(ReduceGeometry, AxesAreTheKeptOnesFirst) {
  ReducePlan plan = plan_of({{2, 700}, {3, 200}}, {{4, 40}, {5, 6}, {2, 2}});
  ReduceAxis axes[kMaxDims];
  ASSERT_EQ(reduce_axes(plan, kMaxDims, axes), 5);
  const int64_t sizes[] = {2, 3, 4, 5, 2};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(axes[i].size.by, sizes[i]);
  EXPECT_EQ(axes[1].in, 200 * kItem);
  EXPECT_EQ(axes[3].in, 6 * kItem);
  EXPECT_EQ(reduce_axes(plan, 3, axes), 3);
}

}  // namespace
}  // namespace tenorite::cuda
