// SPDX-License-Identifier: Apache-2.0
// The ways of calling a raw kernel, and its launch.
#include <algorithm>
#include <vector>

#include "core/spans.h"
#include "core/stream.h"
#include "python/src/kernels/kernel_arguments.h"
#include "python/src/kernels/raw_kernels.h"

namespace tenorite::python {
namespace {

using jit::LaunchShape;

// Keywords of all calling styles.
struct Keywords {
  PyObject *grid = nullptr, *block = nullptr, *args = nullptr;
  PyObject *shared_mem = nullptr, *shared = nullptr, *stream = nullptr;

  void read(PyObject* const* values, PyObject* names) {
    const Py_ssize_t n = names ? PyTuple_GET_SIZE(names) : 0;
    for (Py_ssize_t i = 0; i < n; ++i) {
      PyObject* name = PyTuple_GET_ITEM(names, i);
      PyObject** place = find(name);
      if (place == nullptr) {
        const char* text = PyUnicode_AsUTF8(name);
        throw TypeError(
            format("a kernel got an unexpected keyword argument "
                   "'%s'",
                   text ? text : "?"));
      }
      *place = values[i];
    }
  }

 private:
  PyObject** find(PyObject* name) {
    const std::pair<const char*, PyObject**> all[] = {
        {"grid", &grid},     {"block", &block},
        {"args", &args},     {"shared_mem", &shared_mem},
        {"shared", &shared}, {"stream", &stream}};
    for (const auto& [text, place] : all)
      if (PyUnicode_CompareWithASCIIString(name, text) == 0) return place;
    return nullptr;
  }
};

// CuPy's k(grid, block, args, *, shared_mem=0, stream=None).
void call_as_cupy(jit::RawKernel& kernel, PyObject* const* given, size_t n,
                  Keywords k) {
  PyObject** places[] = {&k.grid, &k.block, &k.args};
  const char* const names[] = {"grid", "block", "args"};
  TENORITE_CHECK(n <= 3, TypeError,
                 "kernel '%s' takes (grid, block, args), and %zu positional "
                 "arguments were given; as in PyCUDA, the kernel's own "
                 "arguments go before block=",
                 kernel.name().c_str(), n);
  for (size_t i = 0; i < 3; ++i) {
    TENORITE_CHECK(i >= n || *places[i] == nullptr, TypeError,
                   "kernel '%s' got two values for '%s'", kernel.name().c_str(),
                   names[i]);
    if (i < n) *places[i] = given[i];
    TENORITE_CHECK(*places[i] != nullptr, TypeError,
                   "kernel '%s' takes (grid, block, args), and '%s' is missing",
                   kernel.name().c_str(), names[i]);
  }
  TENORITE_CHECK(k.shared == nullptr, TypeError,
                 "kernel '%s': shared= belongs to the call with block=; use "
                 "shared_mem=",
                 kernel.name().c_str());
  LaunchShape shape;
  read_extent(k.grid, kernel.name(), "grid", shape.grid);
  read_extent(k.block, kernel.name(), "block", shape.block);
  shape.shared_bytes = read_shared(k.shared_mem, kernel.name());
  TENORITE_CHECK(PyTuple_Check(k.args) || PyList_Check(k.args), TypeError,
                 "kernel '%s': args must be a tuple, not %s",
                 kernel.name().c_str(), Py_TYPE(k.args)->tp_name);
  // A list may be changed while the call runs.
  Ref keep;
  if (PyList_Check(k.args)) {
    keep = checked(PyList_AsTuple(k.args));
    k.args = keep.get();
  }
  launch_kernel(kernel, shape, k.stream,
                reinterpret_cast<PyTupleObject*>(k.args)->ob_item,
                static_cast<size_t>(PyTuple_GET_SIZE(k.args)));
}

// PyCUDA's k(*args, block=, grid=(1, 1), shared=0, stream=None).
void call_as_pycuda(jit::RawKernel& kernel, PyObject* const* given, size_t n,
                    const Keywords& k) {
  LaunchShape shape;
  read_extent(k.block, kernel.name(), "block", shape.block);
  if (k.grid) read_extent(k.grid, kernel.name(), "grid", shape.grid);
  TENORITE_CHECK(
      !k.shared || !k.shared_mem, TypeError,
      "kernel '%s' got both shared= and shared_mem=", kernel.name().c_str());
  shape.shared_bytes =
      read_shared(k.shared ? k.shared : k.shared_mem, kernel.name());
  launch_kernel(kernel, shape, k.stream, given, n);
}

// A cooperative launch of a one-dimensional grid that the device cannot run at
// once becomes the largest that it can, as in CuPy.
void fit_cooperative(const jit::RawKernel& kernel, jit::Function& function,
                     LaunchShape* shape) {
  shape->cooperative = true;
  if (shape->grid[1] != 1 || shape->grid[2] != 1) return;
  const int64_t most = function.max_cooperative_blocks(*shape);
  if (most < 1 || shape->grid[0] <= most) return;
  const std::string text = format(
      "kernel '%s': a cooperative launch of %u blocks is asked for, and the "
      "device can run %lld at once: so many are launched",
      kernel.name().c_str(), shape->grid[0], static_cast<long long>(most));
  check_python(PyErr_WarnEx(PyExc_UserWarning, text.c_str(), 2) == 0);
  shape->grid[0] = static_cast<unsigned>(most);
}

}  // namespace

void read_extent(PyObject* o, const std::string& kernel, const char* what,
                 unsigned* extent) {
  auto read = [&](PyObject* item, unsigned* to) {
    const int64_t value = to_int64(item);
    TENORITE_CHECK(value >= 0 && value <= UINT32_MAX, ValueError,
                   "kernel '%s': %s cannot have an extent of %lld",
                   kernel.c_str(), what, static_cast<long long>(value));
    *to = static_cast<unsigned>(value);
  };
  extent[0] = extent[1] = extent[2] = 1;
  if (PyTuple_Check(o) || PyList_Check(o)) {
    const Py_ssize_t n = PySequence_Fast_GET_SIZE(o);
    TENORITE_CHECK(n >= 1 && n <= 3, ValueError,
                   "kernel '%s': %s has %zd extents, and can have 1 to 3",
                   kernel.c_str(), what, n);
    for (Py_ssize_t i = 0; i < n && i < PySequence_Fast_GET_SIZE(o); ++i)
      read(PySequence_Fast_GET_ITEM(o, i), extent + i);
  } else {
    TENORITE_CHECK(PyIndex_Check(o), TypeError,
                   "kernel '%s': %s must be an int or a tuple of ints, not %s",
                   kernel.c_str(), what, Py_TYPE(o)->tp_name);
    read(o, extent);
  }
}

unsigned read_shared(PyObject* o, const std::string& kernel) {
  if (o == nullptr || o == Py_None) return 0;
  const int64_t bytes = to_int64(o);
  TENORITE_CHECK(bytes >= 0 && bytes <= INT32_MAX, ValueError,
                 "kernel '%s': %lld bytes of dynamic shared memory are asked "
                 "for",
                 kernel.c_str(), static_cast<long long>(bytes));
  return static_cast<unsigned>(bytes);
}

void call_kernel(jit::RawKernel& kernel, PyObject* const* args, size_t n,
                 PyObject* names) {
  Keywords keywords;
  keywords.read(args + n, names);
  if (keywords.block && !keywords.args)
    call_as_pycuda(kernel, args, n, keywords);
  else
    call_as_cupy(kernel, args, n, keywords);
}

void launch_kernel(jit::RawKernel& kernel, LaunchShape shape, PyObject* stream,
                   PyObject* const* objects, size_t n) {
  KernelArguments arguments(kernel, objects, n);
  const Device device = arguments.device();
  const UsedStream scope(stream, device);
  const jit::LoadedKernel* loaded = kernel.find(device);
  if (loaded == nullptr) {
    Unlocked unlocked(true);
    loaded = &kernel.on(device);
  }
  arguments.pack(*loaded);
  if (kernel.cooperative()) fit_cooperative(kernel, *loaded->function, &shape);
  const StreamId queue = current_stream(device);
  arguments.use(queue);
  std::vector<LaunchShape::Array> arrays;
  if (loaded->function->wants_arrays()) {
    arrays = arguments.arrays();
    shape.arrays = arrays.data();
    shape.num_arrays = arrays.size();
    const jit::Signature& parameters = loaded->signature;
    shape.others = static_cast<size_t>(std::count_if(
                       parameters.begin(), parameters.end(), [](const auto& p) {
                         return p.is_pointer != 0;
                       })) != arrays.size();
  }
  {
    const spans::Scope scope("kernel", kernel.name().c_str(), device, queue);
    Unlocked unlocked(true);
    loaded->function->launch(shape, queue, arguments.values());
  }
  arguments.finish();
}

}  // namespace tenorite::python
