// SPDX-License-Identifier: Apache-2.0
#include "ops/record/inherited.h"

#include <algorithm>
#include <cstddef>

#include "core/assert.h"

namespace tenorite {
namespace {

// The first and the last of the groups that use each storage.
struct Uses {
  Uses(size_t storages, const std::vector<Group>& groups)
      : first(storages, groups.size()), last(storages, 0) {
    for (size_t g = 0; g < groups.size(); ++g)
      for (const auto& [storage, count] : groups[g].uses) {
        const auto s = static_cast<size_t>(storage);
        first[s] = std::min(first[s], g);
        last[s] = g;
      }
  }
  std::vector<size_t> first, last;
};

// Whether each array over the shape is read once, by one kernel, whatever the
// device: then it costs nothing that it changes meanwhile.
bool reads_once(const GroupPlan& plan) {
  int folds = 0;
  for (const GroupStep& step : plan.steps) {
    if (step.kind == Instruction::Kind::kScan) return false;
    if (step.kind == Instruction::Kind::kReduce) {
      ++folds;
    } else if (!step.kept) {
      bool spreads = false;
      for_each_source(step, [&](const GroupSource& source) {
        spreads |= source.kind == GroupSource::Kind::kValue &&
                   plan.steps[static_cast<size_t>(source.index)].kept;
      });
      if (spreads) return false;
    }
  }
  return folds <= 1;
}

class Heirs {
 public:
  Heirs(const Window& window, const std::vector<StorageState>& states,
        int64_t least_bytes, Group& group)
      : window_(window),
        states_(states),
        least_bytes_(least_bytes),
        group_(group) {}

  // Of the `number`th group.
  void find(const Uses& uses, size_t number) {
    auto& arrays = group_.plan.arrays;
    for (size_t to = arrays.size(); to-- > 0;) {
      if (!arrays[to].written || arrays[to].read) continue;
      const size_t storage = storage_of(to);
      if (states_[storage].has_memory || uses.first[storage] < number ||
          !has_all_of_storage(to))
        continue;
      for (size_t from = 0; from < to; ++from)
        if (arrays[from].read && !arrays[from].written &&
            !states_[storage_of(from)].is_live &&
            uses.last[storage_of(from)] == number && alike(from, to) &&
            has_all_of_storage(from) && !is_folded(from)) {
          pass_on(from, to);
          break;
        }
    }
  }

 private:
  size_t storage_of(size_t array) const {
    return static_cast<size_t>(window_.view(group_.views[array]).storage);
  }
  const ndarray& view(size_t array) const {
    return window_.view(group_.views[array]).array;
  }

  // Whether the group knows the storage as one array, with all of its bytes.
  bool has_all_of_storage(size_t array) const {
    const size_t storage = storage_of(array);
    const WindowView& first = window_.view(window_.storages[storage].first);
    const ndarray& a = view(array);
    // Fewer bytes are the storage's own, which cannot be passed on.
    if (!states_[storage].is_filled || a.offset() != 0 ||
        a.nbytes() != first.array.nbytes() || a.nbytes() < least_bytes_ ||
        a.nbytes() <= static_cast<int64_t>(Storage::kItemBytes) ||
        !(a.is_c_contiguous() || a.is_f_contiguous()))
      return false;
    size_t arrays = 0;
    for (size_t k = 0; k < group_.views.size(); ++k)
      arrays += storage_of(k) == storage;
    return arrays == 1 &&
           std::none_of(
               group_.tables.begin(), group_.tables.end(), [&](int16_t table) {
                 return static_cast<size_t>(window_.view(table).storage) ==
                        storage;
               });
  }
  bool alike(size_t from, size_t to) const {
    const ndarray &a = view(from), &b = view(to);
    return a.dtype() == b.dtype() && a.shape() == b.shape() &&
           a.strides() == b.strides() && a.shape() == group_.plan.shape;
  }

  // As it is: a device may read such an array in an order of its own.
  bool is_folded(size_t array) const {
    return std::any_of(group_.plan.steps.begin(), group_.plan.steps.end(),
                       [&](const GroupStep& step) {
                         return step.kind == Instruction::Kind::kReduce &&
                                step.in[0].kind == GroupSource::Kind::kArray &&
                                static_cast<size_t>(step.in[0].index) == array;
                       });
  }

  // Nothing reads the array `to`, so that no source has its number.
  void pass_on(size_t from, size_t to) {
    GroupPlan& plan = group_.plan;
    plan.arrays[from].written = true;
    group_.heirs.push_back({from, group_.views[to]});
    const auto place = static_cast<std::ptrdiff_t>(to);
    plan.arrays.erase(plan.arrays.begin() + place);
    group_.views.erase(group_.views.begin() + place);
    for (GroupStore& store : plan.stores) {
      if (store.array == static_cast<int>(to))
        store.array = static_cast<int>(from);
      else if (store.array > static_cast<int>(to))
        --store.array;
    }
  }

  const Window& window_;
  const std::vector<StorageState>& states_;
  const int64_t least_bytes_;
  Group& group_;
};

}  // namespace

void inherit_memory(const Window& window,
                    const std::vector<StorageState>& states,
                    int64_t least_bytes, std::vector<Group>& groups) {
  const Uses uses(window.storages.size(), groups);
  for (size_t g = 0; g < groups.size(); ++g)
    if (groups[g].instructions.size() > 1 && !groups[g].has_boxes() &&
        reads_once(groups[g].plan))
      Heirs(window, states, least_bytes, groups[g]).find(uses, g);
}

}  // namespace tenorite
