// SPDX-License-Identifier: Apache-2.0
// What is kept of a kind of group: all that does not depend on shapes, strides,
// numbers and addresses.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "jit/codegen/lazy_kernel.h"
#include "jit/groups/group.h"
#include "jit/groups/group_constants.h"

namespace tenorite::jit {

enum class GroupRun : uint8_t {
  kUnfit,     // no kernel does it, for arrays like these
  kNotReady,  // one is still missing
  kDone,
};

class GroupKernels {
 public:
  virtual ~GroupKernels() = default;
  // A group whose arrays are others in each of some boxes, mostly of one.
  // Nothing is written unless it is done. `cache` may keep something until the
  // boxes come again; `kernels` tells how many they took, where not one.
  virtual GroupRun run(std::span<const GroupPlan> boxes, GroupEffort effort,
                       const GroupDevice& device, std::shared_ptr<void>& cache,
                       int& kernels) = 0;
  // Of a kernel that such boxes run in, or the one group that there is.
  virtual KernelSource source(std::span<const GroupPlan> boxes) const = 0;

 protected:
  // What one kernel saves of running the steps one by one.
  struct Saving {
    int launches = 0;
    int64_t bytes_per_element = 0;
    // Of so many elements, and of bytes that need not move besides.
    double nanoseconds(int64_t size, int64_t bytes = 0) const;
  };
  static Saving saving_of(const GroupPlan& plan);
};

// The most 32-bit words that values of one element take at a time.
int live_words(const GroupPlan& plan);

// Whether a step calls a function that takes many instructions.
bool is_heavy(const GroupStep& step);

// Has the stream of a group wait for those that used its memory last.
void use_memory(const GroupPlan& plan);

// The group without what is not its structure, which must not live on.
GroupPlan structure_of(const GroupPlan& plan);

// Null where there is no kernel for such groups.
std::unique_ptr<GroupKernels> make_elementwise_program(const GroupPlan& plan);
std::unique_ptr<GroupKernels> make_rows_program(const GroupPlan& plan);
std::unique_ptr<GroupKernels> make_folds_program(const GroupPlan& plan);
std::unique_ptr<GroupKernels> make_tiles_program(const GroupPlan& plan);

}  // namespace tenorite::jit
