// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "core/cpu_targets.h"
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

constexpr int kWord = 64;
constexpr uint64_t kFull = ~uint64_t{0};
// Items of a run that cost as much one by one as a call of memcpy.
constexpr int kLongRun = 12;

// At most 64 flags as bits, the first one lowest.
uint64_t pack(const bool* mask, int64_t n) {
  uint64_t bits = 0;
  if (n < kWord) {
    for (int64_t i = 0; i < n; ++i) bits |= uint64_t{mask[i]} << i;
    return bits;
  }
  for (int i = 0; i < kWord; i += 8) {
    uint64_t flags;
    std::memcpy(&flags, mask + i, 8);
    // Flag k of eight goes to bit 56 + k; no two products meet in a bit.
    bits |= (flags * 0x0102040810204080) >> 56 << i;
  }
  return bits;
}

// Calls body(first, n) for the runs of ones among the bits.
template <class F>
TENORITE_ALWAYS_INLINE void for_runs(uint64_t bits, F&& body) {
  while (bits != 0) {
    const int first = __builtin_ctzll(bits);
    // Adding the lowest one moves a carry to the end of its run.
    const uint64_t rest = bits & (bits + (uint64_t{1} << first));
    const uint64_t run = bits ^ rest;
    body(first, __builtin_popcountll(run));
    bits = rest;
  }
}

// How many flags are set before the first word that is not full; a multiple of
// kWord.
int64_t full_words(const bool* mask, int64_t n) {
  int64_t i = 0;
  for (; n - i >= kWord; i += kWord) {
    uint64_t flags[kWord / 8], all = ~uint64_t{0};
    std::memcpy(flags, mask + i, kWord);
    for (uint64_t eight : flags) all &= eight;
    if (all != 0x0101010101010101) break;
  }
  return i;
}

// Packs those of n items whose flags are set, `count` of them.
template <size_t size>
TENORITE_CPU_CLONES void get_block(const bool* mask, int64_t n,
                                   const char* from, char* to, int64_t count) {
  // A run is copied in steps that write past its end, where later runs of the
  // block go, as long as there are enough of them.
  constexpr size_t kStep = std::max<size_t>(32, 4 * size);
  const char* const end = to + count * size;
  for (int64_t i = 0; i < n && to < end;) {
    uint64_t bits = pack(mask + i, n - i);
    const char* in = from + i * size;
    if (bits == kFull) {
      const int64_t full = full_words(mask + i, n - i);
      std::memcpy(to, in, full * size);
      to += full * size;
      i += full;
      continue;
    }
    if (n - i >= 2 * kWord && end - to >= int64_t{2 * kWord * size}) {
      for_runs(bits, [&](int first, int length) TENORITE_LAMBDA_INLINE {
        const size_t bytes = length * size;
        for (size_t at = 0; at < bytes; at += kStep)
          std::memcpy(to + at, in + first * size + at, kStep);
        to += bytes;
      });
    } else {
      for (; bits != 0; bits &= bits - 1, to += size)
        std::memcpy(to, in + __builtin_ctzll(bits) * size, size);
    }
    i += kWord;
  }
}

template <size_t size>
TENORITE_CPU_CLONES void put_block(const bool* mask, int64_t n, char* to,
                                   const char* from) {
  for (int64_t i = 0; i < n;) {
    uint64_t bits = pack(mask + i, n - i);
    char* out = to + i * size;
    if (bits == kFull) {
      const int64_t full = full_words(mask + i, n - i);
      std::memcpy(out, from, full * size);
      from += full * size;
      i += full;
      continue;
    }
    const int runs = __builtin_popcountll(bits & ~(bits << 1));
    if (__builtin_popcountll(bits) >= kLongRun * runs) {
      for_runs(bits, [&](int first, int length) TENORITE_LAMBDA_INLINE {
        std::memcpy(out + first * size, from, length * size);
        from += length * size;
      });
    } else {
      for (; bits != 0; bits &= bits - 1, from += size)
        std::memcpy(out + __builtin_ctzll(bits) * size, from, size);
    }
    i += kWord;
  }
}

template <size_t size>
void get(const MaskPlan& plan, const char* from, char* to) {
  for_blocks(
      plan, [&](int64_t begin, int64_t end, int64_t rank, int64_t rank_end) {
        get_block<size>(plan.mask + begin, end - begin, from + begin * size,
                        to + rank * size, rank_end - rank);
      });
}

template <size_t size>
void put(const MaskPlan& plan, char* to, const char* from) {
  for_blocks(plan, [&](int64_t begin, int64_t end, int64_t rank, int64_t) {
    put_block<size>(plan.mask + begin, end - begin, to + begin * size,
                    from + rank * size);
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
