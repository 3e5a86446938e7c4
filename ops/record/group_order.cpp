// SPDX-License-Identifier: Apache-2.0
#include "ops/record/group_order.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>

#include "core/assert.h"

namespace tenorite {

void GroupOrder::put_before(size_t first, size_t then) {
  std::vector<size_t>& known = before_[then];
  if (first != then &&
      std::find(known.begin(), known.end(), first) == known.end())
    known.push_back(first);
}

bool GroupOrder::any_behind(const std::vector<size_t>& groups,
                            size_t group) const {
  std::vector<size_t> left;
  for (size_t g : groups)
    if (g != group) left.push_back(g);
  if (left.empty()) return false;  // as in a chain
  std::vector<uint8_t> seen(before_.size());
  auto visit = [&](size_t g) {
    if (!std::exchange(seen[g], true)) left.push_back(g);
  };
  while (!left.empty()) {
    const size_t at = left.back();
    left.pop_back();
    for (size_t g : before_[at]) {
      if (g == group) return true;
      visit(g);
    }
  }
  return false;
}

std::vector<size_t> GroupOrder::in_order() const {
  std::vector<std::vector<size_t>> behind(size());
  std::vector<size_t> waits_for(size());
  std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
  for (size_t g = 0; g < size(); ++g) {
    waits_for[g] = before_[g].size();
    for (size_t first : before_[g]) behind[first].push_back(g);
    if (waits_for[g] == 0) ready.push(g);
  }
  std::vector<size_t> order;
  while (!ready.empty()) {
    order.push_back(ready.top());
    ready.pop();
    for (size_t g : behind[order.back()])
      if (--waits_for[g] == 0) ready.push(g);
  }
  TENORITE_ASSERT(order.size() == size(), "groups wait for each other");
  return order;
}

}  // namespace tenorite
