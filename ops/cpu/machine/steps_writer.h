// SPDX-License-Identifier: Apache-2.0
// Writes the loop of a pass, and in it step by step. What AVX2 and AVX-512 say
// in the same words is here; bools, choices and long integers are not.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "ops/cpu/machine/pass_registers.h"

namespace tenorite::cpu {

class StepsWriter : public PassRegisters {
 public:
  using PassRegisters::PassRegisters;

  std::vector<uint8_t> write();

 protected:
  // ---- what the sets of instructions say in their own words ----

  // Of a value.
  virtual void move(int v, int to, int from) = 0;
  // Products of integers of 8 bytes.
  virtual void multiply_longs(const PassStep& step, int v, int w) = 0;
  // a - b and a + b by turns.
  virtual void subtract_and_add(int to, int a, int b, int v) = 0;
  // a > b ? a : b or a < b ? a : b, of floats; then `nan`'s own NaN. `to` is
  // none of them. v: a value of their dtype.
  virtual void choose(int to, int a, int b, int nan, bool larger, int v) = 0;
  virtual void choose_longs(int to, int a, int b, bool larger) = 0;
  virtual void compare_integers(const PassStep& step) = 0;
  virtual void compare_bools(const PassStep& step) = 0;
  virtual void combine_bools(const PassStep& step) = 0;
  virtual void select(const PassStep& step) = 0;
  virtual void double_to_complex(int to, int x) = 0;
  virtual void bool_to_number(const PassStep& step) = 0;
  virtual void integer_to_bool(const PassStep& step) = 0;
  // Floats to and from integers of 8 bytes.
  virtual void real_to_long(int to, int x, int v) = 0;
  virtual void long_to_real(int to, int x, const PassStep& step) = 0;
  // Drops the upper bytes of integers.
  virtual void narrow(int to, int x, int from_bytes, int to_bytes) = 0;

  // ---- for them ----

  // Numbers of floats, which may be pairs.
  bool is_real(int v) const { return kind(dtype(v)) == 'f' || is_complex(v); }
  void widen(int to, int x, int from_bytes, int to_bytes, bool is_signed);
  void binary(const PassStep& step, VectorInstruction op);

 private:
  void write_step(const PassStep& step);
  void copy(const PassStep& step);
  void compute(const PassStep& step);
  void arithmetic(const PassStep& step, VectorInstruction real,
                  const VectorInstruction* whole);
  void multiply(const PassStep& step);
  void multiply_complex(const PassStep& step);
  void extreme(const PassStep& step);
  void choose_integers(int to, int a, int b, int v, bool larger);
  void clip(const PassStep& step);
  void round(const PassStep& step, in::Rounding how);
  void compare(const PassStep& step, in::Comparison how);
  void is_nan(const PassStep& step);
  void bits(const PassStep& step, VectorInstruction op);
  void cast(const PassStep& step);
  void resize(int to, int x, int from_bytes, int to_bytes, bool is_signed);
};

std::unique_ptr<StepsWriter> avx2_writer(const Pass& pass, int held,
                                         int second);
std::unique_ptr<StepsWriter> avx512_writer(const Pass& pass, int held,
                                           int second);

}  // namespace tenorite::cpu
