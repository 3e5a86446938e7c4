// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>

#include "core/error.h"
#include "core/ndarray.h"
#include "core/thread_pool.h"
#include "linalg/cpu/lapack.h"
#include "ops/api/linalg_errors.h"

namespace tenorite::linalg::cpu {

// An array as a stack of column-major matrices of T, or of vectors or items
// (core 1 or 0); the array may have single precision.
template <class T>
class Stack {
 public:
  Stack(const ndarray& x, int core)
      : x_(x),
        data_(x.data()),
        batch_ndim_(x.ndim() - core),
        single_(x.itemsize() < sizeof(T)) {
    if (core > 0) {
      rows = x.shape(batch_ndim_);
      row_stride_ = x.stride(batch_ndim_);
    }
    if (core > 1) {
      cols = x.shape(batch_ndim_ + 1);
      col_stride_ = x.stride(batch_ndim_ + 1);
    }
  }

  int64_t rows = 1, cols = 1;

  void load(int64_t index, T* to, int64_t ld) const {
    if (single_)
      move<Single>(index, [=](Single* at, int64_t i, int64_t j) {
        to[i + j * ld] = widen(*at);
      });
    else
      move<T>(index,
              [=](T* at, int64_t i, int64_t j) { to[i + j * ld] = *at; });
  }
  void store(int64_t index, const T* from, int64_t ld) const {
    if (single_)
      move<Single>(index, [=](Single* at, int64_t i, int64_t j) {
        *at = narrow(from[i + j * ld]);
      });
    else
      move<T>(index,
              [=](T* at, int64_t i, int64_t j) { *at = from[i + j * ld]; });
  }
  void store(int64_t index, const T& item) const { store(index, &item, 1); }

 private:
  using Single =
      std::conditional_t<is_complex<T>, complex<float>,
                         std::conditional_t<is_same<T, double>, float, T>>;
  static T widen(Single x) {
    if constexpr (is_complex<T>)
      return {x.re, x.im};
    else
      return x;
  }
  static Single narrow(T x) {
    if constexpr (is_complex<T>)
      return {static_cast<float>(x.re), static_cast<float>(x.im)};
    else
      return static_cast<Single>(x);
  }

  char* matrix(int64_t index) const {
    char* at = data_;
    for (int d = batch_ndim_ - 1; d >= 0; --d) {
      at += index % x_.shape(d) * x_.stride(d);
      index /= x_.shape(d);
    }
    return at;
  }
  // Some columns at a time, so that neither side jumps at every item.
  template <class U, class F>
  void move(int64_t index, F&& each) const {
    constexpr int64_t kColumns = 8;
    char* base = matrix(index);
    for (int64_t first = 0; first < cols; first += kColumns) {
      int64_t last = std::min(first + kColumns, cols);
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = first; j < last; ++j)
          each(reinterpret_cast<U*>(base + i * row_stride_ + j * col_stride_),
               i, j);
    }
  }

  const ndarray& x_;
  char* data_;  // asked for once, since that executes what is recorded
  int batch_ndim_;
  bool single_;
  int64_t row_stride_ = 0, col_stride_ = 0;
};

inline int64_t batch_of(const ndarray& x, int core) {
  int64_t n = 1;
  for (int i = 0; i < x.ndim() - core; ++i) n *= x.shape(i);
  return n;
}

// Calls range(begin, end) until all matrices are done: side by side if they
// are many or small, else one by one, each on the library's own threads.
template <class F>
void for_each_matrix(int64_t batch, double operations, F&& range) {
  constexpr double kLarge = 1 << 25, kPiece = 1 << 17;
  // Below this, threads would wait for each other: every call of the library
  // takes memory under one lock.
  constexpr double kTiny = 512;
  int threads = num_threads();
  bool enough = batch >= 2 * threads || operations < kLarge;
  if (batch == 1 || threads == 1 || !enough || operations < kTiny)
    return range(0, batch);
  OneThreadEach alone;
  auto grain = static_cast<int64_t>(kPiece / std::max(operations, 1.0));
  parallel_for(batch, std::max<int64_t>(grain, 1), range);
}

// f(T{}) for the type in which arrays of the dtype are computed.
template <class F>
void in_double(DType dtype, F&& f) {
  if (kind(dtype) == 'c')
    f(complex<double>{});
  else
    f(double{});
}

template <class T>
T nan_value() {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  if constexpr (is_complex<T>)
    return {kNan, kNan};
  else
    return kNan;
}

inline void check_info(int info, LinalgErrorBit failure) {
  if (info != 0) throw LinAlgError(linalg_error_text(failure));
}

// The size of workspace that a routine asks for in its first item.
template <class T>
int work_size(const T& answer) {
  if constexpr (is_complex<T>)
    return std::max(1, static_cast<int>(answer.re));
  else
    return std::max(1, static_cast<int>(answer));
}

}  // namespace tenorite::linalg::cpu
