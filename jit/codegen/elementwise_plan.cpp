// SPDX-License-Identifier: Apache-2.0
#include "jit/codegen/elementwise_plan.h"

#include <algorithm>
#include <cstdlib>

#include "ops/cuda/abi/tuning.h"

namespace tenorite::jit {
namespace {

int64_t size_of_item(const ElementwiseLoop& loop, int k) {
  return static_cast<int64_t>(itemsize(loop.dtype[k]));
}

struct Sizes {
  int widest = 1, narrowest_result = 16, widest_result = 1, inputs = 0;
};
Sizes sizes_of(const ElementwiseLoop& loop) {
  Sizes sizes;
  for (int k = 0; k < loop.arrays; ++k) {
    const int size = static_cast<int>(size_of_item(loop, k));
    sizes.widest = std::max(sizes.widest, size);
    if (loop.output[k]) {
      sizes.narrowest_result = std::min(sizes.narrowest_result, size);
      sizes.widest_result = std::max(sizes.widest_result, size);
    }
    sizes.inputs += !loop.output[k];
  }
  return sizes;
}

// Elements of a thread beside raw parameters.
constexpr int kRawElements = 4;
// Many operands take registers enough.
constexpr int kManyOperands = 4;
// Elements of all operands that a thread has at a time, where it has no vectors
// of them: more would leave room for few threads.
constexpr int kMostElements = 64;
// Bytes of an element that is loaded with others of a word.
constexpr int64_t kNarrow = 2;
// Elements of a vector that is not aligned.
constexpr int kWordsVector = 8;

// Along one axis, every operand has unit stride or, as an input, stays.
bool is_contiguous(const ElementwiseLoop& loop) {
  if (loop.axes.ndim > 1) return false;
  for (int k = 0; k < loop.arrays && loop.axes.ndim == 1; ++k) {
    const int64_t stride = loop.axes.strides[k][0];
    if (stride != size_of_item(loop, k) && (stride != 0 || loop.output[k]))
      return false;
  }
  return true;
}

// Elements by which vectors start before the data, so that those of the first
// output (else the first input) are aligned.
int64_t shift_of(const ElementwiseLoop& loop, int vector) {
  int first = 0;
  for (int k = 0; k < loop.arrays; ++k)
    if (loop.output[k]) {
      first = k;
      break;
    }
  if (loop.arrays == 0) return 0;
  return static_cast<int64_t>(reinterpret_cast<uintptr_t>(loop.data[first]) /
                              itemsize(loop.dtype[first]) % vector);
}

bool is_multiple(uintptr_t bits, int vector, int64_t size) {
  return bits % std::min<int64_t>(16, vector * size) == 0;
}

void choose_contiguous(const ElementwiseLoop& loop, int heavy_elements,
                       ElementwiseVariant& v) {
  const Sizes sizes = sizes_of(loop);
  cuda::ContiguousTuning tuning = cuda::contiguous_tuning(
      sizes.widest, std::min(sizes.narrowest_result, sizes.widest),
      sizes.inputs, heavy_elements > 0);
  if (heavy_elements > 0)
    tuning.unroll = std::clamp(heavy_elements / tuning.vector, 1, 2);
  if (loop.arrays > kManyOperands) tuning.unroll = 1;
  // What the kernel indexes itself, neighbouring threads mostly index side by
  // side.
  if (v.raw)
    tuning = {1, std::min(kRawElements, tuning.vector * tuning.unroll)};
  v.kind = LoopKind::kContiguous;
  v.vector = static_cast<uint8_t>(tuning.vector);
  v.unroll = static_cast<uint8_t>(tuning.unroll);
  const int64_t shift = shift_of(loop, tuning.vector);
  for (int k = 0; k < loop.arrays; ++k) {
    const int64_t size = size_of_item(loop, k);
    auto start = reinterpret_cast<uintptr_t>(loop.data[k]) -
                 static_cast<uintptr_t>(shift * size);
    v.operand[loop.parameter[k]].access =
        loop.axes.ndim == 1 && loop.axes.strides[k][0] == 0 ? Access::kOne
        : is_multiple(start, tuning.vector, size)           ? Access::kVector
                                                            : Access::kUnit;
  }
}

// Moves an axis to another place; those between make room.
void move_axis(KernelAxes& axes, int from, int to) {
  auto move = [&](int64_t* list) {
    if (from < to)
      std::rotate(list + from, list + from + 1, list + to + 1);
    else
      std::rotate(list + to, list + from, list + from + 1);
  };
  move(axes.shape);
  for (int k = 0; k < axes.operands; ++k) move(axes.strides[k]);
}

// The axis along which an operand's elements lie closest together.
int closest_axis(const KernelAxes& axes, int k) {
  int best = axes.ndim - 1;
  for (int d = axes.ndim - 2; d >= 0; --d) {
    const int64_t stride = std::llabs(axes.strides[k][d]);
    const int64_t least = std::llabs(axes.strides[k][best]);
    if (stride != 0 && (least == 0 || stride < least)) best = d;
  }
  return best;
}

// The axis that tiles need beside the last one; -1 when they gain nothing.
int tiled_axis(const ElementwiseLoop& loop) {
  const KernelAxes& axes = loop.axes;
  const int last = axes.ndim - 1;
  if (last < 1 || axes.shape[last] < cuda::kShortestTiledAxis) return -1;
  for (int k = 0; k < loop.arrays; ++k) {
    if (loop.output[k] ||
        std::llabs(axes.strides[k][last]) <= cuda::kTiledStrideBytes)
      continue;
    const int axis = closest_axis(axes, k);
    if (axis != last && axes.shape[axis] >= cuda::kShortestTiledAxis &&
        std::llabs(axes.strides[k][axis]) <= cuda::kTiledStrideBytes)
      return axis;
  }
  return -1;
}

bool choose_tiles(ElementwiseLoop& loop, ElementwiseVariant& v) {
  const int axis = tiled_axis(loop);
  if (axis < 0) return false;
  const int x = loop.axes.ndim - 1, y = x - 1;
  move_axis(loop.axes, axis, y);
  v.kind = LoopKind::kTiles;
  // Lines of a tile are at least 64 bytes of most operands.
  const int widest = sizes_of(loop).widest;
  v.tile_x = widest <= 2 ? 64 : 32;
  v.tile_y = widest <= 4 ? 64 : 32;
  for (int k = 0; k < loop.arrays; ++k) {
    const int64_t along_y = std::llabs(loop.axes.strides[k][y]);
    const bool staged = !loop.output[k] && along_y != 0 &&
                        along_y < std::llabs(loop.axes.strides[k][x]);
    v.operand[loop.parameter[k]].access =
        staged ? Access::kStaged : Access::kStrided;
  }
  return true;
}

// How operands are loaded along the last axis in vectors of `vector` elements,
// and whether vectors suit all of them. Of elements that lie side by side and
// are not aligned, narrow ones are loaded by words, those of four bytes one by
// one where all results are narrow; others have no vectors.
struct RowAccess {
  bool suits = true, by_words = false;
};
RowAccess choose_row_access(const ElementwiseLoop& loop, int vector,
                            ElementwiseVariant& v) {
  const int last = loop.axes.ndim - 1;
  const bool narrow_results = sizes_of(loop).widest_result <= kNarrow;
  RowAccess all;
  for (int k = 0; k < loop.arrays; ++k) {
    const int64_t size = size_of_item(loop, k);
    const int64_t stride = loop.axes.strides[k][last];
    auto bits = reinterpret_cast<uintptr_t>(loop.data[k]);
    for (int d = 0; d < last; ++d)
      bits |= static_cast<uintptr_t>(loop.axes.strides[k][d]);
    Access& access = v.operand[loop.parameter[k]].access;
    access = Access::kStrided;
    if (stride == 0 && !loop.output[k]) {
      access = Access::kOne;
    } else if (stride == size && is_multiple(bits, vector, size)) {
      access = Access::kVector;
    } else if (stride == size) {
      access = Access::kUnit;
      if (size <= kNarrow)
        all.by_words = true;
      else if (!narrow_results || size > 4)
        all.suits = false;
    } else {
      all.suits = false;
    }
  }
  return all;
}

void choose_rows(const ElementwiseLoop& loop, int heavy_elements,
                 ElementwiseVariant& v) {
  const Sizes sizes = sizes_of(loop);
  cuda::StridedTuning tuning = cuda::strided_tuning(sizes.widest, sizes.inputs);
  if (heavy_elements > 0) {
    tuning.vector = std::min(tuning.vector, heavy_elements);
    tuning.unroll = std::clamp(heavy_elements / tuning.vector, 1, 2);
  }
  const int elements = tuning.vector * tuning.unroll;
  // Vectors, where all that moves along the axis can be loaded in them.
  RowAccess access = choose_row_access(loop, tuning.vector, v);
  if (access.suits && access.by_words) {
    // Short ones, which threads side by side store side by side.
    tuning.vector = std::min(tuning.vector, kWordsVector);
    if (loop.arrays > kManyOperands) tuning.unroll = 1;
    access = choose_row_access(loop, tuning.vector, v);
  }
  const bool vectors = access.suits && tuning.vector > 1 && !v.raw;
  v.kind = LoopKind::kRows;
  for (int k = 0; k < loop.arrays; ++k) {
    const int64_t* const own = loop.axes.strides[k];
    int first = 0;
    while (!std::equal(own, own + loop.axes.ndim, loop.axes.strides[first]))
      ++first;
    v.operand[loop.parameter[k]].alike = static_cast<uint8_t>(first);
  }
  v.vector = static_cast<uint8_t>(vectors ? tuning.vector : 1);
  int apart = std::min(elements, 8);
  while (apart > 1 && apart * loop.arrays > kMostElements) apart /= 2;
  v.unroll = static_cast<uint8_t>(vectors ? tuning.unroll : apart);
  if (vectors) return;
  // Neighbouring threads take neighbouring elements.
  for (int k = 0; k < loop.arrays; ++k) {
    Access& each = v.operand[loop.parameter[k]].access;
    if (each == Access::kVector) each = Access::kUnit;
  }
}

}  // namespace

void add_array(ElementwiseLoop& loop, int parameter, bool output,
               const ndarray& a) {
  loop.parameter[loop.arrays] = parameter;
  loop.output[loop.arrays] = output;
  loop.dtype[loop.arrays] = a.dtype();
  loop.data[loop.arrays] = a.data();
  ++loop.arrays;
}

void plan_axes(ElementwiseLoop& loop, const Dims& shape,
               const ndarray* const* arrays, bool c_order) {
  const int n = loop.arrays;
  KernelAxes& axes = loop.axes;
  axes.ndim = 0;
  axes.operands = loop.operands();
  loop.size = size_of(shape);
  bool contiguous = true;
  for (int k = 0; k < n && contiguous; ++k)
    contiguous = arrays[k]->shape() == shape && arrays[k]->is_c_contiguous();
  if (contiguous) {
    if (loop.size == 1) return;
    int64_t column[kMaxKernelOperands];
    for (int k = 0; k < n; ++k)
      column[k] = static_cast<int64_t>(itemsize(loop.dtype[k]));
    if (loop.indexed) column[n] = 1;
    axes.push(loop.size, column);
    return;
  }
  // The first output, else the first input, is walked upwards.
  int leading = 0;
  for (int k = n - 1; k >= 0; --k)
    if (loop.output[k]) leading = k;
  int64_t index_step = loop.size;
  int64_t index_steps[kMaxDims];
  for (int i = 0; i < shape.size(); ++i)
    index_steps[i] = index_step = shape[i] ? index_step / shape[i] : 0;
  for (int i = 0; i < shape.size(); ++i) {
    if (shape[i] == 1) continue;
    int64_t column[kMaxKernelOperands];
    for (int k = 0; k < n; ++k) {
      const ndarray& a = *arrays[k];
      const int axis = i - (shape.size() - a.ndim());
      column[k] = axis < 0 || a.shape(axis) == 1 ? 0 : a.stride(axis);
    }
    if (loop.indexed) column[n] = index_steps[i];
    if (!c_order && column[leading] < 0) {
      for (int k = 0; k < n; ++k) loop.data[k] += column[k] * (shape[i] - 1);
      if (loop.indexed) loop.index += column[n] * (shape[i] - 1);
      for (int k = 0; k < axes.operands; ++k) column[k] = -column[k];
    }
    axes.push(shape[i], column);
  }
  if (!c_order) axes.sort(loop.indexed);
  axes.merge();
}

void choose_device_variant(ElementwiseLoop& loop, int heavy_elements,
                           ElementwiseVariant& variant) {
  if (is_contiguous(loop)) {
    choose_contiguous(loop, heavy_elements, variant);
    return;
  }
  int leading = 0;
  for (int k = loop.arrays - 1; k >= 0; --k)
    if (loop.output[k]) leading = k;
  move_axis(loop.axes, closest_axis(loop.axes, leading), loop.axes.ndim - 1);
  if (!choose_tiles(loop, variant)) choose_rows(loop, heavy_elements, variant);
  variant.ndim = static_cast<uint8_t>(loop.axes.ndim);
}

void choose_thread_variant(const ElementwiseLoop& loop,
                           ElementwiseVariant& variant) {
  const KernelAxes& axes = loop.axes;
  variant.kind = LoopKind::kThreads;
  variant.ndim = static_cast<uint8_t>(axes.ndim);
  const bool narrow = loop.size < (int64_t{1} << 31) && !force_index64();
  for (int k = 0; k < loop.arrays; ++k) {
    OperandVariant& operand = variant.operand[loop.parameter[k]];
    operand.ndim = variant.ndim;
    operand.narrow = narrow;
    operand.contiguous =
        axes.ndim == 0 ||
        (axes.ndim == 1 && axes.strides[k][0] == size_of_item(loop, k));
  }
}

void choose_host_variant(const ElementwiseLoop& loop,
                         ElementwiseVariant& variant) {
  variant.kind = LoopKind::kRows;
  const int last = loop.axes.ndim - 1;
  for (int k = 0; k < loop.arrays; ++k) {
    const int64_t stride = last < 0 ? 0 : loop.axes.strides[k][last];
    variant.operand[loop.parameter[k]].access =
        last < 0 || stride == size_of_item(loop, k) ? Access::kUnit
        : stride == 0 && !loop.output[k]            ? Access::kOne
                                                    : Access::kStrided;
  }
}

}  // namespace tenorite::jit
