// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/random/philox_blocks.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace tenorite::cpu {
namespace {

using Function = void (*)(const rng::CallKey& key, uint64_t first,
                          unsigned attempt, int n, PhiloxWords& words);

void one_by_one(const rng::CallKey& key, uint64_t first, unsigned attempt,
                int n, PhiloxWords& words) {
  for (int i = 0; i < n; ++i) {
    rng::Philox4x32 x = rng::philox(key, first + i, attempt);
    for (int word = 0; word < 4; ++word) words[word][i] = x.v[word];
  }
}

#if defined(__x86_64__)
[[gnu::target("avx2"), gnu::always_inline]] inline __m256i all(uint64_t x) {
  return _mm256_set1_epi64x(static_cast<long long>(x));
}

// Words are the lower halves of lanes of 64 bits, and upper halves are left as
// they are, since the multiplication reads lower halves only. Compilers find no
// such loop.
[[gnu::target("avx2")]] void four_by_four(const rng::CallKey& key,
                                          uint64_t first, unsigned attempt,
                                          int n, PhiloxWords& words) {
  constexpr int kVectors = 2;  // that do not wait for each other
  const __m256i factor0 = all(0xd2511f53), factor1 = all(0xcd9e8d57);
  const __m256i evens = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
  for (int i = 0; i < n; i += 4 * kVectors) {
    __m256i x[kVectors][4];
    for (int j = 0; j < kVectors; ++j) {
      x[j][0] = _mm256_add_epi64(all(first + static_cast<uint64_t>(i + 4 * j)),
                                 _mm256_setr_epi64x(0, 1, 2, 3));
      x[j][1] = _mm256_srli_epi64(x[j][0], 32);
      x[j][2] = all(attempt);
      x[j][3] = all(key.tag);
    }
    unsigned key0 = key.key0, key1 = key.key1;
    for (int round = 0; round < 10; ++round) {
      const __m256i k0 = all(key0), k1 = all(key1);
      for (auto& v : x) {
        __m256i product0 = _mm256_mul_epu32(v[0], factor0);
        __m256i product1 = _mm256_mul_epu32(v[2], factor1);
        v[0] = _mm256_xor_si256(
            _mm256_xor_si256(_mm256_srli_epi64(product1, 32), v[1]), k0);
        v[1] = product1;
        v[2] = _mm256_xor_si256(
            _mm256_xor_si256(_mm256_srli_epi64(product0, 32), v[3]), k1);
        v[3] = product0;
      }
      key0 += 0x9e3779b9u;
      key1 += 0xbb67ae85u;
    }
    for (int j = 0; j < kVectors; ++j)
      for (int word = 0; word < 4; ++word) {
        __m256i low = _mm256_permutevar8x32_epi32(x[j][word], evens);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(&words[word][i + 4 * j]),
                         _mm256_castsi256_si128(low));
      }
  }
}
#endif

Function best() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return four_by_four;
#endif
  return one_by_one;
}

}  // namespace

void philox_blocks(const rng::CallKey& key, uint64_t first, unsigned attempt,
                   int n, PhiloxWords& words) {
  static const Function function = best();
  function(key, first, attempt, n, words);
}

}  // namespace tenorite::cpu
