// SPDX-License-Identifier: Apache-2.0
// Groups of recorded operations, block by block: every step runs over a block
// that fits in the cache before the next block is begun.
#include "ops/cpu/groups/group.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>

#include "core/assert.h"
#include "core/error.h"
#include "core/thread_pool.h"
#include "ops/cpu/elementwise/tile_iterator.h"
#include "ops/cpu/reduce/value_range.h"
#include "ops/device/errors.h"
#include "ops/plan/invariants.h"
#include "ops/plan/planning.h"
#include "ops/plan/registry.h"

namespace tenorite::cpu {
namespace {

using Place = BlockProgram::Place;
using GroupWalk = TileIterator<kMaxGroupArrays>;

// An innermost axis shorter than this is copied to scratch by many rows.
constexpr int64_t kShortRow = 64;
// The side of a tile where arrays lie in memory along different axes.
constexpr int64_t kTile = 64;

bool is_plain(const GroupPlan& plan) {
  for (const GroupArray& a : plan.arrays)
    if (!(a.view.shape() == plan.shape) || !a.view.is_c_contiguous())
      return false;
  return true;
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

// The steps in an order in which lookups follow each other: after all that they
// need come those that need no other lookup, then those that need one, and so
// on; at the end whatever none of them needs.
std::vector<int> lookups_together(const GroupPlan& plan) {
  const size_t n = plan.steps.size();
  std::vector<uint8_t> is_needed(n);
  for (size_t i = n; i-- > 0;) {
    const GroupStep& step = plan.steps[i];
    const bool is_lookup = step.kind == Instruction::Kind::kGather;
    if (is_lookup) is_needed[i] = true;
    if (!is_needed[i]) continue;
    for_each_source(step, [&](const GroupSource& source) {
      if (source.kind == GroupSource::Kind::kValue)
        is_needed[static_cast<size_t>(source.index)] = true;
    });
  }
  // Twice the lookups on the way to a step, and one more for one itself.
  std::vector<int> rank(n), order(n);
  for (size_t i = 0; i < n; ++i) {
    const GroupStep& step = plan.steps[i];
    order[i] = static_cast<int>(i);
    for_each_source(step, [&](const GroupSource& source) {
      if (source.kind != GroupSource::Kind::kValue) return;
      const int its = rank[static_cast<size_t>(source.index)];
      rank[i] = std::max(rank[i], its + its % 2);
    });
    if (step.kind == Instruction::Kind::kGather) ++rank[i];
  }
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    const auto x = static_cast<size_t>(a), y = static_cast<size_t>(b);
    if (!is_needed[x] || !is_needed[y]) return is_needed[x] > is_needed[y];
    return rank[x] < rank[y];
  });
  return order;
}

// A group without reductions.
class Elementwise final : public GroupRunner {
 public:
  explicit Elementwise(const GroupPlan& plan) {
    for (const GroupStep& step : plan.steps)
      if (step.kept) return;
    empty_ = size_of(plan.shape) == 0;
    fits_ = true;
    if (empty_) return;
    add_operands(plan);
    GroupAxes axes;
    find_axes(plan, axes);
    choose_tiles(axes);
    add_steps(plan, axes);
    choose_block(axes);
    axes_ = PackedAxes(axes);
    fits_ = program_.places() <= BlockProgram::kMaxPlaces;
  }

