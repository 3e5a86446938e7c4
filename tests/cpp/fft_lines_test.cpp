// SPDX-License-Identifier: Apache-2.0
// Transforms line by line: what an offered function is asked for, whatever the
// layout, and that the results are the transforms.
#include <gtest/gtest.h>

#include <complex>
#include <random>
#include <vector>

#include "core/error.h"
#include "ops/api/fft.h"
#include "ops/api/ops.h"
#include "ops/plan/line_transforms.h"
#include "tests/cpp/naive_fft.h"

namespace tenorite {
namespace {

using Line = std::vector<std::complex<double>>;

// By the definition, in double precision.
template <LineKind kKind, class Real>
void by_definition(char** data, const intptr_t* lengths, const intptr_t* steps,
                   const void*) {
  using Complex = std::complex<Real>;
  constexpr bool kFromReals =
      kKind == LineKind::kFromReals || kKind == LineKind::kFromOddReals;
  const intptr_t m = lengths[2];
  const intptr_t n = !kFromReals                     ? m
                     : kKind == LineKind::kFromReals ? 2 * (m - 1)
                                                     : 2 * m - 1;
  for (intptr_t line = 0; line < lengths[0]; ++line) {
    Line x(static_cast<size_t>(n));
    const intptr_t there =
        std::min(lengths[1], kKind == LineKind::kToReals ? n / 2 + 1 : n);
    for (intptr_t i = 0; i < there; ++i) {
      const char* item = data[0] + line * steps[0] + i * steps[3];
      const auto at = static_cast<size_t>(i);
      if (kFromReals) {
        x[at] = *reinterpret_cast<const Real*>(item);
        continue;
      }
      x[at] = std::complex<double>(*reinterpret_cast<const Complex*>(item));
      if (kKind == LineKind::kToReals && i > 0)
        x[static_cast<size_t>(n - i)] = std::conj(x[at]);
    }
    const bool inverse =
        kKind == LineKind::kInverse || kKind == LineKind::kToReals;
    x = naive_line(x, inverse ? 1 : -1);
    const Real factor =
        *reinterpret_cast<const Real*>(data[1] + line * steps[1]);
    for (intptr_t i = 0; i < m; ++i) {
      char* item = data[2] + line * steps[2] + i * steps[4];
      const std::complex<double> value =
          x[static_cast<size_t>(i)] * static_cast<double>(factor);
      if (kKind == LineKind::kToReals)
        *reinterpret_cast<Real*>(item) = static_cast<Real>(value.real());
      else
        *reinterpret_cast<Complex*>(item) = static_cast<Complex>(value);
    }
  }
}

template <LineKind kKind>
void offer() {
  set_line_transform(kKind, true, {by_definition<kKind, double>, nullptr});
  set_line_transform(kKind, false, {by_definition<kKind, float>, nullptr});
}

class FftLinesTest : public testing::Test {
 protected:
  void SetUp() override {
    offer<LineKind::kForward>();
    offer<LineKind::kInverse>();
    offer<LineKind::kFromReals>();
    offer<LineKind::kFromOddReals>();
    offer<LineKind::kToReals>();
  }
  void TearDown() override {
    for (int kind = 0; kind < kNumLineKinds; ++kind)
      for (bool is_double : {false, true})
        set_line_transform(static_cast<LineKind>(kind), is_double, {});
  }

