# SPDX-License-Identifier: Apache-2.0
"""
A bird in the noise
===================

A rising and falling whistle under noise, its spectrogram, and what is left when weak
frequencies are taken out. ``tenorite.scipy.signal`` has SciPy's functions.
"""

import matplotlib.pyplot as plt
import tenorite as np
from tenorite.scipy import signal

rate = 8000
time = np.arange(2 * rate) / rate
pitch = 1500 + 900 * np.sin(2 * np.pi * 1.5 * time) * np.sin(2 * np.pi * 0.25 * time)
whistle = np.sin(2 * np.pi * np.cumsum(pitch) / rate)
sound = whistle + np.random.default_rng(8).normal(0, 1.0, time.size)

# %%
# Frequencies that are weaker than three times the median are set to zero.

f, t, spectrum = signal.stft(sound, rate, nperseg=256, noverlap=192)
size = abs(spectrum)
kept = np.where(size > 3 * np.median(size), spectrum, 0)
_, clean = signal.istft(kept, rate, nperseg=256, noverlap=192)

error_before = float(((sound - whistle) ** 2).mean())
error_after = float(((clean[: whistle.size] - whistle) ** 2).mean())
print(f"mean square of the noise: {error_before:.2f} before, {error_after:.2f} after")

# %%

figure, axes = plt.subplots(2, 1, figsize=(6, 5), sharex=True)
for axis, values, title in zip(axes, (spectrum, kept), ("heard", "kept")):
    level = 20 * np.log10(abs(values) + 1e-3)
    axis.pcolormesh(t.get(), f.get(), level.get(), cmap="magma", vmin=-50)
    axis.set(ylabel="Hz", title=title)
axes[1].set_xlabel("seconds")
plt.tight_layout()
plt.show()
