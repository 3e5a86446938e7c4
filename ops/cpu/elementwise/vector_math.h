// SPDX-License-Identifier: Apache-2.0
// Loops over functions of vectors. What they give for an element depends on
// nothing but the element, so long as every path that evaluates an operation
// goes through its loop.
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "ops/table/functor_loop.h"

namespace tenorite::cpu {

// A function of one or two arguments that takes vectors of numbers:
// out[i] = f(in[0][i]) or f(in[0][i], in[1][i]); `out` may be an input.
using VectorFunction = void (*)(char* out, const char* const* in, int64_t n);

// The function for numbers of `type`, or null if the processor cannot run it.
// TENORITE_VECTOR_MATH=off hides them all.
VectorFunction find_vector_function(std::string_view name, DType type);

// The work of a CpuLoop with one output. Its numbers are converted to the type
// of the function and back.
struct VectorLoop {
  VectorFunction function;
  int arity;
  bool complex_input;  // one operand, whose parts are the two arguments
  DType type, function_type;

  void run(char** data, const int64_t* strides, int64_t n) const;
};

namespace detail {

template <class Functor>
struct vector_math {
  static constexpr const char* kName = nullptr;
  static constexpr int kArity = 0;
};
#define TENORITE_VECTOR_MATH(functor, name, arity, float_error, double_error) \
  template <>                                                                 \
  struct vector_math<op::functor> {                                           \
    static constexpr const char* kName = #name;                               \
    static constexpr int kArity = arity;                                      \
    static constexpr double kFloat = float_error, kDouble = double_error;     \
  };
#define TENORITE_EXACT_VECTOR_MATH(functor, name, arity) \
  TENORITE_VECTOR_MATH(functor, name, arity, 0, 0)
#include "ops/cpu/elementwise/vector_math.def"
#undef TENORITE_EXACT_VECTOR_MATH
#undef TENORITE_VECTOR_MATH

// The type of the vector function that a loop may use; void if none.
template <Op op, class Loop>
struct vector_type {
  using type = void;
};
template <Op op, class F, class T, class... In>
  requires(is_real_floating<T> && (is_same<real_t<In>, T> && ...) &&
           (0 + ... + (is_complex<In> ? 2 : 1)) == vector_math<F>::kArity)
struct vector_type<op, FunctorLoop<F, Types<In...>, Types<T>>> {
  using Math = vector_math<F>;
  static constexpr double kBound = tenorite::detail::op_row<op>::kUlp;
  // A float from a function of doubles, and a half from one of floats, is as
  // good as correctly rounded.
  using type = std::conditional_t<
      is_same<T, double>,
      std::conditional_t<Math::kDouble <= kBound, double, void>,
      std::conditional_t<is_same<T, half> || Math::kFloat <= kBound, float,
                         double>>;
};

}  // namespace detail

template <Op op, int index>
using VectorType = typename detail::vector_type<op, LoopOf<op, index>>::type;
template <Op op, int index>
inline constexpr bool kHasVectorLoop = !is_same<VectorType<op, index>, void>;

namespace detail {

template <Op op, int index>
VectorLoop make_vector_loop() {
  using Row = tenorite::detail::op_row<op>;
  using Math = vector_math<typename Row::Functor>;
  constexpr LoopLetters kLetters =
      loop_letters(Row::kLoops, index, Row::kInputs + Row::kOutputs);
  constexpr DType kFunctionType =
      dtype_of_letter(letter_of<VectorType<op, index>>);
  return {find_vector_function(Math::kName, kFunctionType), Math::kArity,
          Math::kArity > Row::kInputs,
          dtype_of_letter(kLetters.operand[Row::kInputs]), kFunctionType};
}

}  // namespace detail

// Made while the library is loaded, so that no thread ever waits for another.
template <Op op, int index>
inline const VectorLoop kVectorLoop = detail::make_vector_loop<op, index>();

}  // namespace tenorite::cpu
