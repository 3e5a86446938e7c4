// SPDX-License-Identifier: Apache-2.0
// Groups of recorded operations, block by block: every step runs over a block
// that fits in the cache before the next block is begun.
#include "ops/cpu/group.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "core/error.h"
#include "ops/cpu/thread_pool.h"
#include "ops/cpu/walk.h"
#include "ops/device/errors.h"
#include "ops/planning.h"

namespace tenorite::cpu {
namespace {

using Place = GroupProgram::Place;
using GroupAxes = AxisSetOf<kMaxGroupArrays>;
using GroupWalk = WalkOf<kMaxGroupArrays>;

// An innermost axis shorter than this is copied to scratch by many rows.
constexpr int64_t kShortRow = 64;
// The side of a tile where arrays lie in memory along different axes.
constexpr int64_t kTile = 64;

// The axes of all arrays, those that are written first.
struct Space {
  GroupAxes axes;
  int arrays;
  int array[kMaxGroupArrays];  // of each operand of the axes
  char* base[kMaxGroupArrays];
};

bool is_plain(const GroupPlan& plan) {
  for (const GroupArray& a : plan.arrays)
    if (!(a.view.shape() == plan.shape) || !a.view.is_c_contiguous())
      return false;
  return true;
}

void find_axes(const GroupPlan& plan, Space& space) {
  GroupAxes& axes = space.axes;
  int n = 0;
  for (bool written : {true, false})
    for (size_t i = 0; i < plan.arrays.size(); ++i) {
      if (plan.arrays[i].written != written) continue;
      space.array[n] = static_cast<int>(i);
      space.base[n++] = plan.arrays[i].view.data();
    }
  space.arrays = axes.operands = n;
  const int64_t size = size_of(plan.shape);
  if (is_plain(plan)) {
    int64_t column[kMaxGroupArrays];
    for (int k = 0; k < n; ++k)
      column[k] = static_cast<int64_t>(
          plan.arrays[static_cast<size_t>(space.array[k])].view.itemsize());
    if (size != 1) axes.push(size, column);
    return;
  }
  int64_t strides[kMaxGroupArrays][kMaxDims];
  for (int k = 0; k < n; ++k)
    broadcast_strides_of(plan.arrays[static_cast<size_t>(space.array[k])].view,
                         plan.shape, strides[k]);
  for (int i = 0; i < plan.shape.size(); ++i) {
    if (plan.shape[i] == 1) continue;
    // Walk the first array upwards; the others follow.
    const bool flip = n > 0 && strides[0][i] < 0;
    int64_t column[kMaxGroupArrays];
    for (int k = 0; k < n; ++k) {
      column[k] = flip ? -strides[k][i] : strides[k][i];
      if (flip) space.base[k] += strides[k][i] * (plan.shape[i] - 1);
    }
    axes.push(plan.shape[i], column);
  }
  axes.sort();
  axes.merge();
}

// An axis along which some array lies in memory while its steps along the last
// one are wide, or -1.
int transposed_axis(const GroupAxes& axes) {
  const int last = axes.ndim - 1;
  if (axes.shape[last] <= 4 * kTile) return -1;
  for (int k = 0; k < axes.operands; ++k) {
    if (std::abs(axes.strides[k][last]) < 64) continue;
    for (int axis = 0; axis < last; ++axis)
      if (axes.strides[k][axis] != 0 && axes.shape[axis] >= 4 &&
          std::abs(axes.strides[k][axis]) < 64)
        return axis;
  }
  return -1;
}

// A group without reductions.
class Elementwise {
 public:
  Elementwise(const GroupPlan& plan, GroupProgram& program)
      : plan_(plan), program_(program) {
    find_axes(plan, space_);
    choose_tiles();
    add_steps();
    choose_block();
  }

  bool run() {
    if (program_.places() > GroupProgram::kMaxPlaces) return false;
    const GroupAxes& axes = space_.axes;
    unsigned error = 0;
    if (axes.ndim == 0 || (axes.ndim == 1 && axes.shape[0] <= block_)) {
      run_units(&error, [&](auto&& unit) {
        char* data[kMaxGroupArrays];
        std::copy(space_.base, space_.base + space_.arrays, data);
        unit(data, axes.ndim == 0 ? 1 : axes.shape[0], 1);
      });
    } else {
      const int64_t* strides[kMaxGroupArrays];
      for (int k = 0; k < space_.arrays; ++k) strides[k] = axes.strides[k];
      const GroupWalk walk(axes.ndim, axes.shape, space_.arrays, space_.base,
                           strides, axes.ndim - 1, columns_, rows_axis_, rows_);
      std::atomic<unsigned> errors{0};
      const int64_t grain =
          std::max<int64_t>(1, program_.grain() / walk.elements_per_unit());
      parallel_for(walk.units(), grain, [&](int64_t begin, int64_t end) {
        unsigned bits = 0;
        run_units(&bits, [&](auto&& unit) { walk.run(begin, end, unit); });
        if (bits) errors |= bits;
      });
      error = errors;
    }
    raise_group_errors(error);
    return true;
  }

