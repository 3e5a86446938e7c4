// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

namespace tenorite::python {

// One per topic, each in the file of its name.
void init_cuda(pybind11::module_& m);
void init_memory(pybind11::module_& m);
void init_linalg(pybind11::module_& m);
void init_decompositions(pybind11::module_& m);
void init_fft(pybind11::module_& m);
void init_sorting(pybind11::module_& m);
void init_row_sorts();
void init_random(pybind11::module_& m);
void init_raw_code(pybind11::module_& m);
void init_compile(pybind11::module_& m);
void init_loop_text(pybind11::module_& m);
void init_recording(pybind11::module_& m);
void init_warnings(pybind11::module_& m);

}  // namespace tenorite::python
