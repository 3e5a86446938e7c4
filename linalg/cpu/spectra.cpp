// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <vector>

#include "linalg/cpu/decompositions.h"
#include "linalg/cpu/stack.h"

namespace tenorite::linalg::cpu {
namespace {

// NaN if there is one, else infinity if there is one, else a finite number:
// the iterations of LAPACK may never end where there is either.
template <class T>
double most_special(const std::vector<T>& items) {
  double sum = 0;  // of zeros and what zero times a special number gives
  bool infinite = false;
  auto look = [&](double x) {
    if (std::isinf(x))
      infinite = true;
    else
      sum += x * 0;
  };
  for (const T& x : items) {
    if constexpr (is_complex<T>) {
      look(x.re);
      look(x.im);
    } else {
      look(x);
    }
  }
  if (sum != 0) return sum;
  return infinite ? std::numeric_limits<double>::infinity() : 0;
}

// A vector that grows to what a routine asks for.
template <class T>
struct Work {
  std::vector<T> items = std::vector<T>(1);
  int size = -1;  // as a question
  void answer() { answer(work_size(items[0])); }
  void answer(int n) {
    size = std::max(1, n);
    items.resize(static_cast<size_t>(size));
  }
  T* data() { return items.data(); }
};

template <class T>
void eigh_of(const ndarray& a, bool upper, const ndarray& w, const ndarray& v) {
  const Lapack<T>& routines = lapack<T>();
  Stack<T> from(a, 2);
  Stack<double> values(w, 1);
  int n = static_cast<int>(from.rows);
  auto size = static_cast<size_t>(n);
  double operations = (v.defined() ? 9.0 : 4.0 / 3) * n * n * n;
  for_each_matrix(batch_of(a, 2), operations, [&](int64_t begin, int64_t end) {
    std::vector<T> x(size * size);
    std::vector<double> eigenvalues(size);
    Work<T> work;
    Work<double> rwork;
    Work<int> iwork;
    int info = 0;
    auto run = [&] {
      const char* job = v.defined() ? "V" : "N";
      const char* half = upper ? "U" : "L";
      if constexpr (is_complex<T>)
        routines.syevd(job, half, &n, x.data(), &n, eigenvalues.data(),
                       work.data(), &work.size, rwork.data(), &rwork.size,
                       iwork.data(), &iwork.size, &info);
      else
        routines.syevd(job, half, &n, x.data(), &n, eigenvalues.data(),
                       work.data(), &work.size, iwork.data(), &iwork.size,
                       &info);
    };
    run();
    work.answer();
    rwork.answer();
    iwork.answer();
    for (int64_t i = begin; i < end; ++i) {
      from.load(i, x.data(), n);
      run();
      check_info(info, kEigenvaluesDiverged);
      values.store(i, eigenvalues.data(), n);
      if (v.defined()) Stack<T>(v, 2).store(i, x.data(), n);
    }
  });
}

// LAPACK keeps the eigenvectors of a conjugate pair as their real and their
// imaginary part.
void unpack_pairs(int n, const double* imaginary, const double* packed,
                  complex<double>* vectors) {
  for (int j = 0; j < n; ++j) {
    const double* re = packed + static_cast<int64_t>(j) * n;
    complex<double>* to = vectors + static_cast<int64_t>(j) * n;
    if (imaginary[j] == 0 || j + 1 == n) {
      for (int i = 0; i < n; ++i) to[i] = {re[i], 0};
      continue;
    }
    for (int i = 0; i < n; ++i) {
      to[i] = {re[i], re[n + i]};
      to[n + i] = {re[i], -re[n + i]};
    }
    ++j;
  }
}

template <class T>
void eig_of(const ndarray& a, const ndarray& w, const ndarray& v) {
  using C = complex<double>;
  const Lapack<T>& routines = lapack<T>();
  Stack<T> from(a, 2);
  Stack<C> values(w, 1);
  int n = static_cast<int>(from.rows);
  auto size = static_cast<size_t>(n);
  double operations = (v.defined() ? 25.0 : 10.0) * n * n * n;
  for_each_matrix(batch_of(a, 2), operations, [&](int64_t begin, int64_t end) {
    std::vector<T> x(size * size), vectors(v.defined() ? size * size : 1);
    std::vector<double> real(size), imaginary(2 * size);
    std::vector<C> eigenvalues(size);
    std::vector<C> unpacked(v.defined() && !is_complex<T> ? size * size : 0);
    Work<T> work;
    int info = 0, one = 1;
    auto run = [&] {
      const char* job = v.defined() ? "V" : "N";
      const int* ldv = v.defined() ? &n : &one;
      if constexpr (is_complex<T>)
        routines.geev("N", job, &n, x.data(), &n, eigenvalues.data(), nullptr,
                      &one, vectors.data(), ldv, work.data(), &work.size,
                      imaginary.data(), &info);
      else
        routines.geev("N", job, &n, x.data(), &n, real.data(), imaginary.data(),
                      nullptr, &one, vectors.data(), ldv, work.data(),
                      &work.size, &info);
    };
    run();
    work.answer();
    for (int64_t i = begin; i < end; ++i) {
      from.load(i, x.data(), n);
      run();
      check_info(info, kEigenvaluesDiverged);
      if constexpr (!is_complex<T>)
        for (size_t j = 0; j < size; ++j)
          eigenvalues[j] = {real[j], imaginary[j]};
      values.store(i, eigenvalues.data(), n);
      if (!v.defined()) continue;
      if constexpr (is_complex<T>) {
        Stack<C>(v, 2).store(i, vectors.data(), n);
      } else {
        unpack_pairs(n, imaginary.data(), vectors.data(), unpacked.data());
        Stack<C>(v, 2).store(i, unpacked.data(), n);
      }
    }
  });
}

template <class T>
void svd_of(const ndarray& a, const ndarray& u, const ndarray& s,
            const ndarray& vh, LinalgErrorBit failure) {
  const Lapack<T>& routines = lapack<T>();
  Stack<T> from(a, 2);
  Stack<double> values(s, 1);
  int m = static_cast<int>(from.rows), n = static_cast<int>(from.cols);
  int k = std::min(m, n);
  int u_cols = u.defined() ? static_cast<int>(u.shape(u.ndim() - 1)) : 0;
  int vh_rows = u.defined() ? static_cast<int>(vh.shape(vh.ndim() - 2)) : 0;
  const char* job = !u.defined()                  ? "N"
                    : u_cols == m && vh_rows == n ? "A"
                                                  : "S";
  double operations = (u.defined() ? 20.0 : 3.0) * m * n * k;
  for_each_matrix(batch_of(a, 2), operations, [&](int64_t begin, int64_t end) {
    auto items = [](int x, int y) {
      return static_cast<size_t>(x) * static_cast<size_t>(y);
    };
    std::vector<T> x(items(m, n)), left(items(m, std::max(u_cols, 1)));
    std::vector<T> right(items(n, std::max(vh_rows, 1)));
    std::vector<double> singular(items(k, 1));
    std::vector<int> iwork(items(8, k));
    Work<T> work;
    Work<double> rwork;
    int info = 0, ld_right = std::max(vh_rows, 1);
    auto run = [&] {
      if constexpr (is_complex<T>)
        routines.gesdd(job, &m, &n, x.data(), &m, singular.data(), left.data(),
                       &m, right.data(), &ld_right, work.data(), &work.size,
                       rwork.data(), iwork.data(), &info);
      else
        routines.gesdd(job, &m, &n, x.data(), &m, singular.data(), left.data(),
                       &m, right.data(), &ld_right, work.data(), &work.size,
                       iwork.data(), &info);
    };
    run();
    work.answer();
    // What LAPACK documents for any job, which is not asked for.
    int longer = std::max(m, n);
    if (is_complex<T>)
      rwork.answer(k * std::max(5 * k + 7, 2 * longer + 2 * k + 1));
    for (int64_t i = begin; i < end; ++i) {
      from.load(i, x.data(), m);
      double special = most_special(x);
      check_info(std::isnan(special), failure);
      if (std::isinf(special)) {
        std::fill(left.begin(), left.end(), nan_value<T>());
        std::fill(singular.begin(), singular.end(), nan_value<double>());
        std::fill(right.begin(), right.end(), nan_value<T>());
      } else {
        run();
        check_info(info, failure);
      }
      values.store(i, singular.data(), k);
      if (!u.defined()) continue;
      Stack<T>(u, 2).store(i, left.data(), m);
      Stack<T>(vh, 2).store(i, right.data(), ld_right);
    }
  });
}

double square(double x) { return x * x; }
double square(complex<double> x) { return x.re * x.re + x.im * x.im; }

template <class T>
void lstsq_of(const ndarray& a, const ndarray& b, double rcond,
              const ndarray& x, const ndarray& sums, const ndarray& rank,
              const ndarray& s) {
  const Lapack<T>& routines = lapack<T>();
  Stack<T> left(a, 2), right(b, 2), to(x, 2);
  int m = static_cast<int>(left.rows), n = static_cast<int>(left.cols);
  int k = static_cast<int>(right.cols), longer = std::max(m, n);
  double operations = 4.0 * m * n * std::min(m, n);
  for_each_matrix(batch_of(a, 2), operations, [&](int64_t begin, int64_t end) {
    auto rows = static_cast<size_t>(longer), columns = static_cast<size_t>(k);
    std::vector<T> matrix(static_cast<size_t>(m) * static_cast<size_t>(n));
    std::vector<T> solution(rows * columns);
    std::vector<double> singular(rows), squares(columns);
    Work<T> work;
    Work<double> rwork;
    Work<int> iwork;
    int info = 0, found = 0;
    auto run = [&] {
      if constexpr (is_complex<T>)
        routines.gelsd(&m, &n, &k, matrix.data(), &m, solution.data(), &longer,
                       singular.data(), &rcond, &found, work.data(), &work.size,
                       rwork.data(), iwork.data(), &info);
      else
        routines.gelsd(&m, &n, &k, matrix.data(), &m, solution.data(), &longer,
                       singular.data(), &rcond, &found, work.data(), &work.size,
                       iwork.data(), &info);
    };
    run();
    work.answer();
    rwork.answer();
    iwork.answer();
    for (int64_t i = begin; i < end; ++i) {
      left.load(i, matrix.data(), m);
      right.load(i, solution.data(), longer);
      check_info(most_special(matrix) != 0, kLeastSquaresDiverged);
      run();
      check_info(info, kLeastSquaresDiverged);
      to.store(i, solution.data(), longer);
      Stack<double>(s, 1).store(i, singular.data(), std::min(m, n));
      Stack<int>(rank, 0).store(i, found);
      for (size_t j = 0; j < columns; ++j) {
        squares[j] = m > n && found == n ? 0 : nan_value<double>();
        for (int r = n; r < m; ++r)
          squares[j] += square(solution[j * rows + static_cast<size_t>(r)]);
      }
      Stack<double>(sums, 1).store(i, squares.data(), k);
    }
  });
}

}  // namespace

void eigh(const ndarray& a, bool upper, const ndarray& w, const ndarray& v) {
  in_double(a.dtype(), [&](auto t) { eigh_of<decltype(t)>(a, upper, w, v); });
}

void eig(const ndarray& a, const ndarray& w, const ndarray& v) {
  in_double(a.dtype(), [&](auto t) { eig_of<decltype(t)>(a, w, v); });
}

void svd(const ndarray& a, const ndarray& u, const ndarray& s,
         const ndarray& vh, LinalgErrorBit failure) {
  in_double(a.dtype(),
            [&](auto t) { svd_of<decltype(t)>(a, u, s, vh, failure); });
}

void lstsq(const ndarray& a, const ndarray& b, double rcond, const ndarray& x,
           const ndarray& sums, const ndarray& rank, const ndarray& s) {
  in_double(a.dtype(), [&](auto t) {
    lstsq_of<decltype(t)>(a, b, rcond, x, sums, rank, s);
  });
}

}  // namespace tenorite::linalg::cpu
