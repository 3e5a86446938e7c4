// SPDX-License-Identifier: Apache-2.0
#include "ops/cuda/elementwise/launch.h"
#include "ops/cuda/elementwise/launch_axes.h"
#include "ops/cuda/elementwise/launch_kernel.h"
#include "ops/cuda/errors.h"

namespace tenorite::cuda {
namespace {

// How an aligned input is converted, unless one by one.
bool find_source(DType from, DType to, Source* source) {
  const bool narrower = itemsize(from) < itemsize(to);
  if (from == to) {
    *source = Source::kSame;
    return true;
  }
  if (to == DType::kBool || itemsize(from) > itemsize(to)) return false;
  switch (kind(from)) {
    case 'i':
      *source = Source::kSigned;
      return true;
    case 'b':
    case 'u':
      *source = Source::kUnsigned;
      return true;
    case 'f':
      *source = from == DType::kFloat16   ? Source::kHalf
                : from == DType::kFloat32 ? Source::kFloat
                                          : Source::kDouble;
      return narrower && (kind(to) == 'f' || kind(to) == 'c');
    default:
      *source = Source::kComplex;
      return narrower && kind(to) == 'c';
  }
}

ConvertingArgs converting_args(const ElementwisePlan& plan) {
  ConvertingArgs args{};
  args.error = error_word(plan.device);
  args.masked = plan.masked;
  for (int k = 0; k < plan.nout + plan.nin; ++k) {
    const PlannedOperand& operand = plan.operand[k];
    const int i = k - plan.nout;
    args.letter[k] = letter(operand.dtype);
    if (operand.scalar) {
      set_scalar(args.scalar[i], operand);
      args.source[i] = Source::kScalar;
      continue;
    }
    if (!is_aligned(plan, operand)) {
      args.one_by_one = true;
    } else if (k >= plan.nout) {
      args.bytes[i] = static_cast<unsigned char>(itemsize(operand.dtype));
      if (!find_source(operand.dtype, operand.loop_dtype, &args.source[i]))
        args.one_by_one = true;
    } else if (operand.dtype != operand.loop_dtype) {
      args.halved |= 1u << k;
      if (!stores_at_full_speed(operand.loop_dtype, operand.dtype))
        args.one_by_one = true;
    }
  }
  return args;
}

}  // namespace

// Like half_as_wide of converting.cuh.
bool stores_at_full_speed(DType loop_dtype, DType dtype) {
  return kind(dtype) == kind(loop_dtype) && kind(dtype) != 'u' &&
         2 * itemsize(dtype) == itemsize(loop_dtype);
}

void launch_converting(const ElementwisePlan& plan, const ConvertingLoop& loop,
                       cudaStream_t stream) {
  ConvertingArgs args = converting_args(plan);
  LaunchAxes all(plan);
  const int axis = all.tiled_axis(plan.nout, plan.nin);
  args.patched = axis >= 0;
  if (args.patched) all.move_axis(axis, all.ndim - 2);
  all.for_launches([&](const LaunchAxes& axes) {
    set_axes(args, axes);
    const int64_t n = axes.size();
    args.size = static_cast<uint32_t>(n);
    int64_t blocks = (n - 1) / (int64_t{kThreads} * loop.elements) + 1;
    if (args.patched) {
      const int64_t nx = axes.shape[axes.ndim - 1];
      const int64_t ny = axes.shape[axes.ndim - 2];
      const int64_t patches_x = (nx - 1) / kWarp + 1;
      const int64_t side = kThreads / kWarp * loop.elements;
      const int64_t patches_y = (ny - 1) / side + 1;
      args.patches_x = make_divisor(patches_x);
      args.patches_y = make_divisor(patches_y);
      blocks = n / (nx * ny) * patches_x * patches_y;
    }
    launch(loop.kernel, blocks, 0, args, stream);
  });
}

}  // namespace tenorite::cuda
