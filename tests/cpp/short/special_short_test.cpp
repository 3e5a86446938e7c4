// SPDX-License-Identifier: Apache-2.0
// Special functions of float32 as GPUs compute them: fits of fewer terms, and
// quotients and roots from inverses of 20 bits, against mpmath's values and, at
// 0, infinity and NaN, against those of double precision.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "ops/device/functors.h"

#ifndef TENORITE_COMPUTES_SHORT
#error "this is a test of short fits"
#endif

namespace tenorite {
namespace {

struct Case {
  std::vector<float> operands;
  long double result, scale;
};

// A line of the file is "name operand... = result scale".
std::map<std::string, std::vector<Case>> read_cases() {
  std::map<std::string, std::vector<Case>> cases;
  const auto file = std::filesystem::path(__FILE__)
                        .parent_path()
                        .parent_path()
                        .parent_path() /
                    "python" / "special_reference.txt";
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    const size_t middle = line.find(" = ");
    std::istringstream left(line.substr(0, middle)),
        right(line.substr(middle + 3));
    std::string name, word;
    left >> name;
    Case c;
    bool is_single = true;
    while (left >> word) {
      const double operand = std::strtod(word.c_str(), nullptr);
      c.operands.push_back(static_cast<float>(operand));
      is_single = is_single && c.operands.back() == operand;
    }
    right >> word;
    c.result = std::strtold(word.c_str(), nullptr);
    right >> word;
    c.scale = std::strtold(word.c_str(), nullptr);
    using Limits = std::numeric_limits<float>;
    const long double size = std::fabs(c.result);
    if (!is_single || size >= Limits::max() ||
        (size < Limits::min() && size != 0))
      continue;
    if (name == "zeta")
      name = c.operands.size() == 2 ? "_zeta" : "_riemann_zeta";
    if (name == "digamma") name = "psi";
    cases[name].push_back(c);
  }
  return cases;
}

template <class F, int kInputs, class T>
T value_of(const std::vector<T>& x) {
  if constexpr (kInputs == 1)
    return F{}(x[0]);
  else if constexpr (kInputs == 2)
    return F{}(x[0], x[1]);
  else
    return F{}(x[0], x[1], x[2]);
}

struct Function {
  const char* name;
  size_t operands;
  float (*of_float)(const std::vector<float>&);
  double (*of_double)(const std::vector<double>&);
};
#define TENORITE_UFUNC(...)
#define TENORITE_SPECIAL(name, Functor, nin, ...) \
  {#name, nin, value_of<op::Functor, nin, float>, \
   value_of<op::Functor, nin, double>},
constexpr Function kFunctions[] = {
#include "ops/table/op_table.def"
};

TEST(SpecialShort, IsWithinOneUnit) {
  const auto cases = read_cases();
  for (const Function& function : kFunctions) {
    SCOPED_TRACE(function.name);
    const auto found = cases.find(function.name);
    ASSERT_NE(found, cases.end());
    EXPECT_GE(found->second.size(), 10u);
    for (const Case& c : found->second) {
      const float scale = static_cast<float>(std::min<long double>(
          c.scale, std::numeric_limits<float>::max() / 2));
      const long double unit =
          std::nextafter(scale, std::numeric_limits<float>::infinity()) -
          static_cast<long double>(scale);
      const float got = function.of_float(c.operands);
      EXPECT_LE(std::fabs(got - c.result), unit)
          << c.operands[0] << ", of " << c.operands.size() << ": " << got
          << " in place of " << c.result;
    }
  }
}

TEST(SpecialShort, HasTheSameEnds) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kEnds[] = {0,  -0.0f,  1,     -1,   0.5f,  -2.5f,
                             30, 1e-30f, 1e30f, kInf, -kInf, kNan};
  constexpr size_t kCount = std::size(kEnds);
  for (const Function& function : kFunctions) {
    SCOPED_TRACE(function.name);
    size_t all = 1;
    for (size_t k = 0; k < function.operands; ++k) all *= kCount;
    for (size_t n = 0; n < all; ++n) {
      std::vector<float> x;
      for (size_t k = 0, left = n; k < function.operands; ++k, left /= kCount)
        x.push_back(kEnds[left % kCount]);
      const float got = function.of_float(x);
      const auto wanted = static_cast<float>(
          function.of_double(std::vector<double>(x.begin(), x.end())));
      const bool same =
          std::isnan(wanted)
              ? std::isnan(got)
              : got == wanted ||
                    std::fabs(got - wanted) <= 1e-6 * std::fabs(wanted) + 1e-37;
      EXPECT_TRUE(same) << x[0] << " " << x.back() << ": " << got
                        << " in place of " << wanted;
    }
  }
}

}  // namespace
}  // namespace tenorite
