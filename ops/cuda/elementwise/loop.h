// SPDX-License-Identifier: Apache-2.0
// Between the kernels of an elementwise loop and their launches.
#pragma once

#include <cstdint>

#include "ops/cuda/abi/fast_divisor.h"
#include "ops/cuda/abi/tuning.h"
#include "ops/table/op.h"

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

// Any layout within 2^31 bytes of `data` and 2^30 elements, of the loop's
// dtypes and aligned. Threads take vectors of consecutive elements of the last
// axis.
struct StridedArgs {
  char* data[kLoopOperands];
  ScalarBytes scalar[kMaxInputs];
  unsigned* error;
  int ndim;
  uint32_t vectors;  // of all rows
  FastDivisor vectors_per_row;
  bool shifted;  // vectors start where those of the first output are aligned
  FastDivisor shape[kMaxAxes];
  int32_t strides[kLoopOperands][kMaxAxes];
  unsigned scalars;
  bool masked;
  // Neighbouring threads take neighbouring elements, not whole vectors.
  bool scattered;
  // Blocks take tiles of the last two axes. Staged operands have their short
  // stride on the first of the two and go through shared memory.
  bool tiled;
  unsigned staged;
  FastDivisor tiles_x, tiles_y;
};

// How a converting kernel makes the loop's value of an input, which is no wider
// than the loop's type unless all elements are taken one by one.
enum class Source : unsigned char {
  kSame,
  kScalar,
  kSigned,    // integers
  kUnsigned,  // integers and bool
  kHalf,
  kFloat,
  kDouble,
  kComplex,  // complex64
};

// Any layout as above, any dtypes, any alignment.
struct ConvertingArgs {
  char* data[kLoopOperands];
  ScalarBytes scalar[kMaxInputs];
  unsigned* error;
  int ndim;
  uint32_t size;
  FastDivisor shape[kMaxAxes];
  int32_t strides[kLoopOperands][kMaxAxes];
  char letter[kLoopOperands];  // the dtype in memory
  Source source[kMaxInputs];
  unsigned char bytes[kMaxInputs];  // of an element in memory; 0 of a scalar
  unsigned halved;  // outputs whose dtype is half as wide as the loop's
  // Some operand is misaligned, or converts in another way than these.
  bool one_by_one;
  bool masked;
  // Blocks take patches of the last two axes, a warp's width along the last,
  // so that sectors are used whole by whichever operand has its neighbours
  // along the other.
  bool patched;
  FastDivisor patches_x, patches_y;
};

// Elements between two columns of a tile in shared memory: an odd number of
// words, so that neither rows nor columns meet in one bank.
constexpr int tile_pitch(int tile_y, int itemsize) {
  return tile_y + (itemsize < 4 ? 4 / itemsize : 1);
}

// The kernels of one loop.
struct ContiguousLoop {
  void (*kernel)(ContiguousArgs);
  ContiguousTuning tuning;
};
struct StridedLoop {
  void (*kernel)(StridedArgs);
  StridedTuning tuning;
};
struct ConvertingLoop {
  void (*kernel)(ConvertingArgs);
  int elements;  // per thread
};
struct CudaLoop {
  ContiguousLoop contiguous;  // no kernel where the functor is long
  StridedLoop strided;  // no kernel where the functor takes most of the time
  ConvertingLoop converting;
  bool swapped = false;  // the two inputs change places
};

// Indexed like info(op).loops; null when the operation is not built.
const CudaLoop* loops_of(Op op);
void register_loops(Op op, const CudaLoop* loops);

}  // namespace tenorite::cuda
