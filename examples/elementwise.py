# SPDX-License-Identifier: Apache-2.0
"""exp(a * sin(x) + cos(y)) over two large arrays: a chain of elementwise calls."""

import numpy as np


def setup(scale: float = 1.0) -> tuple[float, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(1)
    n = int(2**22 * scale)
    return 0.5, rng.uniform(-10.0, 10.0, n), rng.uniform(-10.0, 10.0, n)


def run(a: float, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.exp(a * np.sin(x) + np.cos(y))


if __name__ == "__main__":
    result = run(*setup())
    print(f"exp(a*sin(x) + cos(y)) of {result.size} pairs: mean {result.mean():.6f}")
