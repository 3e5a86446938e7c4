// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "core/float_state.h"
#include "core/interrupt.h"
#include "core/thread_pool.h"
#include "ops/cpu/cpu_ops.h"
#include "ops/cpu/elementwise/float_checks.h"
#include "ops/cpu/elementwise/float_classes.h"
#include "ops/cpu/elementwise/loop.h"
#include "ops/cpu/reduce/fold_loops.h"
#include "ops/cpu/reduce/reduce_checks.h"
#include "ops/device/errors.h"
#include "ops/plan/fold_lanes.h"
#include "ops/table/ufunc_reduction.h"

namespace tenorite::cpu {
namespace {

constexpr int64_t kBufferBytes = 8192;
constexpr int64_t kGrainElements = 16384;
// Below this length a lane alone does not pay for its call.
constexpr int64_t kShortFold = 16;
// Elements of a segment from which on a reduction of its own is faster, and
// from which on it has work for several threads.
constexpr int64_t kLongSegment = 256;
constexpr int64_t kSharedSegment = 1 << 17;

// Constant-initialised, since families register while statics are made.
constinit LeftFoldLoops g_loops[kNumOps][kMaxFoldLoops] = {};

struct Fold {
  explicit Fold(const FoldPlan& plan);
  // Each is one block of lanes of one segment.
  int64_t tasks() const { return lanes.size / row * row_blocks * segments; }

  const FoldPlan& plan;
  FoldLanes lanes;
  FoldLoop loop;
  DType type;
  CpuLoop load = nullptr;  // null where the memory is of the loop's type
  CpuLoop store = nullptr;
  int64_t width;       // lanes per block, along the last lane axis
  int64_t row;         // length of the last lane axis
  int64_t row_blocks;  // blocks per row of lanes
  int64_t segments;
  const FloatCheck* check;
  FloatErrors wanted = 0;
};

// One block of lanes over one range of the folded axis.
class BlockFold {
 public:
  BlockFold(const Fold& fold, int64_t task) : fold_(fold) {
    const FoldPlan& p = fold.plan;
    int64_t segment = task % fold.segments;
    int64_t block = task / fold.segments;
    int64_t first = block % fold.row_blocks * fold.width;
    lanes_ = std::min(fold.width, fold.row - first);
    int64_t in = 0, out = 0;
    fold.lanes.offsets(block / fold.row_blocks * fold.row + first, in, out);
    in_ = p.in + in;
    out_ = p.out + out + (p.segments ? segment * p.out_stride : 0);
    end_ = p.n;
    if (p.segments) {
      begin_ = p.begin[segment];
      end_ = p.end[segment];
    }
    if (lanes_ > 1) {
      in_lane_stride_ = fold.lanes.in_strides[fold.lanes.ndim - 1];
      out_lane_stride_ = fold.lanes.out_strides[fold.lanes.ndim - 1];
    }
  }

  // The floating-point errors of it.
  FloatErrors run(unsigned* error) {
    if (!fold_.wanted) {
      compute(error);
      return 0;
    }
    clear_float_flags();
    compute(error);
    const FloatErrors flags = float_flags() & fold_.wanted;
    if (!is_suspect(flags)) [[likely]]
      return 0;
    if (fold_.plan.in != fold_.plan.out) return errors_of_steps();
    // The elements are gone; the flags of invalid operations may be those of
    // what sums keep beside themselves.
    return fold_.check->rule() == FloatRule::kFlags ? flags & ~kInvalid : 0;
  }

  // Those that the operation has one step after the other.
  FloatErrors errors_of_steps() const {
    FloatErrors found = 0;
    for (int64_t l = 0; l < lanes_ && found != fold_.wanted; ++l)
      found |= errors_of_lane(in_ + l * in_lane_stride_);
    return found;
  }

 private:
  bool is_suspect(FloatErrors flags) const {
    switch (fold_.check->rule()) {
      case FloatRule::kScan:
        return has_nonfinite_results();
      case FloatRule::kDivisors:
        return true;
      default:
        return flags != 0;
    }
  }

  bool has_nonfinite_results() const {
    const FoldPlan& p = fold_.plan;
    const int64_t rows = p.accumulate ? end_ - begin_ : 1;
    for (int64_t l = 0; l < lanes_; ++l)
      if (has_nonfinite(p.out_dtype,
                        out_ + l * out_lane_stride_ +
                            (p.accumulate ? begin_ * p.out_stride : 0),
                        p.out_stride, rows))
        return true;
    return false;
  }

