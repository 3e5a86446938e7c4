// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "jit/groups/byte_tables.h"
#include "jit/groups/group_folds.h"
#include "jit/groups/group_key.h"
#include "ops/table/reduce_op.h"

namespace tenorite::jit {
namespace {

using Kind = GroupSource::Kind;
using StepKind = Instruction::Kind;

// The array to which a step's result is stored over the shape and that is not
// read, or -1; none for what is looked up.
std::vector<int> stores_of(const GroupPlan& plan, const ByteTables& tables,
                           const std::vector<bool>& constant) {
  std::vector<int> store_of(plan.steps.size(), -1);
  for (const GroupStore& store : plan.stores) {
    const auto array = static_cast<size_t>(store.array);
    if (constant[array] || plan.arrays[array].read ||
        store.value.kind != Kind::kValue || store.value.output != 0 ||
        tables.is_looked_up(store.value.index))
      continue;
    const auto step = static_cast<size_t>(store.value.index);
    if (plan.steps[step].dtype[0] == plan.arrays[array].view.dtype())
      store_of[step] = store.array;
  }
  return store_of;
}

// With all that `value` is made of, but for what is in tables, or in memory as
// `store_of` says.
void need(const GroupPlan& plan, const ByteTables& tables,
          const std::vector<int>& store_of, const GroupSource& value,
          FoldNeeds& needs) {
  if (value.kind == Kind::kArray)
    needs.arrays.set(static_cast<size_t>(value.index));
  if (value.kind != Kind::kValue) return;
  const auto step = static_cast<size_t>(value.index);
  if (!store_of.empty() && store_of[step] >= 0) {
    needs.read.set(step);
    needs.arrays.set(static_cast<size_t>(store_of[step]));
    return;
  }
  if (needs.steps.test(step)) return;
  needs.steps.set(step);
  if (const int table = tables.of_step(value.index); table >= 0)
    return need(plan, tables, store_of,
                tables.all()[static_cast<size_t>(table)].of, needs);
  for_each_source(plan.steps[step], [&](const GroupSource& source) {
    need(plan, tables, store_of, source, needs);
  });
}

// Of an element, of what differs from one to the next.
size_t bytes_of(const GroupPlan& plan, const std::vector<bool>& constant,
                const FoldNeeds& needs) {
  size_t bytes = 0;
  for (size_t k = 0; k < plan.arrays.size(); ++k)
    if (needs.arrays[k] && !constant[k])
      bytes += itemsize(plan.arrays[k].view.dtype());
  return bytes;
}

// Threads load as many elements as fill a vector of them: of bools that are
// made of doubles, 128 bytes apart from those of the next thread. Integers,
// whose sums do not depend on the order, are taken as wide as what is loaded.
FoldTypes fold_types(const GroupPlan& plan, const GroupStep& fold,
                     const FoldNeeds& needs,
                     const std::vector<bool>& constant) {
  const GroupSource& from = fold.in[0];
  if (from.kind == Kind::kArray)
    return {plan.arrays[static_cast<size_t>(from.index)].view.dtype(),
            fold.compute};
  const DType in =
      plan.steps[static_cast<size_t>(from.index)].dtype[from.output];
  size_t size = itemsize(in);
  for (size_t k = 0; k < plan.arrays.size(); ++k)
    if (needs.arrays[k] && !constant[k])
      size = std::max(size, itemsize(plan.arrays[k].view.dtype()));
  if (size == itemsize(in) || fold.where.kind != Kind::kNone)
    return {in, fold.compute};
  // The integer of so many bytes at most.
  auto wide = [&](size_t most) {
    return integer_of_size(kind(in) == 'u' ? 'u' : 'i', std::min(size, most));
  };
  const ReduceResult makes = info(fold.reduce).makes;
  if (widens(fold.reduce, in, fold.compute, false))
    return {wide(makes == ReduceResult::kMean ? 4 : 8), fold.compute};
  const bool asks =
      makes == ReduceResult::kTruth || makes == ReduceResult::kCount;
  if (asks && kind(in) == 'b' && !fold.has_initial) return {wide(8), wide(8)};
  return {in, fold.compute};
}

}  // namespace

FoldNeeds FoldParts::needs_of(const FoldVariant& variant) const {
  FoldNeeds all;
  auto add = [&](const FoldNeeds& some) {
    all.steps |= some.steps;
    all.arrays |= some.arrays;
    all.read |= some.read;
  };
  const std::vector<FoldNeeds>& own = variant.stores ? needs : later_needs;
  for_each_fold(variant.folds,
                [&](int f) { add(own[static_cast<size_t>(f)]); });
  if (variant.stores) add(stored);
  all.read &= ~all.steps;
  return all;
}

std::optional<FoldParts> fold_parts(const GroupPlan& plan) {
  FoldParts parts{};
  const ByteTables tables(plan);
  auto is_kept = [&](const GroupSource& source) {
    return source.kind == Kind::kValue &&
           plan.steps[static_cast<size_t>(source.index)].kept;
  };
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    const GroupStep& step = plan.steps[i];
    const bool folds = step.kind == StepKind::kReduce;
    if (!step.kept || folds) {
      bool spreads = false;
      for_each_source(step, [&](const GroupSource& source) {
        spreads = spreads || is_kept(source);
      });
      if (spreads) return {};
    }
    if (!folds) {
      if (step.kept) parts.kept_steps.push_back(static_cast<int>(i));
      parts.makes = parts.makes || !step.kept;
      continue;
    }
    if (step.in[0].kind == Kind::kScalar) return {};
    parts.folds.push_back(static_cast<int>(i));
    FoldNeeds& needs = parts.needs.emplace_back();
    for_each_source(step, [&](const GroupSource& source) {
      need(plan, tables, {}, source, needs);
    });
  }
  // A step alone is what the device's own kernels do.
  if (parts.folds.empty() || parts.folds.size() > kMaxFolds ||
      plan.steps.size() < 2)
    return {};
  for (const GroupArray& array : plan.arrays) {
    const bool constant =
        is_constant_along(array.view, plan.shape, plan.reduced_axes);
    parts.constant.push_back(constant);
    parts.in_place =
        parts.in_place || (array.read && array.written && !constant);
  }
  for (size_t f = 0; f < parts.folds.size(); ++f)
    parts.types.push_back(
        fold_types(plan, plan.steps[static_cast<size_t>(parts.folds[f])],
                   parts.needs[f], parts.constant));
  for (const GroupStore& store : plan.stores)
    if (!parts.constant[static_cast<size_t>(store.array)])
      need(plan, tables, {}, store.value, parts.stored);
  parts.store_of = stores_of(plan, tables, parts.constant);
  for (size_t f = 0; f < parts.folds.size(); ++f) {
    FoldNeeds& needs = parts.later_needs.emplace_back();
    for_each_source(plan.steps[static_cast<size_t>(parts.folds[f])],
                    [&](const GroupSource& source) {
                      need(plan, tables, parts.store_of, source, needs);
                    });
    if (bytes_of(plan, parts.constant, needs) >
        bytes_of(plan, parts.constant, parts.needs[f]))
      needs = parts.needs[f];
  }
  return parts;
}

}  // namespace tenorite::jit
