# SPDX-License-Identifier: Apache-2.0
"""RawKernel: a matrix product through tiles in shared memory, with barriers."""

import numpy
import tenorite as np

TILE = 16

tiled_matmul = np.RawKernel(
    r"""
extern "C" __global__
void tiled_matmul(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[TILE][TILE];
  __shared__ float tile_b[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y;
  int column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int start = 0; start < n; start += TILE) {
    int k = start + threadIdx.x;
    tile_a[threadIdx.y][threadIdx.x] = row < n && k < n ? a[row * n + k] : 0.0f;
    k = start + threadIdx.y;
    tile_b[threadIdx.y][threadIdx.x] = k < n && column < n ? b[k * n + column] : 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < n && column < n) c[row * n + column] = sum;
}
""",
    "tiled_matmul",
    options=(f"-DTILE={TILE}",),
)


def main(n: int = 250) -> None:
    rng = numpy.random.default_rng(4)
    a = rng.random((n, n), dtype=numpy.float32)
    b = rng.random((n, n), dtype=numpy.float32)
    c = np.empty((n, n), np.float32)
    blocks = -(-n // TILE)
    tiled_matmul(
        (blocks, blocks),
        (TILE, TILE),
        (np.asarray(a), np.asarray(b), c, numpy.int32(n)),
    )
    numpy.testing.assert_allclose(np.asnumpy(c), a.astype(float) @ b, rtol=1e-5)
    print(f"{n} x {n}: agrees with NumPy's product")


if __name__ == "__main__":
    main()
