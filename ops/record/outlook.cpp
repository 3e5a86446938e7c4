// SPDX-License-Identifier: Apache-2.0
#include "ops/record/outlook.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/lattice.h"

namespace tenorite {
namespace {

class Finder {
 public:
  Finder(const Window& window, const std::vector<int>& instructions,
         const Fates& fates)
      : window_(window),
        fates_(fates),
        levels_(window.instructions.size()),
        early_(window.instructions.size()) {
    find_levels(instructions);
    for (size_t at = instructions.size(); at-- > 0;)
      find_early(instructions[at]);
  }

  std::vector<uint8_t> early() && { return std::move(early_); }

 private:
  // Of groups that have to run one after the other, the one in which it could
  // be at the earliest: values are read in their own places alone.
  void find_levels(const std::vector<int>& instructions) {
    std::vector<int> writers(window_.storages.size(), -1);
    for (int number : instructions) {
      const WindowInstruction& i = instruction(number);
      int level = 0;
      for_each_view(i, [&](int view) {
        fates_.assemblies->for_each_origin(
            window_, static_cast<int16_t>(view), [&](int16_t storage) {
              const int writer = writers[static_cast<size_t>(storage)];
              if (writer < 0) return;
              const bool assembled = window_.view(view).storage != storage;
              const Reach reach =
                  assembled ? Reach::kElsewhere : reach_of(writer, view);
              if (reach == Reach::kNone) return;
              level =
                  std::max(level, levels_[static_cast<size_t>(writer)] +
                                      (i.alone || reach == Reach::kElsewhere));
            });
      });
      levels_[static_cast<size_t>(number)] = level;
      for (int k = 0; k < i.nout; ++k)
        writers[static_cast<size_t>(window_.view(i.out[k]).storage)] = number;
    }
  }

  void find_early(int number) {
    const WindowInstruction& i = instruction(number);
    if (i.nout != 1 || i.kind == Instruction::Kind::kReduce) return;
    const int16_t storage = window_.view(i.out[0]).storage;
    const std::vector<int>& users = fates_.users[static_cast<size_t>(storage)];
    bool early = false;
    auto at = std::upper_bound(users.begin(), users.end(), number);
    for (int left = kUsersAhead; at != users.end() && left > 0 && !early;
         ++at, --left) {
      Reach reach = Reach::kNone;
      for_each_view(instruction(*at), [&](int view) {
        Reach own = reach_of(number, view);
        if (reads_part_of(storage, view) ||
            (own == Reach::kOwn && instruction(*at).alone))
          own = Reach::kElsewhere;
        reach = std::max(reach, own);
      });
      const auto user = static_cast<size_t>(*at);
      early = reach == Reach::kElsewhere ||
              (reach == Reach::kOwn && early_[user] &&
               levels_[user] == levels_[static_cast<size_t>(number)]);
    }
    early_[static_cast<size_t>(number)] = early;
  }

  const WindowInstruction& instruction(int number) const {
    return window_.instructions[static_cast<size_t>(number)];
  }
  // How a view is related to an instruction's results.
  enum class Reach : uint8_t { kNone, kOwn, kElsewhere };
  Reach reach_of(int number, int view) const {
    const WindowInstruction& i = instruction(number);
    const WindowView& v = window_.view(view);
    for (int k = 0; k < i.nout; ++k) {
      const WindowView& out = window_.view(i.out[k]);
      if (v.storage != out.storage) continue;
      if (same_view(v.array, out.array)) return Reach::kOwn;
      if (may_meet(v.array, out.array)) return Reach::kElsewhere;
    }
    return Reach::kNone;
  }

  // Whether an array is put together of parts of a storage.
  bool reads_part_of(int16_t storage, int view) const {
    const Assemblies& all = *fates_.assemblies;
    bool found = false;
    if (all.has(window_.view(view).storage))
      all.for_each_origin(window_, static_cast<int16_t>(view),
                          [&](int16_t s) { found = found || s == storage; });
    return found;
  }

  // Of an array whose columns are computed one after the other there are many.
  static constexpr int kUsersAhead = 64;

  const Window& window_;
  const Fates& fates_;
  std::vector<int> levels_;
  std::vector<uint8_t> early_;
};

}  // namespace

Outlook::Outlook(const Window& window, const std::vector<int>& instructions,
                 const Fates& fates)
    : early_(Finder(window, instructions, fates).early()) {}

}  // namespace tenorite
