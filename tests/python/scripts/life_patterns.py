# SPDX-License-Identifier: Apache-2.0
from numpy import *

GLIDER = """
.O.
..O
OOO
"""

def parse(text):
    return array([[c == 'O' for c in line] for line in text.split()], dtype=int)

def step(Z):
    N = zeros(Z.shape, dtype=int)
    N[1:, 1:] += Z[:-1, :-1]
    N[1:, :-1] += Z[:-1, 1:]
    N[:-1, 1:] += Z[1:, :-1]
    N[:-1, :-1] += Z[1:, 1:]
    N[:-1, :] += Z[1:, :]
    N[1:, :] += Z[:-1, :]
    N[:, :-1] += Z[:, 1:]
    N[:, 1:] += Z[:, :-1]
    birth = (N == 3) & (Z == 0)
    survive = ((N == 2) | (N == 3)) & (Z == 1)
    Z[...] = 0
    Z[birth | survive] = 1
    return Z

def show(Z):
    for row in Z:
        print(''.join('#' if c else '.' for c in row))

world = zeros((10, 10), dtype=int)
g = parse(GLIDER)
world[1:1 + g.shape[0], 1:1 + g.shape[1]] = g
seen = {}
for generation in range(60):
    key = world.tobytes()
    if key in seen:
        print("generation", generation, "repeats", seen[key])
        break
    seen[key] = generation
    if generation % 8 == 0:
        print("generation %d, %d alive" % (generation, world.sum()))
        show(world)
    step(world)
print(any(world), all(world), sum(world), abs(-3), max(world.flat))
