# SPDX-License-Identifier: Apache-2.0
"""
Cells in a microscope
=====================

Bright spots on an uneven background are found, told apart, counted and measured, with
``tenorite.scipy.ndimage``.
"""

import matplotlib.pyplot as plt
import tenorite as np
from tenorite.scipy import ndimage

rng = np.random.default_rng(21)
n = 256
y, x = np.indices((n, n))
image = 0.3 + 0.2 * x / n + rng.normal(0, 0.05, (n, n))
for cy, cx, radius in rng.uniform([8, 8, 3], [n - 8, n - 8, 8], (45, 3)).tolist():
    image += 0.7 * np.exp(-((((y - cy) ** 2 + (x - cx) ** 2) / radius**2) ** 2))

# %%
# A wide filter finds the background. What stands out is cleaned and numbered, and
# cells that touch are parted where the distance to the outside has its peaks.

smooth = ndimage.gaussian_filter(image, 1.5)
flat = smooth - ndimage.minimum_filter(ndimage.gaussian_filter(image, 12), 25)
mask = ndimage.binary_opening(flat > 0.3)
depth = ndimage.gaussian_filter(ndimage.distance_transform_edt(mask), 1)
peaks = (depth == ndimage.maximum_filter(depth, 5)) & mask
labels, count = ndimage.label(peaks, structure=np.ones((3, 3)))
count = int(count)
centres = np.array(ndimage.center_of_mass(peaks, labels, np.arange(1, count + 1)))
print(f"{count} cells; they cover {100 * float(mask.mean()):.1f} % of the image")

# %%

figure, axes = plt.subplots(1, 2, figsize=(8, 4))
axes[0].imshow(image.get(), cmap="gray")
axes[0].set_title("seen")
axes[1].imshow(np.where(mask, depth, -2).get(), cmap="viridis")
places = centres.get()
axes[1].plot(places[:, 1], places[:, 0], "r+", markersize=6)
axes[1].set_title(f"{count} cells")
for axis in axes:
    axis.axis("off")
plt.tight_layout()
plt.show()
