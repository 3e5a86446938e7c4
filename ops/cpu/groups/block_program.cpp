// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/groups/block_program.h"

#include <algorithm>
#include <utility>

#include "core/assert.h"
#include "core/thread_pool.h"
#include "ops/cpu/elementwise/execute.h"
#include "ops/cpu/elementwise/float_flags.h"

namespace tenorite::cpu {
namespace {

// Slots do not begin at the same place of a page, so that stores to one are
// not taken for loads from another.
constexpr int64_t kSlotGap = 320;

// Of items that are read by indices.
constexpr int64_t kGatherGrain = 1 << 14;

// By how much machine code is faster than loops, roughly.
constexpr int64_t kMachineSpeed = 2;

// Choices of one element or the other, by the size of an element.
struct Selects {
  CpuLoop loop[5];  // by the binary logarithm
  int64_t grain;
};
const Selects& selects() {
  static const Selects table = [] {
    constexpr DType kBySize[] = {DType::kUint8, DType::kUint16, DType::kUint32,
                                 DType::kUint64, DType::kComplex128};
    Selects result{};
    const auto loops = info(Op::select).loops;
    for (int size = 0; size < 5; ++size)
      for (size_t i = 0; i < loops.size(); ++i)
        if (loops[i].out[0] == kBySize[size])
          result.loop[size] = loops_of(Op::select)[i];
    result.grain = grain_of(Op::select, 0);
    return result;
  }();
  return table;
}

int log2_size(DType dtype) {
  return __builtin_ctz(static_cast<unsigned>(itemsize(dtype)));
}

}  // namespace

BlockProgram::Place BlockProgram::add_array(DType dtype, int64_t stride) {
  Entry entry{Kind::kArray, dtype};
  entry.stride = stride;
  places_.push_back(entry);
  return {static_cast<int16_t>(places_.size() - 1), dtype};
}

BlockProgram::Place BlockProgram::add_scalar(DType dtype) {
  Entry entry{Kind::kScalar, dtype};
  entry.scalar = static_cast<int>(scalars_.size());
  scalars_.emplace_back().dtype = dtype;
  places_.push_back(entry);
  return {static_cast<int16_t>(places_.size() - 1), dtype};
}

BlockProgram::Place BlockProgram::add_table(const ndarray& table) {
  Entry entry{Kind::kTable, table.dtype()};
  entry.table = static_cast<int>(tables_.size());
  GatherTable& kept = tables_.emplace_back();
  std::copy_n(table.shape().data(), table.ndim(), kept.bounds);
  std::copy_n(table.strides().data(), table.ndim(), kept.strides);
  places_.push_back(entry);
  return {static_cast<int16_t>(places_.size() - 1), table.dtype()};
}

BlockProgram::Place BlockProgram::add_value(DType dtype) {
  places_.push_back({Kind::kValue, dtype});
  return {static_cast<int16_t>(places_.size() - 1), dtype};
}

void BlockProgram::read(Call& call, Place place) {
  TENORITE_ASSERT(place && static_cast<size_t>(place.index) < places_.size(),
                  "a step reads what has no place");
  call.operand[call.operands++] = place.index;
  places_[place.index].last = static_cast<int>(&call - calls_.data());
}

BlockProgram::Place BlockProgram::dense(Place array) {
  const Entry& entry = places_[static_cast<size_t>(array.index)];
  const auto size = static_cast<int64_t>(itemsize(array.dtype));
  if (entry.kind != Kind::kArray || entry.stride == 0 || entry.stride == size)
    return array;
  for (const Conversion& done : dense_)
    if (done.from == array.index) return {done.to, array.dtype};
  const Place to = add_value(array.dtype);
  add_call(move_loop(itemsize(array.dtype)), &to, 1, &array, 1, kLightGrain,
           MachineOp::kNone);
  dense_.push_back({array.index, to.index});
  return to;
}

BlockProgram::Call& BlockProgram::add_call(CpuLoop loop, const Place* out,
                                           int nout, const Place* in, int nin,
                                           int64_t grain, MachineOp machine,
                                           const FloatCheck& check) {
  Place sources[kMaxInputs];
  std::copy_n(in, nin, sources);
  if (machine != MachineOp::kNone && worth_of_machine_code() >= 0)
    for (int k = 0; k < nin; ++k) sources[k] = dense(sources[k]);
  const int number = static_cast<int>(calls_.size());
  Call& call = calls_.emplace_back();
  call.loop = loop;
  call.check = wanted_ ? &check : &FloatCheck::none();
  call.machine = machine;
  call.outputs = static_cast<uint8_t>(nout);
  call.operands = 0;
  call.mask = -1;
  for (int k = 0; k < nout; ++k) {
    call.operand[call.operands++] = out[k].index;
    places_[out[k].index].first = number;
  }
  for (int k = 0; k < nin; ++k) read(call, sources[k]);
  work_ += 1.0 / static_cast<double>(grain);
  return call;
}

BlockProgram::Place BlockProgram::convert(Place from, DType dtype) {
  if (from.dtype == dtype) return from;
  for (const Conversion& done : conversions_)
    if (done.from == from.index && places_[done.to].dtype == dtype)
      return {done.to, dtype};
  const CpuLoop loop = cast_loop(from.dtype, dtype);
  Place to;
  if (places_[from.index].kind == Kind::kScalar) {
    to = add_scalar(dtype);
    constants_.push_back(
        {loop, places_[from.index].scalar, places_[to.index].scalar});
  } else {
    to = add_value(dtype);
    add_call(loop, &to, 1, &from, 1, kLightGrain,
             machine_cast(from.dtype, dtype),
             FloatCheck::of_cast(from.dtype, dtype));
  }
  conversions_.push_back({from.index, to.index});
  return to;
}

BlockProgram::Place BlockProgram::select(Place where, Place value,
                                         Place former) {
  Place result = add_value(value.dtype);
  const Place in[] = {where, value, convert(former, value.dtype)};
  add_call(selects().loop[log2_size(value.dtype)], &result, 1, in, 3,
           selects().grain, machine_select(value.dtype));
  return result;
}

void BlockProgram::add_gather(const GroupStep& step, const Place* in,
                              Place* result) {
  Place operands[kMaxInputs] = {in[0]};
  const bool any_width =
      step.nin == 2 && step.index_mode() == IndexMode::kWithin;
  for (int k = 1; k < step.nin; ++k)
    operands[k] = any_width ? in[k] : convert(in[k], DType::kInt64);
  const size_t index_size = itemsize(operands[1].dtype);
  result[0] = add_value(in[0].dtype);
  add_call(gather_loop(itemsize(in[0].dtype), step.nin - 1, step.index_mode(),
                       index_size),
           result, 1, operands, step.nin, kGatherGrain, MachineOp::kNone)
      .is_gather = true;
}

void BlockProgram::add_step(const GroupStep& step, const Place* in, Place where,
                            const Place* former, Place* result) {
  if (step.kind == Instruction::Kind::kGather)
    return add_gather(step, in, result);
  if (step.kind == Instruction::Kind::kCopy) {
    // What becomes wider without a change becomes so where it is read.
    const bool is_kept = !where && step.dtype[0] == DType::kInt64 &&
                         kind(in[0].dtype) != 'f' && kind(in[0].dtype) != 'c' &&
                         in[0].dtype != DType::kUint64;
    result[0] = is_kept ? in[0] : convert(in[0], step.dtype[0]);
    if (where && former[0]) result[0] = select(where, result[0], former[0]);
    return;
  }
  const LoopTypes& types = info(step.op).loops[step.loop];
  Place converted[kMaxInputs];
  for (int k = 0; k < step.nin; ++k) converted[k] = convert(in[k], types.in[k]);
  for (int k = 0; k < step.nout; ++k) result[k] = add_value(types.out[k]);
  Call& call =
      add_call(loops_of(step.op)[step.loop], result, step.nout, converted,
               step.nin, grain_of(step.op, step.loop),
               machine_op(step.op, types), FloatCheck::of(step.op, step.loop));
  call.name = info(step.op).name;
  if (where) {
    call.mask = where.index;
    places_[where.index].last = static_cast<int>(&call - calls_.data());
  }
  for (int k = 0; k < step.nout; ++k) {
    result[k] = convert(result[k], step.dtype[k]);
    if (where && former[k]) result[k] = select(where, result[k], former[k]);
  }
}

void BlockProgram::store(Place value, Place array) {
  TENORITE_ASSERT(value && array && places_[array.index].kind == Kind::kArray,
                  "a value is stored in what is no array");
  stores_.emplace_back(value, array);
}

void BlockProgram::copy(Place from, Place to) {
  const CpuLoop loop = from.dtype == to.dtype ? move_loop(itemsize(to.dtype))
                                              : cast_loop(from.dtype, to.dtype);
  add_call(loop, &to, 1, &from, 1, kLightGrain,
           machine_cast(from.dtype, to.dtype),
           FloatCheck::of_cast(from.dtype, to.dtype));
}

void BlockProgram::finish() {
  TENORITE_ASSERT(float_errors_.empty(), "a program is finished twice");
  choose_homes();
  settle_operands();
  if (worth_of_machine_code() >= 0) find_passes();
  choose_slots();
  count_cached_bytes();
  float_errors_.assign(calls_.size(), 0);
  grain_ = work_ > 0 ? std::max<int64_t>(1, static_cast<int64_t>(1 / work_))
                     : kLightGrain;
}

void BlockProgram::settle_operands() {
  for (Call& call : calls_) {
    auto settle = [&](int16_t& operand) {
      const Entry& entry = places_[operand];
      if (entry.home >= 0) operand = entry.home;
      return entry.home >= 0 ? places_[entry.home].stride
             : entry.kind == Kind::kValue
                 ? static_cast<int64_t>(itemsize(entry.dtype))
                 : entry.stride;
    };
    for (int k = 0; k < call.operands; ++k)
      call.strides[k] = settle(call.operand[k]);
    if (call.mask >= 0) call.mask_stride = settle(call.mask);
  }
}

bool BlockProgram::may_be_in_pass(const Call& call) const {
  return call.machine != MachineOp::kNone && call.mask < 0 &&
         call.check->rule() <= FloatRule::kFlags;
}

bool BlockProgram::is_of_small(const Call& call) const {
  auto dtype = [&](int operand) {
    return places_[static_cast<size_t>(call.operand[operand])].dtype;
  };
  return call.machine == MachineOp::kCast && casts_small(dtype(1), dtype(0));
}

// Whether a call, or one before it that may be in one pass with it, reads the
// array.
bool BlockProgram::is_read_in_pass(const Place& array, int call) const {
  if (worth_of_machine_code() < 0) return false;
  for (; call >= 0; --call) {
    const Call& c = calls_[static_cast<size_t>(call)];
    if (!may_be_in_pass(c)) return false;
    for (int k = c.outputs; k < c.operands; ++k)
      if (c.operand[k] == array.index) return true;
  }
  return false;
}

void BlockProgram::find_passes() {
  std::vector<uint8_t> is_read(places_.size()), is_written(places_.size());
  size_t begin = 0, narrowest = SIZE_MAX, widest = 0;
  auto end_at = [&](size_t end) {
    if (end >= begin + 2) {
      PassOfCalls& pass = passes_.emplace_back(begin, end);
      for (size_t i = begin; i < end; ++i) {
        pass.is_checked = pass.is_checked || !calls_[i].check->is_none();
        pass.is_of_small = pass.is_of_small || is_of_small(calls_[i]);
      }
    }
    begin = end;
    narrowest = SIZE_MAX;
    widest = 0;
    std::fill(is_read.begin(), is_read.end(), 0);
    std::fill(is_written.begin(), is_written.end(), 0);
  };
  for (size_t i = 0; i < calls_.size(); ++i) {
    const Call& call = calls_[i];
    bool fits = may_be_in_pass(call);
    size_t least = SIZE_MAX, most = 0;
    for (int k = 0; k < call.operands && fits; ++k) {
      const size_t size =
          itemsize(places_[static_cast<size_t>(call.operand[k])].dtype);
      fits = call.strides[k] == static_cast<int64_t>(size) ||
             (k >= call.outputs && call.strides[k] == 0);
      least = std::min(least, size);
      most = std::max(most, size);
    }
    fits = fits && fit_together(least, most);
    if (!fits) {
      end_at(i);
      begin = i + 1;
      continue;
    }
    const auto out = static_cast<size_t>(call.operand[0]);
    if (is_read[out] ||
        !fit_together(std::min(narrowest, least), std::max(widest, most)))
      end_at(i);
    narrowest = std::min(narrowest, least);
    widest = std::max(widest, most);
    for (int k = 1; k < call.operands; ++k) {
      const auto from = static_cast<size_t>(call.operand[k]);
      is_read[from] = is_read[from] || !is_written[from];
    }
    if (is_read[out]) {  // in place: by itself
      end_at(i);
      begin = i + 1;
      continue;
    }
    is_written[out] = true;
  }
  end_at(calls_.size());
}

Pass BlockProgram::text_of(const PassOfCalls& calls) const {
  Pass pass;
  std::vector<int16_t> number(places_.size(), -1);
  auto value_of = [&](int16_t place) -> int16_t& {
    return number[static_cast<size_t>(place)];
  };
  for (size_t i = calls.begin; i < calls.end; ++i) {
    const Call& call = calls_[i];
    PassStep step{call.machine, -1, {}, call.operands - 1};
    for (int k = 1; k < call.operands; ++k) {
      int16_t& known = value_of(call.operand[k]);
      if (known < 0) {
        known = static_cast<int16_t>(pass.values.size());
        PassValue& value = pass.values.emplace_back(
            PassValue{places_[static_cast<size_t>(call.operand[k])].dtype,
                      call.operand[k]});
        value.is_input = true;
        value.is_single = call.strides[k] == 0;
      }
      step.in[k - 1] = known;
    }
    const Entry& out = places_[static_cast<size_t>(call.operand[0])];
    step.out = static_cast<int16_t>(pass.values.size());
    value_of(call.operand[0]) = step.out;
    PassValue& value =
        pass.values.emplace_back(PassValue{out.dtype, call.operand[0]});
    value.is_stored =
        out.kind == Kind::kArray || out.last >= static_cast<int>(calls.end);
    pass.steps.push_back(step);
  }
  return pass;
}

void BlockProgram::expect(int64_t elements) {
  if (passes_.empty() || passes_[0].code || expected_ == INT64_MAX) return;
  expected_ += elements;
  const auto calls = static_cast<int64_t>(calls_.size());
  if (expected_ < worth_of_machine_code() / calls) return;
  expected_ = INT64_MAX;
  for (PassOfCalls& pass : passes_)
    pass.code = CompiledPass::for_elements(text_of(pass), elements);
  if (passes_[0].code) grain_ *= kMachineSpeed;
}

// A value is computed straight into the array where nobody reads the array's
// former elements later. All else is copied at the end, from scratch where it
// comes from another array that is written.
void BlockProgram::choose_homes() {
  for (auto& [value, array] : stores_) {
    if (places_[value.index].kind != Kind::kArray) continue;
    bool written = false;
    for (const auto& other : stores_)
      written |= other.second.index == value.index;
    if (!written) continue;
    Place kept = add_value(value.dtype);
    copy(value, kept);
    value = kept;
  }
  for (auto& [value, array] : stores_) {
    Entry& from = places_[value.index];
    const Entry& to = places_[array.index];
    if (from.kind == Kind::kValue && from.home < 0 &&
        value.dtype == array.dtype && to.last <= from.first &&
        to.stride == static_cast<int64_t>(itemsize(to.dtype)) &&
        calls_[from.first].mask < 0 && !is_read_in_pass(array, from.first))
      from.home = array.index;
    else
      copy(value, array);
  }
}

int BlockProgram::take_slot(int size) {
  for (size_t i = 0; i < slots_.size(); ++i)
    if (!slots_[i].taken && slots_[i].size == size) {
      slots_[i].taken = true;
      return static_cast<int>(i);
    }
  slots_.push_back({bytes_per_element_, size, true});
  bytes_per_element_ += size;
  return static_cast<int>(slots_.size() - 1);
}

void BlockProgram::choose_slots() {
  // What a pass reads, it must not write: such slots are free after it.
  auto pass = passes_.begin();
  std::vector<int> after_pass;
  auto release = [&](int16_t place, int call) {
    const Entry& entry = places_[place];
    if (entry.slot < 0 || entry.last != call) return;
    if (pass != passes_.end() && call >= static_cast<int>(pass->begin) &&
        entry.first < static_cast<int>(pass->begin))
      after_pass.push_back(entry.slot);
    else
      slots_[static_cast<size_t>(entry.slot)].taken = false;
  };
  for (size_t i = 0; i < calls_.size(); ++i) {
    if (pass != passes_.end() && i == pass->end) {
      for (int slot : std::exchange(after_pass, {}))
        slots_[static_cast<size_t>(slot)].taken = false;
      ++pass;
    }
    const Call& call = calls_[i];
    const int number = static_cast<int>(i);
    // A result may take the place of an operand, except where errors are
    // looked into afterwards.
    const bool is_looked_into = call.mask >= 0 || call.check->reads_inputs();
    auto release_inputs = [&] {
      for (int k = call.outputs; k < call.operands; ++k)
        release(call.operand[k], number);
    };
    if (!is_looked_into) release_inputs();
    for (int k = 0; k < call.outputs; ++k) {
      Entry& entry = places_[call.operand[k]];
      if (entry.kind == Kind::kValue && entry.home < 0)
        entry.slot = take_slot(static_cast<int>(itemsize(entry.dtype)));
    }
    if (is_looked_into) release_inputs();
    if (call.mask >= 0) release(call.mask, number);
    // Results that nobody reads.
    for (int k = 0; k < call.outputs; ++k) {
      const Entry& entry = places_[call.operand[k]];
      if (entry.slot >= 0 && entry.last < number)
        slots_[static_cast<size_t>(entry.slot)].taken = false;
    }
  }
}

void BlockProgram::count_cached_bytes() {
  std::vector<uint8_t> is_cached(slots_.size());
  auto pass = passes_.begin();
  for (size_t i = 0; i < calls_.size(); ++i) {
    if (pass != passes_.end() && i == pass->end) ++pass;
    const bool is_in_pass = pass != passes_.end() && i >= pass->begin;
    const Call& call = calls_[i];
    for (int k = 0; k < call.operands; ++k) {
      const Entry& entry = places_[static_cast<size_t>(call.operand[k])];
      if (entry.slot < 0) continue;
      const bool is_inside = is_in_pass &&
                             entry.first >= static_cast<int>(pass->begin) &&
                             entry.last < static_cast<int>(pass->end);
      if (!is_inside) is_cached[static_cast<size_t>(entry.slot)] = true;
    }
  }
  for (size_t s = 0; s < slots_.size(); ++s)
    if (is_cached[s]) cached_bytes_ += slots_[s].size;
}

int64_t BlockProgram::scratch_bytes(int64_t block) const {
  return bytes_per_element_ * block +
         kSlotGap * static_cast<int64_t>(slots_.size());
}

char* BlockProgram::scalar_bytes(int scalar) const {
  // Loops take inputs and outputs alike as char*; inputs are only read.
  return reinterpret_cast<char*>(
      const_cast<unsigned char*>(scalars_[static_cast<size_t>(scalar)].bytes));
}

void BlockProgram::load(const GroupPlan& plan) {
  const std::vector<Scalar>& scalars = plan.scalars;
  TENORITE_ASSERT(scalars.size() + constants_.size() <= scalars_.size(),
                  "a program is given more scalars than it has places for");
  std::copy(scalars.begin(), scalars.end(), scalars_.begin());
  for (size_t k = 0; k < tables_.size(); ++k)
    tables_[k].data = reinterpret_cast<const char*>(plan.tables[k].address());
  for (const Constant& c : constants_) {
    char* data[] = {scalar_bytes(c.to), scalar_bytes(c.from)};
    const int64_t strides[] = {0, 0};
    unsigned none = 0;
    c.loop(data, strides, 1, &none);
  }
}

void BlockProgram::bind(char** pointers, char* scratch, int64_t block) const {
  for (size_t i = 0; i < places_.size(); ++i) {
    const Entry& entry = places_[i];
    if (entry.kind == Kind::kScalar)
      pointers[i] = scalar_bytes(entry.scalar);
    else if (entry.kind == Kind::kTable)
      pointers[i] = reinterpret_cast<char*>(
          const_cast<GatherTable*>(&tables_[static_cast<size_t>(entry.table)]));
    else if (entry.slot >= 0)
      pointers[i] = scratch +
                    slots_[static_cast<size_t>(entry.slot)].offset * block +
                    kSlotGap * entry.slot;
  }
}

void BlockProgram::run(char* const* pointers, int64_t n,
                       unsigned* error) const {
  size_t at = 0;
  for (const PassOfCalls& pass : passes_) {
    if (!pass.code || n < pass.code->width() || !pass.is_worth_it()) continue;
    run_calls(at, pass.begin, pointers, n, error);
    at = pass.end;
    if (!pass.is_checked && !pass.is_of_small) {
      pass.code->run(pointers, n);
      continue;
    }
    clear_float_flags();
    pass.code->run(pointers, n);
    const FloatErrors found = float_flags();
    const bool is_done = !pass.is_of_small || !(found & kInvalid);
    pass.note(is_done);
    // Which call is it? They find out.
    if (!is_done || (found & wanted_)) [[unlikely]]
      run_calls(pass.begin, pass.end, pointers, n, error);
  }
  run_calls(at, calls_.size(), pointers, n, error);
}

void BlockProgram::run_calls(size_t begin, size_t end, char* const* pointers,
                             int64_t n, unsigned* error) const {
  for (size_t i = begin; i < end; ++i) {
    const Call& call = calls_[i];
    if (call.is_gather) {
      const size_t first = i;
      while (i + 1 < end && calls_[i + 1].is_gather) ++i;
      gather(first, i + 1, pointers, n);
      continue;
    }
    char* data[kMaxInputs + kMaxOutputs];
    for (int k = 0; k < call.operands; ++k) data[k] = pointers[call.operand[k]];
    FloatErrors float_errors = 0;
    if (call.mask < 0) {
      float_errors =
          call.check->run(call.loop, data, call.strides, n, error, wanted_);
    } else {
      unsigned found = 0;
      const char* mask = pointers[call.mask];
      float_errors = call.check->run(call.loop, data, call.strides, n, &found,
                                     wanted_, mask, call.mask_stride);
      if (found) check_unmasked(call, data, mask, n, error);
    }
    if (float_errors) [[unlikely]]
      __atomic_fetch_or(
          &float_errors_[static_cast<size_t>(&call - calls_.data())],
          static_cast<uint8_t>(float_errors), __ATOMIC_RELAXED);
  }
}

// Several read the same lines of a table, or neighbours, which stay in the
// first cache for some elements.
void BlockProgram::gather(size_t begin, size_t end, char* const* pointers,
                          int64_t n) const {
  constexpr int64_t kFew = 64;
  const int64_t most = end - begin > 1 ? kFew : n;
  for (int64_t at = 0; at < n; at += most)
    for (size_t i = begin; i < end; ++i) {
      const Call& call = calls_[i];
      char* data[kMaxInputs + kMaxOutputs];
      for (int k = 0; k < call.operands; ++k)
        data[k] = pointers[call.operand[k]] + at * call.strides[k];
      unsigned none = 0;
      call.loop(data, call.strides, std::min(most, n - at), &none);
    }
}

void BlockProgram::report_float_errors() {
  for (size_t i = 0; i < calls_.size(); ++i)
    if (float_errors_[i]) [[unlikely]] {
      found_float_errors(calls_[i].name, float_errors_[i]);
      float_errors_[i] = 0;
    }
}

// Something was wrong with some element: was it one that counts?
void BlockProgram::check_unmasked(const Call& call, char* const* data,
                                  const char* mask, int64_t n,
                                  unsigned* error) const {
  for (int64_t i = 0; i < n; ++i) {
    if (!mask[i * call.mask_stride]) continue;
    char* one[kMaxInputs + kMaxOutputs];
    for (int k = 0; k < call.operands; ++k)
      one[k] = data[k] + i * call.strides[k];
    call.loop(one, call.strides, 1, error);
  }
}

}  // namespace tenorite::cpu
