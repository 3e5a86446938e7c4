# SPDX-License-Identifier: Apache-2.0
import numpy as np

rng = np.random.RandomState(99)
n_pop, n_bits = 20, 16
pop = rng.randint(0, 2, (n_pop, n_bits)).tolist()
objective = lambda x: -sum(x)
best, best_eval = 0, objective(pop[0])
def selection(pop, scores, k=3):
    ix = rng.randint(len(pop))
    for j in rng.randint(0, len(pop), k - 1):
        if scores[j] < scores[ix]:
            ix = j
    return pop[ix]
def crossover(p1, p2, r=0.9):
    c1, c2 = p1.copy(), p2.copy()
    if rng.rand() < r:
        pt = rng.randint(1, len(p1) - 2)
        c1 = p1[:pt] + p2[pt:]
        c2 = p2[:pt] + p1[pt:]
    return [c1, c2]
def mutation(bitstring, r=1 / 16):
    for i in range(len(bitstring)):
        if rng.rand() < r:
            bitstring[i] = 1 - bitstring[i]
for gen in range(12):
    scores = [objective(c) for c in pop]
    for i in range(n_pop):
        if scores[i] < best_eval:
            best, best_eval = pop[i], scores[i]
            print(">%d, new best f(%s) = %.3f" % (gen, pop[i], scores[i]))
    selected = [selection(pop, scores) for _ in range(n_pop)]
    children = list()
    for i in range(0, n_pop, 2):
        for c in crossover(selected[i], selected[i + 1]):
            mutation(c)
            children.append(c)
    pop = children
print(best, best_eval)
swarm = rng.uniform(-5, 5, (10, 2)); velocity = np.zeros_like(swarm)
mine = swarm.copy(); f = lambda p: (p**2).sum(axis=-1)
leader = mine[f(mine).argmin()].copy()
for it in range(30):
    r1, r2 = rng.rand(2, 10, 1)
    velocity = 0.7 * velocity + 1.5 * r1 * (mine - swarm) + 1.5 * r2 * (leader - swarm)
    swarm = np.clip(swarm + velocity, -5, 5)
    better = f(swarm) < f(mine)
    mine[better] = swarm[better]
    if f(mine).min() < f(leader):
        leader = mine[f(mine).argmin()].copy()
print("%.1e" % f(leader), (np.abs(leader) < 0.1).all())
