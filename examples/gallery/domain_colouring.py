# SPDX-License-Identifier: Apache-2.0
"""
A complex function in colours
=============================

The hue is the angle of ``f(z)``, the brightness grows with its magnitude. One
``ElementwiseKernel`` makes both from the real and the imaginary part.
"""

import matplotlib.pyplot as plt
import tenorite as np
from matplotlib.colors import hsv_to_rgb

x = np.linspace(-2.5, 2.5, 400)
z = x + 1j * x[::-1, None]
f = (z**2 - 1) * (z - 2 - 1j) ** 2 / (z**2 + 2 + 2j)

# %%
# The kernel is one text for GPUs and for the CPU device. ``T`` stands for the dtype of
# the arrays that are passed.

colours = np.ElementwiseKernel(
    "T re, T im",
    "T hue, T value",
    """
    hue = atan2(im, re) / T(6.283185307179586) + T(0.5);
    T size = log2(sqrt(re * re + im * im));
    value = T(0.6) + T(0.4) * (size - floor(size));
    """,
    "colours",
)
hue, value = colours(f.real.copy(), f.imag.copy())

# %%

image = np.stack([hue, np.full_like(hue, 0.8), value], axis=-1)
plt.figure(figsize=(5, 5))
plt.imshow(hsv_to_rgb(image.get()), extent=(-2.5, 2.5, -2.5, 2.5))
plt.xlabel("real part of z")
plt.ylabel("imaginary part of z")
plt.show()
