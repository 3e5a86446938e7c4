// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "core/assert.h"
#include "ops/cpu/groups/group_reduce.h"

namespace tenorite::cpu {
namespace {

// Runs shorter than this go by many, through scratch.
constexpr int64_t kShort = 48;
// Memory for the rows of one block.
constexpr int64_t kRowBytes = 256 << 10;

// The order of the axes that are folded, or of the kept ones.
int order_of(const GroupPlan& plan, bool reduced, bool c_order,
             const int64_t* in, const int64_t* mask, int* order) {
  int64_t shape[kMaxDims], rows[2][kMaxDims];
  int axes[kMaxDims], n = 0;
  for (int i = 0; i < plan.shape.size(); ++i) {
    if (plan.shape[i] == 1 || (plan.reduced_axes >> i & 1) != reduced) continue;
    shape[n] = plan.shape[i];
    rows[0][n] = in[i];
    rows[1][n] = mask ? mask[i] : 0;
    axes[n++] = i;
  }
  const int64_t* strides[] = {rows[0], rows[1]};
  int sorted[kMaxDims];
  if (n > 1) k_order(n, shape, strides, 2, sorted);
  for (int i = 0; i < n; ++i)
    order[i] = c_order || n < 2 ? axes[i] : axes[sorted[i]];
  return n;
}

}  // namespace

DType Reducing::dtype_of(const GroupSource& s) const {
  switch (s.kind) {
    case Kind::kArray:
      return array(s.index).dtype();
    case Kind::kScalar:
      return plan_->scalars[static_cast<size_t>(s.index)].dtype;
    default:
      return step(s.index).dtype[s.output];
  }
}

bool Reducing::prepare(const GroupPlan& plan) {
  plan_ = &plan;
  arrays_ = static_cast<int>(plan.arrays.size());
  if (!choose_phases() || !choose_folds()) return false;
  if (outer_size_ == 0) return true;
  choose_axes();
  choose_buffers();
  choose_size();
  choose_programs();
  // Columns that lie in memory go faster one reduction after the other.
  if (columns_ &&
      std::all_of(phase_.begin(), phase_.end(),
                  [](const Phase& phase) { return phase.full.empty(); }))
    return false;
  place_buffers();
  program_bytes_ = std::max(program_bytes_, width_ * 16);
  return std::all_of(phase_.begin(), phase_.end(), [](const Phase& phase) {
    return phase.full.places() <= BlockProgram::kMaxPlaces &&
           phase.kept.places() <= BlockProgram::kMaxPlaces;
  });
}

bool Reducing::choose_phases() {
  phases_ = 1;
  for (size_t i = 0; i < plan_->steps.size(); ++i) {
    const GroupStep& s = plan_->steps[i];
    const bool full = !s.kept || s.kind == Instruction::Kind::kReduce;
    int phase = 0;
    for_each_source(s, [&](const GroupSource& source) {
      const bool next = full && !is_full(source);
      phase = std::max(phase, phase_of(source) + next);
    });
    phase_of_[i] = phase;
    phases_ = std::max(phases_, phase + 1);
  }
  whole_ = rows_fit(plan_->shape, plan_->reduced_axes);
  return whole_ || phases_ == 1;
}

bool Reducing::choose_folds() {
  int64_t kept_strides[kMaxDims];
  const Dims& shape = plan_->shape;
  int64_t stride = 1;
  for (int i = shape.size() - 1; i >= 0; --i) {
    const bool reduced = plan_->reduced_axes >> i & 1;
    kept_strides[i] = reduced ? 0 : stride;
    if (!reduced) stride *= shape[i];
  }
  outer_size_ = stride;
  for (size_t i = 0; i < plan_->steps.size(); ++i) {
    const GroupStep& s = plan_->steps[i];
    if (s.kind != Instruction::Kind::kReduce) continue;
    const bool masked = s.where.kind != Kind::kNone;
    const DType in = dtype_of(s.in[0]);
    Fold fold;
    fold.step = static_cast<int>(i);
    fold.phase = phase_of_[i];
    fold.loops = resolve_fold(s.reduce, in, s.compute, masked);
    // Outputs then have counts of their own.
    if (masked && fold.loops.finishing.finish == reduction::Finish::kMean)
      return false;
    if (s.in[0].kind == Kind::kScalar || s.in_strides.size() != shape.size())
      return false;
    fold.loops.finishing.correction = s.correction;
    fold.loops.finishing.has_initial = s.has_initial;
    fold.acc_bytes = static_cast<int64_t>(fold.loops.loops->acc_bytes);
    fold.store = s.dtype[0] == fold.loops.result
                     ? move_loop(itemsize(s.dtype[0]))
                     : cast_loop(fold.loops.result, s.dtype[0]);
    // The plan of the reduction on its own.
    int64_t mask_strides[kMaxDims];
    if (masked) {
      if (s.where.kind == Kind::kArray)
        broadcast_strides_of(array(s.where.index), shape, mask_strides);
      else
        std::copy_n(c_strides(shape, 1).data(), shape.size(), mask_strides);
    }
    ReducePlan alone;
    alone.op = s.reduce;
    alone.in_dtype = in;
    alone.in =
        s.in[0].kind == Kind::kArray ? array(s.in[0].index).data() : nullptr;
    char flag = 0;
    alone.mask = masked ? &flag : nullptr;
    plan_reduce_axes(shape, plan_->reduced_axes, s.in_strides.data(),
                     masked ? mask_strides : nullptr, kept_strides, alone);
    n_ = alone.reduced_size;
    fold.shape = fold_shape(alone, fold.loops);
    fold.check.emplace(fold.loops, fold.shape, n_, fold.loops.value,
                       s.dtype[0]);
    if (s.in[0].kind == Kind::kArray && fold.shape.direct)
      fold.array = s.in[0].index;
    // One order of positions for all.
    int order[kMaxDims];
    const int axes =
        order_of(*plan_, true, counts_positions(s.reduce), s.in_strides.data(),
                 masked ? mask_strides : nullptr, order);
    if (folds_.empty()) {
      std::copy(order, order + axes, reduced_order_);
      columns_ = fold.shape.columns;
      unit_ = fold.shape.unit;
      leaf_ = fold.shape.leaf;
    } else {
      const int split_step = folds_[0].loops.loops->split_step;
      if (!std::equal(order, order + axes, reduced_order_) ||
          fold.shape.columns != columns_)
        return false;
      // Accumulators are combined in the same company as ever.
      if (!columns_ && fold.shape.width != folds_[0].shape.width &&
          (s.has_initial || step(folds_[0].step).has_initial))
        return false;
      if (!whole_ && (fold.shape.unit != unit_ ||
                      fold.loops.loops->split_step != split_step))
        return false;
      leaf_ = std::max(leaf_, fold.shape.leaf);
    }
    folds_.push_back(fold);
  }
  return !folds_.empty() && n_ > 0;
}

// Rows of a few elements are folded one element after the other, as columns
// are.
bool Reducing::may_turn() const {
  if (columns_ || !whole_) return columns_;
  for (const Fold& fold : folds_) {
    const int64_t lanes = kind(fold.loops.value) == 'c' ? 4 : 8;
    if (n_ >= lanes || fold.check->is_spread() ||
        step(fold.step).where.kind != Kind::kNone)
      return false;
  }
  return std::any_of(plan_->steps.begin(), plan_->steps.end(),
                     [](const GroupStep& s) { return !s.kept; });
}

void Reducing::choose_axes() {
  const Dims& shape = plan_->shape;
  const GroupStep& first = step(folds_[0].step);
  int64_t strides[kMaxGroupArrays][kMaxDims];
  for (int a = 0; a < arrays_; ++a)
    broadcast_strides_of(array(a), shape, strides[a]);
  for (const bool reduced : {false, true}) {
    int order[kMaxDims];
    int axes = order_of(*plan_, reduced, false, first.in_strides.data(),
                        nullptr, order);
    if (reduced) std::copy(reduced_order_, reduced_order_ + axes, order);
    GroupAxes set;
    auto fill = [&] {
      set.ndim = 0;
      set.operands = arrays_;
      for (int i = 0; i < axes; ++i) {
        int64_t column[kMaxGroupArrays];
        for (int a = 0; a < arrays_; ++a) column[a] = strides[a][order[i]];
        set.push(shape[order[i]], column);
      }
      set.merge();
    };
    fill();
    // Blocks of many short rows that do not follow one another would be put
    // together of as many pieces.
    if (!reduced && set.ndim > 1 && set.shape[set.ndim - 1] < kShort &&
        may_turn()) {
      int* longest = std::max_element(order, order + axes, [&](int a, int b) {
        return shape[a] < shape[b];
      });
      std::rotate(longest, longest + 1, order + axes);
      fill();
      columns_ = true;
    }
    int64_t* step = reduced ? reduced_step_ : kept_step_;
    for (int a = 0; a < arrays_; ++a)
      step[a] = set.ndim ? set.strides[a][set.ndim - 1] : 0;
    (reduced ? reduced_axes_ : kept_axes_) = PackedAxes(set);
  }
  length_ = kept_axes_.ndim ? kept_axes_.shape()[kept_axes_.ndim - 1] : 1;
  for (int a = 0; a < arrays_; ++a)
    across_ = across_ || (kept_step_[a] != 0 &&
                          std::abs(kept_step_[a]) < std::abs(reduced_step_[a]));
  across_ = across_ && !columns_;
}

int Reducing::buffer_of(const GroupSource& s, DType dtype, int phase,
                        int fold) {
  for (size_t i = 0; i < buffers_.size(); ++i) {
    Buffer& b = buffers_[i];
    if (!(b.source == s) || b.dtype != dtype || b.fold != fold) continue;
    b.first = std::min(b.first, phase);
    b.last = std::max(b.last, phase);
    return static_cast<int>(i);
  }
  // A kept value is there when the phase of its fold is over, and has to be
  // kept until then.
  int first = phase;
  if (s.kind == Kind::kValue && is_full(s))
    first = phase_of(s);
  else if (s.kind == Kind::kValue)
    kept_buffer_of(s);
  buffers_.push_back({s, dtype, fold, first, phase});
  return static_cast<int>(buffers_.size() - 1);
}

int Reducing::kept_buffer_of(const GroupSource& s) {
  for (size_t i = 0; i < kept_buffers_.size(); ++i)
    if (kept_buffers_[i].source == s) return static_cast<int>(i);
  kept_buffers_.push_back({s, dtype_of(s)});
  return static_cast<int>(kept_buffers_.size() - 1);
}

// An array that others read later is written in the last phase.
int Reducing::store_phase(const GroupStore& store) const {
  const GroupArray& to = plan_->arrays[static_cast<size_t>(store.array)];
  return to.read ? phases_ - 1 : phase_of(store.value);
}

void Reducing::choose_buffers() {
  for (size_t f = 0; f < folds_.size(); ++f) {
    Fold& fold = folds_[f];
    const GroupStep& s = step(fold.step);
    const bool masked = s.where.kind != Kind::kNone;
    if (fold.array >= 0 &&
        (plan_->arrays[static_cast<size_t>(fold.array)].written ||
         (columns_ &&
          kept_step_[fold.array] != size_in_bytes(array(fold.array).dtype()))))
      fold.array = -1;
    if (fold.array < 0)
      fold.in = buffer_of(s.in[0], fold.loops.value, fold.phase,
                          masked ? static_cast<int>(f) : -1);
    TENORITE_ASSERT(fold.array >= 0 || fold.in >= 0,
                    "a fold has nothing to read");
    if (masked) fold.mask = buffer_of(s.where, DType::kBool, fold.phase);
    fold.kept =
        kept_buffer_of({Kind::kValue, 0, static_cast<int16_t>(fold.step)});
  }
  auto use = [&](const GroupSource& source, bool full, int phase) {
    if (source.kind != Kind::kValue) return;
    if (!is_full(source)) {
      if (full || phase_of(source) < phase) kept_buffer_of(source);
    } else if (phase_of(source) < phase) {
      buffer_of(source, dtype_of(source), phase);
    }
  };
  for (size_t i = 0; i < plan_->steps.size(); ++i) {
    const GroupStep& s = plan_->steps[i];
    if (s.kind == Instruction::Kind::kReduce) continue;
    for_each_source(s, [&](const GroupSource& source) {
      use(source, !s.kept, phase_of_[i]);
    });
  }
  for (const GroupStore& store : plan_->stores)
    use(store.value, is_full(store.value), store_phase(store));
}

void Reducing::choose_size() {
  int64_t bytes = 16;
  for (const Buffer& b : buffers_) bytes += size_in_bytes(b.dtype);
  const int64_t per_block =
      std::clamp(kRowBytes / bytes, kMinGroupBlock, kMaxGroupBlock);
  positions_ = whole_ ? n_ : std::min(leaf_, n_);
  width_ = std::max<int64_t>(1, per_block / positions_);
  if (columns_) width_ = std::max<int64_t>(16, width_ / 16 * 16);
  for (const Fold& f : folds_)
    if (!columns_ && (n_ > f.shape.leaf || step(f.step).has_initial ||
                      (f.mask >= 0 && f.loops.loops->compacts)))
      width_ = f.shape.width;
  width_ = std::min(width_, length_);
  blocks_per_line_ = (length_ - 1) / width_ + 1;
  blocks_ = outer_size_ / length_ * blocks_per_line_;
}

void Reducing::choose_programs() {
  phase_.resize(static_cast<size_t>(phases_));
  const int64_t inner = columns_ ? width_
                        : reduced_axes_.ndim
                            ? reduced_axes_.shape()[reduced_axes_.ndim - 1]
                            : 1;
  const int64_t outer = columns_ ? positions_ : width_;
  tiled_ = inner < kShort && outer > 1 &&
           (columns_ || (whole_ && reduced_axes_.ndim <= 1));
  program_bytes_ = 0;
  for (int p = 0; p < phases_; ++p) {
    Phase& phase = phase_[static_cast<size_t>(p)];
    add_program(p, false);
    add_program(p, true);
    int64_t bytes = 1;
    for (const Link& l : phase.full_links) bytes += size_in_bytes(l.dtype);
    bytes += phase.full.bytes_per_element();
    phase.block =
        std::clamp(kGroupBlockBytes / bytes, kMinGroupBlock, kMaxGroupBlock) /
        64 * 64;
    if (tiled_) {
      for (Link& l : phase.full_links) {
        if (l.to == Link::To::kBuffer) continue;
        if (l.to == Link::To::kArray && kept_step_[l.index] == 0 &&
            reduced_step_[l.index] == 0)
          continue;
        // Rows that follow one another need no copy.
        if (l.to == Link::To::kArray && !columns_ &&
            reduced_step_[l.index] == size_in_bytes(l.dtype) &&
            kept_step_[l.index] == n_ * reduced_step_[l.index])
          continue;
        l.staged = true;
        l.stage = phase.stage_bytes;
        phase.stage_bytes += size_in_bytes(l.dtype);
      }
    }
    program_bytes_ = std::max({program_bytes_,
                               phase.full.scratch_bytes(phase.block) +
                                   phase.stage_bytes * phase.block + 64,
                               phase.kept.scratch_bytes(round_up(width_))});
  }
}

void Reducing::place_buffers() {
  // Memory is given on when the last phase that uses it is over.
  struct Slot {
    int64_t offset, bytes;
    int last;
  };
  Slot slots[2 * kMaxGroupSteps * kMaxOutputs];
  int count = 0;
  buffer_bytes_ = 0;
  std::vector<Buffer*> in_order;
  for (Buffer& b : buffers_) in_order.push_back(&b);
  std::stable_sort(
      in_order.begin(), in_order.end(),
      [](const Buffer* a, const Buffer* b) { return a->first < b->first; });
  for (Buffer* b : in_order) {
    const int64_t bytes =
        round_up(positions_ * width_ * size_in_bytes(b->dtype)) + 320;
    Slot* found = nullptr;
    for (int i = 0; i < count && !found; ++i)
      if (slots[i].last < b->first && slots[i].bytes == bytes)
        found = &slots[i];
    if (!found) {
      TENORITE_ASSERT(count < static_cast<int>(std::size(slots)),
                      "a group needs more buffers than it can have values");
      found = &slots[count++];
      *found = {buffer_bytes_, bytes, 0};
      buffer_bytes_ += bytes;
    }
    found->last = b->last;
    b->offset = found->offset;
  }
  for (KeptBuffer& k : kept_buffers_) {
    k.offset = buffer_bytes_;
    buffer_bytes_ += round_up(width_ * size_in_bytes(k.dtype));
  }
  accs_bytes_ = 0;
  int64_t most_acc = 0;
  int tree = 0;
  for (Fold& f : folds_) {
    f.acc_offset = accs_bytes_;
    const int64_t bytes = round_up(
        width_ * std::max<int64_t>(f.acc_bytes, size_in_bytes(f.loops.result)));
    accs_bytes_ += bytes;
    most_acc = std::max(most_acc, bytes);
    int levels = 0;
    for (int64_t n = positions_; n > f.shape.leaf;
         n -= split_fold(n, f.shape.unit, f.loops.loops->split_step))
      ++levels;
    tree = std::max(tree, levels);
  }
  tree_bytes_ = most_acc * (tree + 1);
  levels_ = 0;
  if (!whole_)
    for (int64_t n = n_; n > leaf_; n -= split(n)) ++levels_;
}

}  // namespace tenorite::cpu
