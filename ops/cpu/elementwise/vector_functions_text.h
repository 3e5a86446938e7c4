// SPDX-License-Identifier: Apache-2.0
// The table of the functions of vectors; included where the target and the
// bytes of a vector are set.
#include "ops/cpu/elementwise/vector_drive.h"
#include "ops/device/vector_exponential.h"
#include "ops/device/vector_inverse_hyperbolic.h"
#include "ops/device/vector_inverse_trigonometric.h"
#include "ops/device/vector_logarithm.h"
#include "ops/device/vector_power.h"
#include "ops/device/vector_remainder.h"
#include "ops/device/vector_roots.h"
#include "ops/device/vector_trigonometric.h"

namespace tenorite::cpu {
namespace {

template <class V, class Function>
void drive(char* out, const char* const* in, int64_t n) {
  drive_vectors<V, host::NumberOf<V>>(Function(), out, in[0],
                                      in[Function::kArity - 1], n);
}

#define TENORITE_VECTOR_FUNCTION_ROW(family, name, arity) \
  struct family##_##name {                                \
    static constexpr int kArity = arity;                  \
    template <class V>                                    \
    [[gnu::always_inline]] V operator()(V x, V y) const { \
      if constexpr (kArity == 1)                          \
        return host::family::name(x);                     \
      else                                                \
        return host::family::name(x, y);                  \
    }                                                     \
  };
#include "ops/cpu/elementwise/vector_functions.def"
#undef TENORITE_VECTOR_FUNCTION_ROW

constexpr VectorFunctionRow kFunctions[] = {
#define TENORITE_VECTOR_FUNCTION_ROW(family, name, arity) \
  {#family, #name, drive<host::Floats, family##_##name>,  \
   drive<host::Doubles, family##_##name>},
#include "ops/cpu/elementwise/vector_functions.def"
#undef TENORITE_VECTOR_FUNCTION_ROW
};

}  // namespace
}  // namespace tenorite::cpu
