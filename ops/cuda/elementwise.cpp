// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/cuda/check.h"
#include "core/cuda/stream_table.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/errors.h"
#include "ops/cuda/launch.h"
#include "ops/cuda/tuning.h"
#include "ops/registry.h"

namespace tenorite::cuda {
namespace {

// Constant-initialised, since families register while statics are made.
constinit const CudaLoop* g_loops[kNumOps] = {};

// Limits of a strided launch: byte offsets are 31 bits, and so are element
// numbers even of the last block's missing elements.
constexpr int64_t kMaxSpan = (int64_t{1} << 31) - 1;
constexpr int64_t kMaxElements = int64_t{1} << 30;
// Axes are cut where neither vectors nor tiles are.
constexpr int64_t kCutMultiple = 128;

int64_t size_of_item(const PlannedOperand& operand) {
  return static_cast<int64_t>(itemsize(operand.dtype));
}

template <class Args>
void launch(void (*kernel)(Args), uint32_t blocks, size_t shared, Args& args,
            cudaStream_t stream) {
  void* parameters[] = {&args};
  TENORITE_CUDA_TRY(cudaLaunchKernel(reinterpret_cast<const void*>(kernel),
                                     dim3(blocks), dim3(kThreads), parameters,
                                     shared, stream));
}

void set_scalar(ScalarBytes& to, const PlannedOperand& operand) {
  std::memcpy(to.bytes, operand.value.bytes, sizeof(to.bytes));
}

// One axis at most, along which every array operand has unit stride or stays.
bool is_contiguous(const ElementwisePlan& plan) {
  if (plan.masked || plan.ndim > 1) return false;
  for (int k = 0; k < plan.nout + plan.nin; ++k) {
    const PlannedOperand& operand = plan.operand[k];
    if (operand.scalar) continue;
    int64_t size = size_of_item(operand);
    if (reinterpret_cast<uintptr_t>(operand.data) % size != 0) return false;
    if (plan.ndim == 0) continue;
    int64_t stride = operand.strides[0];
    if (stride != size && (stride != 0 || k < plan.nout)) return false;
  }
  return true;
}

void launch_contiguous(const ElementwisePlan& plan, const CudaLoop& loop,
                       cudaStream_t stream) {
  ContiguousArgs args{};
  args.n = plan.size;
  args.error = error_word(plan.device);
  // Vectors start where those of the first output are aligned.
  auto first = reinterpret_cast<uintptr_t>(plan.out(0).data);
  int64_t size = size_of_item(plan.out(0));
  const ContiguousTuning& tuning = loop.contiguous.tuning;
  args.shift = static_cast<int64_t>(first / size % tuning.vector);
  for (int k = 0; k < plan.nout + plan.nin; ++k) {
    const PlannedOperand& operand = plan.operand[k];
    if (operand.scalar) {
      set_scalar(args.scalar[k - plan.nout], operand);
      args.scalars |= 1u << k;
      continue;
    }
    args.data[k] = operand.data;
    if (k >= plan.nout && plan.ndim == 1 && operand.strides[0] == 0)
      args.singles |= 1u << k;
    int64_t width = size_of_item(operand);
    int64_t start = static_cast<int64_t>(
        reinterpret_cast<uintptr_t>(operand.data) - args.shift * width);
    if (start % std::min<int64_t>(16, tuning.vector * width) == 0)
      args.aligned |= 1u << k;
  }
  int64_t per_block = int64_t{kThreads} * tuning.vector * tuning.unroll;
  launch(loop.contiguous.kernel,
         static_cast<uint32_t>((plan.size + args.shift - 1) / per_block + 1), 0,
         args, stream);
}

// The axes of a strided pass, which are cut up until a launch can take them.
struct Axes {
  int ndim;
  int operands;
  int64_t shape[kMaxDims];
  int64_t strides[kLoopOperands][kMaxDims];
  char* data[kLoopOperands];

