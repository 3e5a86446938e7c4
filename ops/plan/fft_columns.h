// SPDX-License-Identifier: Apache-2.0
// Complex transforms along an axis whose neighbours lie apart, many side by
// side: what a device's own kernel for them is asked, and how it divides up the
// points.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include "core/export.h"

namespace tenorite {

inline constexpr int64_t kMaxColumnPoints = 2048;
// Axes of the columns, merged where that can be done.
inline constexpr int kMaxColumnAxes = 4;

// Whether the kernel takes n points: at least 2, and no prime factor above 7.
bool takes_fft_columns(int64_t n);

inline constexpr int kMaxFftStages = 6;

// The factors of n in turn, for transforms by decimation in frequency.
struct FftRadices {
  int count = 0;
  int radix[kMaxFftStages] = {};
};

inline constexpr int kLargestFftRadix = 16;
constexpr bool is_fft_radix(int n) { return (n >= 2 && n <= 10) || n == 16; }

// As few such factors as possible, the largest first.
TENORITE_EXPORT FftRadices fft_radices(int64_t n);

// What results of all stages but the last are multiplied by: for a stage of r
// transforms of m points each, exp(-2 pi i j q / (r m)) for the powers q = 1,
// 2, 4, 8 below r and in turn j = 0, ..., m - 1. Of others the kernel makes
// products: that costs less than memory does.
template <class Real>
TENORITE_EXPORT std::vector<std::complex<Real>> fft_roots(
    const FftRadices& radices);

}  // namespace tenorite
