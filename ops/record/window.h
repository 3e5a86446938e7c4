// SPDX-License-Identifier: Apache-2.0
// What a log holds between two flushes: instructions whose operands, shapes
// and storages are numbered.
#pragma once

#include <vector>

#include "ops/plan/group.h"
#include "ops/record/trace.h"

namespace tenorite {

// Without padding: plans are found by its bytes.
struct WindowInstruction : OpCall {
  uint64_t reduced_axes;
  int16_t where;             // a view, or -1
  int16_t out[kMaxOutputs];  // views
  int16_t in[kMaxInputs];    // views, or ~scalar
  int16_t initial;           // a scalar
  int16_t space;             // of what is iterated over: a shape
  bool has_initial;
  // Results that overlap themselves, or whatever else no group takes.
  bool alone;
  uint8_t unused_too[6];

  // One array, of which each element is made of those at its place.
  bool makes_elements() const {
    return (kind == Kind::kElementwise || kind == Kind::kCopy) && nout == 1 &&
           where < 0 && !alone;
  }
};
static_assert(sizeof(OpCall) ==
              sizeof(double) + sizeof(int) + sizeof(Op) + sizeof(ReduceOp) + 8);
static_assert(sizeof(WindowInstruction) ==
              sizeof(OpCall) + sizeof(uint64_t) + 3 * sizeof(int16_t) +
                  (kMaxOutputs + kMaxInputs) * sizeof(int16_t) + 8);

struct WindowView {
  ndarray array;
  int16_t storage;
  int16_t space;            // of its shape
  int16_t next;             // of the storage, or -1
  int16_t next_alike = -1;  // of the bucket, or -1
};

struct WindowStorage {
  // Whether anybody but the window refers to it, or to its memory.
  bool is_live() const {
    return storage->use_count() > views || storage->exposed();
  }

  Storage* storage;
  int16_t first;  // view
  int16_t views;  // references that the window has
};

// The storages of an instruction's results, inputs and mask; one may be there
// several times.
class OperandStorages {
 public:
  explicit OperandStorages(const Instruction& instruction);
  Storage* const* begin() const { return storages_; }
  Storage* const* end() const { return storages_ + count_; }
  bool any_exposed() const { return any_exposed_; }

 private:
  Storage* storages_[kMaxOperands];
  int count_ = 0;
  bool any_exposed_ = false;
};

class Window {
 public:
  static constexpr int kMaxInstructions = 2048;
  static constexpr int kMaxViews = 6 * kMaxInstructions;

  // Claims the storages of an instruction that add() is to follow with. False
  // where another log was faster: then nothing is claimed.
  bool claim(const OperandStorages& operands, PendingWork* log) {
    for (Storage* storage : operands) {
      if (storage->pending() == log || claim(*storage, log)) continue;
      disclaim_unused();
      return false;
    }
    return true;
  }
  // Takes storages over that are claimed already, of another window.
  void adopt(const OperandStorages& operands) {
    for (Storage* storage : operands)
      if (!has(*storage)) adopt_one(*storage);
  }
  void adopt_one(Storage& storage);
  // Whether the storage is one of these.
  bool has(const Storage& storage) const {
    return storage.slot < storages.size() &&
           storages[storage.slot].storage == &storage;
  }
  // Lets go of the views of a storage that the window executes nothing on.
  void forget(int storage);
  void add(const Instruction& instruction);
  void disclaim_unused();
  void clear();

  bool empty() const { return instructions.empty(); }
  // Whether it is time to execute it: after 256 instructions or some more,
  // where no more of their results are alive than at any time of late. That is
  // between two turns of a loop rather than in the midst of one, which would
  // store its temporaries. Where a long function's names keep many of them,
  // which nobody may ever read, it goes on. Copies count for less: most are
  // read where they come from (ops/record/assembly.h).
  bool full() {
    if (instructions.size() >= kMaxInstructions ||
        views.size() + kMaxOperands > kMaxViews)
      return true;
    return effort_ >= look_at_ && is_good_end();
  }
  // Memory that nobody but the window holds any more.
  struct Dead {
    int64_t bytes = 0;
    int storages = 0;
  };
  Dead dead() const;
  // Pointers into the window.
  Instruction instruction(int i) const;
  // Whether anybody but the window refers to the storage.
  bool is_live(int storage) const {
    return storages[static_cast<size_t>(storage)].is_live();
  }
  const WindowView& view(int i) const { return views[static_cast<size_t>(i)]; }
  // The view of an array, or -1.
  int16_t find_view(const ndarray& array) const;

