// SPDX-License-Identifier: Apache-2.0
// Kernels of sparse arrays. T is the type of values, I that of indices.
//
// Sums have one order, whatever the device does meanwhile: none is made by atomics.
// What only a GPU needs stands behind __CUDACC_RTC__ (on the CPU __CUDA_ARCH__ is
// defined too), with barriers in PTX: by their names the kernels would be taken for
// ones whose threads wait for each other on the CPU, and run on fibers there.
#include <cupy/complex.cuh>

#ifdef __CUDACC_RTC__
__device__ inline void wait_for_warp() {
  asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
}
__device__ inline void wait_for_lanes(unsigned mask) {
  asm volatile("bar.warp.sync %0;" ::"r"(mask) : "memory");
}
__device__ inline void wait_for_block() { asm volatile("bar.sync 0;" ::: "memory"); }
// Whether it is true in any thread of the block, all of which wait.
__device__ inline bool wait_for_any(bool it) {
  int any;
  asm volatile(
      "{ .reg .pred p, q; setp.ne.s32 p, %1, 0;"
      " bar.red.or.pred q, 0, p; selp.s32 %0, 1, 0, q; }"
      : "=r"(any)
      : "r"((int)it)
      : "memory");
  return any;
}
// One bit for each thread of a warp.
__device__ inline unsigned votes(int vote) {
  unsigned all;
  asm volatile(
      "{ .reg .pred p; setp.ne.s32 p, %1, 0;"
      " vote.sync.ballot.b32 %0, p, 0xffffffff; }"
      : "=r"(all)
      : "r"(vote));
  return all;
}
#endif

typedef long long Count;

// Gathers of a few items each, added up in order, are slower as vectors (by half).
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC_RTC__)
#define ONE_BY_ONE __attribute__((optimize("no-tree-vectorize")))
#else
#define ONE_BY_ONE
#endif

// Entries of a piece: what is longer than that in a row is summed piece by piece.
constexpr int PIECE = 4096;

template <typename T>
__device__ inline T sum_of(T a, T b) {
  return a + b;
}
__device__ inline bool sum_of(bool a, bool b) { return a || b; }

template <typename T>
__device__ inline T product_of(T a, T b) {
  return a * b;
}
__device__ inline bool product_of(bool a, bool b) { return a && b; }

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

