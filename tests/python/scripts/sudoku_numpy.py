# SPDX-License-Identifier: Apache-2.0
import sys
import numpy as np

puzzle = """
530070000
600195000
098000060
800060003
400803001
700020006
060000280
000419005
000080079"""

grid = np.array([[int(c) for c in line] for line in puzzle.split()])

def candidates(grid, r, c):
    used = set(grid[r, :]) | set(grid[:, c]) | set(grid[r//3*3:r//3*3+3, c//3*3:c//3*3+3].flatten())
    return [n for n in range(1, 10) if n not in used]

def solve(grid, depth=0):
    empty = np.argwhere(grid == 0)
    if len(empty) == 0:
        return True
    best, options = None, range(11)
    for r, c in empty:
        found = candidates(grid, r, c)
        if len(found) < len(options):
            best, options = (r, c), found
            if len(found) <= 1:
                break
    for n in options:
        grid[best] = n
        if solve(grid, depth + 1):
            return True
    grid[best] = 0
    return False

if not solve(grid):
    print("no solution")
    sys.exit(1)
for i, row in enumerate(grid):
    if i % 3 == 0 and i:
        print("------+-------+------")
    print(" | ".join(" ".join(str(v) for v in row[k:k+3]) for k in (0, 3, 6)))
valid = all(len(np.unique(grid[i])) == 9 and len(np.unique(grid[:, i])) == 9 for i in range(9))
print("valid:", valid, "checksum", (grid * np.arange(81).reshape(9, 9)).sum())
