# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 256 roundings: 60 steps and exponentials.
import numpy as np
from numpy import exp, log

lam = np.array([0.2, 0.05, 0.0])
A = np.diag(-lam) + np.diag(lam[:-1], -1)
print(A)
N = np.array([1000., 0, 0])
dt = 0.5
history = [N]
for _ in range(60):
    N = N + dt * A @ N
    history.append(N)
history = np.array(history)
t = dt * np.arange(len(history))
exact = 1000 * exp(-lam[0] * t)
print("error of Euler %.3f" % np.abs(history[:, 0] - exact).max())
print(history[::20].round(3), history.sum(axis=1).round(6)[[0, -1]])
w, V = np.linalg.eig(A)
coefficients = np.linalg.solve(V, history[0])
at_30 = (V * exp(w * 30)) @ coefficients
print(at_30.real.round(3))
peak = history[:, 1].argmax()
print("daughter peaks at t=%.1f (theory %.2f)" % (t[peak], log(lam[0] / lam[1]) / (lam[0] - lam[1])))
half_life = log(2) / lam[:2]
print(dict(parent=half_life[0].round(3), daughter=half_life[1].round(3)))
rng = np.random.default_rng(2)
alive = np.ones(500, bool)
counts = []
while alive.sum() > 10:
    alive &= rng.random(500) > 1 - exp(-lam[0])
    counts.append(alive.sum())
print(counts, type(counts[0]).__name__ in ("int64", "scalar"))
slope = np.polyfit(np.arange(len(counts)), np.log(counts), 1)[0]
print("fitted decay constant %.3f" % -slope)
