// SPDX-License-Identifier: Apache-2.0
//
// Memory that goes to other libraries and comes from them, for the protocols in
// tenorite._array: tenorite._core.exchange.
#include <initializer_list>

#include "core/cuda_runtime.h"
#include "core/stream.h"
#include "python/src/array/caster.h"
#include "python/src/array/dlpack.h"
#include "python/src/array/init.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

// The stream after whose work a GPU array's values are there; None when they
// are there already. That has to be asked of the driver each time: whoever has
// the memory may have queued work of its own.
Ref writer_stream(const ndarray& a) {
  const Device device = a.device();
  const StreamId stream = current_stream(device);
  a.storage()->use(stream);
  if (cuda_runtime().stream_done(device, stream)) return Ref::borrow(Py_None);
  return checked(PyLong_FromUnsignedLongLong(current_stream_handle(device)));
}

// What of the interface depends on the dtype alone: NumPy's text, such as
// "<f8", and a pair of a name and that.
struct TypeTexts {
  PyObject* typestr;
  PyObject* item;
};
const TypeTexts& texts_of(DType dtype) {
  static TypeTexts known[kNumDTypes];
  TypeTexts& texts = known[static_cast<int>(dtype)];
  if (!texts.item) {
    texts.typestr =
        checked(PyObject_GetAttrString(dtype_object(dtype), "str")).release();
    texts.item = checked(Py_BuildValue("(sO)", "", texts.typestr)).release();
  }
  return texts;
}

// Whether streams are named is a setting; Python reads it, once.
bool names_streams() {
  static int known = -1;
  if (known < 0) {
    Ref module =
        checked(PyImport_ImportModule("tenorite._array.cuda_interface"));
    Ref named =
        checked(PyObject_CallMethod(module.get(), "names_streams", nullptr));
    known = named.get() == Py_True;
  }
  return known != 0;
}

class Keys {
 public:
  Keys(std::initializer_list<const char*> names) {
    size_t i = 0;
    for (const char* name : names)
      keys_[i++] = checked(PyUnicode_InternFromString(name)).release();
  }
  PyObject* operator[](size_t i) const { return keys_[i]; }

 private:
  PyObject* keys_[7];
};

// __cuda_array_interface__ of an array on a GPU, version 3.
PyObject* cuda_array_interface(PyObject*, PyObject* self) {
  return guarded([&]() -> PyObject* {
    static const Keys kKeys = {"version", "shape", "typestr", "descr",
                               "strides", "data",  "stream"};
    static PyObject* const kVersion = checked(PyLong_FromLong(3)).release();
    TENORITE_CHECK(is_array(self), TypeError, "a tenorite.ndarray is expected");
    const ndarray& a = array_of(self);
    if (a.device().is_cpu()) {
      PyErr_SetString(PyExc_AttributeError,
                      "no __cuda_array_interface__ of an array on cpu");
      return nullptr;
    }
    // From here on nothing is deferred, by any thread; what is pending is
    // queued.
    a.storage()->expose();
    const void* address = data_by_own_work(a);
    const TypeTexts& texts = texts_of(a.dtype());
    Ref layout = checked(PyDict_New());
    auto put = [&](size_t key, PyObject* value) {
      check_python(PyDict_SetItem(layout.get(), kKeys[key], value) == 0);
    };
    put(0, kVersion);
    put(1, checked(to_tuple(a.shape())).get());
    put(2, texts.typestr);
    Ref items = checked(PyList_New(1));
    PyList_SET_ITEM(items.get(), 0, Py_NewRef(texts.item));
    put(3, items.get());
    if (a.is_c_contiguous())
      put(4, Py_None);
    else
      put(4, checked(to_tuple(a.strides())).get());
    Ref data = checked(PyTuple_New(2));
    PyTuple_SET_ITEM(
        data.get(), 0,
        checked(
            PyLong_FromVoidPtr(a.size() ? const_cast<void*>(address) : nullptr))
            .release());
    PyTuple_SET_ITEM(data.get(), 1, PyBool_FromLong(!a.writeable()));
    put(5, data.get());
    put(6, names_streams() ? writer_stream(a).get() : Py_None);
    return layout.release();
  });
}

PyMethodDef g_interface = {"cuda_array_interface", cuda_array_interface, METH_O,
                           nullptr};

// An array on GPU memory that an object describes and keeps alive. The calling
// thread's current stream waits for what is queued on the object's, if any.
ndarray array_on_cuda_memory(const py::object& owner, int device,
                             uintptr_t address, const py::object& shape,
                             const py::object& strides, const py::object& dtype,
                             bool readonly, uintptr_t stream) {
  const DType type = to_dtype(dtype.ptr());
  ForeignMemory memory{{DeviceType::kCuda, static_cast<int16_t>(device)},
                       reinterpret_cast<void*>(address),
                       type,
                       to_dims(shape.ptr(), "shape"),
                       {},
                       readonly};
  check_lengths(memory.shape, type);
  memory.strides = strides.is_none() ? c_strides(memory.shape, itemsize(type))
                                     : to_dims(strides.ptr(), "strides");
  TENORITE_CHECK(memory.strides.size() == memory.shape.size(), ValueError,
                 "strides has %d items, and shape %d", memory.strides.size(),
                 memory.shape.size());
  check_reach(memory);
  check_device_memory(memory);
  const StreamId current = current_stream(memory.device);
  if (stream) cuda_runtime().order_after(memory.device, stream, current);
  return array_on_foreign(memory, owner.ptr(), current);
}

}  // namespace

TENORITE_BINDINGS(exchange, m) {
  py::module_ exchange = m.def_submodule("exchange");
  exchange.def("from_dlpack", [](const py::object& x, const py::object& device,
                                 const py::object& copy) {
    PyObject* made = from_dlpack(x.ptr(), device.ptr(), copy.ptr());
    if (!made) throw py::error_already_set();
    return py::reinterpret_steal<py::object>(made);
  });
  // Of Python's own functions, which are called in less time.
  exchange.attr("cuda_array_interface") =
      py::reinterpret_steal<py::object>(PyCFunction_New(&g_interface, nullptr));
  exchange.def("array_on_cuda_memory", array_on_cuda_memory);
}

}  // namespace tenorite::python