  void move_axis(int from, int to) {
    auto move = [&](int64_t* list) {
      if (from < to)
        std::rotate(list + from, list + from + 1, list + to + 1);
      else
        std::rotate(list + to, list + from, list + from + 1);
    };
    move(shape);
    for (int k = 0; k < operands; ++k) move(strides[k]);
  }
  int64_t span(int k) const {
    int64_t bytes = 16;
    for (int d = 0; d < ndim; ++d)
      bytes += (shape[d] - 1) * std::llabs(strides[k][d]);
    return bytes;
  }
  int64_t size() const {
    int64_t n = 1;
    for (int d = 0; d < ndim; ++d) n *= shape[d];
    return n;
  }
  // The part of an axis from `begin` on, `count` long.
  Axes part(int axis, int64_t begin, int64_t count) const {
    Axes result = *this;
    result.shape[axis] = count;
    for (int k = 0; k < operands; ++k)
      result.data[k] += begin * strides[k][axis];
    return result;
  }
  void drop_first() {
    for (int k = 0; k < operands; ++k)
      std::copy(strides[k] + 1, strides[k] + ndim, strides[k]);
    std::copy(shape + 1, shape + ndim, shape);
    --ndim;
  }
};

// The axis along which an operand's elements lie closest together.
int closest_axis(const Axes& axes, int k) {
  int best = axes.ndim - 1;
  for (int d = axes.ndim - 2; d >= 0; --d) {
    int64_t stride = std::llabs(axes.strides[k][d]);
    int64_t least = std::llabs(axes.strides[k][best]);
    if (stride != 0 && (least == 0 || stride < least)) best = d;
  }
  return best;
}

// The axis that tiles need beside the last one; -1 when tiles gain nothing.
int tiled_axis(const Axes& axes, int nout, int nin) {
  int last = axes.ndim - 1;
  if (last < 1 || axes.shape[last] < kShortestTiledAxis) return -1;
  for (int k = nout; k < nout + nin; ++k) {
    if (std::llabs(axes.strides[k][last]) <= kTiledStrideBytes) continue;
    int axis = closest_axis(axes, k);
    if (axis != last && axes.shape[axis] >= kShortestTiledAxis &&
        std::llabs(axes.strides[k][axis]) <= kTiledStrideBytes)
      return axis;
  }
  return -1;
}

class StridedPass {
 public:
  StridedPass(const ElementwisePlan& plan, const CudaLoop& loop,
              cudaStream_t stream)
      : loop_(loop),
        stream_(stream),
        size_of_first_out_(size_of_item(plan.out(0))) {
    Axes axes;
    axes.ndim = plan.ndim;
    axes.operands = plan.nout + plan.nin + plan.masked;
    std::copy(plan.shape, plan.shape + plan.ndim, axes.shape);
    args_.error = error_word(plan.device);
    args_.masked = plan.masked;
    for (int k = 0; k < axes.operands; ++k) {
      const PlannedOperand& operand = plan.operand[k];
      axes.data[k] = operand.data;
      args_.letter[k] = letter(operand.dtype);
      if (operand.scalar) {
        set_scalar(args_.scalar[k - plan.nout], operand);
        args_.scalars |= 1u << k;
        std::fill(axes.strides[k], axes.strides[k] + plan.ndim, 0);
        continue;
      }
      std::copy(operand.strides, operand.strides + plan.ndim, axes.strides[k]);
      auto bits = reinterpret_cast<uintptr_t>(operand.data);
      for (int d = 0; d < plan.ndim; ++d)
        bits |= static_cast<uintptr_t>(operand.strides[d]);
      const bool aligned = bits % size_of_item(operand) == 0;
      if (operand.dtype == operand.loop_dtype && aligned) continue;
      args_.converted |= 1u << k;
      if (k < plan.nout || k == plan.nout + plan.nin || !aligned ||
          itemsize(operand.dtype) > itemsize(operand.loop_dtype))
        continue;
      args_.raw |= 1u << k;
      args_.raw_size[k] = static_cast<unsigned char>(size_of_item(operand));
    }
    if (axes.ndim == 0) {
      axes.ndim = 1;
      axes.shape[0] = 1;
      for (int k = 0; k < axes.operands; ++k) axes.strides[k][0] = 0;
    }
    axes.move_axis(closest_axis(axes, 0), axes.ndim - 1);
    choose_tiles(axes, plan);
    run(axes);
  }

