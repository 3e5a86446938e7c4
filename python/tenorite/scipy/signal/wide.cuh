// SPDX-License-Identifier: Apache-2.0
// Numbers of twice the precision, for powers of the matrices of recursions.

#include <cupy/complex.cuh>

// The sum of two doubles, the second of which is below the rounding of the first.
struct Pair {
  double high, low;
  __device__ Pair() {}
  __device__ Pair(double x) : high(x), low(0) {}
  __device__ Pair(double x, double rest) : high(x), low(0) {
    if (x - x != 0) return;  // infinite or NaN
    high = x + rest;
    low = rest - (high - x);
  }
};

__device__ inline Pair operator+(Pair a, Pair b) {
  const double sum = a.high + b.high, part = sum - a.high;
  const double lost = (a.high - (sum - part)) + (b.high - part);
  return Pair(sum, lost + (a.low + b.low));
}

__device__ inline Pair operator-(Pair a, Pair b) {
  b.high = -b.high, b.low = -b.low;
  return a + b;
}

__device__ inline Pair operator*(Pair a, Pair b) {
  const double product = a.high * b.high;
  const double lost = fma(a.high, b.high, -product);
  return Pair(product, lost + (a.high * b.low + a.low * b.high));
}

// Twice the precision of a type: WORDS doubles in memory. A value that is 0 stays 0 in
// products, where powers of the matrix of a growing filter have overflown.
template <class T>
struct Wide;

template <>
struct Wide<float> {
  static constexpr int WORDS = 1;
  double x;
  __device__ Wide() {}
  __device__ Wide(double value) : x(value) {}
  __device__ void read(const double* at) { x = at[0]; }
  __device__ void write(double* at) const { at[0] = x; }
  __device__ bool is_zero() const { return x == 0; }
  __device__ void round_to(float& y) const { y = float(x); }
  __device__ void round_to(Wide& y) const { y = *this; }
};

template <>
struct Wide<double> {
  static constexpr int WORDS = 2;
  Pair x;
  __device__ Wide() {}
  __device__ Wide(double value) : x(value) {}
  __device__ Wide(Pair value) : x(value) {}
  __device__ void read(const double* at) { x.high = at[0], x.low = at[1]; }
  __device__ void write(double* at) const { at[0] = x.high, at[1] = x.low; }
  __device__ bool is_zero() const { return x.high == 0; }
  __device__ void round_to(double& y) const { y = x.high; }
  __device__ void round_to(Wide& y) const { y = *this; }
};

template <class T>
struct Wide<complex<T>> {
  static constexpr int WORDS = 2 * Wide<T>::WORDS;
  Wide<T> re, im;
  __device__ Wide() {}
  __device__ Wide(complex<T> value) : re(value.real()), im(value.imag()) {}
  __device__ Wide(Wide<T> x, Wide<T> y) : re(x), im(y) {}
  __device__ void read(const double* at) {
    re.read(at);
    im.read(at + WORDS / 2);
  }
  __device__ void write(double* at) const {
    re.write(at);
    im.write(at + WORDS / 2);
  }
  __device__ bool is_zero() const { return re.is_zero() && im.is_zero(); }
  __device__ void round_to(complex<T>& y) const {
    T x[2];
    re.round_to(x[0]);
    im.round_to(x[1]);
    y = complex<T>(x[0], x[1]);
  }
  __device__ void round_to(Wide& y) const { y = *this; }
};

template <class T>
__device__ inline Wide<T> operator+(Wide<T> a, Wide<T> b) {
  return Wide<T>(a.x + b.x);
}
template <class T>
__device__ inline Wide<T> operator-(Wide<T> a, Wide<T> b) {
  return Wide<T>(a.x - b.x);
}
template <class T>
__device__ inline Wide<T> operator*(Wide<T> a, Wide<T> b) {
  return a.is_zero() || b.is_zero() ? Wide<T>(0.0) : Wide<T>(a.x * b.x);
}
template <class T>
__device__ inline Wide<complex<T>> operator+(Wide<complex<T>> a, Wide<complex<T>> b) {
  return Wide<complex<T>>(a.re + b.re, a.im + b.im);
}
template <class T>
__device__ inline Wide<complex<T>> operator-(Wide<complex<T>> a, Wide<complex<T>> b) {
  return Wide<complex<T>>(a.re - b.re, a.im - b.im);
}
template <class T>
__device__ inline Wide<complex<T>> operator*(Wide<complex<T>> a, Wide<complex<T>> b) {
  return Wide<complex<T>>(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}
