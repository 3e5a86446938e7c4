# SPDX-License-Identifier: Apache-2.0
"""
A neural network tells two spirals apart
========================================

Two layers of neurons, trained by gradient descent with plain array code: products of
matrices, ``tanh``, and Adam's steps.
"""

import matplotlib.pyplot as plt
import tenorite as np

rng = np.random.default_rng(4)
turn = np.sqrt(rng.random(600)) * 3 * np.pi
which = np.arange(600) % 2
angle = turn + np.pi * which
points = np.stack([turn * np.cos(angle), turn * np.sin(angle)], axis=1) / 10
points += rng.normal(0, 0.02, points.shape)
target = which[:, None].astype("float64")

# %%

widths = [2, 24, 24, 1]
weights = [
    rng.normal(0, 1 / np.sqrt(a), (a, b)) * 1.7 for a, b in zip(widths, widths[1:])
]
biases = [np.zeros(b) for b in widths[1:]]
parts = weights + biases
first, second = [[np.zeros_like(p) for p in parts] for _ in range(2)]


def layers(x):
    """The values of every layer; the last is a probability."""
    values = [x]
    for w, b in zip(weights, biases):
        values.append(np.tanh(values[-1] @ w + b))
    values[-1] = 0.5 + 0.5 * values[-1]
    return values


for step in range(1, 1501):
    values = layers(points)
    slope = (values[-1] - target) / len(points)
    slopes = []
    for k in (2, 1, 0):
        slopes.insert(0, (values[k].T @ slope, slope.sum(axis=0)))
        slope = (slope @ weights[k].T) * (1 - values[k] ** 2)
    gradients = [g for g, _ in slopes] + [g for _, g in slopes]
    for p, g, m, v in zip(parts, gradients, first, second):
        m += 0.1 * (g - m)
        v += 0.01 * (g * g - v)
        p -= 0.02 * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.99**step)) + 1e-8)

right = float(((layers(points)[-1] > 0.5) == (target > 0.5)).mean())
print(f"{100 * right:.1f} % of the points are on the right side")

# %%

side = np.linspace(-1.1, 1.1, 160)
grid = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
field = layers(grid)[-1].reshape(160, 160)
plt.figure(figsize=(5, 5))
plt.imshow(field.get(), extent=(-1.1, 1.1, -1.1, 1.1), origin="lower", cmap="coolwarm")
dots = points.get()
plt.scatter(
    dots[:, 0],
    dots[:, 1],
    c=which.get(),
    cmap="coolwarm",
    s=8,
    edgecolor="k",
    linewidth=0.3,
)
plt.axis("off")
plt.show()
