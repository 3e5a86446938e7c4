// SPDX-License-Identifier: Apache-2.0
// Groups with reductions. Their elements are made block by block and folded
// while they are in the cache, in the order in which ops/cpu/reduce.cpp folds
// an array.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>

#include "ops/cpu/fold_shape.h"
#include "ops/cpu/group.h"
#include "ops/cpu/thread_pool.h"
#include "ops/planning.h"

namespace tenorite::cpu {
namespace {

using Place = GroupProgram::Place;
using GroupAxes = AxisSetOf<kMaxGroupArrays>;
using Kind = GroupSource::Kind;

// Elements that one pass of a program takes.
constexpr int64_t kBlockBytes = 64 << 10;
constexpr int64_t kMinBlock = 256, kMaxBlock = 8192;
// Runs shorter than this go by many, through scratch.
constexpr int64_t kShort = 48;
// Memory for the rows of one block.
constexpr int64_t kRowBytes = 256 << 10;

constexpr int64_t round_up(int64_t n) { return (n + 63) / 64 * 64; }
int64_t size_in_bytes(DType d) { return static_cast<int64_t>(itemsize(d)); }

// Elements over the shape, or kept values, that outlive a program: one per
// position and output of a block.
struct Buffer {
  GroupSource source;
  DType dtype;
  int fold;         // that changes them, or -1: anybody's
  int first, last;  // phases
  int64_t offset = 0;
};
struct KeptBuffer {
  GroupSource source;
  DType dtype;
  int64_t offset = 0;
};

// A reduction of the group.
struct Fold {
  int step;
  int phase;
  ResolvedFold loops;
  FoldShape shape;
  int64_t acc_bytes;
  int in = -1, mask = -1;  // buffers
  int array = -1;          // or where the elements already are
  int kept;                // the kept buffer of the result
  CpuLoop store;
  int64_t acc_offset = 0;
};

// What a program reads or writes beside its own values.
struct Link {
  enum class To : uint8_t { kArray, kBuffer, kKept } to;
  int index;
  int16_t place;
  DType dtype;
  bool read, written;
  // Kept apart while the program runs; see Reducing::run_rows.
  bool staged = false;
  int64_t stage = 0;
};

// Between two reductions: what needs their results comes in the next phase.
struct Phase {
  GroupProgram full, kept;
  std::vector<Link> full_links, kept_links;
  int64_t stage_bytes;  // per element
  int64_t block;        // most elements of one run of `full`

  void clear() {
    full.clear();
    kept.clear();
    full_links.clear();
    kept_links.clear();
    stage_bytes = 0;
  }
};

class Reducing {
 public:
  bool run(const GroupPlan& plan);

 private:
  struct Block;

  // Planning. False for what cannot be done here.
  bool choose_phases();
  bool choose_folds();
  void choose_axes();
  void choose_buffers();
  void choose_size();
  void choose_programs();
  void place_buffers();

  bool is_full(const GroupSource& s) const {
    return s.kind != Kind::kValue || !step(s.index).kept;
  }
  const GroupStep& step(int i) const {
    return plan_->steps[static_cast<size_t>(i)];
  }
  const ndarray& array(int i) const {
    return plan_->arrays[static_cast<size_t>(i)].view;
  }
  int phase_of(const GroupSource& s) const {
    return s.kind == Kind::kValue ? phase_of_[s.index] : 0;
  }
  DType dtype_of(const GroupSource& s) const;
  template <class F>
  void for_each_source(const GroupStep& s, F f) const;
  int buffer_of(const GroupSource& s, DType dtype, int phase, int fold = -1);
  int kept_buffer_of(const GroupSource& s);
  bool is_kept_outside(const GroupSource& s) const;
  void add_program(int phase, bool kept);
  Place link(std::vector<Link>& links, GroupProgram& program, Link::To to,
             int index, DType dtype, bool written);
  int store_phase(const GroupStore& store) const;

