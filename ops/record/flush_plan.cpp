// SPDX-License-Identifier: Apache-2.0
#include "ops/record/flush_plan.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "core/assert.h"
#include "core/hash.h"

namespace tenorite {
namespace {

// A loop whose views move along makes other windows all the time.
constexpr size_t kMaxWords = 1 << 19;
constexpr size_t kMissed = 256;

Fates fates_of(const Window& window, const FlushPlan& plan) {
  Fates fates{plan.live, {}, &plan.assemblies, &plan.partial_copies};
  fates.users.resize(window.storages.size());
  for (int n : plan.needed)
    plan.assemblies.for_each_storage(
        window, window.instructions[static_cast<size_t>(n)],
        [&](int16_t storage) {
          fates.users[static_cast<size_t>(storage)].push_back(n);
        });
  return fates;
}

}  // namespace

FlushPlan make_plan(const Window& window,
                    const std::vector<StorageState>& states,
                    const GroupLimits& limits) {
  static_assert(kMaxOutputs == 2);
  FlushPlan plan;
  for (const StorageState& state : states) plan.live.push_back(state.is_live);
  plan.needed = needed_of(window, plan.live);
  if (limits.level > GroupLevel::kNone) {
    plan.assemblies = Assemblies(window, plan.live, plan.needed);
    std::erase_if(plan.needed, [&](int n) {
      const WindowInstruction& i = window.instructions[static_cast<size_t>(n)];
      return plan.assemblies.has(window.view(i.out[0]).storage);
    });
    plan.partial_copies = partial_copies(window, plan.assemblies, plan.needed);
  }
  const Fates fates = fates_of(window, plan);
  if (limits.level > GroupLevel::kNone &&
      (plan.needed.size() > 1 || !plan.assemblies.empty()))
    plan.groups = make_groups(window, plan.needed, limits, fates, true);
  inherit_memory(window, states, limits.least_inherited, plan.groups);
  plan.uses.resize(window.storages.size());
  for (const Group& group : plan.groups)
    for (const auto& [storage, count] : group.uses)
      plan.uses[static_cast<size_t>(storage)] += count;
  if (plan.groups.empty())
    for (size_t s = 0; s < fates.users.size(); ++s)
      plan.uses[s] = static_cast<int>(fates.users[s].size());
  TENORITE_ASSERT(std::is_sorted(plan.needed.begin(), plan.needed.end()),
                  "instructions are executed out of order");
  return plan;
}

std::vector<Group> lower_group(const Window& window, const FlushPlan& plan,
                               const Group& group, const GroupLimits& limits) {
  return make_groups(window, group.instructions, limits,
                     fates_of(window, plan));
}

std::vector<Group> halve_group(const Window& window, const FlushPlan& plan,
                               const Group& group, const GroupLimits& limits) {
  const std::vector<int>& all = group.instructions;
  const size_t n = all.size();
  // The first and the last use of every storage, as places in the group.
  std::unordered_map<int16_t, std::pair<size_t, size_t>> uses;
  for (size_t i = 0; i < n; ++i)
    plan.assemblies.for_each_storage(
        window, window.instructions[static_cast<size_t>(all[i])],
        [&](int16_t storage) {
          if (!plan.assemblies.has(storage))
            uses.try_emplace(storage, i, i).first->second.second = i;
        });
  size_t cut = n / 2, fewest = SIZE_MAX;
  for (size_t at = std::max<size_t>(1, n / 3); at <= n - n / 3; ++at) {
    size_t passing = 0;
    for (const auto& [storage, use] : uses)
      passing += use.first < at && use.second >= at;
    if (passing < fewest) {
      fewest = passing;
      cut = at;
    }
  }
  const Fates fates = fates_of(window, plan);
  TENORITE_ASSERT(0 < cut && cut < n, "a group is halved into itself");
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(cut);
  std::vector<Group> halves =
      make_groups(window, {all.begin(), middle}, limits, fates);
  for (Group& last : make_groups(window, {middle, all.end()}, limits, fates))
    halves.push_back(std::move(last));
  return halves;
}

namespace {

// All that make_plan() looks at: what a log makes for it, and stretches of the
// window.
struct WindowKey {
  static constexpr size_t kParts = 3;
  struct Part {
    const void* words;
    size_t count;
  };

