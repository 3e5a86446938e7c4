// SPDX-License-Identifier: Apache-2.0
#include "ops/fusion/group.h"

#include "core/cuda/check.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/errors.h"

namespace tenorite::cuda {
namespace {

constexpr fusion::GroupDevice kDevice = {
    .error_word = [](Device device) { return error_word(device); },
    .note_checked_launch = note_checked_launch,
};

}  // namespace

bool group(const GroupPlan& plan, GroupEffort effort) {
  DeviceGuard guard(plan.device);
  return fusion::run_group(plan, effort, kDevice);
}

}  // namespace tenorite::cuda
