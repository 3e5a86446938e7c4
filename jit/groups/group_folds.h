// SPDX-License-Identifier: Apache-2.0
// Groups of GroupLevel::kReductions: kernels in which the steps over the shape
// make up the elements of the device's own reductions. Those that it would fold
// alike share one; the first kernel writes what is stored over the shape, the
// last one does the kept steps.
#pragma once

#include <bitset>
#include <optional>
#include <string>
#include <vector>

#include "jit/compile/compile.h"
#include "jit/groups/group.h"

namespace tenorite::jit {

inline constexpr int kMaxFolds = 8;

// FoldAccess of jit/prelude/groups/folds.cuh; kNone where a kernel has no use
// for the array, kOfOutput where it is the same for all elements of an output.
enum class FoldAccess : uint8_t {
  kNone,
  kVector,
  kUnit,
  kRepeated,
  kStrided,
  kOfOutput,
  kConstant,
};

struct FoldVariant {
  uint8_t folds;   // bits: which of the reductions
  uint8_t others;  // bits: those that kernels before the last one have
  bool stores;     // what is stored over the shape
  FoldKernel kind;
  DType element[kMaxFolds];  // what steps make up for them
  uint8_t axes, kept_axes;
  bool whole;     // every vector is
  bool one_axis;  // is reduced
  // Elements of an output follow each other along the last of `axes` alone.
  bool along_last;
  FoldAccess access[kMaxGroupArrays];

  bool is_last() const { return (folds & others) == 0; }
};

// What is made of a group's arrays.
struct FoldNeeds {
  std::bitset<kMaxGroupSteps> steps;    // over the shape
  std::bitset<kMaxGroupArrays> arrays;  // that are read over the shape
  // Steps whose results an earlier kernel has stored, which are read.
  std::bitset<kMaxGroupSteps> read;
};

// What a fold takes its elements as, and computes with.
struct FoldTypes {
  DType in, compute;
};

// What the kernels of a group are made of.
struct FoldParts {
  std::vector<int> folds;  // the kReduce steps
  std::vector<FoldTypes> types;
  std::vector<FoldNeeds> needs, later_needs;  // later: of no first kernel
  FoldNeeds stored;           // what is stored over the shape needs
  std::vector<int> store_of;  // by step: the array of its result, or -1
  std::vector<int> kept_steps;
  std::vector<bool> constant;  // arrays that do not change along what is folded
  bool makes;                  // there are steps over the shape
  bool in_place;               // what is read over the shape is written

  FoldNeeds needs_of(const FoldVariant& variant) const;
};
// None where such a group has no kernels.
std::optional<FoldParts> fold_parts(const GroupPlan& plan);

// Calls f(number) for the set bits.
template <class F>
void for_each_fold(unsigned folds, F f) {
  for (int i = 0; i < kMaxFolds; ++i)
    if (folds >> i & 1) f(i);
}

// The kernels of variants, with the name of the last one.
KernelSource folds_source(const GroupPlan& plan, const FoldParts& parts,
                          const std::vector<FoldVariant>& variants);

}  // namespace tenorite::jit
