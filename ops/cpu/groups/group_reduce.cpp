// SPDX-License-Identifier: Apache-2.0
// Elements are made block by block and folded while they are in the cache, in
// the order in which ops/cpu/reduce/reduce.cpp folds an array.
#include "ops/cpu/groups/group_reduce.h"

#include <algorithm>
#include <cstring>

#include "core/interrupt.h"
#include "core/thread_pool.h"

namespace tenorite::cpu {
namespace {

// Positions of several outputs at a time whose elements share lines of the
// cache, which these lines stay in meanwhile.
constexpr int64_t kAcross = 128;

}  // namespace

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
    const int64_t index = line % kept_axes_.shape()[i];
    line /= kept_axes_.shape()[i];
    for (int a = 0; a < arrays_; ++a)
      block.at[a] += index * kept_axes_.strides(a)[i];
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
      position /= reduced_axes_.shape()[i];
      index -= position * reduced_axes_.shape()[i];
    }
    for (int a = 0; a < arrays_; ++a)
      at[a] += index * reduced_axes_.strides(a)[i];
  }
}

// Runs the phase's program over n positions of all outputs of the block.
void Reducing::produce(const Phase& phase, Block& block, int64_t begin,
                       int64_t n) const {
  if (phase.full.empty()) return;
  const int last = reduced_axes_.ndim - 1;
  const int64_t run = last < 0 ? 1 : reduced_axes_.shape()[last];
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
  char* pointers[BlockProgram::kMaxPlaces];
  const BlockProgram& program = phase.full;
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
    auto run = [&](int64_t i, int64_t j, int64_t most) {
      for (const Link& l : phase.full_links) pointers[l.place] = point(l, i, j);
      program.run(pointers, std::min(most, inner - j), &block.error);
    };
    if (across_ && outer > 1) {
      const int64_t most = std::min(phase.block, kAcross);
      for (int64_t j = 0; j < inner; j += most)
        for (int64_t i = 0; i < outer; ++i) run(i, j, most);
    } else {
      for (int64_t i = 0; i < outer; ++i)
        for (int64_t j = 0; j < inner; j += phase.block) run(i, j, phase.block);
    }
    return;
  }
  const int64_t most = std::max<int64_t>(1, phase.block / inner);
  for (int64_t i = 0; i < outer; i += most) {
    const int64_t rows = std::min(most, outer - i);
    auto move = [&](const Link& l, bool in) {
      const int64_t size = size_in_bytes(l.dtype);
      const bool is_kept = l.to == Link::To::kKept;
      move_block(stage + l.stage * phase.block, size, point(l, i, 0),
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
    for (int64_t r = 0; r < n; ++r) rows[r] = in + r * row_step * item;
    if (mask) loops.apply_mask(in, n * block.m, mask, 1);
    loops.columns(rows, static_cast<int>(n), block.m, begin, acc);
    return;
  }
  for (int64_t k = 0; mask && k < block.m; ++k) {
    char* row = in + k * output_step * item;
    const int64_t left = loops.apply_mask(row, n, mask + k * output_step, 1);
    if (!loops.compacts) continue;
    char* its_acc = acc + k * fold.acc_bytes;
    if (left == 0)
      loops.neutral(its_acc, 1);
    else
      loops.rows(row, left, 0, 1, begin, its_acc);
  }
  if (!mask || !loops.compacts)
    loops.rows(in, n, output_step * item, block.m, begin, acc);
}

template <class F>
void Reducing::checked(const Fold& fold, Block& block, F call) const {
  fold.check->start();
  call();
  block.flags[fold.check->is_spread()] |= fold.check->flags();
}

void Reducing::combine(const Fold& fold, Block& block, char* acc,
                       const char* right) const {
  checked(fold, block, [&] { fold.loops.loops->combine(acc, right, block.m); });
}

void Reducing::fold_tree(const Fold& fold, Block& block, int64_t begin,
                         int64_t n, int64_t from, int64_t rows_n, char* acc,
                         char* levels) const {
  if (n <= fold.shape.leaf)
    return checked(fold, block, [&] {
      fold_leaf(fold, block, begin, n, from, rows_n, acc);
    });
  const int64_t left =
      split_fold(n, fold.shape.unit, fold.loops.loops->split_step);
  const int64_t bytes = round_up(width_ * std::max<int64_t>(fold.acc_bytes, 1));
  fold_tree(fold, block, begin, left, from, rows_n, acc, levels);
  fold_tree(fold, block, begin + left, n - left, from, rows_n, levels,
            levels + bytes);
  combine(fold, block, acc, levels);
}

// One phase, of more positions than a block has.
void Reducing::fold_nodes(Block& block, int64_t begin, int64_t n, char* accs,
                          int level) const {
  if (n <= leaf_) {
    produce(phase_[0], block, begin, n);
    for (const Fold& f : folds_)
      fold_tree(f, block, begin, n, begin, n, accs + f.acc_offset, block.tree);
    return;
  }
  // One thread has the whole tree as one block.
  if (n * width_ >= kLookElements) look_for_signals();
  const int64_t left = split(n);
  char* right = block.accs + accs_bytes_ * (level + 1);
  fold_nodes(block, begin, left, accs, level);
  fold_nodes(block, begin + left, n - left, right, level + 1);
  for (const Fold& f : folds_)
    combine(f, block, accs + f.acc_offset, right + f.acc_offset);
}

// Of the elements of output k, if they are still there.
unsigned Reducing::specials_of(const Fold& fold, const Block& block,
                               int64_t k) const {
  const bool all = whole_ || n_ <= leaf_;
  // Masks have made neutral elements of others, or moved them.
  const bool moved = fold.mask >= 0 && fold.loops.loops->compacts;
  if (fold.in < 0 || moved || !all ||
      static_cast<double>(n_) <= fold.loops.finishing.correction)
    return kUnknownElements;
  const int64_t size = size_in_bytes(fold.loops.value);
  const char* at = block.buffers +
                   buffers_[static_cast<size_t>(fold.in)].offset +
                   k * (columns_ ? 1 : n_) * size;
  unsigned specials = 0;
  for (int64_t i = 0; i < n_; ++i, at += (columns_ ? block.m : 1) * size)
    specials |= special_bits(fold.loops.value, at);
  return specials;
}

// Results from accumulators, and the steps over kept values.
void Reducing::finish_phase(int number, Block& block, char* accs) const {
  for (const Fold& f : folds_) {
    if (f.phase != number) continue;
    char* result = block.program;
    f.check->start();
    f.loops.loops->finish(accs + f.acc_offset, block.m, &n_, 0,
                          f.loops.finishing, result);
    FloatErrors flags = block.flags[f.check->is_spread()];
    if (!f.check->divides()) flags |= f.check->flags();
    ReduceErrors found =
        f.check->look(flags, result, accs + f.acc_offset, block.m,
                      [&](int64_t k) { return specials_of(f, block, k); });
    f.check->start();
    const DType dtype = step(f.step).dtype[0];
    char* data[] = {
        block.buffers + kept_buffers_[static_cast<size_t>(f.kept)].offset,
        result};
    const int64_t strides[] = {size_in_bytes(dtype),
                               size_in_bytes(f.loops.result)};
    f.store(data, strides, block.m, &block.error);
    found.reduce |= f.check->flags();
    if (const unsigned bits = found.packed()) float_errors_ |= bits;
  }
  const Phase& phase = phase_[static_cast<size_t>(number)];
  if (phase.kept.empty()) return;
  char* pointers[BlockProgram::kMaxPlaces];
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
        1.0 / static_cast<double>(phase_[static_cast<size_t>(p)].full.grain());
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
          produce(phase_[static_cast<size_t>(p)], block, 0, n_);
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

char* Reducing::merge_tree(Block& block, int64_t n, int64_t cut,
                           char*& next) const {
  if (n <= cut) return std::exchange(next, next + accs_bytes_);
  const int64_t left = split(n);
  char* acc = merge_tree(block, left, cut, next);
  char* right = merge_tree(block, n - left, cut, next);
  for (const Fold& f : folds_)
    combine(f, block, acc + f.acc_offset, right + f.acc_offset);
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
  std::atomic<unsigned> flags[2] = {};
  parallel_for(blocks_ * count, 1, [&](int64_t begin, int64_t end) {
    char* scratch = group_scratch(scratch_bytes());
    unsigned error = 0;
    for (int64_t i = begin; i < end; ++i) {
      Block block = block_at(i / count, scratch);
      const auto [first, n] = parts[static_cast<size_t>(i % count)];
      fold_nodes(block, first, n, partial + i * accs_bytes_, 0);
      error |= block.error;
      for (int i = 0; i < 2; ++i)
        if (block.flags[i]) flags[i] |= block.flags[i];
    }
    if (error) errors_ |= error;
  });
  char* scratch = group_scratch(scratch_bytes());
  for (int64_t b = 0; b < blocks_; ++b) {
    Block block = block_at(b, scratch);
    char* next = partial + b * count * accs_bytes_;
    block.flags[0] = flags[0];
    block.flags[1] = flags[1];
    char* accs = merge_tree(block, n_, cut, next);
    finish_phase(0, block, accs);
    if (block.error) errors_ |= block.error;
  }
}

void Reducing::bind(const GroupPlan& plan) {
  plan_ = &plan;
  for (int a = 0; a < arrays_; ++a) base_[a] = memory_of(array(a));
  for (Fold& f : folds_)
    std::memcpy(f.loops.finishing.initial, step(f.step).initial.bytes,
                sizeof(f.loops.finishing.initial));
  for (Phase& phase : phase_) {
    phase.full.expect(size_of(plan.shape));
    phase.kept.expect(width_);
    phase.full.load(plan);
    phase.kept.load(plan);
  }
}

bool Reducing::run(const GroupPlan& plan) {
  if (!fits_ || outer_size_ == 0) return fits_;
  bind(plan);
  errors_ = 0;
  float_errors_ = 0;
  const int64_t cut = std::max(leaf_, kTask / width_);
  if (!whole_ && n_ > cut && blocks_ < 4 * num_threads() && num_threads() > 1)
    run_split(cut);
  else
    run_blocks();
  raise_group_errors(errors_);
  for (Phase& phase : phase_) {
    phase.full.report_float_errors();
    phase.kept.report_float_errors();
  }
  ReduceErrors::unpacked(float_errors_).report();
  return true;
}

std::unique_ptr<GroupRunner> make_reducing_group(const GroupPlan& plan) {
  return std::make_unique<Reducing>(plan);
}

}  // namespace tenorite::cpu