 private:
  void choose_tiles(Axes& axes, const ElementwisePlan& plan) {
    int axis = tiled_axis(axes, plan.nout, plan.nin);
    if (axis < 0) return;
    int x = axes.ndim - 1, y = axes.ndim - 2;
    axes.move_axis(axis, y);
    args_.tiled = true;
    for (int k = plan.nout; k < plan.nout + plan.nin; ++k) {
      const PlannedOperand& operand = plan.operand[k];
      int64_t along_y = std::llabs(axes.strides[k][y]);
      if (operand.scalar || along_y == 0 ||
          along_y >= std::llabs(axes.strides[k][x]))
        continue;
      args_.staged |= 1u << k;
      size_t size = itemsize(operand.loop_dtype);
      int pitch = tile_pitch(tuning().tile_y, static_cast<int>(size));
      shared_ = std::max(shared_, tuning().tile_x * pitch * size);
    }
  }

  void run(const Axes& axes) {
    if (axes.ndim > kMaxAxes) {
      for (int64_t i = 0; i < axes.shape[0]; ++i) {
        Axes rest = axes.part(0, i, 1);
        rest.drop_first();
        run(rest);
      }
      return;
    }
    int axis = -1;
    if (axes.size() > kMaxElements)
      axis = static_cast<int>(
          std::max_element(axes.shape, axes.shape + axes.ndim) - axes.shape);
    for (int k = 0; k < axes.operands && axis < 0; ++k)
      if (axes.span(k) > kMaxSpan) axis = widest_axis(axes, k);
    if (axis < 0) return launch_one(axes);
    int64_t half = axes.shape[axis] / 2;
    if (half > kCutMultiple) half -= half % kCutMultiple;
    run(axes.part(axis, 0, half));
    run(axes.part(axis, half, axes.shape[axis] - half));
  }

  static int widest_axis(const Axes& axes, int k) {
    int best = 0;
    auto extent = [&](int d) {
      return (axes.shape[d] - 1) * std::llabs(axes.strides[k][d]);
    };
    for (int d = 1; d < axes.ndim; ++d)
      if (extent(d) > extent(best)) best = d;
    return best;
  }

  void launch_one(const Axes& axes) {
    const int last = axes.ndim - 1;
    args_.ndim = axes.ndim;
    for (int d = 0; d < axes.ndim; ++d) {
      args_.shape[d] = make_divisor(axes.shape[d]);
      for (int k = 0; k < axes.operands; ++k)
        args_.strides[k][d] = static_cast<int32_t>(axes.strides[k][d]);
    }
    std::copy(axes.data, axes.data + axes.operands, args_.data);
    const int64_t n = axes.size(), nx = axes.shape[last];
    int64_t blocks;
    if (args_.tiled) {
      int64_t ny = axes.shape[last - 1];
      int64_t tiles_x = (nx - 1) / tuning().tile_x + 1;
      int64_t tiles_y = (ny - 1) / tuning().tile_y + 1;
      args_.tiles_x = make_divisor(tiles_x);
      args_.tiles_y = make_divisor(tiles_y);
      args_.scattered = !tiles_in_vectors(axes);
      blocks = n / (nx * ny) * tiles_x * tiles_y;
    } else {
      const int64_t vector = tuning().vector;
      args_.scattered = scatters_rows(axes);
      args_.shifted = !args_.scattered && needs_shift(axes);
      int64_t per_row =
          args_.scattered
              ? ((nx - 1) / (kWarp * vector) + 1) * kWarp
              : (nx + (args_.shifted ? vector - 1 : 0) - 1) / vector + 1;
      int64_t vectors = n / nx * per_row;
      args_.vectors = static_cast<uint32_t>(vectors);
      args_.vectors_per_row = make_divisor(per_row);
      blocks = (vectors - 1) / (int64_t{kThreads} * tuning().unroll) + 1;
    }
    launch(loop().kernel, static_cast<uint32_t>(blocks), shared_, args_,
           stream_);
  }

