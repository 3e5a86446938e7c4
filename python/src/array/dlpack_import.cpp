// SPDX-License-Identifier: Apache-2.0
// Tensors of DLPack as arrays of ours, without a copy.
#include <memory>

#include "core/cuda_runtime.h"
#include "python/src/array/dlpack.h"
#include "python/src/array/refusals.h"

namespace tenorite::python {

using dlpack::ExchangeApi;
using dlpack::LegacyTensor;
using dlpack::ManagedTensor;
using dlpack::Tensor;

DType dtype_of_dlpack(dlpack::DataType type) {
  TENORITE_CHECK(type.lanes == 1, BufferError,
                 "Unsupported lanes in DLTensor dtype: %d", type.lanes);
  for (int i = 0; i < kNumDTypes; ++i) {
    const auto dtype = static_cast<DType>(i);
    const dlpack::DataType own = dlpack_dtype(dtype);
    if (own.code == type.code && own.bits == type.bits) return dtype;
  }
  throw BufferError(format(
      "Unsupported dtype in DLTensor: %s of %d bits "
      "(code %d)",
      type.code == dlpack::kBfloat ? "bfloat" : "type", type.bits, type.code));
}

Device device_of_dlpack(dlpack::TensorDevice device) {
  if (device.type == dlpack::kHost || device.type == dlpack::kPinnedHost)
    return kCpu;
  TENORITE_CHECK(
      device.type == dlpack::kCuda || device.type == dlpack::kManaged,
      BufferError, "Unsupported device in DLTensor: type %d", device.type);
  TENORITE_CHECK(device.id >= 0 && device.id < 1024, BufferError,
                 "device_id in DLTensor is %d", device.id);
  const Device cuda{DeviceType::kCuda, static_cast<int16_t>(device.id)};
  check_device(cuda);
  return cuda;
}

namespace {

// The stream that a library works on, where it says so; else the default one.
uintptr_t work_stream(const ExchangeApi* api, Device device) {
  void* handle = nullptr;
  if (api)
    check_python(api->current_stream(dlpack::kCuda, device.index, &handle) ==
                 0);
  return reinterpret_cast<uintptr_t>(handle);
}

void order_after(uintptr_t theirs, Device device, StreamId stream) {
  if (theirs == 0 && stream == kDefaultStream) return;
  cuda_runtime().order_after(device, theirs, stream);
}

// A tensor that an array is on.
struct Borrowed {
  void* managed;
  void (*free)(void* managed);
  const ExchangeApi* api;  // of its library, if known

  // The library may give the memory out again for work on its own stream,
  // which therefore waits for ours.
  void order_after(Device device, StreamId last) const {
    if (device.is_cpu()) return;
    const uintptr_t theirs = work_stream(api, device);
    if (theirs == 0 && last == kDefaultStream) return;
    cuda_runtime().order_before(device, last, theirs);
  }

