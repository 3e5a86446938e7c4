// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <vector>

#include "linalg/cpu/decompositions.h"
#include "linalg/cpu/stack.h"

namespace tenorite::linalg::cpu {
namespace {

double cube(double n) { return n * n * n; }

template <class T>
void cholesky_of(const ndarray& a, bool upper, const ndarray& factor) {
  const Lapack<T>& routines = lapack<T>();
  Stack<T> from(a, 2), to(factor, 2);
  int n = static_cast<int>(from.rows);
  auto size = static_cast<size_t>(n);
  for_each_matrix(batch_of(a, 2), cube(n), [&](int64_t begin, int64_t end) {
    std::vector<T> x(size * size);
    for (int64_t i = begin; i < end; ++i) {
      from.load(i, x.data(), n);
      int info = 0;
      routines.potrf(upper ? "U" : "L", &n, x.data(), &n, &info);
      check_info(info, kNotPositiveDefinite);
      for (size_t j = 0; j < size; ++j) {
        T* column = x.data() + j * size;
        if (upper)
          std::fill(column + j + 1, column + size, T{});
        else
          std::fill(column, column + j, T{});
      }
      to.store(i, x.data(), n);
    }
  });
}

// b is undefined for the identity. `lenient`: NaN where a matrix is singular.
template <class T>
void solve_of(const ndarray& a, const ndarray& b, bool lenient,
              const ndarray& x) {
  const Lapack<T>& routines = lapack<T>();
  Stack<T> left(a, 2), to(x, 2);
  int n = static_cast<int>(left.rows), k = static_cast<int>(to.cols);
  auto size = static_cast<size_t>(n);
  double operations = cube(n) + double{2} * n * n * k;
  if (b.defined()) b.data();  // not for the first time in several threads
  for_each_matrix(batch_of(a, 2), operations, [&](int64_t begin, int64_t end) {
    std::vector<T> lu(size * size), columns(size * static_cast<size_t>(k));
    std::vector<int> pivots(size);
    for (int64_t i = begin; i < end; ++i) {
      left.load(i, lu.data(), n);
      if (b.defined()) {
        Stack<T>(b, 2).load(i, columns.data(), n);
      } else {
        std::fill(columns.begin(), columns.end(), T{});
        for (size_t j = 0; j < size; ++j) columns[j * (size + 1)] = T{1};
      }
      int info = 0;
      routines.gesv(&n, &k, lu.data(), &n, pivots.data(), columns.data(), &n,
                    &info);
      if (!lenient) check_info(info, kSingularMatrix);
      if (info != 0) std::fill(columns.begin(), columns.end(), nan_value<T>());
      to.store(i, columns.data(), n);
    }
  });
}

// Multiplies the sign by that of x and adds the logarithm of its magnitude.
void include(double x, double& sign, double& logarithm) {
  if (x < 0) sign = -sign;
  logarithm += std::log(std::fabs(x));
}
void include(complex<double> x, complex<double>& sign, double& logarithm) {
  double magnitude = std::hypot(x.re, x.im);
  sign = sign * complex<double>{x.re / magnitude, x.im / magnitude};
  logarithm += std::log(magnitude);
}

template <class T>
void determinant_of(const ndarray& a, const ndarray& sign,
                    const ndarray& logarithm) {
  const Lapack<T>& routines = lapack<T>();
  Stack<T> from(a, 2), signs(sign, 0);
  Stack<double> logarithms(logarithm, 0);
  int n = static_cast<int>(from.rows);
  auto size = static_cast<size_t>(n);
  for_each_matrix(batch_of(a, 2), cube(n), [&](int64_t begin, int64_t end) {
    std::vector<T> lu(size * size);
    std::vector<int> pivots(size);
    for (int64_t i = begin; i < end; ++i) {
      from.load(i, lu.data(), n);
      int info = 0;
      routines.getrf(&n, &n, lu.data(), &n, pivots.data(), &info);
      T s{};
      double l = -std::numeric_limits<double>::infinity();
      if (info == 0) {
        bool odd = false;
        for (int j = 0; j < n; ++j)
          if (pivots[static_cast<size_t>(j)] != j + 1) odd = !odd;
        s = odd ? T{-1} : T{1};
        l = 0;
        for (size_t j = 0; j < size; ++j) include(lu[j * (size + 1)], s, l);
      }
      signs.store(i, s);
      logarithms.store(i, l);
    }
  });
}

template <class T>
void qr_of(const ndarray& a, const ndarray& h, const ndarray& tau,
           const ndarray& q) {
  const Lapack<T>& routines = lapack<T>();
  Stack<T> from(a, 2), reflectors(h, 2), factors(tau, 1);
  int m = static_cast<int>(from.rows), n = static_cast<int>(from.cols);
  int k = std::min(m, n);
  int columns = q.defined() ? static_cast<int>(q.shape(q.ndim() - 1)) : 0;
  double operations = double{2} * m * (n + columns) * k;
  for_each_matrix(batch_of(a, 2), operations, [&](int64_t begin, int64_t end) {
    auto rows = static_cast<size_t>(m);
    std::vector<T> x(rows * static_cast<size_t>(std::max(n, columns)));
    std::vector<T> t(static_cast<size_t>(k));
    T asked[2] = {};
    int query = -1, info = 0;
    routines.geqrf(&m, &n, x.data(), &m, t.data(), &asked[0], &query, &info);
    if (columns)
      routines.orgqr(&m, &columns, &k, x.data(), &m, t.data(), &asked[1],
                     &query, &info);
    int work_items = std::max(work_size(asked[0]), work_size(asked[1]));
    std::vector<T> work(static_cast<size_t>(work_items));
    for (int64_t i = begin; i < end; ++i) {
      from.load(i, x.data(), m);
      routines.geqrf(&m, &n, x.data(), &m, t.data(), work.data(), &work_items,
                     &info);
      reflectors.store(i, x.data(), m);
      factors.store(i, t.data(), k);
      if (!columns) continue;
      routines.orgqr(&m, &columns, &k, x.data(), &m, t.data(), work.data(),
                     &work_items, &info);
      Stack<T>(q, 2).store(i, x.data(), m);
    }
  });
}

}  // namespace

void cholesky(const ndarray& a, bool upper, const ndarray& factor) {
  in_double(a.dtype(),
            [&](auto t) { cholesky_of<decltype(t)>(a, upper, factor); });
}

void solve(const ndarray& a, const ndarray& b, const ndarray& x) {
  in_double(a.dtype(), [&](auto t) { solve_of<decltype(t)>(a, b, false, x); });
}

void inverse(const ndarray& a, bool lenient, const ndarray& result) {
  in_double(a.dtype(), [&](auto t) {
    solve_of<decltype(t)>(a, ndarray(), lenient, result);
  });
}

void determinant(const ndarray& a, const ndarray& sign,
                 const ndarray& logarithm) {
  in_double(a.dtype(),
            [&](auto t) { determinant_of<decltype(t)>(a, sign, logarithm); });
}

void qr(const ndarray& a, const ndarray& h, const ndarray& tau,
        const ndarray& q) {
  in_double(a.dtype(), [&](auto t) { qr_of<decltype(t)>(a, h, tau, q); });
}

}  // namespace tenorite::linalg::cpu
