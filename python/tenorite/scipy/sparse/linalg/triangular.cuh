// SPDX-License-Identifier: Apache-2.0
// Triangular systems of sparse rows. After ../warps.cuh, whose names it uses.

// Solves A X = B in place of B, `width` columns in C order. On a GPU a warp has a row
// and waits until the rows it depends on are there (`ready`); blocks begin in order, so
// that these run already. On the CPU one thread goes from row to row. Entries of the
// other triangle are not looked at; the diagonal is 1 if UNIT.
template <typename T, typename I, bool LOWER, bool UNIT>
__global__ void solve_triangle(const I* indptr, const I* indices, const T* data, T* x,
                               int* ready, Count rows, Count width) {
#ifdef __CUDACC_RTC__
  const Count k = blockIdx.x * (Count)(blockDim.x / 32) + threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  if (k >= rows) return;
  const Count row = LOWER ? k : rows - 1 - k;
  const Count begin = indptr[row], end = indptr[row + 1];
  alignas(16) __shared__ unsigned char bytes[256 * sizeof(T)];
  T* sums = reinterpret_cast<T*>(bytes) + threadIdx.x - lane;
  for (Count e = begin + lane; e < end; e += 32) {
    const Count column = indices[e];
    if (LOWER ? column < row : column > row)
      while (*(volatile int*)(ready + column) == 0) pause();
  }
  fence();
  wait_for_warp();
  for (Count j = 0; j < width; ++j) {
    T sum = T(0), diagonal = T(0);
    for (Count e = begin + lane; e < end; e += 32) {
      const Count column = indices[e];
      if (column == row)
        diagonal = diagonal + data[e];
      else if (LOWER ? column < row : column > row) {
        sum = sum + data[e] * x[column * width + j];
      }
    }
    for (int part = 0; part < 2; ++part) {
      sums[lane] = part == 0 ? sum : diagonal;
      for (int step = 16; step > 0; step /= 2) {
        wait_for_warp();
        if (lane < step) sums[lane] = sums[lane] + sums[lane + step];
      }
      wait_for_warp();
      if (part == 0)
        sum = sums[0];
      else
        diagonal = sums[0];
      wait_for_warp();
    }
    if (lane == 0) {
      T* item = x + row * width + j;
      *item = UNIT ? *item - sum : (*item - sum) / diagonal;
    }
  }
  fence();
  wait_for_warp();
  if (lane == 0) *(volatile int*)(ready + row) = 1;
#else
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  for (Count k = 0; k < rows; ++k) {
    const Count row = LOWER ? k : rows - 1 - k;
    for (Count j = 0; j < width; ++j) {
      T sum = T(0), diagonal = T(0);
      for (Count e = indptr[row], end = indptr[row + 1]; e < end; ++e) {
        const Count column = indices[e];
        if (column == row)
          diagonal = diagonal + data[e];
        else if (LOWER ? column < row : column > row)
          sum = sum + data[e] * x[column * width + j];
      }
      T* item = x + row * width + j;
      *item = UNIT ? *item - sum : (*item - sum) / diagonal;
    }
  }
#endif
}
