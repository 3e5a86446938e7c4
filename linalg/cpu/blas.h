// SPDX-License-Identifier: Apache-2.0
// The BLAS library of the machine, opened at run time.
#pragma once

#include <string>
#include <type_traits>

#include "core/dynamic_library.h"
#include "ops/device/types.h"

namespace tenorite::linalg::cpu {

// CBLAS constants.
inline constexpr int kRowMajor = 101;
inline constexpr int kNoTrans = 111;
inline constexpr int kTrans = 112;
inline constexpr int kConjTrans = 113;
inline constexpr int kUpper = 121;

template <class T>
inline constexpr bool is_blas_type =
    is_same<T, float> || is_same<T, double> || is_complex<T>;

// CBLAS takes real coefficients by value and complex ones by pointer.
template <class T>
using Coefficient = std::conditional_t<is_complex<T>, const void*, T>;
template <class T>
Coefficient<T> coefficient(const T& value) {
  if constexpr (is_complex<T>)
    return &value;
  else
    return value;
}

template <class T>
struct Routines {
  void (*gemm)(int order, int trans_a, int trans_b, int m, int n, int k,
               Coefficient<T> alpha, const T* a, int lda, const T* b, int ldb,
               Coefficient<T> beta, T* c, int ldc);
  // One triangle of a @ a.T, or of a.T @ a if it is transposed.
  void (*syrk)(int order, int triangle, int trans, int n, int k,
               Coefficient<T> alpha, const T* a, int lda, Coefficient<T> beta,
               T* c, int ldc);
  void (*gemv)(int order, int trans, int rows, int cols, Coefficient<T> alpha,
               const T* a, int lda, const T* x, int incx, Coefficient<T> beta,
               T* y, int incy);
  using RealDot = T (*)(int n, const T* x, int incx, const T* y, int incy);
  using ComplexDot = void (*)(int n, const T* x, int incx, const T* y, int incy,
                              T* result);
  using Dot = std::conditional_t<is_complex<T>, ComplexDot, RealDot>;
  Dot dot;
  Dot conjugate_dot;  // of x; same as dot for reals
};

// All routines, or null when the machine has no BLAS library. Opened once.
template <class T>
const Routines<T>* routines();
// The library's version and path, or that there is none.
std::string description();

// The library and what it puts before each name.
struct BlasLibrary {
  DynamicLibrary file;
  std::string prefix;
  // As DynamicLibrary::find.
  template <class Function>
  bool find(Function*& function, const std::string& name) const {
    return file.find(function, (prefix + name).c_str());
  }
};
// Empty when the machine has none.
const BlasLibrary& blas_library();

}  // namespace tenorite::linalg::cpu
