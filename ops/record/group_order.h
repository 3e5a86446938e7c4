// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace tenorite {

// The order in which groups have to run, as far as there is one.
class GroupOrder {
 public:
  // A further group, whose number it returns.
  size_t add() {
    before_.emplace_back();
    return before_.size() - 1;
  }
  size_t size() const { return before_.size(); }
  void put_before(size_t first, size_t then);
  // Whether one of them has to come behind the group.
  bool any_behind(const std::vector<size_t>& groups, size_t group) const;
  // All of them, earlier numbers first where either may be.
  std::vector<size_t> in_order() const;

 private:
  std::vector<std::vector<size_t>> before_;  // of each group
};

}  // namespace tenorite
