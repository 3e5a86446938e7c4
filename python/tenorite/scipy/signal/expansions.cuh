// SPDX-License-Identifier: Apache-2.0
// Numbers of several times the precision of double: sums of N doubles, each of them below
// the rounding of the one before (Hida, Li and Bailey, "Algorithms for quad-double
// precision floating point arithmetic", 2001).

#include <cupy/complex.cuh>

// A sum that keeps what its roundings lose: sums of what was lost, and of what these lose,
// down to the last one. With one level it is Ogita's, Rump's and Oishi's (2005).
template <int N>
struct Accumulator {
  double s[N + 1];
  __device__ Accumulator() {}
  __device__ Accumulator(double x) : s{x} {}
  template <int level>
  __device__ void add(double x) {
    if constexpr (level < N) {
      const double sum = s[level] + x, part = sum - s[level];
      const double lost = (s[level] - (sum - part)) + (x - part);
      s[level] = sum;
      add<level + 1>(lost);
    } else {
      s[N] += x;
    }
  }
  // A product, of which the factors belong to levels that together are `level`.
  template <int level>
  __device__ void add_product(double x, double y) {
    const double product = x * y;
    add<level>(product);
    if constexpr (level < N) add<level + 1>(fma(x, y, -product));
  }
  // Where the sum is infinite or NaN, nothing was lost.
  __device__ bool is_finite() const { return s[0] - s[0] == 0; }
};

template <int N>
struct Expansion {
  double x[N];
  __device__ Expansion() {}
  __device__ Expansion(double value) : x{value} {}
  __device__ Expansion(Accumulator<N> sum) {
    if (!sum.is_finite()) {
      x[0] = sum.s[0];
      for (int i = 1; i < N; ++i) x[i] = 0;
      return;
    }
    for (int round = 0; round < 2; ++round) {
      for (int i = N; i > 0; --i) {
        const double a = sum.s[i - 1], b = sum.s[i], high = a + b, part = high - a;
        sum.s[i] = (a - (high - part)) + (b - part);
        sum.s[i - 1] = high;
      }
    }
    for (int i = 0; i < N; ++i) x[i] = sum.s[i];
  }
  __device__ bool is_zero() const { return x[0] == 0; }
};

template <int level, int N>
__device__ inline void add_parts(Accumulator<N>& sum, const Expansion<N>& a) {
  if constexpr (level < N) {
    sum.template add<level>(a.x[level]);
    add_parts<level + 1>(sum, a);
  }
}

// Adds the products of parts i, j and on of two expansions, as far as they count. A
// factor of 0 makes 0, also of what has overflown.
template <int i, int j, int N>
__device__ inline void add_products(Accumulator<N>& sum, const Expansion<N>& a,
                                    const Expansion<N>& b) {
  if constexpr (i == 0 && j == 0)
    if (a.is_zero() || b.is_zero()) return;
  if constexpr (i + j < N) {
    sum.template add_product<i + j>(a.x[i], b.x[j]);
    add_products<i, j + 1>(sum, a, b);
  } else if constexpr (j > 0) {
    add_products<i + 1, 0>(sum, a, b);
  }
}

template <int N>
__device__ inline Expansion<N> operator-(Expansion<N> a) {
  for (int i = 0; i < N; ++i) a.x[i] = -a.x[i];
  return a;
}
template <int N>
__device__ inline Expansion<N> operator+(const Expansion<N>& a, const Expansion<N>& b) {
  Accumulator<N> sum(0.0);
  add_parts<0>(sum, a);
  add_parts<0>(sum, b);
  return sum;
}
template <int N>
__device__ inline Expansion<N> operator-(const Expansion<N>& a, const Expansion<N>& b) {
  return a + -b;
}
template <int N>
__device__ inline Expansion<N> operator*(const Expansion<N>& a, const Expansion<N>& b) {
  Accumulator<N> sum(0.0);
  add_products<0, 0>(sum, a, b);
  return sum;
}

// Complex numbers of expansions.
template <int N>
struct ComplexExpansion {
  Expansion<N> re, im;
  __device__ ComplexExpansion() {}
  __device__ ComplexExpansion(double value) : re(value), im(0.0) {}
  template <class T>
  __device__ ComplexExpansion(complex<T> value) : re(value.real()), im(value.imag()) {}
  __device__ ComplexExpansion(Expansion<N> x, Expansion<N> y) : re(x), im(y) {}
};
template <int N>
__device__ inline ComplexExpansion<N> operator+(const ComplexExpansion<N>& a,
                                                const ComplexExpansion<N>& b) {
  return ComplexExpansion<N>(a.re + b.re, a.im + b.im);
}
template <int N>
__device__ inline ComplexExpansion<N> operator-(const ComplexExpansion<N>& a,
                                                const ComplexExpansion<N>& b) {
  return ComplexExpansion<N>(a.re - b.re, a.im - b.im);
}
template <int N>
__device__ inline ComplexExpansion<N> operator*(const ComplexExpansion<N>& a,
                                                const ComplexExpansion<N>& b) {
  return ComplexExpansion<N>(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}

// Sums of products of numbers, and of matrices' entries with numbers to which they are
// rounded: entries are kept as WORDS doubles, twice as precisely as items of T, and
// powers of matrices are computed twice as precisely as that.
template <class T>
struct Precise {  // float and double
  static constexpr int WORDS = sizeof(T) / 4;
  typedef Expansion<2 * WORDS> Number;
  Accumulator<2 * WORDS> sum = Accumulator<2 * WORDS>(0.0);

  __device__ void add(const Number& a, const Number& b) { add_products<0, 0>(sum, a, b); }
  __device__ Number result() const { return sum; }
  __device__ static void write(const Number& a, double* to) {
    for (int i = 0; i < WORDS; ++i) to[i] = a.x[i];
  }

  struct Sum {
    Accumulator<WORDS - 1> sum;
    __device__ Sum() {}
    __device__ Sum(T x) : sum((double)x) {}
    __device__ void add(const double* entry, T x) {
      sum.template add_product<0>(entry[0], (double)x);
      if constexpr (WORDS > 1) sum.template add_product<1>(entry[1], (double)x);
    }
    __device__ T rounded() const {
      if constexpr (WORDS > 1)
        if (sum.is_finite()) return T(sum.s[0] + sum.s[1]);
      return T(sum.s[0]);
    }
  };
};

template <class T>
struct Precise<complex<T>> {
  typedef Precise<T> Part;
  static constexpr int WORDS = 2 * Part::WORDS;
  typedef ComplexExpansion<2 * Part::WORDS> Number;
  Part re, im;

  __device__ void add(const Number& a, const Number& b) {
    re.add(a.re, b.re), re.add(-a.im, b.im);
    im.add(a.re, b.im), im.add(a.im, b.re);
  }
  __device__ Number result() const { return Number(re.result(), im.result()); }
  __device__ static void write(const Number& a, double* to) {
    Part::write(a.re, to);
    Part::write(a.im, to + Part::WORDS);
  }

  struct Sum {
    typename Part::Sum re, im;
    __device__ Sum() {}
    __device__ Sum(complex<T> x) : re(x.real()), im(x.imag()) {}
    __device__ void add(const double* entry, complex<T> x) {
      const double* imaginary = entry + Part::WORDS;
      if (x.real() != T(0)) re.add(entry, x.real()), im.add(imaginary, x.real());
      if (x.imag() != T(0)) re.add(imaginary, -x.imag()), im.add(entry, x.imag());
    }
    __device__ complex<T> rounded() const {
      return complex<T>(re.rounded(), im.rounded());
    }
  };
};
