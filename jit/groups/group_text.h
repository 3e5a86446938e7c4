// SPDX-License-Identifier: Apache-2.0
// The steps of a group as statements: one per result, each made of a loop of
// the op table and of conversions, so that every result is rounded to its
// dtype.
#pragma once

#include <string>

#include "jit/groups/group_constants.h"
#include "ops/plan/group.h"

namespace tenorite::jit {

class GroupText {
 public:
  explicit GroupText(const GroupPlan& plan);

  // Includes, names, and the struct GroupConstants, if there is one.
  std::string preamble() const;
  // "const float v3 = apply<op::Add, float>(v1, a0);\n", for steps that are no
  // reductions. Where scalars divide, they name a bool `_missed`, or AtOnce:
  // see ops/device/scalar_divisor.h.
  std::string statements(int step) const;
  // "a1 = v3;\n"
  std::string statement(const GroupStore& store) const;
  // A value as a dtype: "v3", "cast<float>(a0)".
  std::string value(const GroupSource& source, DType as) const;
  // What names an array's element ("a0"): as it was, and where it is stored.
  std::string element(int array) const;
  std::string stored(int array) const;
  DType dtype(const GroupSource& source) const;
  // A kernel's name, made of the operations'.
  std::string name() const;

  const GroupConstants& constants() const { return constants_; }

 private:
  std::string call(const GroupStep& step) const;
  std::string gather(const GroupStep& step) const;

  const GroupPlan& plan_;
  const GroupConstants constants_;
};

}  // namespace tenorite::jit
