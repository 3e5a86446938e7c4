# SPDX-License-Identifier: Apache-2.0
"""RawKernel: a thread for each element of a matrix, and threads left over."""

import numpy
import tenorite as np

increment_2d = np.RawKernel(
    r"""
extern "C" __global__
void increment_2d(float* a, int rows, int columns, float by) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) a[row * columns + column] += by;
}
""",
    "increment_2d",
)


def main(rows: int = 1000, columns: int = 777) -> None:
    a = numpy.random.default_rng(3).random((rows, columns), dtype=numpy.float32)
    on_device = np.asarray(a)
    block = (32, 8)
    grid = (-(-columns // block[0]), -(-rows // block[1]))
    increment_2d(
        grid,
        block,
        (on_device, numpy.int32(rows), numpy.int32(columns), numpy.float32(1.5)),
    )
    numpy.testing.assert_array_equal(np.asnumpy(on_device), a + numpy.float32(1.5))
    print(f"{rows} x {columns} elements, {grid[0] * grid[1]} blocks")


if __name__ == "__main__":
    main()
