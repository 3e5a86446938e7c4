// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "core/thread_pool.h"
#include "ops/cpu/cpu_ops.h"
#include "ops/cpu/elementwise/loop.h"
#include "ops/cpu/reduce/fold_shape.h"
#include "ops/cpu/reduce/reduce_checks.h"

namespace tenorite::cpu {
namespace {

// Elements that are looked at, where few may decide, before threads are woken.
constexpr int64_t kProbe = 1024;
// Outputs that are folded together where masked elements are left out, and
// where those of neighbours share lines of the cache.
constexpr int64_t kLeftOverWidth = 8;

constexpr int64_t round_up(int64_t n) { return (n + 63) / 64 * 64; }

// Temporary memory of one thread's part of a pass.
class Scratch {
 public:
  explicit Scratch(int64_t bytes) {
    if (bytes > static_cast<int64_t>(sizeof(inline_)))
      heap_.reset(new (std::align_val_t{64}) char[bytes]);
  }
  char* data() { return heap_ ? heap_.get() : inline_; }

 private:
  struct Delete {
    void operator()(char* p) const {
      ::operator delete[](p, std::align_val_t{64});
    }
  };
  alignas(64) char inline_[8192];
  std::unique_ptr<char[], Delete> heap_;
};

// One reduction, cut into blocks: neighbouring outputs along the innermost
// kept axis. The elements of a block are folded by a binary tree over the
// reduced positions that depends on their number alone.
class Pass {
 public:
  Pass(const ReducePlan& plan, const ResolvedFold& fold, const int64_t* counts)
      : plan_(plan),
        loops_(*fold.loops),
        finishing_(fold.finishing),
        check_(fold, fold_shape(plan, fold), plan.reduced_size, plan.in_dtype,
               plan.out_dtype),
        counts_(counts),
        item_(static_cast<int64_t>(itemsize(fold.value))),
        acc_(static_cast<int64_t>(loops_.acc_bytes)),
        n_(plan.reduced_size),
        load_(plan.in_dtype != fold.value ? cast_loop(plan.in_dtype, fold.value)
                                          : move_loop(itemsize(fold.value))) {
    int last = plan.outer_ndim - 1;
    if (last >= 0) {
      length_ = plan.outer_shape[last];
      in_stride_ = plan.outer_in_strides[last];
      if (plan.mask) mask_stride_ = plan.outer_mask_strides[last];
      out_stride_ = plan.outer_out_strides[last];
    }
    const FoldShape shape = fold_shape(plan, fold);
    columns_ = shape.columns;
    direct_ = shape.direct;
    unit_ = shape.unit;
    leaf_ = shape.leaf;
    width_ = shape.width;
    dense_ = columns_ && !direct_ && width_ == length_ &&
             plan.reduced_ndim == 1 &&
             in_stride_ == static_cast<int64_t>(itemsize(plan.in_dtype)) &&
             plan.reduced_in_strides[0] == length_ * in_stride_ &&
             (!plan.mask ||
              (mask_stride_ == 1 && plan.reduced_mask_strides[0] == length_));
    blocks_per_line_ = (length_ - 1) / width_ + 1;
    blocks_ = plan.outer_size / length_ * blocks_per_line_;
    for (int64_t n = n_; n > leaf_; n -= split(n)) ++levels_;
    result_bytes_ = static_cast<int64_t>(itemsize(fold.result));
    store_ = fold.result == plan.out_dtype
                 ? move_loop(itemsize(fold.result))
                 : cast_loop(fold.result, plan.out_dtype);
  }

  ReduceErrors run() {
    int64_t block_size = std::max<int64_t>(1, width_ * n_);
    int64_t cut = std::max(leaf_, kTask / width_);
    if (n_ > cut && blocks_ < 4 * num_threads() && num_threads() > 1) {
      run_split(cut);
    } else {
      int64_t grain = std::max<int64_t>(1, kTask / block_size);
      parallel_for(blocks_, grain, [&](int64_t begin, int64_t end) {
        Scratch scratch(scratch_bytes());
        for (int64_t b = begin; b < end; ++b) {
          Block block = block_at(b, scratch.data());
          check_.start();
          fold(block, 0, n_, block.acc, 0);
          finish(block, check_.flags());
        }
      });
    }
    return ReduceErrors::unpacked(errors_);
  }

 private:
  struct Block {
    const char* in;
    const char* mask;
    char* out;
    int64_t first;  // of its outputs
    int64_t m;      // number of outputs
    char* acc;      // one accumulator per output ...
    char* levels;   // ... and as many for each level of the tree
    char* packed;
  };

