// SPDX-License-Identifier: Apache-2.0
// Small kernels around the libraries' routines for stacks of matrices.
#pragma once

#include "core/ndarray.h"
#include "ops/api/linalg_errors.h"

namespace tenorite::linalg::cuda {

// pointers[i] = base + i * step bytes.
void fill_pointers(void** pointers, char* base, int64_t step, int64_t count,
                   Device device, StreamId stream);

// Leaves `bit` in the error word if one of `count` routines reports a failure,
// or if one of the floats, doubles or their pairs of a dense array is NaN.
void note_failures(const int* info, int64_t count, LinalgErrorBit bit,
                   Device device, StreamId stream);
void note_nans(const ndarray& a, LinalgErrorBit bit, StreamId stream);

// Sets one half of the square matrices of an array in C order to 0.
void clear_half(const ndarray& a, bool upper, StreamId stream);

// Sign and logarithm of determinants from LU factors, which are dense. The
// pivots are of 32 or 64 bits; a matrix whose info is not 0 is singular.
void determinants(const ndarray& lu, const void* pivots, int pivot_bytes,
                  const int* info, const ndarray& sign,
                  const ndarray& logarithm, StreamId stream);

// The first columns of Q = H_0 H_1 ... from Householder's reflectors, which
// dense column-major matrices of at most kReflectorRows rows have below their
// diagonals. H_j = I - tau[j] v v^H, for each of the reflectors that tau has.
inline constexpr int64_t kReflectorRows = 256;
void form_small_q(const ndarray& reflectors, const ndarray& tau,
                  const ndarray& q, StreamId stream);

}  // namespace tenorite::linalg::cuda
