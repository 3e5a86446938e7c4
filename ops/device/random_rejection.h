// SPDX-License-Identifier: Apache-2.0
// Continuous distributions that try until they accept. A NaN among the
// parameters ends at once, so that no loop waits for a comparison that never
// holds.
#pragma once

#include "ops/device/random_counts.h"

namespace tenorite::rng {

template <class Words>
TENORITE_HD double chi_square(Words& s, double df) {
  return 2 * standard_gamma(s, df / 2);
}

template <class R>
struct Gamma {
  using From = FromStream;
  template <class Words>
  TENORITE_HD R operator()(Words& s, const Parameters& p) const {
    return (R)(p.real(1) * standard_gamma(s, p.real(0)));
  }
};

struct BetaOfGammas {
  template <class Words>
  TENORITE_HD double operator()(Words& s, const Parameters& p) const {
    double x = standard_gamma(s, p.real(0));
    return x / (x + standard_gamma(s, p.real(1)));
  }
};

// Johnk 1964, in logarithms, since powers of small numbers vanish.
struct BetaOfLogarithms {
  template <class Words>
  TENORITE_HD double operator()(Words& s, const Parameters& p) const {
    double a = p.real(0), b = p.real(1);
    while (true) {
      double x = -exponential(s) / a, y = -exponential(s) / b;
      if (s.accepts(rng::exp(x) + rng::exp(y) <= 1))
        return 1 / (1 + rng::exp(y - x));
    }
  }
};

struct Beta {
  using From = FromStream;
  template <class Words>
  TENORITE_HD double operator()(Words& s, const Parameters& p) const {
    double a = p.real(0), b = p.real(1);
    if (a != a || b != b) return a + b;
    if (a > 1 || b > 1) return BetaOfGammas()(s, p);
    return BetaOfLogarithms()(s, p);
  }
};

struct FisherF {
  using From = FromStream;
  template <class Words>
  TENORITE_HD double operator()(Words& s, const Parameters& p) const {
    double numerator = chi_square(s, p.real(0)) * p.real(1);
    return numerator / (chi_square(s, p.real(1)) * p.real(0));
  }
};

struct StudentT {
  using From = FromStream;
  template <class Words>
  TENORITE_HD double operator()(Words& s, const Parameters& p) const {
    double z = normal(s), df = p.real(0);
    return math::sqrt(df / 2) * z / math::sqrt(standard_gamma(s, df / 2));
  }
};

struct Wald {
  using From = FromStream;
  template <class Words>
  TENORITE_HD double operator()(Words& s, const Parameters& p) const {
    double mean = p.real(0), scale = p.real(1);
    double z = normal(s);
    // Michael, Schucany, Haas 1976; the smaller root without cancellation.
    double y = mean * (z * z);
    double d = 1 + math::sqrt(1 + 4 * scale / y);
    double x = mean * (1 - 2 / d);
    return s.uniform() <= mean / (mean + x) ? x : mean * mean / x;
  }
};

// Best, Fisher 1979.
struct VonMises {
  using From = FromStream;
  TENORITE_HD static bool is_rejected(const Parameters& p) {
    return p.real(1) >= 1e-8 && p.real(1) <= 1e6;
  }
  TENORITE_HD static void prepare(Parameters& p) {
    double kappa = p.real(1), inverse = 1 / kappa + kappa;
    if (kappa >= 1e-5) {
      double r = 1 + math::sqrt(1 + 4 * kappa * kappa);
      double rho = (r - math::sqrt(2 * r)) / (2 * kappa);
      inverse = (1 + rho * rho) / (2 * rho);
    }
    p.set(2, inverse);
  }
  template <class Words>
  TENORITE_HD double operator()(Words& s, const Parameters& p) const {
    double mu = p.real(0), kappa = p.real(1);
    if (is_rejected(p)) return by_rejection(s, p);
    if (kappa != kappa) return kappa;
    if (kappa < 1e-8) return math::kPi * (2 * s.uniform() - 1);
    // The difference from a normal number is below its last digits.
    double result = mu + math::sqrt(1 / kappa) * normal(s);
    if (result < -math::kPi) result += 2 * math::kPi;
    if (result > math::kPi) result -= 2 * math::kPi;
    return result;
  }
  template <class Words>
  TENORITE_HD static double by_rejection(Words& s, const Parameters& p) {
    double kappa = p.real(1), inverse = p.real(2), w;
    bool negative;
    while (true) {
      double z = sincos_of_direction(s.next64()).cos;
      w = (1 + inverse * z) / (inverse + z);
      unsigned long word = s.next64();
      double y = kappa * (inverse - w), v = open_uniform(word);
      // A bit that v does not have.
      negative = word & 1;
      if (s.accepts(y * (2 - y) >= v, [&] { return rng::log(y / v) + 1 >= y; }))
        break;
    }
    w = w > 1 ? 1 : w < -1 ? -1 : w;
    double angle = arccos(w);
    return around(s, p.real(0) + (negative ? -angle : angle));
  }

 private:
  // Without whole turns.
  template <class Words>
  TENORITE_HD static double around(Words& s, double x) {
    double more = math::fabs(x) + math::kPi;
    double size = s.accepts(more < 4 * math::kPi)
                      ? more - (more >= 2 * math::kPi ? 2 * math::kPi : 0)
                      : math::fmod(more, 2 * math::kPi);
    size -= math::kPi;
    return x < 0 ? -size : size;
  }
};

template <class Words>
TENORITE_HD double noncentral_by_normal(Words& s, double df, double nonc) {
  double z = normal(s) + math::sqrt(nonc);
  return chi_square(s, df - 1) + z * z;
}
template <class Words>
TENORITE_HD double noncentral_chi_square(Words& s, double df, double nonc) {
  if (df != df || nonc != nonc) return df + nonc;
  if (nonc == 0) return chi_square(s, df);
  if (df > 1) return noncentral_by_normal(s, df, nonc);
  return chi_square(s, df + 2 * (double)poisson(s, nonc / 2));
}

struct NoncentralChiSquare {
  using From = FromStream;
  template <class Words>
  TENORITE_HD double operator()(Words& s, const Parameters& p) const {
    return noncentral_chi_square(s, p.real(0), p.real(1));
  }
};

struct NoncentralF {
  using From = FromStream;
  template <class Words>
  TENORITE_HD double operator()(Words& s, const Parameters& p) const {
    double top = noncentral_chi_square(s, p.real(0), p.real(2)) * p.real(1);
    return top / (chi_square(s, p.real(1)) * p.real(0));
  }
};

}  // namespace tenorite::rng
