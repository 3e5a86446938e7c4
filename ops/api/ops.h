// SPDX-License-Identifier: Apache-2.0
// The public operations: each checks its arguments at the call, in NumPy's
// words, resolves dtypes, shapes and aliasing, and submits instructions.
#pragma once

#include <optional>

#include "core/export.h"
#include "core/ndarray.h"
#include "core/stream.h"
#include "ops/plan/plan.h"
#include "ops/table/op.h"
#include "ops/table/reduce_op.h"
#include "ops/table/scalar.h"

namespace tenorite::ops {

// 'C', 'F', 'A' (F if all inputs are F) or 'K' (as the inputs are in memory).
enum class Order : uint8_t { kC, kF, kA, kK };

// ---- ufuncs (ops/api/ufunc.cpp) ----

// An argument of an operation: an array, a NumPy scalar or a Python number.
struct Argument {
  Argument(const ndarray* array = nullptr) : array(array) {}

  const ndarray* array;
  bool is_weak = false;
  union {
    WeakNumber weak;  // if is_weak
    Scalar scalar;    // if neither
  };
  Promotable promotable() const {
    if (array) return {array->dtype(), Weak::kNone};
    if (is_weak) return {DType::kBool, weak.weak};
    return {scalar.dtype, Weak::kNone};
  }
  // The number stored as an item of an array.
  Scalar item(DType dtype) const {
    return is_weak ? item_scalar(weak, dtype) : item_scalar(scalar, dtype);
  }
};

struct UfuncOptions {
  const ndarray* out[kMaxOutputs] = {};
  const ndarray* where = nullptr;
  // Fixed operand dtypes (signature=, dtype=), inputs then outputs.
  std::optional<DType> signature[kMaxInputs + kMaxOutputs];
  Casting casting = Casting::kSameKind;
  Order order = Order::kK;
  std::optional<Device> device;  // where results go when no input is an array

