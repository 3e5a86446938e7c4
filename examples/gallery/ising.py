# SPDX-License-Identifier: Apache-2.0
"""
A magnet cools
==============

The Ising model: spins on a grid turn over by chance, more rarely the more neighbours
agree. Fields of a chessboard of one colour have no neighbours of that colour, so half
of the spins turn at once.
"""

import matplotlib.pyplot as plt
import tenorite as np

n = 128
rng = np.random.default_rng(11)
rows, columns = np.indices((n, n))
black = (rows + columns) % 2 == 0


def sweep(spins, temperature):
    for colour in (black, ~black):
        around = np.roll(spins, 1, 0) + np.roll(spins, -1, 0)
        around += np.roll(spins, 1, 1) + np.roll(spins, -1, 1)
        chance = np.exp(-2.0 * spins * around / temperature)
        turns = colour & (rng.random((n, n)) < chance)
        spins = np.where(turns, -spins, spins)
    return spins


# %%
# Above the critical temperature of 2.27 there is no order; below it, domains grow.

start = rng.choice(np.array([-1.0, 1.0]), size=(n, n))
figure, axes = plt.subplots(1, 3, figsize=(9, 3.3))
for axis, temperature in zip(axes, (3.5, 2.27, 1.5)):
    spins = start
    for _ in range(250):
        spins = sweep(spins, temperature)
    axis.imshow(spins.get(), cmap="coolwarm")
    axis.set_title(f"T = {temperature}, magnetisation {abs(float(spins.mean())):.2f}")
    axis.axis("off")
plt.tight_layout()
plt.show()
