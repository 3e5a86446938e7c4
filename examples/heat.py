# SPDX-License-Identifier: Apache-2.0
"""The heat equation on a square plate: every step adds shifted slices in place."""

import numpy as np


def setup(scale: float = 1.0, steps: int = 20) -> tuple[np.ndarray, int]:
    n = int(1024 * scale**0.5)
    plate = np.zeros((n, n))
    plate[0] = 100.0
    plate[n // 4 : n // 2, n // 4 : n // 2] = 50.0
    return plate, steps


def run(plate: np.ndarray, steps: int) -> np.ndarray:
    plate = plate.copy()
    inside = plate[1:-1, 1:-1]
    for _ in range(steps):
        above, below = plate[:-2, 1:-1], plate[2:, 1:-1]
        left, right = plate[1:-1, :-2], plate[1:-1, 2:]
        inside += 0.2 * (above + below + left + right - 4.0 * inside)
    return plate


if __name__ == "__main__":
    plate = run(*setup(2.0**-9, steps=100))
    for row in plate[::3]:
        print("".join(" .:-=+*#%@"[min(int(t / 10.0), 9)] for t in row[::2]))
