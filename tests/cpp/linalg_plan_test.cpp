// SPDX-License-Identifier: Apache-2.0
// What a device is asked to do for a product: that operands are read in place
// and that batches are joined where their layout allows it.
#include <gtest/gtest.h>

#include <vector>

#include "linalg/matmul.h"
#include "linalg/multiply.h"
#include "linalg/provider.h"

namespace tenorite::linalg {
namespace {

std::vector<GemmPlan> g_plans;

constexpr Provider kRecorder = {
    .gemm = [](const GemmPlan& plan) { g_plans.push_back(plan); },
    .description = [] { return std::string("recorder"); }};

class GemmPlanTest : public testing::Test {
 protected:
  void SetUp() override {
    before_ = &provider(kCpu);
    register_provider(DeviceType::kCpu, &kRecorder);
    g_plans.clear();
  }
  void TearDown() override { register_provider(DeviceType::kCpu, before_); }

  static ndarray make(const Dims& shape, DType dtype = DType::kFloat64) {
    return ndarray::empty(shape, dtype, kCpu);
  }
  static ndarray transposed(const ndarray& x) { return ops::transpose(x); }
  // The only plan of a product, which is recorded until somebody looks.
  static GemmPlan plan_of(const ndarray& a, const ndarray& b) {
    matmul(a, b).data();
    EXPECT_EQ(g_plans.size(), 1u);
    return g_plans.back();
  }

 private:
  const Provider* before_;
};

TEST_F(GemmPlanTest, ReadsMatricesInPlace) {
  ndarray a = make({4, 5}), b = make({5, 3});
  GemmPlan plan = plan_of(a, b);
  EXPECT_EQ(plan.a.data, a.data());
  EXPECT_EQ(plan.b.data, b.data());
  EXPECT_EQ(plan.a.transpose, Transpose::kNo);
  EXPECT_EQ(plan.a.ld, 5);
  EXPECT_EQ(plan.b.ld, 3);
  EXPECT_EQ(plan.ldc, 3);
  EXPECT_EQ(plan.m * 100 + plan.n * 10 + plan.k, 435);
  EXPECT_EQ(plan.batch, 1);
}

TEST_F(GemmPlanTest, ReadsTransposedMatricesInPlace) {
  ndarray a = make({5, 4}), b = make({3, 5});
  GemmPlan plan = plan_of(transposed(a), transposed(b));
  EXPECT_EQ(plan.a.data, a.data());
  EXPECT_EQ(plan.b.data, b.data());
  EXPECT_EQ(plan.a.transpose, Transpose::kYes);
  EXPECT_EQ(plan.b.transpose, Transpose::kYes);
  EXPECT_EQ(plan.a.ld, 4);
  EXPECT_EQ(plan.b.ld, 5);
}

TEST_F(GemmPlanTest, ReadsRowsApartInPlace) {
  ndarray wide = make({4, 9});
  ndarray a = wide.view(8, {4, 5}, wide.strides());
  GemmPlan plan = plan_of(a, make({5, 3}));
  EXPECT_EQ(plan.a.data, a.data());
  EXPECT_EQ(plan.a.ld, 9);
}

TEST_F(GemmPlanTest, ReadsVectorsWithStepsInPlace) {
  ndarray wide = make({10});
  ndarray vector = wide.view(0, {5}, {16});
  GemmPlan plan = plan_of(vector, make({5, 3}));
  EXPECT_EQ(plan.a.data, vector.data());
  EXPECT_EQ(plan.m, 1);
}

TEST_F(GemmPlanTest, WritesFortranOrderInPlace) {
  ndarray a = make({4, 5}), b = make({5, 3});
  ndarray out = ndarray::empty_f({4, 3}, DType::kFloat64, kCpu);
  matmul(a, b, &out).data();
  ASSERT_EQ(g_plans.size(), 1u);
  const GemmPlan& plan = g_plans[0];
  EXPECT_EQ(plan.c, out.data());
  EXPECT_EQ(plan.a.data, b.data());
  EXPECT_EQ(plan.b.data, a.data());
  EXPECT_EQ(plan.a.transpose, Transpose::kYes);
  EXPECT_EQ(plan.m, 3);
  EXPECT_EQ(plan.ldc, 4);
}

TEST_F(GemmPlanTest, CopiesWhatBlasCannotRead) {
  ndarray wide = make({8, 10});
  ndarray a = wide.view(0, {4, 5}, {160, 16});
  GemmPlan plan = plan_of(a, make({5, 3}));
  EXPECT_NE(plan.a.data, a.data());
  EXPECT_EQ(plan.a.ld, 5);
}

TEST_F(GemmPlanTest, MergesBatchAxes) {
  GemmPlan plan = plan_of(make({2, 3, 4, 5}), make({2, 3, 5, 6}));
  ASSERT_EQ(plan.batch_ndim, 1);
  EXPECT_EQ(plan.batch, 6);
  EXPECT_EQ(plan.batch_a[0], 20);
  EXPECT_EQ(plan.batch_b[0], 30);
  EXPECT_EQ(plan.batch_c[0], 24);
}

TEST_F(GemmPlanTest, FoldsBatchesThatShareTheSecondOperand) {
  GemmPlan plan = plan_of(make({2, 3, 4, 5}), make({5, 6}));
  EXPECT_EQ(plan.batch, 1);
  EXPECT_EQ(plan.m, 24);
}

TEST_F(GemmPlanTest, FoldsVectorsThatShareAMatrix) {
  ndarray matrix = make({4, 5}), vectors = make({7, 5});
  product(Product::kMatvec, matrix, vectors).data();
  ASSERT_EQ(g_plans.size(), 1u);
  EXPECT_EQ(g_plans[0].batch, 1);
  EXPECT_EQ(g_plans[0].m, 7);
  EXPECT_EQ(g_plans[0].n, 4);
}

TEST_F(GemmPlanTest, KeepsAxesThatDoNotMerge) {
  GemmPlan plan = plan_of(make({2, 1, 4, 5}), make({3, 5, 6}));
  ASSERT_EQ(plan.batch_ndim, 2);
  EXPECT_EQ(plan.batch_a[0], 20);
  EXPECT_EQ(plan.batch_a[1], 0);
  EXPECT_EQ(plan.batch_b[0], 0);
  EXPECT_EQ(plan.batch_b[1], 30);
}

TEST_F(GemmPlanTest, ConjugatesWithoutACopy) {
  ndarray a = make({6}, DType::kComplex128), b = make({6}, DType::kComplex128);
  vdot(a, b).data();
  ASSERT_EQ(g_plans.size(), 1u);
  EXPECT_EQ(g_plans[0].a.data, a.data());
  EXPECT_EQ(g_plans[0].a.transpose, Transpose::kConjugate);
}

TEST_F(GemmPlanTest, AsksForNothingWhereNothingIsToBeSummed) {
  matmul(make({0, 5}), make({5, 3}));
  ndarray zeros = matmul(make({4, 0}), make({0, 3}));
  for (int i = 0; i < 12; ++i)
    EXPECT_EQ(reinterpret_cast<const double*>(zeros.data())[i], 0);
  EXPECT_TRUE(g_plans.empty());
}

}  // namespace
}  // namespace tenorite::linalg