  bool is_array(int k) const { return !(args_.scalars >> k & 1); }

  // Whether all lines of an operand along an axis start where vectors do.
  bool starts_aligned(const Axes& axes, int k, int axis) const {
    const int64_t size = itemsize(dtype_of_letter(args_.letter[k]));
    auto bits = reinterpret_cast<uintptr_t>(axes.data[k]);
    for (int d = 0; d < axes.ndim; ++d)
      if (d != axis) bits |= static_cast<uintptr_t>(axes.strides[k][d]);
    return bits % std::min<int64_t>(16, tuning().vector * size) == 0;
  }

  bool tiles_in_vectors(const Axes& axes) const {
    const int x = axes.ndim - 1, y = axes.ndim - 2;
    for (int k = 0; k < axes.operands; ++k) {
      const bool staged = args_.staged >> k & 1;
      if ((k == 0 || staged) && !starts_aligned(axes, k, staged ? y : x))
        return false;
    }
    return true;
  }

  // Small elements are loaded fastest in vectors, else by neighbours; large
  // ones that lie apart share no sector with those of the same thread.
  bool scatters_rows(const Axes& axes) const {
    const int last = axes.ndim - 1;
    const int64_t vector = tuning().vector;
    if (vector == 1 || axes.shape[last] < 2 * kWarp * vector) return false;
    for (int k = 0; k < axes.operands; ++k) {
      const int64_t size = itemsize(dtype_of_letter(args_.letter[k]));
      const int64_t stride = std::llabs(axes.strides[k][last]);
      if (!is_array(k) || stride == 0) continue;
      if (stride > 2 * size) return true;
      if (size <= 2 && stride != size) return true;
    }
    return false;
  }

  // Whether some long row of the first output starts off a vector's alignment.
  bool needs_shift(const Axes& axes) const {
    const int last = axes.ndim - 1;
    const int64_t vector = tuning().vector;
    const int64_t size = size_of_first_out_;
    if ((args_.converted & 1) || axes.strides[0][last] != size ||
        axes.shape[last] < kAlignedVectors * vector)
      return false;
    auto bits = reinterpret_cast<uintptr_t>(axes.data[0]);
    for (int d = 0; d < last; ++d)
      bits |= static_cast<uintptr_t>(axes.strides[0][d]);
    return bits % std::min<int64_t>(16, vector * size) != 0;
  }

  const StridedLoop& loop() const {
    return args_.converted ? loop_.converting : loop_.strided;
  }
  const StridedTuning& tuning() const { return loop().tuning; }

  const CudaLoop& loop_;
  cudaStream_t stream_;
  const int64_t size_of_first_out_;
  size_t shared_ = 0;
  StridedArgs args_{};
};

}  // namespace

const CudaLoop* loops_of(Op op) { return g_loops[static_cast<int>(op)]; }

void register_loops(Op op, const CudaLoop* loops) {
  g_loops[static_cast<int>(op)] = loops;
}

void run_loop(const ElementwisePlan& plan, const CudaLoop& loop,
              bool contiguous_converts) {
  if (plan.size == 0) return;
  DeviceGuard guard(plan.device);
  cudaStream_t stream = stream_handle(plan.device, plan.stream);
  if ((contiguous_converts || !plan.converts) && is_contiguous(plan))
    launch_contiguous(plan, loop, stream);
  else
    StridedPass(plan, loop, stream);
}

void elementwise(const ElementwisePlan& plan) {
  const CudaLoop* loops = loops_of(plan.op);
  if (!loops) throw_missing(plan.device, info(plan.op).name);
  run_loop(plan, loops[plan.loop], false);
  if (may_report(plan.op)) note_checked_launch(plan.device, plan.stream);
}

}  // namespace tenorite::cuda
