// SPDX-License-Identifier: Apache-2.0
// What linear algebra asks of a device. A device registers its table; nothing
// above knows which library or kernel does the work.
#pragma once

#include <string>
#include <vector>

#include "core/device.h"
#include "core/dims.h"
#include "core/dtype.h"

namespace tenorite::linalg {

enum class Transpose : uint8_t { kNo, kYes, kConjugate };

// A matrix as BLAS sees it: rows of `ld` elements in C order, or the
// (conjugate) transpose of what is stored that way.
struct GemmOperand {
  const char* data;
  int64_t ld;
  Transpose transpose;
};

// c[m, n] = a[m, k] @ b[k, n] for each index of the batch. Every extent is at
// least 1, all data is of `dtype` and aligned to its itemsize, ld is at least
// the stored row length, c overlaps neither input. Strides are in elements;
// those of the batch may be 0 (broadcast, not in c) or negative. Only `a` may
// be conjugated, and then m is 1.
struct GemmPlan {
  DType dtype;
  int64_t m, n, k;
  GemmOperand a, b;
  char* c;
  int64_t ldc;
  // Batch axes, outermost first, none of length one, neighbours merged.
  int batch_ndim;
  int64_t batch;
  int64_t batch_shape[kMaxDims];
  int64_t batch_a[kMaxDims];
  int64_t batch_b[kMaxDims];
  int64_t batch_c[kMaxDims];
  Device device;
  StreamId stream;
};

// A null entry means that the device does not have the operation.
struct Provider {
  void (*gemm)(const GemmPlan&);
  // One line on the library in use, for show_config().
  std::string (*description)();
};

void register_provider(DeviceType type, const Provider* provider);
const Provider& provider(Device device);

// Files to try for a device's BLAS before the loader's own search. Read once,
// at the first product.
void set_blas_paths(DeviceType type, std::vector<std::string> paths);
std::vector<std::string> blas_paths(DeviceType type);

// Opens the library; "none" for a device type that this build lacks.
std::string blas_description(DeviceType type);

}  // namespace tenorite::linalg
