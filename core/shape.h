// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/dims.h"

namespace tenorite {

struct Extent {
  int64_t size;    // elements
  int64_t nbytes;  // bytes, never overflowed
};
// The one function that turns a shape into sizes; NumPy's ValueErrors for
// negative dimensions and for products that overflow.
Extent checked_extent(const Dims& shape, size_t itemsize);
// For shapes that belong to an existing array already.
inline int64_t size_of(const Dims& shape) {
  int64_t n = 1;
  for (int64_t d : shape) n *= d;
  return n;
}

inline Dims c_strides(const Dims& shape, size_t itemsize) {
  Dims strides;
  strides.resize(shape.size());
  int64_t step = static_cast<int64_t>(itemsize);
  for (int i = shape.size() - 1; i >= 0; --i) {
    strides[i] = step;
    if (shape[i] != 0) step *= shape[i];
  }
  return strides;
}
Dims f_strides(const Dims& shape, size_t itemsize);
inline bool is_c_contiguous(const Dims& shape, const Dims& strides,
                            size_t itemsize) {
  int64_t step = static_cast<int64_t>(itemsize);
  bool contiguous = true;
  for (int i = shape.size() - 1; i >= 0; --i) {
    if (shape[i] == 0) return true;
    if (shape[i] == 1) continue;
    if (strides[i] != step) contiguous = false;
    step *= shape[i];
  }
  return contiguous;
}
bool is_f_contiguous(const Dims& shape, const Dims& strides, size_t itemsize);

// numpy.broadcast_shapes of two; false when they do not fit.
bool broadcast_into(Dims& shape, const Dims& other);
// Strides of a view of (shape, strides) broadcast to `target`, which must fit.
Dims broadcast_strides(const Dims& shape, const Dims& strides,
                       const Dims& target);

// "(3, 4)", "(3,)", "()" as Python prints a tuple.
std::string to_string(const Dims& dims);
// "(3,4)" as NumPy prints shapes in most error texts: leading unknown axes are
// left out, later ones are called newaxis.
std::string to_compact_string(const Dims& dims);

// Python's index of an axis; AxisError in NumPy's words, with the name of the
// parameter where there are several.
int normalize_axis(int64_t axis, int ndim, const char* name = "");
// The same for a list, sorted flags; ValueError on duplicates.
Dims normalize_axes(const Dims& axes, int ndim, bool allow_duplicate = false);

// The byte range [low, high) that a view touches, relative to its data.
struct ByteRange {
  int64_t low;
  int64_t high;
};
ByteRange byte_range(const Dims& shape, const Dims& strides, size_t itemsize);

// A permutation of axes, outermost first, by the strides of all operands:
// the order in which NumPy's iterator would visit memory (K order).
// strides[k] are already broadcast to ndim entries.
void k_order(int ndim, const int64_t* shape, const int64_t* const* strides,
             int operands, int* order);
// Strides for a new array of `shape` whose memory order is `order`.
Dims strides_in_order(const Dims& shape, size_t itemsize, const int* order);
// Those of a dense copy whose axes lie as in an array with `strides`.
Dims copy_strides(const Dims& shape, const Dims& strides, size_t itemsize);

// numpy's no-copy reshape: strides of `new_shape` over the same memory, or
// false when a copy is needed. Sizes must agree.
bool reshape_strides(const Dims& shape, const Dims& strides, size_t itemsize,
                     const Dims& new_shape, bool f_order, Dims& new_strides);
// Resolves one -1; ValueError "cannot reshape array of size ...".
Dims resolve_reshape(int64_t size, const Dims& requested);

}  // namespace tenorite
