# SPDX-License-Identifier: Apache-2.0
"""
Waves behind two slits
======================

The wave equation in two dimensions, by finite differences on slices. A wall with two
openings stands in the way.
"""

import matplotlib.pyplot as plt
import tenorite as np

n, wall = 240, 80
now = np.zeros((n, n))
before = np.zeros((n, n))

# 0 inside the wall, less than 1 near the edges, which swallow the waves.
edge = np.minimum(np.arange(n), np.arange(n)[::-1])
damping = 1 - 0.02 * np.clip(20 - edge, 0, None) / 20
passes = damping * damping[:, None]
passes[:, wall : wall + 3] = 0
for centre in (n // 2 - 22, n // 2 + 22):
    passes[centre - 4 : centre + 4, wall : wall + 3] = 1

# %%
# A plane wave comes from the left edge.

speed = 0.5  # squared, in cells per step
for step in range(460):
    after = 2 * now - before
    after[1:-1, 1:-1] += speed * (
        now[:-2, 1:-1]
        + now[2:, 1:-1]
        + now[1:-1, :-2]
        + now[1:-1, 2:]
        - 4 * now[1:-1, 1:-1]
    )
    before, now = now * passes, after * passes
    now[:, 2] += 0.2 * np.sin(0.45 * step)

# %%

picture = now.get()
plt.figure(figsize=(6, 5))
plt.imshow(picture, cmap="RdBu", vmin=-0.35, vmax=0.35)
plt.contour(passes.get() == 0, levels=[0.5], colors="black", linewidths=0.8)
plt.axis("off")
plt.show()
