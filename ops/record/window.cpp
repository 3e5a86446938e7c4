// SPDX-License-Identifier: Apache-2.0
#include "ops/record/window.h"

#include <algorithm>
#include <cstdint>

#include "core/assert.h"

namespace tenorite {

bool Window::claim(const ndarray& array, PendingWork* log) {
  Storage* storage = array.storage().get();
  if (!storage->claim(log)) return false;
  TENORITE_ASSERT(storages.size() < kMaxViews,
                  "a window claims more storages than it may have views");
  storage->slot = static_cast<uint32_t>(storages.size());
  if (storage->address()) bytes += static_cast<int64_t>(storage->nbytes());
  storages.push_back({storage, -1, 0});
  return true;
}

bool Window::claim(const Instruction& instruction, PendingWork* log) {
  bool all = true;
  auto take = [&](const ndarray& array) {
    all = all && (array.storage()->pending() == log || claim(array, log));
  };
  for (int k = 0; k < instruction.nout; ++k) take(*instruction.out[k]);
  for (int k = 0; k < instruction.nin; ++k)
    if (const ndarray* array = instruction.in[k].array) take(*array);
  if (instruction.where) take(*instruction.where);
  if (!all) disclaim_unused();
  return all;
}

void Window::disclaim_unused() {
  for (; !storages.empty() && storages.back().first < 0; storages.pop_back())
    storages.back().storage->disclaim();
  TENORITE_ASSERT(std::all_of(storages.begin(), storages.end(),
                              [](const auto& s) { return s.first >= 0; }),
                  "a claim without a view is left behind");
}

int16_t Window::add_space(const Dims& shape) {
  for (size_t i = spaces.size(); i-- > 0;)
    if (spaces[i] == shape) return static_cast<int16_t>(i);
  spaces.push_back(shape);
  return static_cast<int16_t>(spaces.size() - 1);
}

int16_t Window::add_view(const ndarray& array) {
  TENORITE_ASSERT(
      array.storage()->slot < storages.size() &&
          storages[array.storage()->slot].storage == array.storage().get(),
      "an operand is recorded whose storage the window has not claimed");
  WindowStorage& storage = storages[array.storage()->slot];
  for (int16_t i = storage.first; i >= 0;) {
    const WindowView& known = views[static_cast<size_t>(i)];
    if (known.array.offset() == array.offset() &&
        known.array.dtype() == array.dtype() &&
        known.array.shape() == array.shape() &&
        known.array.strides() == array.strides())
      return i;
    i = known.next;
  }
  TENORITE_ASSERT(views.size() < kMaxViews, "a window has too many views");
  const auto at = static_cast<int16_t>(views.size());
  views.emplace_back(array, static_cast<int16_t>(array.storage()->slot),
                     add_space(array.shape()), storage.first);
  storage.first = at;
  ++storage.views;
  return at;
}

int16_t Window::add_scalar(const Scalar& scalar) {
  TENORITE_ASSERT(scalars.size() < INT16_MAX, "a window has too many scalars");
  scalars.push_back(scalar);
  return static_cast<int16_t>(scalars.size() - 1);
}

void Window::add(const Instruction& given) {
  TENORITE_ASSERT(instructions.size() < kMaxInstructions,
                  "an instruction is recorded in a full window");
  WindowInstruction kept{};
  static_cast<OpCall&>(kept) = given;
  kept.reduced_axes = given.reduced_axes;
  kept.where = given.where ? add_view(*given.where) : int16_t{-1};
  kept.has_initial = given.initial != nullptr;
  if (given.initial) kept.initial = add_scalar(*given.initial);
  for (int k = 0; k < given.nin; ++k)
    kept.in[k] = given.in[k].array
                     ? add_view(*given.in[k].array)
                     : static_cast<int16_t>(~add_scalar(given.in[k].scalar));
  for (int k = 0; k < given.nout; ++k) {
    kept.out[k] = add_view(*given.out[k]);
    const ndarray& out = *given.out[k];
    kept.alone = kept.alone ||
                 (!out.is_c_contiguous() && has_internal_overlap(out)) ||
                 (k > 0 && kept.out[k] == kept.out[0]);
  }
  const int16_t main =
      given.kind == Instruction::Kind::kReduce ? kept.in[0] : kept.out[0];
  kept.space = view(main).space;
  instructions.push_back(kept);
  if (trace::active()) [[unlikely]] {
    sites.resize(instructions.size());
    sites.back() = trace::call_site();
  }
}

void Window::clear() {
  instructions.clear();
  views.clear();
  storages.clear();
  spaces.clear();
  scalars.clear();
  sites.clear();
  bytes = 0;
}

bool Window::full() const {
  constexpr size_t kUsual = 256, kFewAlive = 16;
  if (instructions.size() >= kMaxInstructions ||
      views.size() + kMaxOperands > kMaxViews)
    return true;
  if (instructions.size() % kUsual != 0) return false;
  size_t alive = 0;
  for (size_t s = 0; s < storages.size() && alive <= kFewAlive; ++s)
    alive += !storages[s].storage->address() && is_live(static_cast<int>(s));
  return alive <= kFewAlive;
}

Window::Dead Window::dead() const {
  Dead dead;
  for (size_t s = 0; s < storages.size(); ++s) {
    if (!storages[s].storage->address() || is_live(static_cast<int>(s)))
      continue;
    dead.bytes += static_cast<int64_t>(storages[s].storage->nbytes());
    ++dead.storages;
  }
  return dead;
}

Instruction Window::instruction(int i) const {
  const WindowInstruction& kept = instructions[static_cast<size_t>(i)];
  Instruction result;
  static_cast<OpCall&>(result) = kept;
  result.reduced_axes = kept.reduced_axes;
  if (kept.where >= 0) result.where = &view(kept.where).array;
  if (kept.has_initial)
    result.initial = &scalars[static_cast<size_t>(kept.initial)];
  for (int k = 0; k < kept.nin; ++k)
    if (kept.in[k] >= 0)
      result.in[k].array = &view(kept.in[k]).array;
    else
      result.in[k].scalar = scalars[static_cast<size_t>(~kept.in[k])];
  for (int k = 0; k < kept.nout; ++k) result.out[k] = &view(kept.out[k]).array;
  return result;
}

}  // namespace tenorite
