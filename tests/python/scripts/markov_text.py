# SPDX-License-Identifier: Apache-2.0
import numpy as np
import random

corpus = "the cat sat on the mat the cat ran to the dog the dog sat".split()
states = sorted(set(corpus))
n = len(states)
lookup = {w: k for k, w in enumerate(states)}
counts = np.zeros((n, n), dtype=int)
for a, b in zip(corpus, corpus[1:]):
    counts[lookup[a], lookup[b]] += 1
P = counts.astype(float)
P[P.sum(axis=1) == 0] = 1.0
P /= P.sum(axis=1)[:, None]
np.random.seed(1)
word = "the"
sentence = [word]
for _ in range(10):
    word = np.random.choice(states, p=P[lookup[word]])
    sentence.append(word)
print(" ".join(sentence), type(sentence[-1]).__name__)
random.seed(2)
row = P[lookup["the"]]
print(random.choices(states, weights=row, k=4))
print(states[np.random.multinomial(1, row).argmax()], np.random.choice(n, 3, replace=False))
weather = np.array([[0.9, 0.1], [0.5, 0.5]])
values, vectors = np.linalg.eig(weather.T)
stationary = np.real(vectors[:, np.isclose(values, 1)])[:, 0]
print((stationary / stationary.sum()).round(6))
state, path = 0, []
for u in np.random.rand(20):
    state = int(np.searchsorted(weather[state].cumsum(), u))
    path.append("SR"[state])
print("".join(path))
runs = np.diff(np.flatnonzero(np.r_[True, np.array(path[1:]) != np.array(path[:-1]), True]))
print(runs, runs.mean())