  WindowKey(const std::vector<uint64_t>& head, const Window& window)
      : parts{{head.data(), head.size()},
              {window.instructions.data(),
               window.instructions.size() * sizeof(WindowInstruction) / 8},
              {window.view_words.data(), window.view_words.size()}} {
    static_assert(sizeof(WindowInstruction) % 8 == 0);
    for (const auto& [words, count] : parts) {
      hash = hash_of(words, count, hash);
      size += count;
    }
  }

  bool operator==(const std::vector<uint64_t>& kept) const {
    if (kept.size() != size) return false;
    const uint64_t* at = kept.data();
    for (const auto& [words, count] : parts) {
      if (count && std::memcmp(at, words, 8 * count) != 0) return false;
      at += count;
    }
    return true;
  }
  std::vector<uint64_t> kept() const {
    std::vector<uint64_t> all(size);
    uint64_t* at = all.data();
    for (const auto& [words, count] : parts) {
      if (count) std::memcpy(at, words, 8 * count);
      at += count;
    }
    return all;
  }

  Part parts[kParts];
  uint64_t hash = 0;
  size_t size = 0;  // words
};

}  // namespace

// Of a key: limits, sizes, spaces, states of storages, and dtypes of scalars.
void FlushPlans::make_head(const Window& window, const GroupLimits& limits) {
  const size_t storages = window.storages.size();
  const size_t scalars = window.scalars.size();
  states_.clear();
  for (const WindowStorage& s : window.storages)
    states_.push_back(
        {s.is_live(), s.storage->address() != nullptr,
         s.storage->nbytes() ==
             static_cast<size_t>(window.view(s.first).array.nbytes())});
  head_.clear();
  head_.push_back(static_cast<uint64_t>(limits.level) << 48 |
                  window.instructions.size() << 32 | window.views.size() << 16 |
                  storages);
  head_.push_back(window.spaces.size() << 32 | scalars);
  head_.push_back(static_cast<uint64_t>(limits.least_again));
  head_.push_back(static_cast<uint64_t>(limits.least_inherited));
  for (const Dims& space : window.spaces) {
    head_.push_back(static_cast<uint64_t>(space.size()));
    for (int64_t n : space) head_.push_back(static_cast<uint64_t>(n));
  }
  const size_t words = head_.size();
  head_.resize(words + (storages + scalars + 7) / 8);
  auto* bytes = reinterpret_cast<char*>(head_.data() + words);
  for (const StorageState& state : states_)
    *bytes++ = static_cast<char>(state.is_live | state.has_memory << 1 |
                                 state.is_filled << 2);
  for (const Scalar& scalar : window.scalars)
    *bytes++ = static_cast<char>(scalar.dtype);
}

FlushPlan& FlushPlans::find(const Window& window, const GroupLimits& limits) {
  make_head(window, limits);
  const WindowKey key(head_, window);
  auto found = entries_.find(key.hash);
  if (found != entries_.end() && key == found->second.key)
    return found->second.plan;
  FlushPlan made = make_plan(window, states_, limits);
  // Most programs do many things once: plans are kept from the second time on.
  // All of the last misses: in a table of places, two windows of a loop might
  // drive out each other for good.
  const bool again =
      std::find(missed_.begin(), missed_.end(), key.hash) != missed_.end();
  if (!again || key.size > kMaxWords / 8) {
    missed_.resize(kMissed);
    if (!again) missed_[misses_++ % kMissed] = key.hash;
    return passing_ = std::move(made);
  }
  if (words_ + key.size > kMaxWords) {
    entries_.clear();
    words_ = 0;
  }
  Entry& entry = entries_[key.hash];
  words_ += key.size - entry.key.size();
  entry = {key.kept(), std::move(made)};
  return entry.plan;
}

}  // namespace tenorite
