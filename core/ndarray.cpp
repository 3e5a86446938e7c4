// SPDX-License-Identifier: Apache-2.0
#include "core/ndarray.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/stream.h"

namespace tenorite {

ndarray ndarray::empty(const Dims& shape, DType dtype, Device device) {
  return empty(shape, dtype, device,
               c_strides(shape, tenorite::itemsize(dtype)));
}

ndarray ndarray::empty_f(const Dims& shape, DType dtype, Device device) {
  return empty(shape, dtype, device,
               f_strides(shape, tenorite::itemsize(dtype)));
}

ndarray ndarray::empty(const Dims& shape, DType dtype, Device device,
                       Dims strides) {
  Extent extent = checked_extent(shape, tenorite::itemsize(dtype));
  // New arrays without items have no steps either, as in NumPy.
  if (extent.nbytes == 0) strides = Dims(shape.size());
  StoragePtr storage = Storage::allocate(
      device, static_cast<size_t>(extent.nbytes), current_stream(device));
  return {std::move(storage), 0, dtype, shape, std::move(strides)};
}

ndarray ndarray::deferred(const Dims& shape, DType dtype, Device device,
                          Dims strides) {
  Extent extent = checked_extent(shape, tenorite::itemsize(dtype));
  if (extent.nbytes == 0)
    return empty(shape, dtype, device, std::move(strides));
  return {Storage::deferred(device, static_cast<size_t>(extent.nbytes)), 0,
          dtype, shape, std::move(strides)};
}

ndarray ndarray::deferred(const Dims& shape, DType dtype, Device device) {
  // In place, and in one go: it is what nearly every operation does.
  ndarray made;
  made.dtype_ = dtype;
  made.shape_ = shape;
  made.strides_.resize(shape.size());
  int64_t* strides = made.strides_.data();
  auto nbytes = static_cast<int64_t>(tenorite::itemsize(dtype));
  bool usual = true;
  for (int i = shape.size(); i-- > 0;) {
    strides[i] = nbytes;
    const int64_t n = shape[i];
    usual = usual && n > 0 && !__builtin_mul_overflow(nbytes, n, &nbytes);
  }
  if (!usual) [[unlikely]]
    return deferred(shape, dtype, device,
                    c_strides(shape, tenorite::itemsize(dtype)));
  made.storage_ = Storage::deferred(device, static_cast<size_t>(nbytes));
  return made;
}

bool ndarray::is_aligned() const {
  auto align = static_cast<int64_t>(
      tenorite::kind(dtype_) == 'c' ? itemsize() / 2 : itemsize());
  if (address() % static_cast<uintptr_t>(align) != 0) return false;
  for (int i = 0; i < ndim(); ++i)
    if (shape_[i] > 1 && strides_[i] % align != 0) return false;
  return true;
}

namespace {

// From the first element of `a` to that of `b`, in bytes. Within a storage it
// is known before there is memory.
int64_t distance(const ndarray& a, const ndarray& b) {
  return a.storage().get() == b.storage().get()
             ? b.offset() - a.offset()
             : static_cast<int64_t>(b.address() - a.address());
}

}  // namespace

bool may_share_memory(const ndarray& a, const ndarray& b) {
  if (a.storage().get() != b.storage().get() && a.storage()->owned() &&
      b.storage()->owned())
    return false;
  ByteRange ra = byte_range(a.shape(), a.strides(), a.itemsize());
  ByteRange rb = byte_range(b.shape(), b.strides(), b.itemsize());
  if (ra.low == ra.high || rb.low == rb.high) return false;
  const int64_t step = distance(a, b);
  return ra.low < step + rb.high && step + rb.low < ra.high;
}

bool has_internal_overlap(const ndarray& a) {
  // Sorted by stride, each axis must step over all that the smaller ones span.
  std::pair<int64_t, int64_t> axes[kMaxDims];
  int n = 0;
  for (int i = 0; i < a.ndim(); ++i) {
    if (a.shape(i) == 0) return false;
    if (a.shape(i) > 1) axes[n++] = {std::llabs(a.stride(i)), a.shape(i)};
  }
  std::sort(axes, axes + n);
  auto span = static_cast<int64_t>(a.itemsize());
  for (int i = 0; i < n; ++i) {
    if (axes[i].first < span) return true;
    span = axes[i].first * (axes[i].second - 1) + span;
  }
  return false;
}

Overlap overlap(const ndarray& a, const ndarray& b) {
  if (!may_share_memory(a, b)) return Overlap::kNone;
  if (distance(a, b) == 0 && a.itemsize() == b.itemsize() &&
      a.shape() == b.shape() && a.strides() == b.strides() &&
      !has_internal_overlap(b))
    return Overlap::kSame;
  return Overlap::kPartial;
}

}  // namespace tenorite
