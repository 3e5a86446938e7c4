// SPDX-License-Identifier: Apache-2.0
// What stands in an ELF file: cubins are such files, so that what was compiled
// for a GPU can be looked into without one.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace tenorite::jit {

// Any bytes can be given; those that are no sound 64-bit ELF file are empty.
class ElfFile {
 public:
  // The bytes must outlive this.
  explicit ElfFile(std::string_view bytes);

  bool valid() const { return valid_; }
  bool for_cuda() const;
  // The bytes of a variable with an initial value; empty where there is none.
  std::string_view variable(const std::string& symbol) const;
  // Symbols of functions that others can call, in order of their names.
  const std::map<std::string, uint64_t>& functions() const {
    return functions_;
  }

 private:
  struct Range {
    uint64_t offset, size;
    uint64_t address = 0;  // what symbols count from; 0 in a cubin
  };
  bool read();
  void read_symbols(Range symbols, Range names);
  std::string_view range(Range r) const;

  std::string_view bytes_;
  bool valid_ = false;
  uint16_t machine_ = 0;
  std::map<uint16_t, Range> sections_;  // those with contents
  std::map<std::string, std::pair<uint16_t, Range>, std::less<>> variables_;
  std::map<std::string, uint64_t> functions_;
};

}  // namespace tenorite::jit
