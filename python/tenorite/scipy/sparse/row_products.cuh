// SPDX-License-Identifier: Apache-2.0
// C = A B on a GPU where the products of a row of C fit into a table in shared memory.
// After sparse.cuh, whose names it uses. LANES threads, a group, have a row of C, and
// SLOTS of a table.
#ifdef __CUDACC_RTC__

template <int LANES>
__device__ inline void wait_for_group() {
  const unsigned group = LANES == 32 ? ~0u : (1u << LANES % 32) - 1;
  wait_for_lanes(group << (threadIdx.x % 32 & ~(LANES - 1)));
}

constexpr unsigned FREE = ~0u;  // a slot

// The place of a column in the table, where it is put if it is new.
template <int SLOTS>
__device__ inline int place_of(unsigned* table, unsigned column, int& added) {
  int at = (column * 2654435769u >> 7) & (SLOTS - 1);
  for (;; at = (at + 1) & (SLOTS - 1)) {
    unsigned before = *(const volatile unsigned*)(table + at);
    if (before == FREE) before = atomicCAS(table + at, FREE, column);
    if (before == FREE) ++added;
    if (before == FREE || before == column) return at;
  }
}
#endif

// Calls `each(column, k, value)` for the products of a row: of an entry of A, for which
// `take` was called in thread k of the group, with an entry of B, whose value `value_of`
// loads. Those of one entry of A come at once, and if IN_ORDER one entry after the other.
// The first entries of a row of B are loaded while the row before is worked on.
template <typename I, int LANES, bool IN_ORDER, typename K, typename V, typename F>
__device__ inline void for_each_product(const I* a_indptr, const I* a_indices,
                                        const I* b_indptr, const I* b_indices,
                                        Count row, I* spans, K take, V value_of,
                                        F each) {
#ifdef __CUDACC_RTC__
  const int lane = threadIdx.x % LANES;
  for (Count first = a_indptr[row], end = a_indptr[row + 1]; first < end;
       first += LANES) {
    const int many = (int)(end - first < LANES ? end - first : LANES);
    if (lane < many) {
      const Count middle = a_indices[first + lane];
      spans[2 * lane] = b_indptr[middle];
      spans[2 * lane + 1] = b_indptr[middle + 1];
      take(first + lane);
    }
    wait_for_group<LANES>();
    Count f = spans[0] + lane, last = spans[1];
    I column = f < last ? b_indices[f] : I(0);
    auto value = value_of(f < last ? f : -1);
    for (int k = 0; k < many; ++k) {
      const Count next = k + 1 < many ? spans[2 * k + 2] + lane : 0;
      const Count behind = k + 1 < many ? spans[2 * k + 3] : 0;
      const I next_column = next < behind ? b_indices[next] : I(0);
      const auto next_value = value_of(next < behind ? next : -1);
      if (f < last) each((unsigned)column, k, value);
      for (f += LANES; f < last; f += LANES)
        each((unsigned)b_indices[f], k, value_of(f));
      f = next, last = behind, column = next_column, value = next_value;
      if (IN_ORDER) wait_for_group<LANES>();
    }
    wait_for_group<LANES>();
  }
#endif
}

// The most products that a row has, or more than `limit` if a row has more.
template <typename I>
__global__ void find_most_products(const I* a_indptr, const I* a_indices,
                                   const I* b_indptr, Count rows, int limit,
                                   int* most) {
#ifdef __CUDACC_RTC__
  const Count row = item();
  Count sum = 0;
  if (row < rows) {
    const Count begin = a_indptr[row], end = a_indptr[row + 1];
    // Rows of B may be empty; a thread is not to go through too many.
    if (end - begin > limit) sum = limit + (Count)1;
    for (Count e = begin; e < end && sum <= limit; ++e)
      sum += b_indptr[a_indices[e] + 1] - b_indptr[a_indices[e]];
  }
  __shared__ int sums[256];
  sums[threadIdx.x] = (int)(sum <= limit ? sum : limit + (Count)1);
  for (int half = 128; half > 0; half /= 2) {
    wait_for_block();
    if (threadIdx.x < half && sums[threadIdx.x + half] > sums[threadIdx.x])
      sums[threadIdx.x] = sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0) atomicMax(most, sums[0]);
#endif
}

// How many entries each row of C has.
template <typename I, int LANES, int SLOTS, int GROUPS>
__global__ void count_row_products(const I* a_indptr, const I* a_indices,
                                   const I* b_indptr, const I* b_indices, I* counts,
                                   Count rows) {
#ifdef __CUDACC_RTC__
  __shared__ unsigned tables[GROUPS * SLOTS];
  __shared__ I spans[2 * GROUPS * LANES];
  __shared__ int sums[GROUPS * LANES];
  const int group = threadIdx.x / LANES, lane = threadIdx.x % LANES;
  const Count row = blockIdx.x * (Count)GROUPS + group;
  if (row >= rows) return;
  unsigned* table = tables + group * SLOTS;
  for (int k = lane; k < SLOTS; k += LANES) table[k] = FREE;
  wait_for_group<LANES>();
  int added = 0;
  for_each_product<I, LANES, false>(
      a_indptr, a_indices, b_indptr, b_indices, row, spans + 2 * group * LANES,
      [](Count) {}, [](Count) { return 0; },
      [&](unsigned column, int, int) { place_of<SLOTS>(table, column, added); });
  sums[threadIdx.x] = added;
  for (int step = LANES / 2; step > 0; step /= 2) {
    wait_for_group<LANES>();
    if (lane < step) sums[threadIdx.x] += sums[threadIdx.x + step];
  }
  if (lane == 0) counts[row] = (I)sums[threadIdx.x];
#endif
}

