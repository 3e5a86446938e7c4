// SPDX-License-Identifier: Apache-2.0
//
// The driver's calls for tenorite.cuda.driver: tenorite._core.cuda_driver.
#include "core/cuda_driver.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <array>
#include <string>

#include "core/cuda_part.h"
#include "core/error.h"
#include "core/stream.h"
#include "python/src/array/init.h"
#include "python/src/bindings/cuda_arguments.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

using Unlocked = py::call_guard<py::gil_scoped_release>;

void bind_contexts(py::module_& m) {
  m.def("check_status", [](int status, bool of_driver) {
    if (status == 0) return;
    open_cuda_part();
    const CudaDriver* driver =
        of_driver ? &cuda_driver() : cuda_driver_or_null();
    TENORITE_CHECK(driver, RuntimeError, "code %d of CUDA", status);
    driver->check_status(status, of_driver);
  });
  m.def("current_context", [] { return cuda_driver().current_context(); });
  m.def("set_context",
        [](uintptr_t context) { cuda_driver().set_context(context); });
  m.def(
      "make_context",
      [](int index) { return cuda_driver().make_context(cuda_device(index)); },
      Unlocked());
  m.def(
      "free_context",
      [](uintptr_t context) { cuda_driver().free_context(context); },
      Unlocked());
  m.def("context_device", [] { return cuda_driver().context_device(); });
  m.def("stream_context", [](int index, StreamId stream) {
    return cuda_driver().stream_context(cuda_device(index), stream);
  });
}

void bind_linking(py::module_& m) {
  m.def(
      "make_link",
      [](int index) { return cuda_driver().make_link(cuda_device(index)); },
      Unlocked());
  m.def("link_data", [](int index, uintptr_t link, int type,
                        const py::bytes& data, const std::string& name) {
    const std::string copy(data);
    py::gil_scoped_release release;
    cuda_driver().link_data(cuda_device(index), link, type, copy, name);
  });
  m.def("complete_link", [](int index, uintptr_t link) {
    return py::bytes([&] {
      py::gil_scoped_release release;
      return cuda_driver().complete_link(cuda_device(index), link);
    }());
  });
  m.def("free_link", [](uintptr_t link) { cuda_driver().free_link(link); });
}

void bind_modules(py::module_& m) {
  m.def("load_image", [](int index, const py::bytes& image) {
    const std::string copy(image);
    py::gil_scoped_release release;
    return cuda_driver().load_image(cuda_device(index), copy);
  });
  m.def(
      "unload",
      [](int index, uintptr_t module) {
        cuda_driver().unload(cuda_device(index), module);
      },
      Unlocked());
  m.def(
      "get_function",
      [](int index, uintptr_t module, const std::string& name) {
        return cuda_driver().get_function(cuda_device(index), module, name);
      },
      Unlocked());
  m.def(
      "get_global",
      [](int index, uintptr_t module, const std::string& name) {
        return cuda_driver().get_global(cuda_device(index), module, name);
      },
      Unlocked());
}

void bind_functions(py::module_& m) {
  m.def(
      "launch",
      [](int index, uintptr_t function, const std::array<unsigned, 6>& shape,
         unsigned shared_bytes, StreamId stream, uintptr_t parameters,
         uintptr_t extra, bool cooperative) {
        cuda_driver().launch(cuda_device(index), function, shape, shared_bytes,
                             stream, parameters, extra, cooperative);
      },
      Unlocked());
  m.def("function_attribute", [](int index, uintptr_t function, int which) {
    return cuda_driver().function_attribute(cuda_device(index), function,
                                            which);
  });
  m.def("set_function_attribute",
        [](int index, uintptr_t function, int which, int value) {
          cuda_driver().set_function_attribute(cuda_device(index), function,
                                               which, value);
        });
  m.def("active_blocks",
        [](int index, uintptr_t function, int block, size_t shared_bytes) {
          return cuda_driver().active_blocks(cuda_device(index), function,
                                             block, shared_bytes);
        });
  m.def("block_size",
        [](int index, uintptr_t function, size_t shared_bytes, int limit) {
          return cuda_driver().block_size(cuda_device(index), function,
                                          shared_bytes, limit);
        });
}

}  // namespace

TENORITE_BINDINGS(cuda_driver, m) {
  py::module_ driver = m.def_submodule("cuda_driver");
  bind_contexts(driver);
  bind_linking(driver);
  bind_modules(driver);
  bind_functions(driver);
}

}  // namespace tenorite::python
