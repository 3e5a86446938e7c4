# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 4096 roundings: 300 steps of a chaotic system.
from numpy import *
def lorenz(xyz, *, s=10, r=28, b=2.667):
    x, y, z = xyz
    x_dot = s*(y - x)
    y_dot = r*x - y - x*z
    z_dot = x*y - b*z
    return array([x_dot, y_dot, z_dot])
dt = 0.01
num_steps = 300
xyzs = empty((num_steps + 1, 3))
xyzs[0] = (0., 1., 1.05)
for i in range(num_steps):
    xyzs[i + 1] = xyzs[i] + lorenz(xyzs[i]) * dt
print(xyzs[::60].round(5), xyzs.min(0).round(3), ptp(xyzs, axis=0).round(3))
crossings = nonzero(diff(sign(xyzs[:, 0])))[0]
print(crossings, len(crossings), mean(xyzs[:, 2]).round(4), argmax(xyzs[:, 2]))
x = 0.4; orbit = []
for r in arange(2.5, 4.0, 0.5):
    x = 0.4
    for _ in range(100): x = r * x * (1 - x)
    orbit.append(x)
print([round(float(o), 4) for o in orbit[:2]])
tent = zeros(8); tent[0] = 0.3
for k in range(7): tent[k + 1] = where(tent[k] < 0.5, 2 * tent[k], 2 - 2 * tent[k])
print(tent.round(6), allclose(tent, tent), size(tent), shape(xyzs), ndim(tent), isscalar(x), logical_or(tent > .5, tent < .1))
del xyzs, x, orbit, tent
