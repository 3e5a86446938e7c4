// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/machine/assembler.h"

#include <cstring>

namespace tenorite::cpu {

// The three-byte form of the VEX prefix, which can say everything.
void Assembler::prefixes(VectorInstruction op, int reg, int a, int index,
                         int base, bool full) {
  byte(0xc4);
  byte((reg & 8 ? 0 : 0x80) | (index & 8 ? 0 : 0x40) | (base & 8 ? 0 : 0x20) |
       op.map);
  const int second = a < 0 ? 0 : a;
  byte(op.wide << 7 | (~second & 15) << 3 | (full ? 4 : 0) | op.prefix);
  byte(op.opcode);
}

void Assembler::vector(VectorInstruction op, int dst, int a, int b, bool full,
                       int immediate) {
  prefixes(op, dst, a, 0, b, full);
  byte(0xc0 | (dst & 7) << 3 | (b & 7));
  if (immediate >= 0) byte(immediate);
}

void Assembler::vector(VectorInstruction op, int dst, int a,
                       const MachineMemory& b, bool full, int immediate) {
  if (b.constant >= 0) {
    prefixes(op, dst, a, 0, 0, full);
    byte((dst & 7) << 3 | 5);
    references_.push_back(
        {code_.size(), code_.size() + 4 + (immediate >= 0), b.constant});
    word(0);
  } else {
    const int index = b.index < 0 ? kRsp : b.index;  // rsp stands for none
    prefixes(op, dst, a, index, b.base, full);
    byte(0x40 | (dst & 7) << 3 | 4);
    byte(__builtin_ctz(static_cast<unsigned>(b.scale)) << 6 | (index & 7) << 3 |
         (b.base & 7));
    byte(b.offset);
  }
  if (immediate >= 0) byte(immediate);
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
  for (size_t at = 0; at < constants_.size(); at += 32)
    if (std::memcmp(&constants_[at], bytes, 32) == 0)
      return static_cast<int>(at / 32);
  const auto* from = static_cast<const uint8_t*>(bytes);
  constants_.insert(constants_.end(), from, from + 32);
  return static_cast<int>(constants_.size() / 32 - 1);
}

std::vector<uint8_t> Assembler::finish() {
  while (code_.size() % 32) byte(0xcc);
  const size_t first = code_.size();
  for (const Reference& r : references_) {
    const auto distance = static_cast<int32_t>(
        first + 32 * static_cast<size_t>(r.constant) - r.end);
    std::memcpy(&code_[r.at], &distance, 4);
  }
  code_.insert(code_.end(), constants_.begin(), constants_.end());
  return std::move(code_);
}

}  // namespace tenorite::cpu
