// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "ops/bin_plan.h"
#include "ops/fft_plan.h"
#include "ops/group.h"
#include "ops/plan.h"
#include "ops/random_plan.h"
#include "ops/slide.h"
#include "ops/sort_plan.h"

namespace tenorite {

// What a device can run. A null entry means that the device does not have the
// operation; one place (require) turns that into one error.
struct DeviceOps {
  // Threads of the host that share the work.
  int (*num_threads)();
  // Runs info(plan.op).loops[plan.loop] over the planned operands.
  void (*elementwise)(const ElementwisePlan&);
  // Element conversion and strided copy: out(0) <- in(0), any two dtypes; a
  // scalar input is a fill. plan.op and plan.loop are not used.
  void (*copy)(const ElementwisePlan&);
  // Sources side by side in one pass; none overlaps the result. False, with
  // nothing done, where copies of one after the other serve as well. Null:
  // everywhere.
  bool (*join)(const JoinPlan&);
  void (*reduce)(const ReducePlan&);
  void (*fold)(const FoldPlan&);
  // out[i] = start + i * delta over n contiguous elements, computed as NumPy's
  // fill functions do (start and delta have the array's dtype).
  void (*arange)(char* out, DType dtype, int64_t n, const Scalar& start,
                 const Scalar& delta, Device device, StreamId stream);
  void (*index_get)(const IndexPlan&);
  void (*index_put)(const IndexPlan&);
  void (*at)(const AtPlan&);
  // Counts the flags (and waits for the number).
  void (*count_true)(MaskPlan&);
  // Those that follow are for counted masks. The positions of the flags that
  // are set in an array of that shape and C order: `count` along every axis.
  void (*true_positions)(const MaskPlan&, int ndim, const int64_t* shape,
                         int64_t* const* positions);
  // Moves the selected ones of n contiguous items to `count` contiguous ones,
  // and back. Both lie at multiples of their size.
  void (*mask_get)(const MaskPlan&, const char* from, char* to,
                   size_t itemsize);
  void (*mask_put)(const MaskPlan&, char* to, const char* from,
                   size_t itemsize);
  void (*sort)(const SortPlan&);
  // Whether a partition of rows serves better than their sort, from what the
  // plan says but for pointers. Null: never.
  bool (*selects)(const PartitionPlan&);
  void (*partition)(const PartitionPlan&);
  // Moves the items of a line of numbers of 4 or 8 bytes, at `in`, to `out` so
  // that none of a part comes before one of a former part; where parts end.
  std::vector<int64_t> (*split)(const SortPlan&,
                                const std::vector<double>& shares);
  void (*search)(const SearchPlan&);
  void (*bin)(const BinPlan&);
  void (*bin_sums)(const BinSumPlan&);
  // out[i] = whether item i of a sorted line is the first of its equals.
  void (*first_of_equals)(DType dtype, const char* sorted, int64_t n, bool* out,
                          Device device, StreamId stream);
  void (*slide)(const SlidePlan&);
  // Transforms; see FftLaunch.
  void (*fft)(const FftLaunch&);
  // Runs a group of at most `group_level` in one pass. False, with nothing
  // done, where it cannot (yet): then its operations are run one by one. Throws
  // with nothing written.
  bool (*group)(const GroupPlan&, GroupEffort);
  GroupLevel group_level;
  // Whether a group that did not run takes too much for one kernel, while parts
  // of it may do. Null: none does.
  bool (*group_too_large)(const GroupPlan&);
  // Operations on at most so many elements may cost less when they are executed
  // at once than recorded: see ops/looks.h. 0: none does.
  int64_t most_at_once;
  // The text of the kernel that has run such a group, without what texts
  // include. Null where groups need none.
  std::string (*group_source)(const GroupPlan&);
  void (*random_bits)(const RandomBitsPlan&);
  void (*random)(const RandomPlan&);
  void (*random_categories)(const RandomRowsPlan&);
  // Raises what kernels have found in user data since the last call
  // (IndexError, ValueError); waits for the stream if any may have. CPU:
  // nothing pending.
  void (*raise_pending)(Device, StreamId);
  // The C library's function of vectors of `type` that a loop calls in place
  // of its functor, as a symbol; empty if it calls none. Null where no loop
  // does.
  std::string (*vector_symbol)(Op op, int loop, DType* type);
};

void register_device_ops(DeviceType type, const DeviceOps* ops);
const DeviceOps& device_ops(Device device);

// Thrown for a null entry.
[[noreturn]] void throw_missing(Device device, const char* what);

}  // namespace tenorite
