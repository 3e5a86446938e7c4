# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 64 roundings: sums of 12 lengths.
import math
import numpy as np
from numpy.random import rand, randint, seed

seed(21)
cities = rand(12, 2) * 100
dist = np.sqrt(((cities[:, None, :] - cities[None, :, :]) ** 2).sum(axis=-1))

def length(tour):
    return dist[tour, np.roll(tour, -1)].sum()

tour = np.arange(12)
current = best = length(tour)
start = best
T = 50.0
accepted = 0
while T > 0.5:
    for _ in range(10):
        i, j = sorted(randint(0, 12, 2))
        candidate = tour.copy()
        candidate[i:j + 1] = candidate[i:j + 1][::-1]
        new = length(candidate)
        if new < current or rand() < math.exp((current - new) / T):
            tour, current = candidate, new
            accepted += 1
            if current < best:
                best = current
    T *= 0.9
print("start %.2f best %.2f accepted %d" % (start, best, accepted))
unvisited = set(range(1, 12))
greedy = [0]
while unvisited:
    nearest = min(unvisited, key=lambda c: dist[greedy[-1], c])
    greedy.append(nearest)
    unvisited.remove(nearest)
print(greedy, "%.2f" % length(greedy), sorted(tour) == list(range(12)))