  FloatErrors errors_of_lane(const char* in) const {
    const FoldPlan& p = fold_.plan;
    const CpuLoop load =
        fold_.load ? fold_.load : move_loop(itemsize(p.in_dtype));
    const CpuLoop step = loops_of(p.op)[p.loop];
    alignas(16) char memory[3][16];
    char *next = memory[0], *value = memory[1], *element = memory[2];
    constexpr int64_t kNoStrides[3] = {};
    unsigned none = 0;
    FloatErrors found = 0;
    unsigned elements = 0;
    bool started = p.has_initial;
    if (started) std::memcpy(value, p.initial.bytes, sizeof memory[1]);
    for (int64_t i = begin_; i < end_ && found != fold_.wanted; ++i) {
      char* loading[] = {element, const_cast<char*>(in) + i * p.in_stride};
      load(loading, kNoStrides, 1, &none);
      elements |= class_of(fold_.type, element);
      if (started) {
        char* data[] = {next, value, element};
        found |=
            fold_.check->run(step, data, kNoStrides, 1, &none, fold_.wanted);
        std::swap(next, value);
      } else {
        std::swap(value, element);
        started = true;
      }
    }
    // NumPy sums what follows the first element of a segment on its own.
    if (!p.segments || p.op != Op::add) return found;
    if (elements & (kNan | kInfinite)) found &= ~kOverflow;
    return elements & kNan ? found & ~kInvalid : found;
  }

  void compute(unsigned* error) {
    const FoldPlan& p = fold_.plan;
    bool started = p.has_initial;
    if (p.has_initial) {
      FoldBlock block = next_block();
      block.in = reinterpret_cast<const char*>(p.initial.bytes);
      block.n = 1;
      block.start = true;
      block.last = begin_ >= end_ && !p.accumulate;
      call(block, 0, error);
    }
    int64_t size = static_cast<int64_t>(itemsize(fold_.type));
    bool buffered = fold_.load || fold_.store;
    int64_t rows = buffered ? kBufferBytes / (lanes_ * size) : kLookElements;
    int64_t next_look = kLookElements;
    for (int64_t i = begin_; i < end_; i += rows) {
      if ((i - begin_) * lanes_ >= next_look) {
        look_for_signals();
        next_look += kLookElements;
      }
      FoldBlock block = next_block();
      block.n = std::min(rows, end_ - i);
      block.in = in_ + i * p.in_stride;
      block.in_stride = p.in_stride;
      block.in_lane_stride = in_lane_stride_;
      if (fold_.load) load_rows(block);
      block.start = !started;
      block.partials = p.accumulate;
      block.last = i + rows >= end_;
      started = true;
      call(block, i, error);
    }
  }

  FoldBlock next_block() {
    FoldBlock block{};
    block.state = state_;
    block.lanes = static_cast<int>(lanes_);
    return block;
  }

  void load_rows(FoldBlock& block) {
    int64_t size = static_cast<int64_t>(itemsize(fold_.type));
    copy(fold_.load, in_buffer_, size * lanes_, size, block.in, block.in_stride,
         block.in_lane_stride, block.n);
    block.in = in_buffer_;
    block.in_stride = size * lanes_;
    block.in_lane_stride = size;
  }

  void call(FoldBlock& block, int64_t i, unsigned* error) {
    const FoldPlan& p = fold_.plan;
    char* out = out_ + (p.accumulate ? i * p.out_stride : 0);
    int64_t out_stride = p.accumulate ? p.out_stride : 0;
    int64_t rows = p.accumulate ? block.n : 1;
    if (!fold_.store) {
      block.out = out;
      block.out_stride = out_stride;
      block.out_lane_stride = out_lane_stride_;
      fold_.loop(block, error);
      return;
    }
    int64_t size = static_cast<int64_t>(itemsize(fold_.type));
    block.out = out_buffer_;
    block.out_stride = size * lanes_;
    block.out_lane_stride = size;
    fold_.loop(block, error);
    if (block.partials || block.last)
      copy(fold_.store, out, out_stride, out_lane_stride_, out_buffer_,
           size * lanes_, size, rows);
  }

  void copy(CpuLoop cast, char* out, int64_t out_stride,
            int64_t out_lane_stride, const char* in, int64_t in_stride,
            int64_t in_lane_stride, int64_t rows) {
    int64_t n = lanes_;
    if (lanes_ == 1) {
      out_lane_stride = out_stride;
      in_lane_stride = in_stride;
      std::swap(n, rows);
    }
    unsigned none = 0;
    for (int64_t r = 0; r < rows; ++r) {
      char* data[] = {out + r * out_stride,
                      const_cast<char*>(in) + r * in_stride};
      int64_t strides[] = {out_lane_stride, in_lane_stride};
      cast(data, strides, n, &none);
    }
  }

