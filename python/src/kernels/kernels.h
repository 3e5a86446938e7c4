// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "python/src/array/object.h"

namespace tenorite::python {

bool init_elementwise_kernel_type(PyObject* module);
bool init_reduction_kernel_type(PyObject* module);

}  // namespace tenorite::python
