// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/cuda/check.h"
#include "core/ndarray.h"
#include "core/stream.h"
#include "linalg/cuda/batch_kernels.h"
#include "linalg/cuda/cusolver.h"

namespace tenorite::linalg::cuda {

// What the routines of one call share: device, stream, handles, and memory
// that lives until the call ends.
class SolverCall {
 public:
  // For arrays like `a`: stacks of matrices.
  explicit SolverCall(const ndarray& a);

  const Device device;
  const DType dtype;
  const StreamId stream;
  const int64_t batch;
  const CublasType type;       // of matrices
  const CublasType real_type;  // of singular values and the like
  const Cusolver& library;
  const Cusolver::Typed& typed;

 private:
  tenorite::cuda::DeviceGuard guard_;

 public:
  const CusolverHandle handle;
  const CusolverParams params;
  const CublasHandle blas;

  // Uninitialised device memory.
  template <class T>
  T* allocate(int64_t count) {
    return static_cast<T*>(
        allocate_bytes(static_cast<size_t>(count) * sizeof(T)));
  }
  void* allocate_bytes(size_t bytes);
  // One for each matrix.
  int* info() { return info_ ? info_ : (info_ = allocate<int>(batch)); }
  void** pointers(const ndarray& matrices);
  // To be called after the routines that wrote info().
  void raise_failures(LinalgErrorBit bit);

 private:
  std::vector<StoragePtr> kept_;
  int* info_ = nullptr;
};

// A new dense array with the shape of `a` whose matrices are column-major, and
// the same with the items of `a`.
ndarray empty_columns(const Dims& shape, DType dtype, Device device);
ndarray to_columns(const ndarray& a);

// Bytes of one matrix of a dense stack.
int64_t matrix_bytes(const ndarray& a);

}  // namespace tenorite::linalg::cuda
