// SPDX-License-Identifier: Apache-2.0
// Kernels of sparse arrays. T is the type of values, I that of indices.
//
// Sums have one order, whatever the device does meanwhile: none is made by atomics.
// After warps.cuh, whose names it uses.

// Gathers of a few items each, added up in order, are slower as vectors (by half).
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC_RTC__)
#define ONE_BY_ONE __attribute__((optimize("no-tree-vectorize")))
#else
#define ONE_BY_ONE
#endif

// Entries of a piece: what is longer than that in a row is summed piece by piece.
constexpr int PIECE = 4096;

template <typename T>
__device__ inline bool is_below(T a, T b) {
  return a < b;
}
template <typename R>
__device__ inline bool is_below(complex<R> a, complex<R> b) {
  return a.real() < b.real() || (a.real() == b.real() && a.imag() < b.imag());
}

__device__ inline Count item() {
  return blockIdx.x * (Count)blockDim.x + threadIdx.x;
}

// The first place in [begin, end) whose value is not below `value`.
template <typename I>
__device__ inline Count lower_bound(const I* values, Count begin, Count end, I value) {
  while (begin < end) {
    const Count middle = begin + (end - begin) / 2;
    if (values[middle] < value)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

// The row that holds entry e: the last one that begins at or before it.
template <typename I>
__device__ inline Count row_of(const I* indptr, Count rows, Count e) {
  Count begin = 0, end = rows;
  while (begin < end) {
    const Count middle = begin + (end - begin) / 2;
    if (indptr[middle + 1] <= e)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

#ifdef __CUDACC_RTC__
// row_of() by the threads of a warp, for a range that shrinks to a 33rd each time.
template <typename I>
__device__ inline Count row_of_by_warp(const I* indptr, Count rows, Count e) {
  Count begin = 0, end = rows;
  while (begin < end) {
    const Count part = (end - begin) / 33 + 1;
    const Count at = begin + (threadIdx.x % 32 + 1) * part - 1;
    const int many = __popc(votes(at < end && indptr[at + 1] <= e));
    const Count limit = begin + (many + 1) * part - 1;
    begin += many * part;
    end = limit < end ? limit : end;
  }
  return begin;
}
#endif

// The row of each entry. On a GPU a block has EACH entries for a thread.
template <typename I, int EACH>
__global__ void expand_rows(const I* indptr, Count rows, Count count, I* out) {
#ifdef __CUDACC_RTC__
  constexpr int THREADS = 256, TILE = THREADS * EACH, MOST = 1024;
  __shared__ Count corners[2];
  __shared__ int starts[MOST];  // of the rows that begin behind the first entry
  const int thread = threadIdx.x;
  const Count first = blockIdx.x * (Count)TILE;
  const int entries = (int)(count - first < TILE ? count - first : TILE);
  if (thread < 64) {
    const Count e = thread < 32 ? first : first + entries - 1;
    const Count row = row_of_by_warp(indptr, rows, e);
    if (thread % 32 == 0) corners[thread / 32] = row;
  }
  wait_for_block();
  const Count row = corners[0];
  const int many = (int)(corners[1] - row < MOST ? corners[1] - row : MOST + (Count)1);
  if (many <= MOST)
    for (int k = thread; k < many; k += THREADS)
      starts[k] = (int)(indptr[row + 1 + k] - first);
  wait_for_block();
#pragma unroll
  for (int k = 0; k < EACH; ++k) {
    const int e = k * THREADS + thread;
    if (e >= entries) return;
    if (many > MOST) {  // most of them without entries
      out[first + e] = (I)row_of(indptr, rows, first + e);
      continue;
    }
    int begin = 0, end = many;
    while (begin < end) {
      const int middle = (begin + end) / 2;
      if (starts[middle] <= e)
        begin = middle + 1;
      else
        end = middle;
    }
    out[first + e] = (I)(row + begin);
  }
#else
  // One thread walks over the entries of its block.
  const Count e = item();
  if (e >= count || threadIdx.x != 0) return;
  const Count end = e + blockDim.x < count ? e + blockDim.x : count;
  Count row = row_of(indptr, rows, e);
  for (Count k = e; k < end; ++k) {
    while (indptr[row + 1] <= k) ++row;
    out[k] = (I)row;
  }
#endif
}

// ---- products with dense arrays ----

// y = A x, row by row, on the CPU.
template <typename T, typename I>
ONE_BY_ONE __global__ void multiply_rows(const I* indptr, const I* indices,
                                         const T* data, const T* x, T* y, Count rows) {
#ifndef __CUDACC_RTC__
  // One thread has the rows of its block: vectors of rows of different lengths, with
  // entries in different places, are slower than one row after the other.
  if (threadIdx.x != 0) return;
  const Count first = item();
  const Count last = first + blockDim.x < rows ? first + blockDim.x : rows;
  for (Count row = first; row < last; ++row) {
    T sum = T(0);
    const Count end = indptr[row + 1];
    for (Count e = indptr[row]; e < end; ++e)
      sum = sum_of(sum, product_of(data[e], x[indices[e]]));
    y[row] = sum;
  }
#endif
}

// Products that a warp of `multiply_shares` holds in shared memory.
constexpr int HELD = 256;
// Rows of its share at most.
constexpr int MOST_ROWS = 96;
// Entries of a row that a warp goes through: what a longer one has behind is summed
// apart, in pieces of so many.
constexpr int ROW_PIECE = 512;

// Where product k lies: threads that add up rows of 8, 16 or 32 products find them in
// different banks.
__device__ inline unsigned held(unsigned k) { return k + k / 32; }

// Sums of rows whose products are held: those of `starts`, where each begins. Threads
// share a row if there are few; one that would keep them busy for much longer than the
// others has the warp.
template <typename T, typename I>
__device__ inline void sum_rows(const T* products, const I* starts, int count, T* y) {
#ifdef __CUDACC_RTC__
  const int lane = threadIdx.x % 32;
  const I from = starts[0];
  int log2 = 0;
  while (log2 < 5 && 2 << log2 <= 32 / count) ++log2;
  const int lanes = 1 << log2, first_lane = lane & (lanes - 1);
  const unsigned most = log2 < 5 ? 16u << log2 : HELD;
  bool any_long = false;
  // Threads that share a row exchange sums, and so all make the same rounds.
  for (int round = 0; round < count; round += 32 >> log2) {
    const int row = round + (lane >> log2);
    unsigned begin = 0, end = 0;
    if (row < count) {
      begin = (unsigned)(starts[row] - from);
      end = (unsigned)(starts[row + 1] - from);
    }
    const bool is_long = end - begin > most;
    any_long = any_long || is_long;
    T sum = T(0);
    if (!is_long)
      for (unsigned e = begin + first_lane; e < end; e += lanes)
        sum = sum_of(sum, products[held(e)]);
    sum = sum_of_lanes(sum, lanes);
    if (row < count && !is_long && first_lane == 0) y[row] = sum;
  }
  if (!votes(any_long)) return;
  for (int first = 0; first < count; first += 32) {
    const int mine = first + lane;
    unsigned left =
        votes(mine < count && (unsigned)(starts[mine + 1] - starts[mine]) > most);
    for (; left; left &= left - 1) {
      const int row = first + __ffs(left) - 1;
      const unsigned end = (unsigned)(starts[row + 1] - from);
      T sum = T(0);
      for (unsigned e = (unsigned)(starts[row] - from) + lane; e < end; e += 32)
        sum = sum_of(sum, products[held(e)]);
      sum = sum_of_lanes(sum, 32);
      if (lane == 0) y[row] = sum;
    }
  }
#endif
}

// y = A x on a GPU. A warp takes one share of rows after the other, and of a share as
// many rows at once as have HELD entries or fewer: it holds their products in shared
// memory, and loads the next ones' entries while it adds these up. It goes through
// longer rows one by one. What a row has behind ROW_PIECE entries is left out from the
// next piece on: `marks` say which row the pieces of all entries are of, -1 for those
// that are not left out, and `done` is 0.
template <typename T, typename I>
__global__ void __launch_bounds__(256, sizeof(T) > 8 ? 2 : 4)
    multiply_shares(const I* __restrict__ indptr, const I* __restrict__ indices,
                    const T* __restrict__ data, const T* __restrict__ x, T* y,
                    Count* marks, unsigned* done, Count pieces, Count rows, int share) {
#ifdef __CUDACC_RTC__
  constexpr int WARPS = 8, EACH = HELD / 32, ROOM = HELD + HELD / 32;
  constexpr int PARTS = MOST_ROWS / 32 + 1;
  alignas(16) __shared__ unsigned char bytes[WARPS * ROOM * sizeof(T)];
  __shared__ I all_starts[2 * WARPS * (MOST_ROWS + 1)];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  T* products = reinterpret_cast<T*>(bytes) + warp * ROOM;
  // Where the rows of a share begin, and those of the next one.
  I* starts = all_starts + 2 * warp * (MOST_ROWS + 1);
  I* other_starts = starts + MOST_ROWS + 1;
  I next_starts[PARTS];
  auto rows_of = [&](Count share_at) {
    return (int)(rows - share_at < share ? rows - share_at : share);
  };
  auto load_starts = [&](Count share_at) {
    if (share_at >= rows) return;
    const int many = rows_of(share_at);
#pragma unroll
    for (int k = 0; k < PARTS; ++k)
      if (k * 32 + lane <= many) next_starts[k] = indptr[share_at + k * 32 + lane];
  };
  auto store_starts = [&](I* to, int many) {
#pragma unroll
    for (int k = 0; k < PARTS; ++k)
      if (k * 32 + lane <= many) to[k * 32 + lane] = next_starts[k];
    wait_for_warp();
    // No piece is left out yet.
    const Count begin = to[0], end = to[many];
    for (Count piece = (begin + ROW_PIECE - 1) / ROW_PIECE + lane;
         piece < pieces && piece * ROW_PIECE < end; piece += 32)
      marks[piece] = -1;
  };
  // How many rows from `row` on are held at once: 0 if the first one is too long.
  auto fitting = [&](const I* of, int row, int many) {
    const I from = of[row];
    int found = 0;
    for (;; found += 32) {
      const int behind = row + found + lane + 1;
      const int more = __popc(votes(behind <= many && of[behind] - from <= HELD));
      if (more < 32) return found + more;
    }
  };
  T values[EACH];
  I columns[EACH];
  auto load_entries = [&](I begin, I end) {
#pragma unroll
    for (int k = 0; k < EACH; ++k) {
      columns[k] = 0;
      if (k * 32 + lane < (int)(end - begin)) {
        values[k] = streamed(data + ((Count)begin + k * 32 + lane));
        columns[k] = streamed(indices + ((Count)begin + k * 32 + lane));
      }
    }
  };
  const Count step = gridDim.x * (Count)WARPS * share;
  Count first = (blockIdx.x * (Count)WARPS + warp) * share;
  if (first >= rows) return;
  int many = rows_of(first), row = 0;
  load_starts(first);
  store_starts(starts, many);
  load_starts(first + step);
  int fit = fitting(starts, 0, many);
  load_entries(starts[0], starts[fit]);
  for (;;) {
    const I *here = starts + row, from = here[0];
    T* out = y + first + row;
    const int count = fit;
    if (count > 0) {
      const I to = here[count];
      if (to > from) {
#pragma unroll
        for (int k = 0; k < EACH; ++k)
          products[held(k * 32 + lane)] = product_of(values[k], x[columns[k]]);
      }
      row += count;
    } else {
      Count to = here[1];
      if (to - from > ROW_PIECE) {
        const Count behind = to;
        to = (from + (Count)ROW_PIECE - 1) / ROW_PIECE * ROW_PIECE;
        for (Count piece = to / ROW_PIECE + lane; piece * ROW_PIECE < behind;
             piece += 32) {
          marks[piece] = first + row;
          done[piece] = 0;
        }
      }
      T sum = T(0);
#pragma unroll 8
      for (Count e = from + (Count)lane; e < to; e += 32)
        sum = sum_of(sum, product_of(streamed(data + e), x[streamed(indices + e)]));
      sum = sum_of_lanes(sum, 32);
      if (lane == 0) *out = sum;
      ++row;
    }
    bool goes_on = true;
    if (row == many) {
      first += step;
      goes_on = first < rows;
      if (goes_on) {
        I* before = starts;
        starts = other_starts;
        other_starts = before;
        row = 0;
        many = rows_of(first);
        store_starts(starts, many);
        load_starts(first + step);
      }
    }
    if (goes_on) {
      fit = fitting(starts, row, many);
      load_entries(starts[row], starts[row + fit]);
    }
    if (count > 0) {
      wait_for_warp();
      sum_rows(products, here, count, out);
      wait_for_warp();
    }
    if (!goes_on) return;
  }
#endif
}

// An item that another block wrote.
template <typename T>
__device__ inline T fresh(const T* item) {
  T value;
  if constexpr (sizeof(T) % 4 == 0)
    for (int k = 0; k < (int)(sizeof(T) / 4); ++k)
      reinterpret_cast<unsigned*>(&value)[k] =
          reinterpret_cast<const volatile unsigned*>(item)[k];
  else
    value = *const_cast<const volatile T*>(item);
  return value;
}

// Adds the pieces of long rows to what `multiply_shares` left. A block has a piece for
// each of its warps; the block that is the last one to be done with a row's adds up
// all.
template <typename T, typename I>
__global__ void add_long_rows(const I* __restrict__ indptr,
                              const I* __restrict__ indices, const T* __restrict__ data,
                              const T* __restrict__ x, T* y, const Count* marks,
                              unsigned* done, T* parts, Count pieces) {
#ifdef __CUDACC_RTC__
  constexpr int THREADS = 256, WARPS = THREADS / 32, EACH = ROW_PIECE / THREADS;
  const Count first_piece = blockIdx.x * (Count)WARPS;
  const int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
  const Count mine = first_piece + warp;
  const Count row = mine < pieces ? marks[mine] : -1;
  if (!wait_for_any(row >= 0)) return;
  alignas(16) __shared__ unsigned char bytes[WARPS * WARPS * sizeof(T)];
  __shared__ Count ends[WARPS];
  T* warp_sums = reinterpret_cast<T*>(bytes);
  const Count begin = row >= 0 ? (Count)indptr[row] : 0;
  const Count end = row >= 0 ? (Count)indptr[row + 1] : 0;
  if (lane == 0) ends[warp] = end;
  wait_for_block();
  T values[WARPS][EACH], found[WARPS];
  I columns[WARPS][EACH];
#pragma unroll
  for (int k = 0; k < WARPS; ++k)
#pragma unroll
    for (int j = 0; j < EACH; ++j) {
      // All at once: threads behind the end load what they do not use.
      const Count e = (first_piece + k) * ROW_PIECE + j * THREADS + thread;
      const Count at = e < ends[k] ? e : first_piece * ROW_PIECE;
      values[k][j] = streamed(data + at);
      columns[k][j] = streamed(indices + at);
    }
#pragma unroll
  for (int k = 0; k < WARPS; ++k) {
    found[k] = T(0);
#pragma unroll
    for (int j = 0; j < EACH; ++j)
      if ((first_piece + k) * ROW_PIECE + j * THREADS + thread < ends[k])
        found[k] = sum_of(found[k], product_of(values[k][j], x[columns[k][j]]));
  }
#pragma unroll
  for (int k = 0; k < WARPS; ++k) {
    const T sum = sum_of_lanes(found[k], 32);
    if (lane == 0) warp_sums[k * WARPS + warp] = sum;
  }
  wait_for_block();
  if (row < 0) return;
  const Count first = (begin + ROW_PIECE - 1) / ROW_PIECE, last = (end - 1) / ROW_PIECE;
  bool is_last = false;
  if (lane == 0) {
    T sum = T(0);
    for (int k = 0; k < WARPS; ++k) sum = sum_of(sum, warp_sums[warp * WARPS + k]);
    parts[mine] = sum;
    fence();
    is_last = atomicAdd(done + first, 1u) == (unsigned)(last - first);
  }
  if (!votes(is_last)) return;
  fence();
  T sum = T(0);
  for (Count k = first + lane; k <= last; k += 32) sum = sum_of(sum, fresh(parts + k));
  sum = sum_of_lanes(sum, 32);
  if (lane == 0) y[row] = sum_of(y[row], sum);
#endif
}

// Long rows from the parts of their pieces, for `width` columns of the result.
template <typename T, typename I>
__global__ void add_pieces(const I* indptr, const T* parts, T* y, Count rows,
                           Count width) {
#ifdef __CUDACC_RTC__
  const Count row = item();
  if (row >= rows) return;
  const Count begin = indptr[row], end = indptr[row + 1];
  if (end - begin <= PIECE) return;
  const Count first = begin / PIECE, last = (end - 1) / PIECE;
  for (Count column = 0; column < width; ++column) {
    T sum = T(0);
    for (Count piece = first; piece <= last; ++piece) {
      // A row that begins inside of a piece is that of its last entry.
      const int side = begin > piece * (Count)PIECE;
      sum = sum_of(sum, parts[(piece * 2 + side) * width + column]);
    }
    y[row * width + column] = sum;
  }
#endif
}

// The part of a row of Y = A X for W columns, whose sums are in registers.
template <int W, typename T, typename I>
__device__ inline void multiply_row(const I* indices, const T* data, const T* x,
                                    Count x_row, Count x_column, Count begin,
                                    Count end, T* y) {
  T sums[W];
  for (int j = 0; j < W; ++j) sums[j] = T(0);
  if (x_column == 1)
    for (Count e = begin; e < end; ++e)
      for (int j = 0; j < W; ++j)
        sums[j] = sum_of(sums[j], product_of(data[e], x[indices[e] * x_row + j]));
  else
    for (Count e = begin; e < end; ++e)
      for (int j = 0; j < W; ++j)
        sums[j] = sum_of(
            sums[j], product_of(data[e], x[indices[e] * x_row + j * x_column]));
  for (int j = 0; j < W; ++j) y[j] = sums[j];
}

// Y = A X for `width` columns of X with any strides; Y is in C order.
template <typename T, typename I>
__global__ void multiply_columns(const I* indptr, const I* indices, const T* data,
                                 const T* x, Count x_row, Count x_column, T* y,
                                 Count rows, Count width, bool pieces) {
  const Count k = item(), count = rows * width;
  if (k >= count) return;
#ifdef __CUDACC_RTC__
  const Count row = k / width, column = k % width;
  const Count begin = indptr[row], end = indptr[row + 1];
  if (pieces && end - begin > PIECE) return;
  T sum = T(0);
  for (Count e = begin; e < end; ++e)
    sum = sum_of(sum, product_of(data[e], x[indices[e] * x_row + column * x_column]));
  y[k] = sum;
#else
  // One thread has the items of its block: the inner loop is along the columns.
  if (threadIdx.x != 0) return;
  const Count end = k + blockDim.x < count ? k + blockDim.x : count;
  T sums[1024];
  for (Count next = k; next < end;) {
    const Count row = next / width, column = next % width;
    const Count many = width - column < end - next ? width - column : end - next;
    if (many < 16) {
      const Count first = indptr[row], last = indptr[row + 1];
      for (Count j = 0; j < many;) {
        const T* b = x + (column + j) * x_column;
        T* to = y + next + j;
        if (many - j >= 8) {
          multiply_row<8>(indices, data, b, x_row, x_column, first, last, to), j += 8;
        } else if (many - j >= 4) {
          multiply_row<4>(indices, data, b, x_row, x_column, first, last, to), j += 4;
        } else if (many - j >= 2) {
          multiply_row<2>(indices, data, b, x_row, x_column, first, last, to), j += 2;
        } else {
          multiply_row<1>(indices, data, b, x_row, x_column, first, last, to), j += 1;
        }
      }
      next += many;
      continue;
    }
    for (Count j = 0; j < many; ++j) sums[j] = T(0);
    for (Count e = indptr[row], last = indptr[row + 1]; e < last; ++e) {
      const T a = data[e];
      const T* b = x + indices[e] * x_row + column * x_column;
      if (x_column == 1)
        for (Count j = 0; j < many; ++j) sums[j] = sum_of(sums[j], product_of(a, b[j]));
      else
        for (Count j = 0; j < many; ++j)
          sums[j] = sum_of(sums[j], product_of(a, b[j * x_column]));
    }
    for (Count j = 0; j < many; ++j) y[next + j] = sums[j];
    next += many;
  }
#endif
}

// The part of each piece of PIECE entries that belongs to long rows, a thread for each
// column: a piece touches two of them at most, the one of its first and the one of its
// last entry.
template <typename T, typename I>
__global__ void multiply_column_pieces(const I* indptr, const I* indices,
                                       const T* data, const T* x, Count x_row,
                                       Count x_column, T* parts, Count rows,
                                       Count count, Count width) {
#ifdef __CUDACC_RTC__
  const Count first = blockIdx.x * (Count)PIECE;
  const Count last = (first + PIECE < count ? first + PIECE : count) - 1;
  const Count edges[2] = {row_of(indptr, rows, first), row_of(indptr, rows, last)};
  for (int side = 0; side < 2; ++side) {
    const Count row = edges[side];
    if (side == 1 && row == edges[0]) return;
    Count begin = indptr[row], end = indptr[row + 1];
    if (end - begin <= PIECE) continue;
    begin = begin > first ? begin : first;
    end = end < last + 1 ? end : last + 1;
    for (Count column = threadIdx.x; column < width; column += blockDim.x) {
      T sum = T(0);
      for (Count e = begin; e < end; ++e)
        sum = sum_of(sum,
                     product_of(data[e], x[indices[e] * x_row + column * x_column]));
      parts[(blockIdx.x * (Count)2 + side) * width + column] = sum;
    }
  }
#endif
}

// Y = A X for diagonals: row k of `data` has the items of diagonal offsets[k], each in
// the place of its column. All arrays in C order.
template <typename T, typename I>
__global__ void multiply_diagonals(const I* offsets, Count diagonals, const T* data,
                                   Count length, const T* x, T* y, Count rows,
                                   Count columns, Count width) {
  const Count k = item();
  if (k >= rows * width) return;
  const Count limit = columns < length ? columns : length;
#ifdef __CUDACC_RTC__
  const Count row = k / width, column = k % width;
  T sum = T(0);
  for (Count d = 0; d < diagonals; ++d) {
    const Count at = row + offsets[d];
    if (at >= 0 && at < limit)
      sum = sum_of(sum, product_of(data[d * length + at], x[at * width + column]));
  }
  y[k] = sum;
#else
  // One thread has the items of its block: the inner loop is along a diagonal.
  if (threadIdx.x != 0) return;
  const Count end = k + blockDim.x < rows * width ? k + blockDim.x : rows * width;
  T sums[1024];
  for (Count j = k; j < end; ++j) sums[j - k] = T(0);
  for (Count d = 0; d < diagonals; ++d) {
    const Count offset = offsets[d];
    const Count low = -offset * width, high = (limit - offset) * width;
    const Count from = low > k ? low : k, to = high < end ? high : end;
    const T* line = data + d * length + offset;
    const T* items = x + offset * width;
    if (width == 1)
      for (Count j = from; j < to; ++j)
        sums[j - k] = sum_of(sums[j - k], product_of(line[j], items[j]));
    else
      for (Count j = from; j < to; ++j)
        sums[j - k] = sum_of(sums[j - k], product_of(line[j / width], items[j]));
  }
  for (Count j = k; j < end; ++j) y[j] = sums[j - k];
#endif
}

// ---- structure ----

// Where the entries (row, column) of a canonical array are, -1 for those that are not.
template <typename I>
__global__ void find_entries(const I* indptr, const I* indices, const I* row,
                             const I* column, Count count, Count* out) {
  const Count k = item();
  if (k >= count) return;
  const Count end = indptr[row[k] + 1];
  const Count at = lower_bound(indices, (Count)indptr[row[k]], end, column[k]);
  out[k] = at < end && indices[at] == column[k] ? at : -1;
}

// How many entries each column has. There are no others, unless a caller wrote to the
// indices.
template <typename I>
__global__ void count_columns(const I* indices, Count count, I* lengths,
                              Count columns) {
#ifdef __CUDACC_RTC__
  const Count e = item();
  if (e >= count || indices[e] < 0 || indices[e] >= columns) return;
  if constexpr (sizeof(I) == 8)
    atomicAdd((unsigned long long*)(lengths + indices[e]), 1ull);
  else
    atomicAdd((int*)(lengths + indices[e]), 1);
#endif
}

// The entries of two canonical arrays in one order: which entry of each stands at a
// place of the union, -1 for none. `other` says whose entries these are not; those of
// the second that the first has too leave their place empty, behind the first's.
template <typename I, bool SECOND>
__global__ void merge_entries(const I* indices, const I* row, Count count,
                              const I* other_indptr, const I* other_indices,
                              Count* mine, Count* others, I* rows, I* columns) {
  const Count e = item();
  if (e >= count) return;
  const I r = row[e], c = indices[e];
  const Count end = other_indptr[r + 1];
  const Count at = lower_bound(other_indices, (Count)other_indptr[r], end, c);
  const bool both = at < end && other_indices[at] == c;
  const Count place = e + at + (SECOND && both ? 1 : 0);
  mine[place] = SECOND && both ? -1 : e;
  others[place] = !SECOND && both ? at : -1;
  rows[place] = r;
  columns[place] = c;
}

// y = A X by columns, one after the other, for a single thread: what a CPU takes in
// place of the same structure by rows. X has `width` columns side by side.
template <typename T, typename I>
__global__ void scatter_columns(const I* indptr, const I* indices, const T* data,
                                const T* x, T* y, Count columns, Count width) {
  for (Count c = 0; c < columns; ++c) {
    const Count begin = indptr[c], end = indptr[c + 1];
    if (width == 1) {
      const T value = x[c];
      for (Count e = begin; e < end; ++e)
        y[indices[e]] = sum_of(y[indices[e]], product_of(data[e], value));
      continue;
    }
    for (Count e = begin; e < end; ++e) {
      T* to = y + indices[e] * width;
      for (Count k = 0; k < width; ++k)
        to[k] = sum_of(to[k], product_of(data[e], x[c * width + k]));
    }
  }
}

// Y += A X entry by entry, for a single thread of a CPU as well.
template <typename T, typename I>
__global__ void scatter_entries(const I* rows, const I* columns, const T* data,
                                const T* x, T* y, Count count, Count width) {
  for (Count e = 0; e < count; ++e) {
    T* to = y + rows[e] * (Count)width;
    const T* from = x + columns[e] * (Count)width;
    for (Count k = 0; k < width; ++k) to[k] = sum_of(to[k], product_of(data[e], from[k]));
  }
}

// The column of a slot, -1 for none, which a free slot gets.
template <typename K>
__device__ inline K claimed(K* slot, K column) {
#ifdef __CUDACC_RTC__
  if constexpr (sizeof(K) == 8)
    return (K)atomicCAS((unsigned long long*)slot, ~0ull, (unsigned long long)column);
  else
    return atomicCAS(slot, -1, column);
#else
  const K before = *slot;
  if (before == -1) *slot = column;
  return before;
#endif
}

// C = A B by a hash table for each row of A: `keys` are -1 where there is no entry.
// A warp has a row; it goes through A's entries in their order, and through a row of
// B, whose columns differ, with all lanes at once: sums have one order.
// Keys are of type K, which holds the columns.
template <typename T, typename I, typename K>
__global__ void multiply_by_tables(const I* a_indptr, const I* a_indices,
                                   const T* a_data, const I* b_indptr,
                                   const I* b_indices, const T* b_data,
                                   const Count* tables, K* keys, T* values,
                                   Count rows) {
  const Count row = blockIdx.x * (Count)(blockDim.x / 32) + threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  if (row >= rows) return;
#ifdef __CUDACC_RTC__
  const int lanes = 32;
#else
  const int lanes = 1;
  if (lane != 0) return;
#endif
  const Count table = tables[row];
  const Count mask = tables[row + 1] - table - 1;
  for (Count e = a_indptr[row], end = a_indptr[row + 1]; e < end; ++e) {
    const Count middle = a_indices[e], last = b_indptr[middle + 1];
    const T factor = a_data[e];
    for (Count f = b_indptr[middle] + lane; f < last; f += lanes) {
      const K column = (K)b_indices[f];
      Count slot = ((unsigned)column * 2654435769u >> 7) & mask;
      for (;; slot = (slot + 1) & mask) {
        const K before = claimed(keys + table + slot, column);
        if (before == -1 || before == column) break;
      }
      T* sum = values + table + slot;
      *sum = sum_of(*sum, product_of(factor, b_data[f]));
    }
#ifdef __CUDACC_RTC__
    wait_for_warp();
#endif
  }
}

// Where each row has its least or largest item (the first), zeros that are not stored
// included unless EXPLICIT. Canonical rows; NaN counts as the extreme, as in NumPy.
template <typename T, typename I, bool LARGEST, bool EXPLICIT>
__global__ void find_extremes(const I* indptr, const I* indices, const T* data,
                              Count* out, Count rows, Count columns) {
  const Count row = item();
  if (row >= rows) return;
  const Count begin = indptr[row], end = indptr[row + 1];
  if (begin == end) {
    out[row] = 0;
    return;
  }
  Count best = begin;
  for (Count e = begin + 1; e < end; ++e) {
    if (data[best] != data[best]) break;
    if (data[e] != data[e] ||
        (LARGEST ? is_below(data[best], data[e]) : is_below(data[e], data[best])))
      best = e;
  }
  const T value = data[best], zero = T(0);
  const bool beyond = LARGEST ? is_below(zero, value) : is_below(value, zero);
  if (EXPLICIT || beyond || end - begin == columns) {
    out[row] = indices[best];
    return;
  }
  Count gap = 0;
  while (gap < end - begin && indices[begin + gap] == gap) ++gap;
  // SciPy compares the place among the row's entries here.
  out[row] = value == zero && best - begin < gap ? best - begin : gap;
}
