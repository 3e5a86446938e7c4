// SPDX-License-Identifier: Apache-2.0
// Groups of recorded operations as one generated kernel each.
#pragma once

#include <span>

#include "core/export.h"
#include "core/storage.h"
#include "jit/compile/compile.h"
#include "ops/cuda/abi/reduce_args.h"
#include "ops/cuda/abi/scan_tiles.h"
#include "ops/plan/group.h"
#include "ops/plan/plan.h"

namespace tenorite::jit {

// How the device's own kernels fold `rows` rows of `length` elements that lie
// side by side.
struct RowFolding {
  bool short_rows;  // reduce_short_rows, else reduce_rows of
                    // ops/cuda/reduce/reduce_kernels.cuh
  // Rows of middle length: first_middle_vector() of ops/cuda/abi/reduce_args.h
  // says where lanes begin.
  bool middle;
  int lanes_log2;
};

// Which of the kernels of ops/cuda/reduce/reduce_bodies.cuh and
// reduce_columns.cuh.
enum class FoldKernel : uint8_t { kRows, kRuns, kColumns, kAny };

// How the device's own kernels do a reduction whose elements lie in memory in C
// order.
struct FoldGeometry {
  FoldKernel kernel;
  DType value;        // what is folded
  int vector, loads;  // elements of a load, loads in flight
  int acc_bytes;
  int64_t partials;  // accumulators that the splits leave in memory
  // But for that memory, masks, and what is done with results. A byte, in place
  // of an element, is what addresses count.
  cuda::ReduceArgs args;
};

// What a kind of device does for its groups.
struct GroupDevice {
  // False where they do not fold a row by one block.
  bool (*row_folding)(ReduceOp op, DType in, DType compute, int64_t rows,
                      int64_t length, Device device, RowFolding* folding);
  // False where elements have to be in memory.
  bool (*fold_geometry)(const ReducePlan& plan, FoldGeometry* geometry);
  // Memory by which the splits of the next launch merge what they have; the
  // holders live until then.
  void (*give_split_memory)(cuda::ReduceArgs* args, int64_t partial_bytes,
                            Device, StreamId, StoragePtr (&holders)[2]);
  // Memory by which tiles tell each other their totals; null where kernels
  // cannot do that.
  StoragePtr (*plant)(cuda::TileTree* tree, int64_t rows, int accumulator_bytes,
                      Device, StreamId);
  int (*multiprocessors)(Device);
  int (*shared_bytes)(Device);  // that a block can have
  // Where kernels report errors in user data, and what is told after a launch
  // of one that may.
  unsigned* (*error_word)(Device);
  int (*next_checked_launch)();  // its number, which kernels report
  void (*note_checked_launch)(Device, StreamId);
};

// GroupEngine::run. What is known of a group, and its code, are kept under what
// the code depends on: the same operations again cost one look-up. Returns how
// many kernels ran.
TENORITE_EXPORT int run_group(std::span<const GroupPlan> boxes,
                              GroupEffort effort, const GroupDevice& device);

// GroupEngine::too_large: its values do not fit into registers, its scalars
// into a launch's parameters, or its folds into one kernel.
TENORITE_EXPORT bool is_too_large(const GroupPlan& plan);

// The text of the kernel that such a group, or the largest of its boxes, has on
// CUDA devices; NotImplemented where it has none.
TENORITE_EXPORT KernelSource group_source(std::span<const GroupPlan> boxes);
inline KernelSource group_source(const GroupPlan& plan) {
  return group_source({&plan, 1});
}

}  // namespace tenorite::jit
