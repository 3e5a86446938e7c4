# SPDX-License-Identifier: Apache-2.0
"""The dot product of two vectors, of a size that fits a cache or of a larger one."""

import numpy as np


def setup(scale: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(3)
    n = int(2**24 * scale)
    return rng.standard_normal(n), rng.standard_normal(n)


def run(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.dot(x, y)


if __name__ == "__main__":
    for power in range(10, 25, 2):
        x, y = setup(2.0 ** (power - 24))
        print(f"2^{power} elements: {float(run(x, y)):12.4f}")
