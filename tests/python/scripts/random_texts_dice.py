# SPDX-License-Identifier: Apache-2.0
import random
import numpy as np
random.seed(3); np.random.seed(3)
faces = ["one", "two", "three"]
rolls = np.random.choice(faces, size=10); print(rolls, np.unique(rolls, return_counts=True))
print(np.random.choice(faces, 2, replace=False), np.random.permutation(faces), np.random.choice(5, 3, p=[.1, .2, .3, .2, .2]))
deck = np.array([f"{r}{s}" for s in "SHDC" for r in "A23456789TJQK"]); np.random.shuffle(deck); hands = deck[:20].reshape(4, 5); print(hands)
ranks = np.array([["A23456789TJQK".index(c[0]) for c in hand] for hand in hands]); suits = np.array([[c[1] for c in h] for h in hands]); print(ranks, suits == "S", [len(np.unique(r)) < 5 for r in ranks])
x = [1, 2, 3, 4]; np.random.shuffle(x); print(x, random.choice(np.arange(5)), random.sample(list(np.arange(10)), 3) and "ok"); m = np.arange(6).reshape(3, 2); np.random.shuffle(m); print(m)
print(np.random.randint(0, 2, 5, dtype=bool), np.random.randint([1, 2, 3], [4, 5, 6]), np.random.random_sample(2), np.random.standard_t(3), np.random.chisquare(2, 2), np.random.bytes(2), np.random.gamma(1.5, size=2), np.random.multinomial(5, [.5, .5]), np.random.uniform(), np.random.triangular(0, 1, 3), np.random.logistic(), np.random.f(2, 3), np.random.rayleigh(size=1), np.random.geometric(.5, 3), np.random.standard_normal((1, 2)), np.random.dirichlet([1, 1]), np.random.multivariate_normal([0, 0], np.eye(2)))
birthdays = np.array([len(np.unique(np.random.randint(0, 365, 23))) < 23 for _ in range(50)]); print(birthdays.mean(), birthdays.dtype)
doors = np.random.randint(0, 3, 100); pick = np.random.randint(0, 3, 100); print("stay", (doors == pick).mean(), "switch", (doors != pick).mean()); secret = np.random.randint(1, 101); low, high = 1, 100
while (guess := (low + high) // 2) != secret: low, high = (guess + 1, high) if guess < secret else (low, guess - 1)
print("found", guess, secret)
