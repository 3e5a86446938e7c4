// SPDX-License-Identifier: Apache-2.0
// Measures the errors that ops/cpu/elementwise/vector_math.def states, on a
// machine with AVX2, against the C library's long double functions:
//   g++ -std=c++20 -O2 -mavx2 -mfma -ffp-contract=off -fno-math-errno -I.
//   tools/vector_math_errors.cpp && ./a.out
// Arguments: the step through all floats (1 tests every one and takes hours;
// 61 is the default) and the number of random arguments (4000000).
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <type_traits>

#include "ops/device/vector_exponential.h"
#include "ops/device/vector_inverse_hyperbolic.h"
#include "ops/device/vector_inverse_trigonometric.h"
#include "ops/device/vector_logarithm.h"
#include "ops/device/vector_power.h"
#include "ops/device/vector_remainder.h"
#include "ops/device/vector_roots.h"
#include "ops/device/vector_trigonometric.h"

namespace {

struct Function {
  std::string name;
  void *of_floats, *of_doubles;
};
template <class V, class... Rest>
void* address(V (*function)(V, Rest...)) {
  return reinterpret_cast<void*>(function);
}
const Function kFunctions[] = {
#define TENORITE_VECTOR_FUNCTION_ROW(family, name, arity)                \
  {#name, address(tenorite::host::family::name<tenorite::host::Floats>), \
   address(tenorite::host::family::name<tenorite::host::Doubles>)},
#include "ops/cpu/elementwise/vector_functions.def"
#undef TENORITE_VECTOR_FUNCTION_ROW
};

std::mt19937_64 g_random(7);

double uniform() {  // in [-1, 1)
  return static_cast<double>(static_cast<int64_t>(g_random())) * 0x1p-63;
}

// Every exponent, and more of where functions do their work.
double any_number(int kind) {
  uint64_t bits = g_random();
  double x;
  switch (kind % 8) {
    case 0:
      std::memcpy(&x, &bits, sizeof(x));
      return x;
    case 1:
      return uniform();
    case 2:
      return 1 + std::ldexp(uniform(), -static_cast<int>(bits % 30));
    case 3:
      return uniform() * 800;
    case 4:
      return std::ldexp(uniform(), static_cast<int>(bits % 60) - 30);
    case 5:
      return uniform() * 25;
    case 6:
      return static_cast<int>(bits % 4096 - 2048) * (M_PI / 4) *
             (1 + uniform() * 1e-3);
    default:
      return std::ldexp(std::fabs(uniform()),
                        static_cast<int>(bits % 2000) - 1000);
  }
}

// In units of the last place of the exact result, rounded to T.
template <class T>
double error_of(T got, long double exact) {
  constexpr int kDigits = std::numeric_limits<T>::digits;
  constexpr int kLowest = std::numeric_limits<T>::min_exponent;
  T near = static_cast<T>(exact);
  if (got == near || (std::isnan(got) && std::isnan(near))) return 0;
  if (!std::isfinite(got) || !std::isfinite(near)) return INFINITY;
  int exponent = kLowest;
  if (near != 0) std::frexp(near, &exponent);
  if (exponent < kLowest) exponent = kLowest;
  return static_cast<double>(fabsl(got - exact) /
                             ldexpl(1, exponent - kDigits));
}

template <class T, class Exact>
struct Worst {
  using V [[gnu::vector_size(32)]] = T;
  void* symbol;
  Exact exact;
  double error = 0;

  void test(T x, T y) {
    V a, b, result;
    for (int i = 0; i < static_cast<int>(sizeof(V) / sizeof(T)); ++i) {
      a[i] = x;
      b[i] = y;
    }
    if constexpr (std::is_invocable_v<Exact, long double>) {
      result = reinterpret_cast<V (*)(V)>(symbol)(a);
      error = std::max(error, error_of<T>(result[0], exact(x)));
    } else {
      result = reinterpret_cast<V (*)(V, V)>(symbol)(a, b);
      error = std::max(error, error_of<T>(result[0], exact(x, y)));
    }
  }
};

template <class Exact>
void measure(const std::string& name, int arity, Exact exact, uint64_t step,
             int64_t samples) {
  const Function* function = std::find_if(
      std::begin(kFunctions), std::end(kFunctions),
      [&](const Function& function) { return function.name == name; });
  Worst<float, Exact> single{function->of_floats, exact};
  Worst<double, Exact> wide{function->of_doubles, exact};
  for (uint64_t i = 0; arity == 1 && i < 1ull << 32; i += step) {
    auto bits = static_cast<uint32_t>(i);
    float x;
    std::memcpy(&x, &bits, sizeof(x));
    single.test(x, x);
  }
  for (int64_t i = 0; i < samples; ++i) {
    double x = any_number(static_cast<int>(i));
    double y = any_number(static_cast<int>(i / 8));
    wide.test(x, y);
    single.test(static_cast<float>(x), static_cast<float>(y));
  }
  std::printf("%-6s float %.3f double %.3f\n", name.c_str(), single.error,
              wide.error);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  uint64_t step = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 61;
  int64_t samples = argc > 2 ? std::atoll(argv[2]) : 4000000;
#define TENORITE_VECTOR_MATH(functor, name, arity, float_error, double_error) \
  measure(                                                                    \
      #name, arity,                                                           \
      [](auto... x) -> decltype(::name##l(x...)) { return ::name##l(x...); }, \
      step, samples);
#define TENORITE_EXACT_VECTOR_MATH(functor, name, arity)
#include "ops/cpu/elementwise/vector_math.def"
}
