// SPDX-License-Identifier: Apache-2.0
// Poisson and binomial numbers as CUDA devices make them for parameters that
// are the same for all elements, run on the CPU: those of the rule.
#include <gtest/gtest.h>

#include <vector>

// From here on it is CUDA C++.
#include "tests/cpp/emulated/emulation.h"
// The library's own kernels.
#include "ops/cuda/random/random_bounds.cuh"

namespace tenorite::cuda {
namespace {

template <class F>
void expect_rule(const rng::Parameters& p, int64_t n, unsigned blocks) {
  // A number behind them, which stays.
  std::vector<int64_t> found(n + 1, -1);
  const rng::CallKey key{5, 6, 7};
  BoundedArgs args{found.data(), n, rng::RoundKeys(key), rng::Bounds<F>::hat(p),
                   p};
  const void* arguments[] = {&args};
  for (bool backwards : {false, true}) {
    emulation::backwards = backwards;
    emulation::run(
        [](const void* const* a) {
          draw_bounded<F>(*static_cast<const BoundedArgs*>(a[0]));
        },
        arguments, {blocks, 1, 1}, kThreads);
    emulation::backwards = false;
    for (int64_t i = 0; i < n; ++i) {
      rng::Substream stream(key, i);
      ASSERT_EQ(found[i], F()(stream, p)) << i << " of " << n;
      found[i] = -1;
    }
    EXPECT_EQ(found[n], -1);
  }
}

TEST(EmulatedRandomBounds, NumbersAreTheRules) {
  for (int64_t n : {1, 255, 2048, 2049, 9000})
    for (unsigned blocks : {1u, 2u}) {
      expect_rule<rng::Poisson>({{bit_cast<unsigned long>(10.)}}, n, blocks);
      expect_rule<rng::Binomial>(
          {{bit_cast<unsigned long>(100l), bit_cast<unsigned long>(0.3)}}, n,
          blocks);
    }
}

TEST(EmulatedRandomBounds, TablesThatHoldSomeNumbersOnly) {
  expect_rule<rng::Poisson>({{bit_cast<unsigned long>(1e6)}}, 9000, 1);
  expect_rule<rng::Poisson>({{bit_cast<unsigned long>(2e9)}}, 5000, 3);
  expect_rule<rng::Binomial>(
      {{bit_cast<unsigned long>(2000000000l), bit_cast<unsigned long>(0.7)}},
      5000, 2);
}

}  // namespace
}  // namespace tenorite::cuda