  static ndarray numbers(const Dims& shape) {
    ndarray a = ndarray::empty(shape, DType::kComplex128, kCpu);
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    auto* items = reinterpret_cast<double*>(a.data());
    for (int64_t i = 0; i < 2 * a.size(); ++i) items[i] = normal(random);
    return a;
  }
  static std::complex<double> at(const ndarray& a, const Dims& index) {
    int64_t offset = 0;
    for (int i = 0; i < a.ndim(); ++i) offset += index[i] * a.stride(i);
    return *reinterpret_cast<std::complex<double>*>(a.data() + offset);
  }
  // Whether `got` is the transform of `a` along an axis.
  static void check(const ndarray& a, const FftStep& step, const ndarray& got) {
    for (int64_t i = 0; i < a.shape(1 - step.axis); ++i) {
      auto index = [&](int64_t k) {
        return step.axis == 1 ? Dims{i, k} : Dims{k, i};
      };
      Line line(static_cast<size_t>(step.n));
      for (int64_t k = 0; k < std::min(step.n, a.shape(step.axis)); ++k)
        line[static_cast<size_t>(k)] = at(a, index(k));
      line = naive_line(line, step.inverse ? 1 : -1);
      for (int64_t k = 0; k < step.n; ++k)
        EXPECT_LT(std::abs(at(got, index(k)) -
                           line[static_cast<size_t>(k)] * step.factor),
                  1e-10);
    }
  }
};

TEST_F(FftLinesTest, AnyLayoutAndLength) {
  // Enough lines for several threads, and a last part that is shorter.
  for (const Dims& shape : {Dims{3, 4}, Dims{4097, 9}, Dims{1, 5}}) {
    const ndarray a = numbers(shape);
    const ndarray views[] = {a, ops::transpose(a, {1, 0}),
                             a.view(a.stride(0) * (shape[0] - 1), shape,
                                    Dims{-a.stride(0), a.stride(1)})};
    for (const ndarray& x : views)
      for (int axis : {0, 1}) {
        if (x.shape(axis) > 100) continue;
        for (int64_t more : {-2, 0, 3}) {
          const int64_t n = std::max<int64_t>(1, x.shape(axis) + more);
          const FftStep step{FftKind::kComplex, more < 0, axis, n, 0.25};
          check(x, step, ops::fft(x, {step}));
        }
      }
  }
}

TEST_F(FftLinesTest, IntoTheInputAndIntoPartsOfIt) {
  const FftStep step{FftKind::kComplex, false, 1, 8, 1};
  const ndarray before = numbers({4, 9});
  const auto columns = [](const ndarray& a, int64_t first) {
    return a.view(first * a.stride(1), {4, 8}, a.strides());
  };
  for (int64_t to : {0, 1}) {
    const ndarray a = ops::copy(before), out = columns(a, to);
    ops::fft(columns(a, 0), {step}, &out);
    check(columns(before, 0), step, out);
  }
}

TEST_F(FftLinesTest, RealsAndBack) {
  for (int64_t n : {8, 9}) {
    const ndarray a = ops::real(numbers({5, n}));
    for (DType dtype : {DType::kFloat64, DType::kFloat32, DType::kInt64}) {
      const ndarray x = ops::astype(a, dtype);
      const ndarray half = ops::fft(x, {{FftKind::kFromReal, false, 1, n, 1}});
      EXPECT_EQ(half.shape(), (Dims{5, n / 2 + 1}));
      const ndarray back =
          ops::fft(half, {{FftKind::kToReal, true, 1, n, 1.0 / n}});
      EXPECT_EQ(back.dtype(),
                dtype == DType::kFloat32 ? dtype : DType::kFloat64);
      const ndarray apart = ops::unary(
          Op::absolute,
          ops::binary(Op::subtract, back, ops::astype(x, back.dtype())));
      const Scalar most = ops::item(
          ops::astype(ops::reduce(ReduceOp::max, apart, {}), DType::kFloat64));
      double value;
      std::memcpy(&value, most.bytes, sizeof value);
      EXPECT_LT(value, dtype == DType::kFloat32 ? 1e-5 : 1e-12);
    }
  }
}

TEST_F(FftLinesTest, MistakesOfCallers) {
  const ndarray a = numbers({4, 8}), small = numbers({4, 7});
  EXPECT_THROW(ops::fft(a, {{FftKind::kComplex, false, 2, 8, 1}}), ValueError);
  EXPECT_THROW(ops::fft(a, {{FftKind::kComplex, false, 1, 0, 1}}), ValueError);
  EXPECT_THROW(ops::fft(a, {{FftKind::kComplex, false, 1, 8, 1}}, &small),
               ValueError);
  // The device has transforms of its own for many lines at most.
  TearDown();
  EXPECT_THROW(ops::fft(numbers({1, 8}), {{FftKind::kComplex, false, 1, 8, 1}}),
               NotImplementedError);
}

}  // namespace
}  // namespace tenorite
