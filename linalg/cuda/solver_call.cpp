// SPDX-License-Identifier: Apache-2.0
#include "linalg/cuda/solver_call.h"

#include "core/storage.h"
#include "ops/api/ops.h"

namespace tenorite::linalg::cuda {
namespace {

int64_t batch_of(const ndarray& a) {
  int64_t n = 1;
  for (int i = 0; i < a.ndim() - 2; ++i) n *= a.shape(i);
  return n;
}

CublasType type_of(DType dtype, bool real) {
  bool is_double = Cusolver::index_of(dtype) % 2 == 1;
  if (kind(dtype) != 'c' || real)
    return is_double ? CublasType::kR64F : CublasType::kR32F;
  return is_double ? CublasType::kC64F : CublasType::kC32F;
}

}  // namespace

SolverCall::SolverCall(const ndarray& a)
    : device(a.device()),
      dtype(a.dtype()),
      stream(current_stream(a.device())),
      batch(batch_of(a)),
      type(type_of(dtype, false)),
      real_type(type_of(dtype, true)),
      library(cusolver()),
      typed(library.of(dtype)),
      guard_(device),
      handle(cusolver_handle(device, stream)),
      params(cusolver_params()),
      blas(cublas_handle(device, stream)) {}

void* SolverCall::allocate_bytes(size_t bytes) {
  if (bytes == 0) return nullptr;
  kept_.push_back(Storage::allocate(device, bytes, stream));
  return kept_.back()->data();
}

void** SolverCall::pointers(const ndarray& matrices) {
  void** p = allocate<void*>(batch);
  fill_pointers(p, matrices.data(), matrix_bytes(matrices), batch, device,
                stream);
  return p;
}

void SolverCall::raise_failures(LinalgErrorBit bit) {
  note_failures(info(), batch, bit, device, stream);
}

ndarray empty_columns(const Dims& shape, DType dtype, Device device) {
  int n = shape.size();
  Dims turned = shape;
  std::swap(turned[n - 1], turned[n - 2]);
  Dims strides = c_strides(turned, itemsize(dtype));
  std::swap(strides[n - 1], strides[n - 2]);
  return ndarray::empty(shape, dtype, device, strides);
}

ndarray to_columns(const ndarray& a) {
  ndarray copy = empty_columns(a.shape(), a.dtype(), a.device());
  ops::copy_into(copy, a);
  return copy;
}

int64_t matrix_bytes(const ndarray& a) {
  int n = a.ndim();
  return a.shape(n - 1) * a.shape(n - 2) * static_cast<int64_t>(a.itemsize());
}

}  // namespace tenorite::linalg::cuda
