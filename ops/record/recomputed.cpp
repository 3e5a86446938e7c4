// SPDX-License-Identifier: Apache-2.0
#include "ops/record/recomputed.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "ops/table/op.h"
#include "ops/table/op_checks.h"

namespace tenorite {
namespace {

// Bytes that have to be saved for each element and operation that is done
// again, and operations that are done for one result at most.
constexpr int64_t kBytesForOperation = 1;
constexpr size_t kMostOperations = 8;

bool takes_long(const OpCall& call) {
  if (call.kind == Instruction::Kind::kCopy) return false;
  switch (call.op) {
    case Op::divide:
    case Op::floor_divide:
    case Op::divmod:
    case Op::remainder:
    case Op::fmod:
    case Op::reciprocal:
    case Op::sqrt:
      return true;
    default:
      return info(call.op).ulp > 0;
  }
}

// Of what a view covers: an axis along which it repeats itself counts once.
int64_t bytes_of(const ndarray& view) {
  auto bytes = static_cast<int64_t>(view.itemsize());
  for (int i = 0; i < view.ndim(); ++i)
    if (view.stride(i) != 0) bytes *= view.shape(i);
  return bytes;
}

class Finder {
 public:
  Finder(const Window& window, const std::vector<int>& instructions,
         const std::vector<Group>& groups, const GroupLimits& limits,
         const Fates& fates)
      : window_(window),
        groups_(groups),
        fates_(fates),
        limits_(limits),
        group_of_(window.instructions.size(), -1),
        byte_of_(window.instructions.size(), -1),
        writers_(window.storages.size()),
        at_hand_(groups.size()) {
    for (size_t g = 0; g < groups.size(); ++g)
      for (int n : groups[g].instructions) {
        group_of_[static_cast<size_t>(n)] = static_cast<int>(g);
        for_each_view(instruction(n),
                      [&](int16_t view) { at_hand_[g].insert(view); });
      }
    for (int n : instructions)
      for (int k = 0; k < instruction(n).nout; ++k) {
        Writers& of = writers_[storage_of(instruction(n).out[k])];
        of.only = of.last < 0;
        of.last = n;
      }
    if (limits.looks_up_bytes)
      for (int n : instructions)
        byte_of_[static_cast<size_t>(n)] = find_byte(instruction(n));
  }

  std::vector<int> run(const std::vector<int>& instructions) {
    for (int n : instructions) look_at(n);
    return std::move(found_);
  }

 private:
  struct Writers {
    int last = -1;
    bool only = false;
  };
  // What a group would do and read besides, to compute a result itself.
  struct Effort {
    std::set<int> instructions;
    std::set<int16_t> views;
  };

  const WindowInstruction& instruction(int n) const {
    return window_.instructions[static_cast<size_t>(n)];
  }
  size_t storage_of(int view) const {
    return static_cast<size_t>(window_.view(view).storage);
  }

  // The view of bytes of which the result is a function; -1 if there is none.
  int16_t find_byte(const WindowInstruction& i) const {
    if (!i.makes_elements()) return -1;
    int16_t byte = -1;
    for (int k = 0; k < i.nin; ++k) {
      if (i.in[k] < 0) continue;
      int16_t own = -1;
      const int maker = writers_[storage_of(i.in[k])].last;
      if (maker >= 0 && instruction(maker).out[0] == i.in[k])
        own = byte_of_[static_cast<size_t>(maker)];
      if (own < 0 && is_byte(window_.view(i.in[k]).array.dtype()))
        own = i.in[k];
      if (own < 0 || (byte >= 0 && byte != own)) return -1;
      byte = own;
    }
    return byte;
  }
  bool is_of_byte(int n) const { return byte_of_[static_cast<size_t>(n)] >= 0; }

  // Of a few quick operations, with nothing to report, on what stays as it is.
  bool may_be_again(int n) const {
    const WindowInstruction& i = instruction(n);
    if (!i.makes_elements() || (takes_long(i) && !is_of_byte(n)) ||
        (i.kind == Instruction::Kind::kElementwise && may_report(i.op, i.loop)))
      return false;
    const size_t out = storage_of(i.out[0]);
    if (fates_.live[out] || !writers_[out].only ||
        window_.storages[out].storage->address())
      return false;
    for (int k = 0; k < i.nin; ++k) {
      if (i.in[k] < 0) continue;
      const size_t in = storage_of(i.in[k]);
      if (writers_[in].last > n ||
          fates_.assemblies->has(static_cast<int16_t>(in)))
        return false;
    }
    const auto& users = fates_.users[out];
    return std::all_of(users.begin(), users.end(), [&](int user) {
      return user == n || may_have_again(user, i);
    });
  }

