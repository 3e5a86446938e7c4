# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 8 roundings: means.
import numpy as np

np.random.seed(42)
N = 2000
x = np.random.rand(N)
y = np.random.rand(N)
inside = x**2 + y**2 < 1
print("pi ~", 4 * np.sum(inside) / N)
walk = np.random.choice([-1, 1], size=500).cumsum()
print("end of walk", walk[-1], "max", walk.max(), "first return", np.argmax(walk == 0))
heights = np.random.normal(170, 10, 1000)
print("%.3f %.3f" % (heights.mean(), heights.std(ddof=1)))
print(np.round(np.percentile(heights, [2.5, 50, 97.5]), 2))
dice = np.random.randint(1, 7, (1000, 2)).sum(axis=1)
values, counts = np.unique(dice, return_counts=True)
for v, c in zip(values, counts):
    print("%2d %s" % (v, "#" * (c // 10)))
deck = np.arange(52)
np.random.shuffle(deck)
print(deck[:5], np.random.permutation(6))
lam = np.random.poisson(3, 10)
print(lam, np.random.exponential(2.0, 3), np.random.binomial(10, 0.3, 4))
state = np.random.get_state()
a = np.random.random(3)
np.random.set_state(state)
print((a == np.random.random(3)).all())
rs = np.random.RandomState(7)
print(rs.randn(2, 2), rs.uniform(-1, 1, 2))
sample = [np.random.choice(heights, size=50).mean() for _ in range(20)]
print(np.std(sample).round(3))
