// SPDX-License-Identifier: Apache-2.0
#include "core/assert.h"
#include "ops/cpu/groups/group_reduce.h"

namespace tenorite::cpu {

// Makes one program of a phase: that over the shape, or that of kept values.
class Reducing::ProgramDraft {
 public:
  ProgramDraft(Reducing& group, int phase, bool kept);

  void add_steps();
  // Copies values that other programs or folds read to where these look.
  void keep_values();
  void fill_buffers();
  void write_arrays();
  void finish() { program_.finish(); }

 private:
  // Whether a step is one of the program's.
  bool is_mine(const GroupStep& step, int phase) const {
    return phase == phase_ && step.kept == kept_ &&
           step.kind != Instruction::Kind::kReduce;
  }
  int64_t stride_of(int array) const;

  // Makes a source known to the program where it does not compute it.
  void read(const GroupSource& source);
  void read_kept(const GroupSource& source);
  void read_buffer(const GroupSource& source);

  Place link(Link::To to, int index, DType dtype, int64_t stride, bool written);
  Place link(Link::To to, int index, DType dtype, bool written) {
    return link(to, index, dtype, size_in_bytes(dtype), written);
  }
  void link_array(int array, bool written);
  // False where there is no link yet.
  bool mark(Link::To to, int index, bool written, Place* place);

  Reducing& group_;
  const int phase_;
  const bool kept_;
  const bool tiled_;
  BlockProgram& program_;
  std::vector<Link>& links_;
  GroupOperands operands_;
};

Reducing::ProgramDraft::ProgramDraft(Reducing& group, int phase, bool kept)
    : group_(group),
      phase_(phase),
      kept_(kept),
      tiled_(!kept && group.tiled_),
      program_(kept ? group.phase_at(phase).kept : group.phase_at(phase).full),
      links_(kept ? group.phase_at(phase).kept_links
                  : group.phase_at(phase).full_links) {
  TENORITE_ASSERT(program_.empty() && links_.empty(),
                  "a phase's program is made twice");
  int64_t strides[kMaxGroupArrays];
  for (int a = 0; a < group_.arrays_; ++a) strides[a] = stride_of(a);
  operands_.begin(program_, *group_.plan_, strides);
}

int64_t Reducing::ProgramDraft::stride_of(int array) const {
  const int64_t kept = group_.kept_step_[array];
  const int64_t reduced = group_.reduced_step_[array];
  if (!tiled_) return kept_ || group_.columns_ ? kept : reduced;
  // One element for all, or staged.
  if (kept == 0 && reduced == 0) return 0;
  return size_in_bytes(group_.array(array).dtype());
}

bool Reducing::ProgramDraft::mark(Link::To to, int index, bool written,
                                  Place* place) {
  for (Link& l : links_) {
    if (l.to != to || l.index != index) continue;
    (written ? l.written : l.read) = true;
    *place = {l.place, l.dtype};
    return true;
  }
  return false;
}

BlockProgram::Place Reducing::ProgramDraft::link(Link::To to, int index,
                                                 DType dtype, int64_t stride,
                                                 bool written) {
  Place place;
  if (mark(to, index, written, &place)) return place;
  place = program_.add_array(dtype, stride);
  links_.push_back({to, index, place.index, dtype, !written, written});
  return place;
}

// Arrays have their places from the start.
void Reducing::ProgramDraft::link_array(int array, bool written) {
  Place place;
  if (mark(Link::To::kArray, array, written, &place)) return;
  links_.push_back({Link::To::kArray, array, static_cast<int16_t>(array),
                    group_.array(array).dtype(), !written, written});
}

void Reducing::ProgramDraft::read(const GroupSource& source) {
  if (source.kind == Kind::kArray)
    link_array(source.index, false);
  else if (source.kind != Kind::kValue)
    return;
  else if (!group_.is_full(source))
    read_kept(source);
  else if (group_.phase_of(source) < phase_)
    read_buffer(source);
}

void Reducing::ProgramDraft::read_kept(const GroupSource& source) {
  if (is_mine(group_.step(source.index), group_.phase_of(source))) return;
  const DType dtype = group_.dtype_of(source);
  // Along a row a kept value is the same for all positions.
  const bool varies = kept_ || group_.columns_ || tiled_;
  operands_.set_value(source.index, source.output,
                      link(Link::To::kKept, group_.kept_buffer_of(source),
                           dtype, varies ? size_in_bytes(dtype) : 0, false));
}

void Reducing::ProgramDraft::read_buffer(const GroupSource& source) {
  const DType dtype = group_.dtype_of(source);
  operands_.set_value(
      source.index, source.output,
      link(Link::To::kBuffer, group_.buffer_of(source, dtype, phase_), dtype,
           false));
}

void Reducing::ProgramDraft::add_steps() {
  for (size_t i = 0; i < group_.plan_->steps.size(); ++i) {
    const GroupStep& step = group_.plan_->steps[i];
    if (!is_mine(step, group_.phase_of_[i])) continue;
    for_each_source(step, [&](const GroupSource& source) { read(source); });
    operands_.add_step(static_cast<int>(i));
  }
}

void Reducing::ProgramDraft::keep_values() {
  for (size_t b = 0; b < group_.kept_buffers_.size(); ++b) {
    const GroupSource& source = group_.kept_buffers_[b].source;
    if (!is_mine(group_.step(source.index), group_.phase_of(source))) continue;
    const Place value = operands_.source(source);
    program_.store(value, link(Link::To::kKept, static_cast<int>(b),
                               group_.dtype_of(source), true));
  }
}

void Reducing::ProgramDraft::fill_buffers() {
  for (size_t b = 0; b < group_.buffers_.size(); ++b) {
    const Buffer& buffer = group_.buffers_[b];
    if (buffer.first != phase_) continue;
    read(buffer.source);
    const Place value =
        program_.convert(operands_.source(buffer.source), buffer.dtype);
    program_.store(value, link(Link::To::kBuffer, static_cast<int>(b),
                               buffer.dtype, true));
  }
}

void Reducing::ProgramDraft::write_arrays() {
  for (const GroupStore& store : group_.plan_->stores) {
    // Kept values that come from nowhere else are stored by their arrays' form.
    const bool to_kept = !group_.is_full(store.value);
    if (to_kept != kept_ || group_.store_phase(store) != phase_) continue;
    read(store.value);
    link_array(store.array, true);
    program_.store(
        operands_.source(store.value),
        operands_.source({Kind::kArray, 0, static_cast<int16_t>(store.array)}));
  }
}

void Reducing::add_program(int phase, bool kept) {
  ProgramDraft draft(*this, phase, kept);
  draft.add_steps();
  if (kept)
    draft.keep_values();
  else
    draft.fill_buffers();
  draft.write_arrays();
  draft.finish();
}

}  // namespace tenorite::cpu
