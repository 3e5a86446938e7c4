// SPDX-License-Identifier: Apache-2.0
#include "ops/record/group_order.h"

#include <gtest/gtest.h>

namespace tenorite {
namespace {

using Groups = std::vector<size_t>;

GroupOrder order_of(size_t count,
                    const std::vector<std::pair<size_t, size_t>>& pairs) {
  GroupOrder order;
  for (size_t g = 0; g < count; ++g) EXPECT_EQ(order.add(), g);
  for (const auto& [first, then] : pairs) order.put_before(first, then);
  return order;
}

TEST(GroupOrder, IsTheProgramsWhereItMattersToNone) {
  EXPECT_EQ(order_of(0, {}).in_order(), Groups{});
  EXPECT_EQ(order_of(4, {}).in_order(), (Groups{0, 1, 2, 3}));
  EXPECT_EQ(order_of(4, {{3, 0}, {3, 0}, {2, 2}}).in_order(),
            (Groups{1, 2, 3, 0}));
  EXPECT_EQ(order_of(5, {{4, 1}, {1, 0}, {0, 2}}).in_order(),
            (Groups{3, 4, 1, 0, 2}));
}

TEST(GroupOrder, KnowsWhatIsBehind) {
  const GroupOrder order = order_of(6, {{0, 1}, {1, 2}, {2, 4}, {3, 4}});
  EXPECT_TRUE(order.any_behind({4}, 0));
  EXPECT_TRUE(order.any_behind({5, 2}, 0));
  EXPECT_FALSE(order.any_behind({3, 5}, 0));
  EXPECT_FALSE(order.any_behind({0}, 4));
  // A group is not behind itself.
  EXPECT_FALSE(order.any_behind({2}, 2));
  EXPECT_FALSE(order.any_behind({}, 0));
}

}  // namespace
}  // namespace tenorite
