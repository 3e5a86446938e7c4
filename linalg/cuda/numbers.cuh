// SPDX-License-Identifier: Apache-2.0
// What kernels of decompositions need of real and complex numbers alike.
#pragma once

#include <cmath>

#include "ops/device/types.h"

namespace tenorite::linalg::cuda {

template <class R>
TENORITE_HD R conjugate_of(R x) {
  return x;
}
template <class R>
TENORITE_HD complex<R> conjugate_of(complex<R> x) {
  return {x.re, -x.im};
}
template <class R>
TENORITE_HD R square_of(R x) {
  return x * x;
}
template <class R>
TENORITE_HD R square_of(complex<R> x) {
  return x.re * x.re + x.im * x.im;
}
template <class R>
TENORITE_HD R magnitude_of(R x) {
  return x < 0 ? -x : x;
}
template <class R>
TENORITE_HD R magnitude_of(complex<R> x) {
  return hypot(x.re, x.im);
}
template <class R>
TENORITE_HD R scaled(R x, R factor) {
  return x * factor;
}
template <class R>
TENORITE_HD complex<R> scaled(complex<R> x, R factor) {
  return {x.re * factor, x.im * factor};
}
template <class R>
TENORITE_HD R largest_part(R x) {
  return magnitude_of(x);
}
template <class R>
TENORITE_HD R largest_part(complex<R> x) {
  R re = magnitude_of(x.re), im = magnitude_of(x.im);
  return re > im || re != re ? re : im;
}
template <class T, class R>
TENORITE_HD T number_of(R x) {
  if constexpr (is_complex<T>)
    return {x, 0};
  else
    return x;
}

// The sum over the lanes of a warp, in every lane.
template <class R>
__device__ R over_lanes(R x) {
  for (int step = 16; step > 0; step /= 2)
    x += __shfl_xor_sync(0xffffffffu, x, step);
  return x;
}
template <class R>
__device__ complex<R> over_lanes(complex<R> x) {
  return {over_lanes(x.re), over_lanes(x.im)};
}

}  // namespace tenorite::linalg::cuda
