// SPDX-License-Identifier: Apache-2.0
// What of a group depends on one integer of 8 bits alone, and takes long: a
// block of threads works it out once for each of the 256 integers, and then
// looks it up.
#pragma once

#include <vector>

#include "ops/plan/group.h"

namespace tenorite::jit {

struct ByteTable {
  GroupSource of;          // an int8 or uint8: an array's element, or a value
  int step;                // whose result is looked up
  std::vector<int> steps;  // all that it is made of, in order
};

class ByteTables {
 public:
  explicit ByteTables(const GroupPlan& plan);
  // For kernels that have no tables.
  static ByteTables none(const GroupPlan& plan);

  const std::vector<ByteTable>& all() const { return tables_; }
  // The number of the table that has a step's result, or -1.
  int of_step(int step) const { return of_step_[static_cast<size_t>(step)]; }
  bool is_looked_up(int step) const { return of_step(step) >= 0; }
  // Whether a step is done for each element: others are looked up, or are in
  // tables only.
  bool is_done(int step) const { return is_done_[static_cast<size_t>(step)]; }

 private:
  ByteTables() = default;
  void choose(const GroupPlan& plan);
  void find_done(const GroupPlan& plan);

  std::vector<ByteTable> tables_;
  std::vector<int> of_step_;
  std::vector<bool> is_done_;
};

}  // namespace tenorite::jit