  bool has_signature() const {
    bool any = false;
    for (const std::optional<DType>& dtype : signature)
      any |= dtype.has_value();
    return any;
  }
  // Whether arrays beside the inputs are given.
  bool has_arrays() const { return out[0] || out[1] || where; }
};

// The index of the loop that NumPy's promotion chooses; its TypeErrors.
int resolve_loop(Op op, const Promotable* in, const UfuncOptions& options);

// results[k] becomes options.out[k] or a new array.
void ufunc(Op op, const Argument* in, const UfuncOptions& options,
           ndarray* results);
void ufunc(Op op, const Argument* in, ndarray* results);

// The strides that a new result of `shape` takes from the operands of an
// operation, in NumPy's K order unless another is asked for.
struct OperandLayout {
  const Dims* shape;
  const Dims* strides;
  size_t itemsize;
  Dims broadcast{};  // scratch
};
inline constexpr int kMaxLayouts = 256;
Dims result_strides(const Dims& shape, size_t itemsize, OperandLayout* operands,
                    int n, Order order = Order::kK);

// Short forms for the library's own use.
ndarray unary(Op op, const ndarray& a);
ndarray binary(Op op, const ndarray& a, const ndarray& b);

// ---- copies, casts, fills, transfers (ops/api/copy.cpp) ----

// dst <- src of the same dtype, device and shape (or 0-d), which share nothing.
void copy_apart(const ndarray& dst, const ndarray& src);
TENORITE_EXPORT void copy_into(const ndarray& dst, const ndarray& src,
                               Casting casting = Casting::kSameKind,
                               const ndarray* where = nullptr);
TENORITE_EXPORT void fill(const ndarray& dst, const Scalar& value,
                          const ndarray* where = nullptr);
// A new array in the order asked for, of the dtype asked for.
TENORITE_EXPORT ndarray copy(const ndarray& a, Order order = Order::kC);
// The element at a byte offset from the array's data, as a 0-d array.
ndarray copy_item(const ndarray& a, int64_t byte_offset);
// Sets that element.
void set_item(const ndarray& a, int64_t byte_offset, const Scalar& value);
// A new array whose index along each axis runs through segments of that of `a`,
// which are in range; in its memory order, else in C order (Fortran order for
// such an array). Segments that start at kFilled have the value of a 0-d array.
inline constexpr int64_t kFilled = -1;
struct Segment {
  int64_t start, step, count;
};
using Segments = std::span<const Segment>;
ndarray rearrange(const ndarray& a, std::span<const Segments> axes,
                  bool keep_order, const ndarray* filling = nullptr);
// numpy.roll by so much along each axis.
ndarray roll(const ndarray& a, const Dims& shifts);
ndarray astype(const ndarray& a, DType dtype, Order order = Order::kK,
               bool copy = true);
// `a` itself if it is C-contiguous and aligned, else a copy.
ndarray contiguous(const ndarray& a);
// A new uninitialised array like `a` in the order asked for.
ndarray empty_like(const ndarray& a, DType dtype, Order order);
ndarray arange(int64_t n, const Scalar& start, const Scalar& delta, DType dtype,
               Device device);
// Copies between devices (K order kept); `a` itself when it is there already.
ndarray to_device(const ndarray& a, Device device);
// Host memory described by (data, shape, strides). Without `blocking`, a dense
// copy of page-locked memory is only queued: that memory has to stay as it is
// until the current stream has come so far. All else is done on return.
void copy_from_host(const ndarray& dst, const void* data, DType dtype,
                    const Dims& shape, const Dims& strides,
                    bool blocking = true);
void copy_to_host(void* dst, const Dims& strides, const ndarray& src,
                  bool blocking = true);
// The single element of a 0-d or one-element array; waits for it.
Scalar item(const ndarray& a);

// Arrays of one device joined along an existing axis (numpy.concatenate), in
// `dtype` (by default what they promote to) or into `out`.
ndarray concatenate(const ndarray* const* arrays, size_t n, int axis,
                    std::optional<DType> dtype, Casting casting,
                    const ndarray* out);

// ---- reductions (ops/api/reduction.cpp) ----

struct ReduceOptions {
  std::optional<Dims> axes;  // none: all
  std::optional<DType> dtype;
  const ndarray* out = nullptr;
  bool keepdims = false;
  const Argument* initial = nullptr;
  bool no_identity = false;  // initial=None: as if the operation had none
  const ndarray* where = nullptr;
  double correction = 0;
};
ndarray reduce(ReduceOp op, const ndarray& a, const ReduceOptions& options);
// The dtype that a reduction folds in, which is that of its initial value.
DType fold_dtype(ReduceOp op, const ndarray& a, const ReduceOptions& options);
DType fold_dtype(Op op, const ndarray& a, const ReduceOptions& options);
// ufunc.reduce of a binary ufunc: by a reduction kernel where there is one,
// else as a left fold (one axis).
ndarray ufunc_reduce(Op op, const ndarray& a, const ReduceOptions& options);
ndarray accumulate(Op op, const ndarray& a, int64_t axis,
                   std::optional<DType> dtype, const ndarray* out);
ndarray reduceat(Op op, const ndarray& a, const ndarray& indices, int64_t axis,
                 std::optional<DType> dtype, const ndarray* out);
// ufunc.at: `places` times `scale`, which is 1 on GPUs, are the byte offsets of
// items.
void at(Op op, const ndarray& a, const ndarray& places, const Argument* value,
        int64_t scale = 1);

// ---- indexing (ops/api/indexing.cpp) ----

// index[k] is an integer array for axis k, or null for a full slice. Arrays
// broadcast. `position` is where their axes go in the result; by default in
// place of the first one, or first where they are separated by slices.
ndarray index_get(const ndarray& a, const ndarray* const* index,
                  IndexMode mode = IndexMode::kRaise,
                  const ndarray* out = nullptr, int position = -1);
// Items along an axis, or of the raveled array (-1); in C order.
ndarray take(const ndarray& a, const ndarray& indices,
             IndexMode mode = IndexMode::kRaise, int axis = -1);
void index_put(const ndarray& a, const ndarray* const* index,
               const ndarray& value, IndexMode mode = IndexMode::kRaise,
               int position = -1);
void index_put(const ndarray& a, const ndarray* const* index,
               const Scalar& value, IndexMode mode = IndexMode::kRaise,
               int position = -1);
// Positions of the true elements of a bool array, flat in C order.
ndarray true_positions(const ndarray& mask);
// The index arrays of the true elements, one per axis (numpy.nonzero).
void nonzero(const ndarray& mask, ndarray* positions);
// a[mask] and a[mask] = value for a bool array over the leading axes of `a`,
// whose lengths it has.
ndarray mask_get(const ndarray& a, const ndarray& mask);
// One value is stored without waiting for the number of flags.
void mask_put(const ndarray& a, const ndarray& mask, const ndarray& value);
void mask_put(const ndarray& a, const ndarray& mask, const Scalar& value);

// Raises what kernels have found wrong in user data; waits if any may have.
void raise_pending(Device device);

// ---- views (ops/api/views.cpp) ----

ndarray reshape(const ndarray& a, const Dims& shape, Order order);
ndarray transpose(const ndarray& a, const Dims& axes);
ndarray transpose(const ndarray& a);
ndarray ravel(const ndarray& a, Order order);
ndarray squeeze(const ndarray& a, const std::optional<Dims>& axes);
ndarray broadcast_to(const ndarray& a, const Dims& shape);
ndarray diagonal(const ndarray& a, int64_t offset, int64_t axis1,
                 int64_t axis2);
ndarray view_dtype(const ndarray& a, DType dtype);
ndarray real(const ndarray& a);
ndarray imag(const ndarray& a);
// Bounds are checked against the storage.
ndarray as_strided(const ndarray& a, const Dims& shape, const Dims& strides,
                   int64_t byte_offset);

// Throws unless all arrays are on one device, which is returned.
Device common_device(const ndarray* const* arrays, int n,
                     std::optional<Device> fallback = {});

}  // namespace tenorite::ops