  bool run(const GroupPlan& plan) override {
    if (!fits_ || empty_) return fits_;
    char* base[kMaxGroupArrays];
    for (size_t k = 0; k < operands_.size(); ++k)
      base[k] =
          memory_of(plan.arrays[static_cast<size_t>(operands_[k].array)].view) +
          operands_[k].offset;
    program_.load(plan);
    program_.expect(size_of(plan.shape));
    unsigned error = 0;
    const int64_t length = axes_.ndim == 0 ? 1 : axes_.shape()[0];
    if (axes_.ndim <= 1 && length <= block_) {
      run_units(&error, [&](auto&& unit) { unit(base, length, 1); });
    } else {
      const int64_t* strides[kMaxGroupArrays];
      const auto arrays = static_cast<int>(operands_.size());
      for (int k = 0; k < arrays; ++k) strides[k] = axes_.strides(k);
      const GroupWalk walk(axes_.ndim, axes_.shape(), arrays, base, strides,
                           axes_.ndim - 1, columns_, rows_axis_, rows_);
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
    program_.report_float_errors();
    return true;
  }

 private:
  // An array; an operand of the axes.
  struct Operand {
    int array;
    int itemsize;
    bool read, written;
    int64_t offset = 0;  // of where the walk begins, in bytes
    // Copied to scratch, where it has so many bytes per element before it.
    bool staged = false;
    int64_t stage_at = 0;
  };

  // Those that are written first.
  void add_operands(const GroupPlan& plan) {
    operands_.reserve(plan.arrays.size());
    for (bool written : {true, false})
      for (size_t i = 0; i < plan.arrays.size(); ++i) {
        const GroupArray& a = plan.arrays[i];
        if (a.written == written)
          operands_.push_back({static_cast<int>(i),
                               static_cast<int>(a.view.itemsize()), a.read,
                               a.written});
      }
  }

  void find_axes(const GroupPlan& plan, GroupAxes& axes) {
    const auto n = static_cast<int>(operands_.size());
    axes.operands = n;
    const int64_t size = size_of(plan.shape);
    int64_t column[kMaxGroupArrays];
    if (is_plain(plan)) {
      for (int k = 0; k < n; ++k) column[k] = operand(k).itemsize;
      if (size != 1) axes.push(size, column);
      return;
    }
    int64_t strides[kMaxGroupArrays][kMaxDims];
    for (int k = 0; k < n; ++k)
      broadcast_strides_of(
          plan.arrays[static_cast<size_t>(operand(k).array)].view, plan.shape,
          strides[k]);
    for (int i = 0; i < plan.shape.size(); ++i) {
      if (plan.shape[i] == 1) continue;
      // Walk the first array upwards; the others follow.
      const bool flip = n > 0 && strides[0][i] < 0;
      for (int k = 0; k < n; ++k) {
        column[k] = flip ? -strides[k][i] : strides[k][i];
        if (flip) operand(k).offset += strides[k][i] * (plan.shape[i] - 1);
      }
      axes.push(plan.shape[i], column);
    }
    axes.sort();
    axes.merge();
  }

  // Whether blocks have many rows, and which axis those are along.
  void choose_tiles(const GroupAxes& axes) {
    const int last = axes.ndim - 1;
    if (axes.ndim < 2) return;
    rows_axis_ = transposed_axis(axes);
    full_rows_ = rows_axis_ < 0;
    if (full_rows_ && axes.shape[last] < kShortRow)
      rows_axis_ = static_cast<int>(
          std::max_element(axes.shape, axes.shape + last) - axes.shape);
  }

  // The stride of an operand within a block.
  int64_t stride_in_block(const GroupAxes& axes, int k) {
    const int64_t itemsize = operand(k).itemsize;
    if (axes.ndim == 0) return itemsize;
    const int64_t stride = axes.strides[k][axes.ndim - 1];
    if (rows_axis_ < 0) return stride;
    const int64_t row = axes.strides[k][rows_axis_];
    if (stride == 0 && row == 0) return 0;
    operand(k).staged = !full_rows_ || stride != itemsize ||
                        row != stride * axes.shape[axes.ndim - 1];
    return itemsize;
  }

  void add_steps(const GroupPlan& plan, const GroupAxes& axes) {
    int64_t strides[kMaxGroupArrays];
    for (int k = 0; k < axes.operands; ++k) {
      Operand& o = operand(k);
      strides[o.array] = stride_in_block(axes, k);
      if (strides[o.array]) bytes_ += o.itemsize;
      o.stage_at = stage_bytes_;
      if (o.staged) stage_bytes_ += o.itemsize;
    }
    GroupOperands sources;
    sources.begin(program_, plan, strides);
    for (int step : lookups_together(plan)) sources.add_step(step);
    for (const GroupStore& store : plan.stores)
      program_.store(sources.source(store.value),
                     sources.source({GroupSource::Kind::kArray, 0,
                                     static_cast<int16_t>(store.array)}));
    program_.finish();
  }

  void choose_block(const GroupAxes& axes) {
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
    char* pointers[BlockProgram::kMaxPlaces];
    char* scratch =
        group_scratch(program_.scratch_bytes(block_) + stage_bytes_ * block_);
    char* stage = scratch + program_.scratch_bytes(block_);
    program_.bind(pointers, scratch, block_);
    walk([&](char** data, int64_t columns, int64_t rows) {
      for (size_t k = 0; k < operands_.size(); ++k) {
        const Operand& o = operands_[k];
        pointers[o.array] = o.staged ? stage + o.stage_at * block_ : data[k];
        if (o.staged && o.read)
          move_staged(static_cast<int>(k), pointers[o.array], data[k], columns,
                      rows, true);
      }
      program_.run(pointers, columns * rows, error);
      for (size_t k = 0; k < operands_.size(); ++k) {
        const Operand& o = operands_[k];
        if (o.staged && o.written)
          move_staged(static_cast<int>(k), pointers[o.array], data[k], columns,
                      rows, false);
      }
    });
  }

  void move_staged(int k, char* stage, char* data, int64_t columns,
                   int64_t rows, bool in) const {
    const int64_t* strides = axes_.strides(k);
    const int64_t size = operands_[static_cast<size_t>(k)].itemsize;
    move_block(stage, size, data, strides[rows_axis_], strides[axes_.ndim - 1],
               rows, columns, in);
  }

  Operand& operand(int k) { return operands_[static_cast<size_t>(k)]; }

  bool fits_ = false, empty_ = false;
  BlockProgram program_;
  PackedAxes axes_;
  std::vector<Operand> operands_;
  int rows_axis_ = -1;     // of blocks of many rows
  bool full_rows_ = true;  // or tiles
  int64_t columns_ = 0, rows_ = 0, block_ = 0;
  int64_t bytes_ = 0, stage_bytes_ = 0;  // per element of a block
};

std::unique_ptr<GroupRunner> make_runner(const GroupPlan& plan) {
  for (const GroupStep& step : plan.steps)
    if (step.kind == Instruction::Kind::kReduce)
      return make_reducing_group(plan);
  return std::make_unique<Elementwise>(plan);
}

}  // namespace

void GroupOperands::begin(BlockProgram& program, const GroupPlan& plan,
                          const int64_t* strides) {
  program_ = &program;
  plan_ = &plan;
  for (size_t i = 0; i < plan.arrays.size(); ++i)
    program.add_array(plan.arrays[i].view.dtype(), strides[i]);
  for (const Scalar& scalar : plan.scalars) program.add_scalar(scalar.dtype);
  for (const ndarray& table : plan.tables) program.add_table(table);
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
    case GroupSource::Kind::kTable:
      return {static_cast<int16_t>(plan_->arrays.size() +
                                   plan_->scalars.size() + index),
              plan_->tables[index].dtype()};
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

namespace {

struct Strides {
  int64_t row, column;
};

// Items of kSize bytes; `columns` are the inner loop.
template <size_t kSize>
void move_items(char* to, Strides to_by, const char* from, Strides from_by,
                int64_t rows, int64_t columns) {
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < columns; ++c)
      std::memcpy(to + r * to_by.row + c * to_by.column,
                  from + r * from_by.row + c * from_by.column, kSize);
}

auto items_mover(int64_t itemsize) {
  switch (itemsize) {
    case 1:
      return move_items<1>;
    case 2:
      return move_items<2>;
    case 4:
      return move_items<4>;
    case 8:
      return move_items<8>;
    default:
      return move_items<16>;
  }
}

}  // namespace

void move_block(char* block, int64_t itemsize, char* data, int64_t row,
                int64_t column, int64_t rows, int64_t columns, bool in) {
  const int64_t block_row = itemsize * columns;
  if (in && row == 0 && rows > 1) {
    // The same row, of which there is more every time.
    move_block(block, itemsize, data, row, column, 1, columns, in);
    const int64_t all = block_row * rows;
    for (int64_t there = block_row; there < all; there *= 2)
      std::memcpy(block + there, block,
                  static_cast<size_t>(std::min(there, all - there)));
    return;
  }
  if (column == itemsize) {
    const bool together = row == block_row;
    const auto bytes = static_cast<size_t>(together ? rows * row : block_row);
    for (int64_t r = 0; r < (together ? 1 : rows); ++r) {
      char* const ours = block + r * block_row;
      char* const theirs = data + r * row;
      std::memcpy(in ? ours : theirs, in ? theirs : ours, bytes);
    }
    return;
  }
  Strides ours{block_row, itemsize}, theirs{row, column};
  // Along the axis on which elements are neighbours, or the longer one.
  if (std::abs(row) < std::abs(column) || (columns < 8 && columns < rows)) {
    std::swap(ours.row, ours.column);
    std::swap(theirs.row, theirs.column);
    std::swap(rows, columns);
  }
  const auto move = items_mover(itemsize);
  if (in)
    move(block, ours, data, theirs, rows, columns);
  else
    move(data, theirs, block, ours, rows, columns);
}

void raise_group_errors(unsigned error) {
  TENORITE_CHECK(!(error & kNegativeIntegerPower), ValueError, "%s",
                 kNegativeIntegerPowerText);
}

namespace {

bool run_box(const GroupPlan& plan) {
  TENORITE_ASSERT(has_its_sources(plan),
                  "a step of a group reads what is not there");
  TENORITE_ASSERT(has_matching_arrays(plan) && has_matching_stores(plan),
                  "arrays of a group match neither its shape nor its stores");
  // Memory first: nothing is written if there is none.
  for (const GroupArray& array : plan.arrays) {
    if (array.view.storage()->address()) continue;
    array.view.data();
    array.view.storage()->use(plan.stream);
  }
  auto* runner = static_cast<GroupRunner*>(plan.device_cache.get());
  if (!runner || runner->wanted != float_state().reported) {
    plan.device_cache = std::shared_ptr<GroupRunner>(make_runner(plan));
    runner = static_cast<GroupRunner*>(plan.device_cache.get());
  }
  return runner->run(plan);
}

// Whether a box can run does not depend on its arrays.
int run_group(std::span<const GroupPlan> boxes, GroupEffort) {
  if (!std::all_of(boxes.begin(), boxes.end(), run_box)) return 0;
  return static_cast<int>(boxes.size());
}

// Errors of indices are raised at the call.
bool records_indices(IndexMode mode) { return mode != IndexMode::kRaise; }

// Smaller arrays stay in a cache, where what is written in place is copied once
// more by passes that read it, too.
constexpr GroupEngine kEngine = {
    .limits = {.level = GroupLevel::kRows, .least_inherited = 16 << 20},
    .run = run_group,
    .records_indices = records_indices,
    .value_range = value_range,
    .adds_eight_in_pairs = true,
    .least_unrolled = 128,
    .most_at_once = 4096};

[[maybe_unused]] const bool registered = [] {
  register_group_engine(DeviceType::kCpu, &kEngine);
  return true;
}();

}  // namespace

}  // namespace tenorite::cpu
