// SPDX-License-Identifier: Apache-2.0
// Our own functions of vectors, compiled for AVX2 and for AVX-512; both give
// the same bits.
#pragma once

#include <string_view>

#include "core/dtype.h"
#include "ops/cpu/elementwise/vector_math.h"

namespace tenorite::cpu {

struct OwnVectorFunction {
  const char* family;  // see the table
  const char* name;
  VectorFunction::Drive of_floats, of_doubles;
};

// Those of one file, compiled for the processors that it is for.
struct OwnVectorFunctions {
  const OwnVectorFunction* begin_;
  const OwnVectorFunction* end_;
  const OwnVectorFunction* begin() const { return begin_; }
  const OwnVectorFunction* end() const { return end_; }
};
OwnVectorFunctions vector_functions_for_avx2();
OwnVectorFunctions vector_functions_for_avx512();

// The loop over a function of the C library, whose vectors have 32 bytes: AVX2
// also where the processor has AVX-512, whose functions err otherwise.
VectorFunction::Drive library_drive(DType type, int arity);

// The one of a name, for the processor, which has AVX2 and FMA; or null.
const OwnVectorFunction* own_vector_function(std::string_view name);

}  // namespace tenorite::cpu
