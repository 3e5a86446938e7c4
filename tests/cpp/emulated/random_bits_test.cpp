// SPDX-License-Identifier: Apache-2.0
// Where float32 numbers of PCG64 go, by the kernel run on the CPU.
#include <gtest/gtest.h>

#include <vector>

#include "ops/plan/random_plan.h"
// From here on it is CUDA C++.
#include "tests/cpp/emulated/emulation.h"
// The library's own kernels.
#include "ops/cuda/random/random_bits.cuh"

namespace tenorite::cuda {
namespace {

constexpr uint32_t kHalf = 0x12345678;
constexpr float kUntouched = -1;

RandomBitsPlan plan_of(float* out, int64_t n, bool pending) {
  RandomBitsPlan plan{};
  plan.out = reinterpret_cast<char*>(out);
  plan.n = n;
  plan.to = BitsTo::kFloat;
  plan.pending = pending;
  plan.pending_half = kHalf;
  plan.words.state = {0x1234567890abcdef, 0xfedcba0987654321};
  plan.words.step = {{0x2360ed051fc65da4, 0x4385df649fccf645},
                     {0x5851f42d4c957f2d, 0x14057b7ef767814f}};
  return plan;
}

std::vector<float> numbers_of(const RandomBitsPlan& plan) {
  std::vector<float> numbers;
  if (plan.pending)
    numbers.push_back(static_cast<float>(kHalf >> 8) * 0x1p-24f);
  rng::Wide state = plan.words.state;
  while (static_cast<int64_t>(numbers.size()) < plan.n) {
    float pair[2];
    rng::EmitFloat::make(rng::xsl_rr(state), {}, pair);
    numbers.insert(numbers.end(), pair, pair + 2);
    state = plan.words.step(state);
  }
  return numbers;
}

// `past`: numbers between a sector of memory and the first one.
void expect_numbers(int64_t n, int past, bool pending,
                    int64_t multiprocessors) {
  struct alignas(32) Sector {
    float at[8];
  };
  std::vector<Sector> memory(static_cast<size_t>(n) / 8 + 4);
  float* const begin = memory.data()->at;
  const int64_t kept = static_cast<int64_t>(memory.size()) * 8;
  std::fill(begin, begin + kept, kUntouched);
  const RandomBitsPlan plan = plan_of(begin + 8 + past, n, pending);
  const int64_t words = std::max<int64_t>((n - pending - 1) / 2 + 1, 1);
  static PcgLaunch<rng::EmitFloat> l;
  l = pcg_launch<rng::EmitFloat>(plan, words, multiprocessors);
  emulation::run(
      [](const void* const*) {
        if (l.inside)
          pcg_kernel<rng::EmitFloat, rng::xsl_rr, true>(l.output, l.words,
                                                        l.stride, l.args);
        else
          pcg_kernel<rng::EmitFloat, rng::xsl_rr, false>(l.output, l.words,
                                                         l.stride, l.args);
      },
      nullptr, {static_cast<unsigned>(l.blocks), 1, 1}, kThreads);
  const std::vector<float> expected = numbers_of(plan);
  for (int64_t i = 0; i < kept; ++i) {
    const int64_t at = i - 8 - past;
    ASSERT_EQ(begin[i], at >= 0 && at < n ? expected[static_cast<size_t>(at)]
                                          : kUntouched)
        << at << " of " << n << ", " << past << " past a sector, pending "
        << pending;
  }
}

TEST(EmulatedRandomBits, NumbersGoWhereTheyShould) {
  for (const int64_t n :
       {1,    2,    3,    7,    8,    9,    64,    65,   127, 128,
        129,  255,  256,  257,  258,  300,  511,   512,  513, 1000,
        2047, 2048, 2049, 6144, 6145, 6150, 10007, 20001})
    for (int past = 0; past < 8; ++past)
      for (const bool pending : {false, true})
        for (const int64_t multiprocessors : {1, 3})
          expect_numbers(n, past, pending, multiprocessors);
}

}  // namespace
}  // namespace tenorite::cuda
