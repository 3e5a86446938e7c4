// SPDX-License-Identifier: Apache-2.0
#include "ops/record/window.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/assert.h"

namespace tenorite {

bool Window::claim(Storage& storage, PendingWork* log) {
  if (!storage.claim(log)) return false;
  TENORITE_ASSERT(storages.size() < kMaxViews,
                  "a window claims more storages than it may have views");
  storage.slot = static_cast<uint32_t>(storages.size());
  if (storage.address()) bytes += static_cast<int64_t>(storage.nbytes());
  storages.push_back({&storage, -1, 0});
  return true;
}

void Window::adopt_one(Storage& storage) {
  storage.slot = static_cast<uint32_t>(storages.size());
  if (storage.address()) bytes += static_cast<int64_t>(storage.nbytes());
  storages.push_back({&storage, -1, 0});
}

void Window::forget(int storage) {
  WindowStorage& s = storages[static_cast<size_t>(storage)];
  s.storage = nullptr;
  for (int16_t v = s.first; v >= 0;) {
    WindowView& gone = views[static_cast<size_t>(v)];
    v = gone.next;
    gone.array = ndarray();
  }
}

int last_writer(const Window& window, int16_t storage, size_t end) {
  for (size_t n = std::min(end, window.instructions.size()); n-- > 0;) {
    const WindowInstruction& i = window.instructions[n];
    for (int k = 0; k < i.nout; ++k)
      if (window.view(i.out[k]).storage == storage) return static_cast<int>(n);
  }
  return -1;
}

std::vector<int> needed_of(const Window& window,
                           const std::vector<uint8_t>& live) {
  std::vector<int> needed;
  std::vector<uint8_t> wanted = live;
  for (size_t n = window.instructions.size(); n-- > 0;) {
    const WindowInstruction& i = window.instructions[n];
    auto storage_of = [&](int view) {
      return static_cast<size_t>(window.view(view).storage);
    };
    if (!wanted[storage_of(i.out[0])] &&
        (i.nout < 2 || !wanted[storage_of(i.out[1])]))
      continue;
    needed.push_back(static_cast<int>(n));
    for_each_view(i, [&](int view) { wanted[storage_of(view)] = true; });
  }
  std::reverse(needed.begin(), needed.end());
  return needed;
}

std::vector<int> work_on(const Window& window, int storage, StorageUse use,
                         const std::vector<int>& needed) {
  const size_t n = window.storages.size();
  std::vector<uint8_t> used(n), written(n);  // by what comes later
  used[static_cast<size_t>(storage)] = true;
  written[static_cast<size_t>(storage)] = use == StorageUse::kReadsAndWrites;
  std::vector<int> chosen;
  for (size_t at = needed.size(); at-- > 0;) {
    const WindowInstruction& i =
        window.instructions[static_cast<size_t>(needed[at])];
    auto of = [&](int view) {
      return static_cast<size_t>(window.view(view).storage);
    };
    bool is_first = false;  // before what is chosen, or the storage's user
    for_each_view(i, [&](int v) { is_first = is_first || written[of(v)]; });
    for (int k = 0; k < i.nout; ++k) is_first = is_first || used[of(i.out[k])];
    if (!is_first) continue;
    chosen.push_back(needed[at]);
    for_each_view(i, [&](int v) { used[of(v)] = true; });
    for (int k = 0; k < i.nout; ++k) written[of(i.out[k])] = true;
  }
  std::reverse(chosen.begin(), chosen.end());
  return chosen;
}

void Window::disclaim_unused() {
  for (; !storages.empty() && storages.back().first < 0; storages.pop_back())
    storages.back().storage->disclaim();
  TENORITE_ASSERT(std::all_of(storages.begin(), storages.end(),
                              [](const auto& s) { return s.first >= 0; }),
                  "a claim without a view is left behind");
}

inline int16_t Window::number_of_space(const Dims& shape) {
  for (size_t i = spaces.size(); i-- > 0;)
    if (spaces[i] == shape) return static_cast<int16_t>(i);
  spaces.push_back(shape);
  return static_cast<int16_t>(spaces.size() - 1);
}

namespace {

constexpr int kFewViews = 8;
constexpr size_t kBuckets = 1024;

bool is_same(const ndarray& a, const ndarray& b) {
  return a.offset() == b.offset() && a.dtype() == b.dtype() &&
         a.shape() == b.shape() && a.strides() == b.strides();
}

}  // namespace

size_t Window::bucket_of(const ndarray& array) {
  uint64_t hash = array.storage()->slot;
  auto mix = [&](int64_t word) {
    hash = (hash ^ static_cast<uint64_t>(word)) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  };
  mix(array.offset());
  for (int64_t n : array.shape()) mix(n);
  return hash % kBuckets;
}

inline int16_t Window::find_view(const ndarray& array,
                                 const WindowStorage& storage) const {
  int16_t v = storage.first;
  for (int n = 0; n < kFewViews && v >= 0; ++n, v = view(v).next)
    if (is_same(view(v).array, array)) return v;
  if (storage.views <= kFewViews) return -1;
  for (v = buckets_[bucket_of(array)]; v >= 0; v = view(v).next_alike)
    if (view(v).array.storage().get() == storage.storage &&
        is_same(view(v).array, array))
      break;
  return v;
}

void Window::put_into_bucket(int16_t view) {
  WindowView& v = views[static_cast<size_t>(view)];
  int16_t& first = buckets_[bucket_of(v.array)];
  v.next_alike = std::exchange(first, view);
}

int16_t Window::find_view(const ndarray& array) const {
  const Storage& storage = *array.storage().get();
  return has(storage) ? find_view(array, storages[storage.slot]) : -1;
}

inline int16_t Window::number_of_view(const ndarray& array) {
  const uint32_t slot = array.storage()->slot;
  TENORITE_ASSERT(
      slot < storages.size() && storages[slot].storage == array.storage().get(),
      "an operand is recorded whose storage the window has not claimed");
  WindowStorage& storage = storages[slot];
  const int16_t known = find_view(array, storage);
  return known >= 0 ? known : add_view(array, storage);
}

int16_t Window::add_view(const ndarray& array, WindowStorage& storage) {
  TENORITE_ASSERT(views.size() < kMaxViews, "a window has too many views");
  const auto at = static_cast<int16_t>(views.size());
  const auto of = static_cast<int16_t>(array.storage()->slot);
  const int16_t space = number_of_space(array.shape());
  views.emplace_back(array, of, space, storage.first);
  view_words.push_back(static_cast<int64_t>(array.dtype()) << 32 |
                       int64_t{of} << 16 | space);
  view_words.push_back(array.offset());
  for (int64_t stride : array.strides()) view_words.push_back(stride);
  storage.first = at;
  if (++storage.views <= kFewViews) return at;
  if (buckets_.empty()) buckets_.assign(kBuckets, -1);
  if (storage.views > kFewViews + 1) {
    put_into_bucket(at);
  } else {  // all of them from now on
    for (int16_t v = at; v >= 0; v = view(v).next) put_into_bucket(v);
  }
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
  WindowInstruction& kept = instructions.emplace_back();
  static_cast<OpCall&>(kept) = given;
  effort_ += given.kind == Instruction::Kind::kCopy ? kOfCopy : kOfOthers;
  kept.reduced_axes = given.reduced_axes;
  kept.where = given.where ? number_of_view(*given.where) : int16_t{-1};
  kept.has_initial = given.initial != nullptr;
  if (given.initial) kept.initial = add_scalar(*given.initial);
  for (int k = 0; k < given.nin; ++k)
    kept.in[k] = given.in[k].array
                     ? number_of_view(*given.in[k].array)
                     : static_cast<int16_t>(~add_scalar(given.in[k].scalar));
  kept.alone = given.kind == Instruction::Kind::kProduct;
  for (int k = 0; k < given.nout; ++k) {
    kept.out[k] = number_of_view(*given.out[k]);
    const ndarray& out = *given.out[k];
    kept.alone = kept.alone ||
                 (!out.is_c_contiguous() && has_internal_overlap(out)) ||
                 (k > 0 && kept.out[k] == kept.out[0]);
  }
  const int16_t main =
      given.kind == Instruction::Kind::kReduce ? kept.in[0] : kept.out[0];
  kept.space = view(main).space;
  if (trace::active()) [[unlikely]] {
    sites.resize(instructions.size());
    sites.back() = call_site();
  }
}

void Window::clear() {
  instructions.clear();
  views.clear();
  buckets_.clear();
  view_words.clear();
  storages.clear();
  spaces.clear();
  scalars.clear();
  sites.clear();
  bytes = 0;
  effort_ = 0;
  watched_from_ = look_at_ = kMilestone - kWatched;
  least_alive_ = INT64_MAX;
  alive_.clear();
  seen_ = 0;
}

// Results without memory that somebody refers to would be stored.
bool Window::is_good_end() {
  constexpr size_t kFewAlive = 16;
  for (; seen_ < storages.size(); ++seen_)
    if (!storages[seen_].storage->address())
      alive_.push_back(static_cast<int16_t>(seen_));
  int64_t alive_bytes = 0;
  std::erase_if(alive_, [&](int16_t at) {
    const WindowStorage& s = storages[static_cast<size_t>(at)];
    const bool is_live = s.is_live();
    if (is_live) alive_bytes += static_cast<int64_t>(s.storage->nbytes());
    return !is_live;
  });
  const bool is_few = alive_.size() <= kFewAlive;
  const size_t since = effort_ - watched_from_;
  if (!is_few) look_at_ = effort_ + alive_.size();  // that takes long
  if (since >= kWatched && is_few &&
      (alive_bytes <= least_alive_ || since >= 2 * kWatched))
    return true;
  least_alive_ = std::min(least_alive_, alive_bytes);
  if (since >= 2 * kWatched) {  // later, then
    watched_from_ = look_at_ = effort_ + kWatched;
    least_alive_ = INT64_MAX;
  }
  return false;
}

Window::Dead Window::dead() const {
  Dead dead;
  for (const WindowStorage& s : storages) {
    if (!s.storage->address() || s.is_live()) continue;
    dead.bytes += static_cast<int64_t>(s.storage->nbytes());
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
