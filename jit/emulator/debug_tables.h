// SPDX-License-Identifier: Apache-2.0
// What a shared object that was compiled with -g -gdwarf-4 tells of itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tenorite::cpu {

struct SourceLine {
  std::string file;
  unsigned line = 0;  // 0 where it is not known
};

// A variable of which each thread of the process has its own.
struct ThreadVariable {
  std::string name;  // without scopes
  uint64_t offset, size;
};

class DebugTables {
 public:
  // Any bytes can be given; of damaged ones less is known.
  explicit DebugTables(std::string_view elf);

  // Of the code at an address as the file counts it.
  SourceLine find_line(uint64_t address) const;
  // In the order of their offsets.
  const std::vector<ThreadVariable>& thread_variables() const {
    return thread_variables_;
  }

 private:
  // The code from an address on, up to the next row.
  struct Row {
    uint64_t address;
    uint32_t file, line;  // file: in files_; line 0 ends a sequence
  };
  void read_symbols(std::string_view symbols, std::string_view names);
  void read_lines(std::string_view section);
  void read_unit(std::string_view unit);

  std::vector<ThreadVariable> thread_variables_;
  std::vector<Row> rows_;
  std::vector<std::string> files_;
};

}  // namespace tenorite::cpu
