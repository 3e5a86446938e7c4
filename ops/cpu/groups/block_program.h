// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/float_state.h"
#include "ops/cpu/elementwise/float_checks.h"
#include "ops/cpu/elementwise/loop.h"
#include "ops/cpu/groups/gather_loop.h"
#include "ops/cpu/machine/pass.h"
#include "ops/plan/group.h"
#include "ops/plan/plan.h"

namespace tenorite::cpu {

// Steps of a group as calls of loops over a block of elements. Operands are
// places: arrays, which the caller points at the block; scalars; and values,
// which live in a scratch block of their own, given on to another value after
// the last use, or, where a value is stored, in the array itself. Calls that
// follow each other may be a pass of machine code once they have come often.
class BlockProgram {
 public:
  struct Place {
    int16_t index = -1;
    DType dtype{};
    explicit operator bool() const { return index >= 0; }
  };

  // The pointers to them are on the stack.
  static constexpr int kMaxPlaces = 8 * kMaxGroupSteps + 2 * kMaxGroupArrays;

  // Memory that the caller points at. A stride of 0 is one element.
  Place add_array(DType dtype, int64_t stride);
  // One of those that load() gets, in their order.
  Place add_scalar(DType dtype);
  // One of those that load() gets, too.
  Place add_table(const ndarray& table);
  // The place, converted; nothing is done where the dtype is right.
  Place convert(Place from, DType dtype);
  // An elementwise step or a copy; results in result[0 .. nout).
  void add_step(const GroupStep& step, const Place* in, Place where,
                const Place* former, Place* result);
  // Writes the value to an array once all steps are done; an array is read as
  // it was before.
  void store(Place value, Place array);
  // Chooses where values live. Nothing may be added afterwards.
  void finish();

  bool empty() const { return calls_.empty(); }
  int places() const { return static_cast<int>(places_.size()); }
  // Of scratch that has to be in the cache, per element of a block: what lives
  // in registers all along is not among it.
  int64_t bytes_per_element() const { return cached_bytes_; }
  int64_t scratch_bytes(int64_t block) const;
  // Elements that make about 5 us of work.
  int64_t grain() const { return grain_; }

  // Before so many elements are run: makes machine code if that is worth it.
  void expect(int64_t elements);
  // The values of the scalars and the memory of the tables, before bind().
  void load(const GroupPlan& plan);
  // Points all places but arrays; `block` is a multiple of 64 and the most
  // elements that run() is asked for.
  void bind(char** pointers, char* scratch, int64_t block) const;
  void run(char* const* pointers, int64_t n, unsigned* error) const;
  // Reports the floating-point errors that calls of run() have found, by
  // operation, once all of them are over.
  void report_float_errors();

 private:
  enum class Kind : uint8_t { kArray, kScalar, kValue, kTable };
  struct Entry {
    Kind kind;
    DType dtype;
    int16_t home = -1;   // kValue: the array that it is computed in
    int first = -1;      // kValue: the call that computes it
    int last = -1;       // the last call that reads it
    int slot = -1;       // kValue without a home
    int64_t stride = 0;  // kArray
    int scalar = -1;     // kScalar
    int table = -1;      // kTable
  };
  struct Call {
    CpuLoop loop;
    uint8_t outputs, operands;
    int16_t mask;  // -1, or a place: errors where it is false do not count
    int16_t operand[kMaxInputs + kMaxOutputs];
    int64_t strides[kMaxInputs + kMaxOutputs];
    int64_t mask_stride;
    const FloatCheck* check;
    const char* name = "cast";  // of the operation
    MachineOp machine = MachineOp::kNone;
    bool is_gather = false;
  };
  // Calls that machine code may stand for. It writes nothing that it reads, so
  // that they can be made after all where there are errors to be found.
  struct PassOfCalls {
    size_t begin, end;
    std::unique_ptr<CompiledPass> code;
    bool is_checked = false;   // for floating-point errors
    bool is_of_small = false;  // see casts_small()
    // Runs of the latter, and those of them that were for nothing; roughly,
    // since several threads count.
    mutable int runs = 0, lost = 0;

    PassOfCalls(size_t first, size_t last) : begin(first), end(last) {}
    bool is_worth_it() const {
      return __atomic_load_n(&lost, __ATOMIC_RELAXED) <=
             16 + __atomic_load_n(&runs, __ATOMIC_RELAXED) / 4;
    }
    void note(bool is_done) const {
      if (!is_of_small) return;
      __atomic_fetch_add(&runs, 1, __ATOMIC_RELAXED);
      if (!is_done) __atomic_fetch_add(&lost, 1, __ATOMIC_RELAXED);
    }
  };
  struct Conversion {
    int16_t from, to;
  };
  // A scalar that is made of another one.
  struct Constant {
    CpuLoop loop;
    int from, to;
  };
  struct Slot {
    int64_t offset;  // in bytes per element of a block
    int size;
    bool taken;
  };

  Place add_value(DType dtype);
  Call& add_call(CpuLoop loop, const Place* out, int nout, const Place* in,
                 int nin, int64_t grain, MachineOp machine,
                 const FloatCheck& check = FloatCheck::none());
  void read(Call& call, Place place);
  // Its elements side by side, where machine code wants them so.
  Place dense(Place array);
  Place select(Place where, Place value, Place former);
  void copy(Place from, Place to);
  void add_gather(const GroupStep& step, const Place* in, Place* result);
  char* scalar_bytes(int scalar) const;
  void choose_homes();
  bool is_read_in_pass(const Place& array, int call) const;
  void settle_operands();
  bool may_be_in_pass(const Call& call) const;
  bool is_of_small(const Call& call) const;
  void find_passes();
  void choose_slots();
  void count_cached_bytes();
  Pass text_of(const PassOfCalls& pass) const;
  int take_slot(int size);
  void run_calls(size_t begin, size_t end, char* const* pointers, int64_t n,
                 unsigned* error) const;
  void gather(size_t begin, size_t end, char* const* pointers, int64_t n) const;
  void check_unmasked(const Call& call, char* const* data, const char* mask,
                      int64_t n, unsigned* error) const;

  std::vector<Entry> places_;
  std::vector<Call> calls_;
  std::vector<PassOfCalls> passes_;  // in order
  int64_t expected_ = 0;             // elements so far
  std::vector<Conversion> conversions_;
  std::vector<Conversion> dense_;  // of arrays
  std::vector<std::pair<Place, Place>> stores_;
  std::vector<Slot> slots_;
  std::vector<Scalar> scalars_;
  std::vector<GatherTable> tables_;
  std::vector<Constant> constants_;
  int64_t bytes_per_element_ = 0;  // of all slots
  int64_t cached_bytes_ = 0;
  int64_t grain_ = 0;
  double work_ = 0;  // per element, in pieces of about 5 us
  // Which floating-point errors are reported, and what calls have found.
  const FloatErrors wanted_ = float_state().reported;
  mutable std::vector<uint8_t> float_errors_;
};

}  // namespace tenorite::cpu
