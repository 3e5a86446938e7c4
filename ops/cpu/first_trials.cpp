// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/first_trials.h"

#include <algorithm>
#include <limits>

#include "ops/cpu/clones.h"
#include "ops/cpu/philox_blocks.h"
#include "ops/device/random_rejection.h"

namespace tenorite::cpu {
namespace {

// What rng::Substream is to one element, for a trial that is taken for a
// success; `good` says whether it was. `small`: all shapes are less than 1.
template <bool small>
struct FirstTrial {
  const PhiloxWords* blocks;
  int element;
  int next = 0;
  bool good = true;

  TENORITE_ALWAYS_INLINE uint64_t next64() {
    const auto* at = blocks[next / 2] + 2 * (next % 2);
    ++next;
    return rng::joined(at[0][element], at[1][element]);
  }
  // Of 52 bits, so that the conversion is as exact as Substream's.
  TENORITE_ALWAYS_INLINE double uniform() {
    return (rng::to_double(next64() >> 12) + 0.5) * 0x1p-52;
  }
  TENORITE_ALWAYS_INLINE bool accepts(bool is_good) {
    good &= is_good;
    return true;
  }
  static constexpr bool is_small(double) { return small; }
};

template <bool small>
TENORITE_ALWAYS_INLINE double standard_gamma(FirstTrial<small>& s,
                                             double shape) {
  return rng::gamma_by_trials(s, shape);
}

// What a distribution draws: so many normal numbers, then gammas of shapes; and
// what makes it of them.
template <class F>
struct Trials {
  static constexpr int kGammas = 0;
};
template <class R>
struct Trials<rng::Gamma<R>> {
  using Make = rng::Gamma<R>;
  static constexpr int kNormals = 0, kGammas = 1;
  static double shape(const rng::Parameters& p, int) { return p.real(0); }
};
template <>
struct Trials<rng::StudentT> {
  using Make = rng::StudentT;
  static constexpr int kNormals = 1, kGammas = 1;
  static double shape(const rng::Parameters& p, int) { return p.real(0) / 2; }
};
template <>
struct Trials<rng::FisherF> {
  using Make = rng::FisherF;
  static constexpr int kNormals = 0, kGammas = 2;
  static double shape(const rng::Parameters& p, int k) { return p.real(k) / 2; }
};
template <>
struct Trials<rng::Beta> {
  using Make = rng::BetaOfGammas;
  static constexpr int kNormals = 0, kGammas = 2;
  // One of them is more than 1 where beta numbers are made of gammas.
  static double shape(const rng::Parameters& p, int k) {
    return p.real(0) > 1 || p.real(1) > 1 ? p.real(k) : 0;
  }
};

// Two words as two exponential numbers.
template <>
struct Trials<rng::BetaOfLogarithms> {
  using Make = rng::BetaOfLogarithms;
  static constexpr int kNormals = 1, kGammas = 0;
};

// Whether all shapes are finite and at least 1, or positive and less (`small`).
template <class F>
bool has_trials(const rng::Parameters& p, bool small) {
  for (int k = 0; k < Trials<F>::kGammas; ++k) {
    double shape = Trials<F>::shape(p, k);
    if (!(small
              ? 0 < shape && shape < 1
              : 1 <= shape && shape < std::numeric_limits<double>::infinity()))
      return false;
  }
  return true;
}

// NaN where a trial failed.
template <class Make, bool small, class T>
TENORITE_CPU_CLONES void try_all(const PhiloxWords* blocks, int n,
                                 const rng::Parameters& p, T* out) {
  const rng::Parameters own = p;
  for (int i = 0; i < n; ++i) {
    FirstTrial<small> trial{blocks, i};
    T value = Make()(trial, own);
    out[i] = trial.good ? value : std::numeric_limits<T>::quiet_NaN();
  }
}

template <class F, bool small, class T>
void try_blocks(const rng::CallKey& key, const rng::Parameters& p, T* out,
                int64_t begin, int64_t end) {
  using Of = Trials<F>;
  constexpr int kWords = 2 * Of::kNormals + (3 + small) * Of::kGammas;
  constexpr int kBlocks = (kWords + 1) / 2;
  PhiloxWords words[kBlocks];
  for (; begin < end; begin += kPhiloxBlocks) {
    int n = static_cast<int>(std::min<int64_t>(end - begin, kPhiloxBlocks));
    for (int block = 0; block < kBlocks; ++block)
      philox_blocks(key, static_cast<uint64_t>(begin),
                    static_cast<unsigned>(block), n, words[block]);
    try_all<typename Of::Make, small>(words, n, p, out + begin);
  }
}

template <class F, class T>
bool try_range(const RandomPlan& plan, const rng::Parameters& p, int64_t begin,
               int64_t end) {
  T* out = reinterpret_cast<T*>(plan.out);
  if (has_trials<F>(p, false))
    try_blocks<F, false>(plan.key, p, out, begin, end);
  else if (has_trials<F>(p, true))
    try_blocks<F, true>(plan.key, p, out, begin, end);
  else
    return false;
  return true;
}

}  // namespace

bool first_trials(const RandomPlan& plan, const rng::Parameters& p,
                  int64_t begin, int64_t end) {
  switch (plan.distribution) {
    case Distribution::gamma:
      return try_range<rng::Gamma<double>, double>(plan, p, begin, end);
    case Distribution::gamma_float:
      return try_range<rng::Gamma<float>, float>(plan, p, begin, end);
    case Distribution::beta:
      if (0 < p.real(0) && p.real(0) <= 1 && 0 < p.real(1) && p.real(1) <= 1) {
        auto* out = reinterpret_cast<double*>(plan.out);
        try_blocks<rng::BetaOfLogarithms, false>(plan.key, p, out, begin, end);
        return true;
      }
      return try_range<rng::Beta, double>(plan, p, begin, end);
    case Distribution::f:
      return try_range<rng::FisherF, double>(plan, p, begin, end);
    case Distribution::standard_t:
      return try_range<rng::StudentT, double>(plan, p, begin, end);
    default:
      return false;
  }
}

}  // namespace tenorite::cpu
