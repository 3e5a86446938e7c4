// SPDX-License-Identifier: Apache-2.0
#include "ops/record/group_draft.h"

#include <utility>

#include "core/assert.h"
#include "core/lattice.h"
#include "ops/plan/invariants.h"

namespace tenorite {
namespace {

// A group with arrays of parts runs in as many pieces at most.
constexpr size_t kMaxBoxes = 81;

// Whether these axes lie in memory in C order, gaps aside.
bool is_in_c_order(const ndarray& a, uint64_t axes) {
  int64_t last = INT64_MAX;
  for (int i = 0; i < a.ndim(); ++i) {
    if (a.shape(i) == 1 || !(axes >> i & 1)) continue;
    if (a.stride(i) <= 0 || a.stride(i) > last) return false;
    last = a.stride(i);
  }
  return true;
}

// Whether the order of a fold depends on its input alone. Kept axes that do not
// lie in C order, and all axes beside those of a mask, may be taken in an order
// that depends on further operands. Nothing is gained with gaps in between, or
// where devices hold rows.
bool folds_in_own_order(const ndarray& in, const ndarray& out,
                        uint64_t reduced_axes, bool masked) {
  if (!out.is_c_contiguous()) return false;
  if (is_in_c_order(in, ~uint64_t{0})) return true;
  if (masked || !is_in_c_order(in, ~reduced_axes) ||
      rows_fit(in.shape(), reduced_axes))
    return false;
  const auto item = static_cast<int64_t>(in.itemsize());
  int64_t size = item, last = 0;
  for (int i = 0; i < in.ndim(); ++i) {
    if (in.shape(i) == 1) continue;
    if (in.stride(i) < item) return false;
    size *= in.shape(i);
    last = std::max(last, in.stride(i) * in.shape(i));
  }
  return last == size;
}

// Steps over the shape, then folds, then those over kept values; each in order.
void order_steps(Group& group) {
  GroupPlan& plan = group.plan;
  auto rank = [](const GroupStep& s) {
    return s.kind == Instruction::Kind::kReduce ? 1 : s.kept ? 2 : 0;
  };
  std::vector<int16_t> order(plan.steps.size()), place(plan.steps.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int16_t>(i);
  std::stable_sort(order.begin(), order.end(), [&](int16_t a, int16_t b) {
    return rank(plan.steps[static_cast<size_t>(a)]) <
           rank(plan.steps[static_cast<size_t>(b)]);
  });
  for (size_t i = 0; i < order.size(); ++i)
    place[static_cast<size_t>(order[i])] = static_cast<int16_t>(i);
  std::vector<GroupStep> steps;
  std::vector<int16_t> initials;
  for (int16_t i : order) {
    steps.push_back(std::move(plan.steps[static_cast<size_t>(i)]));
    initials.push_back(group.initials[static_cast<size_t>(i)]);
  }
  group.initials = std::move(initials);
  auto move = [&](GroupSource& s) {
    if (s.kind == GroupSource::Kind::kValue)
      s.index = place[static_cast<size_t>(s.index)];
  };
  for (GroupStep& step : steps) {
    for (GroupSource& s : step.in) move(s);
    move(step.where);
    for (GroupSource& s : step.former) move(s);
  }
  plan.steps = std::move(steps);
  for (GroupStore& store : plan.stores) move(store.value);
}

}  // namespace

std::optional<GroupDraft::Role> GroupDraft::role_of(
    const WindowInstruction& instruction) const {
  const GroupPlan& plan = group_.plan;
  const Dims& space = window_.spaces[static_cast<size_t>(instruction.space)];
  const bool scans = instruction.kind == Instruction::Kind::kScan;
  if (scans || instruction.kind == Instruction::Kind::kReduce) {
    if (!(space == plan.shape) || !parts_.empty()) return {};
    if (plan.reduced_axes && plan.reduced_axes != instruction.reduced_axes)
      return {};
    if (scans) return Role::kFull;
    if (scans_long_) return {};
    return Role::kFold;
  }
  if (space == plan.shape) return Role::kFull;
  if (plan.reduced_axes && !scans_long_ &&
      instruction.kind != Instruction::Kind::kGather &&
      (space == squeezed_ || space == keepdims_))
    return Role::kKept;
  return {};
}

bool GroupDraft::to_kept(const ndarray& view, bool squeezed,
                         ndarray& result) const {
  const GroupPlan& plan = group_.plan;
  const int ndim = plan.shape.size();
  Dims shape(ndim, 1), strides(ndim, 0);
  int from = view.ndim() - 1;
  for (int axis = ndim - 1; axis >= 0; --axis) {
    const bool reduced = plan.reduced_axes >> axis & 1;
    if (reduced && squeezed) continue;
    if (from < 0) break;
    shape[axis] = view.shape(from);
    strides[axis] = view.stride(from--);
    if (reduced && shape[axis] != 1) return false;
  }
  for (; from >= 0; --from)
    if (view.shape(from) != 1) return false;
  result = view.view(0, std::move(shape), std::move(strides));
  return true;
}

template <class F>
bool GroupDraft::any_touched(int16_t storage, F f) const {
  const auto first = first_touched_.find(storage);
  if (first != first_touched_.end())
    for (int i = first->second; i >= 0;) {
      const Touched& t = touched_[static_cast<size_t>(i)];
      if (f(t)) return true;
      i = t.next;
    }
  return std::any_of(fresh_.begin(), fresh_.end(), [&](const Touched& t) {
    return t.storage == storage && f(t);
  });
}

GroupDraft::Touched* GroupDraft::touched(const ndarray& view, int16_t storage) {
  const Touched* found = nullptr;
  any_touched(storage, [&](const Touched& t) {
    if (same_view(t.view, view)) found = &t;
    return found != nullptr;
  });
  return const_cast<Touched*>(found);
}

void GroupDraft::keep(Touched t) {
  const auto first = first_touched_.try_emplace(t.storage, -1).first;
  t.place = static_cast<int>(touched_.size());
  t.next = std::exchange(first->second, t.place);
  arrays_ += is_array(t);
  touched_.push_back(std::move(t));
}

// Where a step finds what it reads; false where it may not be read here.
bool GroupDraft::find_read(const WindowInstruction& instruction, Role role,
                           int id, GroupSource& source) {
  const WindowView& seen = window_.view(id);
  const GroupPlan& plan = group_.plan;
  ndarray view = seen.array;
  ndarray kept;  // in the form of kept values, where it can be one
  bool may_be_kept = false;
  if (plan.reduced_axes) {
    const bool squeezed =
        role == Role::kKept &&
        window_.spaces[static_cast<size_t>(instruction.space)] == squeezed_;
    may_be_kept = to_kept(view, squeezed, kept);
    if (role == Role::kKept) {
      if (!may_be_kept) return false;
      view = kept;
    }
  }
  const Touched* writer = nullptr;
  const bool meets = any_touched(seen.storage, [&](const Touched& t) {
    if (!t.written) return false;
    if (t.kept ? may_be_kept && same_view(t.view, kept)
               : role != Role::kKept && same_view(t.view, view)) {
      writer = &t;
      return true;
    }
    return may_meet(t.view, view);
  });
  if (writer) {
    if (writer->kept && role != Role::kKept) {
      if (!rows_) return false;
      reads_kept_ = true;
    }
    source = writer->value;
    return true;
  }
  if (meets) return false;
  Touched* known = touched(view, seen.storage);
  if (!known && fates_.assemblies->has(seen.storage)) {
    const Parts& parts = fates_.assemblies->parts(static_cast<int16_t>(id));
    if (const int same = find_assembled(parts); same >= 0) {
      source = {GroupSource::Kind::kArray, 0, static_cast<int16_t>(same)};
      return role == Role::kFull;
    }
    if (role != Role::kFull || !may_read_parts(parts)) return false;
    for (const Part& part : parts) fresh_parts_.push_back(&part);
  }
  if (!known) {
    Touched fresh;
    fresh.view = view;
    fresh.number = static_cast<int16_t>(id);
    fresh.storage = seen.storage;
    fresh_.push_back(std::move(fresh));
    known = &fresh_.back();
  }
  if (known->array < 0) {
    const auto fresh =
        std::count_if(fresh_.begin(), fresh_.end(),
                      [](const Touched& t) { return t.array >= 0; });
    known->array = static_cast<int16_t>(
        plan.arrays.size() + static_cast<size_t>(fresh) + fresh_reads_.size());
    if (known->place >= 0) fresh_reads_.push_back(known->place);
  }
  if (role != Role::kKept) known->read_in_full = true;
  source = {GroupSource::Kind::kArray, 0, known->array};
  return true;
}

// It has to be in memory as it is.
bool GroupDraft::find_table(int id, GroupSource& source) {
  const WindowView& seen = window_.view(id);
  if (any_touched(seen.storage, [&](const Touched& t) {
        return t.written && may_meet(t.view, seen.array);
      }))
    return false;
  size_t place = 0;
  for (const auto* list : {&group_.tables, &fresh_tables_})
    for (const int16_t table : *list) {
      if (table == id) {
        source = {GroupSource::Kind::kTable, 0, static_cast<int16_t>(place)};
        return true;
      }
      ++place;
    }
  fresh_tables_.push_back(static_cast<int16_t>(id));
  source = {GroupSource::Kind::kTable, 0, static_cast<int16_t>(place)};
  return true;
}

// Values of this group have no place in memory yet. Nothing is updated in place
// either, so that a group that ran in part may be run again.
bool GroupDraft::may_read_parts(const Parts& parts) const {
  if (group_.plan.reduced_axes ||
      std::any_of(touched_.begin(), touched_.end(),
                  [](const Touched& t) { return t.written && t.array >= 0; }))
    return false;
  std::vector<const Part*> all = parts_;
  for (const Part& part : parts) {
    const WindowView& from = window_.view(part.view);
    if (any_touched(from.storage, [&](const Touched& t) {
          return t.written && may_meet(t.view, from.array);
        }))
      return false;
    all.push_back(&part);
  }
  return count_boxes(cuts_of(group_.plan.shape, all)) <= kMaxBoxes;
}

int GroupDraft::find_assembled(const Parts& parts) const {
  for (const auto& [array, known] : group_.assembled)
    if (std::equal(known.begin(), known.end(), parts.begin(), parts.end(),
                   [](const Part& a, const Part& b) {
                     return a.view == b.view && a.offset == b.offset &&
                            a.begin == b.begin && a.end == b.end &&
                            a.strides == b.strides;
                   }))
      return static_cast<int>(array);
  return -1;
}

int GroupDraft::shares(const WindowInstruction& instruction) const {
  int count = 0;
  for (int k = 0; k < instruction.nin; ++k) {
    if (instruction.in[k] < 0) continue;
    const WindowView& in = window_.view(instruction.in[k]);
    const auto first = first_touched_.find(in.storage);
    if (first == first_touched_.end()) continue;
    for (int i = first->second; i >= 0;) {
      const Touched& t = touched_[static_cast<size_t>(i)];
      count += same_view(t.view, in.array);
      i = t.next;
    }
  }
  return count;
}

bool GroupDraft::can_write(const Touched& target, Role role) const {
  for (const auto* tables : {&group_.tables, &fresh_tables_})
    for (const int16_t table : *tables) {
      const WindowView& from = window_.view(table);
      if (from.storage == target.storage && may_meet(from.array, target.view))
        return false;
    }
  for (const auto* parts : {&parts_, &fresh_parts_})
    for (const Part* part : *parts) {
      const WindowView& from = window_.view(part->view);
      if (from.storage == target.storage && may_meet(from.array, target.view))
        return false;
    }
  const bool has_parts = !parts_.empty() || !fresh_parts_.empty();
  return !any_touched(target.storage, [&](const Touched& t) {
    if (!same_view(t.view, target.view)) return may_meet(t.view, target.view);
    if (has_parts && t.array >= 0) return true;
    // Other threads of the device may still read the old value.
    if (role != Role::kFull && t.read_in_full) return true;
    return t.written && t.kept != (role != Role::kFull);
  });
}

size_t GroupDraft::count_arrays(const std::vector<Touched>& written) const {
  size_t count = arrays_ + group_.tables.size() + fresh_tables_.size();
  for (const int place : fresh_reads_)
    count += !fates_.live[static_cast<size_t>(
        touched_[static_cast<size_t>(place)].storage)];
  for (const auto* list : {&fresh_, &written})
    for (const Touched& t : *list) count += is_array(t);
  return count;
}

bool GroupDraft::open_axes(const WindowInstruction& fold, bool first) {
  GroupPlan& plan = group_.plan;
  if (limits_.level < GroupLevel::kReductions && !first) return false;
  // Over no axes every element is its own result: as many as the shape has,
  // not as the kept axes of other folds have.
  bool unit = fold.reduced_axes == 0;
  for (int i = 0; i < plan.shape.size(); ++i)
    unit = unit || ((fold.reduced_axes >> i & 1) && plan.shape[i] == 1);
  const bool apart =
      unit || !folds_in_own_order(window_.view(fold.in[0]).array,
                                  window_.view(fold.out[0]).array,
                                  fold.reduced_axes, fold.where >= 0);
  if (apart && !first) return false;
  closed_ = closed_ || apart;
  fix_axes(fold.reduced_axes);
  return true;
}

// Those that are recorded are along the last axis of what lies in C order.
bool GroupDraft::open_scan(const WindowInstruction& scan, bool first) {
  const bool fits = limits_.level >= GroupLevel::kRows;
  if (!fits && !first) return false;
  const bool is_long = !rows_fit(group_.plan.shape, scan.reduced_axes);
  // Of longer rows there is one, and nothing else that folds.
  if (is_long && group_.plan.reduced_axes) return false;
  closed_ = closed_ || !fits;
  scans_long_ = is_long;
  fix_axes(scan.reduced_axes);
  return true;
}

void GroupDraft::fix_axes(uint64_t axes) {
  GroupPlan& plan = group_.plan;
  if (plan.reduced_axes) return;
  plan.reduced_axes = axes;
  squeezed_ = keepdims_ = {};
  for (int i = 0; i < plan.shape.size(); ++i) {
    const bool reduced = plan.reduced_axes >> i & 1;
    if (!reduced) squeezed_.push_back(plan.shape[i]);
    keepdims_.push_back(reduced ? 1 : plan.shape[i]);
  }
  rows_ = limits_.level >= GroupLevel::kRows &&
          rows_fit(plan.shape, plan.reduced_axes);
}

bool GroupDraft::find_operands(Addition& addition) {
  const WindowInstruction& instruction = *addition.instruction;
  GroupStep& step = addition.step;
  bool fits = true;
  auto read = [&](int view, GroupSource& source) {
    fits = fits && find_read(instruction, addition.role, view, source);
  };
  for (int k = 0; k < instruction.nin; ++k) {
    if (instruction.is_table(k)) {
      fits = fits && find_table(instruction.in[k], step.in[k]);
      continue;
    }
    if (instruction.in[k] >= 0) {
      read(instruction.in[k], step.in[k]);
      continue;
    }
    step.in[k] = {
        GroupSource::Kind::kScalar, 0,
        static_cast<int16_t>(group_.scalars.size() + addition.scalars.size())};
    addition.scalars.push_back(~instruction.in[k]);
  }
  if (instruction.where >= 0) read(instruction.where, step.where);
  if (instruction.kind == Instruction::Kind::kReduce ||
      instruction.kind == Instruction::Kind::kScan) {
    step.in_strides = window_.view(instruction.in[0]).array.strides();
    step.has_initial = instruction.has_initial;
  } else if (instruction.where >= 0) {
    for (int k = 0; k < instruction.nout; ++k)
      read(instruction.out[k], step.former[k]);
  }
  return fits;
}

bool GroupDraft::find_results(Addition& addition) {
  const WindowInstruction& instruction = *addition.instruction;
  GroupStep& step = addition.step;
  const bool squeezed =
      addition.role == Role::kFold ||
      window_.spaces[static_cast<size_t>(instruction.space)] == squeezed_;
  bool fits = true;
  for (int k = 0; k < instruction.nout && fits; ++k) {
    const WindowView& out = window_.view(instruction.out[k]);
    Touched target;
    target.view = out.array;
    target.number = instruction.out[k];
    target.storage = out.storage;
    target.written = true;
    target.kept = step.kept;
    target.last_write = addition.number;
    step.dtype[k] = out.array.dtype();
    if (step.kept) fits = to_kept(out.array, squeezed, target.view);
    fits = fits && can_write(target, addition.role);
    target.value = {GroupSource::Kind::kValue, static_cast<uint8_t>(k),
                    static_cast<int16_t>(group_.plan.steps.size())};
    addition.written.push_back(std::move(target));
  }
  return fits;
}

void GroupDraft::commit(Addition addition) {
  GroupPlan& plan = group_.plan;
  std::vector<const Touched*> reads;
  for (const int place : fresh_reads_) {
    const Touched& t = touched_[static_cast<size_t>(place)];
    arrays_ += !fates_.live[static_cast<size_t>(t.storage)];
    reads.push_back(&t);
  }
  for (const Touched& t : fresh_)
    if (t.array >= 0) reads.push_back(&t);
  std::sort(reads.begin(), reads.end(), [](const Touched* a, const Touched* b) {
    return a->array < b->array;
  });
  for (const Touched* t : reads) {
    TENORITE_ASSERT(static_cast<size_t>(t->array) == plan.arrays.size(),
                    "arrays of a group are not numbered one after the other");
    add_array(*t, true, false);
    if (!fates_.assemblies->has(t->storage)) continue;
    group_.assembled.emplace_back(static_cast<size_t>(t->array),
                                  fates_.assemblies->parts(t->number));
    plan.saved_bytes += 2 * t->view.nbytes();
  }
  parts_.insert(parts_.end(), fresh_parts_.begin(), fresh_parts_.end());
  for (const int16_t table : fresh_tables_) {
    const ndarray& view = window_.view(table).array;
    plan.tables.push_back({{}, 0, view.dtype(), view.shape(), view.strides()});
    group_.tables.push_back(table);
  }
  for (Touched& t : std::exchange(fresh_, {})) keep(std::move(t));
  for (Touched& target : addition.written) {
    Touched* known = touched(target.view, target.storage);
    if (!known) {
      keep(std::move(target));
      continue;
    }
    known->written = true;
    known->kept = target.kept;
    known->value = target.value;
    known->last_write = target.last_write;
  }
  group_.scalars.insert(group_.scalars.end(), addition.scalars.begin(),
                        addition.scalars.end());
  group_.initials.push_back(
      addition.step.has_initial ? addition.instruction->initial : int16_t{-1});
  spreads_ = spreads_ || (reads_kept_ && addition.role != Role::kKept) ||
             addition.instruction->kind == Instruction::Kind::kScan;
  closed_ = closed_ || addition.instruction->alone;
  plan.steps.push_back(std::move(addition.step));
  // In program order: only what is computed again comes later than that.
  auto& all = group_.instructions;
  all.insert(std::upper_bound(all.begin(), all.end(), addition.number),
             addition.number);
}

const PartialCopy* GroupDraft::partial_copy(int number) const {
  const auto& all = *fates_.partial_copies;
  const auto found = std::lower_bound(
      all.begin(), all.end(), number,
      [](const PartialCopy& copy, int n) { return copy.instruction < n; });
  if (found == all.end() || found->instruction != number) return nullptr;
  return &*found;
}

bool GroupDraft::add(int number) {
  const WindowInstruction& instruction =
      window_.instructions[static_cast<size_t>(number)];
  TENORITE_ASSERT(!has(number), "a group takes up an instruction twice");
  GroupPlan& plan = group_.plan;
  const bool first = group_.instructions.empty();
  if (closed_ || plan.steps.size() >= kMaxGroupSteps) return false;
  const PartialCopy* partial = partial_copy(number);
  if (first) {
    plan.shape = window_.spaces[static_cast<size_t>(instruction.space)];
  } else if (instruction.alone || partial) {
    return false;
  }
  const std::optional<Role> role = role_of(instruction);
  if (!role) return false;
  const uint64_t former_axes = plan.reduced_axes;
  const bool former_long = scans_long_;
  if (*role == Role::kFold && !open_axes(instruction, first)) return false;
  if (instruction.kind == Instruction::Kind::kScan &&
      !open_scan(instruction, first))
    return false;

  fresh_.clear();
  fresh_reads_.clear();
  fresh_parts_.clear();
  fresh_tables_.clear();
  reads_kept_ = false;
  Addition addition{number, &instruction, *role};
  static_cast<OpCall&>(addition.step) = instruction;
  addition.step.kept = *role != Role::kFull;
  const bool reads_fit = find_operands(addition);
  const bool fits = reads_fit && find_results(addition) &&
                    (first || count_arrays(addition.written) <= limits_.arrays);
  if (!fits && !first) {
    for (const int place : fresh_reads_)
      touched_[static_cast<size_t>(place)].array = -1;
    plan.reduced_axes = former_axes;
    scans_long_ = former_long;
    return false;
  }
  // Only the first instruction gets here without fitting: it runs as it is.
  closed_ = closed_ || !fits;
  commit(std::move(addition));
  if (!fits) {
    group_.assembled.clear();
    plan.saved_bytes = 0;
  }
  if (fits && partial && group_.assembled.empty()) {
    group_.left = partial->left;
    const ndarray& out = window_.view(instruction.out[0]).array;
    int64_t elements = out.size();
    for (const Box& box : group_.left) elements -= box.size();
    plan.saved_bytes = 2 * elements * static_cast<int64_t>(out.itemsize());
    closed_ = true;
  }
  return true;
}

Group GroupDraft::finish() && {
  GroupPlan& plan = group_.plan;
  auto matters = [&](const Touched& t) {
    const auto storage = static_cast<size_t>(t.storage);
    if (fates_.live[storage]) return true;
    if (!again_.empty() && again_[storage] >= 0) return false;
    const std::vector<int>& users = fates_.users[storage];
    return std::any_of(users.begin(), users.end(),
                       [&](int i) { return i > t.last_write && !has(i); });
  };
  for (Touched& t : touched_) {
    if (!t.written || !matters(t)) continue;
    if (t.array < 0) {
      t.array = static_cast<int16_t>(plan.arrays.size());
      add_array(t, false, true);
    }
    plan.arrays[static_cast<size_t>(t.array)].written = true;
    plan.stores.push_back({t.array, t.value});
  }
  if (plan.reduced_axes && !spreads_) order_steps(group_);
  TENORITE_ASSERT(has_matching_stores(plan),
                  "a group's stores are not to the arrays that it writes");
  count_uses();
  return std::move(group_);
}

void GroupDraft::count_uses() {
  for (int number : group_.instructions) {
    const WindowInstruction& i =
        window_.instructions[static_cast<size_t>(number)];
    fates_.assemblies->for_each_storage(window_, i, [&](int16_t storage) {
      for (auto& [known, count] : group_.uses)
        if (known == storage) {
          ++count;
          return;
        }
      group_.uses.emplace_back(storage, int16_t{1});
    });
  }
}

}  // namespace tenorite
