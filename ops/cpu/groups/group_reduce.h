// SPDX-License-Identifier: Apache-2.0
// A group with reductions: how it is planned (group_reduce_plan.cpp), what
// programs its phases are (group_reduce_program.cpp), and how it is run
// (group_reduce.cpp).
#pragma once

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>
#include <vector>

#include "ops/cpu/groups/group.h"
#include "ops/cpu/reduce/fold_shape.h"
#include "ops/cpu/reduce/reduce_checks.h"

namespace tenorite::cpu {

class Reducing final : public GroupRunner {
 public:
  explicit Reducing(const GroupPlan& plan) { fits_ = prepare(plan); }
  bool run(const GroupPlan& plan) override;

 private:
  using Place = BlockProgram::Place;
  using Kind = GroupSource::Kind;

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
    std::optional<ReduceCheck> check;
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
    BlockProgram full, kept;
    std::vector<Link> full_links, kept_links;
    int64_t stage_bytes = 0;  // per element
    int64_t block = 0;        // most elements of one run of `full`
  };

  struct Block {
    char* at[kMaxGroupArrays];  // the first output's first position
    int64_t first, m;           // outputs
    char* buffers;
    char* accs;     // of all folds; one area for each level of the tree
    char* tree;     // levels within a leaf, of one fold
    char* program;  // scratch of programs and their staged operands
    unsigned error = 0;
    // Floating-point flags of sums and products, and of variances.
    FloatErrors flags[2] = {};
  };

  static constexpr int64_t round_up(int64_t n) { return (n + 63) / 64 * 64; }
  static int64_t size_in_bytes(DType d) {
    return static_cast<int64_t>(itemsize(d));
  }

  // Planning. False for what cannot be done here.
  bool prepare(const GroupPlan& plan);
  bool choose_phases();
  bool choose_folds();
  bool may_turn() const;
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
  Phase& phase_at(int i) { return phase_[static_cast<size_t>(i)]; }
  int phase_of(const GroupSource& s) const {
    return s.kind == Kind::kValue ? phase_of_[s.index] : 0;
  }
  DType dtype_of(const GroupSource& s) const;
  int buffer_of(const GroupSource& s, DType dtype, int phase, int fold = -1);
  int kept_buffer_of(const GroupSource& s);
  class ProgramDraft;
  void add_program(int phase, bool kept);
  int store_phase(const GroupStore& store) const;

  // Execution.
  void bind(const GroupPlan& plan);
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
  // Calls what folds, and takes note of the flags that it leaves.
  template <class F>
  void checked(const Fold& fold, Block& block, F call) const;
  void combine(const Fold& fold, Block& block, char* acc,
               const char* right) const;
  unsigned specials_of(const Fold& fold, const Block& block, int64_t k) const;
  void finish_phase(int phase, Block& block, char* accs) const;
  void add_position(int64_t position, char** at) const;
  void cut_tree(int64_t begin, int64_t n, int64_t cut,
                std::vector<std::pair<int64_t, int64_t>>& parts) const;
  char* merge_tree(Block& block, int64_t n, int64_t cut, char*& next) const;
  int64_t split(int64_t n) const {
    return split_fold(n, unit_, folds_[0].loops.loops->split_step);
  }

  bool fits_;
  const GroupPlan* plan_;
  int phases_;
  int phase_of_[kMaxGroupSteps];
  std::vector<Fold> folds_;
  std::vector<Buffer> buffers_;
  std::vector<KeptBuffer> kept_buffers_;
  std::vector<Phase> phase_;
  int arrays_;
  // Outputs, not positions, are the inner axis of blocks: because they are in
  // memory, or because rows are very short and their outputs many (turned).
  bool columns_;
  bool whole_;  // blocks have all positions
  bool tiled_;  // programs run over many rows of a block at a time
  // Rows whose elements lie beside those of other rows.
  bool across_ = false;
  int64_t n_, unit_, leaf_, outer_size_;
  PackedAxes kept_axes_, reduced_axes_;
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
  mutable std::atomic<unsigned> float_errors_;  // packed ReduceErrors
};

}  // namespace tenorite::cpu
