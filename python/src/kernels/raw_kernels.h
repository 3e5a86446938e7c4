// SPDX-License-Identifier: Apache-2.0
// tenorite.RawKernel, its bound form k[grid, block], and the code behind both.
#pragma once

#include <memory>
#include <string>

#include "jit/raw/raw_module.h"
#include "python/src/array/object.h"

namespace tenorite::python {

// A grid or block: an int or a sequence of up to three.
void read_extent(PyObject* o, const std::string& kernel, const char* what,
                 unsigned* extent);
// Bytes of dynamic shared memory; null and None are 0.
unsigned read_shared(PyObject* o, const std::string& kernel);

// Each runs the kernel on the device of its arrays, and throws.
void launch_kernel(jit::RawKernel& kernel, jit::LaunchShape shape,
                   PyObject* stream, PyObject* const* arguments, size_t n);
// k(grid, block, args, ...) or k(*args, block=, ...), as vectorcall has it.
void call_kernel(jit::RawKernel& kernel, PyObject* const* args, size_t n,
                 PyObject* names);

// A new RawKernel object; `module` is the tenorite.RawModule it came from, or
// null.
PyObject* make_kernel(std::shared_ptr<jit::RawModule> code,
                      const std::string& name, bool cooperative,
                      PyObject* module);

// From the arguments of RawKernel and RawModule; TypeError, ValueError.
jit::RawSource raw_source(const std::string& label, std::string code,
                          PyObject* options, const std::string& backend);

bool init_raw_kernel_type(PyObject* module);

}  // namespace tenorite::python