// The entries of C, whose rows begin at `starts`, by ascending columns. Sums
// have the order of A's entries.
template <typename T, typename I, int LANES, int SLOTS, int GROUPS>
__global__ void multiply_rows_in_tables(const I* a_indptr, const I* a_indices,
                                        const T* a_data, const I* b_indptr,
                                        const I* b_indices, const T* b_data,
                                        const Count* starts, I* columns, T* data,
                                        Count rows) {
#ifdef __CUDACC_RTC__
  constexpr int MOST_RANKED =
      128;  // more columns are sorted, which is faster from there on
  alignas(16) __shared__ unsigned tables[GROUPS * SLOTS];
  __shared__ unsigned short all_slots[GROUPS * SLOTS];
  __shared__ I spans[2 * GROUPS * LANES];
  __shared__ int counters[GROUPS];
  alignas(16) __shared__ unsigned char bytes[GROUPS * (SLOTS + LANES) * sizeof(T)];
  const int group = threadIdx.x / LANES, lane = threadIdx.x % LANES;
  const Count row = blockIdx.x * (Count)GROUPS + group;
  if (row >= rows) return;
  unsigned* table = tables + group * SLOTS;
  T* sums = reinterpret_cast<T*>(bytes) + group * (SLOTS + LANES);
  T* factors = sums + SLOTS;
  for (int k = lane; k < SLOTS; k += LANES) {
    table[k] = FREE;
    sums[k] = T(0);
  }
  if (lane == 0) counters[group] = 0;
  wait_for_group<LANES>();
  int added = 0;
  for_each_product<I, LANES, true>(
      a_indptr, a_indices, b_indptr, b_indices, row, spans + 2 * group * LANES,
      [&](Count e) { factors[lane] = a_data[e]; },
      [&](Count f) { return f < 0 ? T(0) : b_data[f]; },
      [&](unsigned column, int k, T value) {
        T* sum = sums + place_of<SLOTS>(table, column, added);
        *sum = sum_of(*sum, product_of(factors[k], value));
      });
  // The columns move to the front, with the slots of their sums.
  unsigned short* slots = all_slots + group * SLOTS;
  unsigned found[SLOTS / LANES];
#pragma unroll
  for (int k = 0; k < SLOTS / LANES; ++k) found[k] = table[k * LANES + lane];
  wait_for_group<LANES>();
#pragma unroll
  for (int k = 0; k < SLOTS / LANES; ++k)
    if (found[k] != FREE) {
      const int at = atomicAdd(counters + group, 1);
      table[at] = found[k];
      slots[at] = (unsigned short)(k * LANES + lane);
    }
  wait_for_group<LANES>();
  const Count begin = starts[row];
  const int count = counters[group];
  int padded = (count + 3) / 4 * 4;
  if (count > MOST_RANKED)
    for (padded = MOST_RANKED; padded < count;) padded *= 2;
  for (int k = count + lane; k < padded; k += LANES) table[k] = FREE;
  wait_for_group<LANES>();
  if (count <= MOST_RANKED) {
    // An entry stands behind those with smaller columns.
    for (int k = lane; k < count; k += LANES) {
      const unsigned mine = table[k];
      int rank = 0;
#pragma unroll 2
      for (int j = 0; j < padded; j += 4) {
        const uint4 others = *reinterpret_cast<const uint4*>(table + j);
        rank += (others.x < mine) + (others.y < mine) + (others.z < mine) +
                (others.w < mine);
      }
      columns[begin + rank] = (I)mine;
      data[begin + rank] = sums[slots[k]];
    }
    return;
  }
  // A bitonic sort.
  for (int size = 2; size <= padded; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      for (int k = lane; k < padded / 2; k += LANES) {
        const int low = 2 * k - (k & (step - 1)), high = low + step;
        const bool ascends = (low & size) == 0;
        const unsigned one = table[low], other = table[high];
        if ((one > other) == ascends) {
          table[low] = other;
          table[high] = one;
          const unsigned short slot = slots[low];
          slots[low] = slots[high];
          slots[high] = slot;
        }
      }
      wait_for_group<LANES>();
    }
  for (int k = lane; k < count; k += LANES) {
    columns[begin + k] = (I)table[k];
    data[begin + k] = sums[slots[k]];
  }
#endif
}
