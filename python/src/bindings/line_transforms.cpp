// SPDX-License-Identifier: Apache-2.0
// NumPy's Fourier transforms, which the CPU device uses for its lines.
#include "ops/plan/line_transforms.h"

#include <algorithm>
#include <cstdlib>

#include "python/src/array/init.h"
#include "python/src/array/object.h"

#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#define NPY_TARGET_VERSION NPY_2_0_API_VERSION
#define NO_IMPORT_UFUNC
#include <numpy/ndarraytypes.h>
#include <numpy/ufuncobject.h>

namespace tenorite::python {
namespace {

// Lines of fewer bytes need no memory that could be lacking.
constexpr intptr_t kLongLine = 4 << 20;

// A loop of a ufunc.
struct Loop {
  PyUFuncGenericFunction function;
  void* data;
};
Loop g_loops[kNumLineKinds][2];

// Where memory is lacking, the loop leaves a Python error. Calls for long lines
// are made without the GIL.
void run(char** data, const intptr_t* lengths, const intptr_t* steps,
         const void* context) {
  const auto* loop = static_cast<const Loop*>(context);
  loop->function(data, lengths, steps, loop->data);
  const intptr_t longest = std::max(std::abs(lengths[1] * steps[3]),
                                    std::abs(lengths[2] * steps[4]));
  if (longest < kLongLine) return;
  const PyGILState_STATE state = PyGILState_Ensure();
  const bool failed = PyErr_Occurred() != nullptr;
  if (failed) PyErr_Clear();
  PyGILState_Release(state);
  if (failed) throw OutOfMemoryError("out of memory in a Fourier transform");
}

}  // namespace

// What a version of NumPy does not have stays away: then the device has no
// transforms, and NumPy's functions answer.
TENORITE_BINDINGS(line_transforms, m) {
  static constexpr const char* kNames[kNumLineKinds] = {
      "fft", "ifft", "rfft_n_even", "rfft_n_odd", "irfft"};
  const Ref module(PyImport_ImportModule("numpy.fft._pocketfft_umath"));
  if (!module) return PyErr_Clear();
  for (int kind = 0; kind < kNumLineKinds; ++kind) {
    const Ref found(PyObject_GetAttrString(module.get(), kNames[kind]));
    if (!found ||
        std::string_view(Py_TYPE(found.get())->tp_name) != "numpy.ufunc") {
      PyErr_Clear();
      continue;
    }
    const auto* ufunc = reinterpret_cast<PyUFuncObject*>(found.get());
    for (int i = 0; ufunc->nargs == 3 && i < ufunc->ntypes; ++i) {
      // The factor's dtype is the precision.
      const char factor = ufunc->types[3 * i + 1];
      if (factor != NPY_DOUBLE && factor != NPY_FLOAT) continue;
      const bool is_double = factor == NPY_DOUBLE;
      Loop& loop = g_loops[kind][is_double];
      // Modules stay, and so do their ufuncs' tables.
      loop = {ufunc->functions[i], ufunc->data ? ufunc->data[i] : nullptr};
      set_line_transform(static_cast<LineKind>(kind), is_double, {run, &loop});
    }
  }
}

}  // namespace tenorite::python
