# SPDX-License-Identifier: Apache-2.0
"""In-place arithmetic on a 2-D array and on every other element of its inside."""

import numpy as np


def setup(scale: float = 1.0) -> tuple[np.ndarray]:
    n = int(4096 * scale**0.5)
    return (np.arange(n * n, dtype=np.float32).reshape(n, n) % 1000,)


def run(grid: np.ndarray) -> np.ndarray:
    grid += 1
    grid[1:-1:2, 1:-1:2] += 1
    return grid


if __name__ == "__main__":
    print(run(*setup(2.0**-18)))
