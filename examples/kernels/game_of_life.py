# SPDX-License-Identifier: Apache-2.0
"""RawKernel: Conway's game of life on a torus, two boards taking turns."""

import numpy
import tenorite as np

step = np.RawKernel(
    r"""
extern "C" __global__
void step(const unsigned char* from, unsigned char* to, int height, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0)
        alive += from[(y + dy + height) % height * width + (x + dx + width) % width];
  to[y * width + x] = alive == 3 || (alive == 2 && from[y * width + x]);
}
""",
    "step",
)


def numpy_step(board: numpy.ndarray) -> numpy.ndarray:
    shifts = [(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dy, dx) != (0, 0)]
    alive: numpy.ndarray = numpy.sum(
        [numpy.roll(board, shift, (0, 1)) for shift in shifts], axis=0
    )
    lives: numpy.ndarray = (alive == 3) | ((alive == 2) & (board == 1))
    return lives.astype(numpy.uint8)


def main(height: int = 123, width: int = 210, generations: int = 50) -> None:
    expected = (numpy.random.default_rng(5).random((height, width)) < 0.3).astype(
        numpy.uint8
    )
    board = np.asarray(expected)
    other = np.empty_like(board)
    block = (32, 4)
    grid = (-(-width // block[0]), -(-height // block[1]))
    size = (numpy.int32(height), numpy.int32(width))
    for _ in range(generations):
        step(grid, block, (board, other, *size))
        board, other = other, board
        expected = numpy_step(expected)
    numpy.testing.assert_array_equal(np.asnumpy(board), expected)
    print(
        f"{int(expected.sum())} of {height * width} cells live after {generations} steps"
    )


if __name__ == "__main__":
    main()
