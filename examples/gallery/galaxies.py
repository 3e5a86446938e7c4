# SPDX-License-Identifier: Apache-2.0
"""
Two galaxies meet
=================

Stars circle two heavy centres that fly past each other. As in the work of Alar and
Juri Toomre of 1972, stars feel the centres and the centres feel each other.
"""

import matplotlib.pyplot as plt
import tenorite as np

rng = np.random.default_rng(5)


def disc(count, centre, drift):
    """Stars on circles around a centre of mass 1."""
    radius = np.sqrt(rng.uniform(0.02, 0.6, count))
    angle = rng.uniform(0, 2 * np.pi, count)
    place = radius * np.stack([np.cos(angle), np.sin(angle)])
    speed = np.stack([-np.sin(angle), np.cos(angle)]) / np.sqrt(radius)
    return place + centre, speed + drift


centres = np.array([[-1.6, 1.6], [-0.9, 0.9]])  # columns: x, y of each
drifts = np.array([[0.55, -0.55], [0.15, -0.15]])
discs = [disc(4000, centres[:, i, None], drifts[:, i, None]) for i in (0, 1)]
place = np.concatenate([d[0] for d in discs], axis=1)
speed = np.concatenate([d[1] for d in discs], axis=1)


# %%
# The pull is softened, lest a star that comes close is thrown away.


def pull(points, centre):
    away = centre[:, None] - points
    return away / ((away**2).sum(axis=0) + 0.01) ** 1.5


h, pictures = 0.01, []
for step in range(601):
    if step % 200 == 0:
        pictures.append((place.get(), centres.get()))
    between = pull(centres[:, :1], centres[:, 1])[:, 0]
    drifts += h * np.stack([between, -between], axis=1)
    speed += h * (pull(place, centres[:, 0]) + pull(place, centres[:, 1]))
    place += h * speed
    centres += h * drifts

# %%

figure, axes = plt.subplots(1, 4, figsize=(10, 3), sharey=True)
for i, (stars, heavy) in enumerate(pictures):
    axes[i].scatter(stars[0, :4000], stars[1, :4000], s=0.2, color="tab:blue")
    axes[i].scatter(stars[0, 4000:], stars[1, 4000:], s=0.2, color="tab:orange")
    axes[i].plot(heavy[0], heavy[1], "k.")
    axes[i].set(xlim=(-3, 3), ylim=(-3, 3), title=f"time {2 * i}", aspect="equal")
plt.tight_layout()
plt.show()
