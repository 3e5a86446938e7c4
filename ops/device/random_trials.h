// SPDX-License-Identifier: Apache-2.0
// First trials of distributions that reject, made of a fixed number of words:
// without branches, for many elements at once. What fails is drawn by itself.
#pragma once

#include "ops/device/random_rejection.h"

namespace tenorite::rng {

// What Substream is to one element, for a trial that is taken for a success;
// `good` says whether it was. Words(k) is the substream's word k of 64 bits.
// Small says whether all shapes are less than 1.
template <class Words, class Small>
struct FirstTrial {
  Words words;
  Small small;
  int next = 0;
  bool good = true;

  TENORITE_HD unsigned long next64() { return words(next++); }
  // Of 52 bits, so that the conversion is as exact as Substream's.
  TENORITE_HD double uniform() {
    return (to_double(next64() >> 12) + 0.5) * 0x1p-52;
  }
  TENORITE_HD bool accepts(bool is_good) {
    good &= is_good;
    return true;
  }
  template <class F>
  TENORITE_HD bool accepts(bool is_good, const F& other) {
#ifdef __CUDA_ARCH__
    return accepts(is_good || other());
#else
    // No branch.
    return accepts(is_good | other());
#endif
  }
  TENORITE_HD static bool knows(bool) { return false; }
  TENORITE_HD bool is_small(double) const { return small; }
  // Whether log(u) < more + d (1 - v + log(v)) for sure, on a GPU by logarithms
  // of few digits that cost next to nothing.
  TENORITE_HD static bool log_is_less(double u, double more, double d,
                                      double v) {
#ifdef __CUDA_ARCH__
    auto log2 = [](double x) {
      float result;
      asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"((float)x));
      return result;
    };
    constexpr float kLn2 = 0x1.62e430p-1f;
    float of_u = log2(u), of_v = log2(v), factor = (float)d;
    float rest = (float)(more + d * (1 - v));
    // Twice what roundings and the logarithms may miss.
    float missed = 1e-6f * (factor * (1 + math::fabs(of_v)) + math::fabs(rest) +
                            math::fabs(of_u) + 1);
    return of_u * kLn2 + missed < rest + factor * of_v * kLn2;
#else
    return rng::log(u) < more + d * (1 - v + rng::log(v));
#endif
  }
};

template <class Words, class Small>
TENORITE_HD double standard_gamma(FirstTrial<Words, Small>& s, double shape) {
  return gamma_by_trials(s, shape);
}

// What a distribution draws: so many normal numbers, then gammas of shapes; and
// what makes it of them.
template <class F>
struct Trials {
  static constexpr int kNormals = 0, kGammas = 0;
};
template <class R>
struct Trials<Gamma<R>> {
  using Make = Gamma<R>;
  static constexpr int kNormals = 0, kGammas = 1;
  TENORITE_HD static double shape(const Parameters& p, int) {
    return p.real(0);
  }
};
template <>
struct Trials<StudentT> {
  using Make = StudentT;
  static constexpr int kNormals = 1, kGammas = 1;
  TENORITE_HD static double shape(const Parameters& p, int) {
    return p.real(0) / 2;
  }
};
template <>
struct Trials<FisherF> {
  using Make = FisherF;
  static constexpr int kNormals = 0, kGammas = 2;
  TENORITE_HD static double shape(const Parameters& p, int k) {
    return p.real(k) / 2;
  }
};
template <>
struct Trials<Beta> {
  using Make = BetaOfGammas;
  static constexpr int kNormals = 0, kGammas = 2;
  // One of them is more than 1 where beta numbers are made of gammas.
  TENORITE_HD static double shape(const Parameters& p, int k) {
    return p.real(0) > 1 || p.real(1) > 1 ? p.real(k) : 0;
  }
};

struct NoncentralByNormal {
  template <class Words>
  TENORITE_HD double operator()(Words& s, const Parameters& p) const {
    return noncentral_by_normal(s, p.real(0), p.real(1));
  }
};
template <>
struct Trials<NoncentralChiSquare> {
  using Make = NoncentralByNormal;
  static constexpr int kNormals = 1, kGammas = 1;
  TENORITE_HD static double shape(const Parameters& p, int) {
    return p.real(0) > 1 && p.real(1) != 0 ? (p.real(0) - 1) / 2 : 0;
  }
};

// Those that make a trial of two words, one block, of parameters that `apply`
// takes.
template <class F>
struct RealOf {
  template <class Words>
  TENORITE_HD double operator()(Words& s, const Parameters& p) const {
    return F().real(s, p);
  }
};
template <>
struct Trials<Zipf> {
  using Make = RealOf<Zipf>;
  static constexpr int kNormals = 1, kGammas = 0;
  TENORITE_HD static bool apply(const Parameters& p) {
    return Zipf::has_others(p);
  }
};
struct VonMisesByRejection {
  template <class Words>
  TENORITE_HD double operator()(Words& s, const Parameters& p) const {
    return VonMises::by_rejection(s, p);
  }
};
template <>
struct Trials<VonMises> {
  using Make = VonMisesByRejection;
  static constexpr int kNormals = 1, kGammas = 0;
  TENORITE_HD static bool apply(const Parameters& p) {
    // So that no trial fails for its whole turns.
    return VonMises::is_rejected(p) && math::fabs(p.real(0)) <= math::kPi;
  }
};
// Two words as two exponential numbers.
template <>
struct Trials<BetaOfLogarithms> {
  using Make = BetaOfLogarithms;
  static constexpr int kNormals = 1, kGammas = 0;
};

template <class F>
constexpr bool kHasTrials = Trials<F>::kNormals + Trials<F>::kGammas > 0;

// Whether a trial is made of one block, so that the next one begins with
// another.
template <class F>
constexpr bool kTrialIsBlock =
    requires(const Parameters& p) { Trials<F>::apply(p); };

// Blocks of a substream that a first trial takes.
template <class F>
TENORITE_HD constexpr int trial_blocks(bool small) {
  return (2 * Trials<F>::kNormals + (3 + small) * Trials<F>::kGammas + 1) / 2;
}

// Whether all shapes are finite and at least 1, or positive and less (`small`).
template <class F>
TENORITE_HD bool has_trials(const Parameters& p, bool small) {
  if constexpr (kTrialIsBlock<F>) {
    return !small && Trials<F>::apply(p);
  } else {
    for (int k = 0; k < Trials<F>::kGammas; ++k) {
      double shape = Trials<F>::shape(p, k);
      if (!(small ? 0 < shape && shape < 1
                  : 1 <= shape && shape < math::kInf<double>))
        return false;
    }
    return true;
  }
}

// Whether beta numbers are made in logarithms.
TENORITE_HD bool beta_of_logarithms(const Parameters& p) {
  return 0 < p.real(0) && p.real(0) <= 1 && 0 < p.real(1) && p.real(1) <= 1;
}

}  // namespace tenorite::rng
