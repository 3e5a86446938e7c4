# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 8 roundings: means.
import numpy as np
from numpy.random import default_rng, SeedSequence, Generator, PCG64

rng = default_rng(12345)
print(rng.integers(low=0, high=10, size=3))
print(rng.standard_normal(4))
print(rng.choice(["red", "green", "blue"], size=5, p=[0.5, 0.3, 0.2]))
items = ["a", "b", "c", "d"]
rng.shuffle(items)
print(items)
print(rng.permutation(np.arange(10)), rng.permuted([[1, 2, 3], [4, 5, 6]], axis=1))
print(rng.multivariate_normal([0, 0], [[1, 0.5], [0.5, 2]], size=2))
print(rng.gamma(2.0, size=2), rng.beta(1, 2), rng.dirichlet([1, 2, 3]))
children = SeedSequence(99).spawn(3)
streams = [default_rng(s) for s in children]
print([g.random() for g in streams])
g = Generator(PCG64(5))
print(g.normal(size=3), g.bytes(3), g.integers(5))
boot = rng.choice(np.array([3.1, 2.7, 4.4, 3.9]), size=(200, 4)).mean(axis=1)
low, high = np.quantile(boot, [0.025, 0.975])
print(f"{low:.3f} to {high:.3f}")
x = rng.lognormal(size=3)
print(x, type(rng.random()) is float, rng.random(dtype=np.float32))
print(rng.hypergeometric(5, 5, 3, size=4), rng.zipf(3, 4), rng.geometric(0.3, 4))
print(rng.triangular(0, 1, 2), rng.weibull(2), rng.vonmises(0, 1), rng.laplace())
