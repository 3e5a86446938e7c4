// SPDX-License-Identifier: Apache-2.0
#include "core/shape.h"

#include <cstdlib>

#include "core/assert.h"
#include "core/copy_order.h"

namespace tenorite {

Extent checked_extent(const Dims& shape, size_t itemsize) {
  // NumPy multiplies the non-zero dimensions, so that an empty array with
  // absurd other dimensions is refused too.
  int64_t size = 1, nbytes = static_cast<int64_t>(itemsize);
  bool empty = false;
  for (int64_t n : shape) {
    TENORITE_CHECK(n >= 0, ValueError, "negative dimensions are not allowed");
    if (n == 0) {
      empty = true;
      continue;
    }
    TENORITE_CHECK(!__builtin_mul_overflow(nbytes, n, &nbytes), ValueError,
                   "array is too big; `arr.size * arr.dtype.itemsize` is "
                   "larger than the maximum possible size.");
    size *= n;
  }
  if (empty) return {0, 0};
  return {size, nbytes};
}

Dims f_strides(const Dims& shape, size_t itemsize) {
  Dims strides(shape.size());
  int64_t step = static_cast<int64_t>(itemsize);
  for (int i = 0; i < shape.size(); ++i) {
    strides[i] = step;
    if (shape[i] != 0) step *= shape[i];
  }
  return strides;
}

bool is_f_contiguous(const Dims& shape, const Dims& strides, size_t itemsize) {
  int64_t step = static_cast<int64_t>(itemsize);
  bool contiguous = true;
  for (int i = 0; i < shape.size(); ++i) {
    if (shape[i] == 0) return true;
    if (shape[i] == 1) continue;
    if (strides[i] != step) contiguous = false;
    step *= shape[i];
  }
  return contiguous;
}

bool broadcast_into(Dims& shape, const Dims& other) {
  if (shape == other) return true;
  while (shape.size() < other.size()) shape.insert(0, 1);
  int shift = shape.size() - other.size();
  for (int i = 0; i < other.size(); ++i) {
    int64_t& n = shape[i + shift];
    if (n == other[i] || other[i] == 1) continue;
    if (n != 1) return false;
    n = other[i];
  }
  return true;
}

Dims broadcast_strides(const Dims& shape, const Dims& strides,
                       const Dims& target) {
  Dims result(target.size());
  int shift = target.size() - shape.size();
  for (int i = 0; i < shape.size(); ++i)
    result[i + shift] = shape[i] == 1 ? 0 : strides[i];
  return result;
}

std::string to_string(const Dims& dims) {
  std::string text = "(";
  for (int i = 0; i < dims.size(); ++i)
    text += (i ? ", " : "") + std::to_string(dims[i]);
  return text + (dims.size() == 1 ? ",)" : ")");
}

std::string to_compact_string(const Dims& dims) {
  std::string text = "(";
  for (int i = 0; i < dims.size(); ++i) {
    bool first = text.size() == 1;
    if (dims[i] < 0 && first) continue;
    if (!first) text += ",";
    text += dims[i] < 0 ? "newaxis" : std::to_string(dims[i]);
  }
  return text + (dims.size() == 1 && text.size() > 1 ? ",)" : ")");
}

int normalize_axis(int64_t axis, int ndim, const char* name) {
  if (axis < -ndim || axis >= ndim) [[unlikely]]
    throw AxisError(axis, ndim, name);
  return static_cast<int>(axis < 0 ? axis + ndim : axis);
}

Dims normalize_axes(const Dims& axes, int ndim, bool allow_duplicate) {
  Dims result(axes.size());
  uint64_t seen = 0;
  for (int i = 0; i < axes.size(); ++i) {
    int axis = normalize_axis(axes[i], ndim);
    TENORITE_CHECK(allow_duplicate || !(seen >> axis & 1), ValueError,
                   "duplicate value in 'axis'");
    seen |= uint64_t{1} << axis;
    result[i] = axis;
  }
  return result;
}

ByteRange byte_range(const Dims& shape, const Dims& strides, size_t itemsize) {
  TENORITE_ASSERT(shape.size() == strides.size(),
                  "an array has not as many strides as axes");
  ByteRange range{0, static_cast<int64_t>(itemsize)};
  for (int i = 0; i < shape.size(); ++i) {
    if (shape[i] == 0) return {0, 0};
    int64_t span = strides[i] * (shape[i] - 1);
    (span < 0 ? range.low : range.high) += span;
  }
  return range;
}

void k_order(int ndim, const int64_t* shape, const int64_t* const* strides,
             int operands, int* order) {
  TENORITE_ASSERT(ndim <= kMaxDims && operands > 0,
                  "axes are ordered by no strides");
  // NumPy's insertion sort over axes, innermost first (nditer_constr.c),
  // whose result differs from a stable sort where strides are ambiguous.
  int inner_first[kMaxDims];
  for (int i = 0; i < ndim; ++i) inner_first[i] = ndim - 1 - i;
  for (int i0 = 1; i0 < ndim; ++i0) {
    int axis = inner_first[i0];
    int position = i0;
    for (int i1 = i0 - 1; i1 >= 0; --i1) {
      int other = inner_first[i1];
      bool ambiguous = true, should_swap = false;
      for (int k = 0; k < operands; ++k) {
        int64_t s0 = shape[axis] == 1 ? 0 : strides[k][axis];
        int64_t s1 = shape[other] == 1 ? 0 : strides[k][other];
        if (s0 == 0 || s1 == 0) continue;
        if (std::llabs(s1) <= std::llabs(s0))
          should_swap = false;
        else if (ambiguous)
          should_swap = true;
        ambiguous = false;
      }
      if (ambiguous) continue;
      if (!should_swap) break;
      position = i1;
    }
    for (int i = i0; i > position; --i) inner_first[i] = inner_first[i - 1];
    inner_first[position] = axis;
  }
  for (int i = 0; i < ndim; ++i) order[i] = inner_first[ndim - 1 - i];
}

Dims strides_in_order(const Dims& shape, size_t itemsize, const int* order) {
  Dims strides(shape.size());
  int64_t step = static_cast<int64_t>(itemsize);
  for (int i = shape.size() - 1; i >= 0; --i) {
    strides[order[i]] = step;
    if (shape[order[i]] != 0) step *= shape[order[i]];
  }
  return strides;
}

Dims copy_strides(const Dims& shape, const Dims& strides, size_t itemsize) {
  int order[kMaxDims];
  copy_order(shape.size(), strides.data(), order);
  return strides_in_order(shape, itemsize, order);
}

bool reshape_strides(const Dims& shape, const Dims& strides, size_t itemsize,
                     const Dims& new_shape, bool f_order, Dims& new_strides) {
  if (size_of(new_shape) == 0) {
    new_strides = f_order ? f_strides(new_shape, itemsize)
                          : c_strides(new_shape, itemsize);
    return true;
  }
  Dims old_shape, old_strides;
  for (int i = 0; i < shape.size(); ++i) {
    if (shape[i] == 1) continue;
    old_shape.push_back(shape[i]);
    old_strides.push_back(strides[i]);
  }
  int new_ndim = new_shape.size(), old_ndim = old_shape.size();
  new_strides = Dims(new_ndim);
  // Match runs of old and new axes of equal product; each run of old axes
  // must be one stretch of memory.
  int oi = 0, oj = 1, ni = 0, nj = 1;
  while (ni < new_ndim && oi < old_ndim) {
    int64_t np = new_shape[ni], op = old_shape[oi];
    while (np != op) {
      if (np < op)
        np *= new_shape[nj++];
      else
        op *= old_shape[oj++];
    }
    for (int k = oi; k < oj - 1; ++k) {
      bool chained =
          f_order ? old_strides[k + 1] == old_shape[k] * old_strides[k]
                  : old_strides[k] == old_shape[k + 1] * old_strides[k + 1];
      if (!chained) return false;
    }
    if (f_order) {
      new_strides[ni] = old_strides[oi];
      for (int k = ni + 1; k < nj; ++k)
        new_strides[k] = new_strides[k - 1] * new_shape[k - 1];
    } else {
      new_strides[nj - 1] = old_strides[oj - 1];
      for (int k = nj - 1; k > ni; --k)
        new_strides[k - 1] = new_strides[k] * new_shape[k];
    }
    ni = nj++;
    oi = oj++;
  }
  // Trailing axes of length one.
  int64_t last = static_cast<int64_t>(itemsize);
  if (ni >= 1) {
    last = new_strides[ni - 1];
    if (f_order) last *= new_shape[ni - 1];
  }
  for (int k = ni; k < new_ndim; ++k) new_strides[k] = last;
  return true;
}

Dims resolve_reshape(int64_t size, const Dims& requested) {
  auto fail = [&] {
    throw ValueError(format("cannot reshape array of size %lld into shape %s",
                            static_cast<long long>(size),
                            to_compact_string(requested).c_str()));
  };
  Dims shape = requested;
  int unknown = -1;
  int64_t known = 1;
  for (int i = 0; i < shape.size(); ++i) {
    if (shape[i] < 0) {
      TENORITE_CHECK(unknown < 0, ValueError,
                     "can only specify one unknown dimension");
      unknown = i;
    } else if (__builtin_mul_overflow(known, shape[i], &known)) {
      fail();
    }
  }
  if (unknown >= 0) {
    if (known == 0 || size % known != 0) fail();
    shape[unknown] = size / known;
  } else if (known != size) {
    fail();
  }
  return shape;
}

}  // namespace tenorite