  std::vector<WindowInstruction> instructions;
  std::vector<WindowView> views;
  // What plans depend on of the views, one after the other: dtype, storage and
  // space, then the offset, then the strides.
  std::vector<int64_t> view_words;
  std::vector<WindowStorage> storages;
  std::vector<Dims> spaces;
  std::vector<Scalar> scalars;
  std::vector<CallSite> sites;  // of instructions, while someone listens
  int64_t bytes = 0;            // of the storages that came with memory

 private:
  static constexpr size_t kOfCopy = 1, kOfOthers = 4, kMilestone = 1024;
  static constexpr size_t kWatched = kMilestone / 2;

  bool claim(Storage& storage, PendingWork* log);
  bool is_good_end();
  int16_t find_view(const ndarray& array, const WindowStorage& storage) const;
  static size_t bucket_of(const ndarray& array);
  void put_into_bucket(int16_t view);
  int16_t number_of_view(const ndarray& array);
  int16_t add_view(const ndarray& array, WindowStorage& storage);
  int16_t number_of_space(const Dims& shape);
  int16_t add_scalar(const Scalar& scalar);

  // The last view of each bucket, or -1: of storages with more views than are
  // looked through one by one. Empty where there is none.
  std::vector<int16_t> buckets_;
  size_t effort_ = 0;  // of all instructions
  // Results are counted from here on until it may end, half a milestone later.
  size_t watched_from_ = kMilestone - kWatched;
  size_t look_at_ = watched_from_;
  int64_t least_alive_ = INT64_MAX;  // bytes, while it was watched
  std::vector<int16_t> alive_;  // storages without memory, when it was last
  size_t seen_ = 0;             // watched; and how many it had then
};

inline OperandStorages::OperandStorages(const Instruction& instruction) {
  auto take = [this](const ndarray& array) {
    Storage* storage = array.storage().get();
    storages_[count_++] = storage;
    any_exposed_ |= storage->exposed();
  };
  for (int k = 0; k < instruction.nout; ++k) take(*instruction.out[k]);
  for (int k = 0; k < instruction.nin; ++k)
    if (const ndarray* array = instruction.in[k].array) take(*array);
  if (instruction.where) take(*instruction.where);
}

// The last instruction before the `end`th that writes to a storage, or -1.
int last_writer(const Window& window, int16_t storage, size_t end = SIZE_MAX);

// Those whose results somebody will read, if `live` storages are read, in
// order.
std::vector<int> needed_of(const Window& window,
                           const std::vector<uint8_t>& live);
// What somebody is about to do with a storage.
enum class StorageUse : uint8_t { kReads, kReadsAndWrites };
// Of these, those that are to be executed before: those that write to it, or
// that use it at all, those that these need, and those that have to come before
// one of them.
std::vector<int> work_on(const Window& window, int storage, StorageUse use,
                         const std::vector<int>& needed);

// Its views: results, inputs and mask.
template <class F>
void for_each_view(const WindowInstruction& i, F f) {
  for (int k = 0; k < i.nout; ++k) f(i.out[k]);
  for (int k = 0; k < i.nin; ++k)
    if (i.in[k] >= 0) f(i.in[k]);
  if (i.where >= 0) f(i.where);
}

// Their storages, each once.
template <class F>
void for_each_storage(const Window& window, const WindowInstruction& i, F f) {
  int16_t seen[kMaxOperands];
  int count = 0;
  for_each_view(i, [&](int view) {
    const int16_t storage = window.view(view).storage;
    for (int k = 0; k < count; ++k)
      if (seen[k] == storage) return;
    seen[count++] = storage;
    f(storage);
  });
}

}  // namespace tenorite
