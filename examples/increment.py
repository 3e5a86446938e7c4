# SPDX-License-Identifier: Apache-2.0
"""In-place arithmetic on a 2-D array and on every other element of its inside."""

import numpy as np


def setup(scale=1.0):
    n = int(4096 * scale**0.5)
    return (np.arange(n * n, dtype=np.float32).reshape(n, n) % 1000,)


def run(grid):
    grid += 1
    grid[1:-1:2, 1:-1:2] += 1
    return grid


if __name__ == "__main__":
    print(run(*setup(2.0**-18)))
