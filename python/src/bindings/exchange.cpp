// SPDX-License-Identifier: Apache-2.0
//
// Memory that goes to other libraries and comes from them, for the protocols in
// tenorite._array: tenorite._core.exchange.
#include "core/cuda_runtime.h"
#include "core/stream.h"
#include "python/src/array/caster.h"
#include "python/src/array/dlpack.h"
#include "python/src/array/init.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

// The stream after whose work a GPU array's values are there; None when they
// are there already.
py::object writer_stream(const ndarray& a) {
  const Device device = a.device();
  const StreamId stream = current_stream(device);
  a.storage()->use(stream);
  if (cuda_runtime().stream_done(device, stream)) return py::none();
  return py::int_(current_stream_handle(device));
}

// NumPy's text of a dtype, such as "<f8".
py::handle typestr(DType dtype) {
  static PyObject* known[kNumDTypes];
  PyObject*& text = known[static_cast<int>(dtype)];
  if (!text)
    text =
        checked(PyObject_GetAttrString(dtype_object(dtype), "str")).release();
  return text;
}

// __cuda_array_interface__ of an array on a GPU, version 3.
py::dict cuda_array_interface(const ndarray& a, bool names_streams) {
  auto tuple = [](const Dims& dims) {
    return py::reinterpret_steal<py::object>(to_tuple(dims));
  };
  // From here on nothing is deferred, by any thread; what is pending is queued.
  a.storage()->expose();
  const auto address = reinterpret_cast<uintptr_t>(a.data());
  py::list items;
  items.append(py::make_tuple("", typestr(a.dtype())));
  py::dict layout;
  layout["version"] = 3;
  layout["shape"] = tuple(a.shape());
  layout["typestr"] = typestr(a.dtype());
  layout["descr"] = items;
  layout["strides"] =
      a.is_c_contiguous() ? py::object(py::none()) : tuple(a.strides());
  layout["data"] = py::make_tuple(a.size() ? address : 0, !a.writeable());
  layout["stream"] = names_streams ? writer_stream(a) : py::none();
  return layout;
}

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
  exchange.def("cuda_array_interface", cuda_array_interface);
  exchange.def("array_on_cuda_memory", array_on_cuda_memory);
}

}  // namespace tenorite::python
