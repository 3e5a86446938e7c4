// SPDX-License-Identifier: Apache-2.0
// Our arrays as tensors of DLPack.
#include <bit>
#include <cstdlib>
#include <cstring>
#include <new>

#include "core/cuda_runtime.h"
#include "python/src/array/arguments.h"
#include "python/src/array/dlpack.h"
#include "python/src/array/refusals.h"

namespace tenorite::python {

using dlpack::LegacyTensor;
using dlpack::ManagedTensor;
using dlpack::Tensor;

namespace {

// A tensor that others have, and what it needs: one piece of memory, with the
// shape and the strides behind it. Freed by any thread, with the GIL or
// without.
template <class Managed>
struct Lent {
  Managed managed;
  StoragePtr storage;
  int64_t dims[];  // shape, then strides

  static void release(Managed* managed) {
    auto* lent = reinterpret_cast<Lent*>(managed);
    lent->~Lent();
    std::free(lent);
  }
};

// In items, whose size is a power of two: a division would take as long as all
// else of a short export.
void fill_strides(const ndarray& a, int64_t* out) {
  const size_t itemsize = a.itemsize();
  const auto shift = std::countr_zero(itemsize);
  for (int axis = 0; axis < a.ndim(); ++axis) {
    const int64_t stride = a.stride(axis);
    TENORITE_CHECK((stride & static_cast<int64_t>(itemsize - 1)) == 0,
                   BufferError,
                   "DLPack only supports strides which are a multiple of "
                   "itemsize.");
    out[axis] = stride >> shift;
  }
}

template <class Managed>
Managed* lend_as(const ndarray& a) {
  const int n = a.ndim();
  // From here on nothing is deferred, by any thread; what is pending on the
  // memory is executed.
  a.storage()->expose();
  char* data = data_by_own_work(a);
  void* memory = std::malloc(sizeof(Lent<Managed>) + sizeof(int64_t) * (2 * n));
  if (!memory) throw std::bad_alloc();
  auto* lent = new (memory) Lent<Managed>{{}, a.storage()};
  Tensor& tensor = lent->managed.tensor;
  try {
    fill_strides(a, lent->dims + n);
  } catch (...) {
    Lent<Managed>::release(&lent->managed);
    throw;
  }
  for (int axis = 0; axis < n; ++axis) lent->dims[axis] = a.shape(axis);
  tensor.data = a.size() ? data : nullptr;
  tensor.device = dlpack_device(a.device());
  tensor.ndim = n;
  tensor.dtype = dlpack_dtype(a.dtype());
  tensor.shape = lent->dims;
  tensor.strides = lent->dims + n;
  tensor.byte_offset = 0;
  lent->managed.context = nullptr;
  lent->managed.deleter = Lent<Managed>::release;
  return &lent->managed;
}

ManagedTensor* lend_versioned(const ndarray& a, uint64_t flags) {
  auto* managed = lend_as<ManagedTensor>(a);
  managed->version = dlpack::kVersion;
  managed->flags = flags | (a.writeable() ? 0 : dlpack::kReadOnly);
  return managed;
}

// Of a capsule that nobody has used: who does gives it another name.
template <class Managed>
void free_capsule(PyObject* capsule, const char* name) {
  const char* now = PyCapsule_GetName(capsule);
  if (now != name && (!now || std::strcmp(now, name) != 0)) return;
  auto* managed = static_cast<Managed*>(PyCapsule_GetPointer(capsule, now));
  managed->deleter(managed);
}
void free_versioned(PyObject* capsule) {
  free_capsule<ManagedTensor>(capsule, dlpack::kName);
}
void free_legacy(PyObject* capsule) {
  free_capsule<LegacyTensor>(capsule, dlpack::kLegacyName);
}

template <class Managed>
PyObject* in_capsule(Managed* managed, const char* name,
                     PyCapsule_Destructor destroy) {
  PyObject* capsule = PyCapsule_New(managed, name, destroy);
  if (!capsule) managed->deleter(managed);
  check_python(capsule != nullptr);
  return capsule;
}

bool is_given(PyObject* o) { return o && o != Py_None; }

// Whether the consumer knows tensors with a version.
bool takes_versions(PyObject* max_version) {
  if (!is_given(max_version)) return false;
  TENORITE_CHECK(
      PyTuple_Check(max_version) && PyTuple_GET_SIZE(max_version) == 2,
      TypeError, "max_version must be None or a tuple with two elements.");
  return to_int64(PyTuple_GET_ITEM(max_version, 0)) >= 1;
}

enum class Target { kSame, kHost };

Target target_of(PyObject* dl_device, Device device) {
  if (!is_given(dl_device)) return Target::kSame;
  TENORITE_CHECK(PyTuple_Check(dl_device) && PyTuple_GET_SIZE(dl_device) == 2,
                 TypeError, "dl_device must be a tuple");
  const int64_t type = to_int64(PyTuple_GET_ITEM(dl_device, 0));
  const int64_t id = to_int64(PyTuple_GET_ITEM(dl_device, 1));
  const dlpack::TensorDevice own = dlpack_device(device);
  if (type == own.type && id == own.id) return Target::kSame;
  TENORITE_CHECK(type == dlpack::kHost && id == 0, BufferError,
                 "unsupported device requested");
  return Target::kHost;
}

// None: as the array is; else whether it has to be a copy.
std::optional<bool> copy_mode(PyObject* copy) {
  if (!is_given(copy)) return {};
  TENORITE_CHECK(!PyUnicode_Check(copy), ValueError,
                 "strings are not allowed for 'copy' keyword. Use "
                 "True/False/None instead.");
  const int wanted = PyObject_IsTrue(copy);
  check_python(wanted >= 0);
  return wanted != 0;
}

// Makes the stream that the consumer will use the memory on wait for what uses
// it now, unless the consumer sees to that.
void order_consumer(const ndarray& a, PyObject* stream) {
  if (a.device().is_cpu()) {
    TENORITE_CHECK(!is_given(stream), RuntimeError,
                   "stream must be None for an array on cpu");
    return;
  }
  int64_t handle = 1;
  if (is_given(stream)) {
    TENORITE_CHECK(PyLong_Check(stream) && !PyBool_Check(stream), TypeError,
                   "stream must be None or an integer, not %s",
                   Py_TYPE(stream)->tp_name);
    handle = to_int64(stream);
  }
  if (handle == -1) return;
  TENORITE_CHECK(handle > 0, ValueError,
                 "stream is %lld: it can be None or 1 for the default stream, "
                 "2 for the thread's own, -1 for none, or a handle",
                 static_cast<long long>(handle));
  const StreamId last = a.storage()->last_stream();
  if (handle == 1 && last == kDefaultStream) return;
  cuda_runtime().order_before(a.device(), last, static_cast<uintptr_t>(handle));
}

}  // namespace

dlpack::TensorDevice dlpack_device(Device device) {
  return {device.is_cpu() ? dlpack::kHost : dlpack::kCuda, device.index};
}

dlpack::DataType dlpack_dtype(DType dtype) {
  uint8_t code = dlpack::kInt;
  switch (kind(dtype)) {
    case 'b':
      code = dlpack::kBool;
      break;
    case 'u':
      code = dlpack::kUint;
      break;
    case 'f':
      code = dlpack::kFloat;
      break;
    case 'c':
      code = dlpack::kComplex;
      break;
    default:
      break;
  }
  return {code, static_cast<uint8_t>(8 * itemsize(dtype)), 1};
}

ManagedTensor* lend(const ndarray& a, uint64_t flags) {
  if (a.device().is_cuda()) a.storage()->use(current_stream(a.device()));
  return lend_versioned(a, flags);
}

namespace {

PyObject* export_array(const ndarray& a, bool is_versioned, uint64_t flags,
                       PyObject* stream) {
  TENORITE_CHECK(is_versioned || a.writeable(), BufferError,
                 "Cannot export readonly array since signalling readonly is "
                 "unsupported by DLPack (supported by newer DLPack version).");
  Ref capsule(is_versioned ? in_capsule(lend_versioned(a, flags), dlpack::kName,
                                        free_versioned)
                           : in_capsule(lend_as<LegacyTensor>(a),
                                        dlpack::kLegacyName, free_legacy));
  order_consumer(a, stream);  // once what was recorded is queued
  return capsule.release();
}

}  // namespace

PyObject* array_dlpack(PyObject* self, PyObject* const* args, Py_ssize_t n,
                       PyObject* names) {
  static const Parameters kParameters(
      "__dlpack__", {"stream", "max_version", "dl_device", "copy"}, 0, 0);
  return guarded([&]() -> PyObject* {
    PyObject* values[4];
    kParameters.parse(args, n, names, values);
    auto [stream, max_version, dl_device, copy] = values;
    const bool is_versioned = takes_versions(max_version);
    const std::optional<bool> wants_copy = copy_mode(copy);
    const ndarray& own = array_of(self);
    if (target_of(dl_device, own.device()) == Target::kHost) {
      TENORITE_CHECK(wants_copy.value_or(true), BufferError,
                     "an array on %s cannot be in host memory without a copy",
                     to_string(own.device()).c_str());
      const ndarray made = [&] {
        const Unlocked unlocked(true);
        return ops::to_device(own, kCpu);
      }();
      return export_array(made, is_versioned, dlpack::kIsCopied, nullptr);
    }
    if (wants_copy.value_or(false)) {
      const ndarray made = [&] {
        const Unlocked unlocked(own.size());
        return ops::copy(own, ops::Order::kK);
      }();
      return export_array(made, is_versioned, dlpack::kIsCopied, stream);
    }
    return export_array(own, is_versioned, 0, stream);
  });
}

PyObject* array_dlpack_device(PyObject* self, PyObject*) {
  // Every import asks: one pair for each device, made once.
  static PyObject* known[kNumDeviceTypes][kMaxDevices];
  const Device device = array_of(self).device();
  PyObject*& pair = known[static_cast<int>(device.type)][device.index];
  if (!pair) {
    const dlpack::TensorDevice named = dlpack_device(device);
    pair = Py_BuildValue("(ii)", named.type, named.id);
  }
  return Py_XNewRef(pair);
}

}  // namespace tenorite::python
