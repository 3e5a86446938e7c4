// SPDX-License-Identifier: Apache-2.0
// The bin of a histogram that a number belongs to.
#pragma once

#include "ops/device/types.h"

namespace tenorite {

// `count` bins between count + 1 edges that ascend, the last one with its upper
// edge. Without edges, numbers are those of bins.
struct Bins {
  const double* edges;
  long count;
  bool even;       // the edges are evenly spaced
  char precision;  // 'e', 'f' or 'd': what NumPy finds such a bin in
  double first, last;
};

namespace detail {

template <class T>
TENORITE_HD long even_bin(const Bins& bins, double x) {
  T width = T(bins.last) - T(bins.first);
  T part = T(T(x) - T(bins.first)) / width;
  T place = part * T((double)bins.count);
  return (long)(double)place;
}
template <>
TENORITE_HD long even_bin<half>(const Bins& bins, double x) {
  half width = (float)half(bins.last) - (float)half(bins.first);
  half step = (float)half(x) - (float)half(bins.first);
  half part = (float)step / (float)width;
  half place = (float)part * (float)half((double)bins.count);
  return (long)(float)place;
}

}  // namespace detail

// Where NumPy looks for a number that is between the outer edges of even bins.
TENORITE_HD long estimated_bin(const Bins& bins, double x) {
  long i = bins.precision == 'f'   ? detail::even_bin<float>(bins, x)
           : bins.precision == 'e' ? detail::even_bin<half>(bins, x)
                                   : detail::even_bin<double>(bins, x);
  return i < 0 ? 0 : i < bins.count ? i : bins.count - 1;
}

// -1 for a number outside, and for NaN.
TENORITE_HD long bin_of(const Bins& bins, double x) {
  const double* edges = bins.edges;
  const long n = bins.count;
  if (!(x >= edges[0] && x <= edges[n])) return -1;
  if (!bins.even) {
    // The first edge behind x.
    long low = 0, high = n + 1;
    while (low < high) {
      long middle = low + (high - low) / 2;
      if (edges[middle] <= x)
        low = middle + 1;
      else
        high = middle;
    }
    return low - 1 < n ? low - 1 : n - 1;
  }
  long i = estimated_bin(bins, x);
  // As in NumPy, what rounding moved to a neighbour is moved back.
  if (x < edges[i] && i > 0) --i;
  if (x >= edges[i + 1] && i != n - 1) ++i;
  return i;
}

}  // namespace tenorite
