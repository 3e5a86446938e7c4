// SPDX-License-Identifier: Apache-2.0
// Lines that are cut into blocks, and put together again. A row of the grid is a block;
// lengths along the line are given in items of memory, all items side by side of it. A
// thread makes `span` neighbours: one of them on a GPU, a loop on the CPU.

#include <cupy/complex.cuh>

struct Range {
  long long begin, end;
};

// The neighbours of this thread in [low, high).
template <int span>
__device__ inline Range range_of_thread(long long low, long long high) {
  const long long begin = ((long long)(blockIdx.x) * blockDim.x + threadIdx.x) * span;
  const long long end = begin + span < high ? begin + span : high;
  return {begin > low ? begin : low, end};
}

// Block c of each line, `points` long: `step` items of the line from c * step on, as far
// as there are any, and zeros.
template <class T, int span>
__global__ void cut_blocks(const T* __restrict__ x, T* __restrict__ y, long long lines,
                           long long count, long long length, long long step,
                           long long points) {
  const long long row = (long long)(blockIdx.z) * gridDim.y + blockIdx.y;
  if (row >= lines * count) return;
  const long long first = row % count * step, rest = length - first;
  const long long items = rest < step ? rest : step;
  const T* from = x + row / count * length + first;
  T* to = y + row * points;
  Range part = range_of_thread<span>(0, items);
  for (long long i = part.begin; i < part.end; ++i) to[i] = from[i];
  part = range_of_thread<span>(items, points);
  for (long long i = part.begin; i < part.end; ++i) to[i] = T(0);
}

// The items [first, first + length) of the sum of blocks that begin `step` apart and
// reach `overlap` into the next one, and of `more` if that is not null, which has an
// item for each of `inner` lines side by side. There are `count` blocks and a row beyond
// them; `y` has the items asked for alone.
template <class T, int span>
__global__ void join_blocks(const T* __restrict__ x, const T* __restrict__ more,
                            T* __restrict__ y, long long lines, long long count,
                            long long inner, long long step, long long points,
                            long long overlap, long long first, long long length) {
  const long long row = (long long)(blockIdx.z) * gridDim.y + blockIdx.y;
  if (row >= lines * (count + 1)) return;
  const long long line = row / (count + 1), c = row % (count + 1);
  const T* block = x + (line * count + c) * points;
  const T* before = block + step - points;
  const long long begin = c * step - first;  // of the row, among the items asked for
  const long long low = begin < 0 ? -begin : 0;
  const long long end = c == count ? overlap : step;
  const long long high = length - begin < end ? length - begin : end;
  T* to = y + line * length + begin;
  const Range all = range_of_thread<span>(low, high);
  const Range sums = range_of_thread<span>(low, c && overlap < high ? overlap : c ? high : 0);
  if (c == count) {
    for (long long i = all.begin; i < all.end; ++i) to[i] = before[i];
  } else {
    for (long long i = sums.begin; i < sums.end; ++i) to[i] = block[i] + before[i];
    const long long rest = sums.begin < sums.end ? sums.end : all.begin;
    for (long long i = rest; i < all.end; ++i) to[i] = block[i];
  }
  if (!more) return;
  more += line * inner;
  if (inner == 1) {
    for (long long i = all.begin; i < all.end; ++i) to[i] += *more;
  } else {
    long long k = all.begin % inner;
    for (long long i = all.begin; i < all.end; ++i) {
      to[i] += more[k];
      k = k + 1 < inner ? k + 1 : 0;
    }
  }
}
