// SPDX-License-Identifier: Apache-2.0
// What a device's library is asked to do for transforms, and that doing so
// gives the transforms: the CPU device gets a library that works by definition.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "core/error.h"
#include "ops/api/fft.h"
#include "ops/api/fft_cache.h"
#include "ops/api/ops.h"
#include "ops/plan/registry.h"
#include "tests/cpp/naive_fft.h"

namespace tenorite {
namespace {

std::vector<FftLaunch> g_launches;

class FftTest : public testing::Test {
 protected:
  void SetUp() override {
    before_ = &device_ops(kCpu);
    ops_ = *before_;
    ops_.fft_lines = nullptr;
    ops_.fft = [](const FftLaunch& launch) {
      g_launches.push_back(launch);
      if (runs_) naive_fft(launch);
    };
    register_device_ops(DeviceType::kCpu, &ops_);
    g_launches.clear();
    runs_ = true;
  }
  void TearDown() override {
    set_fft_route(FftRoute::kAuto);
    register_device_ops(DeviceType::kCpu, before_);
  }

  static ndarray make(const Dims& shape, DType dtype = DType::kComplex64) {
    ndarray a = ndarray::empty(shape, dtype, kCpu);
    std::fill_n(a.data(), a.nbytes(), 0);
    return a;
  }
  static FftStep step(int axis, int64_t n, FftKind kind = FftKind::kComplex,
                      bool inverse = false) {
    return {kind, inverse, axis, n, 1.0};
  }
  // The only launch of some steps.
  static const FftLaunch& launch_of(const ndarray& a,
                                    const std::vector<FftStep>& steps) {
    ops::fft(a, steps);
    EXPECT_EQ(g_launches.size(), 1u);
    return g_launches.back();
  }

  static inline bool runs_;

