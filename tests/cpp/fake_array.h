// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/ndarray.h"
#include "ops/plan/planning.h"

namespace tenorite::testing {

inline constexpr uintptr_t kFakeAddress = uintptr_t{1} << 44;

// An array at a made-up address, for code that never touches the elements.
inline ndarray fake_array(DType dtype, Dims shape, Dims strides,
                          uintptr_t address = kFakeAddress,
                          Device device = kCpu) {
  auto* data = reinterpret_cast<char*>(address);
  StoragePtr storage = Storage::wrap(
      device, data, 0, nullptr, [](void*, Device, StreamId) {}, false);
  return {std::move(storage), 0, dtype, std::move(shape), std::move(strides)};
}

// The addresses of an instruction's operands.
inline Operands operands(const Instruction& instruction) {
  Operands memory{};
  memory.device = instruction.out[0]->device();
  memory.stream = current_stream(memory.device);
  int k = 0;
  for (int i = 0; i < instruction.nout; ++i)
    memory.data[k++] = instruction.out[i]->data();
  for (int i = 0; i < instruction.nin; ++i, ++k)
    if (const ndarray* array = instruction.in[i].array)
      memory.data[k] = array->data();
  if (instruction.where) memory.data[k] = instruction.where->data();
  return memory;
}

// Calls f(index) for every multi-index of a shape, in C order.
template <class F>
void for_each_index(const Dims& shape, F f) {
  if (size_of(shape) == 0) return;
  Dims index(shape.size());
  for (;;) {
    f(static_cast<const Dims&>(index));
    int axis = shape.size() - 1;
    while (axis >= 0 && ++index[axis] == shape[axis]) index[axis--] = 0;
    if (axis < 0) return;
  }
}

inline int64_t offset_of(const Dims& index, const Dims& strides) {
  int64_t offset = 0;
  for (int i = 0; i < index.size(); ++i) offset += index[i] * strides[i];
  return offset;
}

// The byte offset of each element, in C order.
inline std::vector<int64_t> offsets_of(const Dims& shape, const Dims& strides) {
  std::vector<int64_t> offsets;
  for_each_index(shape, [&](const Dims& index) {
    offsets.push_back(offset_of(index, strides));
  });
  return offsets;
}

// Small numbers that are the same on every machine.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  // In [0, n).
  int64_t below(int64_t n) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<int64_t>((state_ >> 33) % static_cast<uint64_t>(n));
  }
  bool once_in(int64_t n) { return below(n) == 0; }

 private:
  uint64_t state_;
};

// Strides of distinct elements: axes in any memory order, gaps, both signs.
inline Dims distinct_strides(const Dims& shape, int64_t itemsize,
                             Random& random) {
  Dims strides(shape.size()), axes;
  for (int i = 0; i < shape.size(); ++i) {
    auto at = static_cast<int>(random.once_in(2) ? random.below(i + 1) : 0);
    axes.insert(at, i);
  }
  int64_t step = itemsize;
  for (int64_t axis : axes) {
    int i = static_cast<int>(axis);
    if (random.once_in(5)) step *= 2;
    strides[i] = random.once_in(5) ? -step : step;
    if (shape[i] > 1) step *= shape[i];
  }
  return strides;
}

}  // namespace tenorite::testing
