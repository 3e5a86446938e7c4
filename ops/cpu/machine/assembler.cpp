// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/machine/assembler.h"

#include <algorithm>
#include <cstring>

namespace tenorite::cpu {

// The three-byte form of the prefix, which can say everything.
void Assembler::vex(VectorInstruction op, int reg, int a, int index, int base,
                    bool is_long) {
  byte(0xc4);
  byte((reg & 8 ? 0 : 0x80) | (index & 8 ? 0 : 0x40) | (base & 8 ? 0 : 0x20) |
       op.map);
  const int second = a < 0 ? 0 : a;
  byte((op.wide == kW1) << 7 | (~second & 15) << 3 | (is_long ? 4 : 0) |
       op.prefix);
  byte(op.opcode);
}

// `index` of an operand in a register: its number, divided by 2.
void Assembler::evex(VectorInstruction op, int reg, int a, int index, int base,
                     VectorForm form) {
  byte(0x62);
  byte((reg & 8 ? 0 : 0x80) | (index & 8 ? 0 : 0x40) | (base & 8 ? 0 : 0x20) |
       (reg & 16 ? 0 : 0x10) | op.map);
  const int second = a < 0 ? 0 : a;
  byte((op.wide != kW0) << 7 | (~second & 15) << 3 | 4 | op.prefix);
  const int length = form.bytes == 64 ? 2 : form.bytes == 32 ? 1 : 0;
  byte(form.zeroes << 7 | length << 5 | (second & 16 ? 0 : 8) | form.mask);
  byte(op.opcode);
}

void Assembler::prefixes(VectorInstruction op, int reg, int a, int index,
                         int base, VectorForm form) {
  if (set_ == VectorSet::kAvx512)
    evex(op, reg, a, index, base, form);
  else
    vex(op, reg, a, index, base, form.bytes == 32);
}

void Assembler::vector(VectorInstruction op, int dst, int a, int b,
                       VectorForm form, int immediate) {
  prefixes(op, dst, a, b >> 1, b, form);
  byte(0xc0 | (dst & 7) << 3 | (b & 7));
  if (immediate >= 0) byte(immediate);
}

void Assembler::vector(VectorInstruction op, int dst, int a,
                       const MachineMemory& b, VectorForm form, int immediate) {
  prefixes(op, dst, a, std::max(b.index, 0), std::max(b.base, 0), form);
  memory(dst, b, immediate >= 0);
  if (immediate >= 0) byte(immediate);
}

void Assembler::mask(VectorInstruction op, int dst, int a, int b) {
  vex(op, dst, a, 0, b, a >= 0);
  byte(0xc0 | (dst & 7) << 3 | (b & 7));
}

void Assembler::mask(VectorInstruction op, int dst, const MachineMemory& b) {
  vex(op, dst, -1, std::max(b.index, 0), std::max(b.base, 0), false);
  memory(dst, b, 0);
}

// An operand in memory; so many bytes follow it.
void Assembler::memory(int reg, const MachineMemory& at, int bytes_after) {
  const int digit = (reg & 7) << 3;
  if (at.constant >= 0) {
    byte(digit | 5);
    references_.push_back({code_.size(),
                           code_.size() + 4 + static_cast<size_t>(bytes_after),
                           at.constant});
    return word(0);
  }
  // AVX-512 counts offsets of one byte in vectors, other ones in bytes.
  const bool is_long = set_ == VectorSet::kAvx512 && at.offset;
  byte((is_long ? 0x80 : 0x40) | digit | 4);
  const int index = at.index < 0 ? kRsp : at.index;  // rsp stands for none
  byte(__builtin_ctz(static_cast<unsigned>(at.scale)) << 6 | (index & 7) << 3 |
       (at.base & 7));
  if (is_long)
    word(at.offset);
  else
    byte(at.offset);
}

void Assembler::word(int32_t value) {
  uint8_t bytes[4];
  std::memcpy(bytes, &value, 4);
  code_.insert(code_.end(), bytes, bytes + 4);
}

void Assembler::rex(int reg, int base) {
  byte(0x48 | (reg & 8 ? 4 : 0) | (base & 8 ? 1 : 0));
}

void Assembler::push(int reg) {
  if (reg & 8) byte(0x41);
  byte(0x50 | (reg & 7));
}

void Assembler::pop(int reg) {
  if (reg & 8) byte(0x41);
  byte(0x58 | (reg & 7));
}

// Not from rsp or r12, whose form is another one.
void Assembler::load_pointer(int reg, int base, int32_t offset) {
  rex(reg, base);
  byte(0x8b);
  byte(0x80 | (reg & 7) << 3 | (base & 7));
  word(offset);
}

void Assembler::move(int to, int from) {
  rex(to, from);
  byte(0x8b);
  byte(0xc0 | (to & 7) << 3 | (from & 7));
}

void Assembler::set_zero(int reg) {
  rex(reg, reg);
  byte(0x33);
  byte(0xc0 | (reg & 7) << 3 | (reg & 7));
}

void Assembler::add(int reg, int32_t number) {
  rex(0, reg);
  byte(0x81);
  byte(0xc0 | (reg & 7));
  word(number);
}

void Assembler::twice(int reg) {
  rex(reg, reg);
  byte(0x03);
  byte(0xc0 | (reg & 7) << 3 | (reg & 7));
}

void Assembler::compare(int a, int b) {
  rex(a, b);
  byte(0x3b);
  byte(0xc0 | (a & 7) << 3 | (b & 7));
}

void Assembler::leave() {
  for (int each : {0xc5, 0xf8, 0x77, 0xc3}) byte(each);
}

void Assembler::jump_back(size_t target) {
  word(static_cast<int32_t>(static_cast<int64_t>(target) -
                            static_cast<int64_t>(code_.size() + 4)));
}

void Assembler::jump_if_not_greater(size_t target) {
  byte(0x0f);
  byte(0x8e);
  jump_back(target);
}

void Assembler::jump(size_t target) {
  byte(0xe9);
  jump_back(target);
}

size_t Assembler::jump_if_equal() {
  byte(0x0f);
  byte(0x84);
  word(0);
  return code_.size();
}

void Assembler::land(size_t jump) {
  const auto distance = static_cast<int32_t>(code_.size() - jump);
  std::memcpy(&code_[jump - 4], &distance, 4);
}

int Assembler::constant(const void* bytes) {
  const size_t size = constant_bytes();
  for (size_t at = 0; at < constants_.size(); at += size)
    if (std::memcmp(&constants_[at], bytes, size) == 0)
      return static_cast<int>(at / size);
  const auto* from = static_cast<const uint8_t*>(bytes);
  constants_.insert(constants_.end(), from, from + size);
  return static_cast<int>(constants_.size() / size - 1);
}

std::vector<uint8_t> Assembler::finish() {
  const size_t size = constant_bytes();
  while (code_.size() % size) byte(0xcc);
  const size_t first = code_.size();
  for (const Reference& r : references_) {
    const auto distance = static_cast<int32_t>(
        first + size * static_cast<size_t>(r.constant) - r.end);
    std::memcpy(&code_[r.at], &distance, 4);
  }
  code_.insert(code_.end(), constants_.begin(), constants_.end());
  return std::move(code_);
}

}  // namespace tenorite::cpu
