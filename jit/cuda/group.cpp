// SPDX-License-Identifier: Apache-2.0
#include "jit/groups/group.h"

#include "core/cuda/check.h"
#include "jit/codegen/parameters.h"
#include "jit/cuda/group_geometry.h"
#include "jit/groups/group_scan.h"
#include "ops/cuda/errors.h"
#include "ops/cuda/reduce/reduce_splits.h"
#include "ops/cuda/scan/tile_tree.h"
#include "ops/plan/registry.h"

namespace tenorite::cuda {
namespace {

// Of a block's shared memory, by the driver.
constexpr size_t kReserved = 1024;

constexpr jit::GroupDevice kDevice = {
    .row_folding =
        [](ReduceOp op, DType in, DType compute, int64_t rows, int64_t length,
           Device device, jit::RowFolding* folding) {
          return row_folding(folding_of(op, in, compute, false), op, in,
                             compute, rows, length,
                             properties(device).multiprocessors, folding);
        },
    .fold_geometry =
        [](const ReducePlan& plan, jit::FoldGeometry* geometry) {
          return fold_geometry(
              folding_of(plan.op, plan.in_dtype, plan.compute_dtype,
                         plan.mask != nullptr),
              plan, properties(plan.device).multiprocessors, geometry);
        },
    .give_split_memory = give_split_memory,
    .plant =
        [](TileTree* tree, int64_t rows, int accumulator_bytes, Device device,
           StreamId stream) {
          return plant(*tree, rows, kWarpRadixLog2, accumulator_bytes, device,
                       stream);
        },
    .multiprocessors =
        [](Device device) { return properties(device).multiprocessors; },
    .shared_bytes =
        [](Device device) {
          return static_cast<int>(
              properties(device).shared_memory_per_block_optin - kReserved);
        },
    .error_word = [](Device device) { return error_word(device); },
    .next_checked_launch = next_checked_launch,
    .note_checked_launch = note_checked_launch,
};

int run(std::span<const GroupPlan> boxes, GroupEffort effort) {
  DeviceGuard guard(boxes.front().device);
  return jit::run_group(boxes, effort, kDevice);
}

constexpr GroupEngine kEngine = {
    // As many operands as a kernel can have.
    .limits = {.level = GroupLevel::kRows,
               .arrays = jit::kMaxParameters,
               .box_alignment = 16,
               .looks_up_bytes = true},
    .run = run,
    .too_large = jit::is_too_large,
    .source =
        [](std::span<const GroupPlan> boxes) {
          return jit::group_source(boxes).text;
        },
    .records_indices =
        [](IndexMode mode) {
          return mode != IndexMode::kRaise || !raises_at_once();
        },
    .records_scan = jit::records_scan,
};

[[maybe_unused]] const bool registered = [] {
  register_group_engine(DeviceType::kCuda, &kEngine);
  return true;
}();

}  // namespace
}  // namespace tenorite::cuda