// The row of each entry.
template <typename I>
__global__ void expand_rows(const I* indptr, Count rows, Count count, I* out) {
  const Count e = item();
  if (e >= count) return;
#ifdef __CUDACC_RTC__
  out[e] = (I)row_of(indptr, rows, e);
#else
  // One thread walks over the entries of its block.
  if (threadIdx.x != 0) return;
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

#ifdef __CUDACC_RTC__
// How many rows end among the first `done` of all steps, where a step reads an entry or
// ends a row, and a row ends as soon as its entries are read. The threads of a warp
// search together, for a range that shrinks to a 33rd each time.
template <typename I>
__device__ inline Count rows_ended(const I* indptr, Count rows, Count count,
                                   Count done) {
  Count begin = done > count ? done - count : 0, end = done < rows ? done : rows;
  const unsigned lane = threadIdx.x % 32;
  while (begin < end) {
    const Count part = (end - begin) / 33 + 1, at = begin + (lane + 1) * part - 1;
    const int many = __popc(votes(at < end && indptr[at + 1] <= done - 1 - at));
    const Count limit = begin + (many + 1) * part - 1;
    begin += many * part;
    end = limit < end ? limit : end;
  }
  return begin;
}
#endif

// What a block of `multiply_tiles` has: products and ends of rows in shared memory, and
// what goes out. The row `ended` is in progress where the tile ends; its sum is the carry.
template <typename T>
struct Tile {
  const T* products;
  const int* ends;
  int entries, ended;
  T* y;  // of the tile's first row
  T* carry;
};

// Sums of rows of about one length: threads of a warp share a row where there are few.
template <typename T>
__device__ inline void sum_rows(const Tile<T>& tile, int lanes, T* sums) {
#ifdef __CUDACC_RTC__
  const int thread = threadIdx.x, lane = thread % lanes, step = blockDim.x / lanes;
  // Threads that share a row wait for each other, and so make the same rounds.
  for (int round = 0; round <= tile.ended; round += step) {
    const int row = round + thread / lanes;
    T sum = T(0);
    if (row <= tile.ended)
      for (int e = (row > 0 ? tile.ends[row - 1] : 0) + lane; e < tile.ends[row];
           e += lanes)
        sum = sum_of(sum, tile.products[e]);
    for (int half = lanes / 2; half > 0; half /= 2) {
      sums[thread] = sum;
      wait_for_warp();
      if (lane < half) sum = sum_of(sum, sums[thread + half]);
      wait_for_warp();
    }
    if (row <= tile.ended && lane == 0)
      (row < tile.ended ? tile.y[row] : *tile.carry) = sum;
  }
#endif
}

// Sums of rows of any lengths: threads have EACH entries or ends of rows, and a scan over
// the block adds what several have of one row.
template <typename T, int EACH>
__device__ inline void sum_shares(const Tile<T>& tile, T* sums, T* warp_sums,
                                  unsigned char* closed, unsigned char* warp_closed) {
#ifdef __CUDACC_RTC__
  const int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
  const int* ends = tile.ends;
  const int entries = tile.entries, ended = tile.ended, all = entries + ended;
  // Where the thread's share begins: after `row` ends of rows and `entry` entries.
  const int first = thread * EACH < all ? thread * EACH : all;
  int row = first > entries ? first - entries : 0, most = first < ended ? first : ended;
  while (row < most) {
    const int middle = (row + most) / 2;
    if (ends[middle] <= first - 1 - middle)
      row = middle + 1;
    else
      most = middle;
  }
  int entry = first - row, closed_row = -1;
  T sum = T(0), closed_sum = T(0);
#pragma unroll
  for (int k = 0; k < EACH; ++k) {
    if (row < ended && ends[row] <= entry) {
      // The first row that ends here may have begun in threads before.
      if (closed_row < 0)
        closed_row = row, closed_sum = sum;
      else
        tile.y[row] = sum;
      sum = T(0);
      ++row;
    } else if (entry < entries) {
      sum = sum_of(sum, tile.products[entry]);
      ++entry;
    }
  }
  // What the threads have of a row that none of them ends, added up in their order.
  sums[thread] = sum;
  closed[thread] = closed_row >= 0;
  for (int step = 1; step < 32; step *= 2) {
    wait_for_warp();
    T total = sums[thread];
    bool closes = closed[thread];
    if (lane >= step) {
      if (!closes) total = sum_of(sums[thread - step], total);
      closes = closes || closed[thread - step];
    }
    wait_for_warp();
    sums[thread] = total;
    closed[thread] = closes;
  }
  if (lane == 31) {
    warp_sums[warp] = sums[thread];
    warp_closed[warp] = closed[thread];
  }
  wait_for_block();
  T before = T(0);  // of the warps before
  for (int k = 0; k < warp; ++k)
    before = warp_closed[k] ? warp_sums[k] : sum_of(before, warp_sums[k]);
  if (closed_row >= 0) {
    T carry = before;
    if (lane > 0)
      carry = closed[thread - 1] ? sums[thread - 1] : sum_of(before, sums[thread - 1]);
    tile.y[closed_row] = sum_of(carry, closed_sum);
  }
  if (thread == blockDim.x - 1)
    *tile.carry = closed[thread] ? sums[thread] : sum_of(before, sums[thread]);
#endif
}

// y = A x on a GPU. A block has the steps of 256 threads, EACH of them (see rows_ended),
// however long the rows are. What it has of the row that goes on behind its steps is a
// carry: the row (or -1) and the sum.
template <typename T, typename I, int EACH>
__global__ void multiply_tiles(const I* indptr, const I* indices, const T* data,
                               const T* x, T* y, Count* carry_rows, T* carries,
                               Count rows, Count count) {
#ifdef __CUDACC_RTC__
  constexpr int THREADS = 256, WARPS = THREADS / 32, TILE = THREADS * EACH;
  alignas(16) __shared__ unsigned char bytes[(TILE + THREADS + WARPS) * sizeof(T)];
  T *products = reinterpret_cast<T*>(bytes), *sums = products + TILE;
  __shared__ int ends[TILE + 1];
  __shared__ unsigned char closed[THREADS], warp_closed[WARPS];
  __shared__ Count corners[2];
  const int thread = threadIdx.x;
  if (thread < 64) {
    Count done = (blockIdx.x + (Count)(thread / 32)) * TILE;
    done = done < rows + count ? done : rows + count;
    const Count ended = rows_ended(indptr, rows, count, done);
    if (thread % 32 == 0) corners[thread / 32] = ended;
  }
  wait_for_block();
  const Count first_row = corners[0], last_row = corners[1];
  const Count begin = blockIdx.x * (Count)TILE - first_row;
  const Count all = (blockIdx.x + (Count)1) * TILE;
  const Count end = (all < rows + count ? all : rows + count) - last_row;
  const int entries = (int)(end - begin), ended = (int)(last_row - first_row);
#pragma unroll
  for (int k = 0; k < EACH; ++k) {
    const int at = k * THREADS + thread;
    if (at < entries)
      products[at] = product_of(data[begin + at], x[indices[begin + at]]);
  }
  int lanes = 1;
  while (lanes < 32 && 2 * lanes * (ended + 1) <= THREADS) lanes *= 2;
  bool is_long = false;  // whether a row would keep its threads busy for much longer
  for (int k = thread; k <= ended; k += THREADS) {
    const int from = k > 0 ? (int)(indptr[first_row + k] - begin) : 0;
    const int to = k < ended ? (int)(indptr[first_row + k + 1] - begin) : entries;
    ends[k] = to;
    is_long = is_long || to - from > 4 * EACH * lanes;
  }
  const Tile<T> tile = {products, ends,          entries,
                        ended,    y + first_row, carries + blockIdx.x};
  if (wait_for_any(is_long))
    sum_shares<T, EACH>(tile, sums, sums + THREADS, closed, warp_closed);
  else
    sum_rows(tile, lanes, sums);
  if (thread == 0)
    carry_rows[blockIdx.x] = last_row < rows && indptr[last_row] < end ? last_row : -1;
#endif
}

// Adds the carries of a row's tiles to what its last tile has: a warp for the first of
// these tiles.
template <typename T>
__global__ void add_carries(const Count* carry_rows, const T* carries, T* y,
                            Count tiles) {
#ifdef __CUDACC_RTC__
  const Count tile = item() / 32;
  const int lane = threadIdx.x % 32;
  if (tile >= tiles) return;
  const Count row = carry_rows[tile];
  if (row < 0 || (tile > 0 && carry_rows[tile - 1] == row)) return;
  alignas(16) __shared__ unsigned char bytes[256 * sizeof(T)];
  T* sums = reinterpret_cast<T*>(bytes);
  T sum = T(0);
  for (Count k = tile + lane; k < tiles && carry_rows[k] == row; k += 32)
    sum = sum_of(sum, carries[k]);
  sums[threadIdx.x] = sum;
  for (int step = 16; step > 0; step /= 2) {
    wait_for_warp();
    if (lane < step) {
      sum = sum_of(sum, sums[threadIdx.x + step]);
      sums[threadIdx.x] = sum;
    }
  }
  if (lane == 0) y[row] = sum_of(sum, y[row]);
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
