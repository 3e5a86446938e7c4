# SPDX-License-Identifier: Apache-2.0
"""Sums of the squares of a matrix: of all of it, of its columns and of its rows."""

import numpy as np


def setup(scale: float = 1.0) -> tuple[np.ndarray]:
    rng = np.random.default_rng(4)
    n = int(4096 * scale**0.5)
    return (rng.standard_normal((n, n), dtype=np.float32),)


def run(x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    squares = x * x
    return squares.sum(), squares.sum(axis=0), squares.sum(axis=1)


if __name__ == "__main__":
    total, columns, rows = run(*setup())
    print(f"all {float(total):.1f}")
    print(f"columns {float(columns.min()):.1f} to {float(columns.max()):.1f}")
    print(f"rows {float(rows.min()):.1f} to {float(rows.max()):.1f}")
