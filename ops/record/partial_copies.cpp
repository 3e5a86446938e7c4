// SPDX-License-Identifier: Apache-2.0
#include "ops/record/partial_copies.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace tenorite {
namespace {

// Of what need not be copied: less costs less than further boxes.
constexpr int64_t kWorthBoxes = 64 << 10;
// What is left is copied in as many boxes at most.
constexpr size_t kMaxLeft = 32;

bool is_copy(const WindowInstruction& i) {
  return i.kind == Instruction::Kind::kCopy && i.where < 0 && !i.alone;
}

// Also where it reads parts of the storage in the place of what they make up.
bool reads(const Window& window, const Assemblies& assemblies,
           const WindowInstruction& i, int16_t storage) {
  bool found = false;
  auto look = [&](int16_t view) {
    if (view < 0) return;
    assemblies.for_each_origin(
        window, view, [&](int16_t origin) { found |= origin == storage; });
  };
  for (int k = 0; k < i.nin; ++k) look(i.in[k]);
  look(i.where);
  // Where a mask is false the former elements stay.
  if (i.where >= 0)
    for (int k = 0; k < i.nout; ++k) look(i.out[k]);
  return found;
}

class Finder {
 public:
  Finder(const Window& window, const Assemblies& assemblies,
         const std::vector<int>& needed)
      : window_(window), assemblies_(assemblies), needed_(needed) {}

  std::vector<PartialCopy> run() const {
    std::vector<PartialCopy> found;
    for (size_t at = 0; at < needed_.size(); ++at)
      if (is_copy(instruction(needed_[at])))
        if (std::optional<PartialCopy> copy = look_at(at))
          found.push_back(*std::move(copy));
    return found;
  }

 private:
  const WindowInstruction& instruction(int n) const {
    return window_.instructions[static_cast<size_t>(n)];
  }

  // What is written between the copy and the first that reads what it writes.
  std::optional<PartialCopy> look_at(size_t at) const {
    const WindowView& out = window_.view(instruction(needed_[at]).out[0]);
    const WindowStorage& storage =
        window_.storages[static_cast<size_t>(out.storage)];
    if (storage.views < 2) return {};
    const std::optional<Dims> whole = whole_shape(out.array);
    if (!whole) return {};
    const std::optional<Box> all = box_of(out.array, out.array, *whole);
    if (!all) return {};
    std::vector<Box> left{*all};
    for (size_t next = at + 1; next < needed_.size(); ++next) {
      const WindowInstruction& i = instruction(needed_[next]);
      if (reads(window_, assemblies_, i, out.storage)) break;
      for (int k = 0; k < i.nout; ++k) {
        const WindowView& target = window_.view(i.out[k]);
        if (target.storage != out.storage || i.alone) continue;
        const std::optional<Box> box = box_of(target.array, out.array, *whole);
        if (!box) continue;
        std::vector<Box> rest = without(left, *box);
        if (!rest.empty() && rest.size() <= kMaxLeft) left = std::move(rest);
      }
    }
    int64_t elements = all->size();
    for (const Box& box : left) elements -= box.size();
    const auto itemsize = static_cast<int64_t>(out.array.itemsize());
    if (elements * itemsize < kWorthBoxes) return {};
    for (Box& box : left)
      for (int axis = 0; axis < box.begin.size(); ++axis) {
        box.begin[axis] -= all->begin[axis];
        box.end[axis] -= all->begin[axis];
      }
    return PartialCopy{needed_[at], std::move(left)};
  }

  const Window& window_;
  const Assemblies& assemblies_;
  const std::vector<int>& needed_;
};

}  // namespace

std::vector<PartialCopy> partial_copies(const Window& window,
                                        const Assemblies& assemblies,
                                        const std::vector<int>& needed) {
  return Finder(window, assemblies, needed).run();
}

}  // namespace tenorite
