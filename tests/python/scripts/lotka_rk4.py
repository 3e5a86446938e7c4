# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 4096 roundings: 400 steps of a nonlinear system.
import numpy as np

def lotka_volterra(t, z, a=1.5, b=1.0, c=3.0, d=1.0):
    x, y = z
    return np.array([a * x - b * x * y, -c * y + d * x * y])

def rk4(f, t0, z0, t1, n):
    vt = [0] * (n + 1)
    vz = np.zeros((n + 1, len(z0)))
    h = (t1 - t0) / float(n)
    vt[0] = t = t0
    vz[0] = z = np.array(z0, dtype=float)
    for i in range(1, n + 1):
        k1 = h * f(t, z)
        k2 = h * f(t + 0.5 * h, z + 0.5 * k1)
        k3 = h * f(t + 0.5 * h, z + 0.5 * k2)
        k4 = h * f(t + h, z + k3)
        vt[i] = t = t0 + i * h
        vz[i] = z = z + (k1 + k2 + k2 + k3 + k3 + k4) / 6
    return vt, vz

vt, vz = rk4(lotka_volterra, 0, [10, 5], 10, 400)
for t, (x, y) in list(zip(vt, vz))[::80]:
    print("%5.2f %10.6f %10.6f" % (t, x, y))
prey, predators = vz.T
peaks = (np.diff(np.sign(np.diff(prey))) < 0).nonzero()[0] + 1
print("peaks of prey at", [round(vt[p], 3) for p in peaks])
print("period", np.round(np.diff(np.array(vt)[peaks]).mean(), 3))
V = prey - 3.0 * np.log(prey) + predators - 1.5 * np.log(predators)
print("conserved to", "%.0e" % np.ptp(V))
