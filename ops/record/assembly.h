// SPDX-License-Identifier: Apache-2.0
// Arrays that a window puts together of parts of other arrays by copies, as
// roll() and pad() do, and that nobody keeps. Whoever reads one may read the
// parts where they are: then the copies are never made. Pure.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "ops/record/window.h"

namespace tenorite {

// What lies in a box of a view's indices.
struct Part {
  Dims begin, end;
  int16_t view;    // of the window, in memory or a result of the window
  int64_t offset;  // of the box's first element from that view's, in bytes
  Dims strides;    // of the box
  int since;       // the instruction that would have copied it
};
using Parts = std::vector<Part>;

class Assemblies {
 public:
  Assemblies() = default;
  // Of the instructions that are needed, in program order.
  Assemblies(const Window& window, const std::vector<uint8_t>& live,
             const std::vector<int>& needed);

  bool empty() const { return copies_.empty(); }
  bool has(int16_t storage) const { return copies_.contains(storage); }
  // The instructions that fill such a storage, which nobody else needs.
  const std::vector<int>& copies(int16_t storage) const {
    return copies_.at(storage);
  }
  // Of a view of such a storage that an instruction reads.
  const Parts& parts(int16_t view) const { return parts_.at(view); }

  // The storages of an instruction, each once; for what is put together, which
  // may have to be in memory after all, also those of its parts.
  template <class F>
  void for_each_storage(const Window& window, const WindowInstruction& i,
                        F f) const {
    if (empty()) return tenorite::for_each_storage(window, i, f);
    std::vector<int16_t> seen;
    auto see = [&](int16_t storage) {
      if (std::find(seen.begin(), seen.end(), storage) != seen.end()) return;
      seen.push_back(storage);
      f(storage);
    };
    for_each_view(i, [&](int16_t view) {
      for_each_whole(window, window.view(view).storage, see);
      for_each_origin(window, view, see);
    });
  }
  // The storages in which a view lies.
  template <class F>
  void for_each_origin(const Window& window, int16_t view, F f) const {
    const int16_t storage = window.view(view).storage;
    if (!has(storage)) return f(storage);
    for (const Part& part : parts(view)) f(window.view(part.view).storage);
  }

 private:
  class Finder;

  // A storage that is put together, and those of which its parts are.
  template <class F>
  void for_each_whole(const Window& window, int16_t storage, F& f) const {
    if (!has(storage)) return;
    f(storage);
    for (int n : copies(storage))
      for_each_whole(
          window,
          window.view(window.instructions[static_cast<size_t>(n)].in[0])
              .storage,
          f);
  }

  std::unordered_map<int16_t, std::vector<int>> copies_;  // by storage
  std::unordered_map<int16_t, Parts> parts_;              // by view
};

}  // namespace tenorite
