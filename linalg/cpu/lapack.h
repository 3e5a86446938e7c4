// SPDX-License-Identifier: Apache-2.0
// LAPACK of the library that blas.h opens, by its Fortran interface: matrices
// are column-major, everything is passed by address.
#pragma once

#include "linalg/cpu/blas.h"

namespace tenorite::linalg::cpu {

template <class T>
struct RealOf {
  using type = T;
};
template <class T>
struct RealOf<complex<T>> {
  using type = T;
};
template <class T>
using Real = typename RealOf<T>::type;

// For double and complex<double>, in which everything is computed. Reals lack
// rwork and have two arrays of eigenvalues where complex numbers have one.
template <class T>
struct Lapack {
  using R = Real<T>;
  void (*potrf)(const char* uplo, const int* n, T* a, const int* lda,
                int* info);
  void (*getrf)(const int* m, const int* n, T* a, const int* lda, int* pivots,
                int* info);
  void (*gesv)(const int* n, const int* nrhs, T* a, const int* lda, int* pivots,
               T* b, const int* ldb, int* info);
  void (*geqrf)(const int* m, const int* n, T* a, const int* lda, T* tau,
                T* work, const int* lwork, int* info);
  void (*orgqr)(const int* m, const int* n, const int* k, T* a, const int* lda,
                const T* tau, T* work, const int* lwork, int* info);
  using RealSyevd = void (*)(const char* job, const char* uplo, const int* n,
                             T* a, const int* lda, R* w, T* work,
                             const int* lwork, int* iwork, const int* liwork,
                             int* info);
  using ComplexSyevd = void (*)(const char* job, const char* uplo, const int* n,
                                T* a, const int* lda, R* w, T* work,
                                const int* lwork, R* rwork, const int* lrwork,
                                int* iwork, const int* liwork, int* info);
  std::conditional_t<is_complex<T>, ComplexSyevd, RealSyevd> syevd;
  using RealGeev = void (*)(const char* left, const char* right, const int* n,
                            T* a, const int* lda, T* wr, T* wi, T* vl,
                            const int* ldvl, T* vr, const int* ldvr, T* work,
                            const int* lwork, int* info);
  using ComplexGeev = void (*)(const char* left, const char* right,
                               const int* n, T* a, const int* lda, T* w, T* vl,
                               const int* ldvl, T* vr, const int* ldvr, T* work,
                               const int* lwork, R* rwork, int* info);
  std::conditional_t<is_complex<T>, ComplexGeev, RealGeev> geev;
  using RealGesdd = void (*)(const char* job, const int* m, const int* n, T* a,
                             const int* lda, R* s, T* u, const int* ldu, T* vt,
                             const int* ldvt, T* work, const int* lwork,
                             int* iwork, int* info);
  using ComplexGesdd = void (*)(const char* job, const int* m, const int* n,
                                T* a, const int* lda, R* s, T* u,
                                const int* ldu, T* vt, const int* ldvt, T* work,
                                const int* lwork, R* rwork, int* iwork,
                                int* info);
  std::conditional_t<is_complex<T>, ComplexGesdd, RealGesdd> gesdd;
  using RealGelsd = void (*)(const int* m, const int* n, const int* nrhs, T* a,
                             const int* lda, T* b, const int* ldb, R* s,
                             const R* rcond, int* rank, T* work,
                             const int* lwork, int* iwork, int* info);
  using ComplexGelsd = void (*)(const int* m, const int* n, const int* nrhs,
                                T* a, const int* lda, T* b, const int* ldb,
                                R* s, const R* rcond, int* rank, T* work,
                                const int* lwork, R* rwork, int* iwork,
                                int* info);
  std::conditional_t<is_complex<T>, ComplexGelsd, RealGelsd> gelsd;
};

// Opened once; RuntimeError that says what to install if there is none.
template <class T>
const Lapack<T>& lapack();

// Keeps the library to the calling threads while many of them use it.
class OneThreadEach {
 public:
  OneThreadEach();
  ~OneThreadEach();
  OneThreadEach(const OneThreadEach&) = delete;
  OneThreadEach& operator=(const OneThreadEach&) = delete;
};

}  // namespace tenorite::linalg::cpu
