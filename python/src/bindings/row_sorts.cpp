// SPDX-License-Identifier: Apache-2.0
// NumPy's sorts of numbers, which the CPU device uses for its rows.
#include "ops/plan/row_sorts.h"

#include "python/src/array/init.h"

#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#define NPY_TARGET_VERSION NPY_2_0_API_VERSION
#include <numpy/arrayobject.h>

namespace tenorite::python {

// What a version of NumPy does not have stays null: then the core sorts.
TENORITE_BINDINGS(row_sorts, m) {
  if (PyArray_ImportNumPyAPI() < 0) throw pybind11::error_already_set();
  for (const DType dtype : {DType::kInt32, DType::kUint32, DType::kInt64,
                            DType::kUint64, DType::kFloat32, DType::kFloat64}) {
    PyArray_Descr* descr = PyArray_DescrFromType(letter(dtype));
    if (!descr) throw pybind11::error_already_set();
    set_row_sort(dtype, PyDataType_GetArrFuncs(descr)->sort[NPY_QUICKSORT]);
    Py_DECREF(descr);
  }
}

}  // namespace tenorite::python
