# SPDX-License-Identifier: Apache-2.0
import numpy as np
import random

EMPTY, TREE, FIRE = range(3)
np.random.seed(5)
random.seed(5)
forest = (np.random.random((16, 16)) < 0.6).astype(np.int8)
forest[:, 0] = np.where(forest[:, 0] == TREE, FIRE, EMPTY)
step = 0
burned = []
while (forest == FIRE).any():
    fire = forest == FIRE
    near = np.zeros_like(fire)
    near[1:] |= fire[:-1]
    near[:-1] |= fire[1:]
    near[:, 1:] |= fire[:, :-1]
    near[:, :-1] |= fire[:, 1:]
    forest[fire] = EMPTY
    forest[near & (forest == TREE)] = FIRE
    step += 1
    burned.append(int(fire.sum()))
print(step, burned, (forest == TREE).sum())
print("\n".join("".join(".T*"[c] for c in row) for row in forest))
y, x = random.choice(np.argwhere(forest == EMPTY))
forest[y, x] = TREE
counts = dict(zip(*np.unique(forest, return_counts=True)))
print(sorted((int(k), int(v)) for k, v in counts.items()), TREE in counts, FIRE in counts)
