// SPDX-License-Identifier: Apache-2.0
// Least squares on a device whose library has no routine for them.
#include <gtest/gtest.h>

#include <cstring>
#include <optional>
#include <vector>

#include "linalg/decompositions.h"
#include "linalg/provider.h"
#include "ops/api/ops.h"

namespace tenorite::linalg {
namespace {

ndarray matrix(const std::vector<double>& items, const Dims& shape,
               DType dtype) {
  ndarray a = ndarray::empty(shape, DType::kFloat64, kCpu);
  std::memcpy(a.data(), items.data(), items.size() * sizeof(double));
  return ops::astype(a, dtype);
}

std::vector<double> items_of(const ndarray& a) {
  const ndarray wide =
      ops::contiguous(ops::astype(ops::real(a), DType::kFloat64));
  auto* items = reinterpret_cast<const double*>(wide.data());
  return {items, items + wide.size()};
}

// a = [[2, 0], [0, 1], [0, 0]] = [[1, 0], [0, 1], [0, 0]] diag(2, 1) I.
void svd_of_the_test(const ndarray& a, const ndarray& u, const ndarray& s,
                     const ndarray& vh, LinalgErrorBit) {
  ops::copy_into(u, matrix({1, 0, 0, 1, 0, 0}, {3, 2}, a.dtype()));
  ops::copy_into(s, matrix({2, 1}, {2}, s.dtype()));
  ops::copy_into(vh, matrix({1, 0, 0, 1}, {2, 2}, a.dtype()));
}

class LstsqTest : public testing::TestWithParam<DType> {
 protected:
  LstsqTest() : cpu_(provider(kCpu)), gaps_{.gemm = cpu_.gemm} {
    gaps_.svd = svd_of_the_test;
    register_provider(DeviceType::kCpu, &gaps_);
  }
  ~LstsqTest() override { register_provider(DeviceType::kCpu, &cpu_); }

  LeastSquares solve(std::optional<double> rcond) {
    return lstsq(matrix({2, 0, 0, 1, 0, 0}, {3, 2}, GetParam()),
                 matrix({4, 2, 3, -1, 5, 0}, {3, 2}, GetParam()), rcond);
  }

  const Provider& cpu_;
  Provider gaps_;
};

TEST_P(LstsqTest, OfFullRank) {
  for (const std::optional<double> rcond :
       {std::optional<double>(), std::optional(0.0), std::optional(-1.0)}) {
    const LeastSquares found = solve(rcond);
    EXPECT_EQ(items_of(found.x), (std::vector<double>{2, 1, 3, -1}));
    EXPECT_EQ(items_of(found.sums), (std::vector<double>{25, 0}));
    EXPECT_EQ(items_of(found.rank), std::vector<double>{2});
    EXPECT_EQ(items_of(found.s), (std::vector<double>{2, 1}));
    EXPECT_EQ(found.x.dtype(), GetParam());
    EXPECT_EQ(found.rank.dtype(), DType::kInt32);
    EXPECT_EQ(kind(found.s.dtype()), 'f');
    EXPECT_EQ(kind(found.sums.dtype()), 'f');
  }
}

TEST_P(LstsqTest, SmallSingularValuesCountAsZero) {
  const LeastSquares found = solve(0.6);
  EXPECT_EQ(items_of(found.x), (std::vector<double>{2, 1, 0, 0}));
  EXPECT_EQ(items_of(found.rank), std::vector<double>{1});
}

INSTANTIATE_TEST_SUITE_P(Dtypes, LstsqTest,
                         testing::Values(DType::kFloat32, DType::kFloat64,
                                         DType::kComplex64,
                                         DType::kComplex128));

TEST(Resolution, IsThatOfTheComputation) {
  const Provider& cpu = provider(kCpu);
  EXPECT_LT(resolution(DType::kFloat32, kCpu), 1e-15);
  Provider single = cpu;
  single.in_double = false;
  register_provider(DeviceType::kCpu, &single);
  EXPECT_GT(resolution(DType::kFloat32, kCpu), 1e-8);
  EXPECT_GT(resolution(DType::kComplex64, kCpu), 1e-8);
  EXPECT_LT(resolution(DType::kInt32, kCpu), 1e-15);
  register_provider(DeviceType::kCpu, &cpu);
}

}  // namespace
}  // namespace tenorite::linalg
