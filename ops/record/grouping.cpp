// SPDX-License-Identifier: Apache-2.0
#include "ops/record/grouping.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "core/assert.h"
#include "ops/record/group_draft.h"
#include "ops/record/group_order.h"
#include "ops/record/outlook.h"
#include "ops/record/recomputed.h"

namespace tenorite {
namespace {

// Groups before the last one that an instruction may still join.
constexpr size_t kLookBack = 8;

// The groups that used a storage since it was written last, and that did that.
struct StorageUsers {
  std::vector<size_t> readers;
  std::optional<size_t> writer;
};

// Instructions in program order, each into the group that takes it.
class Grouper {
 public:
  Grouper(const Window& window, const GroupLimits& limits, const Fates& fates,
          const Outlook& outlook, const std::vector<int>& again)
      : window_(window),
        limits_(limits),
        fates_(fates),
        outlook_(outlook),
        again_(again),
        users_(window.storages.size()) {}

  // False where no group takes it with all that it would compute again.
  bool add(int number);
  // In an order in which they may run.
  std::vector<Group> finish() &&;

 private:
  const WindowInstruction& instruction(int number) const {
    return window_.instructions[static_cast<size_t>(number)];
  }
  // The instruction that is done again where a view is read, or -1.
  int again(int16_t view) const {
    return again_.empty()
               ? -1
               : again_[static_cast<size_t>(window_.view(view).storage)];
  }
  template <class F>
  void for_each_input(const WindowInstruction& i, F f) const {
    for (int k = 0; k < i.nin; ++k)
      if (i.in[k] >= 0) f(i.in[k]);
    if (i.where >= 0) f(i.where);
  }
  // Calls f(users) for the storages that an instruction reads, and for those
  // of what is computed again for it.
  template <class F>
  void for_each_read(const WindowInstruction& i, F f) {
    for_each_input(i, [&](int16_t view) {
      if (const int maker = again(view); maker >= 0)
        for_each_read(instruction(maker), f);
      else
        fates_.assemblies->for_each_origin(window_, view, [&](int16_t s) {
          f(users_[static_cast<size_t>(s)]);
        });
    });
  }
  template <class F>
  void for_each_written(const WindowInstruction& i, F f) {
    for (int k = 0; k < i.nout; ++k)
      f(users_[static_cast<size_t>(window_.view(i.out[k]).storage)]);
  }

  // The groups that have to come before the instruction.
  std::vector<size_t> groups_before(const WindowInstruction& i);
  // Those that may take it, the best one first.
  std::vector<size_t> candidates(int number, const std::vector<size_t>& before);
  // What the draft has to compute again for it, in program order.
  void find_again(const GroupDraft& draft, int number,
                  std::vector<int>& missing) const;
  bool add_to(std::unique_ptr<GroupDraft>& draft, int number) const;

