// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "core/thread_pool.h"
#include "ops/cpu/cpu_ops.h"

namespace tenorite::cpu {
namespace {

constexpr int64_t kBlock = 65536;

int64_t count_block(const bool* mask, int64_t n) {
  int64_t count = 0;
  int64_t i = 0;
  // Eight flags at a time; a byte holds at most 255 of them.
  while (n - i >= 8) {
    uint64_t sums = 0;
    int64_t words = std::min<int64_t>((n - i) / 8, 255);
    for (int64_t w = 0; w < words; ++w, i += 8) {
      uint64_t flags;
      std::memcpy(&flags, mask + i, 8);
      sums += flags;
    }
    for (int byte = 0; byte < 8; ++byte) count += sums >> (8 * byte) & 255;
  }
  for (; i < n; ++i) count += mask[i];
  return count;
}

int64_t blocks_of(const MaskPlan& plan) { return (plan.n - 1) / kBlock + 1; }

// Calls body(begin, end, rank, rank_end) for blocks of the mask: `rank` flags
// are set before `begin` and `rank_end` before `end`.
template <class F>
void for_blocks(const MaskPlan& plan, F&& body) {
  if (plan.count == 0) return;
  const auto* ranks = reinterpret_cast<const int64_t*>(plan.ranks->data());
  int64_t blocks = blocks_of(plan);
  parallel_for(blocks, 1, [&](int64_t begin, int64_t end) {
    for (int64_t b = begin; b < end; ++b)
      body(b * kBlock, std::min(plan.n, (b + 1) * kBlock), ranks[b],
           b + 1 < blocks ? ranks[b + 1] : plan.count);
  });
}

// Eight items at once where all flags of eight are set.
template <size_t size>
void get_most(const bool* mask, const char* from, int64_t n, char* to) {
  for (int64_t i = 0; i < n;) {
    uint64_t flags = 0;
    if (n - i >= 8) std::memcpy(&flags, mask + i, 8);
    if (flags == 0x0101010101010101) {
      std::memcpy(to, from + i * size, 8 * size);
      to += 8 * size;
      i += 8;
      continue;
    }
    for (const int64_t end = std::min(n, i + 8); i < end; ++i) {
      if (!mask[i]) continue;
      std::memcpy(to, from + i * size, size);
      to += size;
    }
  }
}

template <size_t size>
void get(const MaskPlan& plan, const char* from, char* to) {
  for_blocks(plan,
             [&](int64_t begin, int64_t end, int64_t rank, int64_t rank_end) {
               if ((rank_end - rank) * 8 > (end - begin) * 7)
                 return get_most<size>(plan.mask + begin, from + begin * size,
                                       end - begin, to + rank * size);
               // Writing before testing keeps the loop free of branches.
               for (int64_t i = begin; rank < rank_end; ++i) {
                 std::memcpy(to + rank * size, from + i * size, size);
                 rank += plan.mask[i];
               }
             });
}

template <size_t size>
void put(const MaskPlan& plan, char* to, const char* from) {
  for_blocks(plan, [&](int64_t begin, int64_t end, int64_t rank, int64_t) {
    const char* in = from + rank * size;
    for (int64_t i = begin; i < end; ++i) {
      if (!plan.mask[i]) continue;
      std::memcpy(to + i * size, in, size);
      in += size;
    }
  });
}

}  // namespace

void count_true(MaskPlan& plan) {
  plan.count = 0;
  if (plan.n == 0) return;
  int64_t blocks = blocks_of(plan);
  plan.ranks =
      Storage::allocate(plan.device, blocks * sizeof(int64_t), plan.stream);
  auto* ranks = reinterpret_cast<int64_t*>(plan.ranks->data());
  parallel_for(blocks, 1, [&](int64_t begin, int64_t end) {
    for (int64_t b = begin; b < end; ++b)
      ranks[b] = count_block(plan.mask + b * kBlock,
                             std::min(kBlock, plan.n - b * kBlock));
  });
  for (int64_t b = 0; b < blocks; ++b) {
    int64_t count = ranks[b];
    ranks[b] = plan.count;
    plan.count += count;
  }
}

void true_positions(const MaskPlan& plan, int ndim, const int64_t* shape,
                    int64_t* const* positions) {
  for_blocks(plan, [&](int64_t begin, int64_t, int64_t rank, int64_t rank_end) {
    int64_t* last = positions[ndim - 1];
    int64_t at[kMaxDims];
    int64_t rest = begin;
    for (int d = ndim - 1; d > 0; --d) {
      at[d] = rest % shape[d];
      rest /= shape[d];
    }
    at[0] = rest;
    for (int64_t i = begin; rank < rank_end;) {
      int64_t first = rank, stop = shape[ndim - 1];
      // Writing before testing keeps the loop free of branches.
      for (int64_t& j = at[ndim - 1]; j < stop && rank < rank_end; ++j, ++i) {
        last[rank] = j;
        rank += plan.mask[i];
      }
      for (int d = 0; d < ndim - 1; ++d)
        std::fill(positions[d] + first, positions[d] + rank, at[d]);
      for (int d = ndim - 1; d > 0 && at[d] == shape[d]; --d) {
        at[d] = 0;
        ++at[d - 1];
      }
    }
  });
}

void mask_get(const MaskPlan& plan, const char* from, char* to,
              size_t itemsize) {
  switch (itemsize) {
    case 1:
      return get<1>(plan, from, to);
    case 2:
      return get<2>(plan, from, to);
    case 4:
      return get<4>(plan, from, to);
    case 8:
      return get<8>(plan, from, to);
    default:
      return get<16>(plan, from, to);
  }
}

void mask_put(const MaskPlan& plan, char* to, const char* from,
              size_t itemsize) {
  switch (itemsize) {
    case 1:
      return put<1>(plan, to, from);
    case 2:
      return put<2>(plan, to, from);
    case 4:
      return put<4>(plan, to, from);
    case 8:
      return put<8>(plan, to, from);
    default:
      return put<16>(plan, to, from);
  }
}

}  // namespace tenorite::cpu
