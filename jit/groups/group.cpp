// SPDX-License-Identifier: Apache-2.0
#include "jit/groups/group.h"

#include <algorithm>
#include <atomic>

#include "core/assert.h"
#include "core/error.h"
#include "jit/groups/group_folds.h"
#include "jit/groups/group_kernels.h"
#include "jit/groups/group_key.h"
#include "ops/plan/invariants.h"

namespace tenorite::jit {
namespace {

constexpr size_t kBuckets = 4096;
// Programs that never do the same again must not fill the memory.
constexpr int kMaxEntries = 1 << 14;

// In the order in which they are tried; none where there is no kernel for such
// groups.
using Programs = std::vector<std::unique_ptr<GroupKernels>>;

struct Entry {
  uint64_t hash;
  std::string key;
  Programs programs;
  Entry* next = nullptr;
};

std::atomic<Entry*> g_buckets[kBuckets];
std::atomic<int> g_entries{0};

// Of the keys that came before, a bit each, which others may share.
constexpr size_t kSeenBits = 1 << 16;
std::atomic<uint64_t> g_seen[kSeenBits / 64];

bool is_first(uint64_t hash) {
  const uint64_t place = hash % kSeenBits, bit = uint64_t{1} << place % 64;
  return !(g_seen[place / 64].fetch_or(bit, std::memory_order_relaxed) & bit);
}

Entry* find(const GroupKey& key, Entry* from, const Entry* end) {
  for (; from != end; from = from->next)
    if (from->hash == key.hash() && from->key == key.bytes()) return from;
  return nullptr;
}

int count_steps(const GroupPlan& plan, Instruction::Kind kind) {
  return static_cast<int>(
      std::count_if(plan.steps.begin(), plan.steps.end(),
                    [&](const GroupStep& step) { return step.kind == kind; }));
}
int folds_of(const GroupPlan& plan) {
  return count_steps(plan, Instruction::Kind::kReduce);
}
int scans_of(const GroupPlan& plan) {
  return count_steps(plan, Instruction::Kind::kScan);
}

Programs make_programs(const GroupPlan& plan) {
  TENORITE_ASSERT(has_its_sources(plan),
                  "a step of a group reads what is not there");
  TENORITE_ASSERT(has_matching_stores(plan),
                  "a group's stores are not to the arrays that it writes");
  Programs programs;
  auto add = [&](std::unique_ptr<GroupKernels> program) {
    if (program) programs.push_back(std::move(program));
  };
  if (scans_of(plan) > 0) {
    add(make_tiles_program(plan));
    add(make_rows_program(plan));
  } else if (folds_of(plan) > 0) {
    add(make_rows_program(plan));
    add(make_folds_program(plan));
  } else {
    add(make_elementwise_program(plan));
  }
  return programs;
}

// What becomes of a group without an entry.
enum class Unknown : uint8_t { kMade, kMadeIfItComesAgain, kLeft };

// Null where there is none, and where nothing may be kept of the group.
Entry* entry_of(const GroupPlan& plan, Unknown unknown) {
  const GroupKey key(plan);
  if (!key.fits()) return nullptr;
  std::atomic<Entry*>& bucket = g_buckets[key.hash() % kBuckets];
  Entry* const first = bucket.load(std::memory_order_acquire);
  if (Entry* found = find(key, first, nullptr)) [[likely]]
    return found;
  if (unknown == Unknown::kLeft ||
      (unknown == Unknown::kMadeIfItComesAgain && is_first(key.hash())))
    return nullptr;
  if (g_entries.load(std::memory_order_relaxed) >= kMaxEntries) return nullptr;
  auto made = std::make_unique<Entry>(
      Entry{key.hash(), std::string(key.bytes()), make_programs(plan), first});
  while (!bucket.compare_exchange_strong(made->next, made.get()))
    if (Entry* found = find(key, made->next, first)) return found;
  ++g_entries;
  return made.release();
}

// GroupPlan::device_cache. Entries stay as long as the process: nobody has to
// hold them.
struct Known {
  const Entry* entry;
  std::shared_ptr<void> boxes;  // of GroupKernels::run
};

Known* known_of(const GroupPlan& plan, Unknown unknown) {
  if (!plan.device_cache) {
    const Entry* entry = entry_of(plan, unknown);
    if (!entry) return nullptr;
    plan.device_cache = std::make_shared<Known>(Known{entry, {}});
  }
  return static_cast<Known*>(plan.device_cache.get());
}

}  // namespace

int run_group(std::span<const GroupPlan> boxes, GroupEffort effort,
              const GroupDevice& device) {
  TENORITE_ASSERT(std::all_of(boxes.begin(), boxes.end(), has_matching_arrays),
                  "arrays of a group do not broadcast to its shape");
  const GroupPlan& plan = boxes.front();
  // What comes once runs sooner without: making its text takes as long as some
  // launches.
  const Unknown unknown = effort == GroupEffort::kReady
                              ? Unknown::kMadeIfItComesAgain
                              : Unknown::kMade;
  Known* known = known_of(plan, unknown);
  if (!known) return 0;
  for (const auto& program : known->entry->programs) {
    int kernels = 1;
    const GroupRun run =
        program->run(boxes, effort, device, known->boxes, kernels);
    if (run != GroupRun::kUnfit) return run == GroupRun::kDone ? kernels : 0;
  }
  return 0;
}

bool is_too_large(const GroupPlan& plan) {
  if (const int folds = folds_of(plan); folds > 0)
    return folds > kMaxFolds && !rows_fit(plan.shape, plan.reduced_axes);
  const Known* known = known_of(plan, Unknown::kLeft);
  return known && known->entry->programs.empty();
}

KernelSource group_source(std::span<const GroupPlan> boxes) {
  if (const Known* known = known_of(boxes.front(), Unknown::kMade))
    for (const auto& program : known->entry->programs) try {
        return program->source(boxes);
      } catch (const NotImplementedError&) {
      }
  throw NotImplementedError(
      "there is no kernel for such a group of operations");
}

}  // namespace tenorite::jit
