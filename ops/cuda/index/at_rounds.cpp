// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <vector>

#include "core/storage.h"
#include "memory/transfer.h"
#include "ops/cuda/cuda_ops.h"
#include "ops/cuda/index/at.h"

namespace tenorite::cuda {
namespace {

// Targets by falling number of occurrences, so that every round works on the
// first few of them.
struct Rounds {
  int64_t lowest;  // byte offset of the first target
  int64_t bound;   // of `targets`
  int64_t step;    // bytes per unit of `targets`
  std::vector<int64_t> targets;
  std::vector<int64_t> sizes;   // targets in each round
  std::vector<int64_t> values;  // place of the value, round by round
};

Rounds plan_rounds(const std::vector<int64_t>& offsets, int64_t itemsize) {
  auto n = static_cast<int64_t>(offsets.size());
  std::vector<int64_t> order(n);
  std::iota(order.begin(), order.end(), int64_t{0});
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return offsets[a] < offsets[b];
  });
  struct Run {
    int64_t begin, length;
  };
  std::vector<Run> runs;
  for (int64_t i = 0; i < n; ++i) {
    if (i == 0 || offsets[order[i]] != offsets[order[i - 1]])
      runs.push_back({i, 0});
    ++runs.back().length;
  }
  std::stable_sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
    return a.length > b.length;
  });

  Rounds rounds;
  rounds.lowest = offsets[order.front()];
  rounds.step = itemsize;
  for (int64_t offset : offsets)
    if ((offset - rounds.lowest) % itemsize != 0) rounds.step = 1;
  rounds.bound = (offsets[order.back()] - rounds.lowest) / rounds.step + 1;
  for (const Run& run : runs)
    rounds.targets.push_back((offsets[order[run.begin]] - rounds.lowest) /
                             rounds.step);
  auto active = static_cast<int64_t>(runs.size());
  for (int64_t round = 0; active > 0; ++round) {
    while (active > 0 && runs[active - 1].length <= round) --active;
    if (active > 0) rounds.sizes.push_back(active);
    for (int64_t i = 0; i < active; ++i)
      rounds.values.push_back(order[runs[i].begin + round]);
  }
  return rounds;
}

class RoundRunner {
 public:
  explicit RoundRunner(const AtPlan& plan) : plan_(plan) {}

  void run() {
    const AtPlan& p = plan_;
    std::vector<int64_t> offsets(p.n);
    memory::copy_to_host(p.device, p.stream, offsets.data(), p.offset,
                         static_cast<size_t>(p.n) * 8);
    auto size = static_cast<int64_t>(itemsize(p.target_dtype));
    Rounds rounds = plan_rounds(offsets, size);
    StoragePtr targets = upload(rounds.targets);
    auto count = static_cast<int64_t>(rounds.targets.size());

    IndexPlan move = selection(targets, count, size);
    move.base = p.target + rounds.lowest;
    move.bound[0] = rounds.bound;
    move.base_stride[0] = rounds.step;
    StoragePtr running = Storage::allocate(p.device, count * size, p.stream);
    move.other = running->data();
    index_get(move);

    PlannedOperand value = p.value;
    StoragePtr sorted;
    if (!p.unary && !value.scalar) {
      sorted = gather_values(rounds.values);
      value.data = sorted->data();
      value.strides[0] = static_cast<int64_t>(itemsize(value.dtype));
    }
    for (int64_t n : rounds.sizes) {
      apply(running->data(), value, n);
      if (!value.scalar && !p.unary) value.data += n * value.strides[0];
    }
    index_put(move);
  }

 private:
  StoragePtr upload(const std::vector<int64_t>& numbers) {
    StoragePtr copy =
        Storage::allocate(plan_.device, numbers.size() * 8, plan_.stream);
    memory::copy_to_device(plan_.device, plan_.stream, copy->data(),
                           numbers.data(), numbers.size() * 8);
    return copy;
  }

  // One axis of `n` indices that select single items.
  IndexPlan selection(const StoragePtr& index, int64_t n, int64_t size) {
    IndexPlan move{};
    move.itemsize = static_cast<size_t>(size);
    move.arrays = 1;
    move.index[0] = index->data();
    move.index_strides[0][0] = 8;
    move.index_ndim = 1;
    move.index_size = move.index_shape[0] = n;
    move.inner_size = 1;
    move.other_index_strides[0] = size;
    move.device = plan_.device;
    move.stream = plan_.stream;
    return move;
  }

  StoragePtr gather_values(const std::vector<int64_t>& places) {
    auto size = static_cast<int64_t>(itemsize(plan_.value.dtype));
    StoragePtr index = upload(places);
    StoragePtr sorted =
        Storage::allocate(plan_.device, plan_.n * size, plan_.stream);
    IndexPlan move = selection(index, plan_.n, size);
    move.base = plan_.value.data;
    move.bound[0] = plan_.n;
    move.base_stride[0] = plan_.value.strides[0];
    move.other = sorted->data();
    index_get(move);
    return sorted;
  }

  void apply(char* running, const PlannedOperand& value, int64_t n) {
    const LoopTypes& types = info(plan_.op).loops[plan_.loop];
    ElementwisePlan plan{};
    plan.op = plan_.op;
    plan.loop = plan_.loop;
    plan.nout = 1;
    plan.nin = plan_.unary ? 1 : 2;
    for (int k = 0; k < 2; ++k) {
      plan.operand[k].data = running;
      plan.operand[k].dtype = plan_.target_dtype;
      plan.operand[k].loop_dtype = k == 0 ? types.out[0] : types.in[0];
      plan.operand[k].strides[0] =
          static_cast<int64_t>(itemsize(plan_.target_dtype));
    }
    if (!plan_.unary) plan.operand[2] = value;
    for (int k = 0; k < 1 + plan.nin; ++k)
      if (plan.operand[k].dtype != plan.operand[k].loop_dtype)
        plan.converts = true;
    plan.index32 = n <= (int64_t{1} << 26);
    plan.layout = Layout::kContiguous;
    plan.ndim = n == 1 ? 0 : 1;
    plan.size = plan.shape[0] = n;
    plan.device = plan_.device;
    plan.stream = plan_.stream;
    elementwise(plan);
  }

  const AtPlan& plan_;
};

}  // namespace

void at_in_rounds(const AtPlan& plan) { RoundRunner(plan).run(); }

}  // namespace tenorite::cuda
