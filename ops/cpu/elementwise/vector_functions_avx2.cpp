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
namespace {

template <class V, int arity>
void drive_symbol(void* symbol, char* out, const char* const* in, int64_t n) {
  drive_vectors<V, host::NumberOf<V>>(
      [symbol](V x, V y) __attribute__((always_inline)) {
        if constexpr (arity == 1)
          return reinterpret_cast<V (*)(V)>(symbol)(x);
        else
          return reinterpret_cast<V (*)(V, V)>(symbol)(x, y);
      },
      out, in[0], in[arity - 1], n);
}

template <class V>
VectorFunction::Drive library_drive(int arity) {
  return arity == 1 ? drive_symbol<V, 1> : drive_symbol<V, 2>;
}

}  // namespace

VectorFunction::Drive library_drive(DType type, int arity) {
  return type == DType::kFloat32 ? library_drive<host::Floats>(arity)
                                 : library_drive<host::Doubles>(arity);
}

OwnVectorFunctions vector_functions_for_avx2() {
  return {std::begin(kFunctions), std::end(kFunctions)};
}

}  // namespace tenorite::cpu

#ifdef __clang__
#pragma clang attribute pop
#endif

#endif