  // Execution.
  void run_blocks();
  void run_split(int64_t cut);
  int64_t scratch_bytes() const;
  Block block_at(int64_t b, char* scratch) const;
  void produce(const Phase& phase, Block& block, int64_t begin,
               int64_t n) const;
  void run_rows(const Phase& phase, Block& block, char* const* at,
                int64_t outer, const int64_t* outer_strides, int64_t inner,
                const int64_t* inner_strides, int64_t start,
                int64_t pitch) const;
  void fold_leaf(const Fold& fold, Block& block, int64_t begin, int64_t n,
                 int64_t from, int64_t rows_n, char* acc) const;
  void fold_tree(const Fold& fold, Block& block, int64_t begin, int64_t n,
                 int64_t from, int64_t rows_n, char* acc, char* levels) const;
  void fold_nodes(Block& block, int64_t begin, int64_t n, char* accs,
                  int level) const;
  void finish_phase(int phase, Block& block, char* accs) const;
  void add_position(int64_t position, char** at) const;
  void cut_tree(int64_t begin, int64_t n, int64_t cut,
                std::vector<std::pair<int64_t, int64_t>>& parts) const;
  char* merge_tree(int64_t m, int64_t n, int64_t cut, char*& next) const;
  int64_t split(int64_t n) const {
    return split_fold(n, unit_, folds_[0].loops.loops->split_step);
  }

