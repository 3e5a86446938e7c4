// SPDX-License-Identifier: Apache-2.0
// What the texts of kernels that have rows, or tiles of them, in shared memory
// are made of.
#pragma once

#include <string>

#include "jit/groups/group_rows_text.h"

namespace tenorite::jit {

class SharedText : protected RowsText {
 protected:
  using RowsText::RowsText;

  // The bool that says how rows lie in shared memory: for scans in another way.
  std::string padded() const { return s_.scans.empty() ? "false" : "true"; }
  virtual ~SharedText() = default;

  virtual std::string place(int index) const {
    return "_shared + loop.place[" + number(index) + "]";
  }
  std::string kept_at(const GroupSource& source, const std::string& row) const;
  // A variable for a value of a row: "const float v3 = ...".
  void declare_constant(const GroupSource& source, const std::string& row,
                        const char* indent);
  // Over all `_vectors` of `loop`, by `workers` threads. `few`: they are all
  // that keeps the memory busy.
  void write_pass(int stage, const std::string& workers, bool few = false);

 private:
  std::string row_at(const CarriedRow& row) const;
  std::string pointer(int array) const;
  void for_each_vector(const std::string& what);
  void write_elements(const Pass& pass);
};

}  // namespace tenorite::jit
