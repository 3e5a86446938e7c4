// SPDX-License-Identifier: Apache-2.0
// Machine code for x86-64 processors with AVX2 or AVX-512, as bytes: the
// instructions that a Pass needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ops/cpu/machine/vector_set.h"

namespace tenorite::cpu {

// Registers by their numbers, of vectors and of addresses alike.
enum Address : int {
  kRax,
  kRcx,
  kRdx,
  kRbx,
  kRsp,
  kRbp,
  kRsi,
  kRdi,
  kR8,
  kR9,
  kR10,
  kR11,
  kR12,
  kR13,
  kR14,
  kR15
};

// base + index * scale + offset, or a constant of the code.
struct MachineMemory {
  int base = -1, index = -1;
  int scale = 1;
  int8_t offset = 0;
  int constant = -1;
};

// The bit W of an instruction: 0, 1, or 1 with AVX-512 alone.
enum WideBit : uint8_t { kW0, kW1, kW1Avx512 };

// A vector instruction: its opcode, and the prefixes of it.
struct VectorInstruction {
  uint8_t opcode;
  uint8_t map;     // 1: 0F, 2: 0F 38, 3: 0F 3A
  uint8_t prefix;  // 0: none, 1: 66, 2: F3, 3: F2
  WideBit wide = kW0;
};

// What an instruction works on: vectors of so many bytes (16, 32 or 64); with
// AVX-512 only the elements in a mask, where the others are left, or zero.
struct VectorForm {
  VectorForm(int length) : bytes(length) {}  // NOLINT: a length is a form
  VectorForm(int length, int only, bool others_are_zero)
      : bytes(length), mask(only), zeroes(others_are_zero) {}

  int bytes;
  int mask = 0;  // 0: all
  bool zeroes = false;
};

class Assembler {
 public:
  explicit Assembler(VectorSet set) : set_(set) {}

  // dst = f(a, b); a < 0 where there is one operand. `immediate` < 0: none.
  void vector(VectorInstruction op, int dst, int a, int b, VectorForm form,
              int immediate = -1);
  void vector(VectorInstruction op, int dst, int a, const MachineMemory& b,
              VectorForm form, int immediate = -1);
  // The same of registers of masks.
  void mask(VectorInstruction op, int dst, int a, int b);
  void mask(VectorInstruction op, int dst, const MachineMemory& b);

  // Of addresses and counts, 64 bits wide.
  void push(int reg);
  void pop(int reg);
  void load_pointer(int reg, int base, int32_t offset);  // from base + offset
  void move(int to, int from);
  void set_zero(int reg);
  void add(int reg, int32_t number);
  void twice(int reg);  // reg += reg
  void compare(int a, int b);
  void leave();  // clears the upper halves of vectors and returns

  // Places in the code, to jump back to; forward jumps are told where they end.
  size_t here() const { return code_.size(); }
  void jump_if_not_greater(size_t target);  // signed
  void jump(size_t target);
  size_t jump_if_equal();
  void land(size_t jump);

  // The bytes of a vector; a MachineMemory's `constant` is its number.
  int constant(const void* bytes);

  // The code, and its constants behind it.
  std::vector<uint8_t> finish();

 private:
  void byte(int value) { code_.push_back(static_cast<uint8_t>(value)); }
  void word(int32_t value);
  void prefixes(VectorInstruction op, int reg, int a, int index, int base,
                VectorForm form);
  void vex(VectorInstruction op, int reg, int a, int index, int base,
           bool is_long);
  void evex(VectorInstruction op, int reg, int a, int index, int base,
            VectorForm form);
  void memory(int reg, const MachineMemory& at, int bytes_after);
  size_t constant_bytes() const { return set_ == VectorSet::kAvx512 ? 64 : 32; }
  void rex(int reg, int base);
  void jump_back(size_t target);

  struct Reference {
    size_t at;   // of the 4 bytes of a distance
    size_t end;  // of the instruction, from which it counts
    int constant;
  };
  const VectorSet set_;
  std::vector<uint8_t> code_;
  std::vector<uint8_t> constants_;
  std::vector<Reference> references_;
};

}  // namespace tenorite::cpu