  int64_t split(int64_t n) const {
    return split_fold(n, unit_, loops_.split_step);
  }
  int64_t packed_bytes() const {
    return direct_ ? 0 : round_up(std::min(leaf_, n_) * width_ * item_);
  }
  int64_t line_bytes() const { return round_up(width_ * acc_); }
  int64_t scratch_bytes() const {
    return line_bytes() * (1 + levels_) + packed_bytes() +
           round_up(width_ * result_bytes_);
  }

  Block block_at(int64_t b, char* scratch) const {
    Block block;
    int64_t line = b / blocks_per_line_;
    int64_t begin = (b - line * blocks_per_line_) * width_;
    block.first = line * length_ + begin;
    block.m = std::min(width_, length_ - begin);
    block.in = plan_.in + begin * in_stride_;
    block.mask = plan_.mask ? plan_.mask + begin * mask_stride_ : nullptr;
    block.out = plan_.out + begin * out_stride_;
    for (int i = plan_.outer_ndim - 2; i >= 0; --i) {
      int64_t index = line % plan_.outer_shape[i];
      line /= plan_.outer_shape[i];
      block.in += index * plan_.outer_in_strides[i];
      block.out += index * plan_.outer_out_strides[i];
      if (block.mask) block.mask += index * plan_.outer_mask_strides[i];
    }
    block.acc = scratch;
    block.levels = scratch + line_bytes();
    block.packed = block.levels + line_bytes() * levels_;
    return block;
  }

  // acc = the fold of n positions from `begin` on, for each output.
  void fold(const Block& block, int64_t begin, int64_t n, char* acc,
            int level) const {
    if (n <= leaf_) {
      if (n == 0)
        loops_.neutral(acc, block.m);
      else if (columns_)
        fold_columns(block, begin, n, acc);
      else
        fold_rows(block, begin, n, acc);
      return;
    }
    int64_t left = split(n);
    char* right = block.levels + level * line_bytes();
    fold(block, begin, left, acc, level);
    if (is_decided(block, acc)) return;
    fold(block, begin + left, n - left, right, level + 1);
    loops_.combine(acc, right, block.m);
  }

  bool is_decided(const Block& block, const char* acc) const {
    return loops_.decided && loops_.decided(acc, block.m);
  }

  void fold_rows(const Block& block, int64_t begin, int64_t n,
                 char* acc) const {
    if (direct_) {
      const char* in = block.in;
      const char* mask = nullptr;
      step_to(begin, in, mask);
      loops_.rows(in, n, in_stride_, block.m, begin, acc);
      return;
    }
    if (plan_.mask && loops_.compacts)
      return fold_left_over(block, begin, n, acc);
    for (int64_t k = 0; k < block.m; ++k)
      pack_row(block, k, begin, n, block.packed + k * n * item_);
    loops_.rows(block.packed, n, n * item_, block.m, begin, acc);
  }

  // What the mask leaves of each output has a length of its own. Outputs whose
  // elements share lines of the cache are packed some positions at a time.
  void fold_left_over(const Block& block, int64_t begin, int64_t n,
                      char* acc) const {
    constexpr int64_t kTogether = 64;
    int64_t left[kLeftOverWidth] = {};
    const int64_t most = block.m > 1 ? kTogether : n;
    for (int64_t done = 0; done < n; done += most)
      for (int64_t k = 0; k < block.m; ++k)
        left[k] += pack_row(block, k, begin + done, std::min(most, n - done),
                            block.packed + (k * n + left[k]) * item_);
    for (int64_t k = 0; k < block.m; ++k)
      if (left[k] == 0)
        loops_.neutral(acc + k * acc_, 1);
      else
        loops_.rows(block.packed + k * n * item_, left[k], 0, 1, begin,
                    acc + k * acc_);
  }

  // Gathers n positions of output k, as runs along the innermost reduced axis.
  int64_t pack_row(const Block& block, int64_t k, int64_t begin, int64_t n,
                   char* to) const {
    int last = plan_.reduced_ndim - 1;
    int64_t run = last < 0 ? 1 : plan_.reduced_shape[last];
    int64_t stride = last < 0 ? 0 : plan_.reduced_in_strides[last];
    int64_t mask_step = last < 0 ? 0 : plan_.reduced_mask_strides[last];
    int64_t left = 0;
    while (n > 0) {
      int64_t at = begin % run;
      int64_t size = std::min(n, run - at);
      const char* in = block.in + k * in_stride_;
      const char* mask = block.mask + k * mask_stride_;
      step_to(begin, in, mask);
      load(in, stride, size, to);
      int64_t kept =
          block.mask ? loops_.apply_mask(to, size, mask, mask_step) : size;
      to += (loops_.compacts ? kept : size) * item_;
      left += kept;
      begin += size;
      n -= size;
    }
    return left;
  }

