// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <type_traits>

#include "core/cpu_targets.h"
#include "core/thread_pool.h"
#include "ops/cpu/cpu_ops.h"
#include "ops/cpu/random/buffered_stream.h"
#include "ops/cpu/random/philox_blocks.h"
#include "ops/cpu/random/vector_rejection.h"
#include "ops/device/random_trials.h"
#include "ops/plan/random_plan.h"

namespace tenorite::cpu {
namespace {

// Elements that are made together, so that compilers see loops over vectors.
constexpr int kBlock = 256;
constexpr int64_t kGrainElements = 4 * kBlock;

// The parameters of all elements, where none of them is an array.
template <class F>
rng::Parameters common_parameters(const RandomPlan& plan, bool arrays) {
  rng::Parameters p{};
  for (int k = 0; k < kMaxRandomParameters; ++k)
    p.word[k] = plan.parameter[k].value;
  if (!arrays) rng::prepare<F>(p);
  return p;
}

template <class F>
void load_parameters(const RandomPlan& plan, int64_t i, rng::Parameters& p) {
  for (int k = 0; k < kMaxRandomParameters; ++k)
    if (plan.parameter[k].data) p.word[k] = plan.parameter[k].at(i);
  rng::prepare<F>(p);
}

template <class From>
void make_inputs(const PhiloxWords& words, int count,
                 typename From::Input* in) {
  for (int i = 0; i < count; ++i)
    From::of_block({{words[0][i], words[1][i], words[2][i], words[3][i]}},
                   in + i * From::kLanes);
}

template <class F, class T>
void apply_block(const typename F::From::Input* in, int n,
                 const rng::Parameters& p, T* out) {
  const rng::Parameters own = p;
  if constexpr (std::is_same_v<T, int64_t>) {
    // There are no vectors of conversions to integers.
    double real[kBlock];
    for (int i = 0; i < n; ++i) real[i] = F().real(in[i], own);
    for (int i = 0; i < n; ++i) out[i] = rng::to_long(real[i]);
  } else {
    for (int i = 0; i < n; ++i) out[i] = F()(in[i], own);
  }
}

// A number that a first trial made, unless it failed.
template <class T>
bool keep(T& number) {
  if constexpr (std::is_same_v<T, int64_t>) {
    const auto real = bit_cast<double>(number);
    if (real != real) return false;
    number = rng::to_long(real);
    return true;
  } else {
    return number == number;
  }
}

template <class F>
constexpr bool kBeginsWithGamma = std::is_same_v<F, rng::NegativeBinomial>;

// Elements that have substreams.
template <class F, class T>
void draw_apart(const RandomPlan& plan, bool arrays, int64_t begin,
                int64_t end) {
  rng::Parameters p = common_parameters<F>(plan, arrays);
  T* out = reinterpret_cast<T*>(plan.out);
  const bool tried = arrays ? first_trials_of_each(plan, begin, end)
                            : first_trials(plan, p, begin, end);
  // Words that need no other look, where a first trial failed.
  const unsigned gone = tried && rng::kTrialIsBlock<F> ? 4 : 0;
  std::optional<Memory> memory;
  if (!arrays && end - begin >= kBlock) memory.emplace();
  PhiloxWords ahead[BufferedStream::kMaxAhead];
  // What few elements need is not made for all.
  for (unsigned blocks = tried ? 0 : 2; begin < end; begin += kPhiloxBlocks) {
    int n = static_cast<int>(std::min<int64_t>(end - begin, kPhiloxBlocks));
    for (unsigned block = 0; block < blocks; ++block)
      philox_blocks(plan.key, static_cast<uint64_t>(begin), block, n,
                    ahead[block]);
    int more = 0, all = 0;
    double means[kBeginsWithGamma<F> ? kPhiloxBlocks : 1];
    unsigned taken = 0;
    if constexpr (kBeginsWithGamma<F>)
      taken = arrays ? 0 : first_means(p, ahead, blocks, n, means);
    for (int i = 0; i < n; ++i) {
      if (tried && keep(out[begin + i])) continue;
      if (arrays) load_parameters<F>(plan, begin + i, p);
      const bool has_mean = taken && means[i] == means[i];
      BufferedStream stream(plan.key, static_cast<uint64_t>(begin + i), ahead,
                            blocks, i, memory ? &*memory : nullptr,
                            has_mean ? taken : gone);
      if (has_mean)
        out[begin + i] = static_cast<T>(rng::poisson(stream, means[i]));
      else
        out[begin + i] = F()(stream, p);
      more += stream.blocks() > blocks;
      all += stream.blocks() >= blocks;
    }
    if (tried) continue;
    // A block costs a third of what it costs when it is made alone.
    if (3 * more > n && blocks < BufferedStream::kMaxAhead)
      ++blocks;
    else if (3 * all < n && blocks > 1)
      --blocks;
  }
}

// [begin, end) starts at a multiple of kBlock.
template <class F, class T>
void draw(const RandomPlan& plan, bool arrays, int64_t begin, int64_t end) {
  using From = typename F::From;
  rng::Parameters p = common_parameters<F>(plan, arrays);
  T* out = reinterpret_cast<T*>(plan.out);
  if constexpr (std::is_same_v<From, rng::FromStream>) {
    draw_apart<F, T>(plan, arrays, begin, end);
  } else {
    typename From::Input in[kBlock];
    for (; begin < end; begin += kBlock) {
      int n = static_cast<int>(std::min<int64_t>(end - begin, kBlock));
      PhiloxWords words;
      const int blocks = (n - 1) / From::kLanes + 1;
      philox_blocks(plan.key, static_cast<uint64_t>(begin / From::kLanes), 0,
                    blocks, words);
      make_inputs<From>(words, blocks, in);
      if (!arrays) {
        apply_block<F, T>(in, n, p, out + begin);
        continue;
      }
      for (int i = 0; i < n; ++i) {
        load_parameters<F>(plan, begin + i, p);
        out[begin + i] = F()(in[i], p);
      }
    }
  }
}

template <class F, class T>
TENORITE_CPU_WITH_FMA void draw_with_fma(const RandomPlan& plan, bool arrays,
                                         int64_t begin, int64_t end) {
  draw<F, T>(plan, arrays, begin, end);
}

struct Draw {
  void (*plain)(const RandomPlan&, bool, int64_t, int64_t);
  decltype(plain) with_fma;
};
constexpr Draw kDraw[] = {
#define TENORITE_RANDOM(family, name, functor, parameters, result) \
  {draw<rng::functor, type_of_t<result>>,                          \
   draw_with_fma<rng::functor, type_of_t<result>>},
#include "ops/table/random_table.def"
#undef TENORITE_RANDOM
};

template <class F>
void draw_rows(const RandomRowsPlan& plan, int64_t begin, int64_t end) {
  using Weight = typename F::Weight;
  for (int64_t i = begin; i < end; ++i) {
    int64_t* counts = plan.out + i * plan.categories;
    const uint64_t* weights =
        plan.weights.data + i * plan.categories % plan.weights.period;
    rng::Substream stream(plan.key, i);
    F()(
        stream, static_cast<int64_t>(plan.draws.at(i)), plan.categories,
        [&](int64_t j) { return bit_cast<Weight>(weights[j]); },
        [&](int64_t j) -> int64_t& { return counts[j]; });
  }
}

template <class F>
TENORITE_CPU_WITH_FMA void draw_rows_with_fma(const RandomRowsPlan& plan,
                                              int64_t begin, int64_t end) {
  draw_rows<F>(plan, begin, end);
}

template <class F>
void draw_all_rows(const RandomRowsPlan& plan) {
  auto* draw = has_fma() ? draw_rows_with_fma<F> : draw_rows<F>;
  parallel_for(plan.n, 64,
               [&](int64_t begin, int64_t end) { draw(plan, begin, end); });
}

}  // namespace

void random(const RandomPlan& plan) {
  bool arrays = false;
  for (const RandomParameter& parameter : plan.parameter)
    arrays = arrays || parameter.data;
  const Draw& row = kDraw[static_cast<int>(plan.distribution)];
  auto* draw = has_fma() ? row.with_fma : row.plain;
  parallel_for(plan.n, kGrainElements, [&](int64_t begin, int64_t end) {
    draw(plan, arrays, begin, end);
  });
}

void random_categories(const RandomRowsPlan& plan) {
  if (plan.draw == CategoryDraw::kMultinomial)
    draw_all_rows<rng::Multinomial>(plan);
  else
    draw_all_rows<rng::MultivariateHypergeometric>(plan);
}

}  // namespace tenorite::cpu
