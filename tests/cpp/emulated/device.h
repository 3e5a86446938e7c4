// SPDX-License-Identifier: Apache-2.0
// The CPU device with the reductions and the groups of CUDA devices.
#pragma once

#include "ops/cuda/abi/error_record.h"

namespace tenorite::testing {

// From now on, in this process. Its kernels fold what the tests need: sums and
// variances of float32 and float64, maxima, minima and positions of float32,
// truths and counts of bool, sums of bool and int16.
void use_emulated_kernels();
// What kernels of groups have found wrong in user data.
cuda::ErrorRecord& errors_found();

// Of the device, which decides how reductions are shared out.
void set_multiprocessors(int count);

// Kernels of groups that have run so far.
int kernels_run();

}  // namespace tenorite::testing
