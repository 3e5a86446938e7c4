// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/elementwise/vector_math.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "core/cpu_targets.h"
#include "ops/cpu/cpu_ops.h"
#include "ops/cpu/elementwise/loop.h"
#include "ops/cpu/elementwise/vector_functions.h"

namespace tenorite::cpu {
namespace {

constexpr int64_t kBlock = 512;  // numbers that are converted at a time

// Those for the processor; none without AVX2 and FMA.
VectorFunctionTable vector_functions() {
#ifdef __x86_64__
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return has_avx512() ? vector_functions_for_avx512()
                        : vector_functions_for_avx2();
#endif
  return {nullptr, nullptr};
}

const VectorFunctionRow* vector_function(std::string_view name) {
  static const VectorFunctionTable functions = [] {
    const char* wish = std::getenv("TENORITE_VECTOR_MATH");
    return wish && std::strcmp(wish, "off") == 0
               ? VectorFunctionTable{nullptr, nullptr}
               : vector_functions();
  }();
  for (const VectorFunctionRow& function : functions)
    if (name == function.name) return &function;
  return nullptr;
}

// What kernels call in the place of the loop of a row, and its type.
template <Op op, int index>
std::string symbol_of_loop(DType* type) {
  if constexpr (kHasVectorLoop<op, index>) {
    const VectorLoop& loop = kVectorLoop<op, index>;
    if (!loop.function) return {};
    *type = loop.function_type;
    using Row = tenorite::detail::op_row<op>;
    const char* name = detail::vector_math<typename Row::Functor>::kName;
    return std::string(vector_function(name)->family) + "::" + name;
  }
  return {};
}

using SymbolOfLoop = std::string (*)(DType* type);
template <Op op, class Index>
constexpr SymbolOfLoop kSymbols[1] = {};
template <Op op, size_t... I>
constexpr SymbolOfLoop kSymbols<op, std::index_sequence<I...>>[] = {
    symbol_of_loop<op, I>...};

// Parts of complex numbers that lie side by side.
template <class T>
TENORITE_CPU_CLONES void split_parts(const char* from, int64_t n, char* re,
                                     char* im) {
  for (int64_t i = 0; i < n; ++i) {
    std::memcpy(re + i * sizeof(T), from + 2 * i * sizeof(T), sizeof(T));
    std::memcpy(im + i * sizeof(T), from + (2 * i + 1) * sizeof(T), sizeof(T));
  }
}

}  // namespace

VectorFunction find_vector_function(std::string_view name, DType type) {
  const VectorFunctionRow* function = vector_function(name);
  if (!function) return nullptr;
  return type == DType::kFloat32 ? function->of_floats : function->of_doubles;
}

std::string vector_symbol(Op op, int loop, DType* type) {
  static constexpr const SymbolOfLoop* kTable[] = {
#define TENORITE_UFUNC(name, functor, nin, nout, identity, family, loops, ulp, \
                       doc)                                                    \
  kSymbols<Op::name, std::make_index_sequence<kLoopCount<Op::name>>>,
#define TENORITE_INTERNAL TENORITE_UFUNC
#include "ops/table/op_table.def"
#undef TENORITE_INTERNAL
#undef TENORITE_UFUNC
  };
  return kTable[static_cast<int>(op)][loop](type);
}

void VectorLoop::run(char** data, const int64_t* strides, int64_t n) const {
  alignas(64) char block[3][kBlock * sizeof(double)];
  const auto size = static_cast<int64_t>(itemsize(function_type));
  // The output, then the arguments.
  char* operand[3] = {data[0], data[1], nullptr};
  int64_t stride[3] = {strides[0], strides[1], 0};
  if (arity == 2) {
    operand[2] = complex_input ? data[1] + itemsize(type) : data[2];
    stride[2] = strides[complex_input ? 1 : 2];
  }
  bool in_place[3];
  bool all_in_place = true;
  for (int k = 0; k <= arity; ++k) {
    in_place[k] = type == function_type && (stride[k] == size || n == 1);
    all_in_place &= in_place[k];
  }
  if (all_in_place) return function(operand[0], operand + 1, n);
  const bool split =
      complex_input && type == function_type && stride[1] == 2 * size;
  const CpuLoop load = cast_loop(type, function_type);
  const CpuLoop store = cast_loop(function_type, type);
  unsigned none = 0;
  for (int64_t i = 0; i < n; i += kBlock) {
    const int64_t m = std::min(kBlock, n - i);
    char* numbers[3];
    for (int k = 0; k <= arity; ++k) {
      char* at = operand[k] + i * stride[k];
      numbers[k] = in_place[k] ? at : block[k];
      if (k == 0 || in_place[k] || split || (stride[k] == 0 && i > 0)) continue;
      char* pair[] = {block[k], at};
      const int64_t steps[] = {size, stride[k]};
      load(pair, steps, m, &none);
    }
    if (split)
      (size == sizeof(float) ? split_parts<float>
                             : split_parts<double>)(operand[1] + i * stride[1],
                                                    m, block[1], block[2]);
    function(numbers[0], numbers + 1, m);
    if (in_place[0]) continue;
    char* pair[] = {operand[0] + i * stride[0], block[0]};
    const int64_t steps[] = {stride[0], size};
    store(pair, steps, m, &none);
  }
}

}  // namespace tenorite::cpu
