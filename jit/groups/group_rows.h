// SPDX-License-Identifier: Apache-2.0
// Groups of GroupLevel::kRows: what is done in which stage, and the text of
// that. Stage s goes over the elements of some rows, which are in registers or
// in shared memory where later stages, reductions or scans want them; then come
// its reductions and scans, then the kept steps of stage s + 1.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jit/compile/compile.h"
#include "ops/plan/group.h"

namespace tenorite::jit {

inline constexpr int kMaxRowFolds = 8, kMaxRowScans = 8;
// As in jit/prelude/groups/rows.cuh: what a warp leaves of a fold, at most.
inline constexpr int kRowPartBytes = 48;

// A value of which a row is held: an array, or a step's result.
struct CarriedRow {
  GroupSource value;
  int itemsize;
  int birth;     // the stage that writes it, or that follows the scan
  bool scanned;  // a scan writes it
  // When it is written, and read last: a pass over the elements, then all
  // reductions, then each scan.
  int born, last;
  int place;  // several share one after each other
};

struct RowsSchedule {
  int stages = 0;
  int vector = 1;                // elements of a thread at a time
  std::vector<int> step_stage;   // of each step
  std::vector<int> array_stage;  // that loads the array; -1 for none
  std::vector<CarriedRow> carried;
  std::vector<int> place_size;  // bytes of an element, places of carried rows
  std::vector<int> folds;       // the kReduce steps
  std::vector<int> scans;       // the kScan steps
  // The place of a kept step's result, behind those of carried rows, and the
  // bytes of one.
  std::vector<int> kept_place[kMaxOutputs];
  std::vector<int> kept_size;

  // Of a stage, one after the other: see CarriedRow.
  static constexpr int kTimes = 2 + kMaxRowScans;
  static int time_of_pass(int stage) { return kTimes * stage; }
  static int time_of_folds(int stage) { return kTimes * stage + 1; }
  static int time_of_scan(int stage, int scan) {
    return kTimes * stage + 2 + scan;
  }

  int places() const {
    return static_cast<int>(place_size.size() + kept_size.size()) + 1;
  }
};

// Of an array along a row.
enum class RowAccess : uint8_t { kNone, kVector, kUnit, kConstant };

struct RowsVariant {
  uint8_t warps;
  uint8_t blocks;      // that a multiprocessor should have registers for
  uint8_t axes;        // kept ones
  uint8_t whole;       // rows are whole vectors
  uint8_t one;         // row of a block
  uint8_t short_rows;  // bits, of reductions
  bool few_terms;      // no more than reduction::kFewTerms
  // Vectors of a row that a thread holds in registers, 0 where shared memory
  // does; threads that share those of a lane; vectors that are whole in every
  // thread; and whether all blocks have all of their rows.
  uint8_t held, parts, sure, rows;
  RowAccess access[kMaxGroupArrays];
};

// None where there is no such kernel. `constant` says of arrays that they do
// not change along a row. `again`: stages read arrays again, which are in a
// cache, rather than to keep them.
std::optional<RowsSchedule> schedule_rows(const GroupPlan& plan,
                                          const std::vector<bool>& constant,
                                          bool again = false);

KernelSource rows_source(const GroupPlan& plan, const RowsSchedule& schedule,
                         const RowsVariant& variant);

}  // namespace tenorite::jit
