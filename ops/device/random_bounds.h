// SPDX-License-Identifier: Apache-2.0
// Transformed rejection for many elements with the same parameters: a table of
// probabilities decides nearly all trials without a logarithm. What roundings
// could decide otherwise is left to the rule itself (under_hat).
#pragma once

#include "ops/device/random_counts.h"

namespace tenorite::rng {

// bounds[k - low] is the probability of k over that of the most probable number
// and over the hat's alpha.
inline constexpr int kMaxBounds = 1024;
struct BoundedHat {
  Hat hat;
  double highest;  // the most probable number's logarithm
  unsigned low;
  int size;  // of the table, at most kMaxBounds
};

TENORITE_HD BoundedHat bounded(const Hat& hat, double highest,
                               double deviation) {
  // Numbers beside it are so improbable that a look at its ends is enough, or
  // else rejected seldom.
  double half = 8 * deviation + 8;
  half = half < kMaxBounds / 2 - 1 ? half : kMaxBounds / 2 - 1;
  double low = hat.center < half ? 0 : math::floor(hat.center - half);
  return {hat, highest, (unsigned)low,
          (int)(math::floor(hat.center + half) - low) + 1};
}

// Distributions that are drawn so for parameters that are numbers.
template <class F>
struct Bounds {
  static constexpr bool kHas = false;
};
template <>
struct Bounds<Poisson> {
  static constexpr bool kHas = true;
  TENORITE_HD static bool apply(const Parameters& p) {
    return p.real(0) >= kLeastHatMean && p.real(0) < 0x1p31;
  }
  TENORITE_HD static BoundedHat hat(const Parameters& p) {
    double mean = p.real(0);
    return bounded(poisson_hat(mean), 0, math::sqrt(mean));
  }
  TENORITE_HD static double log_probability(double k, const Parameters& p) {
    return log_poisson(k, p.real(0));
  }
  TENORITE_HD static long finish(unsigned k, const Parameters&) { return k; }
};
template <>
struct Bounds<Binomial> {
  static constexpr bool kHas = true;
  TENORITE_HD static double lower(double p) { return p <= 0.5 ? p : 1 - p; }
  TENORITE_HD static bool apply(const Parameters& p) {
    auto n = (double)p.integer(0);
    return p.real(1) > 0 && p.real(1) < 1 && n < 0x1p31 &&
           n * lower(p.real(1)) >= kLeastHatMean;
  }
  TENORITE_HD static BoundedHat hat(const Parameters& p) {
    auto n = (double)p.integer(0);
    double low = lower(p.real(1)), mode = math::floor((n + 1) * low);
    return bounded(binomial_hat(n, low), log_binomial(mode, n, low),
                   math::sqrt(n * low * (1 - low)));
  }
  TENORITE_HD static double log_probability(double k, const Parameters& p) {
    return log_binomial(k, (double)p.integer(0), lower(p.real(1)));
  }
  TENORITE_HD static long finish(unsigned k, const Parameters& p) {
    return p.real(1) <= 0.5 ? (long)k : p.integer(0) - (long)k;
  }
};

// Entry i of the table; NaN decides nothing.
template <class F>
TENORITE_HD double bound_of(const BoundedHat& hat, int i, const Parameters& p) {
  double k = (double)hat.low + i;
  if (k > hat.hat.most) return 0;
  double bound =
      rng::exp(Bounds<F>::log_probability(k, p) - hat.highest) / hat.hat.alpha;
  return bound > 0x1p-900 ? bound : math::kNan<double>;
}

enum class Verdict { kAccepted, kRejected, kUnknown };

// What becomes of the trial that is made of a block of an element's substream:
// trial t is made of block t.
TENORITE_HD Verdict decide(const BoundedHat& bounded, const double* bounds,
                           const Philox4x32& words, unsigned& number) {
  const Hat& hat = bounded.hat;
  // As Draws::uniform() makes them; sums and products here are exact.
  auto whole = [](unsigned lo, unsigned hi) {
    return bit_cast<double>(joined(lo, hi) >> 12 | 0x4330000000000000ul) -
           (0x1p52 - 0.5);
  };
  double u = rng::fma(whole(words.v[0], words.v[1]), 0x1p-52, -0.5);
  double v = whole(words.v[2], words.v[3]) * 0x1p-52;
  double us = 0.5 - math::fabs(u);
  double x =
      (plain_quotient(2 * hat.a, us) + hat.b) * u + hat.center + hat.shift;
  bool squeezed = us >= 0.07 && v <= hat.v_right;
  if (x < 0) return squeezed ? Verdict::kUnknown : Verdict::kRejected;
  const bool wide = !(x < 0x1p32);
  number = wide ? 0xffffffffu : (unsigned)x;
  if (squeezed)
    return number > hat.most ? Verdict::kUnknown : Verdict::kAccepted;
  if (us < hat.tail && v > us) return Verdict::kRejected;
  // Probabilities fall on both sides of the table.
  unsigned place = number - bounded.low;
  const bool beside = wide || place >= (unsigned)bounded.size;
  if (beside) place = number < bounded.low ? 0 : bounded.size - 1;
  // The logarithms compared differ from the true ones by much less than 1e-10.
  double square = us * us, left = v * square;
  double right = bounds[place] * (hat.a + hat.b * square);
  if (left >= right * (1 + 1e-10)) return Verdict::kRejected;
  return left <= right * (1 - 1e-10) && !beside ? Verdict::kAccepted
                                                : Verdict::kUnknown;
}

}  // namespace tenorite::rng