 private:
  // Whether blocks have many rows, and which axis those are along.
  void choose_tiles() {
    const GroupAxes& axes = space_.axes;
    const int last = axes.ndim - 1;
    rows_axis_ = -1;
    if (axes.ndim < 2) return;
    rows_axis_ = transposed_axis(axes);
    full_rows_ = rows_axis_ < 0;
    if (full_rows_ && axes.shape[last] < kShortRow)
      rows_axis_ = static_cast<int>(
          std::max_element(axes.shape, axes.shape + last) - axes.shape);
  }

  // The stride of an operand within a block.
  int64_t stride_in_block(int k, int64_t itemsize) {
    const GroupAxes& axes = space_.axes;
    staged_[k] = false;
    if (axes.ndim == 0) return itemsize;
    const int64_t stride = axes.strides[k][axes.ndim - 1];
    if (rows_axis_ < 0) return stride;
    const int64_t row = axes.strides[k][rows_axis_];
    if (stride == 0 && row == 0) return 0;
    staged_[k] = !full_rows_ || stride != itemsize ||
                 row != stride * axes.shape[axes.ndim - 1];
    return itemsize;
  }

  void add_steps() {
    int64_t strides[kMaxGroupArrays];
    bytes_ = stage_bytes_ = 0;
    for (int k = 0; k < space_.arrays; ++k) {
      const int a = space_.array[k];
      const auto size = static_cast<int64_t>(
          plan_.arrays[static_cast<size_t>(a)].view.itemsize());
      strides[a] = stride_in_block(k, size);
      if (strides[a]) bytes_ += size;
      stage_at_[k] = stage_bytes_;
      if (staged_[k]) stage_bytes_ += size;
    }
    operands_.begin(program_, plan_, strides);
    for (size_t i = 0; i < plan_.steps.size(); ++i)
      operands_.add_step(static_cast<int>(i));
    for (const GroupStore& store : plan_.stores)
      program_.store(operands_.source(store.value),
                     operands_.source({GroupSource::Kind::kArray, 0,
                                       static_cast<int16_t>(store.array)}));
    program_.finish();
  }

  void choose_block() {
    const GroupAxes& axes = space_.axes;
    const int64_t bytes =
        std::max<int64_t>(1, bytes_ + program_.bytes_per_element());
    int64_t block =
        std::clamp(kGroupBlockBytes / bytes, kMinGroupBlock, kMaxGroupBlock);
    block = block / 64 * 64;
    const int64_t length = axes.ndim == 0 ? 1 : axes.shape[axes.ndim - 1];
    rows_ = 1;
    if (rows_axis_ < 0) {
      // Equal pieces rather than a short last one.
      const int64_t pieces = (length - 1) / block + 1;
      columns_ = std::min(length, ((length - 1) / pieces + 64) / 64 * 64);
    } else {
      columns_ = full_rows_ ? length : kTile;
      rows_ = std::clamp<int64_t>(block / columns_, 1, axes.shape[rows_axis_]);
    }
    block_ = (columns_ * rows_ + 63) / 64 * 64;
  }

  // walk(unit) calls unit(data, columns, rows).
  template <class Walk>
  void run_units(unsigned* error, Walk&& walk) const {
    char* pointers[GroupProgram::kMaxPlaces];
    char* scratch =
        group_scratch(program_.scratch_bytes(block_) + stage_bytes_ * block_);
    char* stage = scratch + program_.scratch_bytes(block_);
    program_.bind(pointers, scratch, block_);
    walk([&](char** data, int64_t columns, int64_t rows) {
      for (int k = 0; k < space_.arrays; ++k) {
        const int a = space_.array[k];
        pointers[a] = staged_[k] ? stage + stage_at_[k] * block_ : data[k];
        if (staged_[k] && plan_.arrays[static_cast<size_t>(a)].read)
          move_staged(k, pointers[a], data[k], columns, rows, true);
      }
      program_.run(pointers, columns * rows, error);
      for (int k = 0; k < space_.arrays; ++k) {
        const int a = space_.array[k];
        if (staged_[k] && plan_.arrays[static_cast<size_t>(a)].written)
          move_staged(k, pointers[a], data[k], columns, rows, false);
      }
    });
  }

