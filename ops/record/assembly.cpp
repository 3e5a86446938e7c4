// SPDX-License-Identifier: Apache-2.0
#include "ops/record/assembly.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "ops/record/box.h"

namespace tenorite {
namespace {

// More parts than that are put together in memory.
constexpr size_t kMaxParts = 32;

// Whether elements of a box are neighbours along the last axis, or the same.
bool is_easily_read(const Part& part, int64_t itemsize) {
  const int last = part.begin.size() - 1;
  return part.end[last] - part.begin[last] == 1 ||
         std::abs(part.strides[last]) <= itemsize;
}

}  // namespace

class Assemblies::Finder {
 public:
  Finder(const Window& window, const std::vector<uint8_t>& live,
         const std::vector<int>& needed, Assemblies& found)
      : window_(window), live_(live), found_(found) {
    for (int n : needed) note(n);
  }

  void run() {
    // What is put together of what was put together comes later.
    std::vector<int16_t> candidates;
    for (const auto& [storage, use] : uses_)
      if (may_be_assembled(storage, use)) candidates.push_back(storage);
    std::sort(candidates.begin(), candidates.end(), [&](int16_t a, int16_t b) {
      return uses_.at(a).writes.back() < uses_.at(b).writes.back();
    });
    for (int16_t storage : candidates) take(storage, uses_.at(storage));
  }

 private:
  struct Use {
    std::vector<int> writes, reads;  // instructions, in program order
    std::vector<int16_t> views;      // that are read
  };

  const WindowInstruction& instruction(int n) const {
    return window_.instructions[static_cast<size_t>(n)];
  }
  const Dims& space_of(const WindowInstruction& i) const {
    return window_.spaces[static_cast<size_t>(i.space)];
  }
  const ndarray& array(int16_t view) const { return window_.view(view).array; }

  void note(int n) {
    const WindowInstruction& i = instruction(n);
    for (int k = 0; k < i.nout; ++k)
      uses_[window_.view(i.out[k]).storage].writes.push_back(n);
    auto read = [&](int16_t view) {
      if (view < 0) return;
      Use& use = uses_[window_.view(view).storage];
      use.reads.push_back(n);
      if (std::find(use.views.begin(), use.views.end(), view) ==
          use.views.end())
        use.views.push_back(view);
    };
    for (int k = 0; k < i.nin; ++k) read(i.in[k]);
    read(i.where);
    // Where a mask is false the former elements stay.
    if (i.where >= 0)
      for (int k = 0; k < i.nout; ++k) read(i.out[k]);
  }

  bool is_plain_copy(int n) const {
    const WindowInstruction& i = instruction(n);
    return i.kind == Instruction::Kind::kCopy && i.in[0] >= 0 && i.where < 0 &&
           !i.alone && array(i.in[0]).dtype() == array(i.out[0]).dtype();
  }
  // Elementwise over the view as it is.
  bool reads_whole(int n, int16_t storage) const {
    const WindowInstruction& i = instruction(n);
    if (i.kind == Instruction::Kind::kReduce ||
        i.kind == Instruction::Kind::kScan || i.alone)
      return false;
    if (i.is_table(0) && window_.view(i.in[0]).storage == storage) return false;
    bool whole = true;
    for_each_view(i, [&](int16_t view) {
      if (window_.view(view).storage == storage)
        whole = whole && array(view).shape() == space_of(i);
    });
    return whole;
  }
  bool may_be_assembled(int16_t storage, const Use& use) const {
    const size_t n = use.writes.size();
    if (live_[static_cast<size_t>(storage)] || n < 2 || n > kMaxParts ||
        use.reads.empty() || use.reads.front() <= use.writes.back())
      return false;
    return std::all_of(use.writes.begin(), use.writes.end(),
                       [&](int i) { return is_plain_copy(i); }) &&
           std::all_of(use.reads.begin(), use.reads.end(),
                       [&](int i) { return reads_whole(i, storage); });
  }

