// SPDX-License-Identifier: Apache-2.0
// A group of a window's instructions in the making.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "ops/record/grouping.h"

namespace tenorite {

class GroupDraft {
 public:
  // `again`: by storage, the instruction that a group which reads it computes
  // again, or -1; or empty. See find_recomputed().
  GroupDraft(const Window& window, const GroupLimits& limits,
             const Fates& fates, const std::vector<int>& again)
      : window_(window), limits_(limits), fates_(fates), again_(again) {}

  // Takes the instruction up, unless it does not fit; then nothing changes.
  bool add(int number);
  bool has(int number) const {
    return std::binary_search(group_.instructions.begin(),
                              group_.instructions.end(), number);
  }
  // How many of its inputs the group has anyway.
  int shares(const WindowInstruction& instruction) const;
  // The stores are those values that matter afterwards.
  Group finish() &&;

 private:
  enum class Role : uint8_t { kFull, kKept, kFold };

  // A view that was read from memory or written, in the form that a group's
  // arrays have.
  struct Touched {
    ndarray view;
    int16_t number;  // in the window
    int16_t storage;
    int16_t array = -1;  // where it is read
    bool read_in_full = false;
    bool written = false, kept = false;
    GroupSource value;  // if written
    int last_write = -1;
    int place = -1;  // in touched_
    int next = -1;   // of the same storage: its place
  };
  void add_array(const Touched& t, bool read, bool written) {
    ndarray nowhere({}, 0, t.view.dtype(), t.view.shape(), t.view.strides());
    group_.plan.arrays.push_back({std::move(nowhere), read, written});
    group_.views.push_back(t.number);
  }

  // What an instruction would add.
  struct Addition {
    int number;
    const WindowInstruction* instruction;
    Role role;
    GroupStep step{};
    std::vector<int16_t> scalars{};
    std::vector<Touched> written{};
  };

  // The phases of add(); those that return false refuse the instruction.
  std::optional<Role> role_of(const WindowInstruction& instruction) const;
  // The axes of the group's folds, from its first one on.
  bool open_axes(const WindowInstruction& fold, bool first);
  bool open_scan(const WindowInstruction& scan, bool first);
  // From here on folds and scans are along these.
  void fix_axes(uint64_t axes);
  bool find_operands(Addition& addition);
  bool find_results(Addition& addition);
  void commit(Addition addition);

  // Of which not all is to be copied.
  const PartialCopy* partial_copy(int number) const;
  // The view with the axes of the shape, where it is of kept values.
  bool to_kept(const ndarray& view, bool squeezed, ndarray& result) const;
  bool find_read(const WindowInstruction& instruction, Role role, int view,
                 GroupSource& source);
  // Of what an instruction reads items by indices; false where it may not.
  bool find_table(int view, GroupSource& source);
  bool may_read_parts(const Parts& parts) const;
  // The array that is put together of the same parts; -1 if there is none.
  int find_assembled(const Parts& parts) const;
  bool can_write(const Touched& target, Role role) const;
  // Those that certainly are in memory.
  bool is_array(const Touched& t) const {
    return t.array >= 0 || fates_.live[static_cast<size_t>(t.storage)];
  }
  size_t count_arrays(const std::vector<Touched>& written) const;
  // Calls f for the views of a storage; until it returns true.
  template <class F>
  bool any_touched(int16_t storage, F f) const;
  Touched* touched(const ndarray& view, int16_t storage);
  void keep(Touched t);
  void count_uses();

  const Window& window_;
  const GroupLimits limits_;
  const Fates& fates_;
  const std::vector<int>& again_;
  Group group_;
  bool closed_ = false;
  bool rows_ = false;     // the level of rows may be used
  bool spreads_ = false;  // a step over the shape reads a kept value, or scans
  // There is a scan along rows that no block holds.
  bool scans_long_ = false;
  Dims squeezed_, keepdims_;
  std::vector<Touched> touched_;
  std::unordered_map<int16_t, int> first_touched_;  // by storage
  size_t arrays_ = 0;                               // of touched_: is_array()
  // Of the instruction at hand: views that it would be the first to touch, and
  // places in touched_ of those that it would be the first to read from memory.
  std::vector<Touched> fresh_;
  std::vector<int> fresh_reads_;
  bool reads_kept_ = false;
  // Parts of other arrays that the group reads, and the instruction at hand.
  std::vector<const Part*> parts_, fresh_parts_;
  // Views of which the instruction at hand would be the first to read items.
  std::vector<int16_t> fresh_tables_;
};

}  // namespace tenorite
