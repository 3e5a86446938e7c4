# SPDX-License-Identifier: Apache-2.0
"""
Patterns of two chemicals
=========================

The equations of Gray and Scott: one chemical is fed, the other eats it and decays. A
step is a few lines of arithmetic, which run as one pass over memory.
"""

import matplotlib.pyplot as plt
import tenorite as np

n, feed, kill = 160, 0.037, 0.06
u = np.ones((n, n), dtype="float32")
v = np.zeros((n, n), dtype="float32")
rng = np.random.default_rng(3)
for row, column in rng.integers(10, n - 10, (20, 2)).tolist():
    u[row : row + 6, column : column + 6] = 0.5
    v[row : row + 6, column : column + 6] = 0.25


# %%
# The edges are joined, so that the plate is a torus.


def spread(x):
    """The Laplace operator: the neighbours' sum less four times the point."""
    rows = np.roll(x, 1, axis=0) + np.roll(x, -1, axis=0)
    return rows + np.roll(x, 1, axis=1) + np.roll(x, -1, axis=1) - 4 * x


for _ in range(3000):
    eaten = u * v * v
    u += 0.16 * spread(u) - eaten + feed * (1 - u)
    v += 0.08 * spread(v) + eaten - (feed + kill) * v

# %%

plt.figure(figsize=(5, 5))
plt.imshow(v.get(), cmap="inferno")
plt.axis("off")
plt.title(f"after 3000 steps: feed {feed}, kill {kill}")
plt.show()
