// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "core/error.h"
#include "core/late_failure.h"
#include "core/spans.h"
#include "memory/transfer.h"
#include "ops/api/host_items.h"
#include "ops/api/ops.h"
#include "ops/plan/registry.h"
#include "ops/record/log.h"
#include "ops/record/submit.h"
#include "ops/record/trace.h"
#include "ops/record/truths.h"
#include "ops/table/casting.h"

namespace tenorite::ops {
namespace {

void check_destination(const ndarray& dst, const Dims& src_shape) {
  TENORITE_CHECK(dst.writeable(), ValueError,
                 "assignment destination is read-only");
  if (src_shape.empty() || src_shape == dst.shape()) return;
  Dims joint = dst.shape();
  if (broadcast_into(joint, src_shape) && joint == dst.shape()) return;
  throw ValueError(
      format("could not broadcast input array from shape %s into shape %s",
             to_compact_string(src_shape).c_str(),
             to_compact_string(dst.shape()).c_str()));
}

// NumPy ignores leading unit axes of what is assigned. False where there are
// none to be left out, or all are needed.
bool has_leading_units(const ndarray& src, int ndim) {
  int extra = src.ndim() - ndim;
  for (int i = 0; i < extra; ++i)
    if (src.shape(i) != 1) return false;
  return extra > 0;
}
ndarray drop_leading_units(const ndarray& src, int ndim) {
  int extra = src.ndim() - ndim;
  return src.view(0, Dims(src.shape().data() + extra, ndim),
                  Dims(src.strides().data() + extra, ndim));
}

Dims strides_for(const ndarray& a, size_t size, Order order) {
  switch (order) {
    case Order::kF:
      return f_strides(a.shape(), size);
    case Order::kA:
      return a.is_f_contiguous() && !a.is_c_contiguous()
                 ? f_strides(a.shape(), size)
                 : c_strides(a.shape(), size);
    case Order::kK: {
      if (a.is_c_contiguous()) return c_strides(a.shape(), size);
      if (a.is_f_contiguous()) return f_strides(a.shape(), size);
      return copy_strides(a.shape(), a.strides(), size);
    }
    case Order::kC:
      break;
  }
  return c_strides(a.shape(), size);
}

// dst <- src where `where` holds; all checked, nothing overlaps partially.
void submit_copy(const ndarray& dst, const ndarray& src, const ndarray* where) {
  if (is_host_item(dst) && !is_pending(*src.storage().get()) &&
      src.dtype() == dst.dtype() && !where && !may_hold_other_bytes(src)) {
    std::memmove(dst.data(), src.data(), dst.itemsize());
    return;
  }
  Instruction instruction;
  instruction.kind = Instruction::Kind::kCopy;
  instruction.nin = instruction.nout = 1;
  instruction.out[0] = &dst;
  instruction.in[0].array = &src;
  instruction.where = where;
  submit(instruction);
}

}  // namespace

void copy_apart(const ndarray& dst, const ndarray& src) {
  submit_copy(dst, src, nullptr);
}

void copy_into(const ndarray& dst, const ndarray& src, Casting casting,
               const ndarray* where) {
  if (has_leading_units(src, dst.ndim()))
    return copy_into(dst, drop_leading_units(src, dst.ndim()), casting, where);
  check_destination(dst, src.shape());
  check_cast(src, dst.dtype(), casting);
  if (!(src.device() == dst.device()))
    return copy_into(dst, to_device(src, dst.device()), Casting::kUnsafe,
                     where);
  check_discarded(src.dtype(), dst.dtype());
  ndarray mask;
  if (where) {
    Dims joint = dst.shape();
    if (!broadcast_into(joint, where->shape()) || !(joint == dst.shape()))
      throw ValueError(
          format("could not broadcast where mask from shape %s into shape %s",
                 to_compact_string(where->shape()).c_str(),
                 to_compact_string(dst.shape()).c_str()));
    mask = overlap(*where, dst) == Overlap::kNone ? *where : copy(*where);
  }
  ndarray copied;
  const ndarray* from = &src;
  switch (overlap(src, dst)) {
    case Overlap::kSame:
      // As x[1:] += y leaves it: the items are there.
      if (src.dtype() == dst.dtype()) return;
      break;
    case Overlap::kPartial:
      copied = copy(src, Order::kK);
      from = &copied;
      break;
    case Overlap::kNone:
      break;
  }
  submit_copy(dst, *from, where ? &mask : nullptr);
}

void fill(const ndarray& dst, const Scalar& value, const ndarray* where) {
  check_destination(dst, {});
  check_discarded(value.dtype, dst.dtype());
  const Scalar element = cast_scalar(value, dst.dtype());
  if (is_host_item(dst) && !where) {
    std::memcpy(dst.data(), element.bytes, dst.itemsize());
    return;
  }
  // What of the mask is still to be read must not be written before.
  ndarray mask;
  if (where && overlap(*where, dst) == Overlap::kPartial) {
    mask = copy(*where);
    where = &mask;
  }
  Instruction instruction;
  instruction.kind = Instruction::Kind::kCopy;
  instruction.nin = instruction.nout = 1;
  instruction.out[0] = &dst;
  instruction.in[0].scalar = element;
  instruction.where = where;
  submit(instruction);
}

ndarray empty_like(const ndarray& a, DType dtype, Order order) {
  return ndarray::empty(a.shape(), dtype, a.device(),
                        strides_for(a, itemsize(dtype), order));
}

ndarray astype(const ndarray& a, DType dtype, Order order, bool copy) {
  bool in_order = order == Order::kK ||
                  (order != Order::kF && a.is_c_contiguous()) ||
                  (order != Order::kC && a.is_f_contiguous());
  if (!copy && a.dtype() == dtype && in_order) return a;
  check_discarded(a.dtype(), dtype);
  ndarray result = ndarray::deferred(a.shape(), dtype, a.device(),
                                     strides_for(a, itemsize(dtype), order));
  submit_copy(result, a, nullptr);
  return result;
}

ndarray copy(const ndarray& a, Order order) {
  return astype(a, a.dtype(), order, true);
}

ndarray copy_item(const ndarray& a, int64_t byte_offset) {
  if (const char* value = host_item_at(a, byte_offset))
    return {Storage::of_item(value, a.itemsize()), a.dtype()};
  ndarray result = ndarray::deferred({}, a.dtype(), a.device(), {});
  submit_copy(result, a.view(byte_offset, {}, {}), nullptr);
  return result;
}

void set_item(const ndarray& a, int64_t byte_offset, const Scalar& value) {
  if (a.device().is_cpu() && value.dtype == a.dtype() && a.writeable() &&
      !is_pending(*a.storage().get()))
    std::memcpy(a.data() + byte_offset, value.bytes, a.itemsize());
  else
    fill(a.view(byte_offset, {}, {}), value);
}

ndarray contiguous(const ndarray& a) {
  return a.is_c_contiguous() && a.is_aligned() ? with_truths(a)
                                               : copy(a, Order::kC);
}

ndarray arange(int64_t n, const Scalar& start, const Scalar& delta, DType dtype,
               Device device) {
  ndarray result = ndarray::empty(Dims{n < 0 ? 0 : n}, dtype, device);
  if (n > 0) {
    // float16 is stepped through in float32, as NumPy does.
    DType step = compute_of(dtype);
    require<&DeviceOps::arange>(device)(
        result.data(), dtype, n, cast_scalar(start, step),
        cast_scalar(delta, step), device, current_stream(device));
  }
  return result;
}

namespace {

bool is_dense(const ndarray& a) {
  return a.is_c_contiguous() || a.is_f_contiguous() ||
         (!has_internal_overlap(a) && [&] {
           ByteRange r = byte_range(a.shape(), a.strides(), a.itemsize());
           return r.low == 0 && r.high == a.nbytes();
         }());
}

// Of two arrays of one shape: whether equal indices have equal offsets.
bool same_strides(const ndarray& a, const ndarray& b) {
  for (int i = 0; i < a.ndim(); ++i)
    if (a.shape(i) > 1 && a.stride(i) != b.stride(i)) return false;
  return true;
}

// A host array over foreign memory that outlives the call.
ndarray borrow_host(const void* data, DType dtype, const Dims& shape,
                    const Dims& strides) {
  ByteRange range = byte_range(shape, strides, itemsize(dtype));
  auto* base = static_cast<char*>(const_cast<void*>(data));
  StoragePtr storage = Storage::wrap(
      kCpu, base + range.low, static_cast<size_t>(range.high - range.low),
      nullptr, [](void*, Device, StreamId) {}, false);
  return {std::move(storage), -range.low, dtype, shape, strides};
}

void move_dense(const ndarray& dst, const ndarray& src, bool blocking = true) {
  auto n = static_cast<size_t>(src.nbytes());
  if (n == 0) return;
  const bool to_host = src.device().is_cuda() && dst.device().is_cpu();
  char* const to = dst.data();
  const char* const from = src.data();  // what is recorded for it comes before
  const Device on = src.device().is_cuda() ? src.device() : dst.device();
  const spans::Scope scope("copy",
                           to_host                 ? "copy to host"
                           : src.device().is_cpu() ? "copy to device"
                                                   : "copy between devices",
                           on, current_stream(on), src.nbytes());
  if (blocking && to_host) trace::about_to_wait();
  if (blocking && !to_host) ++trace::synchronisations;
  ++trace::copies;
  if (src.device().is_cpu() && dst.device().is_cuda()) {
    StreamId stream = current_stream(dst.device());
    dst.storage()->use(stream);
    bool queue = !blocking && memory::is_page_locked(DeviceType::kCuda, from);
    (queue ? memory::copy_to_device_async : memory::copy_to_device)(
        dst.device(), stream, to, from, n);
  } else if (to_host) {
    StreamId stream = current_stream(src.device());
    src.storage()->use(stream);
    bool queue = !blocking && memory::is_page_locked(DeviceType::kCuda, to);
    (queue ? memory::copy_to_host_async : memory::copy_to_host)(
        src.device(), stream, to, from, n);
  } else {
    src.storage()->use(current_stream(src.device()));
    dst.storage()->use(current_stream(dst.device()));
    memory::copy_peer(dst.device(), to, current_stream(dst.device()),
                      src.device(), from, current_stream(src.device()), n);
  }
}

}  // namespace

ndarray to_device(const ndarray& a, Device device) {
  if (a.device() == device) return a;
  check_device(device);
  ndarray dense = is_dense(a) ? with_truths(a) : copy(a, Order::kK);
  ndarray result =
      ndarray::empty(dense.shape(), dense.dtype(), device, dense.strides());
  move_dense(result, dense);
  return result;
}

void copy_from_host(const ndarray& dst, const void* data, DType dtype,
                    const Dims& shape, const Dims& strides, bool blocking) {
  check_destination(dst, shape);
  ndarray host = borrow_host(data, dtype, shape, strides);
  if (dst.device().is_cpu()) {
    copy_into(dst, host, Casting::kUnsafe);
    return;
  }
  bool same = host.dtype() == dst.dtype() && host.shape() == dst.shape() &&
              same_strides(host, dst) && is_dense(host);
  if (same) {
    move_dense(dst, host, blocking);
    if (dst.dtype() == DType::kBool) make_truths(dst);
  } else {
    ndarray dense = is_dense(host) ? host : copy(host, Order::kK);
    ndarray moved = ndarray::empty(dense.shape(), dense.dtype(), dst.device(),
                                   dense.strides());
    move_dense(moved, dense);
    if (moved.dtype() == DType::kBool) make_truths(moved);
    copy_into(dst, moved, Casting::kUnsafe);
  }
}

void copy_to_host(void* dst, const Dims& strides, const ndarray& src,
                  bool blocking) {
  ndarray host = borrow_host(dst, src.dtype(), src.shape(), strides);
  if (src.device().is_cpu()) {
    copy_into(host, src, Casting::kUnsafe);
    return;
  }
  src.data();  // what is recorded may report too
  if (blocking) raise_pending(src.device());
  if (is_dense(host)) {
    // Axes are put in order by the device, which is faster at it.
    ndarray ordered = src;
    if (!is_dense(src) || !same_strides(src, host)) {
      ordered = ndarray::empty(src.shape(), src.dtype(), src.device(),
                               host.strides());
      copy_into(ordered, src, Casting::kUnsafe);
    }
    move_dense(host, ordered, blocking);
    return;
  }
  ndarray dense = is_dense(src) ? src : copy(src, Order::kK);
  ndarray landed =
      ndarray::empty(dense.shape(), dense.dtype(), kCpu, dense.strides());
  move_dense(landed, dense);
  copy_into(host, landed, Casting::kUnsafe);
}

Scalar item(const ndarray& a) {
  Scalar value;
  value.dtype = a.dtype();
  const char* data = a.data();  // first: what is recorded may report too
  raise_pending(a.device());
  if (a.device().is_cpu()) {
    std::memcpy(value.bytes, data, a.itemsize());
  } else {
    StreamId stream = current_stream(a.device());
    a.storage()->use(stream);
    trace::about_to_wait();
    ++trace::copies;
    const spans::Scope scope("copy", "copy to host", a.device(), stream,
                             a.nbytes());
    memory::copy_to_host(a.device(), stream, value.bytes, data, a.itemsize());
  }
  if (value.dtype == DType::kBool) value.bytes[0] = value.bytes[0] != 0;
  return value;
}

void raise_pending(Device device) {
  raise_late_failure();
  if (auto* raise = device_ops(device).raise_pending)
    raise(device, current_stream(device));
}

}  // namespace tenorite::ops