 private:
  const DeviceOps* before_;
  DeviceOps ops_;
};

TEST_F(FftTest, RowsAreOneLaunch) {
  ndarray a = make({6, 8});
  const FftLaunch& launch = launch_of(a, {step(1, 8)});
  EXPECT_EQ(launch.in, a.data());
  EXPECT_EQ(launch.plan.batch, 6);
  EXPECT_EQ(launch.plan.n[0], 8);
  EXPECT_EQ(launch.plan.in.stride, 1);
  EXPECT_EQ(launch.plan.in.distance, 8);
  EXPECT_EQ(launch.plan.out, launch.plan.in);
  EXPECT_EQ(launch.loops, 1);
}

TEST_F(FftTest, ColumnsAreReadInPlace) {
  ndarray a = make({8, 6});
  const FftLaunch& launch = launch_of(a, {step(0, 8)});
  EXPECT_EQ(launch.in, a.data());
  EXPECT_EQ(launch.plan.batch, 6);
  EXPECT_EQ(launch.plan.in.stride, 6);
  EXPECT_EQ(launch.plan.in.distance, 1);
  EXPECT_EQ(launch.plan.out, launch.plan.in);
}

// Columns of the device's own kernel, by the loops and the batch.
TEST_F(FftTest, AMiddleAxisIsOneLaunchOfColumns) {
  ndarray a = make({5, 8, 6});
  const FftLaunch& launch = launch_of(a, {step(1, 8)});
  EXPECT_TRUE(launch.plan.columns);
  EXPECT_EQ(launch.in, a.data());
  EXPECT_NE(launch.out, a.data());
  EXPECT_EQ(launch.plan.batch, 6);
  EXPECT_EQ(launch.plan.in.stride, 6);
  EXPECT_EQ(launch.plan.in.distance, 1);
  EXPECT_EQ(launch.plan.out, launch.plan.in);
  EXPECT_EQ(launch.loops, 5);
  EXPECT_EQ(launch.loop_in[0], 8 * 6 * 8);
}

TEST_F(FftTest, ColumnsTakeTheFactorAndAnyStep) {
  ndarray a = make({5, 8, 6}, DType::kComplex128);
  Dims strides = a.strides();
  for (int64_t& step : strides) step = -step;
  ndarray backwards =
      a.view(static_cast<int64_t>(a.nbytes()) - 16, a.shape(), strides);
  FftStep scaled = step(1, 8);
  scaled.factor = 0.125;
  ndarray out = make({5, 8, 6}, DType::kComplex128);
  ops::fft(backwards, {scaled}, &out);
  const FftLaunch& launch = g_launches.at(0);
  EXPECT_TRUE(launch.plan.columns);
  EXPECT_EQ(launch.factor, 0.125);
  EXPECT_EQ(launch.plan.in.stride, -6);
  EXPECT_EQ(launch.plan.in.distance, -1);
  EXPECT_EQ(launch.plan.out.stride, 6);
}

TEST_F(FftTest, WhatColumnsDoNotTakeIsMovedTogether) {
  for (const Dims& shape :
       {Dims{5, 11, 6}, Dims{5, 22, 6}, Dims{5, 4096, 6}, Dims{9, 8, 3}}) {
    g_launches.clear();
    const FftLaunch& launch = launch_of(make(shape), {step(1, shape[1])});
    EXPECT_FALSE(launch.plan.columns) << shape[1];
    EXPECT_EQ(launch.in, launch.out);
    EXPECT_EQ(launch.plan.batch, shape[0] * shape[2]);
    EXPECT_EQ(launch.plan.in.stride, 1);
    EXPECT_EQ(launch.loops, 1);
  }
}

TEST_F(FftTest, LargeTransformsOfAMiddleAxisAreReadInPlace) {
  runs_ = false;
  ndarray a = make({3, 1100, 1024});
  const FftLaunch& launch = launch_of(a, {step(1, 1100)});
  EXPECT_FALSE(launch.plan.columns);
  EXPECT_EQ(launch.in, a.data());
  EXPECT_EQ(launch.plan.batch, 1024);
  EXPECT_EQ(launch.plan.in.stride, 1024);
  EXPECT_EQ(launch.loops, 3);
  EXPECT_EQ(launch.loop_in[0], 1100 << 13);
}

TEST_F(FftTest, TwoOuterAxesAreColumnsInTurn) {
  ndarray a = make({8, 9, 40});
  ops::fft(a, {step(1, 9), step(0, 8)});
  ASSERT_EQ(g_launches.size(), 2u);
  EXPECT_TRUE(g_launches[0].plan.columns);
  EXPECT_TRUE(g_launches[1].plan.columns);
  EXPECT_EQ(g_launches[0].in, a.data());
  EXPECT_EQ(g_launches[1].in, g_launches[1].out);
}

TEST_F(FftTest, ThreeAxesAreOnePlan) {
  const FftLaunch& launch =
      launch_of(make({2, 3, 4, 5}), {step(3, 5), step(2, 4), step(1, 3)});
  EXPECT_EQ(launch.plan.rank, 3);
  EXPECT_EQ(launch.plan.n[0], 3);
  EXPECT_EQ(launch.plan.n[2], 5);
  EXPECT_EQ(launch.plan.in.embed[1], 4);
  EXPECT_EQ(launch.plan.in.embed[2], 5);
  EXPECT_EQ(launch.plan.in.distance, 60);
}

TEST_F(FftTest, MoreAxesAreTakenInTurn) {
  ops::fft(make({2, 3, 4, 5}),
           {step(3, 5), step(2, 4), step(1, 3), step(0, 2)});
  ASSERT_EQ(g_launches.size(), 2u);
  EXPECT_EQ(g_launches[0].plan.rank, 3);
  EXPECT_EQ(g_launches[1].plan.rank, 1);
  EXPECT_EQ(g_launches[1].in, g_launches[1].out);
}

TEST_F(FftTest, AxesOfOnePointCostNothing) {
  const FftLaunch& launch =
      launch_of(make({4, 1, 5}), {step(2, 5), step(1, 1), step(0, 4)});
  EXPECT_EQ(launch.plan.rank, 2);
  EXPECT_EQ(launch.plan.batch, 1);
}

TEST_F(FftTest, ShorterTransformsReadAView) {
  ndarray a = make({6, 8});
  const FftLaunch& launch = launch_of(a, {step(1, 5)});
  EXPECT_EQ(launch.in, a.data());
  EXPECT_EQ(launch.plan.in.distance, 8);
  EXPECT_EQ(launch.plan.out.distance, 5);
}

TEST_F(FftTest, RealsOfTwoAxesAreOnePlan) {
  ndarray a = make({6, 8}, DType::kFloat32);
  const FftLaunch& launch =
      launch_of(a, {step(1, 8, FftKind::kFromReal), step(0, 6)});
  EXPECT_EQ(launch.in, a.data());
  EXPECT_EQ(launch.plan.kind, FftKind::kFromReal);
  EXPECT_EQ(launch.plan.rank, 2);
  EXPECT_EQ(launch.plan.in.embed[1], 8);
  EXPECT_EQ(launch.plan.out.embed[1], 5);
}

TEST_F(FftTest, RealsAlongTheOuterAxisOfTwoTakeTwoLaunchesAndNoCopy) {
  ndarray a = make({8, 6}, DType::kFloat32);
  ops::fft(a, {step(0, 8, FftKind::kFromReal), step(1, 6)});
  ASSERT_EQ(g_launches.size(), 2u);
  EXPECT_EQ(g_launches[0].in, a.data());
  EXPECT_EQ(g_launches[1].in, g_launches[1].out);
}

TEST_F(FftTest, WhatMayBeDestroyedIsNotTheInput) {
  ndarray a = make({6, 5});
  EXPECT_NE(launch_of(a, {step(1, 8, FftKind::kToReal, true)}).in, a.data());
  g_launches.clear();
  ops::fft(a, {step(1, 8, FftKind::kToReal, true)}, nullptr, true);
  EXPECT_EQ(g_launches.at(0).in, a.data());
}

TEST_F(FftTest, UnalignedInputIsCopied) {
  ndarray a = make({9}, DType::kFloat32);
  ndarray odd = a.view(4, {8}, a.strides());
  EXPECT_NE(launch_of(odd, {step(0, 8, FftKind::kFromReal)}).in, odd.data());
}

TEST_F(FftTest, NothingIsLaunchedForNothing) {
  EXPECT_EQ(ops::fft(make({0, 4}), {step(1, 4)}).size(), 0);
  ops::fft(make({3, 1}), {step(1, 1)});
  EXPECT_TRUE(g_launches.empty());
}

TEST_F(FftTest, ImpossibleStepsAreErrors) {
  ndarray a = make({3, 4});
  EXPECT_THROW(ops::fft(a, {}), ValueError);
  EXPECT_THROW(ops::fft(a, {step(2, 4)}), ValueError);
  EXPECT_THROW(ops::fft(a, {step(1, 0)}), ValueError);
  EXPECT_THROW(ops::fft(a, {step(1, int64_t{1} << 60)}), ValueError);
  ndarray out = make({3, 5});
  EXPECT_THROW(ops::fft(a, {step(1, 4)}, &out), ValueError);
  out = make({3, 4}, DType::kComplex128);
  EXPECT_THROW(ops::fft(a, {step(1, 4)}, &out), TypeError);
}

// ---- against the definition ----

struct Reference {
  Dims shape;
  Items items;
};

// One step on dense items.
Reference transformed(const Reference& x, const FftStep& step) {
  bool from_real = step.kind == FftKind::kFromReal;
  bool to_real = step.kind == FftKind::kToReal;
  int64_t inner = 1, outer = 1, have = x.shape[step.axis];
  for (int i = 0; i < step.axis; ++i) outer *= x.shape[i];
  for (int i = step.axis + 1; i < x.shape.size(); ++i) inner *= x.shape[i];
  Reference y{x.shape, {}};
  int64_t kept = from_real ? step.n / 2 + 1 : step.n;
  y.shape[step.axis] = kept;
  y.items.resize(static_cast<size_t>(outer * kept * inner));
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i = 0; i < inner; ++i) {
      Items line(static_cast<size_t>(step.n));
      int64_t used = std::min(have, to_real ? step.n / 2 + 1 : step.n);
      for (int64_t k = 0; k < used; ++k) {
        auto item = x.items[(o * have + k) * inner + i];
        if (to_real && k == (step.n - k) % step.n) item = item.real();
        line[k] = item;
        if (to_real) line[(step.n - k) % step.n] = std::conj(item);
      }
      line = naive_line(line, step.inverse ? 1 : -1);
      for (int64_t k = 0; k < kept; ++k)
        y.items[(o * kept + k) * inner + i] = line[k] * step.factor;
    }
  return y;
}

Items items_of(const ndarray& a) {
  ndarray dense = ops::astype(a, DType::kComplex128, ops::Order::kC);
  auto* first = reinterpret_cast<std::complex<double>*>(dense.data());
  return {first, first + dense.size()};
}

// Within a few roundings of the largest item.
void expect_close(const ndarray& a, const Items& expected) {
  Items got = items_of(a);
  double largest = 0, error = 0;
  for (size_t k = 0; k < got.size(); ++k) {
    largest = std::max(largest, std::abs(expected[k]));
    error = std::max(error, std::abs(got[k] - expected[k]));
  }
  bool single = a.itemsize() / (kind(a.dtype()) == 'c' ? 2 : 1) == 4;
  EXPECT_LE(error, (single ? 2e-6 : 2e-15) * largest);
}

class RandomCall {
 public:
  explicit RandomCall(uint64_t seed) : rng_(seed) {}
  int64_t below(int64_t n) {
    return std::uniform_int_distribution<int64_t>(0, n - 1)(rng_);
  }

