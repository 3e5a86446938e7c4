// SPDX-License-Identifier: Apache-2.0
#include <new>

#include "collectives/job.h"
#include "core/interrupt.h"
#include "jit/compile/compile.h"
#include "python/src/array/object.h"
#include "python/src/array/refusals.h"

namespace tenorite::python {
namespace {

PyObject* g_axis_error;
PyObject* g_linalg_error;
PyObject* g_out_of_memory;
PyObject* g_cuda_error;
PyObject* g_device_lost;
PyObject* g_communicator_error;

PyObject* attribute(const char* module, const char* name) {
  Ref m = checked(PyImport_ImportModule(module));
  return checked(PyObject_GetAttrString(m.get(), name)).release();
}

PyObject* add_exception(PyObject* module, const char* name, const char* doc,
                        PyObject* base) {
  std::string qualified = std::string("tenorite.") + name;
  Ref type =
      checked(PyErr_NewExceptionWithDoc(qualified.c_str(), doc, base, nullptr));
  check_python(PyModule_AddObjectRef(module, name, type.get()) == 0);
  return type.release();
}

// Text that may not be UTF-8, as compilers quote what they were given.
PyObject* to_text(const std::string& bytes) {
  return PyUnicode_DecodeUTF8(bytes.data(),
                              static_cast<Py_ssize_t>(bytes.size()), "replace");
}

void set_compile_error(const jit::CompileError& e) try {
  Ref keywords = checked(PyDict_New());
  auto put = [&](const char* name, PyObject* value) {
    Ref owned = checked(value);
    check_python(PyDict_SetItemString(keywords.get(), name, owned.get()) == 0);
  };
  put("name", to_text(e.kernel));
  put("target", to_text(e.target));
  put("compiler", to_text(e.compiler));
  put("source", to_text(e.source));
  put("command", to_text(e.command));
  put("log", to_text(e.log));
  put("file", e.file.empty() ? Py_NewRef(Py_None) : to_text(e.file));
  put("line", PyLong_FromLong(e.line));
  put("column", PyLong_FromLong(e.column));
  Ref options = checked(PyList_New(0));
  for (const std::string& option : e.options) {
    Ref text = checked(to_text(option));
    check_python(PyList_Append(options.get(), text.get()) == 0);
  }
  put("options", options.release());
  Ref message = checked(to_text(e.what()));
  put("message", message.release());
  PyObject* type = package_function("CompileError");
  Ref none = checked(PyTuple_New(0));
  Ref error = checked(PyObject_Call(type, none.get(), keywords.get()));
  PyErr_SetObject(type, error.get());
} catch (const PythonError&) {
}

void set_axis_error(const AxisError& e) {
  const char* name = e.name.empty() ? nullptr : e.name.c_str();
  Ref arguments(
      Py_BuildValue("(Liz)", static_cast<long long>(e.axis), e.ndim, name));
  if (arguments) PyErr_SetObject(g_axis_error, arguments.get());
}

}  // namespace

void init_errors(PyObject* module) {
  g_axis_error = attribute("numpy.exceptions", "AxisError");
  g_linalg_error = attribute("numpy.linalg", "LinAlgError");
  g_out_of_memory = add_exception(
      module, "OutOfMemoryError",
      "The device (or the limit set on its pool) has no memory left.\n\n"
      ">>> try:\n"
      "...     x = np.empty(1 << 60, np.uint8)\n"
      "... except np.OutOfMemoryError:\n"
      "...     print('too large')\n"
      "too large\n",
      PyExc_MemoryError);
  g_cuda_error =
      add_exception(module, "CudaError",
                    "A CUDA call failed; `code` is CUDA's number.\n\n"
                    ">>> issubclass(np.CudaError, RuntimeError)\n"
                    "True\n",
                    PyExc_RuntimeError);
  g_device_lost = add_exception(
      module, "DeviceLostError",
      "An unrecoverable CUDA error happened; only the CPU device works on.\n\n"
      ">>> issubclass(np.DeviceLostError, np.CudaError)\n"
      "True\n",
      g_cuda_error);
  g_communicator_error = add_exception(
      module, "CommunicatorError",
      "A rank has failed, is stuck or has left: every other one gets this.\n\n"
      "Communicators of the job are of no use any more.\n\n"
      ">>> issubclass(np.distributed.CommunicatorError, RuntimeError)\n"
      "True\n",
      PyExc_RuntimeError);
}

void set_python_error() noexcept {
  auto set = [](PyObject* type, const std::exception& e) {
    PyErr_SetString(type, e.what());
  };
  try {
    throw;
  } catch (const PythonError&) {
  } catch (const Interrupted&) {
    // The signal handler's exception is set already.
    if (!PyErr_Occurred()) PyErr_SetNone(PyExc_KeyboardInterrupt);
  } catch (const AxisError& e) {
    set_axis_error(e);
  } catch (const LinAlgError& e) {
    set(g_linalg_error, e);
  } catch (const ValueError& e) {
    set(PyExc_ValueError, e);
  } catch (const HasOwnOperations& e) {
    set(package_function("_HasOwnOperations"), e);
  } catch (const UnsupportedDtype& e) {
    set(package_function("_UnsupportedDtype"), e);
  } catch (const MixedOperands& e) {
    set(package_function("_MixedOperands"), e);
  } catch (const TypeError& e) {
    set(PyExc_TypeError, e);
  } catch (const BufferError& e) {
    set(PyExc_BufferError, e);
  } catch (const IndexError& e) {
    set(PyExc_IndexError, e);
  } catch (const OverflowError& e) {
    set(PyExc_OverflowError, e);
  } catch (const NotImplementedError& e) {
    set(package_function("_UnsupportedOperation"), e);
  } catch (const OutOfMemoryError& e) {
    set(g_out_of_memory, e);
  } catch (const DeviceLostError& e) {
    set(g_device_lost, e);
  } catch (const CudaError& e) {
    set(g_cuda_error, e);
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    Ref code(PyLong_FromLong(e.code));
    for (const char* name : {"code", "status"})  // CuPy's is the second
      if (code && value) PyObject_SetAttrString(value, name, code.get());
    PyErr_Restore(type, value, trace);
  } catch (const collectives::CommunicatorError& e) {
    set(g_communicator_error, e);
  } catch (const jit::CompileError& e) {
    set_compile_error(e);
  } catch (const jit::CompilerNotFound& e) {
    set(package_function("CompilerNotFound"), e);
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& e) {
    set(PyExc_RuntimeError, e);
  } catch (...) {
    PyErr_SetString(PyExc_RuntimeError,
                    "something that is no std::exception was thrown in C++");
  }
}

}  // namespace tenorite::python
