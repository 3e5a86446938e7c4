// SPDX-License-Identifier: Apache-2.0
// The steps of a group as statements: one per result, each made of a loop of
// the op table and of conversions, so that every result is rounded to its
// dtype.
#pragma once

#include <string>

#include "jit/groups/byte_tables.h"
#include "jit/groups/group_constants.h"
#include "ops/plan/group.h"

namespace tenorite::jit {

class GroupText {
 public:
  explicit GroupText(const GroupPlan& plan)
      : GroupText(plan, ByteTables::none(plan)) {}
  GroupText(const GroupPlan& plan, ByteTables tables);

  // Includes, names, the struct GroupConstants and tables, if there are some.
  std::string preamble() const;
  // "fill_tables(constants);\n", which all threads of a block have to call
  // before the first statement; empty where there are no tables.
  std::string fill_tables(const std::string& constants) const;
  // "const float v3 = apply<op::Add, float>(v1, a0);\n", for steps that are no
  // reductions; nothing for those that tables stand for. Where scalars divide,
  // they name a bool `_missed`, or AtOnce: see ops/device/scalar_divisor.h.
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
  const ByteTables& tables() const { return tables_; }

 private:
  std::string made(int step) const;
  std::string looked_up(int table) const;
  std::string table_functions() const;
  std::string call(const GroupStep& step) const;
  std::string gather(const GroupStep& step) const;

  const GroupPlan& plan_;
  const GroupConstants constants_;
  const ByteTables tables_;
};

}  // namespace tenorite::jit
