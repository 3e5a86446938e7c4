// SPDX-License-Identifier: Apache-2.0
// Raw CUDA C++ as the compilers of both kinds of device are given it. Lines
// and, nearly everywhere, columns stay where they were.
#pragma once

#include <string>
#include <vector>

#include "jit/compile/compile.h"

namespace tenorite::jit {

// Adds what bare NVRTC lacks (fixed-width integers, M_PI, std::max, ...) and
// takes standard headers away, which it does not have.
KernelSource raw_cuda_source(const KernelSource& source);

// The same program for the host's compiler, with a table of entries to its
// kernels: those that the text defines and those of `names`, which may be
// expressions such as "scale<float>" or, for variables, "&counter".
// Module::function finds them by these names. `checked` is debug mode.
KernelSource raw_host_source(const KernelSource& source,
                             const std::vector<std::string>& names,
                             bool checked);

}  // namespace tenorite::jit