  const Fold& fold_;
  const char* in_;
  char* out_;
  int64_t lanes_;
  int64_t in_lane_stride_ = 0, out_lane_stride_ = 0;
  int64_t begin_ = 0, end_;
  alignas(16) char state_[kFoldLanes * kFoldStateBytes];
  alignas(16) char in_buffer_[kBufferBytes];
  alignas(16) char out_buffer_[kBufferBytes];
};

Fold::Fold(const FoldPlan& plan) : plan(plan), lanes(order_lanes(plan)) {
  loop = fold_loops_of(plan.op, plan.loop).fold;
  TENORITE_CHECK(loop, TypeError, "the loop %d of ufunc '%s' cannot be folded",
                 plan.loop, info(plan.op).name);
  type = info(plan.op).loops[plan.loop].in[0];
  if (plan.in_dtype != type) load = cast_loop(plan.in_dtype, type);
  if (plan.out_dtype != type) store = cast_loop(type, plan.out_dtype);
  int inner = lanes.ndim - 1;
  row = inner < 0 ? 1 : lanes.shape[inner];
  bool side_by_side =
      inner >= 0 && (plan.n < kShortFold || std::abs(lanes.in_strides[inner]) <
                                                std::abs(plan.in_stride));
  width = side_by_side ? std::min<int64_t>(row, kFoldLanes) : 1;
  row_blocks = (row - 1) / width + 1;
  segments = plan.segments ? plan.segments : 1;
  check = &FloatCheck::of(plan.op, plan.loop);
  if (!check->is_none()) wanted = float_state().reported;
}

// The reduction of segments that are long on average, where the ufunc has one:
// by its tree, as that of a slice, and not one element after the other.
std::optional<ReduceOp> reduction_of_segments(const FoldPlan& plan) {
  if (plan.segments == 0 || plan.n / plan.segments < kLongSegment) return {};
  const std::optional<ReduceOp> op = reduction_of(plan.op);
  const DType type = info(plan.op).loops[plan.loop].in[0];
  if (op && result_dtype(*op, type) == type) return op;
  return {};
}

void reduce_segments(const Fold& fold, ReduceOp op) {
  const FoldPlan& plan = fold.plan;
  const FoldLanes& lanes = fold.lanes;
  ReducePlan all{};
  all.op = op;
  all.in_dtype = plan.in_dtype;
  all.compute_dtype = fold.type;
  all.out_dtype = plan.out_dtype;
  all.outer_ndim = lanes.ndim;
  all.outer_size = lanes.size;
  std::copy_n(lanes.shape, lanes.ndim, all.outer_shape);
  std::copy_n(lanes.in_strides, lanes.ndim, all.outer_in_strides);
  std::copy_n(lanes.out_strides, lanes.ndim, all.outer_out_strides);
  all.reduced_ndim = 1;
  all.reduced_in_strides[0] = plan.in_stride;
  all.device = plan.device;
  all.stream = plan.stream;
  std::atomic<FloatErrors> errors = 0;
  const auto reduce_some = [&](int64_t first, int64_t last) {
    ReducePlan one = all;
    FloatErrors found = 0;
    for (int64_t s = first; s < last; ++s) {
      one.in = plan.in + plan.begin[s] * plan.in_stride;
      one.out = plan.out + s * plan.out_stride;
      one.reduced_size = one.reduced_shape[0] = plan.end[s] - plan.begin[s];
      // Which of them NumPy has depends on the order.
      if (run_reduction(one).packed())
        for (int64_t task = s; task < fold.tasks(); task += plan.segments)
          found |= BlockFold(fold, task).errors_of_steps();
    }
    if (found) errors |= found;
  };
  const int64_t elements = plan.n / plan.segments * lanes.size;
  if (elements >= kSharedSegment)
    reduce_some(0, plan.segments);
  else
    parallel_for(plan.segments, std::max<int64_t>(1, kGrainElements / elements),
                 reduce_some);
  found_float_errors("reduceat", errors);
}

}  // namespace

const LeftFoldLoops& fold_loops_of(Op op, int loop) {
  return g_loops[static_cast<int>(op)][loop];
}

void register_fold_loops(Op op, int loop, LeftFoldLoops loops) {
  g_loops[static_cast<int>(op)][loop] = loops;
}

void fold(const FoldPlan& plan) {
  if (plan.lanes == 0) return;
  const Fold fold(plan);
  if (const auto op = reduction_of_segments(plan))
    return reduce_segments(fold, *op);
  const int64_t tasks = fold.tasks();
  int64_t cost = fold.width * (plan.n / fold.segments + 8);
  int64_t grain = std::max<int64_t>(1, kGrainElements / cost);
  std::atomic<unsigned> errors = 0, float_errors = 0;
  parallel_for(tasks, grain, [&](int64_t begin, int64_t end) {
    unsigned error = 0;
    FloatErrors found = 0;
    for (int64_t task = begin; task < end; ++task)
      found |= BlockFold(fold, task).run(&error);
    if (error) errors.fetch_or(error, std::memory_order_relaxed);
    if (found) float_errors.fetch_or(found, std::memory_order_relaxed);
  });
  TENORITE_CHECK(!(errors.load() & kNegativeIntegerPower), ValueError, "%s",
                 kNegativeIntegerPowerText);
  found_float_errors(plan.segments     ? "reduceat"
                     : plan.accumulate ? "accumulate"
                                       : "reduce",
                     float_errors);
}

}  // namespace tenorite::cpu
