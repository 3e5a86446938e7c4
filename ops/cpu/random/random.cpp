// SPDX-License-Identifier: Apache-2.0
#include "ops/api/random.h"

#include <algorithm>
#include <type_traits>

#include "core/cpu_targets.h"
#include "core/thread_pool.h"
#include "ops/cpu/cpu_ops.h"
#include "ops/device/random_emit.h"

namespace tenorite::cpu {
namespace {

// Words are made and used in blocks that stay in the first-level cache.
constexpr int kBlock = 512;
constexpr int64_t kGrainWords = 16 * kBlock;

// The words of a stream from a distance on, as many as asked for at a time.
// Four states a word apart keep the multiplier busy where one would wait for
// its own product.
template <unsigned long (*output)(rng::Wide)>
class PcgWords {
 public:
  PcgWords(const WordStream& from, uint64_t distance)
      : four_(rng::power(from.step, 4)) {
    state_[0] = rng::power(from.step, distance)(from.state);
    for (int i = 1; i < 4; ++i) state_[i] = from.step(state_[i - 1]);
  }
  // n is a multiple of 4 except in the last call.
  void fill(uint64_t* words, int n) {
    for (int i = 0; i < n; i += 4)
      for (int lane = 0; lane < 4; ++lane) {
        words[i + lane] = output(state_[lane]);
        state_[lane] = four_(state_[lane]);
      }
  }

 private:
  rng::Wide state_[4];
  rng::Jump four_;
};

class PhiloxWords {
 public:
  PhiloxWords(const WordStream& from, uint64_t distance)
      : counter_(from.counter + (from.lane + distance) / 4),
        key_{from.key[0], from.key[1]},
        lane_(static_cast<int>((from.lane + distance) % 4)) {
    if (lane_ > 0) next();
  }
  void fill(uint64_t* words, int n) {
    for (int i = 0; i < n;) {
      if (lane_ == 0) next();
      for (; lane_ < 4 && i < n; ++i) words[i] = block_.v[lane_++];
      lane_ &= 3;
    }
  }

 private:
  void next() {
    block_ = rng::philox(counter_, rng::Philox4x64Key{key_[0], key_[1]});
    counter_ = counter_ + 1;
  }
  rng::Philox4x64 counter_, block_{};
  uint64_t key_[2];
  int lane_;
};

template <class Emit>
TENORITE_CPU_CLONES void emit_block(const uint64_t* words, int n, int64_t index,
                                    const rng::Target& to,
                                    typename Emit::Value* out) {
  for (int i = 0; i < n; ++i)
    rng::emit<Emit>(words[i], index + int64_t{i} * Emit::kPerWord, to,
                    out + int64_t{i} * Emit::kPerWord);
}

// Those numbers of one word that are in the result.
template <class Emit>
void emit_part(uint64_t word, int64_t index, const RandomBitsPlan& plan,
               const rng::Target& to) {
  typename Emit::Value some[Emit::kPerWord];
  rng::emit<Emit>(word, index, to, some);
  auto* out = reinterpret_cast<typename Emit::Value*>(plan.out);
  for (int i = 0; i < Emit::kPerWord; ++i)
    if (index + i >= 0 && index + i < plan.n) out[index + i] = some[i];
}

template <class Words, class Emit>
void fill(const RandomBitsPlan& plan) {
  const rng::Target to{plan.low_real, plan.scale,     plan.low,
                       plan.range,    plan.threshold, plan.key};
  const int64_t first = plan.pending ? Emit::kPerHalf : 0;
  if (plan.pending)
    emit_part<Emit>(uint64_t{plan.pending_half} << 32, -first, plan, to);
  if (plan.n <= first) return;
  const int64_t words = (plan.n - first - 1) / Emit::kPerWord + 1;
  parallel_for(words, kGrainWords, [&](int64_t begin, int64_t end) {
    Words source(plan.words, begin);
    uint64_t block[kBlock];
    for (int64_t w = begin; w < end; w += kBlock) {
      int n = static_cast<int>(std::min<int64_t>(end - w, kBlock));
      source.fill(block, n);
      int64_t index = first + w * Emit::kPerWord;
      bool whole = index + int64_t{n} * Emit::kPerWord <= plan.n;
      int in_full = n - !whole;
      emit_block<Emit>(
          block, in_full, index, to,
          reinterpret_cast<typename Emit::Value*>(plan.out) + index);
      if (!whole)
        emit_part<Emit>(block[in_full],
                        index + int64_t{in_full} * Emit::kPerWord, plan, to);
    }
  });
}

template <class Words>
void fill_from(const RandomBitsPlan& plan) {
  switch (plan.to) {
    case BitsTo::kDouble:
      return fill<Words, rng::EmitDouble>(plan);
    case BitsTo::kFloat:
      return fill<Words, rng::EmitFloat>(plan);
    case BitsTo::kInteger64:
      return fill<Words, rng::EmitInteger<uint64_t, 0>>(plan);
    case BitsTo::kWide32:
      return fill<Words, rng::EmitInteger<uint64_t, 1>>(plan);
    case BitsTo::kInteger32:
      return fill<Words, rng::EmitInteger<uint32_t, 1>>(plan);
    case BitsTo::kInteger16:
      return fill<Words, rng::EmitInteger<uint16_t, 2>>(plan);
    case BitsTo::kInteger8:
      return fill<Words, rng::EmitInteger<uint8_t, 4>>(plan);
    case BitsTo::kBool:
      return fill<Words, rng::EmitBool>(plan);
  }
}

}  // namespace

void random_bits(const RandomBitsPlan& plan) {
  switch (plan.words.generator) {
    case BitGenerator::kPhilox:
      return fill_from<PhiloxWords>(plan);
    case BitGenerator::kPcg64:
      return fill_from<PcgWords<rng::xsl_rr>>(plan);
    case BitGenerator::kPcg64Dxsm:
      return fill_from<PcgWords<rng::dxsm>>(plan);
  }
}

}  // namespace tenorite::cpu
