# SPDX-License-Identifier: Apache-2.0
"""
Mandelbrot set
==============

How many steps a point of the plane takes to leave a circle of radius 2 under
``z -> z * z + c``. Every line works on the whole image.
"""

import matplotlib.pyplot as plt
import tenorite as np

x = np.linspace(-2.2, 0.8, 480)
y = np.linspace(-1.2, 1.2, 384)
c = x + 1j * y[:, None]

# %%
# A point that has left the circle keeps its value, so that it does not overflow.

z = np.zeros_like(c)
steps = np.zeros(c.shape, dtype="int32")
for _ in range(60):
    inside = z.real**2 + z.imag**2 < 4.0
    z = np.where(inside, z * z + c, z)
    steps += inside

# %%
# ``get()`` copies the image to NumPy, wherever it was computed.

plt.figure(figsize=(6, 4.8))
plt.imshow(np.log1p(steps).get(), extent=(-2.2, 0.8, -1.2, 1.2), cmap="magma")
plt.xlabel("real part of c")
plt.ylabel("imaginary part of c")
plt.show()
