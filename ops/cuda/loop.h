// SPDX-License-Identifier: Apache-2.0
// Between the kernels of an elementwise loop and their launches.
#pragma once

#include <cstdint>

#include "ops/cuda/fast_divisor.h"
#include "ops/op.h"

namespace tenorite::cuda {

// Operands are listed as in ElementwisePlan: outputs, inputs, mask.
inline constexpr int kLoopOperands = kMaxOutputs + kMaxInputs + 1;
// More axes are launched one by one.
inline constexpr int kMaxAxes = 12;

struct alignas(16) ScalarBytes {
  unsigned char bytes[16];
};

// All operands have unit stride or are one element. Bits are per operand.
struct ContiguousArgs {
  char* data[kMaxOutputs + kMaxInputs];
  ScalarBytes scalar[kMaxInputs];  // of the loop's types
  int64_t n;
  int64_t shift;     // elements by which vectors start before the data
  unsigned scalars;  // taken from `scalar`
  unsigned singles;  // one element in memory
  unsigned aligned;  // vectors are aligned after the shift
  unsigned* error;
};

// Any layout within 2^31 bytes of `data` and 2^30 elements.
struct StridedArgs {
  char* data[kLoopOperands];
  ScalarBytes scalar[kMaxInputs];
  unsigned* error;
  int ndim;
  uint32_t n;
  FastDivisor shape[kMaxAxes];
  int32_t strides[kLoopOperands][kMaxAxes];
  char letter[kLoopOperands];  // the dtype in memory
  unsigned scalars;
  unsigned converted;  // the dtype in memory is another, or is misaligned
  bool masked;
  // Blocks take tiles of the last two axes. Staged operands have their short
  // stride on the first of the two and go through shared memory.
  bool tiled;
  unsigned staged;
  FastDivisor tiles_x, tiles_y;
};

// The kernels of one loop.
struct CudaLoop {
  void (*contiguous)(ContiguousArgs);
  void (*strided)(StridedArgs);
  int vector;  // of ContiguousTuning
  int unroll;
};

// Indexed like info(op).loops; null when the operation is not built.
const CudaLoop* loops_of(Op op);
void register_loops(Op op, const CudaLoop* loops);

}  // namespace tenorite::cuda
