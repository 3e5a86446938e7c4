// SPDX-License-Identifier: Apache-2.0
#include "ops/cpu/reduce/value_range.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "core/cpu_targets.h"
#include "core/interrupt.h"
#include "core/thread_pool.h"
#include "ops/cpu/elementwise/loop.h"

namespace tenorite::cpu {
namespace {

constexpr int kLanes = 16;
constexpr int64_t kBlock = 512;
static_assert(kBlock % kLanes == 0);

// In lanes, since comparisons of one with the next are not reordered.
template <class T>
struct Ends {
  T least[kLanes], most[kLanes];
  T odd[kLanes] = {};  // no longer 0 after a NaN or an infinity

  Ends() {
    std::fill_n(least, kLanes, std::numeric_limits<T>::max());
    std::fill_n(most, kLanes, std::numeric_limits<T>::lowest());
  }
  [[gnu::always_inline]] void take(const T* values) {
    for (int j = 0; j < kLanes; ++j) {
      least[j] = values[j] < least[j] ? values[j] : least[j];
      most[j] = values[j] > most[j] ? values[j] : most[j];
      odd[j] += values[j] - values[j];
    }
  }
  bool empty() const { return least[0] > most[0] && odd[0] == 0; }
  void take(const Ends& other) {
    take(other.least);
    take(other.most);
    for (int j = 0; j < kLanes; ++j) odd[j] += other.odd[j];
  }
};

template <class T>
TENORITE_CPU_CLONES void take_blocks(Ends<T>& ends, const T* values,
                                     int64_t n) {
  Ends<T> own = ends;
  for (int64_t i = 0; i < n; i += kLanes) own.take(values + i);
  ends = own;
}

// n elements that are `step` bytes apart.
template <class T>
void take_row(Ends<T>& ends, const char* row, int64_t step, int64_t n,
              CpuLoop move) {
  alignas(64) T block[kBlock];
  for (int64_t i = 0; i < n; i += kBlock) {
    const int64_t count = std::min(kBlock, n - i);
    char* data[] = {reinterpret_cast<char*>(block),
                    const_cast<char*>(row) + i * step};
    const int64_t strides[] = {sizeof(T), step};
    unsigned ignored = 0;
    move(data, strides, count, &ignored);
    const int64_t whole = (count + kLanes - 1) / kLanes * kLanes;
    std::fill(block + count, block + whole, block[0]);
    take_blocks(ends, block, whole);
  }
}

template <class T>
std::optional<ValueRange> range_of(const ndarray& array, CpuLoop move) {
  const int last = array.ndim() - 1;
  const int64_t length = last < 0 ? 1 : array.shape(last);
  const int64_t step = last < 0 ? 0 : array.stride(last);
  const int64_t rows = array.size() / length;
  // It may be claimed by who asks, who would be asked for the work on it.
  const char* data = array.storage()->address() + array.offset();
  // Who asks holds what a handler of a signal may want.
  const Unattended unattended;
  // Of long rows parts, of short ones several.
  const int64_t parts = length / kLightGrain + 1;
  const int64_t part = (length + parts - 1) / parts;
  const int64_t grain = std::max<int64_t>(1, kLightGrain / part);
  std::vector<Ends<T>> found(
      static_cast<size_t>((rows * parts - 1) / grain + 1));
  parallel_for(rows * parts, grain, [&](int64_t begin, int64_t end) {
    Ends<T>& own = found[static_cast<size_t>(begin / grain)];
    for (int64_t n = begin; n < end; ++n) {
      const int64_t first = n % parts * part;
      const char* row = data + first * step;
      for (int64_t rest = n / parts, d = last - 1; d >= 0; --d) {
        const int axis = static_cast<int>(d);
        row += rest % array.shape(axis) * array.stride(axis);
        rest /= array.shape(axis);
      }
      take_row(own, row, step, std::min(part, length - first), move);
    }
  });
  Ends<T> all = found[0];
  for (const Ends<T>& own : found)
    if (!own.empty()) all.take(own);
  if (!std::all_of(all.odd, all.odd + kLanes, [](T odd) { return odd == 0; }))
    return {};
  const T least = *std::min_element(all.least, all.least + kLanes);
  const T most = *std::max_element(all.most, all.most + kLanes);
  return ValueRange{static_cast<double>(least), static_cast<double>(most)};
}

}  // namespace

std::optional<ValueRange> value_range(const ndarray& array) {
  const DType dtype = array.dtype();
  if (kind(dtype) == 'c') return {};
  if (kind(dtype) == 'f')
    return range_of<double>(array, cast_loop(dtype, DType::kFloat64));
  if (dtype == DType::kUint64) return {};
  const auto found = range_of<int64_t>(array, cast_loop(dtype, DType::kInt64));
  if (found->least <= -ValueRange::kMostKnown ||
      found->most >= ValueRange::kMostKnown)
    return {};
  return found;
}

}  // namespace tenorite::cpu
