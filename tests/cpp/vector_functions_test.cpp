// SPDX-License-Identifier: Apache-2.0
// Our own functions of vectors give the same bits for AVX2 and for AVX-512.
#include "ops/cpu/elementwise/vector_functions.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/cpu_targets.h"

namespace tenorite::cpu {
namespace {

#ifdef __x86_64__

template <class T>
std::vector<T> numbers(int n, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> small(-10, 10), exponent(-300, 300);
  std::vector<T> x = {T(0),
                      -T(0),
                      T(1),
                      T(-1),
                      T(0.5),
                      std::numeric_limits<T>::infinity(),
                      -std::numeric_limits<T>::infinity(),
                      std::numeric_limits<T>::quiet_NaN(),
                      std::numeric_limits<T>::denorm_min(),
                      std::numeric_limits<T>::min(),
                      std::numeric_limits<T>::max()};
  while (static_cast<int>(x.size()) < n) {
    x.push_back(static_cast<T>(small(random)));
    x.push_back(static_cast<T>(small(random) / 10));
    x.push_back(static_cast<T>(std::pow(10, exponent(random))));
  }
  return x;
}

template <class T, class Word>
void expect_same(const char* name, VectorFunction a, VectorFunction b) {
  const std::vector<T> x = numbers<T>(20000, 1), y = numbers<T>(20000, 2);
  const char* in[] = {reinterpret_cast<const char*>(x.data()),
                      reinterpret_cast<const char*>(y.data())};
  std::vector<T> first(x.size()), second(x.size());
  const auto n = static_cast<int64_t>(x.size());
  a(reinterpret_cast<char*>(first.data()), in, n);
  b(reinterpret_cast<char*>(second.data()), in, n);
  for (size_t i = 0; i < x.size(); ++i)
    ASSERT_EQ(std::bit_cast<Word>(first[i]), std::bit_cast<Word>(second[i]))
        << name << "(" << x[i] << ", " << y[i] << ") is " << first[i] << " and "
        << second[i];
}

TEST(VectorFunctions, BitsOfBothWidths) {
  if (!has_avx512()) GTEST_SKIP() << "no AVX-512";
  const VectorFunctionTable narrow = vector_functions_for_avx2();
  const VectorFunctionTable wide = vector_functions_for_avx512();
  ASSERT_EQ(narrow.end() - narrow.begin(), wide.end() - wide.begin());
  const VectorFunctionRow* other = wide.begin();
  for (const VectorFunctionRow& own : narrow) {
    EXPECT_STREQ(own.name, other->name);
    expect_same<float, uint32_t>(own.name, own.of_floats, other->of_floats);
    expect_same<double, uint64_t>(own.name, own.of_doubles, other->of_doubles);
    ++other;
  }
}

#endif

}  // namespace
}  // namespace tenorite::cpu