  // A view with axes in any order, gaps, and steps backwards.
  ndarray array(DType dtype) {
    auto ndim = static_cast<int>(1 + below(4));
    Dims shape, wide;
    for (int i = 0; i < ndim; ++i) {
      shape.push_back(1 + below(6));
      wide.push_back(shape[i] * (1 + below(2)) + below(2));
    }
    ndarray base = ndarray::empty(wide, dtype, kCpu);
    ndarray parts = kind(dtype) == 'c' ? ops::real(base) : base;
    for (int64_t k = 0; k < base.size(); ++k) {
      bool pair = kind(dtype) == 'c';
      for (int part = 0; part <= pair; ++part) {
        double value = std::normal_distribution<double>()(rng_);
        int64_t at = pair ? 2 * k + part : k;
        if (parts.dtype() == DType::kFloat32)
          reinterpret_cast<float*>(base.data())[at] = static_cast<float>(value);
        else
          reinterpret_cast<double*>(base.data())[at] = value;
      }
    }
    Dims strides = base.strides();
    int64_t offset = 0;
    for (int i = 0; i < ndim; ++i) {
      if (2 * shape[i] <= wide[i] && below(2)) strides[i] *= 2;
      if (below(4) == 0) {
        offset += strides[i] * (shape[i] - 1);
        strides[i] = -strides[i];
      }
    }
    ndarray view = base.view(offset, shape, strides);
    Dims order;
    for (int i = 0; i < ndim; ++i)
      order.insert(static_cast<int>(below(i + 1)), i);
    return ops::transpose(view, order);
  }

