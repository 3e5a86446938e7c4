// SPDX-License-Identifier: Apache-2.0
#include "ops/plan/fft_columns.h"

#include <cmath>
#include <numbers>

namespace tenorite {
namespace {

struct Search {
  FftRadices best;
  int best_sum = 0;

  // Factors of n that are at most `largest`, behind those of `found`.
  void run(int n, int largest, int sum, const FftRadices& found) {
    if (n == 1) {
      if (best.count == 0 || found.count < best.count ||
          (found.count == best.count && sum < best_sum)) {
        best = found;
        best_sum = sum;
      }
      return;
    }
    if (found.count == kMaxFftStages) return;
    for (int radix = largest; radix > 1; --radix) {
      if (!is_fft_radix(radix) || n % radix != 0) continue;
      FftRadices next = found;
      next.radix[next.count++] = radix;
      run(n / radix, radix, sum + radix, next);
    }
  }
};

// exp(-2 pi i k / n), exact for quarters of a turn.
std::complex<long double> root(int64_t k, int64_t n) {
  k %= n;
  const int64_t quarter = (4 * k + n / 2) / n;  // the nearest
  const long double x = std::numbers::pi_v<long double> *
                        static_cast<long double>(4 * k - quarter * n) /
                        static_cast<long double>(2 * n);
  const long double c = std::cos(x), s = -std::sin(x);
  switch (quarter % 4) {
    case 0:
      return {c, s};
    case 1:
      return {s, -c};
    case 2:
      return {-c, -s};
    default:
      return {-s, c};
  }
}

}  // namespace

bool takes_fft_columns(int64_t n) {
  if (n < 2 || n > kMaxColumnPoints) return false;
  for (int prime : {2, 3, 5, 7})
    while (n % prime == 0) n /= prime;
  return n == 1;
}

FftRadices fft_radices(int64_t n) {
  Search search;
  search.run(static_cast<int>(n), kLargestFftRadix, 0, {});
  return search.best;
}

template <class Real>
std::vector<std::complex<Real>> fft_roots(const FftRadices& radices) {
  std::vector<std::complex<Real>> roots;
  int64_t length = 1;
  for (int i = 0; i < radices.count; ++i) length *= radices.radix[i];
  for (int i = 0; i + 1 < radices.count; ++i) {
    const int64_t m = length / radices.radix[i];
    for (int64_t q = 1; q < radices.radix[i]; q *= 2)
      for (int64_t j = 0; j < m; ++j) {
        const std::complex<long double> w = root(j * q, length);
        roots.emplace_back(static_cast<Real>(w.real()),
                           static_cast<Real>(w.imag()));
      }
    length = m;
  }
  return roots;
}
template std::vector<std::complex<float>> fft_roots(const FftRadices&);
template std::vector<std::complex<double>> fft_roots(const FftRadices&);

}  // namespace tenorite
