// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>

#include "ops/cuda/elementwise/launch_axes.h"
#include "ops/cuda/elementwise/launch_kernel.h"
#include "ops/cuda/errors.h"

namespace tenorite::cuda {
namespace {

class StridedPass {
 public:
  StridedPass(const ElementwisePlan& plan, const StridedLoop& loop,
              cudaStream_t stream)
      : plan_(plan), loop_(loop), stream_(stream) {
    args_.error = error_word(plan.device);
    args_.masked = plan.masked;
    for (int i = 0; i < plan.nin; ++i) {
      if (!plan.in(i).scalar) continue;
      set_scalar(args_.scalar[i], plan.in(i));
      args_.scalars |= 1u << (plan.nout + i);
    }
    LaunchAxes axes(plan);
    choose_tiles(axes);
    axes.for_launches([&](const LaunchAxes& part) { launch_one(part); });
  }

 private:
  void choose_tiles(LaunchAxes& axes) {
    int axis = axes.tiled_axis(plan_.nout, plan_.nin);
    if (axis < 0) return;
    int x = axes.ndim - 1, y = axes.ndim - 2;
    axes.move_axis(axis, y);
    args_.tiled = true;
    for (int k = plan_.nout; k < plan_.nout + plan_.nin; ++k) {
      const PlannedOperand& operand = plan_.operand[k];
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

  void launch_one(const LaunchAxes& axes) {
    const int last = axes.ndim - 1;
    set_axes(args_, axes);
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
    launch(loop_.kernel, blocks, shared_, args_, stream_);
  }

  bool is_array(int k) const { return !(args_.scalars >> k & 1); }

  // Whether all lines of an operand along an axis start where vectors do.
  bool starts_aligned(const LaunchAxes& axes, int k, int axis) const {
    const int64_t size = itemsize(plan_.operand[k].dtype);
    auto bits = reinterpret_cast<uintptr_t>(axes.data[k]);
    for (int d = 0; d < axes.ndim; ++d)
      if (d != axis) bits |= static_cast<uintptr_t>(axes.strides[k][d]);
    return bits % std::min<int64_t>(16, tuning().vector * size) == 0;
  }

  bool tiles_in_vectors(const LaunchAxes& axes) const {
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
  bool scatters_rows(const LaunchAxes& axes) const {
    const int last = axes.ndim - 1;
    const int64_t vector = tuning().vector;
    if (vector == 1 || axes.shape[last] < 2 * kWarp * vector) return false;
    for (int k = 0; k < axes.operands; ++k) {
      const int64_t size = itemsize(plan_.operand[k].dtype);
      const int64_t stride = std::llabs(axes.strides[k][last]);
      if (!is_array(k) || stride == 0) continue;
      if (stride > 2 * size) return true;
      if (size <= 2 && stride != size) return true;
    }
    return false;
  }

  // Whether some long row of the first output starts off a vector's alignment.
  bool needs_shift(const LaunchAxes& axes) const {
    const int last = axes.ndim - 1;
    const int64_t vector = tuning().vector;
    const int64_t size = itemsize(plan_.out(0).dtype);
    if (axes.strides[0][last] != size ||
        axes.shape[last] < kAlignedVectors * vector)
      return false;
    auto bits = reinterpret_cast<uintptr_t>(axes.data[0]);
    for (int d = 0; d < last; ++d)
      bits |= static_cast<uintptr_t>(axes.strides[0][d]);
    return bits % std::min<int64_t>(16, vector * size) != 0;
  }

  const StridedTuning& tuning() const { return loop_.tuning; }

  const ElementwisePlan& plan_;
  const StridedLoop& loop_;
  cudaStream_t stream_;
  size_t shared_ = 0;
  StridedArgs args_{};
};

}  // namespace

void launch_strided(const ElementwisePlan& plan, const StridedLoop& loop,
                    cudaStream_t stream) {
  StridedPass(plan, loop, stream);
}

}  // namespace tenorite::cuda