  std::vector<FftStep> steps(const ndarray& a) {
    bool is_complex = kind(a.dtype()) == 'c';
    int64_t style = below(is_complex ? 3 : 4);  // which transforms
    bool inverse = style == 2 || (style < 2 && below(2));
    std::vector<FftStep> steps;
    auto count = static_cast<int>(1 + below(4));
    for (int k = 0; k < count; ++k) {
      auto axis = static_cast<int>(below(a.ndim()));
      int64_t n = std::max<int64_t>(1, a.shape(axis) + below(5) - 2);
      FftKind kind = FftKind::kComplex;
      if (style == 3 && k == 0) kind = FftKind::kFromReal;
      if (style == 2 && k == count - 1) kind = FftKind::kToReal;
      steps.push_back(
          {kind, style == 3 ? false : inverse, axis, n, below(2) ? 1.0 : 0.25});
    }
    return steps;
  }

 private:
  std::mt19937_64 rng_;
};

TEST_F(FftTest, AnyCallGivesTheTransform) {
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(seed);
    RandomCall call(seed);
    constexpr DType kTypes[] = {DType::kFloat32, DType::kFloat64,
                                DType::kComplex64, DType::kComplex128};
    ndarray a = call.array(kTypes[call.below(4)]);
    std::vector<FftStep> steps = call.steps(a);
    constexpr FftRoute kRoutes[] = {FftRoute::kAuto, FftRoute::kColumns,
                                    FftRoute::kCopy};
    set_fft_route(kRoutes[call.below(3)]);
    Items before = items_of(a);
    Reference expected{a.shape(), before};
    for (const FftStep& step : steps) expected = transformed(expected, step);

    ndarray result = ops::fft(a, steps);
    ASSERT_EQ(result.shape(), expected.shape);
    EXPECT_EQ(items_of(a), before) << "the input was changed";
    expect_close(result, expected.items);

    // The same into an array backwards, with gaps.
    Dims wide = result.shape(), strides;
    for (int64_t& n : wide) n = 2 * n;
    ndarray base = make(wide, result.dtype());
    strides = base.strides();
    int64_t offset = 0;
    for (int i = 0; i < wide.size(); ++i) {
      strides[i] *= -2;
      offset -= strides[i] * (result.shape(i) - 1);
    }
    ndarray out = base.view(offset, result.shape(), strides);
    ops::fft(a, steps, &out);
    expect_close(out, expected.items);
  }
}

