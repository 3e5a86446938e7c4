// SPDX-License-Identifier: Apache-2.0
// The functions of vectors, compiled for AVX2 and for AVX-512; both give the
// same bits.
#pragma once

#include "ops/cpu/elementwise/vector_math.h"

namespace tenorite::cpu {

struct VectorFunctionRow {
  const char* family;  // see the table
  const char* name;
  VectorFunction of_floats, of_doubles;
};

// Those of one file, compiled for the processors that it is for.
struct VectorFunctionTable {
  const VectorFunctionRow* begin_;
  const VectorFunctionRow* end_;
  const VectorFunctionRow* begin() const { return begin_; }
  const VectorFunctionRow* end() const { return end_; }
};
VectorFunctionTable vector_functions_for_avx2();
VectorFunctionTable vector_functions_for_avx512();

}  // namespace tenorite::cpu
