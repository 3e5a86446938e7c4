// SPDX-License-Identifier: Apache-2.0
// What a kernel of a group is given by value: scalars, where tables are, and
// where errors are reported.
#pragma once

#include <string>
#include <vector>

#include "jit/groups/group.h"

namespace tenorite::jit {

class GroupConstants {
 public:
  explicit GroupConstants(const GroupPlan& plan);

  // A struct of that name, with s0, s1, ... for scalars, t0, t1, ... for tables
  // and, if `checked`, `error` and `launch`; empty where there is nothing.
  std::string declaration() const;
  // "const GroupConstants constants"; empty where there is nothing.
  std::string parameter() const;
  int bytes() const { return bytes_; }
  // Whether the kernel may find errors in user data.
  bool checked() const { return checked_; }
  // Writes `bytes`, of a group of the same structure.
  void write(const GroupPlan& plan, const GroupDevice& device, char* to) const;

 private:
  std::vector<DType> scalars_;
  std::vector<int> tables_;   // axes
  std::vector<int> offsets_;  // of both
  int error_offset_ = 0, bytes_ = 0;
  bool checked_ = false;
};

}  // namespace tenorite::jit
