# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 256 roundings: 100 steps of averages.
import numpy as np
import time

plate_length, max_iter_time = 12, 100
alpha, delta_x = 2, 1
delta_t = (delta_x ** 2) / (4 * alpha)
gamma = (alpha * delta_t) / (delta_x ** 2)
u = np.empty((max_iter_time, plate_length, plate_length))
u.fill(0)
u[:, (plate_length - 1):, :] = 100.0
u[:, :, :1] = 0.0
begin = time.time()
def calculate(u):
    for k in range(0, max_iter_time - 1, 1):
        c = u[k]
        u[k + 1, 1:-1, 1:-1] = gamma * (c[2:, 1:-1] + c[:-2, 1:-1] + c[1:-1, 2:] + c[1:-1, :-2] - 4 * c[1:-1, 1:-1]) + c[1:-1, 1:-1]
    return u
u = calculate(u)
assert time.time() >= begin
del begin
print(u[-1].round(2)[::3, ::3])
print("center %.6f" % u[-1, 6, 6], "mean %.6f" % u[-1].mean())
change = np.abs(np.diff(u, axis=0)).max(axis=(1, 2))
print("first step below 1 degree:", np.argmax(change < 1))
levels = np.digitize(u[-1], bins=np.linspace(0, 100, 11))
for row in levels[::-1]:
    print(''.join(' .:-=+*#%@&'[l - 1] for l in row))
for i in range(1, 4):
    for j in range(1, 4):
        print('%6.2f' % u[50][-i][j], end='')
    print()
