// SPDX-License-Identifier: Apache-2.0
// Counts that a table decides are those of the rule itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "ops/device/random_bounds.h"

namespace tenorite {
namespace {

rng::Parameters poisson(double mean) {
  return {{bit_cast<unsigned long>(mean)}};
}
rng::Parameters binomial(long n, double p) {
  return {{bit_cast<unsigned long>(n), bit_cast<unsigned long>(p)}};
}

// How many of `n` elements no trial decided.
template <class F>
int compare(const rng::Parameters& p, int n) {
  using Bounds = rng::Bounds<F>;
  EXPECT_TRUE(Bounds::apply(p));
  const rng::BoundedHat hat = Bounds::hat(p);
  EXPECT_GT(hat.size, 0);
  EXPECT_LE(hat.size, rng::kMaxBounds);
  std::vector<double> bounds;
  for (int i = 0; i < hat.size; ++i)
    bounds.push_back(rng::bound_of<F>(hat, i, p));
  const rng::CallKey key{3, 1, 4};
  int unknown = 0, wrong = 0;
  for (int i = 0; i < n; ++i) {
    rng::Substream stream(key, i);
    const long expected = F()(stream, p);
    unsigned number;
    rng::Verdict verdict;
    unsigned trial = 0;
    do
      verdict =
          rng::decide(hat, bounds.data(), rng::philox(key, i, trial++), number);
    while (verdict == rng::Verdict::kRejected);
    if (verdict == rng::Verdict::kUnknown)
      ++unknown;
    else
      wrong += Bounds::finish(number, p) != expected;
  }
  EXPECT_EQ(wrong, 0);
  return unknown;
}

TEST(RandomBounds, PoissonNumbersAreTheRules) {
  for (double mean : {10., 10.5, 33., 100., 3000.})
    EXPECT_EQ(compare<rng::Poisson>(poisson(mean), 200000), 0) << mean;
  for (double mean : {2e4, 1e6, 2e9})
    EXPECT_LT(compare<rng::Poisson>(poisson(mean), 50000), 12500) << mean;
}

TEST(RandomBounds, BinomialNumbersAreTheRules) {
  for (double p : {0.5, 0.3, 0.9})
    for (long n : {101l, 333l, 5000l})
      EXPECT_EQ(compare<rng::Binomial>(binomial(n, p), 100000), 0) << n;
  EXPECT_EQ(compare<rng::Binomial>(binomial(20, 0.5), 300000), 0);
  EXPECT_EQ(compare<rng::Binomial>(binomial(2000000000, 1e-8), 100000), 0);
  EXPECT_LT(compare<rng::Binomial>(binomial(2000000000, 0.3), 50000), 12500);
}

TEST(RandomBounds, OtherParametersAreLeftToTheRules) {
  const double nan = std::nan("");
  for (double mean : {0., -1., 9.99, 3e9, 1e300, nan, HUGE_VAL})
    EXPECT_FALSE(rng::Bounds<rng::Poisson>::apply(poisson(mean))) << mean;
  for (double p : {0., 1., -1., 0.09, 0.91, nan})
    EXPECT_FALSE(rng::Bounds<rng::Binomial>::apply(binomial(100, p))) << p;
  for (long n : {0l, -5l, 19l, 1l << 40})
    EXPECT_FALSE(rng::Bounds<rng::Binomial>::apply(binomial(n, 0.5))) << n;
  static_assert(!rng::Bounds<rng::Zipf>::kHas);
}

// Four words, then those of a substream.
struct Given : rng::Draws<Given> {
  unsigned words[4];
  rng::Substream others{{1, 2, 3}, 4};
  int used = 0;
  bool went_on = false;
  unsigned next32() {
    if (used < 4) return words[used++];
    went_on = true;
    return others.next32();
  }
};

TEST(RandomBounds, WordsAtTheEndsOfTheHat) {
  const double mean = 40;
  const rng::Parameters p = poisson(mean);
  const rng::BoundedHat hat = rng::Bounds<rng::Poisson>::hat(p);
  std::vector<double> bounds;
  for (int i = 0; i < hat.size; ++i)
    bounds.push_back(rng::bound_of<rng::Poisson>(hat, i, p));
  int accepted = 0, rejected = 0;
  for (unsigned low : {0u, 4096u, ~0u})
    for (unsigned high : {0u, 1u, 1u << 20, 1u << 24, 1u << 28, 0x7fffffffu,
                          0x80000000u, 7u << 29, ~0u << 10, ~0u})
      for (unsigned third : {0u, 1u << 16, 1u << 24, 1u << 30, ~0u}) {
        Given given;
        const unsigned words[] = {low, high, low, third};
        std::copy(words, words + 4, given.words);
        const double expected =
            rng::under_hat(given, rng::poisson_hat(mean), 0,
                           [&](double k) { return rng::log_poisson(k, mean); });
        const bool first = !given.went_on;
        unsigned number = 0;
        const auto verdict =
            rng::decide(hat, bounds.data(), {{low, high, low, third}}, number);
        if (verdict != rng::Verdict::kUnknown) {
          EXPECT_EQ(verdict == rng::Verdict::kAccepted, first);
          if (first) {
            EXPECT_EQ(number, expected);
          }
        }
        accepted += verdict == rng::Verdict::kAccepted;
        rejected += verdict == rng::Verdict::kRejected;
      }
  EXPECT_GT(accepted, 0);
  EXPECT_GT(rejected, 0);
}

}  // namespace
}  // namespace tenorite
