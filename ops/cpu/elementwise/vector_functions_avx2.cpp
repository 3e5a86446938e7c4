// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstring>
#include <iterator>

#include "ops/cpu/elementwise/vector_functions.h"

#ifdef __x86_64__

// Of all that follows, which is called only on such processors.
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,fma"))), \
                             apply_to = function)
#else
#pragma GCC target("avx2,fma")
#endif
#include "ops/cpu/elementwise/vector_functions_text.h"

namespace tenorite::cpu {

VectorFunctionTable vector_functions_for_avx2() {
  return {std::begin(kFunctions), std::end(kFunctions)};
}

}  // namespace tenorite::cpu

#ifdef __clang__
#pragma clang attribute pop
#endif

#endif
