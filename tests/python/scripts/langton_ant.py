# SPDX-License-Identifier: Apache-2.0
import numpy as np
grid = np.ones((21, 21), dtype=bool)
pos = np.array([10, 10])
heading = np.array([-1, 0])
right, left = np.array([[0, 1], [-1, 0]]), np.array([[0, -1], [1, 0]])
for step in range(300):
    y, x = pos
    heading = (right if grid[y, x] else left) @ heading
    grid[y, x] ^= True
    pos += heading
    if not (0 <= pos).all() or not (pos < 21).all():
        break
print(step, pos, heading, (~grid).sum())
for row in grid:
    line = ''.join('.' if cell else '#' for cell in row)
    if '#' in line:
        print(line)
print(np.argwhere(~grid).min(0), np.argwhere(~grid).max(axis=0))