  void fold_columns(const Block& block, int64_t begin, int64_t n,
                    char* acc) const {
    const char* rows[64];
    if (dense_) {
      const char* in = block.in;
      const char* mask = block.mask;
      step_to(begin, in, mask);
      load(in, in_stride_, n * block.m, block.packed);
      if (mask) loops_.apply_mask(block.packed, n * block.m, mask, 1);
      for (int64_t r = 0; r < n; ++r)
        rows[r] = block.packed + r * block.m * item_;
      loops_.columns(rows, static_cast<int>(n), block.m, begin, acc);
      return;
    }
    for (int64_t r = 0; r < n; ++r) {
      const char* in = block.in;
      const char* mask = block.mask;
      step_to(begin + r, in, mask);
      if (!direct_) {
        char* to = block.packed + r * width_ * item_;
        load(in, in_stride_, block.m, to);
        if (block.mask) loops_.apply_mask(to, block.m, mask, mask_stride_);
        in = to;
      }
      rows[r] = in;
    }
    loops_.columns(rows, static_cast<int>(n), block.m, begin, acc);
  }

  // Adds the offsets of a reduced position.
  void step_to(int64_t position, const char*& in, const char*& mask) const {
    for (int i = plan_.reduced_ndim - 1; i >= 0; --i) {
      int64_t index = position;
      if (i > 0) {
        position /= plan_.reduced_shape[i];
        index -= position * plan_.reduced_shape[i];
      }
      in += index * plan_.reduced_in_strides[i];
      if (plan_.mask) mask += index * plan_.reduced_mask_strides[i];
    }
  }

  void load(const char* from, int64_t stride, int64_t n, char* to) const {
    char* data[] = {to, const_cast<char*>(from)};
    int64_t strides[] = {item_, stride};
    unsigned error = 0;
    load_(data, strides, n, &error);
  }

  // `flags` are those of the fold.
  void finish(const Block& block, FloatErrors flags) {
    const int64_t* n = counts_ ? counts_ + block.first : &n_;
    char* result = block.packed + packed_bytes();
    check_.start();
    loops_.finish(block.acc, block.m, n, counts_ ? 1 : 0, finishing_, result);
    if (!check_.divides()) flags |= check_.flags();
    ReduceErrors found =
        check_.look(flags, result, block.acc, block.m,
                    [&](int64_t k) { return specials_of(block, k); });
    check_.start();
    char* data[] = {block.out, result};
    int64_t strides[] = {out_stride_, result_bytes_};
    unsigned error = 0;
    store_(data, strides, block.m, &error);
    found.reduce |= check_.flags();
    if (const unsigned bits = found.packed()) errors_ |= bits;
  }

  // Of the elements of output k, unless there are too few of them.
  unsigned specials_of(const Block& block, int64_t k) const {
    unsigned specials = 0;
    int64_t left = 0;
    for (int64_t position = 0; position < n_; ++position) {
      const char* in = block.in + k * in_stride_;
      const char* mask = block.mask + k * mask_stride_;
      step_to(position, in, mask);
      if (block.mask && !*mask) continue;
      ++left;
      specials |= special_bits(plan_.in_dtype, in);
      if (specials & kNanElement) break;
    }
    return static_cast<double>(left) > finishing_.correction ? specials
                                                             : kUnknownElements;
  }