  // An array may die on any thread, and after the interpreter.
  static void release(void* owner, Device device, StreamId last) {
    const std::unique_ptr<Borrowed> borrowed(static_cast<Borrowed*>(owner));
    if (!Py_IsInitialized()) return;
    const PyGILState_STATE state = PyGILState_Ensure();
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    try {
      borrowed->order_after(device, last);
    } catch (...) {
      PyErr_Clear();  // no device any more, or none to order work on
    }
    borrowed->free(borrowed->managed);
    PyErr_Restore(type, value, trace);
    PyGILState_Release(state);
  }
};

template <class Managed>
void free_managed(void* p) {
  auto* managed = static_cast<Managed*>(p);
  if (managed->deleter) managed->deleter(managed);
}

ForeignMemory memory_of(const Tensor& tensor, bool readonly) {
  ForeignMemory memory;
  memory.device = device_of_dlpack(tensor.device);
  memory.dtype = dtype_of_dlpack(tensor.dtype);
  TENORITE_CHECK(tensor.ndim >= 0 && tensor.ndim <= kMaxDims, BufferError,
                 "ndim in DLTensor is %d", tensor.ndim);
  TENORITE_CHECK(tensor.ndim == 0 || tensor.shape, BufferError,
                 "shape in DLTensor is a null pointer");
  memory.data =
      static_cast<char*>(tensor.data) + (tensor.data ? tensor.byte_offset : 0);
  memory.readonly = readonly;
  memory.shape.resize(tensor.ndim);
  for (int axis = 0; axis < tensor.ndim; ++axis)
    memory.shape[axis] = tensor.shape[axis];
  check_lengths(memory.shape, memory.dtype);
  if (!tensor.strides) {
    memory.strides = c_strides(memory.shape, itemsize(memory.dtype));
  } else {
    memory.strides.resize(tensor.ndim);
    for (int axis = 0; axis < tensor.ndim; ++axis)
      TENORITE_CHECK(
          !__builtin_mul_overflow(tensor.strides[axis],
                                  static_cast<int64_t>(itemsize(memory.dtype)),
                                  &memory.strides[axis]),
          BufferError, "strides[%d] in DLTensor is %lld", axis,
          static_cast<long long>(tensor.strides[axis]));
  }
  return memory;
}

// Takes the tensor, whatever happens.
template <class Managed>
ndarray borrow_as(Managed* managed, bool readonly, const ExchangeApi* api) {
  std::unique_ptr<Managed, void (*)(Managed*)> kept(
      managed, [](Managed* p) { free_managed<Managed>(p); });
  const ForeignMemory memory = memory_of(managed->tensor, readonly);
  check_reach(memory);
  StreamId stream = kDefaultStream;
  if (memory.device.is_cuda()) {
    stream = current_stream(memory.device);
    if (api)  // it has waited for nothing, and knows its memory
      order_after(work_stream(api, memory.device), memory.device, stream);
    else
      check_device_memory(memory);
  }
  auto owner =
      std::make_unique<Borrowed>(Borrowed{managed, free_managed<Managed>, api});
  ndarray a = array_on_foreign(memory, owner.get(), Borrowed::release, stream);
  owner.release();
  kept.release();
  return a;
}

void check_version(ManagedTensor* managed) {
  const dlpack::Version version = managed->version;
  if (version.major == dlpack::kVersion.major) return;
  free_managed<ManagedTensor>(managed);
  throw BufferError(format("DLPack version %u.%u is not supported; %u.x is",
                           version.major, version.minor,
                           dlpack::kVersion.major));
}

// What a capsule holds, which is marked as used.
template <class Managed>
Managed* take(PyObject* capsule, const char* name, const char* used) {
  auto* managed = static_cast<Managed*>(PyCapsule_GetPointer(capsule, name));
  check_python(managed && PyCapsule_SetName(capsule, used) == 0);
  return managed;
}

struct Imported {
  ndarray array;
  bool is_copy = false;  // nobody else has the memory
};

Imported from_versioned(ManagedTensor* managed, const ExchangeApi* api) {
  check_version(managed);
  const bool is_copy = (managed->flags & dlpack::kIsCopied) != 0;
  return {borrow(managed, api), is_copy};
}

Imported from_capsule(PyObject* capsule) {
  if (PyCapsule_IsValid(capsule, dlpack::kName))
    return from_versioned(
        take<ManagedTensor>(capsule, dlpack::kName, dlpack::kUsedName),
        nullptr);
  if (PyCapsule_IsValid(capsule, dlpack::kLegacyName))
    return {borrow_as(take<LegacyTensor>(capsule, dlpack::kLegacyName,
                                         dlpack::kUsedLegacyName),
                      false, nullptr)};
  TENORITE_CHECK(!PyCapsule_IsValid(capsule, dlpack::kUsedName) &&
                     !PyCapsule_IsValid(capsule, dlpack::kUsedLegacyName),
                 BufferError, "the DLPack capsule was used before");
  throw BufferError(format("__dlpack__() gave no DLPack capsule but %s",
                           Py_TYPE(capsule)->tp_name));
}

// The functions of a type, if they are of a version that we know.
const ExchangeApi* api_of(PyObject* x) {
  static PyObject* name = PyUnicode_InternFromString(dlpack::kApiAttribute);
  PyObject* capsule = _PyType_Lookup(Py_TYPE(x), name);  // borrowed
  if (!capsule || !PyCapsule_IsValid(capsule, dlpack::kApiName)) return nullptr;
  auto* api = static_cast<const ExchangeApi*>(
      PyCapsule_GetPointer(capsule, dlpack::kApiName));
  while (api && api->version.major > dlpack::kVersion.major)
    api = api->previous;
  return api && api->version.major == dlpack::kVersion.major ? api : nullptr;
}

// What __dlpack__ is called with: keywords and their values, for older
// producers without those that they do not know.
class ExportCall {
 public:
  ExportCall(PyObject* x, uintptr_t stream, PyObject* copy) : values_{x} {
    static PyObject* version =
        checked(Py_BuildValue("(II)", dlpack::kVersion.major,
                              dlpack::kVersion.minor))
            .release();
    if (stream) {
      stream_ = checked(PyLong_FromUnsignedLongLong(stream));
      add("stream", stream_.get());
    }
    add("max_version", version);
    if (copy) add("copy", copy);
  }

