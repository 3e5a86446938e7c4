# SPDX-License-Identifier: Apache-2.0
"""
Newton's fractal
================

Which root of ``z**3 = 1`` Newton's method finds from each starting point. The
function is written for one number; ``np.vectorize`` translates it to a kernel.
"""

import math

import matplotlib.pyplot as plt
import tenorite as np


@np.vectorize
def root_of(re, im):
    for _ in range(40):
        # z - (z**3 - 1) / (3 * z**2), with z = re + i * im
        square = re * re + im * im
        down = 3.0 * square * square + 1e-30
        new_re = (2.0 * re) / 3.0 + (re * re - im * im) / down
        new_im = (2.0 * im) / 3.0 - 2.0 * re * im / down
        if abs(new_re - re) + abs(new_im - im) < 1e-12:
            break
        re, im = new_re, new_im
    return math.atan2(im, re)


# %%
# The three roots lie at the angles 0 and plus and minus 120 degrees.

x = np.linspace(-1.5, 1.5, 400)
angle = root_of(x, x[:, None])

plt.figure(figsize=(5, 5))
plt.imshow(angle.get(), extent=(-1.5, 1.5, -1.5, 1.5), cmap="viridis")
plt.xlabel("real part of the start")
plt.ylabel("imaginary part of the start")
plt.show()
