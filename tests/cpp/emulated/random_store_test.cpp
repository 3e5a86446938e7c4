// SPDX-License-Identifier: Apache-2.0
// How warps store vectors behind places that are not aligned, run on the CPU.
#include <gtest/gtest.h>

#include <vector>

// From here on it is CUDA C++.
#include "tests/cpp/emulated/emulation.h"
// The library's own kernels.
#include "ops/cuda/random_store.cuh"

namespace tenorite::cuda {
namespace {

template <int kVectors>
void expect_all_stored(unsigned shift) {
  constexpr unsigned kLanes = 2 * kWarp, kWords = 4 * kVectors * kLanes;
  // Others' words before and behind.
  alignas(16) static unsigned found[8 + kWords + 8];
  static unsigned shifted;
  shifted = shift;
  for (bool backwards : {false, true}) {
    std::fill(std::begin(found), std::end(found), ~0u);
    emulation::backwards = backwards;
    emulation::run(
        [](const void* const*) {
          const unsigned first = threadIdx.x * 4 * kVectors;
          uint4 vectors[kVectors];
          for (unsigned v = 0; v < kVectors; ++v) {
            const unsigned i = first + 4 * v;
            vectors[v] = {i, i + 1, i + 2, i + 3};
          }
          store_vectors(found + 8 + shifted + first, vectors, (int)shifted);
        },
        nullptr, {1, 1, 1}, kLanes);
    emulation::backwards = false;
    for (unsigned i = 0; i < 16 + kWords; ++i)
      ASSERT_EQ(found[i], i - 8 - shift < kWords ? i - 8 - shift : ~0u)
          << i << " of " << kVectors << " vectors, shifted by " << shift;
  }
}

TEST(EmulatedStores, WordsGoWhereTheyShould) {
  for (unsigned shift = 0; shift < 4; ++shift) {
    expect_all_stored<1>(shift);
    expect_all_stored<2>(shift);
    expect_all_stored<4>(shift);
  }
}

}  // namespace
}  // namespace tenorite::cuda
