// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/elementwise/vector_math.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>

#include "core/cpu_targets.h"
#include "core/dynamic_library.h"
#include "ops/cpu/cpu_ops.h"
#include "ops/cpu/elementwise/loop.h"
#ifdef __x86_64__
#include "ops/device/vector_exp.h"
#endif

// The layout of vectors in calls and the names of functions are those of
// x86-64; a compiler for AVX2 is all that the build needs.
#if defined(__x86_64__) && defined(__GLIBC__)
#define TENORITE_HAS_LIBMVEC
#endif

namespace tenorite::cpu {
namespace {

constexpr int64_t kBlock = 512;  // numbers that are converted at a time

#ifdef TENORITE_HAS_LIBMVEC

// AVX2 with FMA also where the processor has AVX-512, so that results are the
// same on both.
bool is_supported() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

// kOwn: a function of ours, in the place of the symbol.
template <class T, int arity, auto kOwn = nullptr>
[[gnu::target("avx2")]] void drive(void* symbol, char* out,
                                   const char* const* in, int64_t n) {
  using V [[gnu::vector_size(32)]] = T;
  constexpr int64_t kBytes = sizeof(V);
  const char* x = in[0];
  const char* y = in[arity - 1];
  // One whole vector.
  auto call = [symbol](char* out, const char* x, const char* y)
                  __attribute__((always_inline, target("avx2"))) {
                    V a, b, result;
                    std::memcpy(&a, x, kBytes);
                    std::memcpy(&b, y, kBytes);
                    if constexpr (!is_same<decltype(kOwn), std::nullptr_t>)
                      result = kOwn(a);
                    else if constexpr (arity == 1)
                      result = reinterpret_cast<V (*)(V)>(symbol)(a);
                    else
                      result = reinterpret_cast<V (*)(V, V)>(symbol)(a, b);
                    std::memcpy(out, &result, kBytes);
                  };
  int64_t bytes = n * static_cast<int64_t>(sizeof(T));
  for (; bytes >= kBytes; bytes -= kBytes) {
    call(out, x, y);
    out += kBytes;
    x += kBytes;
    y += kBytes;
  }
  if (bytes == 0) return;
  // What remains is followed by copies of its first number, so that the
  // function meets nothing that it would not meet anyway.
  char part[3][kBytes];
  for (int64_t at = 0; at < kBytes; at += sizeof(T)) {
    int64_t from = at < bytes ? at : 0;
    std::memcpy(part[1] + at, x + from, sizeof(T));
    std::memcpy(part[2] + at, y + from, sizeof(T));
  }
  call(part[0], part[1], part[2]);
  std::memcpy(out, part[0], bytes);
}

template <class T>
constexpr VectorFunction::Drive kDrive[] = {drive<T, 1>, drive<T, 2>};

#endif

// The vector ABI's names: d for AVX2, the number of lanes, a v per argument.
std::string symbol_of(const char* name, int arity, DType type) {
  const bool single = type == DType::kFloat32;
  std::string symbol = single ? "_ZGVdN8" : "_ZGVdN4";
  return symbol.append(arity, 'v')
      .append("_")
      .append(name)
      .append(single ? "f" : "");
}

// The name and type of the function that the loop of a row uses.
template <Op op, int index>
std::string symbol_of_loop(DType* type) {
  if constexpr (kHasVectorLoop<op, index>) {
    const VectorLoop& loop = kVectorLoop<op, index>;
    if (!loop.function) return {};
    *type = loop.function_type;
    using Row = tenorite::detail::op_row<op>;
    return symbol_of(detail::vector_math<typename Row::Functor>::kName,
                     loop.arity, loop.function_type);
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

VectorFunction find_vector_function(const char* name, int arity, DType type) {
#ifdef TENORITE_HAS_LIBMVEC
  static const DynamicLibrary library = [] {
    const char* wish = std::getenv("TENORITE_VECTOR_MATH");
    if ((wish && std::strcmp(wish, "off") == 0) || !is_supported())
      return DynamicLibrary();
    return DynamicLibrary::open({"libmvec.so.1"}, "_ZGVdN4v_exp");
  }();
  const std::string symbol = symbol_of(name, arity, type);
  void* own = library ? host::own_vector_function(symbol.c_str()) : nullptr;
  if (own) return {own, drive<double, 1, host::exp_of_vector>};
  return {library.symbol(symbol.c_str()), type == DType::kFloat32
                                              ? kDrive<float>[arity - 1]
                                              : kDrive<double>[arity - 1]};
#else
  return {};
#endif
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
