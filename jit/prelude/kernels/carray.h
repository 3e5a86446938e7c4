// SPDX-License-Identifier: Apache-2.0
// CuPy's CArray and CIndexer: what `raw` parameters and `_ind` are.
#pragma once

#include "ops/device/config.h"

// A strided array. a[i] counts in C order over all axes, a[index] takes one
// number per axis. Strides are in bytes.
template <class T, int Ndim, bool kContiguous = false, bool kNarrow = false>
class CArray {
 public:
  static constexpr int ndim = Ndim;
  static constexpr bool c_contiguous = kContiguous;

  TENORITE_HD ptrdiff_t size() const { return size_; }
  TENORITE_HD const ptrdiff_t* shape() const { return shape_; }
  TENORITE_HD const ptrdiff_t* strides() const { return strides_; }

  TENORITE_HD T& operator[](ptrdiff_t i) { return *at(i); }
  TENORITE_HD const T& operator[](ptrdiff_t i) const { return *at(i); }
  template <class Int, size_t N>
  TENORITE_HD T& operator[](const Int (&index)[N]) {
    return *at(index);
  }
  template <class Int, size_t N>
  TENORITE_HD const T& operator[](const Int (&index)[N]) const {
    return *at(index);
  }

 private:
  TENORITE_HD T* at(ptrdiff_t i) const {
    if constexpr (Ndim == 0) return data_;
    if constexpr (kContiguous) return data_ + i;
    char* p = (char*)data_;
    if constexpr (kNarrow) {
      unsigned rest = (unsigned)i;
      for (int d = Ndim - 1; d > 0; --d) {
        unsigned n = (unsigned)shape_[d], next = rest / n;
        p += strides_[d] * (ptrdiff_t)(rest - next * n);
        rest = next;
      }
      return (T*)(p + (Ndim > 0 ? strides_[0] : 0) * (ptrdiff_t)rest);
    } else {
      for (int d = Ndim - 1; d > 0; --d) {
        ptrdiff_t next = i / shape_[d];
        p += strides_[d] * (i - next * shape_[d]);
        i = next;
      }
      return (T*)(p + (Ndim > 0 ? strides_[0] : 0) * i);
    }
  }
  template <class Int, size_t N>
  TENORITE_HD T* at(const Int (&index)[N]) const {
    static_assert(N == Ndim, "an index has as many numbers as there are axes");
    return over(index);
  }
  template <class Int>
  TENORITE_HD T* over(const Int* index) const {
    char* p = (char*)data_;
    for (int d = 0; d < Ndim; ++d) p += strides_[d] * (ptrdiff_t)index[d];
    return (T*)p;
  }

  static constexpr int kAxes = Ndim > 0 ? Ndim : 1;
  T* data_;
  ptrdiff_t size_;
  ptrdiff_t shape_[kAxes];
  ptrdiff_t strides_[kAxes];
};

// The shape of a loop and, once set, an index into it.
template <int Ndim>
class CIndexer {
 public:
  static constexpr int ndim = Ndim;

  TENORITE_HD ptrdiff_t size() const { return size_; }
  TENORITE_HD const ptrdiff_t* shape() const { return shape_; }
  TENORITE_HD const ptrdiff_t (&get() const)[Ndim > 0 ? Ndim : 1] {
    return index_;
  }
  TENORITE_HD void set(ptrdiff_t i) {
    for (int d = Ndim - 1; d > 0; --d) {
      ptrdiff_t next = i / shape_[d];
      index_[d] = i - next * shape_[d];
      i = next;
    }
    index_[0] = i;
  }

 private:
  static constexpr int kAxes = Ndim > 0 ? Ndim : 1;
  ptrdiff_t size_;
  ptrdiff_t shape_[kAxes];
  ptrdiff_t index_[kAxes];
};