  const GroupPlan* plan_;
  GroupOperands operands_;
  int phases_;
  int phase_of_[kMaxGroupSteps];
  std::vector<Fold> folds_;
  std::vector<Buffer> buffers_;
  std::vector<KeptBuffer> kept_buffers_;
  std::vector<std::unique_ptr<Phase>> phase_;
  int arrays_;
  bool columns_;  // outputs, not positions, are the inner axis of blocks
  bool whole_;    // blocks have all positions
  bool tiled_;    // programs run over many rows of a block at a time
  int64_t n_, unit_, leaf_, outer_size_;
  GroupAxes kept_axes_, reduced_axes_;
  int reduced_order_[kMaxDims];
  int64_t kept_step_[kMaxGroupArrays], reduced_step_[kMaxGroupArrays];
  char* base_[kMaxGroupArrays];
  int64_t length_;     // of the innermost kept axis
  int64_t width_;      // outputs of a block
  int64_t positions_;  // of a block's buffers
  int64_t blocks_per_line_, blocks_;
  int64_t buffer_bytes_, accs_bytes_, tree_bytes_, program_bytes_;
  int levels_;
  mutable std::atomic<unsigned> errors_;
};

struct Reducing::Block {
  char* at[kMaxGroupArrays];  // the first output's first position
  int64_t first, m;           // outputs
  char* buffers;
  char* accs;     // of all folds; one area for each level of the tree
  char* tree;     // levels within a leaf, of one fold
  char* program;  // scratch of programs and their staged operands
  unsigned error = 0;
};

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

template <class F>
void Reducing::for_each_source(const GroupStep& s, F f) const {
  for (int k = 0; k < s.nin; ++k) f(s.in[k]);
  if (s.where.kind != Kind::kNone) f(s.where);
  for (int k = 0; k < s.nout; ++k)
    if (s.former[k].kind != Kind::kNone) f(s.former[k]);
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

bool Reducing::choose_folds() {
  folds_.clear();
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
    std::memcpy(fold.loops.finishing.initial, s.initial.bytes,
                sizeof(fold.loops.finishing.initial));
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

void Reducing::choose_axes() {
  const Dims& shape = plan_->shape;
  const GroupStep& first = step(folds_[0].step);
  int64_t strides[kMaxGroupArrays][kMaxDims];
  kept_axes_.operands = reduced_axes_.operands = arrays_;
  kept_axes_.ndim = reduced_axes_.ndim = 0;
  for (int a = 0; a < arrays_; ++a) {
    broadcast_strides_of(array(a), shape, strides[a]);
    base_[a] = array(a).data();
  }
  for (const bool reduced : {false, true}) {
    int order[kMaxDims];
    int axes = order_of(*plan_, reduced, false, first.in_strides.data(),
                        nullptr, order);
    if (reduced) std::copy(reduced_order_, reduced_order_ + axes, order);
    GroupAxes& set = reduced ? reduced_axes_ : kept_axes_;
    for (int i = 0; i < axes; ++i) {
      int64_t column[kMaxGroupArrays];
      for (int a = 0; a < arrays_; ++a) column[a] = strides[a][order[i]];
      set.push(shape[order[i]], column);
    }
    set.merge();
    int64_t* step = reduced ? reduced_step_ : kept_step_;
    for (int a = 0; a < arrays_; ++a)
      step[a] = set.ndim ? set.strides[a][set.ndim - 1] : 0;
  }
  length_ = kept_axes_.ndim ? kept_axes_.shape[kept_axes_.ndim - 1] : 1;
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
  const int first = s.kind == Kind::kValue ? phase_of(s) : phase;
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
  buffers_.clear();
  kept_buffers_.clear();
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

Place Reducing::link(std::vector<Link>& links, GroupProgram& program,
                     Link::To to, int index, DType dtype, bool written) {
  for (Link& l : links)
    if (l.to == to && l.index == index) {
      (written ? l.written : l.read) = true;
      return {l.place, l.dtype};
    }
  const Place place = program.add_array(dtype, size_in_bytes(dtype));
  links.push_back({to, index, place.index, dtype, !written, written});
  return place;
}

void Reducing::add_program(int number, bool kept) {
  Phase& phase = *phase_[static_cast<size_t>(number)];
  GroupProgram& program = kept ? phase.kept : phase.full;
  std::vector<Link>& links = kept ? phase.kept_links : phase.full_links;
  const bool tiled = !kept && tiled_;
  int64_t strides[kMaxGroupArrays];
  for (int a = 0; a < arrays_; ++a) {
    strides[a] = kept || columns_ ? kept_step_[a] : reduced_step_[a];
    if (kept || !tiled) continue;
    // One element for all, or staged.
    strides[a] = kept_step_[a] == 0 && reduced_step_[a] == 0
                     ? 0
                     : size_in_bytes(array(a).dtype());
  }
  operands_.begin(program, *plan_, strides);
  auto use_array = [&](int a, bool written) {
    for (Link& l : links)
      if (l.to == Link::To::kArray && l.index == a) {
        (written ? l.written : l.read) = true;
        return;
      }
    links.push_back({Link::To::kArray, a, static_cast<int16_t>(a),
                     array(a).dtype(), !written, written});
  };
  auto use = [&](const GroupSource& s) {
    if (s.kind == Kind::kArray) use_array(s.index, false);
    if (s.kind != Kind::kValue) return;
    const DType dtype = dtype_of(s);
    if (!is_full(s)) {
      const bool inside = kept && phase_of(s) == number &&
                          step(s.index).kind != Instruction::Kind::kReduce;
      if (inside) return;
      const int b = kept_buffer_of(s);
      Place place;
      if (kept || columns_ || tiled) {
        place = link(links, program, Link::To::kKept, b, dtype, false);
      } else {
        // The same for all positions.
        for (const Link& l : links)
          if (l.to == Link::To::kKept && l.index == b)
            place = {l.place, l.dtype};
        if (!place) {
          place = program.add_array(dtype, 0);
          links.push_back(
              {Link::To::kKept, b, place.index, dtype, true, false});
        }
      }
      operands_.set_value(s.index, s.output, place);
    } else if (phase_of(s) < number) {
      operands_.set_value(s.index, s.output,
                          link(links, program, Link::To::kBuffer,
                               buffer_of(s, dtype, number), dtype, false));
    }
  };
  auto is_mine = [&](const GroupStep& s, int phase) {
    return phase == number && s.kept == kept &&
           s.kind != Instruction::Kind::kReduce;
  };
  for (size_t i = 0; i < plan_->steps.size(); ++i) {
    const GroupStep& s = plan_->steps[i];
    if (!is_mine(s, phase_of_[i])) continue;
    for_each_source(s, use);
    operands_.add_step(static_cast<int>(i));
  }
  if (kept) {
    for (size_t b = 0; b < kept_buffers_.size(); ++b) {
      const GroupSource& s = kept_buffers_[b].source;
      if (!is_mine(step(s.index), phase_of(s))) continue;
      const Place value = operands_.source(s);
      program.store(value, link(links, program, Link::To::kKept,
                                static_cast<int>(b), dtype_of(s), true));
    }
  } else {
    for (size_t b = 0; b < buffers_.size(); ++b) {
      const Buffer& buffer = buffers_[b];
      if (buffer.first != number) continue;
      use(buffer.source);
      const Place value =
          program.convert(operands_.source(buffer.source), buffer.dtype);
      program.store(value, link(links, program, Link::To::kBuffer,
                                static_cast<int>(b), buffer.dtype, true));
    }
  }
  for (const GroupStore& store : plan_->stores) {
    // Kept values that come from nowhere else are stored by their arrays' form.
    const bool to_kept = !is_full(store.value);
    if (to_kept != kept || store_phase(store) != number) continue;
    use(store.value);
    use_array(store.array, true);
    program.store(
        operands_.source(store.value),
        operands_.source({Kind::kArray, 0, static_cast<int16_t>(store.array)}));
  }
  program.finish();
}

void Reducing::choose_size() {
  int64_t bytes = 16;
  for (const Buffer& b : buffers_) bytes += size_in_bytes(b.dtype);
  const int64_t per_block = std::clamp(kRowBytes / bytes, kMinBlock, kMaxBlock);
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
  while (phase_.size() < static_cast<size_t>(phases_))
    phase_.push_back(std::make_unique<Phase>());
  const int64_t inner = columns_ ? width_
                        : reduced_axes_.ndim
                            ? reduced_axes_.shape[reduced_axes_.ndim - 1]
                            : 1;
  const int64_t outer = columns_ ? positions_ : width_;
  tiled_ = inner < kShort && outer > 1 &&
           (columns_ || (whole_ && reduced_axes_.ndim <= 1));
  program_bytes_ = 0;
  for (int p = 0; p < phases_; ++p) {
    Phase& phase = *phase_[static_cast<size_t>(p)];
    phase.clear();
    add_program(p, false);
    add_program(p, true);
    int64_t bytes = 1;
    for (const Link& l : phase.full_links) bytes += size_in_bytes(l.dtype);
    bytes += phase.full.bytes_per_element();
    phase.block =
        std::clamp(kBlockBytes / bytes, kMinBlock, kMaxBlock) / 64 * 64;
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

int64_t Reducing::scratch_bytes() const {
  return buffer_bytes_ + accs_bytes_ * (levels_ + 1) + tree_bytes_ +
         program_bytes_;
}

Reducing::Block Reducing::block_at(int64_t b, char* scratch) const {
  Block block;
  int64_t line = b / blocks_per_line_;
  const int64_t begin = (b - line * blocks_per_line_) * width_;
  block.first = line * length_ + begin;
  block.m = std::min(width_, length_ - begin);
  for (int a = 0; a < arrays_; ++a)
    block.at[a] = base_[a] + begin * kept_step_[a];
  for (int i = kept_axes_.ndim - 2; i >= 0; --i) {
    const int64_t index = line % kept_axes_.shape[i];
    line /= kept_axes_.shape[i];
    for (int a = 0; a < arrays_; ++a)
      block.at[a] += index * kept_axes_.strides[a][i];
  }
  block.buffers = scratch;
  block.accs = scratch + buffer_bytes_;
  block.tree = block.accs + accs_bytes_ * (levels_ + 1);
  block.program = block.tree + tree_bytes_;
  return block;
}

void Reducing::add_position(int64_t position, char** at) const {
  for (int i = reduced_axes_.ndim - 1; i >= 0 && position; --i) {
    int64_t index = position;
    if (i > 0) {
      position /= reduced_axes_.shape[i];
      index -= position * reduced_axes_.shape[i];
    }
    for (int a = 0; a < arrays_; ++a)
      at[a] += index * reduced_axes_.strides[a][i];
  }
}

// Runs the phase's program over n positions of all outputs of the block.
void Reducing::produce(const Phase& phase, Block& block, int64_t begin,
                       int64_t n) const {
  if (phase.full.empty()) return;
  const int last = reduced_axes_.ndim - 1;
  const int64_t run = last < 0 ? 1 : reduced_axes_.shape[last];
  for (int64_t done = 0; done < n;) {
    const int64_t size = std::min(n - done, run - (begin + done) % run);
    char* at[kMaxGroupArrays];
    std::copy(block.at, block.at + arrays_, at);
    add_position(begin + done, at);
    if (columns_)
      run_rows(phase, block, at, size, reduced_step_, block.m, kept_step_,
               done * block.m, block.m);
    else
      run_rows(phase, block, at, block.m, kept_step_, size, reduced_step_, done,
               n);
    done += size;
  }
}

// Elements (i, j) of outer and inner axis lie at start + i * pitch + j in the
// buffers.
void Reducing::run_rows(const Phase& phase, Block& block, char* const* at,
                        int64_t outer, const int64_t* outer_strides,
                        int64_t inner, const int64_t* inner_strides,
                        int64_t start, int64_t pitch) const {
  char* pointers[GroupProgram::kMaxPlaces];
  const GroupProgram& program = phase.full;
  program.bind(pointers, block.program, phase.block);
  char* stage = block.program + round_up(program.scratch_bytes(phase.block));
  auto kept_at = [&](const Link& l) {
    return block.buffers + kept_buffers_[static_cast<size_t>(l.index)].offset;
  };
  auto buffer_at = [&](const Link& l, int64_t element) {
    return block.buffers + buffers_[static_cast<size_t>(l.index)].offset +
           element * size_in_bytes(l.dtype);
  };
  auto point = [&](const Link& l, int64_t i, int64_t j) {
    switch (l.to) {
      case Link::To::kArray:
        return at[l.index] + i * outer_strides[l.index] +
               j * inner_strides[l.index];
      case Link::To::kBuffer:
        return buffer_at(l, start + i * pitch + j);
      default:
        return kept_at(l) + (columns_ ? j : i) * size_in_bytes(l.dtype);
    }
  };
  if (phase.stage_bytes == 0) {
    for (int64_t i = 0; i < outer; ++i)
      for (int64_t j = 0; j < inner; j += phase.block) {
        for (const Link& l : phase.full_links)
          pointers[l.place] = point(l, i, j);
        program.run(pointers, std::min(phase.block, inner - j), &block.error);
      }
    return;
  }
  const int64_t most = std::max<int64_t>(1, phase.block / inner);
  for (int64_t i = 0; i < outer; i += most) {
    const int64_t rows = std::min(most, outer - i);
    auto move = [&](const Link& l, bool in) {
      const int64_t size = size_in_bytes(l.dtype);
      const bool is_kept = l.to == Link::To::kKept;
      move_block(move_loop(static_cast<size_t>(size)),
                 stage + l.stage * phase.block, size, point(l, i, 0),
                 is_kept ? (columns_ ? 0 : size) : outer_strides[l.index],
                 is_kept ? (columns_ ? size : 0) : inner_strides[l.index], rows,
                 inner, in);
    };
    for (const Link& l : phase.full_links) {
      pointers[l.place] =
          l.staged ? stage + l.stage * phase.block : point(l, i, 0);
      if (l.staged && l.read) move(l, true);
    }
    program.run(pointers, rows * inner, &block.error);
    for (const Link& l : phase.full_links)
      if (l.staged && l.written) move(l, false);
  }
}

// n positions from `begin` on; the buffers have rows_n of them, from `from` on.
void Reducing::fold_leaf(const Fold& fold, Block& block, int64_t begin,
                         int64_t n, int64_t from, int64_t rows_n,
                         char* acc) const {
  const FoldLoops& loops = *fold.loops.loops;
  const int64_t item = size_in_bytes(fold.loops.value);
  char* in;
  int64_t output_step, row_step;
  if (fold.array >= 0) {
    char* at[kMaxGroupArrays];
    std::copy(block.at, block.at + arrays_, at);
    if (!columns_) {
      add_position(begin, at);
      loops.rows(at[fold.array], n, kept_step_[fold.array], block.m, begin,
                 acc);
      return;
    }
    const char* rows[64];
    for (int64_t r = 0; r < n; ++r) {
      std::copy(block.at, block.at + arrays_, at);
      add_position(begin + r, at);
      rows[r] = at[fold.array];
    }
    loops.columns(rows, static_cast<int>(n), block.m, begin, acc);
    return;
  }
  output_step = columns_ ? 1 : rows_n;
  row_step = columns_ ? block.m : 1;
  const int64_t first = (begin - from) * row_step;
  in = block.buffers + buffers_[static_cast<size_t>(fold.in)].offset +
       first * item;
  const char* mask = fold.mask < 0
                         ? nullptr
                         : block.buffers +
                               buffers_[static_cast<size_t>(fold.mask)].offset +
                               first;
  if (columns_) {
    const char* rows[64];
    for (int64_t r = 0; r < n; ++r) {
      rows[r] = in + r * row_step * item;
      if (mask)
        loops.apply_mask(in + r * row_step * item, block.m, mask + r * row_step,
                         1);
    }
    loops.columns(rows, static_cast<int>(n), block.m, begin, acc);
    return;
  }
  int64_t left = n;
  if (mask)
    for (int64_t k = 0; k < block.m; ++k)
      left = loops.apply_mask(in + k * output_step * item, n,
                              mask + k * output_step, 1);
  if (mask && loops.compacts) {
    if (left == 0) return loops.neutral(acc, 1);
    n = left;
  }
  loops.rows(in, n, output_step * item, block.m, begin, acc);
}

void Reducing::fold_tree(const Fold& fold, Block& block, int64_t begin,
                         int64_t n, int64_t from, int64_t rows_n, char* acc,
                         char* levels) const {
  if (n <= fold.shape.leaf)
    return fold_leaf(fold, block, begin, n, from, rows_n, acc);
  const int64_t left =
      split_fold(n, fold.shape.unit, fold.loops.loops->split_step);
  const int64_t bytes = round_up(width_ * std::max<int64_t>(fold.acc_bytes, 1));
  fold_tree(fold, block, begin, left, from, rows_n, acc, levels);
  fold_tree(fold, block, begin + left, n - left, from, rows_n, levels,
            levels + bytes);
  fold.loops.loops->combine(acc, levels, block.m);
}

// One phase, of more positions than a block has.
void Reducing::fold_nodes(Block& block, int64_t begin, int64_t n, char* accs,
                          int level) const {
  if (n <= leaf_) {
    produce(*phase_[0], block, begin, n);
    for (const Fold& f : folds_)
      fold_tree(f, block, begin, n, begin, n, accs + f.acc_offset, block.tree);
    return;
  }
  const int64_t left = split(n);
  char* right = block.accs + accs_bytes_ * (level + 1);
  fold_nodes(block, begin, left, accs, level);
  fold_nodes(block, begin + left, n - left, right, level + 1);
  for (const Fold& f : folds_)
    f.loops.loops->combine(accs + f.acc_offset, right + f.acc_offset, block.m);
}

// Results from accumulators, and the steps over kept values.
void Reducing::finish_phase(int number, Block& block, char* accs) const {
  for (const Fold& f : folds_) {
    if (f.phase != number) continue;
    char* result = block.program;
    f.loops.loops->finish(accs + f.acc_offset, block.m, &n_, 0,
                          f.loops.finishing, result);
    const DType dtype = step(f.step).dtype[0];
    char* data[] = {
        block.buffers + kept_buffers_[static_cast<size_t>(f.kept)].offset,
        result};
    const int64_t strides[] = {size_in_bytes(dtype),
                               size_in_bytes(f.loops.result)};
    f.store(data, strides, block.m, &block.error);
  }
  const Phase& phase = *phase_[static_cast<size_t>(number)];
  if (phase.kept.empty()) return;
  char* pointers[GroupProgram::kMaxPlaces];
  phase.kept.bind(pointers, block.program, round_up(width_));
  for (const Link& l : phase.kept_links)
    pointers[l.place] =
        l.to == Link::To::kArray
            ? block.at[l.index]
            : block.buffers +
                  kept_buffers_[static_cast<size_t>(l.index)].offset;
  phase.kept.run(pointers, block.m, &block.error);
}

void Reducing::run_blocks() {
  double work = static_cast<double>(folds_.size()) / kTask;
  for (int p = 0; p < phases_; ++p)
    work +=
        1.0 / static_cast<double>(phase_[static_cast<size_t>(p)]->full.grain());
  const double elements = static_cast<double>(width_ * n_);
  const auto grain =
      std::max<int64_t>(1, static_cast<int64_t>(1 / (work * elements)));
  parallel_for(blocks_, grain, [&](int64_t begin, int64_t end) {
    char* scratch = group_scratch(scratch_bytes());
    unsigned error = 0;
    for (int64_t b = begin; b < end; ++b) {
      Block block = block_at(b, scratch);
      if (whole_) {
        for (int p = 0; p < phases_; ++p) {
          produce(*phase_[static_cast<size_t>(p)], block, 0, n_);
          for (const Fold& f : folds_)
            if (f.phase == p)
              fold_tree(f, block, 0, n_, 0, n_, block.accs + f.acc_offset,
                        block.tree);
          finish_phase(p, block, block.accs);
        }
      } else {
        fold_nodes(block, 0, n_, block.accs, 0);
        finish_phase(0, block, block.accs);
      }
      error |= block.error;
    }
    if (error) errors_ |= error;
  });
}

void Reducing::cut_tree(int64_t begin, int64_t n, int64_t cut,
                        std::vector<std::pair<int64_t, int64_t>>& parts) const {
  if (n <= cut) {
    parts.emplace_back(begin, n);
    return;
  }
  const int64_t left = split(n);
  cut_tree(begin, left, cut, parts);
  cut_tree(begin + left, n - left, cut, parts);
}

char* Reducing::merge_tree(int64_t m, int64_t n, int64_t cut,
                           char*& next) const {
  if (n <= cut) return std::exchange(next, next + accs_bytes_);
  const int64_t left = split(n);
  char* acc = merge_tree(m, left, cut, next);
  char* right = merge_tree(m, n - left, cut, next);
  for (const Fold& f : folds_)
    f.loops.loops->combine(acc + f.acc_offset, right + f.acc_offset, m);
  return acc;
}

// Few outputs of many elements: subtrees are spread over the threads.
void Reducing::run_split(int64_t cut) {
  std::vector<std::pair<int64_t, int64_t>> parts;
  cut_tree(0, n_, cut, parts);
  const auto count = static_cast<int64_t>(parts.size());
  std::vector<char> memory(
      static_cast<size_t>(blocks_ * count * accs_bytes_ + 64));
  char* partial = memory.data() +
                  (64 - reinterpret_cast<uintptr_t>(memory.data()) % 64) % 64;
  parallel_for(blocks_ * count, 1, [&](int64_t begin, int64_t end) {
    char* scratch = group_scratch(scratch_bytes());
    unsigned error = 0;
    for (int64_t i = begin; i < end; ++i) {
      Block block = block_at(i / count, scratch);
      const auto [first, n] = parts[static_cast<size_t>(i % count)];
      fold_nodes(block, first, n, partial + i * accs_bytes_, 0);
      error |= block.error;
    }
    if (error) errors_ |= error;
  });
  char* scratch = group_scratch(scratch_bytes());
  for (int64_t b = 0; b < blocks_; ++b) {
    Block block = block_at(b, scratch);
    char* next = partial + b * count * accs_bytes_;
    finish_phase(0, block, merge_tree(block.m, n_, cut, next));
    if (block.error) errors_ |= block.error;
  }
}

bool Reducing::run(const GroupPlan& plan) {
  plan_ = &plan;
  arrays_ = static_cast<int>(plan.arrays.size());
  if (!choose_phases() || !choose_folds()) return false;
  if (outer_size_ == 0) return true;
  choose_axes();
  choose_buffers();
  choose_size();
  choose_programs();
  place_buffers();
  for (int p = 0; p < phases_; ++p) {
    const Phase& phase = *phase_[static_cast<size_t>(p)];
    if (phase.full.places() > GroupProgram::kMaxPlaces ||
        phase.kept.places() > GroupProgram::kMaxPlaces)
      return false;
  }
  program_bytes_ = std::max(program_bytes_, width_ * 16);
  errors_ = 0;
  const int64_t cut = std::max(leaf_, kTask / width_);
  if (!whole_ && n_ > cut && blocks_ < 4 * num_threads() && num_threads() > 1)
    run_split(cut);
  else
    run_blocks();
  raise_group_errors(errors_);
  return true;
}

}  // namespace

bool run_reducing_group(const GroupPlan& plan) {
  thread_local Reducing group;
  return group.run(plan);
}

}  // namespace tenorite::cpu