  // Few outputs of many elements: the subtrees of at most `cut` positions are
  // spread over the threads. Those after one that decides need no fold.
  void run_split(int64_t cut) {
    std::vector<std::pair<int64_t, int64_t>> parts;
    cut_tree(0, n_, cut, parts);
    int64_t count = static_cast<int64_t>(parts.size());
    int64_t part_bytes = line_bytes();
    Scratch partial(blocks_ * count * part_bytes);
    // Of each block, how many of the first parts may matter.
    std::vector<std::atomic<int64_t>> ends(static_cast<size_t>(blocks_));
    std::atomic<unsigned> flags{0};
    int64_t open = 0;
    for (int64_t b = 0; b < blocks_; ++b) {
      bool decided = probe(b, partial.data() + b * count * part_bytes);
      ends[static_cast<size_t>(b)] = decided ? 0 : count;
      open += !decided;
    }
    auto fold_parts = [&](int64_t begin, int64_t end) {
      Scratch scratch(scratch_bytes());
      for (int64_t i = begin; i < end; ++i) {
        Block block = block_at(i / count, scratch.data());
        char* acc = partial.data() + i * part_bytes;
        int64_t part = i % count;
        std::atomic<int64_t>& last = ends[static_cast<size_t>(i / count)];
        int64_t seen = last.load();
        if (part >= seen) {
          if (part > 0) loops_.neutral(acc, block.m);
          continue;
        }
        auto [first, n] = parts[static_cast<size_t>(part)];
        check_.start();
        fold(block, first, n, acc, 0);
        if (const FloatErrors found = check_.flags()) flags |= found;
        if (!is_decided(block, acc)) continue;
        while (part + 1 < seen && !last.compare_exchange_weak(seen, part + 1)) {
        }
      }
    };
    if (open == 0)
      fold_parts(0, blocks_ * count);
    else
      parallel_for(blocks_ * count, 1, fold_parts);
    Scratch scratch(scratch_bytes());
    for (int64_t b = 0; b < blocks_; ++b) {
      Block block = block_at(b, scratch.data());
      char* next = partial.data() + b * count * part_bytes;
      check_.start();
      block.acc = merge_tree(block, n_, cut, next);
      finish(block, flags | check_.flags());
    }
  }

  // Whether the first positions of a block decide; then acc is their fold.
  bool probe(int64_t b, char* acc) const {
    if (!loops_.decided) return false;
    Scratch scratch(scratch_bytes());
    Block block = block_at(b, scratch.data());
    fold(block, 0, std::min({leaf_, n_, kProbe}), acc, 0);
    return is_decided(block, acc);
  }

  void cut_tree(int64_t begin, int64_t n, int64_t cut,
                std::vector<std::pair<int64_t, int64_t>>& parts) const {
    if (n <= cut) {
      parts.emplace_back(begin, n);
      return;
    }
    int64_t left = split(n);
    cut_tree(begin, left, cut, parts);
    cut_tree(begin + left, n - left, cut, parts);
  }

  char* merge_tree(const Block& block, int64_t n, int64_t cut,
                   char*& next) const {
    if (n <= cut) return std::exchange(next, next + line_bytes());
    int64_t left = split(n);
    char* acc = merge_tree(block, left, cut, next);
    char* right = merge_tree(block, n - left, cut, next);
    loops_.combine(acc, right, block.m);
    return acc;
  }

