// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/random/vector_rejection.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "core/cpu_targets.h"
#include "ops/cpu/random/philox_blocks.h"
#include "ops/device/random_trials.h"

namespace tenorite::cpu {
namespace {

// Words of an element among those of many.
struct Words {
  const PhiloxWords* blocks;
  int element;
  TENORITE_ALWAYS_INLINE uint64_t operator()(int k) const {
    const auto* at = blocks[k / 2] + 2 * (k % 2);
    return rng::joined(at[0][element], at[1][element]);
  }
};

// NaN where a trial failed. Whole numbers are made as doubles.
template <class Make, bool small, class T>
void try_all_plain(const PhiloxWords* blocks, int n, const rng::Parameters& p,
                   T* out) {
  const rng::Parameters own = p;
  for (int i = 0; i < n; ++i) {
    rng::FirstTrial<Words, std::bool_constant<small>> trial{{blocks, i}, {}};
    T value = Make()(trial, own);
    out[i] = trial.good ? value : std::numeric_limits<T>::quiet_NaN();
  }
}
template <class Make, bool small, class T>
TENORITE_CPU_WITH_FMA void try_all_with_fma(const PhiloxWords* blocks, int n,
                                            const rng::Parameters& p, T* out) {
  try_all_plain<Make, small>(blocks, n, p, out);
}
template <class Make, bool small, class T>
void try_all(const PhiloxWords* blocks, int n, const rng::Parameters& p,
             T* out) {
  auto* all = has_fma() ? try_all_with_fma<Make, small, T>
                        : try_all_plain<Make, small, T>;
  all(blocks, n, p, out);
}

// Calls body(words, first, n) for groups of elements, with their first blocks.
template <int kBlocks, class F>
void for_groups(const rng::CallKey& key, int64_t begin, int64_t end, F&& body) {
  PhiloxWords words[kBlocks];
  for (; begin < end; begin += kPhiloxBlocks) {
    int n = static_cast<int>(std::min<int64_t>(end - begin, kPhiloxBlocks));
    for (int block = 0; block < kBlocks; ++block)
      philox_blocks(key, static_cast<uint64_t>(begin),
                    static_cast<unsigned>(block), n, words[block]);
    body(words, begin, n);
  }
}

// Further trials, of a block each, of those n elements from `first` on that are
// NaN, as long as they are many.
template <class Make, class T>
void try_again(const rng::CallKey& key, const rng::Parameters& p, int64_t first,
               int n, T* out) {
  constexpr int kMany = 16;
  PhiloxWords words;
  T found[kPhiloxBlocks];
  int failed[kPhiloxBlocks];
  for (unsigned attempt = 1; attempt < 32; ++attempt) {
    int count = 0;
    for (int i = 0; i < n; ++i) {
      failed[count] = i;
      count += out[i] != out[i];
    }
    if (count < kMany) return;
    for (int j = 0; j < count; ++j) {
      const rng::Philox4x32 block =
          rng::philox(key, static_cast<uint64_t>(first) + failed[j], attempt);
      for (int word = 0; word < 4; ++word) words[word][j] = block.v[word];
    }
    try_all<Make, false>(&words, count, p, found);
    for (int j = 0; j < count; ++j) out[failed[j]] = found[j];
  }
}

template <class F, bool small, class T>
void try_blocks(const rng::CallKey& key, const rng::Parameters& p, T* out,
                int64_t begin, int64_t end) {
  using Make = typename rng::Trials<F>::Make;
  for_groups<rng::trial_blocks<F>(small)>(
      key, begin, end, [&](const PhiloxWords* words, int64_t first, int n) {
        try_all<Make, small>(words, n, p, out + first);
        if constexpr (rng::kTrialIsBlock<F>)
          try_again<Make>(key, p, first, n, out + first);
      });
}

// Gamma numbers with parameters of their own. Those of which the shapes are
// less than 1, or the others, are made; the rest stays as it is.
template <class F, bool small, class T>
void try_each_plain(const PhiloxWords* blocks, int n, const uint64_t* shapes,
                    const uint64_t* scales, T* out) {
  for (int i = 0; i < n; ++i) {
    const rng::Parameters own{{shapes[i], scales[i]}};
    const double shape = own.real(0);
    const bool fits = small ? (0 < shape) & (shape < 1)
                            : (1 <= shape) & (shape < math::kInf<double>);
    rng::FirstTrial<Words, std::bool_constant<small>> trial{{blocks, i}, {}};
    T value = F()(trial, own);
    value = trial.good ? value : std::numeric_limits<T>::quiet_NaN();
    out[i] = fits ? value : out[i];
  }
}

template <class F, bool small, class T>
TENORITE_CPU_WITH_FMA void try_each_with_fma(const PhiloxWords* blocks, int n,
                                             const uint64_t* shapes,
                                             const uint64_t* scales, T* out) {
  try_each_plain<F, small>(blocks, n, shapes, scales, out);
}
template <class F, bool small, class T>
void try_each(const PhiloxWords* blocks, int n, const uint64_t* shapes,
              const uint64_t* scales, T* out) {
  auto* each =
      has_fma() ? try_each_with_fma<F, small, T> : try_each_plain<F, small, T>;
  each(blocks, n, shapes, scales, out);
}

template <class F, class T>
void try_each(const RandomPlan& plan, int64_t begin, int64_t end) {
  T* to = reinterpret_cast<T*>(plan.out);
  constexpr int kBlocks = rng::trial_blocks<F>(true);
  for_groups<kBlocks>(plan.key, begin, end,
                      [&](const PhiloxWords* words, int64_t first, int n) {
                        uint64_t shapes[kPhiloxBlocks], scales[kPhiloxBlocks];
                        bool any_small = false, any_large = false;
                        for (int i = 0; i < n; ++i) {
                          shapes[i] = plan.parameter[0].at(first + i);
                          scales[i] = plan.parameter[1].at(first + i);
                          const bool is_small = bit_cast<double>(shapes[i]) < 1;
                          any_small |= is_small;
                          any_large |= !is_small;
                        }
                        T* out = to + first;
                        std::fill(out, out + n,
                                  std::numeric_limits<T>::quiet_NaN());
                        if (any_large)
                          try_each<F, false>(words, n, shapes, scales, out);
                        if (any_small)
                          try_each<F, true>(words, n, shapes, scales, out);
                      });
}

struct NegativeBinomialMean {
  template <class Words>
  double operator()(Words& s, const rng::Parameters& p) const {
    return rng::NegativeBinomial::mean(s, p);
  }
};

template <class F, class T>
bool try_range(const RandomPlan& plan, const rng::Parameters& p, int64_t begin,
               int64_t end) {
  T* out = reinterpret_cast<T*>(plan.out);
  if (rng::has_trials<F>(p, false)) {
    try_blocks<F, false>(plan.key, p, out, begin, end);
    return true;
  }
  if constexpr (rng::Trials<F>::kGammas > 0) {
    if (rng::has_trials<F>(p, true)) {
      try_blocks<F, true>(plan.key, p, out, begin, end);
      return true;
    }
  }
  return false;
}

// One trial, which succeeds.
template <class Make, int kBlocks>
bool try_once(const RandomPlan& plan, const rng::Parameters& p, int64_t begin,
              int64_t end) {
  auto* out = reinterpret_cast<double*>(plan.out);
  for_groups<kBlocks>(plan.key, begin, end,
                      [&](const PhiloxWords* words, int64_t first, int n) {
                        try_all<Make, false>(words, n, p, out + first);
                      });
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
      if (rng::beta_of_logarithms(p)) {
        auto* out = reinterpret_cast<double*>(plan.out);
        try_blocks<rng::BetaOfLogarithms, false>(plan.key, p, out, begin, end);
        return true;
      }
      return try_range<rng::Beta, double>(plan, p, begin, end);
    case Distribution::f:
      return try_range<rng::FisherF, double>(plan, p, begin, end);
    case Distribution::standard_t:
      return try_range<rng::StudentT, double>(plan, p, begin, end);
    case Distribution::wald:
      return try_once<rng::Wald, 2>(plan, p, begin, end);
    case Distribution::logseries:
      return p.real(0) > 0 &&
             try_once<rng::RealOf<rng::Logseries>, 1>(plan, p, begin, end);
    case Distribution::noncentral_chisquare:
      return try_range<rng::NoncentralChiSquare, double>(plan, p, begin, end);
    case Distribution::vonmises:
      return try_range<rng::VonMises, double>(plan, p, begin, end);
    case Distribution::zipf:
      return try_range<rng::Zipf, double>(plan, p, begin, end);
    default:
      return false;
  }
}

unsigned first_means(const rng::Parameters& p, const PhiloxWords* ahead,
                     unsigned blocks, int n, double* means) {
  if (blocks < 2) return 0;
  if (rng::has_trials<rng::Gamma<double>>(p, false)) {
    try_all<NegativeBinomialMean, false>(ahead, n, p, means);
    return 6;
  }
  if (rng::has_trials<rng::Gamma<double>>(p, true)) {
    try_all<NegativeBinomialMean, true>(ahead, n, p, means);
    return 8;
  }
  return 0;
}

bool first_trials_of_each(const RandomPlan& plan, int64_t begin, int64_t end) {
  switch (plan.distribution) {
    case Distribution::gamma:
      try_each<rng::Gamma<double>, double>(plan, begin, end);
      return true;
    case Distribution::gamma_float:
      try_each<rng::Gamma<float>, float>(plan, begin, end);
      return true;
    default:
      return false;
  }
}

}  // namespace tenorite::cpu
