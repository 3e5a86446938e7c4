# SPDX-License-Identifier: Apache-2.0
"""
The butterfly of Lorenz
=======================

Ten thousand points that begin almost together, and end everywhere. All of them take
their steps at once.
"""

import matplotlib.pyplot as plt
import tenorite as np


def velocity(state):
    x, y, z = state
    return np.stack([10 * (y - x), x * (28 - z) - y, x * y - 8 / 3 * z])


rng = np.random.default_rng(1)
state = np.array([[1.0], [1.0], [20.0]]) + 1e-3 * rng.normal(size=(3, 10_000))

# %%
# The classic method of Runge and Kutta, with steps of a hundredth.

h, path = 0.01, []
for _ in range(2500):
    k1 = velocity(state)
    k2 = velocity(state + h / 2 * k1)
    k3 = velocity(state + h / 2 * k2)
    k4 = velocity(state + h * k3)
    state += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    path.append(state[:, 0].copy())

# %%

line = np.stack(path, axis=1).get()
end = state.get()
plt.figure(figsize=(6, 4.5))
plt.plot(line[0], line[2], linewidth=0.5, color="grey", label="path of one point")
plt.plot(end[0], end[2], ",", color="crimson", label="all points at the end")
plt.xlabel("x")
plt.ylabel("z")
plt.legend(loc="upper right")
plt.show()