  const ReducePlan& plan_;
  const FoldLoops& loops_;
  const reduction::Finishing& finishing_;
  ReduceCheck check_;
  std::atomic<unsigned> errors_{0};  // packed ReduceErrors
  const int64_t* counts_;
  int64_t item_;
  int64_t acc_, n_;
  CpuLoop load_, store_;
  int64_t result_bytes_;
  // The innermost kept axis.
  int64_t length_ = 1;
  int64_t in_stride_ = 0, mask_stride_ = 0, out_stride_ = 0;
  bool columns_;   // the elements of neighbouring outputs are side by side
  bool direct_;    // they are folded where they are
  bool dense_;     // columns: rows follow one another, and are packed together
  int64_t unit_;   // positions that are cut only by themselves
  int64_t leaf_;   // positions that one call folds
  int64_t width_;  // outputs of a block
  int64_t blocks_per_line_, blocks_;
  int levels_ = 0;
};

// How many elements of each output the mask lets through.
std::vector<int64_t> count_unmasked(const ReducePlan& plan) {
  std::vector<int64_t> counts(plan.outer_size);
  ReducePlan masks = plan;
  masks.op = ReduceOp::count_nonzero;
  masks.in_dtype = masks.compute_dtype = DType::kBool;
  masks.out_dtype = DType::kInt64;
  masks.in = plan.mask;
  masks.mask = nullptr;
  masks.has_initial = false;
  masks.out = reinterpret_cast<char*>(counts.data());
  int64_t stride = sizeof(int64_t);
  for (int i = plan.outer_ndim - 1; i >= 0; --i) {
    masks.outer_in_strides[i] = plan.outer_mask_strides[i];
    masks.outer_out_strides[i] = stride;
    stride *= plan.outer_shape[i];
  }
  for (int i = 0; i < plan.reduced_ndim; ++i)
    masks.reduced_in_strides[i] = plan.reduced_mask_strides[i];
  reduce(masks);
  return counts;
}

bool is_aligned(const ReducePlan& plan, int64_t item) {
  uintptr_t bits = reinterpret_cast<uintptr_t>(plan.in);
  for (int i = 0; i < plan.outer_ndim; ++i)
    bits |= static_cast<uintptr_t>(plan.outer_in_strides[i]);
  for (int i = 0; i < plan.reduced_ndim; ++i)
    bits |= static_cast<uintptr_t>(plan.reduced_in_strides[i]);
  return bits % std::min<uintptr_t>(static_cast<uintptr_t>(item), 8) == 0;
}

struct Table {
  Reduction rows[kNumReduceOps][kNumDTypes];
  const FoldLoops* widening[kNumDTypes];
};
Table& table() {
  static Table entries{};
  return entries;
}

}  // namespace

void register_reduction(ReduceOp op, DType compute, const Reduction& entry) {
  table().rows[static_cast<int>(op)][static_cast<int>(compute)] = entry;
}

void register_widening(DType in, const FoldLoops* loops) {
  table().widening[static_cast<int>(in)] = loops;
}

ResolvedFold resolve_fold(ReduceOp op, DType in, DType compute, bool masked) {
  ReduceOp row = fold_row(op, compute);
  const Reduction& reduction =
      table().rows[static_cast<int>(row)][static_cast<int>(compute)];
  TENORITE_CHECK(reduction.loops, TypeError, "no %s of %s on the cpu",
                 info(op).name, name(compute));
  ResolvedFold fold{reduction.loops, compute, result_dtype(op, compute), {}};
  if (widens(op, in, compute, masked)) {
    fold.value = in;
    fold.loops = table().widening[static_cast<int>(in)];
  }
  fold.finishing.finish = reduction.finish;
  return fold;
}

FoldShape fold_shape(const ReducePlan& plan, const ResolvedFold& fold) {
  const FoldLoops& loops = *fold.loops;
  const auto item = static_cast<int64_t>(itemsize(fold.value));
  const int last = plan.reduced_ndim - 1, last_kept = plan.outer_ndim - 1;
  const int64_t length = last_kept < 0 ? 1 : plan.outer_shape[last_kept];
  const int64_t stride = last_kept < 0 ? 0 : plan.outer_in_strides[last_kept];
  const int64_t reduced_stride = last < 0 ? 0 : plan.reduced_in_strides[last];
  const int64_t reduced_length = last < 0 ? 1 : plan.reduced_shape[last];
  const int64_t n = plan.reduced_size;
  const bool same =
      plan.in_dtype == fold.value && !plan.mask && is_aligned(plan, item);
  const bool leave_out = plan.mask && loops.compacts;
  FoldShape shape;
  shape.columns = !leave_out && length > kMostColumns &&
                  (std::abs(stride) < std::abs(reduced_stride) ||
                   (reduced_length < 8 && length > reduced_length));
  if (shape.columns) {
    shape.direct = same && stride == item;
    shape.leaf = loops.column_rows;
    shape.width = shape.direct
                      ? kAccBytes / static_cast<int64_t>(loops.acc_bytes)
                      : kPackedBytes / (shape.leaf * item);
    shape.width = std::max<int64_t>(16, shape.width / 16 * 16);
  } else {
    // Of several reduced axes the innermost is folded run by run.
    shape.direct = same && (n <= 1 || reduced_stride == item) &&
                   (plan.reduced_ndim <= 1 || reduced_length >= kShortRun);
    if (shape.direct && plan.reduced_ndim > 1) shape.unit = reduced_length;
    shape.leaf =
        shape.direct ? std::min(kRun, shape.unit) : kPackedBytes / item;
    const bool shares_lines = std::abs(stride) < std::abs(reduced_stride);
    // Enough blocks for all threads.
    const int64_t together =
        std::min(kLeftOverWidth, plan.outer_size / (2 * num_threads()));
    shape.width = !leave_out     ? shape.leaf / std::max<int64_t>(16, n)
                  : shares_lines ? together
                                 : 1;
    shape.width = std::clamp<int64_t>(shape.width, 1, 256);
  }
  shape.width = std::min(shape.width, length);
  return shape;
}

ReduceErrors run_reduction(const ReducePlan& plan) {
  if (plan.outer_size == 0) return {};
  ResolvedFold fold = resolve_fold(plan.op, plan.in_dtype, plan.compute_dtype,
                                   plan.mask != nullptr);
  fold.finishing.correction = plan.correction;
  fold.finishing.has_initial = plan.has_initial;
  std::memcpy(fold.finishing.initial, plan.initial.bytes,
              sizeof(fold.finishing.initial));
  std::vector<int64_t> counts;
  if (plan.mask && fold.finishing.finish == reduction::Finish::kMean)
    counts = count_unmasked(plan);
  return Pass(plan, fold, counts.empty() ? nullptr : counts.data()).run();
}

void reduce(const ReducePlan& plan) { run_reduction(plan).report(); }

}  // namespace tenorite::cpu
