// SPDX-License-Identifier: Apache-2.0
// What a library for Fourier transforms does on a GPU, by the definition and on
// the host: it reads and writes where the layout says, demands what libraries
// demand, and destroys what they may destroy.
#pragma once

#include <complex>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "ops/plan/fft_plan.h"

namespace tenorite {

using Items = std::vector<std::complex<double>>;

inline void demand(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

// One transform, by the smallest factor of n.
template <class Real>
std::vector<std::complex<Real>> naive_line(
    const std::vector<std::complex<Real>>& x, double sign) {
  auto n = static_cast<int64_t>(x.size());
  int64_t p = 2;
  while (p * p <= n && n % p != 0) ++p;
  if (n % p != 0 || p * p > n) p = n;
  int64_t m = p > 0 ? n / p : 0;
  auto root = [&](int64_t k, int64_t of) {
    return std::polar(Real{1},
                      static_cast<Real>(sign) * 2 * std::numbers::pi_v<Real> *
                          static_cast<Real>(k % of) / static_cast<Real>(of));
  };
  std::vector<std::complex<Real>> y(x.size());
  std::vector<std::vector<std::complex<Real>>> parts;
  for (int64_t r = 0; r < p; ++r) {
    std::vector<std::complex<Real>> part;
    for (int64_t j = 0; j < m; ++j) part.push_back(x[j * p + r]);
    parts.push_back(m > 1 ? naive_line(part, sign) : part);
  }
  for (int64_t k = 0; k < n; ++k)
    for (int64_t r = 0; r < p; ++r)
      y[k] += parts[r][m > 0 ? k % m : 0] * root(r * k % n, n);
  return y;
}

inline int64_t item_at(const FftLayout& side, int rank, const int64_t* index,
                       int64_t batch) {
  int64_t at = index[0];
  for (int i = 1; i < rank; ++i) at = at * side.embed[i] + index[i];
  return batch * side.distance + at * side.stride;
}

template <class Real>
void naive_transform(const FftPlan& plan, bool inverse, double factor,
                     const char* in_bytes, char* out_bytes, int64_t batch) {
  using Complex = std::complex<Real>;
  int last = plan.rank - 1;
  int64_t half = plan.n[last] / 2 + 1;
  auto walk = [&](int64_t length, auto&& visit) {
    int64_t total = length;
    for (int i = 0; i < last; ++i) total *= plan.n[i];
    for (int64_t flat = 0; flat < total; ++flat) {
      int64_t index[kMaxFftRank] = {}, rest = flat;
      for (int i = last; i >= 0; --i) {
        int64_t n = i == last ? length : plan.n[i];
        index[i] = rest % n;
        rest /= n;
      }
      visit(index);
    }
  };
  auto dense = [&](const int64_t* index) {
    int64_t at = 0;
    for (int i = 0; i < plan.rank; ++i) at = at * plan.n[i] + index[i];
    return at;
  };
  int64_t size = 1;
  for (int i = 0; i < plan.rank; ++i) size *= plan.n[i];
  Items x(static_cast<size_t>(size));

  bool from_real = plan.kind == FftKind::kFromReal;
  bool to_real = plan.kind == FftKind::kToReal;
  walk(to_real ? half : plan.n[last], [&](const int64_t* index) {
    int64_t at = item_at(plan.in, plan.rank, index, batch);
    if (from_real) {
      x[dense(index)] = reinterpret_cast<const Real*>(in_bytes)[at];
      return;
    }
    const Complex& item = reinterpret_cast<const Complex*>(in_bytes)[at];
    x[dense(index)] = item;
    if (!to_real) return;
    demand(plan.rank == 1, "to reals along one axis");
    int64_t mirror = (plan.n[0] - index[0]) % plan.n[0];
    demand(mirror != index[0] || item.imag() == 0, "Hermitian symmetry");
    x[mirror] = std::conj(std::complex<double>(item));
  });
  if (to_real)
    walk(half, [&](const int64_t* index) {
      int64_t at = item_at(plan.in, plan.rank, index, batch);
      reinterpret_cast<Complex*>(const_cast<char*>(in_bytes))[at] = {-7, -7};
    });
  for (int axis = 0; axis < plan.rank; ++axis) {
    int64_t inner = 1;
    for (int i = axis + 1; i < plan.rank; ++i) inner *= plan.n[i];
    for (int64_t start = 0; start < size; ++start) {
      if (start / inner % plan.n[axis] != 0) continue;
      Items line;
      for (int64_t k = 0; k < plan.n[axis]; ++k)
        line.push_back(x[start + k * inner]);
      line = naive_line(line, inverse ? 1 : -1);
      for (int64_t k = 0; k < plan.n[axis]; ++k) x[start + k * inner] = line[k];
    }
  }
  walk(from_real ? half : plan.n[last], [&](const int64_t* index) {
    int64_t at = item_at(plan.out, plan.rank, index, batch);
    const auto item = x[dense(index)] * factor;
    if (to_real)
      reinterpret_cast<Real*>(out_bytes)[at] = static_cast<Real>(item.real());
    else
      reinterpret_cast<Complex*>(out_bytes)[at] = static_cast<Complex>(item);
  });
}

inline void check_layout(const FftPlan& plan, const FftLayout& side,
                         int64_t innermost) {
  demand(side.stride > 0 && side.distance > 0, "steps are positive");
  for (int i = 1; i < plan.rank; ++i)
    demand(side.embed[i] >= (i == plan.rank - 1 ? innermost : plan.n[i]),
           "an axis fits into the one around it");
}

// DeviceOps::fft on host memory.
inline void naive_fft(const FftLaunch& launch) {
  const FftPlan& plan = launch.plan;
  int64_t n = plan.n[plan.rank - 1], half = n / 2 + 1;
  if (plan.columns) {
    demand(plan.kind == FftKind::kComplex && plan.rank == 1, "columns");
  } else {
    check_layout(plan, plan.in, plan.kind == FftKind::kToReal ? half : n);
    check_layout(plan, plan.out, plan.kind == FftKind::kFromReal ? half : n);
    demand(launch.factor == 1, "the library has no factors");
  }
  demand(launch.in != launch.out || plan.in == plan.out, "in place");
  int64_t index[kMaxDims] = {};
  for (int64_t i = 0; i < launch.loops; ++i) {
    const char* in = launch.in;
    char* out = launch.out;
    for (int d = 0; d < launch.loop_ndim; ++d) {
      in += index[d] * launch.loop_in[d];
      out += index[d] * launch.loop_out[d];
    }
    uintptr_t size = plan.is_double ? 16 : 8;
    demand(reinterpret_cast<uintptr_t>(in) % size == 0, "aligned input");
    demand(reinterpret_cast<uintptr_t>(out) % size == 0, "aligned output");
    for (int64_t b = 0; b < plan.batch; ++b)
      (plan.is_double ? naive_transform<double>
                      : naive_transform<float>)(plan, launch.inverse,
                                                launch.factor, in, out, b);
    for (int d = launch.loop_ndim - 1; d >= 0; --d) {
      if (++index[d] < launch.loop_shape[d]) break;
      index[d] = 0;
    }
  }
}

}  // namespace tenorite
