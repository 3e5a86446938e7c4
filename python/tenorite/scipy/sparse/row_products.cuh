// SPDX-License-Identifier: Apache-2.0
// C = A B on a GPU where the products of a row of C fit into a table in shared memory.
// After sparse.cuh, whose names it uses. LANES threads, a group, have a row of C, and
// SLOTS of a table: a slot is a column above 16 bits that say which slot it is, so that
// slots can be sorted by columns and still say where their sums are.
#ifdef __CUDACC_RTC__

typedef unsigned long long Slot;
constexpr Slot FREE = ~0ull;

template <int LANES>
__device__ inline void wait_for_group() {
  const unsigned group = LANES == 32 ? ~0u : (1u << LANES % 32) - 1;
  wait_for_lanes(group << (threadIdx.x % 32 & ~(LANES - 1)));
}

// The place of a column in the table, where it is put if it is new.
template <int SLOTS>
__device__ inline int place_of(Slot* table, int column, int& added) {
  int at = ((unsigned)column * 2654435769u >> 7) & (SLOTS - 1);
  for (;; at = (at + 1) & (SLOTS - 1)) {
    const Slot mine = (Slot)(unsigned)column << 16 | (unsigned)at;
    const Slot before = atomicCAS(table + at, FREE, mine);
    if (before == FREE) ++added;
    if (before == FREE || before == mine) return at;
  }
}
#endif

// Calls `each(slot, e, f)` for the products of a row, entry e of A with entry f of B:
// those of one e at once, one e after the other.
template <typename I, int LANES, int SLOTS, typename F>
__device__ inline void for_each_product(const I* a_indptr, const I* a_indices,
                                        const I* b_indptr, const I* b_indices,
                                        Count row, unsigned long long* table,
                                        int& added, F each) {
#ifdef __CUDACC_RTC__
  const int lane = threadIdx.x % LANES;
  for (int k = lane; k < SLOTS; k += LANES) table[k] = FREE;
  wait_for_group<LANES>();
  for (Count e = a_indptr[row], end = a_indptr[row + 1]; e < end; ++e) {
    const Count middle = a_indices[e], last = b_indptr[middle + 1];
    for (Count f = b_indptr[middle] + lane; f < last; f += LANES)
      each(place_of<SLOTS>(table, (int)b_indices[f], added), e, f);
    wait_for_group<LANES>();
  }
#endif
}

// How many entries each row of C has.
template <typename I, int LANES, int SLOTS, int GROUPS>
__global__ void count_row_products(const I* a_indptr, const I* a_indices,
                                   const I* b_indptr, const I* b_indices, I* counts,
                                   Count rows) {
#ifdef __CUDACC_RTC__
  __shared__ Slot tables[GROUPS * SLOTS];
  __shared__ int sums[GROUPS * LANES];
  const int group = threadIdx.x / LANES, lane = threadIdx.x % LANES;
  const Count row = blockIdx.x * (Count)GROUPS + group;
  if (row >= rows) return;
  int added = 0;
  for_each_product<I, LANES, SLOTS>(a_indptr, a_indices, b_indptr, b_indices, row,
                                    tables + group * SLOTS, added,
                                    [](int, Count, Count) {});
  sums[threadIdx.x] = added;
  for (int step = LANES / 2; step > 0; step /= 2) {
    wait_for_group<LANES>();
    if (lane < step) sums[threadIdx.x] += sums[threadIdx.x + step];
  }
  if (lane == 0) counts[row] = (I)sums[threadIdx.x];
#endif
}

// The entries of C, whose rows begin at `starts`, by ascending columns. Sums have the
// order of A's entries.
template <typename T, typename I, int LANES, int SLOTS, int GROUPS>
__global__ void multiply_rows_in_tables(const I* a_indptr, const I* a_indices,
                                        const T* a_data, const I* b_indptr,
                                        const I* b_indices, const T* b_data,
                                        const Count* starts, I* columns, T* data,
                                        Count rows) {
#ifdef __CUDACC_RTC__
  __shared__ Slot tables[GROUPS * SLOTS];
  alignas(16) __shared__ unsigned char bytes[GROUPS * SLOTS * sizeof(T)];
  const int group = threadIdx.x / LANES, lane = threadIdx.x % LANES;
  const Count row = blockIdx.x * (Count)GROUPS + group;
  if (row >= rows) return;
  Slot* table = tables + group * SLOTS;
  T* sums = reinterpret_cast<T*>(bytes) + group * SLOTS;
  for (int k = lane; k < SLOTS; k += LANES) sums[k] = T(0);
  int added = 0;
  for_each_product<I, LANES, SLOTS>(
      a_indptr, a_indices, b_indptr, b_indices, row, table, added,
      [&](int at, Count e, Count f) {
        sums[at] = sum_of(sums[at], product_of(a_data[e], b_data[f]));
      });
  // A bitonic sort: free slots come last.
  for (int size = 2; size <= SLOTS; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      for (int k = lane; k < SLOTS / 2; k += LANES) {
        const int low = 2 * k - (k & (step - 1)), high = low + step;
        const bool ascends = (low & size) == 0;
        const Slot one = table[low], other = table[high];
        if ((one > other) == ascends) {
          table[low] = other;
          table[high] = one;
        }
      }
      wait_for_group<LANES>();
    }
  const Count begin = starts[row];
  const int count = (int)(starts[row + 1] - begin);
  for (int k = lane; k < count; k += LANES) {
    columns[begin + k] = (I)(table[k] >> 16);
    data[begin + k] = sums[table[k] & 0xffff];
  }
#endif
}
