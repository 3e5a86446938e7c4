// SPDX-License-Identifier: Apache-2.0
// tenorite.RawKernel, its bound form k[grid, block], and the code behind both.
#pragma once

#include <memory>

#include "ops/fusion/raw_module.h"
#include "python/src/object.h"

namespace tenorite::python {

// A grid or block: an int or a sequence of up to three.
void read_extent(PyObject* o, const std::string& kernel, const char* what,
                 unsigned* extent);

// Runs the kernel on the device of its arrays. Throws.
void launch_kernel(fusion::RawKernel& kernel, fusion::LaunchShape shape,
                   PyObject* stream, PyObject* const* arguments, size_t n);

// A new RawKernel object; `module` is the tenorite.RawModule it came from, and
// `translate` what its maker was told of cuComplex, to be told again.
PyObject* make_kernel(std::shared_ptr<fusion::RawModule> code,
                      const std::string& name, bool cooperative,
                      PyObject* module);

// From the arguments of RawKernel and RawModule; TypeError, ValueError.
fusion::RawSource raw_source(const std::string& label, std::string code,
                             PyObject* options, const std::string& backend);

bool init_raw_kernel_type(PyObject* module);

}  // namespace tenorite::python
