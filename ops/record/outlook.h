// SPDX-License-Identifier: Apache-2.0
// What is known of the instructions of a window before they are put into
// groups: pure.
#pragma once

#include <vector>

#include "ops/record/grouping.h"

namespace tenorite {

class Outlook {
 public:
  Outlook(const Window& window, const std::vector<int>& instructions,
          const Fates& fates);

  // Whether an instruction's result has to be in memory, or what is made of it
  // has that could be computed along with it, since it is read in other places
  // than its own alone, such as neighbours.
  bool is_early(int number) const {
    return early_[static_cast<size_t>(number)];
  }

 private:
  std::vector<uint8_t> early_;  // by instruction
};

}  // namespace tenorite
