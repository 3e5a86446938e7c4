// SPDX-License-Identifier: Apache-2.0
// Groups of recorded operations as one generated kernel each.
#pragma once

#include "ops/fusion/compile.h"
#include "ops/group.h"

namespace tenorite::fusion {

// What a kind of device does for its groups.
struct GroupDevice {
  // Where kernels report errors in user data, and what is told after a launch
  // of one that may.
  unsigned* (*error_word)(Device);
  void (*note_checked_launch)(Device, StreamId);
};

// DeviceOps::group. What is known of a group, and its code, are kept under what
// the code depends on: the same operations again cost one look-up.
bool run_group(const GroupPlan& plan, GroupEffort effort,
               const GroupDevice& device);

// The text of the kernel that such a group has on CUDA devices; NotImplemented
// where it has none.
KernelSource group_source(const GroupPlan& plan);

}  // namespace tenorite::fusion
