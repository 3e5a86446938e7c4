# SPDX-License-Identifier: Apache-2.0
"""The Mandelbrot set: masks choose the points that are still being iterated."""

import numpy as np


def setup(scale: float = 1.0, limit: int = 30) -> tuple[np.ndarray, int]:
    height = int(384 * scale**0.5)
    width = height * 3 // 2
    x = np.linspace(-2.0, 1.0, width)
    y = np.linspace(-1.0, 1.0, height)
    return x + 1j * y[:, np.newaxis], limit


def run(c: np.ndarray, limit: int) -> np.ndarray:
    """The number of steps, at most `limit`, that each point stays below 2."""
    z = np.zeros_like(c)
    steps = np.zeros(c.shape, dtype=np.int32)
    for _ in range(limit):
        inside = z.real * z.real + z.imag * z.imag <= 4.0
        z[inside] = z[inside] * z[inside] + c[inside]
        steps += inside
    return steps


if __name__ == "__main__":
    for row in run(*setup(2.0**-8, limit=50)):
        print("".join(" .,:;i1tfLCG08@#"[min(int(n) // 3, 15)] for n in row))
