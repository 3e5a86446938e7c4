// SPDX-License-Identifier: Apache-2.0
// What a kernel of a group is given by value: scalars, what helps to divide by
// them, where tables are, and where errors are reported.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "jit/codegen/kernel_call.h"
#include "jit/groups/group.h"

namespace tenorite::jit {

// The most bytes of them, in elementwise kernels, whose long bodies have many
// scalars, and in others.
inline constexpr int kMaxElementwiseConstants = 2048, kMaxConstantBytes = 1024;

class GroupConstants {
 public:
  explicit GroupConstants(const GroupPlan& plan);

  // A struct of that name, with s0, s1, ... for scalars (a ScalarDivisor where
  // `divides` says so), t0, t1, ... for tables and, if `checked`, `error` and
  // `launch`; empty where there is nothing.
  std::string declaration() const;
  // "const GroupConstants constants"; empty where there is nothing.
  std::string parameter() const;
  int bytes() const { return bytes_; }
  bool divides(int scalar) const {
    return divides_[static_cast<size_t>(scalar)];
  }
  bool any_divides() const {
    return std::find(divides_.begin(), divides_.end(), true) != divides_.end();
  }
  // Whether the kernel may find errors in user data.
  bool checked() const { return checked_; }
  // Writes `bytes`, of a group of the same structure.
  void write(const GroupPlan& plan, const GroupDevice& device, char* to) const;
  // Calls start(), which launches kernels with `arguments`: these come last in
  // them. What the kernels report is looked for afterwards.
  template <class F>
  void launch(const GroupPlan& plan, const GroupDevice& device,
              LaunchArguments& arguments, F start) const {
    alignas(16) char values[kMaxElementwiseConstants];
    if (bytes_ > 0) {
      write(plan, device, values);
      arguments.point(values, static_cast<size_t>(bytes_));
    }
    start();
    if (checked_) device.note_checked_launch(plan.device, plan.stream);
  }

 private:
  std::vector<DType> scalars_;
  std::vector<bool> divides_;
  std::vector<int> tables_;   // axes
  std::vector<int> offsets_;  // of both
  int error_offset_ = 0, bytes_ = 0;
  bool checked_ = false;
};

}  // namespace tenorite::jit
