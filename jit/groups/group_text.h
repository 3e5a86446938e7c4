// SPDX-License-Identifier: Apache-2.0
// The steps of a group as statements: one per result, each made of a loop of
// the op table and of conversions, so that every result is rounded to its
// dtype.
#pragma once

#include <string>
#include <vector>

#include "ops/plan/group.h"

namespace tenorite::jit {

class GroupText {
 public:
  explicit GroupText(const GroupPlan& plan);

  // Includes, names, and the struct GroupConstants, if there is one.
  std::string preamble() const;
  // "const float v3 = apply<op::Add, float>(v1, a0);\n", for steps that are no
  // reductions.
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

  // The scalars lie in GroupConstants as in a struct of C++; behind them an
  // address for errors, if `checked`.
  const std::vector<int>& constant_offsets() const { return offsets_; }
  int error_offset() const { return error_offset_; }
  int constant_bytes() const { return constant_bytes_; }
  bool checked() const { return checked_; }

 private:
  std::string call(const GroupStep& step) const;

  const GroupPlan& plan_;
  std::vector<int> offsets_;
  int error_offset_ = 0, constant_bytes_ = 0;
  bool checked_ = false;
};

}  // namespace tenorite::jit