  void move_staged(int k, char* stage, char* data, int64_t columns,
                   int64_t rows, bool in) const {
    const GroupAxes& axes = space_.axes;
    const size_t size =
        plan_.arrays[static_cast<size_t>(space_.array[k])].view.itemsize();
    move_block(move_loop(size), stage, static_cast<int64_t>(size), data,
               axes.strides[k][rows_axis_], axes.strides[k][axes.ndim - 1],
               rows, columns, in);
  }

  const GroupPlan& plan_;
  GroupProgram& program_;
  Space space_;
  GroupOperands operands_;
  int rows_axis_ = -1;     // of blocks of many rows
  bool full_rows_ = true;  // or tiles
  int64_t columns_, rows_, block_;
  bool staged_[kMaxGroupArrays];
  int64_t stage_at_[kMaxGroupArrays];  // in bytes per element of a block
  int64_t bytes_, stage_bytes_;
};

}  // namespace

void GroupOperands::begin(GroupProgram& program, const GroupPlan& plan,
                          const int64_t* strides) {
  program_ = &program;
  plan_ = &plan;
  program.clear();
  for (size_t i = 0; i < plan.arrays.size(); ++i)
    program.add_array(plan.arrays[i].view.dtype(), strides[i]);
  for (const Scalar& scalar : plan.scalars) program.add_scalar(scalar);
}

Place GroupOperands::source(const GroupSource& source) {
  const auto index = static_cast<size_t>(source.index);
  switch (source.kind) {
    case GroupSource::Kind::kNone:
      return {};
    case GroupSource::Kind::kArray:
      return {source.index, plan_->arrays[index].view.dtype()};
    case GroupSource::Kind::kScalar:
      return {static_cast<int16_t>(plan_->arrays.size() + index),
              plan_->scalars[index].dtype};
    case GroupSource::Kind::kValue:
      return values_[index][source.output];
  }
  return {};
}

void GroupOperands::add_step(int step) {
  const GroupStep& s = plan_->steps[static_cast<size_t>(step)];
  Place in[kMaxInputs], former[kMaxOutputs];
  for (int k = 0; k < s.nin; ++k) in[k] = source(s.in[k]);
  for (int k = 0; k < s.nout; ++k) former[k] = source(s.former[k]);
  program_->add_step(s, in, source(s.where), former, values_[step]);
}

char* group_scratch(int64_t bytes) {
  struct Buffer {
    char* data = nullptr;
    int64_t bytes = 0;
    ~Buffer() { release(); }
    void release() {
      if (data) ::operator delete[](data, std::align_val_t{64});
      data = nullptr;
    }
  };
  thread_local Buffer buffer;
  if (bytes > buffer.bytes) {
    buffer.release();
    buffer.bytes = 0;
    const int64_t wanted = std::max<int64_t>(bytes, 128 << 10);
    buffer.data = new (std::align_val_t{64}) char[static_cast<size_t>(wanted)];
    buffer.bytes = wanted;
  }
  return buffer.data;
}

void move_block(CpuLoop move, char* block, int64_t itemsize, char* data,
                int64_t row, int64_t column, int64_t rows, int64_t columns,
                bool in) {
  int64_t block_row = itemsize * columns, block_column = itemsize;
  // Along the axis on which elements are neighbours, or the longer one.
  const bool by_columns = std::abs(row) < std::abs(column)
                              ? row != 0 || columns < 8
                              : columns < 8 && columns < rows;
  if (by_columns) {
    std::swap(block_row, block_column);
    std::swap(row, column);
    std::swap(rows, columns);
  }
  const int64_t strides[] = {in ? block_column : column,
                             in ? column : block_column};
  unsigned none = 0;
  for (int64_t r = 0; r < rows; ++r) {
    char* pair[] = {block + r * block_row, data + r * row};
    if (!in) std::swap(pair[0], pair[1]);
    move(pair, strides, columns, &none);
  }
}

void raise_group_errors(unsigned error) {
  TENORITE_CHECK(!(error & kNegativeIntegerPower), ValueError, "%s",
                 kNegativeIntegerPowerText);
}

bool group(const GroupPlan& plan, GroupEffort) {
  // Memory first: nothing is written if there is none.
  for (const GroupArray& array : plan.arrays) {
    array.view.data();
    array.view.storage()->use(plan.stream);
  }
  for (const GroupStep& step : plan.steps)
    if (step.kind == Instruction::Kind::kReduce)
      return run_reducing_group(plan);
  for (const GroupStep& step : plan.steps)
    if (step.kept) return false;
  if (size_of(plan.shape) == 0) return true;
  thread_local GroupProgram program;
  return Elementwise(plan, program).run();
}

}  // namespace tenorite::cpu
