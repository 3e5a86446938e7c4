// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/machine/pass_registers.h"

#include "core/assert.h"

namespace tenorite::cpu {

void PassRegisters::emit(VectorInstruction op, int dst, int a, int b,
                         VectorForm form, int immediate) {
  TENORITE_ASSERT(op.opcode || op.map == 3, "there is no such instruction");
  code_.vector(op, dst, a, b, form, immediate);
  ++length_;
}

int PassRegisters::free_register(int value) {
  const bool is_mask = has_masks_ && is_bool(value);
  const int first = is_mask ? kFirstMask + 1 : 0;
  const int end = is_mask ? kFirstMask + kTemporaryMask : registers_;
  int victim = -1, farthest = -1;
  for (int r = first; r < end; ++r) {
    if (owner_[r] < 0) return r;
    if (pinned_ & bit(r)) continue;
    const int use = next_use(owner_[r]);
    // What is in memory costs nothing to leave.
    const int rank =
        use == INT32_MAX ? use : 2 * use + state(owner_[r]).in_memory;
    if (rank > farthest) {
      farthest = rank;
      victim = r;
    }
  }
  TENORITE_ASSERT(victim >= 0, "a step needs more registers than there are");
  crowded_ = true;
  const int v = owner_[victim];
  State& s = state(v);
  if (!s.in_memory && next_use(v) != INT32_MAX) {
    store(v, victim, s.lane);
    s.in_memory = true;
  }
  s.reg = -1;
  owner_[victim] = -1;
  return victim;
}

}  // namespace tenorite::cpu
