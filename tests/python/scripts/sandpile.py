# SPDX-License-Identifier: Apache-2.0
import numpy as np

def topple(grid):
    topples = 0
    while True:
        over = grid >= 4
        if not over.any():
            return grid, topples
        topples += np.count_nonzero(over)
        grid = grid - 4 * over
        grid[1:, :] += over[:-1, :]
        grid[:-1, :] += over[1:, :]
        grid[:, 1:] += over[:, :-1]
        grid[:, :-1] += over[:, 1:]

grid = np.zeros((13, 13), np.int_)
grid[6, 6] = 120
grid, n = topple(grid)
print(n, "topples", grid.sum(), "grains left")
symbols = np.array([' ', '.', 'o', 'O'])
print('\n'.join(''.join(line) for line in symbols[grid]))
assert (grid == grid.T).all() and (grid == grid[::-1]).all()
full = np.full((5, 5), 3)
full[2, 2] += 1
after, n = topple(full)
print(n, after)
