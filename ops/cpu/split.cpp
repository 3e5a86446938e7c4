// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "ops/cpu/clones.h"
#include "ops/cpu/cpu_ops.h"
#include "ops/cpu/thread_pool.h"
#include "ops/device/types.h"

namespace tenorite::cpu {
namespace {

constexpr int64_t kBlock = 1 << 14;
// Items that are looked at per part, for parts of about the same size.
constexpr int64_t kSampled = 256;

// NaNs are last: x is behind the edge unless it is less.
template <class T>
bool is_less(T x, T y) {
  return x < y || (y != y && x == x);
}

// The items between which parts are cut, from a sample.
template <class T>
std::vector<T> edges_of(const T* items, int64_t n, int parts) {
  std::vector<T> sample(static_cast<size_t>(kSampled * parts));
  uint64_t state = 0;
  for (T& item : sample) {
    // Multiples of the golden ratio are spread evenly, but not in step with
    // what repeats in the items.
    state += 0x9e3779b97f4a7c15;
    item = items[static_cast<int64_t>(
        (state >> 32) * static_cast<uint64_t>(n) >> 32)];
  }
  std::sort(sample.begin(), sample.end(), is_less<T>);
  std::vector<T> edges;
  for (int part = 1; part < parts; ++part)
    edges.push_back(sample[static_cast<size_t>(kSampled * part)]);
  return edges;
}

// part[i] = how many edges item i is not less than; counts[k] of them are k.
template <class T>
TENORITE_CPU_CLONES void find_parts(const T* items, int64_t n, const T* edges,
                                    int parts, uint8_t* part, int64_t* counts) {
  std::fill(part, part + n, uint8_t{0});
  int64_t before = n;
  for (int k = 0; k < parts - 1; ++k) {
    int64_t behind = 0;
    for (int64_t i = 0; i < n; ++i) {
      const bool is_behind = !(items[i] < edges[k]);
      part[i] += is_behind;
      behind += is_behind;
    }
    counts[k] = before - behind;
    before = behind;
  }
  counts[parts - 1] = before;
}

// Moves items of one part, `count` of them, without a branch that depends on
// an item: what is not of the part is written over by what is.
template <class T>
void gather_part(const T* items, const uint8_t* part, int k, T* to,
                 int64_t count) {
  for (T* end = to + count; to < end; ++items, ++part) {
    *to = *items;
    to += *part == k;
  }
}

template <class T>
std::vector<int64_t> split_of(const SortPlan& plan, int parts) {
  const int64_t n = plan.n, blocks = (n - 1) / kBlock + 1;
  auto* from = reinterpret_cast<const T*>(plan.in);
  auto* to = reinterpret_cast<T*>(plan.out);
  const std::vector<T> edges = edges_of(from, n, parts);
  auto part = std::make_unique_for_overwrite<uint8_t[]>(static_cast<size_t>(n));
  // How many items of each block and part there are.
  std::vector<int64_t> counts(static_cast<size_t>(blocks * parts));
  auto for_blocks = [&](auto&& body) {
    parallel_for(blocks, 1, [&](int64_t begin, int64_t end) {
      for (int64_t b = begin; b < end; ++b)
        body(b * kBlock, std::min(n, (b + 1) * kBlock), b * parts);
    });
  };
  for_blocks([&](int64_t begin, int64_t end, int64_t first) {
    find_parts(from + begin, end - begin, edges.data(), parts,
               part.get() + begin, counts.data() + first);
  });
  std::vector<int64_t> ends, places(counts.size());
  int64_t before = 0;
  for (int k = 0; k < parts; ++k) {
    for (int64_t at = k; at < blocks * parts; at += parts) {
      places[static_cast<size_t>(at)] = before;
      before += counts[static_cast<size_t>(at)];
    }
    ends.push_back(before);
  }
  for_blocks([&](int64_t begin, int64_t, int64_t first) {
    for (int k = 0; k < parts; ++k) {
      auto at = static_cast<size_t>(first + k);
      gather_part(from + begin, part.get() + begin, k, to + places[at],
                  counts[at]);
    }
  });
  return ends;
}

}  // namespace

std::vector<int64_t> split(const SortPlan& plan, int parts) {
  const KeyKind kind = key_kind(plan.dtype);
  const bool is_long = itemsize(plan.dtype) == 8;
  switch (kind) {
    case KeyKind::kUnsigned:
      return is_long ? split_of<uint64_t>(plan, parts)
                     : split_of<uint32_t>(plan, parts);
    case KeyKind::kSigned:
      return is_long ? split_of<int64_t>(plan, parts)
                     : split_of<int32_t>(plan, parts);
    default:
      return is_long ? split_of<double>(plan, parts)
                     : split_of<float>(plan, parts);
  }
}

}  // namespace tenorite::cpu
