# SPDX-License-Identifier: Apache-2.0
"""
The colours of a photograph
===========================

Lloyd's algorithm (k-means) finds eight colours that stand for all pixels. Distances of
all pixels to all colours are one product of matrices.
"""

import matplotlib.cbook as cbook
import matplotlib.pyplot as plt
import tenorite as np

with cbook.get_sample_data("grace_hopper.jpg") as file:
    photograph = np.array(plt.imread(file)[::2, ::2].astype("float32") / 255)
pixels = photograph.reshape(-1, 3)

# %%

colours = pixels[:: len(pixels) // 8][:8].copy()
for _ in range(20):
    distance = (colours**2).sum(axis=1) - 2 * pixels @ colours.T
    nearest = distance.argmin(axis=1)
    count = np.bincount(nearest, minlength=8)
    sums = [np.bincount(nearest, weights=pixels[:, k], minlength=8) for k in range(3)]
    colours = (np.stack(sums, axis=1) / np.maximum(count, 1)[:, None]).astype("float32")

# %%

order = np.argsort(-count)
figure, axes = plt.subplots(1, 3, figsize=(9, 3.8), width_ratios=[3, 3, 1])
axes[0].imshow(photograph.get())
axes[1].imshow(colours[nearest].reshape(photograph.shape).get())
axes[2].imshow(colours[order][:, None].get())
for axis, title in zip(axes, ("all colours", "eight of them", "palette")):
    axis.set_title(title)
    axis.axis("off")
plt.tight_layout()
plt.show()