  bool is_written_between(int16_t storage, int after, int last) const {
    const auto use = uses_.find(storage);
    return use != uses_.end() &&
           std::any_of(use->second.writes.begin(), use->second.writes.end(),
                       [&](int n) { return n > after && n <= last; });
  }

  // What a copy puts into its part of the whole.
  bool add_parts(int n, const Box& box, Parts& parts) const {
    const WindowInstruction& i = instruction(n);
    const ndarray& from = array(i.in[0]);
    const Dims& shape = array(i.out[0]).shape();
    const int missing = shape.size() - from.ndim();
    if (missing < 0) return false;
    if (found_.has(window_.view(i.in[0]).storage)) {
      if (!(from.shape() == shape)) return false;
      for (Part part : found_.parts(i.in[0])) {
        for (int axis = 0; axis < shape.size(); ++axis) {
          part.begin[axis] += box.begin[axis];
          part.end[axis] += box.begin[axis];
        }
        parts.push_back(std::move(part));
      }
      return parts.size() <= kMaxParts;
    }
    Part part{box.begin, box.end, i.in[0], 0, Dims(shape.size()), n};
    for (int axis = missing; axis < shape.size(); ++axis) {
      const int64_t length = from.shape(axis - missing);
      if (length != shape[axis] && length != 1) return false;
      if (length == shape[axis])
        part.strides[axis] = from.stride(axis - missing);
    }
    parts.push_back(std::move(part));
    return true;
  }

  static Parts cut(const Parts& whole, const Box& box) {
    Parts parts;
    for (const Part& from : whole) {
      const Box both = meet({from.begin, from.end}, box);
      if (both.empty()) continue;
      Part part = from;
      for (int axis = 0; axis < both.begin.size(); ++axis) {
        part.offset +=
            (both.begin[axis] - from.begin[axis]) * from.strides[axis];
        part.begin[axis] = both.begin[axis] - box.begin[axis];
        part.end[axis] = both.end[axis] - box.begin[axis];
      }
      parts.push_back(std::move(part));
    }
    return parts;
  }

  void take(int16_t storage, const Use& use) {
    const ndarray& like = array(instruction(use.writes[0]).out[0]);
    const std::optional<Dims> whole = whole_shape(like);
    if (!whole) return;
    Parts parts;
    std::vector<Box> boxes;
    int64_t filled = 0;
    for (int n : use.writes) {
      const std::optional<Box> box =
          box_of(array(instruction(n).out[0]), like, *whole);
      if (!box || !add_parts(n, *box, parts)) return;
      for (const Box& other : boxes)
        if (!meet(*box, other).empty()) return;
      boxes.push_back(*box);
      filled += box->size();
    }
    if (filled != size_of(*whole)) return;
    const auto itemsize = static_cast<int64_t>(like.itemsize());
    for (const Part& part : parts)
      if (!is_easily_read(part, itemsize) ||
          window_.view(part.view).storage == storage ||
          is_written_between(window_.view(part.view).storage, part.since,
                             use.reads.back()))
        return;
    std::unordered_map<int16_t, Parts> of_views;
    for (int16_t view : use.views) {
      const std::optional<Box> box = box_of(array(view), like, *whole);
      if (!box) return;
      of_views.emplace(view, cut(parts, *box));
    }
    found_.parts_.merge(of_views);
    found_.copies_.emplace(storage, use.writes);
  }

  const Window& window_;
  const std::vector<uint8_t>& live_;
  Assemblies& found_;
  std::unordered_map<int16_t, Use> uses_;  // by storage
};

Assemblies::Assemblies(const Window& window, const std::vector<uint8_t>& live,
                       const std::vector<int>& needed) {
  const bool may_have_any =
      std::any_of(needed.begin(), needed.end(), [&](int n) {
        const WindowInstruction& i =
            window.instructions[static_cast<size_t>(n)];
        return i.kind == Instruction::Kind::kCopy && i.in[0] >= 0 &&
               window.view(i.out[0]).array.nbytes() <
                   static_cast<int64_t>(
                       window.view(i.out[0]).array.storage()->nbytes());
      });
  if (may_have_any) Finder(window, live, needed, *this).run();
}

}  // namespace tenorite
