// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/reduce/reduce_geometry.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "ops/cuda/abi/tuning.h"
#include "ops/plan/planning.h"

namespace tenorite::cuda {
namespace {

// The limit of a grid's second dimension.
constexpr int64_t kMaxSplits = 65535;
constexpr int64_t kTwo31 = int64_t{1} << 31;

int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

// log2 of the power of two that is at least n, at most `limit`.
int ceil_log2(int64_t n, int limit) {
  return n <= 1 ? 0
                : std::min<int>(limit,
                                std::bit_width(static_cast<uint64_t>(n - 1)));
}

// log2 of the power of two that is at most n, from 0 to `limit`.
int floor_log2(int64_t n, int limit) {
  return n <= 1 ? 0
                : std::min<int>(limit,
                                std::bit_width(static_cast<uint64_t>(n)) - 1);
}

Divider make_divider(int64_t by) {
  Divider divider{by, 0, 0};
  if (by > 0 && by < kTwo31) {
    auto n = static_cast<uint64_t>(by);
    divider.shift = static_cast<unsigned>(std::bit_width(n - 1));
    divider.multiplier = static_cast<unsigned>(
        (((uint64_t{1} << divider.shift) - n) << 32) / n + 1);
  }
  return divider;
}

bool is_multiple(int64_t bytes, const void* data, const int64_t* strides,
                 int n) {
  int64_t bits = reinterpret_cast<intptr_t>(data);
  for (int i = 0; i < n; ++i) bits |= strides[i];
  return bits % bytes == 0;
}

bool is_dense(const ReducePlan& plan, int64_t bytes) {
  for (int i = plan.outer_ndim - 1; i >= 0; --i) {
    if (plan.outer_out_strides[i] != bytes) return false;
    bytes *= plan.outer_shape[i];
  }
  return true;
}

int64_t in_bytes(const ReducePlan& plan) {
  return static_cast<int64_t>(itemsize(plan.in_dtype));
}

// Neighbouring threads follow the smaller stride.
bool goes_by_column(const ReducePlan& plan) {
  if (plan.by_column) return true;
  if (plan.outer_ndim == 0) return false;
  if (plan.reduced_ndim == 0) return true;
  return std::llabs(plan.outer_in_strides[plan.outer_ndim - 1]) <
         std::llabs(plan.reduced_in_strides[plan.reduced_ndim - 1]);
}

int64_t tiles_of(int64_t groups, const ReduceArgs& args) {
  return ceil_div(groups, int64_t{args.slots} * args.thread_vectors);
}

void set_lanes(ReduceArgs& args, int lanes_log2) {
  args.lanes_log2 = lanes_log2;
  args.lanes = 1 << lanes_log2;
  args.slots = kReduceThreads >> lanes_log2;
}

// The groups for which lanes and splits, and so the order, are chosen, of
// `vector` results each.
int64_t planned_groups(const ReduceArgs& args, const ReducePlan& plan,
                       int64_t vector = 1) {
  return plan.planned_results ? ceil_div(plan.planned_results, vector)
                              : args.groups;
}

// More lanes while blocks are too few and each lane keeps `least` units.
void add_lanes(ReduceArgs& args, int64_t groups, int most_log2, int64_t least,
               int64_t multiprocessors) {
  while (args.lanes_log2 < most_log2 && args.units >> args.lanes_log2 > least &&
         tiles_of(groups, args) < kReduceTiles * multiprocessors)
    set_lanes(args, args.lanes_log2 + 1);
}

// Columns of which there are a few times as many as a warp's threads, or fewer:
// as many slots as they need, and as many lanes as are left for each.
void fit_slots(ReduceArgs& args, int64_t groups, int most_log2, int64_t least) {
  constexpr int64_t kWarp = 1 << kWarpLog2;
  if (args.lanes_log2 < most_log2 || groups < 1 || groups > 4 * kWarp) return;
  const int64_t slots = ceil_div(groups, ceil_div(groups, kWarp));
  const int64_t lanes = kReduceThreads / slots;
  if (args.units / lanes <= least) return;
  args.slots = static_cast<int>(slots);
  args.lanes = static_cast<int>(lanes);
}

// Splits where blocks are still too few. `round` units are what the lanes take
// at a time, `unit_bytes` what a unit takes of a group of `results`; `blocks`
// of them are on a multiprocessor at a time. Tried are as many splits as make
// full waves of blocks: few waves waste little on each block, and leave little
// for the one that merges; many end together.
void add_splits(ReduceArgs& args, int64_t groups, int64_t results,
                int64_t round, int64_t unit_bytes, int64_t blocks,
                int64_t multiprocessors) {
  int64_t tiles = tiles_of(groups, args);
  args.tiles = tiles_of(args.groups, args);
  args.splits = 1;
  args.chunk = args.units;
  int64_t wave = blocks * multiprocessors, waves = kReduceTiles / blocks;
  if (tiles * 4 > waves * wave * 3 || args.units < 2 * round) return;
  int64_t slots = int64_t{args.slots} * args.thread_vectors;
  int64_t round_bytes = std::min(slots, groups) * round * unit_bytes;
  int64_t rounds = ceil_div(args.units, round);
  int64_t least = std::max(ceil_div(kSplitBytes, round_bytes),
                           ceil_div(rounds, kMaxSplits));
  int64_t best = rounds, lowest = INT64_MAX;  // rounds of a split, and its cost
  for (int64_t n = 0; n <= waves; ++n) {
    int64_t splits = std::max<int64_t>(1, n * wave / tiles);
    int64_t some = std::max(ceil_div(rounds, splits), std::min(least, rounds));
    int64_t bytes = some * round_bytes;
    int64_t cost = ceil_div(tiles * ceil_div(rounds, some), wave) *
                       (bytes + kSplitOverhead) +
                   bytes / kSplitUneven +
                   ceil_div(rounds, some) * std::min(slots, groups) * results *
                       kMergedBytes;
    if (cost < lowest) {
      best = some;
      lowest = cost;
    }
  }
  args.splits = ceil_div(rounds, best);
  if (args.splits > 1) args.chunk = best * round;
}

// The order, which is that of the lanes, depends on the row's length alone.
void set_short_rows(ReduceArgs& args, const ReducePlan& plan,
                    int64_t multiprocessors) {
  int64_t row_bytes = args.run * in_bytes(plan);
  args.packed = plan.outer_ndim == 0 ||
                (plan.outer_ndim == 1 && plan.outer_in_strides[0] == row_bytes);
  if (!args.packed) row_bytes = args.units * kVectorBytes;
  set_lanes(args, floor_log2(args.units / kShortRowLoads, kWarpLog2));
  constexpr int64_t kBytes = kShortRowLoads * kReduceThreads * kVectorBytes;
  int64_t least = ceil_div(kReduceThreads, args.units);
  int64_t wanted = ceil_div(args.groups, kShortRowTiles * multiprocessors);
  args.block_rows =
      static_cast<int>(std::min(kBytes / row_bytes, std::max(least, wanted)));
  args.tiles = ceil_div(args.groups, args.block_rows);
}

// One run of middle length. Folds that take elements in batches, for which they
// divide, have long ones.
bool is_of_middle_length(const ReducePlan& plan) {
  const int64_t bytes = plan.reduced_size * in_bytes(plan);
  const bool batches =
      info(plan.op).makes == ReduceResult::kSpread &&
      (plan.in_dtype == DType::kFloat64 || plan.in_dtype == DType::kComplex128);
  return bytes > kShortRowBytes && bytes <= kMiddleRowBytes && !batches;
}

// The order depends on the row's length alone, like that of short rows.
void set_middle_rows(ReduceArgs& args, ReduceClass kind) {
  args.middle = true;
  const int lanes_log2 =
      std::max(ceil_log2(ceil_div(args.units, kMiddleStates * kMiddleRowLoads),
                         kWarpLog2),
               3);
  set_lanes(args, kind == ReduceClass::kRows ? lanes_log2 + kMiddleStatesLog2
                                             : lanes_log2);
  args.tiles = tiles_of(args.groups, args);
  args.chunk = args.units;
}

void set_rows(ReduceArgs& args, const ReducePlan& plan,
              const ReduceKernels& kernels, ReduceClass kind,
              int64_t multiprocessors) {
  args.run = plan.reduced_shape[plan.reduced_ndim - 1];
  int64_t vectors = ceil_div(args.run, kernels.row_vector);
  args.run_vectors = make_divider(vectors);
  args.units = plan.reduced_size / args.run * vectors;
  args.groups = plan.outer_size;
  args.aligned = is_multiple(kVectorBytes, plan.in, plan.outer_in_strides,
                             plan.outer_ndim) &&
                 is_multiple(kVectorBytes, plan.in, plan.reduced_in_strides,
                             plan.reduced_ndim - 1);
  if (kind == ReduceClass::kShortRows) {
    set_short_rows(args, plan, multiprocessors);
    return;
  }
  if (kind != ReduceClass::kRuns && is_of_middle_length(plan)) {
    set_middle_rows(args, kind);
    return;
  }
  int64_t loads = kernels.row_loads;
  // One round of loads per lane, but no more lanes than read 128 bytes side by
  // side; then several rounds.
  set_lanes(args, std::max(ceil_log2(ceil_div(args.units, loads), 3),
                           ceil_log2(ceil_div(args.units, kRowRounds * loads),
                                     kReduceThreadsLog2)));
  int64_t groups = planned_groups(args, plan);
  add_lanes(args, groups, kReduceThreadsLog2, loads, multiprocessors);
  add_splits(args, groups, 1, loads * args.lanes, kVectorBytes,
             kernels.row_blocks, multiprocessors);
}

// A thread takes whole rows.
void set_few_terms(ReduceArgs& args, const ReducePlan& plan) {
  const int64_t item = in_bytes(plan);
  args.run = args.units = plan.reduced_size;
  args.groups = plan.outer_size;
  args.term_vector = static_cast<int>(kVectorBytes / item);
  while (args.run % args.term_vector != 0 ||
         !is_multiple(args.term_vector * item, plan.in, plan.outer_in_strides,
                      plan.outer_ndim))
    args.term_vector /= 2;
  args.tiles = ceil_div(args.groups, kReduceThreads * few_term_rows(item));
}

void set_columns(ReduceArgs& args, const ReducePlan& plan,
                 const ReduceKernels& kernels, int64_t multiprocessors) {
  int last = plan.outer_ndim - 1;
  args.run = plan.outer_shape[last];
  int64_t vectors = ceil_div(args.run, kernels.column_vector);
  args.run_vectors = make_divider(vectors);
  args.units = plan.reduced_size;
  args.groups = plan.outer_size / args.run * vectors;
  args.by_column = true;
  int64_t bytes = kernels.column_vector * in_bytes(plan);
  args.aligned =
      is_multiple(bytes, plan.in, plan.outer_in_strides, last) &&
      is_multiple(bytes, plan.in, plan.reduced_in_strides, plan.reduced_ndim);
  int64_t loads = kernels.column_loads;
  // Results that lie as the vectors of columns do leave from where they are.
  args.whole = args.dense && is_multiple(kVectorBytes, plan.out, nullptr, 0) &&
               (last == 0 || args.run % kernels.column_vector == 0);
  if (args.whole && args.units * kColumnVectors <= loads)
    args.thread_vectors = kColumnVectors;
  // A warp along the outputs; narrow outputs leave more lanes.
  int64_t groups = planned_groups(args, plan, kernels.column_vector);
  int most = kReduceThreadsLog2 - ceil_log2(groups, kWarpLog2);
  if (args.thread_vectors == 1) {
    add_lanes(args, groups, most, loads, multiprocessors);
    fit_slots(args, groups, most, loads);
  }
  add_splits(args, groups, kernels.column_vector, loads * args.lanes, bytes,
             kernels.column_blocks, multiprocessors);
  args.whole = args.whole && args.lanes == 1 && args.splits == 1;
}

void set_any(ReduceArgs& args, const ReducePlan& plan,
             const ReduceKernels& kernels, int64_t multiprocessors) {
  args.units = plan.reduced_size;
  args.groups = plan.outer_size;
  args.by_column = goes_by_column(plan);
  int64_t loads = kernels.any_loads;
  int64_t groups = planned_groups(args, plan);
  int most = kReduceThreadsLog2;
  if (args.by_column) most -= ceil_log2(groups, kWarpLog2);
  set_lanes(args, ceil_log2(ceil_div(args.units, loads),
                            args.by_column ? most : kWarpLog2));
  add_lanes(args, groups, most, loads, multiprocessors);
  if (args.by_column) fit_slots(args, groups, most, loads);
  add_splits(args, groups, 1, loads * args.lanes, in_bytes(plan),
             kernels.column_blocks, multiprocessors);
}

bool is_float(const ReducePlan& plan) {
  return plan.in_dtype == DType::kFloat32 || plan.in_dtype == DType::kFloat64;
}

// Whether the order of a sum is that of each of its columns. Of several reduced
// axes, which are not unrolled, none has to be.
bool has_few_columns(const ReducePlan& plan) {
  if ((plan.op != ReduceOp::sum && plan.op != ReduceOp::mean) ||
      plan.reduced_ndim != 1)
    return false;
  return plan.by_column ||
         (is_float(plan) && plan.outer_ndim > 0 &&
          plan.outer_in_strides[plan.outer_ndim - 1] == in_bytes(plan) &&
          plan.outer_shape[plan.outer_ndim - 1] <= kMostColumns);
}

}  // namespace

ReduceClass classify(const ReducePlan& plan, bool converts) {
  if (converts || plan.mask || plan.reduced_size == 0) return ReduceClass::kAny;
  if (has_few_columns(plan)) return ReduceClass::kFewColumns;
  int64_t item = in_bytes(plan);
  int last = plan.reduced_ndim - 1;
  if (last >= 0 && plan.reduced_in_strides[last] == item) {
    if (last > 0) return ReduceClass::kRuns;
    if (is_float(plan) && info(plan.op).makes != ReduceResult::kSpread &&
        plan.reduced_size <= reduction::kFewTerms)
      return ReduceClass::kFewTerms;
    if (plan.reduced_size * item <= kShortRowBytes)
      return ReduceClass::kShortRows;
    return is_of_middle_length(plan) && plan.outer_size >= kManyMiddleRows
               ? ReduceClass::kMiddleRows
               : ReduceClass::kRows;
  }
  if (plan.outer_ndim > 0 && plan.outer_in_strides[plan.outer_ndim - 1] == item)
    return ReduceClass::kColumns;
  return ReduceClass::kAny;
}

const void* kernel_of(const ReduceKernels& kernels, ReduceClass kind) {
  switch (kind) {
    case ReduceClass::kRows:
      return kernels.rows;
    case ReduceClass::kRuns:
      return kernels.runs;
    case ReduceClass::kShortRows:
      return kernels.short_rows;
    case ReduceClass::kMiddleRows:
      return kernels.middle_rows;
    case ReduceClass::kFewTerms:
      return kernels.few_terms;
    case ReduceClass::kColumns:
      return kernels.columns;
    case ReduceClass::kFewColumns:
      return kernels.few_columns;
    case ReduceClass::kAny:
      break;
  }
  return kernels.any;
}

int reduce_axes(const ReducePlan& plan, int most, ReduceAxis* axes) {
  int n = std::min(plan.outer_ndim, most);
  for (int i = 0; i < n; ++i)
    axes[i] = {make_divider(plan.outer_shape[i]), plan.outer_in_strides[i],
               plan.mask ? plan.outer_mask_strides[i] : 0,
               plan.outer_out_strides[i]};
  for (int i = 0; i < plan.reduced_ndim && n < most; ++i, ++n)
    axes[n] = {make_divider(plan.reduced_shape[i]), plan.reduced_in_strides[i],
               plan.mask ? plan.reduced_mask_strides[i] : 0, 0};
  return n;
}

ReduceArgs reduce_args(const ReducePlan& plan, const ReduceKernels& kernels,
                       ReduceClass kind, bool converts, int64_t result_bytes,
                       int64_t multiprocessors) {
  ReduceArgs args{};
  args.in = plan.in;
  args.mask = plan.mask;
  args.out = plan.out;
  args.outer_size = plan.outer_size;
  args.reduced_size = plan.reduced_size;
  args.outer_ndim = plan.outer_ndim;
  args.reduced_ndim = plan.reduced_ndim;
  args.in_letter = letter(plan.in_dtype);
  args.compute_letter = letter(plan.compute_dtype);
  args.converts = converts;
  args.index32 = !force_index64() && plan.outer_size < kTwo31 &&
                 plan.reduced_size < kTwo31;
  args.dense = is_dense(plan, result_bytes);
  args.splits = args.thread_vectors = 1;
  set_lanes(args, 0);
  reduce_axes(plan, kNearAxes, args.axis);
  if (plan.reduced_ndim == 1) {
    args.reduced_in = plan.reduced_in_strides[0];
    args.reduced_mask = plan.mask ? plan.reduced_mask_strides[0] : 0;
  }
  switch (kind) {
    case ReduceClass::kRows:
    case ReduceClass::kRuns:
    case ReduceClass::kShortRows:
    case ReduceClass::kMiddleRows:
      set_rows(args, plan, kernels, kind, multiprocessors);
      break;
    case ReduceClass::kFewTerms:
      set_few_terms(args, plan);
      break;
    case ReduceClass::kColumns:
      set_columns(args, plan, kernels, multiprocessors);
      break;
    case ReduceClass::kFewColumns:
    case ReduceClass::kAny:
      set_any(args, plan, kernels, multiprocessors);
  }
  return args;
}

int64_t partial_count(const ReduceArgs& args, const ReduceKernels& kernels,
                      ReduceClass kind) {
  if (args.splits == 1) return 0;
  int64_t outputs = int64_t{args.slots} * args.thread_vectors;
  if (kind == ReduceClass::kColumns) outputs *= kernels.column_vector;
  return args.tiles * args.splits * outputs;
}

}  // namespace tenorite::cuda
