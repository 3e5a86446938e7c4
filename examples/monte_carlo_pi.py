# SPDX-License-Identifier: Apache-2.0
"""Pi from random points: the share of the unit square inside the unit circle."""

import numpy as np


def setup(scale: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(2)
    n = int(2**23 * scale)
    return rng.random(n), rng.random(n)


def run(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    inside = x * x + y * y <= 1.0
    return 4.0 * np.count_nonzero(inside) / x.size


if __name__ == "__main__":
    x, y = setup()
    print(f"pi from {x.size} points: {float(run(x, y)):.5f}")
