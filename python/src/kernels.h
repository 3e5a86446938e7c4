// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "python/src/object.h"

namespace tenorite::python {

bool init_kernel_types(PyObject* module);

}  // namespace tenorite::python