  // Whether a group may compute the result for this one that reads it.
  bool may_have_again(int user, const WindowInstruction& result) const {
    const WindowInstruction& i = instruction(user);
    if (i.alone || i.kind == Instruction::Kind::kProduct ||
        i.space != result.space || group_of_[static_cast<size_t>(user)] < 0)
      return false;
    const int16_t out = result.out[0];
    bool reads = false, otherwise = false;
    for (int k = 0; k < i.nin; ++k) {
      if (i.in[k] < 0) continue;
      if (i.in[k] == out && !i.is_table(k))
        reads = true;
      else
        otherwise = otherwise || storage_of(i.in[k]) == storage_of(out);
    }
    if (i.where >= 0) {
      reads = reads || i.where == out;
      otherwise = otherwise ||
                  (i.where != out && storage_of(i.where) == storage_of(out));
    }
    return reads && !otherwise;
  }

  // Whether a result is in memory once its group has run.
  bool is_in_memory(size_t storage) const {
    if (fates_.live[storage] || writers_[storage].last < 0) return true;
    const int home = group_of_[static_cast<size_t>(writers_[storage].last)];
    const auto& users = fates_.users[storage];
    return std::any_of(users.begin(), users.end(), [&](int user) {
      return group_of_[static_cast<size_t>(user)] != home;
    });
  }
  bool is_again(size_t storage) const {
    return !found_.empty() && found_[storage] >= 0;
  }

  // Adds what group `g` needs for the result; false where that is too much.
  bool add_effort(size_t g, int n, Effort& effort) const {
    if (!effort.instructions.insert(n).second) return true;
    if (effort.instructions.size() > kMostOperations) return false;
    const WindowInstruction& i = instruction(n);
    for (int k = 0; k < i.nin; ++k) {
      if (i.in[k] < 0 || at_hand_[g].contains(i.in[k])) continue;
      const size_t in = storage_of(i.in[k]);
      if (is_in_memory(in) && !is_again(in)) {
        effort.views.insert(i.in[k]);
        continue;
      }
      const int maker = writers_[in].last;
      if (maker < 0 || instruction(maker).out[0] != i.in[k] ||
          !may_be_again(maker) || !add_effort(g, maker, effort))
        return false;
    }
    return true;
  }

  void look_at(int n) {
    const WindowInstruction& i = instruction(n);
    const int home = group_of_[static_cast<size_t>(n)];
    const ndarray& out = window_.view(i.out[0]).array;
    if (home < 0 || out.nbytes() < limits_.least_again) return;
    const size_t storage = storage_of(i.out[0]);
    std::set<size_t> readers;
    for (int user : fates_.users[storage])
      if (const int g = group_of_[static_cast<size_t>(user)];
          g >= 0 && g != home)
        readers.insert(static_cast<size_t>(g));
    if (readers.empty() || is_again(storage) || !may_be_again(n)) return;
    int64_t saved = out.nbytes();
    std::vector<Effort> efforts;
    for (size_t g : readers) {
      Effort& effort = efforts.emplace_back();
      if (!add_effort(g, n, effort)) return;
      saved += out.nbytes();
      for (int16_t view : effort.views)
        saved -= bytes_of(window_.view(view).array);
      // What is looked up is one operation; rows have no tables.
      const auto& all = effort.instructions;
      const bool looks_up = std::any_of(all.begin(), all.end(), [&](int i) {
        return takes_long(instruction(i));
      });
      if (looks_up && groups_[g].plan.reduced_axes != 0) return;
      const auto looked_up = std::count_if(
          all.begin(), all.end(), [&](int i) { return is_of_byte(i); });
      const auto operations =
          static_cast<int64_t>(all.size()) - (looks_up ? looked_up - 1 : 0);
      saved -= operations * out.size() * kBytesForOperation;
    }
    if (saved < 0) return;
    found_.resize(window_.storages.size(), -1);
    size_t at = 0;
    for (size_t g : readers) {
      const Effort& effort = efforts[at++];
      for (int again : effort.instructions) {
        found_[storage_of(instruction(again).out[0])] = again;
        at_hand_[g].insert(instruction(again).out[0]);
      }
      at_hand_[g].insert(effort.views.begin(), effort.views.end());
    }
  }

  const Window& window_;
  const std::vector<Group>& groups_;
  const Fates& fates_;
  const GroupLimits& limits_;
  std::vector<int> group_of_;               // by instruction
  std::vector<int16_t> byte_of_;            // views, by instruction
  std::vector<Writers> writers_;            // by storage
  std::vector<std::set<int16_t>> at_hand_;  // views, by group
  std::vector<int> found_;
};

}  // namespace

std::vector<int> find_recomputed(const Window& window,
                                 const std::vector<int>& instructions,
                                 const std::vector<Group>& groups,
                                 const GroupLimits& limits,
                                 const Fates& fates) {
  return Finder(window, instructions, groups, limits, fates).run(instructions);
}

}  // namespace tenorite
