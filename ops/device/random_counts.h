// SPDX-License-Identifier: Apache-2.0
// Counts, and the gamma distribution that one of them is mixed with.
#pragma once

#include "ops/device/random_distributions.h"

namespace tenorite::rng {

inline constexpr long kLargestLong = 0x7fffffffffffffffl;

template <class Words>
TENORITE_HD double normal(Words& s) {
  unsigned long for_radius = s.next64();
  return normal_pair(for_radius, s.next64()).first;
}

template <class Words>
TENORITE_HD double exponential(Words& s) {
  return minus_log(s.next64());
}

// Marsaglia, Tsang 2000, for a positive shape.
template <class Words>
TENORITE_HD double gamma_by_trials(Words& s, double shape) {
  double more = s.is_small(shape) ? shape + 1 : shape;
  double d = more - 1 / 3.;
  double c = 1 / math::sqrt(9 * d), v;
  while (true) {
    double x = normal(s);
    v = 1 + c * x;
    if (!s.accepts(v > 0)) continue;
    v = v * v * v;
    double u = s.uniform();
    double square = x * x;
    if (s.accepts(u < 1 - 0.0331 * (square * square),
                  [&] { return s.log_is_less(u, 0.5 * square, d, v); }))
      break;
    if (rng::log(u) < 0.5 * square + d * (1 - v + rng::log(v))) break;
  }
  double result = d * v;
  return s.is_small(shape) ? result * rng::exp(-exponential(s) / shape)
                           : result;
}
template <class Words>
TENORITE_RANDOM_NOINLINE double standard_gamma(Words& s, double shape) {
  if (shape == 0 || !(shape < math::kInf<double>)) return shape;
  return gamma_by_trials(s, shape);
}

TENORITE_COEFFICIENTS(kStirlingErrors, 0, 0.081061466795327261,
                      0.041340695955409297, 0.027677925684998338,
                      0.020790672103765093, 0.016644691189821193,
                      0.013876128823070748, 0.01189670994589177,
                      0.010411265261972096, 0.0092554621827127329,
                      0.0083305634333628708, 0.0075736754879518406,
                      0.0069428401072095299, 0.0064089941880042071,
                      0.0059513701127588475, 0.0055547335519628011);

// What Stirling's formula lacks of log(n!), for whole n.
TENORITE_HD double stirling_error(double n) {
  if (n < 16) {
    return TENORITE_THE_COEFFICIENTS(kStirlingErrors)[(int)n];
  }
  double z = 1 / (n * n);
  return polynomial(z, {1 / 12., -1 / 360., 1 / 1260., -1 / 1680., 1 / 1188.}) /
         n;
}

// x log(x / m) + m - x without cancellation (Loader 2000).
TENORITE_HD double deviance(double x, double m) {
  double difference = x - m;
  if (math::fabs(difference) < 0.1 * (x + m)) {
    double v = difference / (x + m), z = v * v;
    return difference * v + 2 * x * v * z *
                                polynomial(z, {1 / 3., 1 / 5., 1 / 7., 1 / 9.,
                                               1 / 11., 1 / 13., 1 / 15.});
  }
  return x * rng::log(x / m) + m - x;
}

// Logarithms of probabilities.
TENORITE_HD double log_poisson(double k, double mean) {
  if (k == 0) return -mean;
  return -stirling_error(k) - deviance(k, mean) -
         0.5 * rng::log(2 * math::kPi * k);
}
TENORITE_RANDOM_NOINLINE double log_binomial(double k, double n, double p) {
  double q = 1 - p;
  if (k == 0) return n * rng::log1p(-p);
  if (k == n) return n * rng::log(p);
  return stirling_error(n) - stirling_error(k) - stirling_error(n - k) -
         deviance(k, n * p) - deviance(n - k, n * q) +
         0.5 * rng::log(n / (2 * math::kPi * k * (n - k)));
}

// Below it, counts are found by going through all of them.
inline constexpr double kLeastHatMean = 10;

// Transformed rejection (Hoermann 1993, PTRS and BTRS): the hat from which two
// uniforms make a number, and when it is taken.
struct Hat {
  double a, b, center, shift;
  double alpha, v_right;
  double tail;  // where most numbers are out of the question
  double most;  // the largest number
};
TENORITE_HD Hat poisson_hat(double mean) {
  double b = 0.931 + 2.53 * math::sqrt(mean);
  double a = -0.059 + 0.02483 * b;
  double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
  double v_right = 0.9277 - 3.6224 / (b - 2);
  return {a, b, mean, 0.43, inverse_alpha, v_right, 0.013, math::kInf<double>};
}
// For p of at most one half.
TENORITE_HD Hat binomial_hat(double n, double p) {
  double mean = n * p, deviation = math::sqrt(mean * (1 - p));
  double b = 1.15 + 2.53 * deviation;
  double a = -0.0873 + 0.0248 * b + 0.01 * p;
  double v_right = 0.92 - 4.2 / b;
  double alpha = (2.83 + 5.1 / b) * deviation;
  return {a, b, mean + 0.5, 0, alpha, v_right, 0, n};
}

// One of a distribution whose most probable number has the logarithm `highest`.
template <class Words, class LogProbability>
TENORITE_HD double under_hat(Words& s, const Hat& hat, double highest,
                             const LogProbability& log_probability) {
  while (true) {
    double u = s.uniform() - 0.5, v = s.uniform();
    double us = 0.5 - math::fabs(u);
    double k =
        math::floor((2 * hat.a / us + hat.b) * u + hat.center + hat.shift);
    if (us >= 0.07 && v <= hat.v_right) return k;
    if (k < 0 || k > hat.most || (us < hat.tail && v > us)) continue;
    if (rng::log(v * hat.alpha / (hat.a / (us * us) + hat.b)) <=
        log_probability(k) - highest)
      return k;
  }
}

template <class Words, class Memory = NoMemory>
TENORITE_RANDOM_NOINLINE long poisson(Words& s, double mean,
                                      const Memory& recall = {}) {
  if (!(mean > 0)) return 0;
  if (mean < kLeastHatMean) {
    // Arrivals within the time `mean`, whose distances are exponential.
    const double end = recall(-1, [&] { return rng::exp(-mean); });
    double product = 1;
    for (long count = 0;; ++count) {
      product *= s.uniform();
      if (product <= end) return count;
    }
  }
  return to_long(under_hat(s, poisson_hat(mean), 0, [&](double k) {
    return recall(k, [&] { return log_poisson(k, mean); });
  }));
}

// For p of at most one half.
template <class Words, class Memory>
TENORITE_RANDOM_NOINLINE double lower_binomial(Words& s, double n, double p,
                                               const Memory& recall) {
  double mean = n * p, q = 1 - p;
  if (mean < kLeastHatMean) {
    // From 0 upwards; where rounding leaves nothing to be reached, again.
    double none = recall(-1, [&] { return rng::exp(n * rng::log1p(-p)); });
    double deviation = math::sqrt(mean * q + 1);
    double most = mean + 10 + 20 * deviation;
    if (most > n) most = n;
    while (true) {
      double u = s.uniform(), probability = none;
      for (double k = 0; k <= most;) {
        if (u <= probability) return k;
        u -= probability;
        ++k;
        probability *= (n - k + 1) * p / (k * q);
      }
    }
  }
  auto log_probability = [&](double k) {
    return recall(k, [&] { return log_binomial(k, n, p); });
  };
  return under_hat(s, binomial_hat(n, p),
                   log_probability(math::floor((n + 1) * p)), log_probability);
}

template <class Words, class Memory = NoMemory>
TENORITE_HD long binomial(Words& s, long n, double p,
                          const Memory& recall = {}) {
  if (n <= 0 || !(p > 0)) return 0;
  if (p >= 1) return n;
  long low =
      to_long(lower_binomial(s, (double)n, p <= 0.5 ? p : 1 - p, recall));
  low = low > n ? n : low;
  return p <= 0.5 ? low : n - low;
}

struct Poisson {
  using From = FromStream;
  template <class Words>
  TENORITE_HD long operator()(Words& s, const Parameters& p) const {
    return poisson(s, p.real(0), s.memory());
  }
};

struct Binomial {
  using From = FromStream;
  template <class Words>
  TENORITE_HD long operator()(Words& s, const Parameters& p) const {
    return binomial(s, p.integer(0), p.real(1), s.memory());
  }
};

struct NegativeBinomial {
  using From = FromStream;
  template <class Words>
  TENORITE_HD long operator()(Words& s, const Parameters& p) const {
    return poisson(s, mean(s, p));
  }
  // Comes first.
  template <class Words>
  TENORITE_HD static double mean(Words& s, const Parameters& p) {
    double n = p.real(0), chance = p.real(1);
    return standard_gamma(s, n) * ((1 - chance) / chance);
  }
};

// Kemp 1981.
struct Logseries {
  using From = FromStream;
  template <class Words>
  TENORITE_HD long operator()(Words& s, const Parameters& p) const {
    return to_long(real(s, p));
  }
  TENORITE_HD static void prepare(Parameters& p) {
    p.set(1, rng::log1p(-p.real(0)));
  }
  template <class Words>
  TENORITE_HD double real(Words& s, const Parameters& p) const {
    double chance = p.real(0);
    double v = s.uniform(), u = s.uniform();
    if (s.knows(!(v < chance))) return 1;
    double none = rng::exp(p.real(1) * u), q = 1 - none;
    double far = math::floor(1 + rng::log(v) / rng::log1p(-none));
    double number = v <= q * q ? far : v >= q ? 1 : 2;
    return v < chance ? number : 1;
  }
};

// Devroye 1986, restricted to what an integer holds.
struct Zipf {
  using From = FromStream;
  template <class Words>
  TENORITE_HD long operator()(Words& s, const Parameters& p) const {
    // 2^-1024 of the numbers are others.
    if (!has_others(p)) return 1;
    return (long)real(s, p);
  }
  TENORITE_HD static bool has_others(const Parameters& p) {
    return p.real(0) - 1 < 1024;
  }
  TENORITE_HD static void prepare(Parameters& p) {
    double less = p.real(0) - 1, more = rng::expm1(less * math::kLn2);
    p.set(1, rng::pow(0x1p63, -less));
    p.set(2, more / (1 + more));
    p.set(3, -1 / less);
  }
  template <class Words>
  TENORITE_HD double real(Words& s, const Parameters& p) const {
    double less = p.real(0) - 1, least = p.real(1);
    while (true) {
      double u = s.uniform(), v = s.uniform();
      double power = rng::log(rng::fma(u, least, 1 - u)) * p.real(3);
      double x = math::floor(rng::exp(power));
      if (!s.accepts((x >= 1) & (x < 0x1p63))) continue;
      // (1 + 1 / x)^less - 1; of 1 + 1 / 1 and 1 + 1 / 2 the halves'
      // logarithms.
      double f = x > 2 ? 1 / x : x > 1 ? -0.25 : 0;
      double more = rng::expm1(less * log_of_parts(f, x > 2 ? 0.0 : 1.0));
      if (s.accepts(v * x * more <= (1 + more) * p.real(2))) return x;
    }
  }
};

// How many of `sample` things drawn from good + bad ones are good; few draws
// one by one, many by Stadlober's ratio of uniforms (1990), whose hat is for
// the fewer half of the draws and of the kinds.
template <class Words, class Memory = NoMemory>
TENORITE_RANDOM_NOINLINE long hypergeometric(Words& s, long good, long bad,
                                             long sample,
                                             const Memory& recall = {}) {
  long total = good + bad;
  long fewer = sample > total - sample ? total - sample : sample;
  if (fewer <= 0 || good == 0 || bad == 0) {
    if (fewer > 0) return good == 0 ? 0 : sample;
    return sample == 0 ? 0 : good;
  }
  long found;  // good ones among the `fewer`
  if (fewer < 10) {
    long left_good = good, left = total;
    for (long i = 0; i < fewer; ++i, --left)
      left_good -= s.uniform() * (double)left < (double)left_good;
    found = good - left_good;
  } else {
    auto rare = (double)(good < bad ? good : bad);
    auto common = (double)(good < bad ? bad : good);
    auto draws = (double)fewer, all = (double)total;
    double p = rare / all, q = common / all, a = draws * p + 0.5;
    double c = math::sqrt((all - draws) * draws * p * q / (all - 1) + 0.5);
    double h = 1.7155277699214135 * c + 0.8989161620588988;
    double mode = math::floor((draws + 1) * (rare + 1) / (all + 2));
    double end = (draws < rare ? draws : rare) + 1;
    double far = math::floor(a + 16 * c);
    end = far < end ? far : end;
    double share = draws / all;
    auto log_probability = [&](double k) {
      return recall(k, [&] {
        return log_binomial(k, rare, share) +
               log_binomial(draws - k, common, share);
      });
    };
    double highest = log_probability(mode), k;
    while (true) {
      double u = s.uniform(), v = s.uniform();
      double x = a + h * (v - 0.5) / u;
      if (!(x >= 0 && x < end)) continue;
      k = math::floor(x);
      if (2 * rng::log(u) <= log_probability(k) - highest) break;
    }
    found = (long)(good <= bad ? k : draws - k);
  }
  return fewer == sample ? found : good - found;
}

struct Hypergeometric {
  using From = FromStream;
  template <class Words>
  TENORITE_HD long operator()(Words& s, const Parameters& p) const {
    return hypergeometric(s, p.integer(0), p.integer(1), p.integer(2),
                          s.memory());
  }
};

// low + a number of [0, range); a range of 0 stands for 2^64.
struct Integers {
  using From = FromStream;
  template <class Words>
  TENORITE_HD long operator()(Words& s, const Parameters& p) const {
    unsigned long range = p.word[1], number;
    unsigned long threshold = lemire_threshold(range, 64);
    if (!scaled<64>(range, threshold, s.next64(), number))
      number = redrawn(range, threshold, 64, s);
    return (long)(p.word[0] + number);
  }
};

// ---- one result per category ----

// Draws into categories with probabilities p, whose sum may miss 1 by a little.
struct Multinomial {
  using Weight = double;
  template <class Weights, class Counts>
  TENORITE_HD void operator()(Substream& s, long n, long categories,
                              const Weights& p, const Counts& count) const {
    double rest = 1;
    for (long j = 0; j < categories; ++j) {
      double share = p(j) / rest;
      bool last = j == categories - 1;
      long taken = last ? n : binomial(s, n, share < 1 ? share : 1.0);
      count(j) = taken;
      n -= taken;
      rest -= p(j);
    }
  }
};

// Draws without replacement from as many things of each colour.
struct MultivariateHypergeometric {
  using Weight = long;
  template <class Weights, class Counts>
  TENORITE_HD void operator()(Substream& s, long n, long categories,
                              const Weights& things,
                              const Counts& count) const {
    long rest = 0;
    for (long j = 0; j < categories; ++j) rest += things(j);
    for (long j = 0; j < categories; ++j) {
      rest -= things(j);
      long taken = hypergeometric(s, things(j), rest, n);
      count(j) = taken;
      n -= taken;
    }
  }
};

}  // namespace tenorite::rng
