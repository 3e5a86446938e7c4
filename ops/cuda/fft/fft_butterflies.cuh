// SPDX-License-Identifier: Apache-2.0
// Transforms of a few complex numbers in registers, forward.
#pragma once

namespace tenorite::cuda {

template <class Real>
struct alignas(2 * sizeof(Real)) Pair {
  Real re, im;
};

template <class Real>
__device__ __forceinline__ Pair<Real> operator+(Pair<Real> a, Pair<Real> b) {
  return {a.re + b.re, a.im + b.im};
}
template <class Real>
__device__ __forceinline__ Pair<Real> operator-(Pair<Real> a, Pair<Real> b) {
  return {a.re - b.re, a.im - b.im};
}
__device__ __forceinline__ float fused(float a, float b, float c) {
  return fmaf(a, b, c);
}
__device__ __forceinline__ double fused(double a, double b, double c) {
  return fma(a, b, c);
}
template <class Real>
__device__ __forceinline__ Pair<Real> operator*(Pair<Real> a, Pair<Real> b) {
  return {fused(a.re, b.re, -(a.im * b.im)), fused(a.re, b.im, a.im * b.re)};
}

// exp(-2 pi i k / n), by Taylor's series within an eighth of a turn.
constexpr Pair<double> root_of_unity(int k, int n) {
  k = 4 * (k % n);
  const int quarter = (k + n / 2) / n;  // the nearest
  const double x = 3.14159265358979323846 * (k - quarter * n) / (2 * n);
  const double square = x * x;
  double c = 0, s = 0;
  for (int i = 18; i > 0; i -= 2) {
    c = (1 + c) * -square / (i * (i - 1));
    s = (1 + s) * -square / (i * (i + 1));
  }
  c = 1 + c;
  s = x + x * s;
  switch (quarter % 4) {
    case 0:
      return {c, -s};
    case 1:
      return {-s, -c};
    case 2:
      return {-c, s};
    default:
      return {s, c};
  }
}

// x * exp(-2 pi i k / n)
template <int k, int n, class Real>
__device__ __forceinline__ Pair<Real> turned(Pair<Real> x) {
  if constexpr (k == 0) {
    return x;
  } else if constexpr (4 * k == n) {
    return {x.im, -x.re};
  } else if constexpr (2 * k == n) {
    return {-x.re, -x.im};
  } else if constexpr (4 * k == 3 * n) {
    return {-x.im, x.re};
  } else if constexpr (n % 4 == 0 && 4 * k > n) {
    return turned<k - n / 4, n>(turned<1, 4>(x));
  } else {
    constexpr Pair<double> w = root_of_unity(k, n);
    return x * Pair<Real>{static_cast<Real>(w.re), static_cast<Real>(w.im)};
  }
}

// Calls f with std::integral_constant-like numbers 0, ..., n - 1.
template <int i>
struct Number {
  static constexpr int value = i;
};
template <int n, int i = 0, class F>
__device__ __forceinline__ void for_each_number(F&& f) {
  if constexpr (i < n) {
    f(Number<i>());
    for_each_number<n, i + 1>(f);
  }
}

// By the definition, for an odd number of items: sums and differences of items
// that lie opposite each other.
template <int n, class Real>
__device__ __forceinline__ void transform_odd(Pair<Real> (&x)[n]) {
  constexpr int kHalf = n / 2;
  Pair<Real> sums[kHalf], differences[kHalf];
  Pair<Real> first = x[0];
#pragma unroll
  for (int j = 0; j < kHalf; ++j) {
    sums[j] = x[j + 1] + x[n - 1 - j];
    differences[j] = x[j + 1] - x[n - 1 - j];
    first = first + sums[j];
  }
  for_each_number<kHalf>([&](auto number) {
    constexpr int k = decltype(number)::value + 1;
    Pair<Real> even = x[0], odd{0, 0};
    for_each_number<kHalf>([&](auto inner) {
      constexpr int j = decltype(inner)::value;
      constexpr Pair<double> w = root_of_unity(k * (j + 1), n);
      const Real c = static_cast<Real>(w.re), s = static_cast<Real>(-w.im);
      even = {fused(sums[j].re, c, even.re), fused(sums[j].im, c, even.im)};
      odd = {fused(differences[j].re, s, odd.re),
             fused(differences[j].im, s, odd.im)};
    });
    // even - i odd, and even + i odd; x[0] is still needed.
    x[k] = {even.re + odd.im, even.im - odd.re};
    x[n - k] = {even.re - odd.im, even.im + odd.re};
  });
  x[0] = first;
}

// The larger factor of those that are taken apart.
constexpr int first_factor(int n) {
  return n % 4 == 0 && n > 4 ? 4 : n % 2 == 0 ? 2 : 3;
}

// x[k] becomes the sum of x[j] exp(-2 pi i j k / n).
template <int n, class Real>
__device__ __forceinline__ void transform(Pair<Real> (&x)[n]) {
  if constexpr (n == 2) {
    const Pair<Real> sum = x[0] + x[1];
    x[1] = x[0] - x[1];
    x[0] = sum;
  } else if constexpr (n == 3 || n == 5 || n == 7) {
    transform_odd(x);
  } else {
    // Cooley, Tukey 1965: items j = b * i + j', results k = k' + a * l.
    constexpr int a = first_factor(n), b = n / a;
    Pair<Real> y[n];
    for_each_number<b>([&](auto number) {
      constexpr int j = decltype(number)::value;
      Pair<Real> part[a];
#pragma unroll
      for (int i = 0; i < a; ++i) part[i] = x[b * i + j];
      transform(part);
      for_each_number<a>([&](auto inner) {
        constexpr int k = decltype(inner)::value;
        y[b * k + j] = turned<j * k, n>(part[k]);
      });
    });
#pragma unroll
    for (int k = 0; k < a; ++k) {
      Pair<Real> part[b];
#pragma unroll
      for (int j = 0; j < b; ++j) part[j] = y[b * k + j];
      transform(part);
#pragma unroll
      for (int l = 0; l < b; ++l) x[k + a * l] = part[l];
    }
  }
}

}  // namespace tenorite::cuda