  const Window& window_;
  const GroupLimits& limits_;
  const Fates& fates_;
  const Outlook& outlook_;
  const std::vector<int>& again_;
  std::vector<std::unique_ptr<GroupDraft>> drafts_;
  GroupOrder order_;
  std::vector<StorageUsers> users_;
};

std::vector<size_t> Grouper::groups_before(const WindowInstruction& i) {
  std::vector<size_t> before;
  for_each_read(i, [&](const StorageUsers& s) {
    if (s.writer) before.push_back(*s.writer);
  });
  for_each_written(i, [&](const StorageUsers& s) {
    if (s.writer) before.push_back(*s.writer);
    before.insert(before.end(), s.readers.begin(), s.readers.end());
  });
  return before;
}

// Any of the last groups that need not come before one of those: the last one,
// in which what it is made of may still be values. What has to be in memory is
// better computed early, beside what it is made of: groups that read it may
// then be the same.
std::vector<size_t> Grouper::candidates(int number,
                                        const std::vector<size_t>& before) {
  std::vector<size_t> found;
  const size_t oldest =
      drafts_.size() > kLookBack ? drafts_.size() - kLookBack : 0;
  for (size_t g = drafts_.size(); g-- > oldest;)
    if (!order_.any_behind(before, g)) found.push_back(g);
  if (found.size() > 1 && outlook_.is_early(number))
    std::stable_sort(found.begin(), found.end(), [&](size_t a, size_t b) {
      const int of_a = drafts_[a]->shares(instruction(number));
      const int of_b = drafts_[b]->shares(instruction(number));
      return of_a != of_b ? of_a > of_b : a < b;
    });
  return found;
}

void Grouper::find_again(const GroupDraft& draft, int number,
                         std::vector<int>& missing) const {
  if (again_.empty()) return;
  for_each_input(instruction(number), [&](int16_t view) {
    const int maker = again(view);
    if (maker < 0 || draft.has(maker)) return;
    const auto at = std::lower_bound(missing.begin(), missing.end(), maker);
    if (at != missing.end() && *at == maker) return;
    missing.insert(at, maker);
    find_again(draft, maker, missing);
  });
}

bool Grouper::add_to(std::unique_ptr<GroupDraft>& draft, int number) const {
  std::vector<int> missing;
  find_again(*draft, number, missing);
  if (missing.empty()) return draft->add(number);
  auto trial = std::make_unique<GroupDraft>(*draft);
  for (int maker : missing)
    if (!trial->add(maker)) return false;
  if (!trial->add(number)) return false;
  draft = std::move(trial);
  return true;
}

bool Grouper::add(int number) {
  const WindowInstruction& i = instruction(number);
  if (again(i.out[0]) >= 0) return true;  // with what reads it
  const std::vector<size_t> before = groups_before(i);
  size_t chosen = drafts_.size();
  for (size_t g : candidates(number, before))
    if (add_to(drafts_[g], number)) {
      chosen = g;
      break;
    }
  if (chosen == drafts_.size()) {
    drafts_.push_back(
        std::make_unique<GroupDraft>(window_, limits_, fates_, again_));
    order_.add();
    if (!add_to(drafts_.back(), number)) return false;
  }
  for (size_t g : before) order_.put_before(g, chosen);
  for_each_read(i, [&](StorageUsers& s) {
    if (s.readers.empty() || s.readers.back() != chosen)
      s.readers.push_back(chosen);
  });
  for_each_written(i, [&](StorageUsers& s) {
    s.writer = chosen;
    s.readers.clear();
  });
  return true;
}

std::vector<Group> Grouper::finish() && {
  std::vector<Group> groups;
  for (size_t g : order_.in_order())
    groups.push_back(std::move(*drafts_[g]).finish());
  return groups;
}

// Of all groups together.
[[maybe_unused]] size_t instructions_of(const std::vector<Group>& groups) {
  size_t count = 0;
  for (const Group& group : groups) count += group.instructions.size();
  return count;
}

// What groups read and write.
int64_t bytes_of(const std::vector<Group>& groups) {
  int64_t bytes = 0;
  for (const Group& group : groups)
    for (const GroupArray& array : group.plan.arrays)
      bytes += array.view.nbytes() * (array.read + array.written);
  return bytes;
}

}  // namespace

std::vector<Group> make_groups(const Window& window,
                               const std::vector<int>& instructions,
                               const GroupLimits& limits, const Fates& fates,
                               bool again) {
  const Outlook outlook(window, instructions, fates);
  std::vector<int> found;
  // Nothing where a group cannot do what it is to do again, or not be one then.
  auto make = [&] {
    Grouper grouper(window, limits, fates, outlook, found);
    const bool fits =
        std::all_of(instructions.begin(), instructions.end(),
                    [&](int number) { return grouper.add(number); });
    return fits ? std::move(grouper).finish() : std::vector<Group>{};
  };
  std::vector<Group> groups = make();
  TENORITE_ASSERT(instructions_of(groups) == instructions.size(),
                  "an instruction is in no group, or in several");
  if (!again || groups.size() < 2) return groups;
  found = find_recomputed(window, instructions, groups, limits, fates);
  if (found.empty()) return groups;
  std::vector<Group> others = make();
  const bool better = !others.empty() && others.size() <= groups.size() &&
                      bytes_of(others) < bytes_of(groups);
  return better ? std::move(others) : std::move(groups);
}

}  // namespace tenorite
