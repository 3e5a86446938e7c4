// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/copy/interleave.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "core/cpu_targets.h"
#include "core/thread_pool.h"
#include "ops/cpu/cpu_ops.h"

namespace tenorite::cpu {
namespace {

template <class T>
using Unaligned [[gnu::aligned(1), gnu::may_alias]] = T;

// Names instead of an array of lines: compilers make vectors of these loops.
template <class T, int K>
TENORITE_CPU_CLONES void pack(char* rows, char* const* lines, int64_t n) {
  auto* __restrict to = reinterpret_cast<Unaligned<T>*>(rows);
  auto* __restrict a = reinterpret_cast<const Unaligned<T>*>(lines[0]);
  auto* __restrict b = reinterpret_cast<const Unaligned<T>*>(lines[1]);
  auto* __restrict c =
      reinterpret_cast<const Unaligned<T>*>(lines[K > 2 ? 2 : 0]);
  auto* __restrict d =
      reinterpret_cast<const Unaligned<T>*>(lines[K > 3 ? 3 : 0]);
  for (int64_t i = 0; i < n; ++i) {
    to[i * K] = a[i];
    to[i * K + 1] = b[i];
    if constexpr (K > 2) to[i * K + 2] = c[i];
    if constexpr (K > 3) to[i * K + 3] = d[i];
  }
}
template <class T, int K>
TENORITE_CPU_CLONES void unpack(const char* rows, char* const* lines,
                                int64_t n) {
  auto* __restrict from = reinterpret_cast<const Unaligned<T>*>(rows);
  auto* __restrict a = reinterpret_cast<Unaligned<T>*>(lines[0]);
  auto* __restrict b = reinterpret_cast<Unaligned<T>*>(lines[1]);
  auto* __restrict c = reinterpret_cast<Unaligned<T>*>(lines[K > 2 ? 2 : 0]);
  auto* __restrict d = reinterpret_cast<Unaligned<T>*>(lines[K > 3 ? 3 : 0]);
  for (int64_t i = 0; i < n; ++i) {
    a[i] = from[i * K];
    b[i] = from[i * K + 1];
    if constexpr (K > 2) c[i] = from[i * K + 2];
    if constexpr (K > 3) d[i] = from[i * K + 3];
  }
}

constexpr int kFewest = 2, kMost = kMaxInterleaved;
template <class T, int... K>
constexpr std::array<InterleaveLoops, sizeof...(K)> loops_of(
    std::integer_sequence<int, K...>) {
  return {{{pack<T, kFewest + K>, unpack<T, kFewest + K>}...}};
}
constexpr std::make_integer_sequence<int, kMost - kFewest + 1> kWidths;
constexpr std::array<InterleaveLoops, kMost - kFewest + 1> kLoops[] = {
    loops_of<uint8_t>(kWidths), loops_of<uint16_t>(kWidths),
    loops_of<uint32_t>(kWidths), loops_of<uint64_t>(kWidths)};

constexpr int64_t kGrainBytes = 1 << 16;
// Of rows that the parts of all sources are put into one after the other.
constexpr int64_t kBlockBytes = 1 << 14;
// Parts of a row that are longer are moved at once.
constexpr int64_t kFewElements = 4;

template <size_t Size>
void move_column(char* to, int64_t to_stride, const char* from,
                 int64_t from_stride, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    std::memcpy(to + i * to_stride, from + i * from_stride, Size);
}
constexpr decltype(&move_column<1>) kMoveColumn[] = {
    move_column<1>, move_column<2>, move_column<4>, move_column<8>,
    move_column<16>};

// Rows [begin, end) of one source.
void move_part(const JoinPlan& plan, const JoinSource& source, char* out,
               int64_t begin, int64_t end) {
  const auto size = static_cast<int64_t>(plan.itemsize);
  if (source.column_stride == size && source.width > kFewElements) {
    for (int64_t i = begin; i < end; ++i)
      std::memcpy(out + i * plan.stride, source.data + i * source.row_stride,
                  static_cast<size_t>(source.width * size));
    return;
  }
  const auto move = kMoveColumn[__builtin_ctzll(plan.itemsize)];
  for (int64_t c = 0; c < source.width; ++c)
    move(out + c * size + begin * plan.stride, plan.stride,
         source.data + c * source.column_stride + begin * source.row_stride,
         source.row_stride, end - begin);
}

}  // namespace

const InterleaveLoops* interleave_loops(size_t itemsize, int64_t columns) {
  if (itemsize > 8 || columns < kFewest || columns > kMost) return nullptr;
  return &kLoops[__builtin_ctzll(itemsize)]
                [static_cast<size_t>(columns - kFewest)];
}

bool join(const JoinPlan& plan) {
  const auto size = static_cast<int64_t>(plan.itemsize);
  const int64_t row_bytes = plan.width * size;
  const InterleaveLoops* loops =
      plan.stride == row_bytes ? interleave_loops(plan.itemsize, plan.width)
                               : nullptr;
  char* lines[kMost];
  int count = 0;
  for (const JoinSource& source : plan.sources) {
    if (source.row_stride != size) loops = nullptr;
    for (int64_t c = 0; c < source.width && loops; ++c)
      lines[count++] = source.data + c * source.column_stride;
  }
  const int64_t block = std::max<int64_t>(1, kBlockBytes / row_bytes);
  parallel_for(plan.rows, std::max<int64_t>(1, kGrainBytes / row_bytes),
               [&](int64_t begin, int64_t end) {
                 if (loops) {
                   char* from[kMost];
                   for (int k = 0; k < count; ++k)
                     from[k] = lines[k] + begin * size;
                   loops->pack(plan.out + begin * row_bytes, from, end - begin);
                   return;
                 }
                 for (; begin < end; begin += block) {
                   char* out = plan.out;
                   for (const JoinSource& source : plan.sources) {
                     move_part(plan, source, out, begin,
                               std::min(begin + block, end));
                     out += source.width * size;
                   }
                 }
               });
  return true;
}

}  // namespace tenorite::cpu
