// SPDX-License-Identifier: Apache-2.0
// Groups of GroupLevel::kReductions: a kernel per reduction, in which the steps
// over the shape make up the elements of one of the device's own kernels. The
// first one writes what is stored over the shape, the last one does the kept
// steps.
#pragma once

#include <string>
#include <vector>

#include "ops/fusion/compile.h"
#include "ops/fusion/group.h"

namespace tenorite::fusion {

// FoldAccess of ops/fusion/prelude/folds.cuh; kNone where a kernel has no use
// for the array.
enum class FoldAccess : uint8_t {
  kNone,
  kVector,
  kUnit,
  kStrided,
  kConstant,
};

struct FoldVariant {
  uint8_t pass;     // which of the reductions
  FoldKernel kind;  // the kernel that folds it
  DType element;    // what steps make up ...
  bool converts;    // ... and the kernel converts
  uint8_t axes, kept_axes;
  bool whole;  // every vector is
  FoldAccess access[kMaxGroupArrays];
};

// What the kernels of a group are made of.
struct FoldPasses {
  std::vector<int> folds;               // the kReduce steps, one per kernel
  std::vector<std::vector<int>> steps;  // over the shape, that each one needs
  std::vector<int> kept_steps;          // of the last one
  std::vector<bool> constant;  // arrays that do not change along what is folded
  bool is_last(int pass) const {
    return pass + 1 == static_cast<int>(folds.size());
  }
};

// The kernels of some passes, with the name of the last one.
KernelSource folds_source(const GroupPlan& plan, const FoldPasses& passes,
                          const std::vector<FoldVariant>& variants);

}  // namespace tenorite::fusion
