# SPDX-License-Identifier: Apache-2.0
"""
A blurred photograph, sharpened
===============================

Blur is a product in the frequency domain, so it can be divided out again. Wiener's
filter does so where the picture is stronger than the noise.
"""

import matplotlib.cbook as cbook
import matplotlib.pyplot as plt
import tenorite as np

with cbook.get_sample_data("grace_hopper.jpg") as file:
    photograph = np.array(plt.imread(file)[::2, ::2].astype("float64") / 255)
image = photograph.mean(axis=2)
rows, columns = image.shape

# %%
# A Gaussian blur of three pixels as a transfer function, and some noise.

u = np.fft.fftfreq(rows)[:, None]
v = np.fft.rfftfreq(columns)
blur = np.exp(-2 * (np.pi * 3.0) ** 2 * (u**2 + v**2))
noise = np.random.default_rng(0).normal(0, 0.002, image.shape)
blurred = np.fft.irfft2(np.fft.rfft2(image) * blur, image.shape) + noise

# %%
# The noise has power 0.002 squared at each pixel, the picture falls with frequency.

strength = 0.002**2 * (1e-4 + u**2 + v**2) / 2e-5
wiener = blur / (blur**2 + strength)
sharp = np.fft.irfft2(np.fft.rfft2(blurred) * wiener, image.shape)

figure, axes = plt.subplots(1, 3, figsize=(9, 3.8))
for axis, values, title in (
    (axes[0], image, "original"),
    (axes[1], blurred, "blurred"),
    (axes[2], sharp, "sharpened"),
):
    error = float(np.sqrt(((values - image) ** 2).mean()))
    axis.imshow(values.get(), cmap="gray", vmin=0, vmax=1)
    axis.set_title(f"{title}, error {error:.3f}")
    axis.axis("off")
plt.tight_layout()
plt.show()
