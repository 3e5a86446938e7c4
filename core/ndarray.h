// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/dtype.h"
#include "core/export.h"
#include "core/shape.h"
#include "core/storage.h"

namespace tenorite {

// A strided view of a storage. Copying one makes another view, never data.
class ndarray {
 public:
  ndarray() = default;
  // `offset`: in bytes, of the first element from the storage's memory.
  ndarray(StoragePtr storage, int64_t offset, DType dtype, Dims shape,
          Dims strides, bool writeable = true)
      : storage_(std::move(storage)),
        offset_(offset),
        dtype_(dtype),
        writeable_(writeable),
        shape_(std::move(shape)),
        strides_(std::move(strides)) {}

  // A 0-d array whose value is a storage's first item.
  ndarray(StoragePtr storage, DType dtype)
      : storage_(std::move(storage)), dtype_(dtype) {}

  // A new uninitialised array in C order, or in the given strides (which must
  // be those of a dense array of that shape).
  static ndarray empty(const Dims& shape, DType dtype, Device device);
  TENORITE_EXPORT static ndarray empty(const Dims& shape, DType dtype,
                                       Device device, Dims strides);
  static ndarray empty_f(const Dims& shape, DType dtype, Device device);
  // The same, with memory that is allocated when it is first needed: for the
  // results of instructions.
  static ndarray deferred(const Dims& shape, DType dtype, Device device);
  static ndarray deferred(const Dims& shape, DType dtype, Device device,
                          Dims strides);

  bool defined() const { return static_cast<bool>(storage_); }
  const StoragePtr& storage() const { return storage_; }
  Device device() const { return storage_->device(); }
  // The first element, once all that is pending on the storage is executed.
  char* data() const { return storage_->data() + offset_; }
  // Where it is or will be, for comparisons: no pointer to use.
  uintptr_t address() const {
    return reinterpret_cast<uintptr_t>(storage_->address()) +
           static_cast<uintptr_t>(offset_);
  }
  int64_t offset() const { return offset_; }
  DType dtype() const { return dtype_; }
  size_t itemsize() const { return tenorite::itemsize(dtype_); }
  int ndim() const { return shape_.size(); }
  const Dims& shape() const { return shape_; }
  const Dims& strides() const { return strides_; }
  int64_t shape(int axis) const { return shape_[axis]; }
  int64_t stride(int axis) const { return strides_[axis]; }
  int64_t size() const { return size_of(shape_); }
  int64_t nbytes() const { return size() * static_cast<int64_t>(itemsize()); }
  bool writeable() const { return writeable_ && !storage_->readonly(); }
  void set_writeable(bool flag) { writeable_ = flag; }
  bool is_c_contiguous() const {
    return tenorite::is_c_contiguous(shape_, strides_, itemsize());
  }
  bool is_f_contiguous() const {
    return tenorite::is_f_contiguous(shape_, strides_, itemsize());
  }
  bool is_aligned() const;

  // Another view of the same storage.
  ndarray view(int64_t byte_offset, Dims shape, Dims strides) const {
    return {storage_,         offset_ + byte_offset, dtype_,
            std::move(shape), std::move(strides),    writeable_};
  }
  ndarray view_as(DType dtype, int64_t byte_offset, Dims shape,
                  Dims strides) const {
    return {storage_,         offset_ + byte_offset, dtype,
            std::move(shape), std::move(strides),    writeable_};
  }
  // The same shape and strides over the storage of another array, which keeps
  // it until give_back(): no reference is counted.
  void borrow(const ndarray& owner, int64_t offset) {
    storage_.borrow(owner.storage_);
    offset_ = offset;
  }
  void give_back() { storage_.give_back(); }

 private:
  StoragePtr storage_;
  int64_t offset_ = 0;
  DType dtype_ = DType::kFloat64;
  bool writeable_ = true;
  Dims shape_;
  Dims strides_;
};

// One element outside any array, passed to kernels by value.
struct Scalar {
  DType dtype = DType::kBool;
  alignas(16) unsigned char bytes[16] = {};
};

enum class Overlap { kNone, kSame, kPartial };
// kSame: element i of one is element i of the other, and every element of `b`
// is distinct, so that an elementwise operation may run in place.
Overlap overlap(const ndarray& a, const ndarray& b);
// Whether the byte ranges meet (numpy.may_share_memory).
bool may_share_memory(const ndarray& a, const ndarray& b);
// Whether two elements of the array may be the same memory.
bool has_internal_overlap(const ndarray& a);

}  // namespace tenorite