  Ref run() const {
    Ref capsule = run(count_);
    if (capsule || !PyErr_ExceptionMatches(PyExc_TypeError))
      return checked(capsule.release());
    PyErr_Clear();
    return checked(run(stream_ ? 1 : 0).release());
  }

 private:
  void add(const char* name, PyObject* value) {
    names_[count_] = name;
    values_[++count_] = value;
  }

  Ref run(int count) const {
    static PyObject* method = PyUnicode_InternFromString("__dlpack__");
    Ref names = checked(PyTuple_New(count));
    for (int i = 0; i < count; ++i)
      PyTuple_SET_ITEM(
          names.get(), i,
          checked(PyUnicode_InternFromString(names_[i])).release());
    return Ref(PyObject_VectorcallMethod(method, values_, 1,
                                         count ? names.get() : nullptr));
  }

  Ref stream_;
  int count_ = 0;
  const char* names_[3];
  PyObject* values_[4];  // borrowed; the object first
};

Imported import_object(PyObject* x, PyObject* copy) {
  if (const ExchangeApi* api = api_of(x)) {
    ManagedTensor* managed = nullptr;
    check_python(api->from_object(x, &managed) == 0);
    return from_versioned(managed, api);
  }
  static PyObject* device_method =
      PyUnicode_InternFromString("__dlpack_device__");
  // NumPy names the method that is missing most often.
  if (!PyObject_HasAttr(x, device_method))
    checked(PyObject_GetAttrString(x, "__dlpack__"));
  Ref where = checked(PyObject_CallMethodNoArgs(x, device_method));
  TENORITE_CHECK(
      PyTuple_Check(where.get()) && PyTuple_GET_SIZE(where.get()) == 2,
      BufferError, "__dlpack_device__() gave no pair of numbers");
  const int64_t type = to_int64(PyTuple_GET_ITEM(where.get(), 0));
  const int64_t id = to_int64(PyTuple_GET_ITEM(where.get(), 1));
  const Device device = device_of_dlpack(
      {type == static_cast<int32_t>(type) ? static_cast<int32_t>(type) : -1,
       id == static_cast<int32_t>(id) ? static_cast<int32_t>(id) : -1});
  const uintptr_t stream = device.is_cuda() ? current_stream_handle(device) : 0;
  return from_capsule(ExportCall(x, stream, copy).run().get());
}

}  // namespace

ndarray empty_as(const Tensor& prototype) {
  Tensor wanted = prototype;
  wanted.data = nullptr;
  wanted.strides = nullptr;
  const ForeignMemory memory = memory_of(wanted, false);
  return ndarray::empty(memory.shape, memory.dtype, memory.device);
}

ndarray borrow(ManagedTensor* managed, const ExchangeApi* api) {
  return borrow_as(managed, (managed->flags & dlpack::kReadOnly) != 0, api);
}

PyObject* from_dlpack(PyObject* x, PyObject* device, PyObject* copy) {
  return guarded([&]() -> PyObject* {
    const std::optional<Device> target = to_optional_device(device);
    const bool is_asked = copy != Py_None;
    const int wants_copy = is_asked ? PyObject_IsTrue(copy) : 0;
    check_python(wants_copy >= 0);
    const bool may_copy = !is_asked || wants_copy;
    Imported imported = PyCapsule_CheckExact(x)
                            ? from_capsule(x)
                            : import_object(x, may_copy ? nullptr : Py_False);
    TENORITE_CHECK(may_copy || !imported.is_copy, BufferError,
                   "the producer can export the array only as a copy");
    ndarray& a = imported.array;
    if (target && a.device() != *target) {
      TENORITE_CHECK(may_copy, BufferError,
                     "an array on %s cannot be on %s without a copy",
                     to_string(a.device()).c_str(), to_string(*target).c_str());
      const Unlocked unlocked(true);
      a = ops::to_device(a, *target);
    } else if (wants_copy && !imported.is_copy) {
      const Unlocked unlocked(a.size());
      a = ops::copy(a, ops::Order::kK);
    }
    return wrap(std::move(a));
  });
}

}  // namespace tenorite::python