// ---- the cache of plans ----

int g_made = 0;
std::shared_ptr<FftLibraryPlan> make_counted(const FftPlan& plan, Device) {
  if (plan.n[0] < 0) throw RuntimeError("cannot be made");
  ++g_made;
  auto made = std::make_shared<FftLibraryPlan>();
  made->work_bytes = static_cast<size_t>(plan.n[0]);
  return made;
}

FftPlan plan_of(int64_t n) {
  FftPlan plan;
  plan.n[0] = n;
  return plan;
}

TEST(FftPlanCache, KeepsWhatWasUsedLast) {
  FftPlanCache cache;
  g_made = 0;
  cache.set_size(2);
  auto get = [&](int64_t n) {
    return cache.get(plan_of(n), kCpu, make_counted);
  };
  auto first = get(10);
  get(20);
  EXPECT_EQ(get(10), first);
  get(30);
  EXPECT_EQ(get(10), first);
  EXPECT_EQ(g_made, 3);
  get(20);
  EXPECT_EQ(g_made, 4);
  auto info = cache.info();
  EXPECT_EQ(info.hits, 2);
  EXPECT_EQ(info.misses, 4);
  EXPECT_EQ(info.current_size, 2);
  EXPECT_EQ(info.current_memsize, 30);
  EXPECT_EQ(info.plans.at(0).first.n[0], 20);
}

TEST(FftPlanCache, KeepsTheLimits) {
  FftPlanCache cache;
  auto get = [&](int64_t n) { cache.get(plan_of(n), kCpu, make_counted); };
  cache.set_memsize(50);
  for (int64_t n : {10, 20, 25, 60}) get(n);
  EXPECT_EQ(cache.info().current_memsize, 45);
  cache.set_memsize(30);
  EXPECT_EQ(cache.info().current_size, 1);
  cache.set_memsize(-1);
  cache.set_size(-1);
  for (int64_t n = 1; n <= 100; ++n) get(n);
  EXPECT_EQ(cache.info().current_size, 100);
  cache.set_size(0);
  get(5);
  EXPECT_EQ(cache.info().current_size, 0);
  EXPECT_EQ(cache.info().current_memsize, 0);
  EXPECT_THROW(cache.set_size(-2), ValueError);
  EXPECT_THROW(cache.set_memsize(-2), ValueError);
}

TEST(FftPlanCache, AFailureChangesNothing) {
  FftPlanCache cache;
  cache.get(plan_of(4), kCpu, make_counted);
  EXPECT_THROW(cache.get(plan_of(-1), kCpu, make_counted), RuntimeError);
  EXPECT_EQ(cache.info().current_size, 1);
  cache.clear();
  EXPECT_EQ(cache.info().misses, 0);
}

}  // namespace
}  // namespace tenorite
