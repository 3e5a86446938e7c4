// SPDX-License-Identifier: Apache-2.0
#include "jit/groups/group_key.h"

#include <cstring>
#include <type_traits>

#include "core/assert.h"
#include "core/hash.h"

namespace tenorite::jit {
namespace {

struct Head {
  uint64_t reduced_axes;
  int32_t device;
  int32_t ndim;  // where axes are reduced
  uint16_t arrays, scalars, steps, stores, tables, unused[3];
};
struct Step {
  uint16_t op, reduce;
  uint8_t loop, kind, compute;
  uint8_t flags;  // kept, has_initial, where
  uint8_t nin, nout;
  uint8_t dtype[kMaxOutputs];
};
struct Array {
  uint8_t dtype, use;
};
struct TableForm {
  uint8_t dtype, ndim;
};
template <class T>
constexpr bool kIsBytes = std::has_unique_object_representations_v<T>;
static_assert(kIsBytes<Head> && kIsBytes<Step> && kIsBytes<Array> &&
              kIsBytes<TableForm> && kIsBytes<GroupSource> &&
              kIsBytes<GroupStore>);

// A step's head, its sources and those of its mask.
constexpr size_t kMaxOfStep =
    sizeof(Step) + sizeof(GroupSource) * (kMaxInputs + 1 + kMaxOutputs);
constexpr size_t kMaxScalars = kMaxGroupSteps * kMaxInputs;
constexpr size_t kMaxStores = kMaxGroupArrays;

}  // namespace

bool is_constant_along(const ndarray& array, const Dims& shape, uint64_t axes) {
  const int missing = shape.size() - array.ndim();
  for (int axis = missing; axis < shape.size(); ++axis)
    if ((axes >> axis & 1) && array.shape(axis - missing) != 1 &&
        array.stride(axis - missing) != 0)
      return false;
  return true;
}

template <class T>
void GroupKey::put(const T& value) {
  static_assert(kIsBytes<T>);
  std::memcpy(reinterpret_cast<char*>(words_) + size_, &value, sizeof(T));
  size_ += sizeof(T);
}

GroupKey::GroupKey(const GroupPlan& plan) {
  static_assert(sizeof(Head) + kMaxGroupSteps * kMaxOfStep + kMaxScalars +
                    kMaxGroupArrays * (sizeof(Array) + sizeof(TableForm)) +
                    kMaxStores * sizeof(GroupStore) + 8 <=
                kMost);
  fits_ = plan.arrays.size() <= kMaxGroupArrays &&
          plan.tables.size() <= kMaxGroupArrays &&
          plan.scalars.size() <= kMaxScalars &&
          plan.steps.size() <= kMaxGroupSteps &&
          plan.stores.size() <= kMaxStores;
  if (!fits_) return;
  const bool reduces = plan.reduced_axes != 0;
  put(Head{plan.reduced_axes,
           plan.device.index,
           reduces ? plan.shape.size() : 0,
           static_cast<uint16_t>(plan.arrays.size()),
           static_cast<uint16_t>(plan.scalars.size()),
           static_cast<uint16_t>(plan.steps.size()),
           static_cast<uint16_t>(plan.stores.size()),
           static_cast<uint16_t>(plan.tables.size()),
           {}});
  for (const GroupStep& step : plan.steps) {
    const bool masked = step.where.kind != GroupSource::Kind::kNone;
    Step head{
        static_cast<uint16_t>(step.op),
        static_cast<uint16_t>(step.reduce),
        static_cast<uint8_t>(step.loop),
        static_cast<uint8_t>(step.kind),
        static_cast<uint8_t>(step.compute),
        static_cast<uint8_t>(step.kept | step.has_initial << 1 | masked << 2),
        step.nin,
        step.nout,
        {}};
    for (int k = 0; k < step.nout; ++k)
      head.dtype[k] = static_cast<uint8_t>(step.dtype[k]);
    put(head);
    for (int k = 0; k < step.nin; ++k) put(step.in[k]);
    if (!masked) continue;
    put(step.where);
    for (int k = 0; k < step.nout; ++k) put(step.former[k]);
  }
  for (const GroupArray& array : plan.arrays)
    put(Array{static_cast<uint8_t>(array.view.dtype()),
              static_cast<uint8_t>(
                  array.read | array.written << 1 |
                  (reduces &&
                   is_constant_along(array.view, plan.shape, plan.reduced_axes))
                      << 2)});
  for (const ndarray& table : plan.tables)
    put(TableForm{static_cast<uint8_t>(table.dtype()),
                  static_cast<uint8_t>(table.ndim())});
  for (const Scalar& scalar : plan.scalars)
    put(static_cast<uint8_t>(scalar.dtype));
  for (const GroupStore& store : plan.stores) put(store);
  while (size_ % 8) put(uint8_t{0});
  TENORITE_ASSERT(size_ <= kMost, "a group's key is longer than its memory");
  hash_ = hash_of(words_, size_ / 8);
}

}  // namespace tenorite::jit
